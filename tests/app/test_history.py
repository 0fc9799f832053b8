"""The history at the table: nothing before the choice, content notes, links, search, debriefs, escaping."""

from __future__ import annotations

import re
import tomllib
from html import unescape
from pathlib import Path

import pytest

pytest.importorskip("panel")


import colony_nb as colony
import colony_nb.app
from app.notebook import Notebook
from app.person import Person
from app.test_table import html_of
from colony_nb.app import Table, View
from colony_nb.app.panes.gate import gate, library
from colony_nb.app.panes.history_pages import with_links
from colony_nb.app.texts import Texts
from colony_nb.commentary.history import CARDS
from colony_nb.commentary.markup import plain
from colony_nb.paths import DATA
from colony_nb.plots.world import WorldPlot, land

EVIL = "<img src=x onerror=alert(1)>"


def seated(*names: str, seed: int = 3) -> View:
    """A table with these persons and computers for the rest of four."""
    bots = [colony.bot("random")] * (4 - len(names))
    return View(Table(colony.new_game([*names, *bots], seed=seed)))


def to_card(view: View, seed: int = 1) -> str:
    """Plays on to the first open choice of an event card; gives the card."""
    person = Person(view, seed)
    for _ in range(200):
        decision = view.table.moment().decision
        if decision is not None and decision.kind == "event" and not view.table.moment().debrief:
            return str(decision.context["card"])
        person.answer()
    raise AssertionError("no event card with a choice came")


def after_card(view: View) -> str:
    """Plays on until the choice of an event card has been made."""
    card = to_card(view)
    view.question.choices.value = 0
    view.now.commit.clicks += 1
    return card


def to_debrief(view: View) -> None:
    person = Person(view, 1)
    while not view.table.moment().debrief:
        person.answer()


def told(card: str) -> list[str]:
    """The sentences of a card's commentary, as the page would show them."""
    found = library("en").card(card)
    sentences = re.split(r"(?<=[.?!]) ", plain(" ".join(found.prose().values())))
    return [sentence for sentence in sentences if len(sentence) > 30]


def said(view: View) -> str:
    return unescape(re.sub(r"<sup.*?</sup>|<[^>]+>", "", html_of(view)))


# ---- nothing before the choice (F16)


def test_while_a_cards_choice_is_open_its_history_is_nowhere_in_the_app() -> None:
    view = seated("Ana")
    card = to_card(view)
    view.notes.select.value = "never"
    title = library("en").card(card).title
    pages = [
        "home",
        f"card:{card}",
        "list:person",
        "list:term",
        *(f"search:{word}" for word in title.split()),
    ]
    for tab in ("happened", "history", "journal", "country", "question"):
        view.tabs.value = tab
        pages += [view.history.at]
        for sentence in told(card):
            assert sentence not in said(view), tab
    for page in pages:
        view.history.go(page)
        view._sync()
        assert not any(sentence in said(view) for sentence in told(card)), page
        assert f'data-ref="card:{card}"' not in html_of(view), page
    view.open_history(f"card:{card}")
    assert "opens when the card has been turned over" in view.history.text.object


def test_the_persons_of_an_open_card_are_closed_with_it() -> None:
    view = seated("Ana")
    card = to_card(view)
    opened = gate(view.table.moment(), library("en"))
    about = {e.ref for e in library("en").entries("person") if f"card:{card}" in e.see}
    assert about <= opened.hidden and opened.asked
    for ref in sorted(opened.hidden):
        view.open_history(ref)
        assert "opens once the choice is made" in view.history.text.object


def test_cards_that_nobody_has_turned_over_stay_closed() -> None:
    view = seated("Ana")
    opened = gate(view.table.moment(), library("en"))
    assert opened.cards == () and opened.phases == 1 and opened.ended == 0
    view.notes.select.value = "never"
    for card in ("p1-01", "p3-05", "p6-24"):
        view.open_history(f"card:{card}")
        assert not any(sentence in said(view) for sentence in told(card))
    view.open_history("phase:2")
    assert "opens when the phase begins" in view.history.text.object
    view.open_history("product:sugar")
    assert 'data-ref="card:' not in view.history.text.object


def test_after_the_choice_the_commentary_opens_with_what_was_chosen() -> None:
    view = seated("Ana")
    card = after_card(view)
    assert view.tabs.value == "happened" and f'data-ref="card:{card}"' in view.happened.text.object
    view.tabs.value = "history"
    view.notes.select.value = "never"
    page = view.history.text.object
    found, words = library("en").card(card), view.table.texts.book.card(card)
    assert view.history.at == f"card:{card}"
    assert all(sentence in said(view) for sentence in told(card))
    assert unescape(page).index(words["a"]) < page.index("What happened") < page.index("To discuss")
    assert '<div class="alt ch"><b>chosen</b>' in page
    assert page.count("<li>") >= len(found.sources) and found.place in unescape(page)
    assert 'class="sources"' in page


def test_undo_closes_it_again() -> None:
    view = seated("Ana")
    card = after_card(view)
    view.open_history(f"card:{card}")
    before = view.history.text.object
    while view.table.moment().decision.kind != "event":  # type: ignore[union-attr]
        view.header.undo.clicks += 1
    view.tabs.value = "history"
    view.history.go(f"card:{card}")
    view._sync()
    assert view.history.text.object != before
    assert "opens when the card has been turned over" in view.history.text.object


# ---- content notes (R12)


def noted_card(view: View) -> str:
    """A card with a content note, open in the tab."""
    view.tabs.value = "history"
    card = next(c for c in gate(view.table.moment(), library("en")).cards if library("en").card(c).notes)
    view.open_history(f"card:{card}")
    return card


def test_a_text_with_a_content_note_opens_on_read_alone() -> None:
    view = seated("Ana")
    after_card(view)
    card = noted_card(view)
    page = view.history.text.object
    assert page.index("Content note") < page.index("<h2")
    assert 'data-ref="do:read"' in page and 'data-ref="do:leave"' in page
    assert not any(sentence in said(view) for sentence in told(card))
    view.history.text._handle_msg("do:read")
    assert all(sentence in said(view) for sentence in told(card))
    view.history.text._handle_msg("do:close")
    assert not any(sentence in said(view) for sentence in told(card))
    assert "left out" in view.history.text.object


def test_the_switch_leaves_texts_out_or_opens_them() -> None:
    view = seated("Ana")
    after_card(view)
    card = noted_card(view)
    view.notes.select.value = "leave"
    assert "The text is left out" in view.history.text.object
    assert 'data-ref="do:leave"' not in view.history.text.object
    assert not any(sentence in said(view) for sentence in told(card))
    view.notes.select.value = "never"
    assert "Content note" not in view.history.text.object
    assert all(sentence in said(view) for sentence in told(card))


def test_a_phase_text_stands_behind_its_note_too() -> None:
    view = seated("Ana")
    view.open_history("phase:1")
    before = plain(library("en").phase(1).before)[:60]
    assert "Content note" in view.history.text.object and before not in said(view)
    view.history.text._handle_msg("do:read")
    assert before in said(view)
    for part in ("Before the Europeans", "Labour and law", "What the game leaves out or bends", "Voices"):
        assert part in view.history.text.object


# ---- links, back, search


def test_links_lead_on_and_back_leads_home() -> None:
    view = seated("Ana")
    assert not view.history.back.visible
    view.open_history("product:sugar")
    assert view.tabs.value == "history" and ">Sugar</h2>" in view.history.text.object
    view.history.text._handle_msg("thing:port")
    assert ">Port</h2>" in view.history.text.object and view.history.back.visible
    view.history.back.clicks += 1
    assert ">Sugar</h2>" in view.history.text.object
    view.history.back.clicks += 1
    assert view.history.at == "home" and not view.history.back.visible
    view.now.commit.clicks += 1
    assert view.tabs.value == "question"


def test_every_link_of_every_page_has_a_page() -> None:
    view = seated("Ana")
    after_card(view)
    view.notes.select.value = "never"
    view.tabs.value = "history"
    view.history.to_contents()
    seen, todo = set(), ["home"]
    while todo and len(seen) < 120:
        ref = todo.pop(0)
        seen.add(ref)
        view.history.go(ref)
        view._sync()
        page = view.history.text.object
        assert (
            "There is no entry" not in page and "opens when" not in page and "opens once" not in page[200:]
        ), ref
        todo += [r for r in re.findall(r'data-ref="([a-z]+:[^"]+)"', page) if r not in seen and r not in todo]
    assert {"card", "phase", "product", "list"} <= {ref.split(":")[0] for ref in seen}


def test_the_country_panel_leads_to_the_entries() -> None:
    view = seated("Ana")
    Person(view, 1).answer()
    letter = next(k for k, c in view.table.moment().view["countries"].items() if c["port"] and c["products"])
    view.tabs.value = "country"
    view.pick(letter)
    refs = set(re.findall(r'data-ref="([^"]+)"', view.country.facts.object))
    product = next(iter(view.table.moment().view["countries"][letter]["products"]))
    assert {f"country:{letter}", f"product:{product}", "thing:port"} <= refs
    for ref in refs:
        view.open_history(ref)
        assert "There is no entry" not in view.history.text.object
    view.open_history(f"country:{letter}")
    assert "People live here" in view.history.text.object and "landed" in view.history.text.object


def test_words_of_the_rules_lead_to_entries_that_exist() -> None:
    texts = Texts()
    for word, ref in texts.linked.items():
        assert word == word.casefold() and library("en").entry(ref), word
    made = with_links(f"Ships & ports; {EVIL} more ships, a trading post.", texts)
    assert made.count("data-ref") == 3 and 'data-ref="thing:trading-post"' in made and "<img" not in made


def test_search_finds_what_is_open_and_nothing_else() -> None:
    view = seated("Ana")
    view.tabs.value = "history"
    view.history.search.value = "  sugar "
    page = view.history.text.object
    assert view.history.at == "search:sugar" and 'data-ref="product:sugar"' in page
    assert 'data-ref="card:' not in page and 'data-ref="phase:2"' not in page
    view.history.search.value = EVIL
    assert "<img" not in view.history.text.object and "Nothing was found" in view.history.text.object


@pytest.mark.parametrize(
    "ref", ["card:p9-99", "phase:0", "phase:99999", "debrief:7", "evil", "x:y", "do:else", EVIL]
)
def test_a_wrong_reference_does_no_harm(ref: str) -> None:
    view = seated("Ana")
    view.open_history(ref)
    view.history.text._handle_msg(ref)
    view.history.text._handle_msg({"not": "a text"})
    assert "<img" not in html_of(view) and view.table.notice == ""


def test_in_a_notebook_cell_every_page_is_sent() -> None:
    view = seated("Ana")
    notebook = Notebook(view)
    view.tabs.value = "history"
    events = notebook._handle(lambda: view.history.text._handle_msg("product:tea"))
    assert any("Tea" in str(event) for event in events) and notebook.lost == 0
    assert notebook.click(view.history.back) and notebook.lost == 0
    assert notebook.change(view.history.search, value="gold") and notebook.lost == 0


# ---- the map of the world (F22)


def test_the_world_marks_the_cards_place_and_years() -> None:
    view = seated("Ana")
    card = after_card(view)
    view.open_history(f"card:{card}")
    world, found = view.history.world, library("en").card(card)
    places = dict(
        zip(
            zip(world.places.data["x"], world.places.data["y"], strict=True),
            world.places.data["s"],
            strict=True,
        )
    )
    assert places[found.lon, found.lat] == max(places.values())
    assert world.words.data["t"][0].startswith(str(found.years[0]))
    assert found.place in unescape(view.history.where.object) and "project" in view.history.where.object
    view.open_history("product:sugar")
    assert not view.history.around.visible


def test_the_land_is_whole_and_every_card_lies_on_the_map() -> None:
    points = [p for polygon in land() for ring in polygon for p in ring]
    assert len(land()) > 100 and max(y for _, y in points) < 90
    plot = WorldPlot("dark")
    left, right = plot.figure.x_range.start, plot.figure.x_range.end
    assert all(left - 1 <= x <= right + 1 for x, _ in points)
    for card in CARDS:
        found = library("en").card(card)
        assert left <= (found.lon if found.lon >= left else found.lon + 360) <= right, card


# ---- the debrief (R1)


def test_a_debrief_comes_after_a_phase_and_goes_only_by_a_click() -> None:
    view = seated("Ana", "Ben")
    to_debrief(view)
    m = view.table.moment()
    assert m.debrief == 1 and m.view["phase"] == 2
    assert view.debriefing.panel.visible
    assert not (view.main.visible or view.now.panel.visible or view.cover.panel.visible)
    page = view.debriefing.text.object
    for question in library("en").phase(1).questions:
        assert plain(question)[:40] in said(view)
    assert "What the table did" in page and "What the score counted" in page and "To read on" in page
    n = view.table.game.n  # type: ignore[union-attr]
    for do in (
        view.table.refresh,
        view.uncover if hasattr(view, "uncover") else view.table.refresh,
        view.turn_theme,
    ):
        do()
        assert view.debriefing.panel.visible
    view.debriefing.skip.clicks += 1
    assert not view.debriefing.panel.visible and view.table.game.n == n  # type: ignore[union-attr]
    assert view.main.visible or view.cover.panel.visible
    Person(view, 2).answer()
    assert not view.table.moment().debrief


def test_the_next_phases_text_is_one_click_away() -> None:
    view = seated("Ana")
    to_debrief(view)
    view.debriefing.next.clicks += 1
    assert view.debriefing.at == "phase:2" and view.debriefing.panel.visible
    assert library("en").phase(2).title in unescape(view.debriefing.text.object)
    view.debriefing.back.clicks += 1
    assert "What the score counted" in view.debriefing.text.object
    view.debriefing.done.clicks += 1
    assert not view.debriefing.panel.visible
    view.open_history("debrief:1")
    assert "What the score counted" in view.history.text.object


def test_undo_over_the_end_of_a_phase_brings_the_debrief_again() -> None:
    view = seated("Ana")
    to_debrief(view)
    view.debriefing.skip.clicks += 1
    while view.table.moment().view["phase"] == 2:
        view.header.undo.clicks += 1
    assert not view.table.moment().debrief and view.main.visible
    while view.table.game.can_redo:  # type: ignore[union-attr]
        view.header.redo.clicks += 1
    assert view.table.moment().debrief == 1


def test_a_game_of_computers_has_its_debrief_at_the_end() -> None:
    view = View(Table(colony.new_game([colony.bot("random")] * 3, seed=4)))
    game = view.table.game
    assert game is not None
    while not game.over:
        assert not view.table.moment().debrief
        view.table.play(20)
    assert view.table.moment().debrief == 6 and view.debriefing.panel.visible
    assert not view.debriefing.next.visible
    view.debriefing.done.clicks += 1
    assert not view.debriefing.panel.visible and view.main.visible


def test_a_game_shown_in_the_middle_owes_no_debrief_for_its_past() -> None:
    game = colony.new_game([colony.bot("random")] * 3, seed=4)
    while game.view()["phase"] < 3:
        game.play(5)
    assert not Table(game).moment().debrief


def test_two_displays_share_the_debrief() -> None:
    view = seated("Ana")
    other = View(view.table)
    to_debrief(view)
    assert other.debriefing.panel.visible
    other.debriefing.skip.clicks += 1
    assert not view.debriefing.panel.visible and view.main.visible


def test_names_are_text_in_history_and_debrief() -> None:
    view = seated(EVIL)
    after_card(view)
    view.tabs.value = "history"
    assert "<img" not in html_of(view) and "&lt;img" in view.history.text.object
    to_debrief(view)
    assert "<img" not in html_of(view) and "&lt;img" in view.debriefing.text.object


def test_a_card_that_asks_further_opens_after_its_last_question() -> None:
    found = 0
    for seed in range(3, 9):
        view = seated("Ana", seed=seed)
        person = Person(view, seed)
        for _ in range(90):
            m = view.table.moment()
            d = m.decision
            if d is None:
                break
            if d.kind in ("country", "build") and d.context.get("card") and not m.debrief:
                card = str(d.context["card"])
                assert not gate(m, library("en")).opens(f"card:{card}")
                person.answer()
                m = view.table.moment()
                if card not in gate(m, library("en")).cards or m.debrief:
                    continue
                assert (
                    f'data-ref="card:{card}"' in view.happened.text.object and view.tabs.value == "happened"
                )
                view.tabs.value = "history"
                assert view.history.at == f"card:{card}"
                found += 1
                continue
            person.answer()
    assert found


def test_every_sentence_around_the_history_is_used() -> None:
    table = tomllib.loads((DATA / "text" / "en" / "app_history.toml").read_text(encoding="utf-8"))
    folder = Path(colony_nb.app.__file__).parent
    code = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    known = {f"{part}.{key}" for part, entries in table.items() if part != "linked" for key in entries}
    parts = {key.split(".")[0] for key in known}
    asked = set(re.findall(rf"[\"']((?:{'|'.join(parts)})\.[a-z_]+)[\"']", code))
    put_together = {f"history.closed_{kind}" for kind in ("card", "phase", "person")}
    put_together |= {f"world.{side}" for side in ("north", "south", "east", "west")}
    assert {key for key in asked - known if not key.endswith((".toml", ".json"))} <= {"note.text"}
    assert known - asked == put_together


def test_a_choice_that_comes_with_another_message_is_not_lost_in_a_notebook() -> None:
    view = seated("Ana")
    notebook = Notebook(view)
    while view.table.moment().decision.kind != "cards":  # type: ignore[union-attr]
        Person(view, 1).answer()
    for number, message in (
        (0, lambda: view.page._handle_msg({"ping": True})),
        (1, lambda: view.history.text._handle_msg("product:tea")),
    ):
        toggle = view.question.hand.toggles[number]
        model = notebook.model(toggle)

        def together(model: object = model, message: object = message) -> None:
            model.set_from_json("active", True, setter="the page")  # type: ignore[attr-defined]
            message()  # type: ignore[operator]

        notebook._handle(together)
        assert toggle.value and view.question.hand.chosen == [number + 1]
