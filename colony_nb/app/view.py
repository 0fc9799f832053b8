"""One display of a table: built once, then only changed. Several views of one table stay in step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import panel as pn

from colony_nb.app.asking import COUNTRY, LIST, Option
from colony_nb.app.loading import sending, served
from colony_nb.app.made import Panes
from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls
from colony_nb.app.panes.board import Board
from colony_nb.app.panes.header import Header
from colony_nb.app.panes.now import NowBar
from colony_nb.app.panes.page import Page
from colony_nb.app.panes.powers import Powers
from colony_nb.app.panes.present import ASKED, LADDERS, MAP_SCALE, MORE, Present, look
from colony_nb.app.panes.time import Time
from colony_nb.app.render import Top
from colony_nb.app.table import Table
from colony_nb.app.texts import esc
from colony_nb.app.theme import sheet, variables
from colony_nb.plots.palette import PRESENTATION

if TYPE_CHECKING:
    from colony_nb.app.panes.sim_screen import SimScreen


QUESTION, LAND, HAPPENED, JOURNAL, RULES, GAME = "question", "country", "happened", "journal", "rules", "game"
CURVES, HISTORY = "curves", "history"
TABS = (QUESTION, LAND, HAPPENED, HISTORY, JOURNAL, RULES, CURVES, GAME)
WATCH_MS = 350


class View(Panes, pn.viewable.Viewer):
    """A display. ``table`` is what it shows; ``selected`` and ``tab`` are its own."""

    def __init__(self, table: Table, theme: str = "", present: bool = False, **params: Any) -> None:
        super().__init__(**params)
        self.table = table
        self.theme = theme or ("dark" if pn.config.theme == "dark" else "light")
        self._follows = not theme  # the notebook's light or dark, until somebody chooses
        self.selected: str | None = None
        self.reading = False
        self._key: tuple[Any, ...] | None = None
        self._setting = False
        self._clock: Any = None
        self._looked = False
        self._read: dict[Any, tuple[Any, ...]] = {}  # a game's last question before which the reader went on
        say = table.texts.say
        self.header = Header(table, self.open_game)
        self.powers = Powers(table, self.theme)
        self.board = Board(table, self.theme, self.pick, self.powers.written)
        self.notice = controls.html("note")
        self.now = NowBar(table, self.commit, self.stop, self.why, self.step, self.play)
        self.time = Time(table, self.alive)
        self.header.panel.insert(1, self.time.slider)
        self.now.acts.append(self.time.bar)
        self.present = Present(table, present, self.turn_presentation, self._turn_page)
        self.board.panel.append(self.present.notice)
        self.header.panel.insert(-1, self.present.button)
        self.now.acts.insert(-1, self.present.reveal)
        self.tabs = pn.widgets.RadioButtonGroup(
            options={say(f"tab.{key}"): key for key in TABS},
            value=QUESTION,
            css_classes=["cnb-tabs"],
            stylesheets=sheet("tabs"),
            margin=0,
            sizing_mode="stretch_width",
        )
        self.tabs.param.watch(self._turned, "value")
        self._body = controls.column(styles=("body",), classes=("body", "scrolls"))
        self.tabbed = controls.column(
            self.present.purse, self.tabs, self.notice, self._body, styles=("sheet",), classes=("sheet",)
        )
        self.right = controls.column(
            self.present.pages, self.powers.panel, self.tabbed, styles=("right",), classes=("right",)
        )
        self.main = controls.column(self.board.panel, self.right, styles=("main",), classes=("main",))
        self.sim: SimScreen | None = None  # the simplified game's screens, made when one first comes
        self.sim_box = controls.column(visible=False)
        # in the page's order the bar comes last, so that Tab leads from the options to the button
        self.game_box = controls.column(
            self.header.panel,
            self.main,
            self.now.panel,
            self.sim_box,
            styles=("table",),
        )
        self.page = Page(
            table, self.follow_theme, table.offer, self.open_rule, self.open_history, table.times.look
        )
        self._layout = Top(
            self.page,
            self.game_box,
            stylesheets=sheet("shell"),
            styles=self._styles(),
            sizing_mode="stretch_width",
            margin=0,
        )
        table.add(self)
        if present:
            self._restyle(self.theme)
        else:
            self.refresh()

    def _styles(self) -> dict[str, str]:
        # served, the page is the table's alone
        page = {"min-height": "100vh"} if served() else {}
        return variables(self.theme) | look(self.present.on) | page

    def __panel__(self) -> pn.Column:
        return self._layout

    def alive(self) -> bool:
        """False once the display it was made for is gone."""
        return self._layout.alive()

    # ---------------------------------------------------------------- drawing

    def refresh(self) -> None:
        """Draws what has changed and sends it, once."""
        with sending(self._layout):
            starting = self.table.starting or self.table.game is None
            self.page.update(None if starting else self.table.moment())
            self._show("start", starting)
            controls.show(self.game_box, not starting)
            if starting:
                self.start.update()
                self._stop_clock()
            else:
                self._draw(self.table.moment())

    def _draw(self, m: Moment) -> None:
        shut = m.cover or bool(m.debrief) or m.screen is not None
        controls.show(self.main, not shut)
        controls.show(self.now.panel, not shut)
        if len(m.persons) > 1 or self._has("cover"):
            self.cover.update(m)
        self._show("cover", m.cover and not m.debrief and m.screen is None)
        self._show("debriefing", bool(m.debrief))
        self._draw_screen(m)
        if m.at is not None:
            if self.tabs.value == QUESTION:
                self._open(HAPPENED)
        elif m.key == self._key and self._looked:
            self._open(QUESTION)
        if m.at is None and m.key != self._key:
            self._key = m.key
            self.selected = None
            self.reading = m.news and not m.cover and self._read.get(m.key[0]) != m.key
            if self.reading:
                self._open(HAPPENED)
            elif not m.watching:
                self._open(QUESTION)
            elif self.tabs.value == QUESTION:
                self._open(HAPPENED)
            if m.asking is not None or self._has("question"):
                self.question.ask(m)
            self.present.open(LADDERS if self.reading else self.present.page_for(m))
        if self._looked != (m.at is not None):
            self.present.open(LADDERS if m.at is not None else self.present.page_for(m))
        self._looked = m.at is not None
        self.header.update(m)
        if not m.cover:
            self.powers.update(m)
        text = self.table.notice
        self.notice.object = f'<div class="note" role="status">{esc(text)}</div>' if text else ""
        self.present.tell(text)
        if m.over or self._has("over"):
            from colony_nb.app.panes.over import over_html

            self.over.object = over_html(m, self.table.texts) if m.over else ""
        self.board.update(m, self.selected, self._possible(m))
        self._arrange(m)
        if not m.watching:
            self._stop_clock()

    def _draw_screen(self, m: Moment) -> None:
        """The screen of the simplified game that comes before the next question, over everything else."""
        if m.screen is not None:
            if self.sim is None:
                from colony_nb.app.panes.sim_screen import SimScreen

                self.sim = SimScreen(self.table)
                self.sim_box.append(self.sim.panel)
            self.sim.update(m)
            controls.show(self.sim.panel, True)
        elif self.sim is not None:
            self.sim.update(m)
            controls.show(self.sim.panel, False)
        controls.show(self.sim_box, m.screen is not None)

    def _possible(self, m: Moment) -> frozenset[str]:
        if m.asking is None or m.cover:
            return frozenset()
        if m.asking.mode == LIST and self.selected in m.asking.possible:
            return frozenset(c for o in m.asking.with_country(self.selected) for c in o.countries)
        return m.asking.possible

    def _arrange(self, m: Moment) -> None:
        """Tab, draft, commit button: what changes without a new moment too."""
        if m.debrief or self._has("debriefing"):
            self.debriefing.update(m)
        tab = self.tabs.value
        mode = m.asking.mode if m.asking is not None else ""
        answering = tab == QUESTION and not m.cover
        big = self.present.on
        page = self.present.pages.value
        # reading needs the powers' room
        controls.show(self.powers.panel, page == LADDERS if big else tab != HISTORY)
        controls.show(self.tabbed, not big or page != LADDERS)
        controls.show(self.tabs, not big or page == MORE)
        wide = big and page == MORE and tab == HISTORY  # a page to read from the back of a room
        controls.show(self.board.panel, not wide)
        width = {"--right": "100%" if wide else "inherit"}
        if self.right.styles != width:
            self.right.styles = width
        controls.show(self.board.strip, not big)
        controls.show(self.header.save, not big)
        controls.show(self.present.reveal, big and self.reading and page != MORE)
        self.present.update(m, wide)
        self._show("question", answering and not m.over and m.at is None)
        self._show("past", answering and m.at is not None)
        if self.table.guided or self._has("guide"):
            self.guide.update(m, answering and not big)
        self._show("over", answering and m.over)
        self._show("country", tab == LAND or (answering and mode in (COUNTRY, LIST)))
        for pane in (HAPPENED, HISTORY, JOURNAL, RULES, CURVES):
            self._show(pane, tab == pane)
        self._show("keep", tab == GAME)
        draft = None
        if self._has("question"):
            draft = self.question.draft(self.selected)
            self.question.update(m, draft)
        if self._has("country") and self.country.panel.visible:
            self.country.update(m, self.selected, self._all_possible(m), tables=tab == LAND)
        if tab == HAPPENED and not m.cover:
            self.happened.update(m, self._clock is not None or self.time.running)
        elif tab == HISTORY and not m.cover:
            self.history.update(m)
        elif tab == JOURNAL:
            self.journal.update(m)
        elif tab == RULES:
            self.rules.update(m)
        elif tab == CURVES and not m.cover:
            self.curves.update(m)
        elif tab == GAME:
            self.keep.update(m)
        self.now.update(m, self.reading and m.at is None, tab == HISTORY)
        self.time.update(m)
        self._buttons(m, draft)

    def _all_possible(self, m: Moment) -> frozenset[str]:
        return frozenset() if m.asking is None else m.asking.possible

    def _buttons(self, m: Moment, draft: Option | None) -> None:
        stop = self.now.stop
        if m.asking is None:
            return
        if self.reading:
            self._commit(self.table.texts.say("commit.continue"), True)
            controls.show(stop, False)
            return
        self._commit(self.question.commit_label(m, draft), draft is not None)
        ending = m.asking.stop
        controls.show(stop, ending is not None)
        if ending is not None:
            stop.label = ending.label

    def _commit(self, label: str, ready: bool) -> None:
        # never disabled: a disabled button loses the keyboard's place. Too early, it says what is missing
        classes = ["cnb-commit"] if ready else ["cnb-commit", "cnb-idle"]
        if self.now.commit.css_classes != classes:
            self.now.commit.css_classes = classes
        if self.now.commit.label != label:
            self.now.commit.label = label

    def _sync(self) -> None:
        """Draws after a change of selection, tab or draft: the moment is the same."""
        if self.table.starting or self.table.game is None:
            return
        with sending(self._layout):
            self._arrange(self.table.moment())

    # ---------------------------------------------------------------- what people do

    def pick(self, letter: str) -> None:
        """A country was chosen on the map or in the list: shown, not committed."""
        if self.table.starting or self.table.game is None:
            return
        m = self.table.moment()
        if m.cover or letter not in m.view["countries"]:
            return
        self.selected = letter
        if m.at is None and m.asking is not None:
            self.question.select(letter)
        if self.tabs.value not in (QUESTION, LAND):
            self.reading = False
        if not (self.tabs.value == QUESTION and m.asking is not None and m.asking.mode in (COUNTRY, LIST)):
            able = m.asking is not None and letter in m.asking.possible
            self._open(QUESTION if able else LAND)
            self.present.open(ASKED if able else MORE)
        with sending(self._layout):
            self.board.mark(m, self.selected, self._possible(m))
            self._arrange(m)

    def _drafted(self) -> None:
        self._sync()

    def _turned(self, event: Any) -> None:
        if not self._setting:
            self.reading = event.new == HISTORY or (self.reading and event.new == HAPPENED)
            if event.new == QUESTION:
                self.present.open(ASKED)
            if event.new == HISTORY and self.table.game is not None:
                self.history.enter(self.table.moment())
            if event.new == RULES and self.table.game is not None:
                m = self.table.moment()
                self.rules.update(m)
                if m.decision is not None and m.decision.rule not in m.shut_rules:
                    self.rules.open(m.decision.rule)
            self._sync()

    def _open(self, tab: str) -> None:
        self._setting = True
        try:
            self.tabs.value = tab
        finally:
            self._setting = False

    def commit(self) -> None:
        """Answers the question with what the controls show; after reading, goes on to the question."""
        if self.table.game is None:
            return
        if self.reading:
            self.reading = False
            key = self.table.moment().key
            self._read[key[0]] = key
            self._open(QUESTION)
            self.present.open(self.present.page_for(self.table.moment()))
            self._sync()
            return
        draft = self.question.draft(self.selected)
        if draft is not None:
            self.question.plan()
        if draft is None:
            self.table.say(self.table.texts.say("status.not_complete"))
        else:
            self.table.choose(draft.value)

    def stop(self) -> None:
        """Ends a series of moves, attacks or offers."""
        if self.table.game is None:
            return
        asking = self.table.moment().asking
        if asking is not None and asking.stop is not None:
            self.table.choose(asking.stop.value)

    def why(self) -> None:
        """Opens the rule behind the question."""
        if self.table.game is None:
            return
        m = self.table.moment()
        decision = m.decision
        if decision is not None and decision.rule in m.shut_rules:
            self.table.read_again()
        elif decision is not None:
            self.rules.open(decision.rule)
            self._open(RULES)
            self.present.open(MORE)
            self._sync()

    def open_rule(self, name: str) -> None:
        """Opens a rule whose name was pressed anywhere."""
        if self.table.game is not None and name in self.table.texts.book.rules():
            self.rules.update(self.table.moment())
            self.rules.open(name)
            self._open(RULES)
            self._sync()

    def open_history(self, ref: str) -> None:
        """Opens an entry, a card's commentary or another page of the history."""
        if self.table.game is None or self.table.starting:
            return
        if self.table.moment().cover or self.table.moment().screen is not None:
            return
        from colony_nb.app.panes.history_pages import is_ref

        if is_ref(ref):
            self.history.go(ref)
        self.present.open(MORE)
        self.reading = True  # the button of the what-now bar leads back to the question
        self._open(HISTORY)
        self._sync()

    def open_game(self) -> None:
        """Opens what saves, loads and starts anew."""
        self._open(GAME)
        self.present.open(MORE)
        self._sync()

    # ---------------------------------------------------------------- watching

    def step(self) -> None:
        self._stop_clock()
        self.table.play(1)

    def play(self) -> None:
        """Starts or pauses a game that computers play alone."""
        if self._clock is not None:
            self._stop_clock()
        else:
            self._clock = pn.state.add_periodic_callback(self._tick, period=WATCH_MS)
            self.now.play.label = self.table.texts.say("watch.pause")

    def _tick(self) -> None:
        if self.table.game is None or self.table.game.over or not self.alive():
            self._stop_clock()
        else:
            self.table.play(self.table.game.players)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.stop()
            self._clock = None
            self.now.play.label = self.table.texts.say("watch.play")

    # ---------------------------------------------------------------- looks

    def turn_presentation(self) -> None:
        """To the presentation and back."""
        self.present.on = not self.present.on
        if self.present.on and self.table.game is not None and not self.table.starting:
            m = self.table.moment()
            self.present.open(LADDERS if self.reading or m.at is not None else self.present.page_for(m))
        self._restyle(self.theme)

    def _turn_page(self, page: str) -> None:
        """Another page of the presentation; which tab it shows follows."""
        self.present.open(page)
        if page == ASKED:
            self._open(QUESTION)
        elif page == MORE and (self.tabs.value == QUESTION or self.reading):
            self._open(HAPPENED)
        self._sync()

    def turn_theme(self) -> None:
        """Light to dark and back."""
        self._follows = False
        self._restyle("light" if self.theme == "dark" else "dark")

    def follow_theme(self, dark: bool) -> None:
        """The notebook around is light or dark."""
        theme = "dark" if dark else "light"
        if self._follows and theme != self.theme:
            self._restyle(theme)

    def _restyle(self, theme: str) -> None:
        self.theme = theme
        with sending(self._layout):
            self._layout.styles = self._styles()
            self.page.present = self.present.on
            big = self.now.big = self.present.on
            if self._has("question"):
                self.question.big = big
            self.board.map.restyle(self.theme, MAP_SCALE if big else 1.0)
            self.powers.restyle(self.theme, big)
            if self._has("happened"):
                self.happened.theme = self.theme
            if self._has("curves"):
                self.curves.restyle(self.theme, PRESENTATION if big else 1.0)
            if self._has("history"):
                self.history.restyle(self.theme, big)
            if self._has("keep"):
                self._name_theme(self.keep)
        self.refresh()
