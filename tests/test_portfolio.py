"""The portfolio: one whole page of one's own, every typed thing escaped, names left out where asked."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import colony_nb as colony
from colony_nb.commentary.history import History
from colony_nb.commentary.quiz import final_questions
from colony_nb.game import Game
from colony_nb.kernel.errors import SaveError
from colony_nb.lab.exports import decisions_csv, shown_to_all
from colony_nb.phases import keep, kept, own, phase_game
from colony_nb.portfolio import portfolio, prompts, reflections_markdown
from colony_nb.progress import ALL, Keeper, Progress, key_of
from test_report import RUDE, Page

SCRIPT = '</blockquote><script>alert("x")</script>'


def played(most: int = 10**6, names: tuple[str, ...] = (RUDE,), seed: int = 3) -> Game:
    """A game that chance plays for its persons, beside steady computers."""
    game = colony.new_game([*names, *[colony.bot()] * (4 - len(names))], seed)
    chance = random.Random(seed)
    game.play()
    while game.pending and game.n < most:
        mine = next(d for d in game.pending if game.setup.bots[d.seat] is None)
        game.choose(mine, chance.choice(mine.options))
        game.play()
    return game


@pytest.fixture(scope="module")
def progress() -> Progress:
    out = Progress()
    check = History().phase(3).quiz[0]
    keeper = Keeper(on_disk=False)
    keeper.answered(3, key_of(check.question), 0, check.answers[0].right)
    keeper.answered(3, key_of(check.question), 1, check.answers[1].right)
    last = final_questions()[4].check
    keeper.answered(ALL, key_of(last.question), 0, last.answers[0].right)
    keeper.wrote(3, key_of(prompts(3)[0]), f"one\n{SCRIPT}")
    keeper.wrote(ALL, key_of(prompts(ALL)[1]), "a person")
    out = keeper.progress()
    assert not out.empty
    return out


@pytest.fixture(scope="module")
def game() -> Game:
    return played()


def test_it_holds_games_answers_and_reflections(game: Game, progress: Progress, tmp_path: Path) -> None:
    path = tmp_path / "mine.html"
    text = portfolio([game], progress, path)
    assert path.read_text(encoding="utf-8") == text
    page = Page(text)
    assert not page.stack
    told = " ".join("".join(page.text).split())
    for said in (
        "The game is over, after round 24.",
        "Decisions in phase 3",
        "Where every power's coins came from and went to",
        History().phase(3).quiz[0].question,
        History().phase(3).quiz[0].answers[1].feedback,
        final_questions()[4].check.question,
        prompts(3)[0],
        'one</blockquote><script>alert("x")</script>',
        "a person",
    ):
        assert said in told, said
    tags = [tag for tag, _ in page.tags]
    assert tags.count("svg") > 6 and "img" not in tags
    own = sum(game.setup.bots[seat] is None for seat, _, _ in game.answers)
    grids = [
        grid for grid in page.cells if grid and grid[0] and grid[0][0] == "Round" and "Chosen" in grid[0]
    ]
    assert sum(len(grid) - 1 for grid in grids) == own > 60


def test_nothing_runs_and_nothing_is_fetched(game: Game, progress: Progress) -> None:
    text = portfolio([game, played(40, seed=9)], progress)
    page = Page(text)
    assert "script" not in [tag for tag, _ in page.tags]
    for tag, attributes in page.tags:
        assert not any(name.startswith("on") for name in attributes), tag
        for name in ("src", "href"):
            value = attributes.get(name)
            assert value is None or value.startswith("#"), (tag, value)
    assert "default-src 'none'" in text
    ids = [value for _, attributes in page.tags if (value := attributes.get("id"))]
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    assert used <= set(ids)


def test_names_are_left_out_on_request(game: Game, progress: Progress) -> None:
    from html import escape

    assert escape(RUDE) in portfolio([game], progress)
    without = portfolio([game], progress, names=False)
    assert "onerror" not in without and "names were left out" in without


def test_choices_that_are_still_secret_are_left_out() -> None:
    game = colony.new_game(["Ana", "Ben", "Cem"], 1)
    while game.pending[0].kind != "cards":
        game.choose(game.pending[0], game.pending[0].options[0])
    before = len(shown_to_all(game))
    game.choose(game.pending[0], (4,))
    assert shown_to_all(game) == [True] * before + [False]
    grids = Page(portfolio([game], Progress())).cells
    assert not any("Colonist" in row[-1] for grid in grids for row in grid if grid[0][-1] == "Chosen")


def test_a_sealed_step_of_the_simplified_game_is_left_out_too() -> None:
    game = colony.new_game(["Ana", "Ben", "Cem"], 2, game="simplified")
    while not (game.pending[0].sealed and game.pending[0].kind == "choice"):
        game.choose(game.pending[0], game.pending[0].options[0])
    before = decisions_csv(game)
    game.choose(game.pending[0], game.pending[0].options[-1])
    assert shown_to_all(game)[-1] is False and decisions_csv(game) == before
    while game.pending[0].sealed:
        game.choose(game.pending[0], game.pending[0].options[0])
    assert all(shown_to_all(game)) and decisions_csv(game) != before


def test_an_unfinished_and_a_simplified_game_and_none_at_all() -> None:
    simple = colony.new_game(["Ana", "Ben", "Cem"], 2, game="simplified")
    chance = random.Random(1)
    for _ in range(30):
        d = simple.pending[0]
        simple.choose(d, chance.choice(d.options))
    for games in ([], [played(30)], [simple]):
        page = Page(portfolio(games, Progress()))
        assert not page.stack and "No question has been answered." in "".join(page.text)


def test_a_folder_that_takes_no_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"^[A-Z][^\n]*\.$"):
        portfolio([], Progress(), tmp_path / "nowhere" / "mine.html")


def test_reflections_as_markdown(progress: Progress) -> None:
    text = reflections_markdown(progress)
    assert "> one\n> </blockquote\\>\\<script" in text.replace(
        "\\</", "</"
    ) and "<script" not in text.replace("\\<", "")
    assert text.count("## ") == 2
    assert reflections_markdown(Progress()) == ""


def test_only_a_persons_own_decisions_are_hers(tmp_path: Path) -> None:
    game = phase_game(3, folder=tmp_path)
    game.play()
    assert not any(own(game))
    mine = next(d for d in game.pending if d.seat == 0)
    game.choose(mine, mine.options[0])
    game.play()
    assert sum(own(game)) == 1
    path = keep(game, 3, tmp_path)
    assert path is not None
    again = kept(tmp_path)
    assert len(again) == 1 and own(again[0]) == own(game), "a save forgets who sat there before"
    rows = [
        row for grid in Page(portfolio(again, Progress())).cells if grid[0][-1] == "Chosen" for row in grid
    ]
    assert len(rows) <= 2


def test_a_game_carried_on_is_one_game(tmp_path: Path) -> None:
    game = phase_game(2, folder=tmp_path)
    game.play()
    for number in (2, 3):
        while game.view()["phase"] <= number:
            mine = next(d for d in game.pending if d.seat == 0)
            game.choose(mine, mine.options[0])
            game.play()
        assert keep(game, number, tmp_path)
    assert [found.n for found in kept(tmp_path)] == [game.n]
