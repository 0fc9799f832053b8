"""What may be taken away from a game: the report, the board, figures, choices, the journal."""

from __future__ import annotations

import io
from collections.abc import Callable

import panel as pn

from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls
from colony_nb.app.panes.odds import study
from colony_nb.app.table import Table
from colony_nb.app.texts import esc
from colony_nb.app.theme import sheet
from colony_nb.commentary.hints import texts

FILES = {
    "report": "report.html",
    "board": "board.svg",
    "frame": "figures.csv",
    "decisions": "choices.csv",
    "journal": "journal.json",
}


class Take:
    """Downloads. Each is made when it is asked for; ``theme`` tells the colours the board has then."""

    def __init__(self, table: Table, theme: Callable[[], str] = lambda: "light") -> None:
        self.table = table
        self._theme = theme
        say = study(table.texts.language).say
        title = f"<h3>{esc(say('take.title'))}</h3>"
        self.nameless = pn.widgets.Checkbox(
            label=say("take.names"), value=False, css_classes=["cnb-nameless"], **controls.field_options()
        )
        self.odds = pn.widgets.Checkbox(
            label=say("odds.switch"),
            value=table.reader["odds"],
            css_classes=["cnb-odds-switch"],
            **controls.field_options(),
        )
        self.odds.param.watch(lambda event: table.reader.update(odds=bool(event.new)), "value")
        self.hints = pn.widgets.Checkbox(
            label=texts(table.texts.language).say("button.switch"),
            value=table.reader["hints"],
            css_classes=["cnb-hints-switch"],
            **controls.field_options(),
        )
        self.hints.param.watch(lambda event: table.reader.update(hints=bool(event.new)), "value")
        self.buttons = {
            what: pn.widgets.FileDownload(
                label=say(f"take.{what}"),
                filename=name,
                callback=lambda what=what: io.BytesIO(self.content(what).encode("utf-8")),
                css_classes=[f"cnb-take-{what}"],
                stylesheets=sheet("button", "quiet"),
                margin=0,
            )
            for what, name in FILES.items()
        }
        note = f'<p class="no">{esc(say("take.note"))}</p>'
        self.panel = controls.column(
            self.odds,
            self.hints,
            controls.html("event", text=title),
            self.nameless,
            controls.row(*self.buttons.values(), styles=("row",)),
            controls.html("facts", text=note),
            styles=("stack",),
        )

    def content(self, what: str) -> str:
        """The text of a download."""
        from colony_nb.lab.exports import decisions_csv, frame_csv, journal_json, without_names
        from colony_nb.plots.svg import board_svg
        from colony_nb.report import report

        game, names, language = self.table.game, not self.nameless.value, self.table.texts.language
        assert game is not None
        if what == "report":
            return report(game, names=names, language=language)
        if what == "board":
            m = self.table.moment()
            view = dict(m.view)
            if not names:
                plain = without_names(game).setup.names
                view["powers"] = [{**p, "name": plain[p["seat"]]} for p in view["powers"]]
            return board_svg(view, palette=self._theme(), language=language)
        makers = {"frame": frame_csv, "decisions": decisions_csv, "journal": journal_json}
        return makers[what](game, names)

    def update(self, m: Moment) -> None:
        """The files' names; the switch as the table has it."""
        start = f"colony-{m.game.setup.seed}-{m.game.n if m.at is None else m.at}"
        for what, name in FILES.items():
            new = f"{start}-{name}"
            if self.buttons[what].filename != new:
                self.buttons[what].filename = new
        for key, switch in (("odds", self.odds), ("hints", self.hints)):
            if switch.value != self.table.reader[key]:
                switch.value = self.table.reader[key]
