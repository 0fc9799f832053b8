"""The report is one whole page: no script, nothing fetched, every name escaped, every coin told."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import colony_nb as colony
from colony_nb.commentary.catalogue import _FORMS, Catalogue
from colony_nb.report import report
from commentary.test_catalogue_templates import templates
from laws import lawkit

RUDE = "<img src=x onerror=alert(1)>"
NAMES = [RUDE, '"><script>x</script>', "Zenobia & Co {0} %s"]
VOID = {"meta", "br", "img", "path", "rect", "circle", "use", "polygon"}


class Page(HTMLParser):
    """A page taken apart: tags with their attributes, tables, and the text that is shown."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.stack: list[str] = []
        self.text: list[str] = []
        self.cells: list[list[list[str]]] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.stack.append(tag)
        if tag == "table":
            self.cells.append([])
        elif tag == "tr":
            self.cells[-1].append([])
        elif tag in ("td", "th"):
            self.cells[-1][-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.stack and self.stack[-1] == tag, (tag, self.stack[-3:])
        self.stack.pop()

    def handle_data(self, data: str) -> None:
        if "style" not in self.stack:
            self.text.append(data)
        if {"td", "th"} & set(self.stack) and "svg" not in self.stack:
            self.cells[-1][-1][-1] += data

    @property
    def words(self) -> str:
        return " ".join(self.text)


def played(most: int = 100_000, seed: int = 5, **more: Any) -> colony.Game:
    return lawkit.played(colony.new_game(NAMES, seed, **more), seed, most)


GAMES = {
    "fresh": lambda: colony.new_game(6, 1),
    "setting up": lambda: played(2),
    "under way": lambda: played(150),
    "over": played,
    "variants": lambda: lawkit.finished(len(lawkit.TABLES) - 1, 1),
}


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> colony.Game:
    made: colony.Game = GAMES[request.param]()
    return made


@pytest.fixture(scope="module")
def page(game: colony.Game) -> Page:
    return Page(report(game))


def test_the_page_is_whole(page: Page) -> None:
    assert page.stack == []
    found = Counter(tag for tag, _ in page.tags)
    assert found["html"] == found["h1"] == found["main"] == 1
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    links = {str(attrs["href"])[1:] for tag, attrs in page.tags if tag == "a"}
    assert links and links <= set(ids)
    assert "None" not in page.words and not re.search(r"\{[a-z_]+(:[a-z]+)?\}", page.words)


def test_nothing_runs_and_nothing_is_fetched(page: Page, game: colony.Game) -> None:
    for tag, attrs in page.tags:
        assert tag not in ("script", "iframe", "object", "embed", "link", "img", "base", "form")
        for name, value in attrs.items():
            assert not name.startswith("on"), name
            if name in ("href", "src", "xlink:href"):
                assert str(value).startswith("#")
            assert "javascript:" not in str(value)
    source = report(game)
    assert "://" not in source and "@import" not in source
    assert not re.search(r"url\((?!#)", source)


def test_names_appear_as_text_alone(page: Page, game: colony.Game) -> None:
    assert not any(tag in ("img", "script") for tag, _ in page.tags)
    if RUDE in game.setup.names:
        assert RUDE in page.words and NAMES[1] in page.words and NAMES[2] in page.words


def test_a_title_of_ones_own_is_escaped() -> None:
    page = Page(report(colony.new_game(3, 1), title="6b & <b>friends</b>"))
    assert page.words.count("6b & <b>friends</b>") == 2
    assert not any(tag == "b" and not attrs for tag, attrs in page.tags[:12])


def test_every_country_is_named_with_what_happened_there(page: Page, game: colony.Game) -> None:
    for country in game.view()["countries"].values():
        assert country["name"] in page.words
    source = report(game)
    for record in game.journal:
        if record["kind"] in ("grant", "place_rebellion"):
            name = game.view()["countries"][record["country"]]["name"]
            at = source.index(f"<h3>{name}</h3>")
            part = source[at : source.find("<h3>", at + 4)]
            assert f"Round {record['round']}<" in part


def test_the_board_is_there_in_words(page: Page) -> None:
    assert sum(tag == "desc" for tag, _ in page.tags) == 2 + 2 * 4


def test_the_money_sums(page: Page, game: colony.Game) -> None:
    grid = next(t for t in page.cells if t[0][0] == "Power" and t[0][1] == "At the start")
    money = sorted(p["money"] for p in game.view()["powers"])
    assert sorted(int(row[-1]) for row in grid[1:]) == money
    for row in grid[1:]:
        figures = [int(cell.replace("−", "-")) for cell in row[1:]]
        assert sum(figures[:-1]) == figures[-1]
        assert figures[0] == game.ruleset.rules(game.setup).table["setup"]["coins"]
    for grid in page.cells:
        if grid[0][:2] == ["Country", "Coins"]:
            paid = sum(int(row[1]) for row in grid[1:])
            assert f"and was paid {paid} coin" in page.words


def test_the_result_is_said_without_applause(page: Page, game: colony.Game) -> None:
    words = page.words
    assert ("Nothing is decided yet" in words) == (game.result is None)
    if game.result is not None:
        assert f"{max(game.result['money'])} coins" in words
        assert "Money was all that was counted" in words
    assert not re.search(r"congratulat|well done|triumph|victor", words, re.IGNORECASE)


def test_tables_hold_every_round(page: Page, game: colony.Game) -> None:
    grids = [t for t in page.cells if t[0][0] == "Round"]
    assert len(grids) == 4
    frame = game.frame()
    for grid, what in zip(grids, ("money", "income", "influence", "countries"), strict=True):
        told = [int(cell) for row in grid[1:] for cell in row[1:]]
        assert told == list(frame[what])


def test_the_journal_is_told_line_by_line(page: Page, game: colony.Game) -> None:
    lines = sum(r["kind"] != "standing" for r in game.journal)
    source = report(game)
    told = sum(part.count("<li>") for part in re.findall(r'<ol class="log">.*?</ol>', source, re.S))
    assert told == lines
    book = Catalogue()
    for record in game.journal[:: max(1, len(game.journal) // 25)]:
        if record["kind"] in ("owner", "attack", "income"):
            start = book.sentence(record, ["\0"] * 6).split("\0")[-1]
            assert start.strip() in page.words


def test_seed_and_code_bring_the_game_back(page: Page, game: colony.Game) -> None:
    assert f"Seed: {game.setup.seed}." in page.words
    (code,) = re.findall(r"<code>(.*?)</code>", report(game))
    assert colony.from_code(code).digest() == game.digest()


def test_names_are_left_out_on_request() -> None:
    game = played(150)
    source = report(game, names=False)
    page = Page(source)
    for name in NAMES:
        assert name not in page.words
    assert "Portugal" in page.words and "names are left out" in page.words
    (code,) = re.findall(r"<code>(.*?)</code>", source)
    back = colony.from_code(code)
    assert set(back.setup.names).isdisjoint(NAMES) and back.digest() == game.digest()
    assert game.setup.names == tuple(NAMES)


def test_a_report_changes_nothing() -> None:
    game = played(150)
    before = game.digest(), game.n, game.can_undo, len(game.journal)
    report(game)
    report(game, names=False)
    assert before == (game.digest(), game.n, game.can_undo, len(game.journal))


def test_it_is_written_where_asked(tmp_path: Path) -> None:
    game = played(20)
    text = report(game, tmp_path / "game.html")
    assert (tmp_path / "game.html").read_text(encoding="utf-8") == text
    assert [p.name for p in tmp_path.iterdir()] == ["game.html"]
    with pytest.raises(colony.SaveError, match="cannot be written") as caught:
        report(game, tmp_path / "no" / "game.html")
    lawkit.sentence(caught.value)


def test_a_game_taken_up_without_its_past_is_told_as_far_as_it_is_known() -> None:
    game = played(150)
    document = game.document()
    rest = colony.Game(game.ruleset, game.setup, game.ruleset.restore(game.setup, document["state"]))
    page = Page(report(rest))
    assert page.stack == [] and "without its past" in page.words and "There is no code" in page.words


@pytest.mark.parametrize("name", ["report", "odds", "plots"])
def test_templates_are_well_formed_and_do_not_applaud(name: str) -> None:
    counts = Catalogue().words("count")
    for template in templates(name):
        assert template == template.strip()
        assert not re.search(r"congratul|well done|\bwins?\b|triumph|\bput down\b|!", template, re.IGNORECASE)
        for _, field, form, conversion in Formatter().parse(template):
            if field is not None:
                assert field.isidentifier() and not conversion
                assert not form or form in _FORMS or form in counts


@pytest.mark.parametrize("most", [5, 10**6])
def test_the_simplified_game_has_a_report_too(most: int) -> None:
    game = colony.new_game([colony.bot("random")] * 4, 1, game="simplified")
    game.play(most)
    page = Page(report(game))
    assert not page.stack
    rows = next(grid for grid in page.cells if grid and "Prestige" in grid[0])
    money = {power["name"]: power["money"] for power in game.view()["powers"]}
    assert sorted(int(row[1]) for row in rows[1:]) == sorted(money.values())
