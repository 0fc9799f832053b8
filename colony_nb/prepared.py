"""Prepared positions for lessons: games stopped at a moment that shows one thing, with a question to ask.

    for name, title in positions():
        ...
    game = position("p3-colonial-war")
    about("p3-colonial-war").question

Every position is a save with its whole past in ``data/positions``, reached by steady powers from a seed.
``python -m colony_nb.prepared make [NAME ...]`` writes the saves again by the recipes below;
``python -m colony_nb.prepared find NAME`` lists seeds whose game comes to the moment that a recipe describes.
"""

from __future__ import annotations

import json
import random
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from .game import Game, Scripted, bot, load, new_game
from .kernel.decision import Decision
from .kernel.errors import ColonyError
from .paths import DATA
from .phases import reseated

FOLDER = DATA / "positions"
LANGUAGE = "en"
FACES = 700  # dice thrown in advance for a position whose next throws are fixed
FIGHTS = (1, 11, 13, 15)  # phase 3: cards that put a rebellion counter or take a country
TRIES = 400  # seeds that ``find`` looks at


@dataclass(frozen=True, slots=True)
class Position:
    """What a lesson needs to know about a prepared position, in plain text."""

    name: str
    phase: int
    title: str
    point: str  # what the position shows
    question: str  # what to ask the class before anybody chooses
    seat: int  # whose question is open
    power: str  # that seat's name at the table
    steps: tuple[str, ...]  # what to do to see the point
    watch: str  # what the journal then says
    rules: tuple[str, ...]


def positions() -> list[tuple[str, str]]:
    """(name, title) of every prepared position, in the order of the phases."""
    return [(name, str(table["title"])) for name, table in _texts()["position"].items()]


def position(name: str, persons: Mapping[int, str] | None = None) -> Game:
    """The prepared game of this name, its whole past included.

    ``persons`` ({seat: name}, an empty name keeps the seat's present one) hands seats to persons; without it
    the seats that decide are a person's and steady powers play the others. Raises ColonyError with one
    sentence for a name or a seat that is not there.
    """
    _table(name)
    game = load(FOLDER / f"{name}.json")
    return game if persons is None else reseated(game, persons)


def about(name: str) -> Position:
    """The texts of a position. Raises ColonyError with one sentence for an unknown name."""
    table = _table(name)
    seat = int(table["seat"])
    return Position(
        name=name,
        phase=int(name[1]),
        title=table["title"],
        point=table["point"],
        question=table["question"],
        seat=seat,
        power=_power(seat),
        steps=tuple(table["steps"]),
        watch=table["watch"],
        rules=tuple(table["rules"]),
    )


@cache
def _texts() -> dict[str, Any]:
    path = DATA / "text" / LANGUAGE / "positions.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _table(name: str) -> dict[str, Any]:
    known: dict[str, dict[str, Any]] = _texts()["position"]
    if not isinstance(name, str) or name not in known:
        error = ColonyError("unknown_position", name=name)
        error.sentence = _texts()["error"]["unknown"].format(name=name, known=", ".join(known))
        raise error
    return known[name]


def _power(seat: int) -> str:
    from .commentary.catalogue import Catalogue

    return str(list(Catalogue().words("power").values())[seat]["name"])


# ------------------------------------------------------------------ how they are made

When = Callable[[Game, Decision], "tuple[int, ...] | None"]
Wish = Callable[[Game, Decision], Any]


@dataclass(frozen=True, slots=True)
class Recipe:
    """Steady powers play from ``seed`` until ``when`` finds its moment at an open question.

    ``when`` names the seats that persons then hold. ``wish`` may choose in a power's place (None: it does
    not). ``dice`` are the throws that follow, ``decks`` the event cards as in ``Scripted``.
    """

    seed: int
    when: When
    wish: Wish | None = None
    dice: Sequence[int] = ()
    decks: Mapping[int, Sequence[int]] = field(default_factory=dict)
    players: int = 4


def make(recipe: Recipe, seed: int | None = None) -> Game | None:
    """The game of a recipe at its moment; None if it ends without coming to it."""
    seed = recipe.seed if seed is None else seed
    chance = random.Random(seed)
    faces = [chance.randint(1, 6) for _ in range(FACES)] if recipe.dice else []
    script = Scripted(dice=faces, decks=recipe.decks)
    game = new_game([bot()] * recipe.players, seed, dice=script)
    while not game.over:
        for decision in game.pending:
            seats = recipe.when(game, decision)
            if seats is not None:
                return reseated(_with_dice(game, faces, recipe), dict.fromkeys(seats, ""))
        decision = game.pending[0]
        wished = recipe.wish(game, decision) if recipe.wish else None
        if wished is None or wished not in decision.options:
            game.play(1)
        else:
            game.choose(decision, wished)
    return None


def _with_dice(game: Game, faces: list[int], recipe: Recipe) -> Game:
    """The same game whose next throws are those of the recipe."""
    if not faces:
        return game
    used = len(faces) - len(_state(game).dice_script)
    script = Scripted(dice=[*faces[:used], *recipe.dice], decks=recipe.decks)
    again = Game(game.ruleset, replace(game.setup, dice=script.to_dict()))
    for answer in game.answers:
        again._answer(*answer)
    return again


# ------------------------------------------------------------------ moments


def _after(game: Game, most: int = 1) -> tuple[Game, list[dict[str, Any]]]:
    """What the computer powers would do next: (the game then, its new records)."""
    new = game.fork()
    new.play(most)
    return new, new.journal.since(game.n)


def _state(game: Game) -> Any:
    """The columns of the game, as Colony's state has them."""
    return game._state


def _country(game: Game, letter: str) -> dict[str, Any]:
    country: dict[str, Any] = game.view()["countries"][letter]
    return country


def _top_card(game: Game, seat: int) -> str:
    hand = _state(game).hands[seat]
    return str(_state(game).rules.cards[hand[0]].id) if hand else ""


def _last_landing(game: Game, d: Decision) -> tuple[int, ...] | None:
    return (d.seat,) if d.kind == "start_country" and game.n == 3 else None


def _card_takes_it_back(game: Game, d: Decision) -> tuple[int, ...] | None:
    """An expedition, and behind it the card by which the power must withdraw from a country."""
    found = d.kind == "expand" and len(d.options) > 2 and _top_card(game, d.seat) == "p1-06"
    return (d.seat,) if found else None


def _monopoly_moves(game: Game, d: Decision) -> tuple[int, ...] | None:
    """A free choice of the seat, with which it takes a monopoly from another power."""
    if d.kind not in ("build", "product", "country") or game.view()["phase"] != 2 or len(d.options) < 2:
        return None
    moved = [r for r in _after(game)[1] if r["kind"] == "monopoly" and r["rule"] == "MON-2"]
    return (d.seat,) if any(r["to"] == d.seat and r["from"] is not None for r in moved) else None


def _ship_is_full(game: Game, d: Decision) -> tuple[int, ...] | None:
    """More on the ladder than the one ship carries, and the money for a trading post."""
    view = game.view()
    if d.kind != "cards" or view["phase"] != 2 or view["start_seat"] != d.seat or view["round"] > 7:
        return None
    me = view["powers"][d.seat]
    full = me["ships"] == 1 and me["exportable"] >= 8 and me["money"] + me["income"] >= 10
    return (d.seat,) if full and not me["kept"] and me["colonist"] is None else None


def _first_rebellion(game: Game, d: Decision) -> tuple[int, ...] | None:
    """The left neighbour says where; no army is near, so that one die meets one."""
    if d.kind != "rebel_country" or any(r["kind"] == "place_rebellion" for r in game.journal):
        return None
    s = _state(game)
    drawer = d.context["power"]
    bare = not any(_country(game, c)["armies"] for c in d.options) and not s.defence >> drawer & 1
    plain = not s.kept[drawer] and not any(c["church"] for c in game.view()["countries"].values())
    return (d.seat,) if len(d.options) > 2 and bare and plain else None


def _colonial_war(game: Game, d: Decision) -> tuple[int, ...] | None:
    """Three armies beside a rival's country with goods and one army; two attacks are paid for."""
    if d.kind != "attack" or d.context["left"] != 2 or game.view()["phase"] != 3:
        return None
    for option in d.options:
        if option[0] == "attack" and option[3] == 3:
            there = _country(game, option[2])
            goods = sum(there["products"].values())
            card = _state(game).defence >> there["owner"] & 1
            if there["armies"] == 1 and goods > 1 and not card:
                return (d.seat,)
    return None


def _port_cut_off(game: Game, d: Decision) -> tuple[int, ...] | None:
    """The only port lies where people resist and no army stands; the seat is the first to act."""
    view = game.view()
    if d.kind != "cards" or view["phase"] != 3 or view["start_seat"] != d.seat:
        return None
    me = view["powers"][d.seat]
    ports = [c for c in me["countries"] if _country(game, c)["port"]]
    if me["ladder"] < 6 or me["income"] or len(ports) != 1 or me["money"] < 5 or me["kept"]:
        return None
    port = _country(game, ports[0])
    return (d.seat,) if port["rebellion"] and not port["armies"] else None


CALM = {"p4-03", "p4-06", "p4-08", "p4-14"}  # cards of phase 4 after which nothing is thrown or fought


def _city_and_church(game: Game, d: Decision) -> tuple[int, ...] | None:
    """One rising, a church next door and none in the country, no army, and the money for a city."""
    view = game.view()
    if d.kind != "cards" or view["phase"] != 4 or view["start_seat"] != d.seat:
        return None
    me = view["powers"][d.seat]
    risen = [c for c in me["countries"] if _country(game, c)["rebellion"]]
    if (
        len(risen) != 1
        or me["money"] + me["income"] < 15
        or _top_card(game, d.seat) not in CALM
        or me["kept"]
    ):
        return None
    here = _country(game, risen[0])
    near = any(_country(game, c)["church"] for c in here["neighbours"])
    plain = not here["city"] and not here["church"] and not here["railway"] and here["armies"] < 1
    return (d.seat,) if near and plain and risen[0] not in view["rebels_bonus"] else None


def _church_wins_draw(game: Game, d: Decision) -> tuple[int, ...] | None:
    """A free choice, after which a drawn pair counts as won because a church stands there."""
    view = game.view()
    if view["phase"] != 4 or d.seat != view["turn"] or d.kind not in ("order", "product", "country", "event"):
        return None
    for r in _after(game)[1]:
        if r["kind"] == "rebellion" and r["church"] and r["seat"] == d.seat:
            blue = sorted((x + r["blue_bonus"].get(i, 0) for i, x in enumerate(r["blue"])), reverse=True)
            red = sorted((x + r["red_bonus"].get(i, 0) for i, x in enumerate(r["red"])), reverse=True)
            if any(b == x for b, x in zip(blue, red, strict=False)):
                return (d.seat,)
    return None


def _telegraph(game: Game, d: Decision) -> tuple[int, ...] | None:
    """A rising spreads after telegraphy, next door or across the board."""
    if d.kind != "rebel_spread" or not game.view()["telegraphy"]:
        return None
    near = set(_country(game, d.context["source"])["neighbours"])
    return (d.seat,) if near & set(d.options) and set(d.options) - near else None


def _railway_draft(game: Game, d: Decision) -> tuple[int, ...] | None:
    """Armies next door to a bare country with a railway."""
    if d.kind != "draft" or game.view()["phase"] != 5:
        return None
    s = _state(game)
    letter = d.context["country"]
    here = _country(game, letter)
    bare = not here["armies"] and sum(here["products"].values()) > 1
    calm = not s.defence >> d.seat & 1 and not s.kept[d.seat] and letter not in game.view()["rebels_bonus"]
    return (d.seat,) if bare and calm else None


def _may_grant(game: Game, d: Decision) -> tuple[int, ...] | None:
    """A power with three colonies is asked for independence; people resist in one of them."""
    if d.kind != "grant" or len(d.options) < 4:
        return None
    risen = [c for c in d.options[1:] if _country(game, c)["rebellion"]]
    powers = game.view()["powers"]
    able = all(p["influence"] > 1 and p["money"] > 20 and len(p["countries"]) < 6 for p in powers)
    every = tuple((d.seat + i) % game.players for i in range(game.players))
    return every if risen and able else None


def _losing_bid(game: Game, d: Decision) -> tuple[int, ...] | None:
    """Two or more bid, and the power that is asked now would be outbid."""
    if d.kind != "bid_money" or len(d.context["bidders"]) < 2:
        return None
    new = game.fork()
    while not (bids := [r for r in new.journal.since(game.n) if r["kind"] == "bids"]):
        new.play(1)
    return (d.seat,) if bids[0]["winner"] not in (None, d.seat) and max(d.options) > 10 else None


def _government(game: Game, d: Decision) -> tuple[int, ...] | None:
    """All three governments can be paid for, in a country whose products fill several spaces."""
    if d.kind != "government" or len(d.options) < 3:
        return None
    spaces = _state(game).spaces[_index(d.context["country"])]
    earns = game.view()["powers"][d.seat]["income"] > 0
    return (d.seat,) if spaces >= 6 and earns else None


def _index(letter: str) -> int:
    return "ABCDEFGHIJKLMNOPQR".index(letter)


@dataclass(frozen=True, slots=True)
class Front:
    """Two powers arm on a border until an attack of § 9 can be made: ``inside`` armies wait in ``target``."""

    attacker: int
    source: str
    defender: int
    target: str
    inside: int

    def when(self, game: Game, d: Decision) -> tuple[int, ...] | None:
        if d.kind != "attack" or d.seat != self.attacker or d.context["left"] != 1:
            return None
        there = _country(game, self.target)
        ready = ("attack", self.source, self.target, 3) in d.options and there["armies"] == self.inside
        return (d.seat,) if ready and not _state(game).defence >> self.defender & 1 else None

    def wish(self, game: Game, d: Decision) -> Any:
        phase, round_ = _state(game).phase, _state(game).round
        if d.kind == "cards" and round_ > 6:
            return self._cards(game, d) if phase == 3 else ()
        if phase < 3:
            return None
        if d.kind in ("move", "attack"):
            return "stop"
        if d.kind == "operations":
            return 1
        if d.kind == "army_count":
            return 2 if self._missing(game, d.seat) > 1 and 2 in d.options else 1
        if d.kind == "army_place":
            return self.source if d.seat == self.attacker else self.target
        return None

    def _missing(self, game: Game, seat: int) -> int:
        if seat == self.attacker:
            return 3 - int(_country(game, self.source)["armies"])
        return self.inside - int(_country(game, self.target)["armies"])

    def _cards(self, game: Game, d: Decision) -> tuple[int, ...]:
        if d.seat not in (self.attacker, self.defender):
            return ()
        if self._missing(game, d.seat) > 0:
            return (7,)
        armed = self._missing(game, self.defender) <= 0
        return (1,) if d.seat == self.attacker and armed else ()


# phase 3: what puts rebellion counters or takes armies comes last, so that the front stays quiet till then
QUIET = {3: (3, 9, 6, 1, 12, 8, 2, 11, 14, 10, 4, 15, 7, 16, 5, 13)}

# phase 4: the second cards are such that nothing is thrown or fought for them
CALM_SECOND = {4: (1, 3, 2, 4, 7, 6, 9, 5, 11, 8, 10, 12, 13, 14, 15, 16)}


def _rails_and_arms(game: Game, d: Decision) -> Any:
    """In the first rounds of phase 5 every power that can builds a railway and buys an army."""
    return (7, 10) if d.kind == "cards" and game.view()["round"] in (17, 18) else None


GUARDED = Front(attacker=0, source="A", defender=2, target="B", inside=2)
BARE = Front(attacker=0, source="A", defender=2, target="B", inside=0)


def _battle(front: Front, *dice: int) -> Recipe:
    return Recipe(2, front.when, front.wish, dice, QUIET)


RECIPES: dict[str, Recipe] = {
    "p1-first-landing": Recipe(3, _last_landing),
    "p1-a-free-country-is-not-empty": Recipe(6, _card_takes_it_back),
    "p2-trading-post-or-ship": Recipe(51, _ship_is_full),
    "p2-monopoly-changing-hands": Recipe(23, _monopoly_moves),
    "p3-first-rebellion": Recipe(4, _first_rebellion, dice=(3, 3)),
    "p3-port-cut-off": Recipe(1, _port_cut_off),
    "p3-colonial-war": Recipe(16, _colonial_war, dice=(6, 4, 2, 5, 3)),
    "p3-battle-1": _battle(GUARDED, 6, 4, 3, 6, 5, 1),
    "p3-battle-2": _battle(GUARDED, 3, 2, 6, 5, 1),
    "p3-battle-3": _battle(GUARDED, 6, 2, 4, 1, 1),
    "p3-battle-4": _battle(BARE, 4, 4, 1, 4),
    "p3-battle-5": _battle(BARE, 4, 4, 1, 3),
    "p4-city-and-church": Recipe(38, _city_and_church, dice=(3, 4, 1), decks=CALM_SECOND),
    "p4-rebellion-with-church": Recipe(31, _church_wins_draw),
    "p5-telegraphy-spread": Recipe(1, _telegraph),
    "p5-railway-draft": Recipe(10, _railway_draft, _rails_and_arms, (2, 6, 4, 3, 1)),
    "p6-bidding-for-a-new-state": Recipe(10, _may_grant),
    "p6-losing-bid": Recipe(4, _losing_bid),
    "p6-government-choice": Recipe(1, _government),
}


def main(arguments: list[str]) -> int:
    """``make [NAME ...]`` writes the saves; ``find NAME`` prints seeds that come to a recipe's moment."""
    command, names = (arguments or [""])[0], arguments[1:]
    if command not in ("make", "find") or set(names) - set(RECIPES) or (command == "find" and not names):
        print("usage: python -m colony_nb.prepared make [NAME ...] | find NAME ...", file=sys.stderr)
        return 2
    for name in names or RECIPES:
        if command == "find":
            seeds = [seed for seed in range(1, TRIES + 1) if make(RECIPES[name], seed) is not None]
            print(name, *seeds)
            continue
        game = make(RECIPES[name])
        if game is None:
            print(f"{name}: seed {RECIPES[name].seed} does not come to this moment", file=sys.stderr)
            return 1
        text = json.dumps(game.document(), separators=(",", ":")) + "\n"
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
