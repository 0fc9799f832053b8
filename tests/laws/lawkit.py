"""What the laws share: which tables are played, random play, and the rules worked out again from a view."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import colony_nb as colony
from colony_nb.games.colony.cards import load_cards
from colony_nb.games.colony.rules import load_rules

View = dict[str, Any]

VARIANTS = ("pass_event_cards", "independence", "sabotage")
TABLES = [
    (players, chosen)
    for players in (3, 4, 5, 6)
    for size in range(len(VARIANTS) + 1)
    for chosen in combinations(VARIANTS, size)
]
IDS = [f"{players}-{'+'.join(v.split('_')[0] for v in chosen) or 'plain'}" for players, chosen in TABLES]

CROPS = ("spices", "sugar", "cotton", "rubber", "tea", "coffee")
MINERALS = ("gold", "silver", "gems", "ore", "timber", "oil")
PRODUCTS = (*CROPS, *MINERALS)
ENTER = {"spices": 1, "sugar": 1, "gold": 1, "silver": 1, "cotton": 2, "gems": 2, "rubber": 3, "ore": 3}
ENTER |= {"tea": 4, "timber": 4, "coffee": 5, "oil": 5}
BUILDINGS = ("port", "trading_post", "city", "church", "railway")
TUNED = load_rules().table  # what a monopoly and a government pay is tuned, so it is read
QUARTERS = {None: 0} | {
    form: TUNED["independence"][form][1] for form in ("democracy", "monarchy", "dictatorship")
}
RICH = 120  # coins at the start of every second table, so that games reach what poor ones do not


def new(players: int, chosen: tuple[str, ...] = (), seed: int = 1, rich: bool = False) -> colony.Game:
    """A table of persons."""
    rules = {"setup.coins": RICH} if rich else None
    return colony.new_game(players, seed, variants=dict.fromkeys(chosen, True), rules=rules)


def pick(chance: random.Random, game: colony.Game) -> tuple[colony.Decision, Any]:
    """A random answer to a random open question; bids stay small, so that money is left to play with."""
    decision = chance.choice(game.pending)
    options = decision.options[:9] if decision.kind in ("bid_money", "bid_points") else decision.options
    return decision, chance.choice(options)


def moments(game: colony.Game, seed: int = 1, most: int = 100_000) -> Iterator[int]:
    """Plays a game at random to its end; yields n at the start and after every choice."""
    chance = random.Random(seed)
    yield game.n
    while game.pending and game.n < most:
        game.choose(*pick(chance, game))
        yield game.n


def played(game: colony.Game, seed: int = 1, most: int = 100_000) -> colony.Game:
    """The game after random play to its end, or to the moment ``most``."""
    for _ in moments(game, seed, most):
        pass
    return game


@cache
def finished(index: int, seed: int) -> colony.Game:
    """A rich random game of a table, played to its end."""
    players, chosen = TABLES[index]
    return played(new(players, chosen, seed, rich=True), seed)


def sentence(error: BaseException) -> str:
    """The error's message, which must be one sentence."""
    text = str(error)
    assert text.endswith(".") and "\n" not in text and len(text.split()) > 4, text
    assert not re.search(r"Traceback|\{[a-z_]+\}|please report", text), text
    return text


# ------------------------------------------------------------------ the rules worked out again


def spaces(products: dict[str, int]) -> int:
    """INC-1: a crop fills one space, a mineral two."""
    return sum(n * (1 if name in CROPS else 2) for name, n in products.items())


def own(view: View, seat: int) -> list[dict[str, Any]]:
    """The countries of a seat."""
    return [c for c in view["countries"].values() if c["owner"] == seat]


def goods(view: View, seat: int) -> Counter[str]:
    """All counters of a seat."""
    total: Counter[str] = Counter()
    for c in own(view, seat):
        total.update(c["products"])
    return total


def exports(view: View, seat: int) -> int | None:
    """INC-3: spaces that can be exported; None without a usable port."""
    going = [c for c in own(view, seat) if c["armies"] or not c["rebellion"]]
    if not any(c["port"] for c in going):
        return None
    return sum(spaces(c["products"]) for c in going)


def pays(n: int) -> int:
    """INC-2: n spaces pay n + n // 2 coins."""
    return n + n // 2


def next_income(view: View, seat: int) -> int:
    """INC-2, INC-3, MON-1, IND-4 and kept cards: the next income."""
    power = view["powers"][seat]
    total = 0
    out = exports(view, seat)
    if out is not None:
        total += pays(min(out, 6 * power["ships"]))
        total += sum(
            TUNED["monopoly"]["crop" if name in CROPS else "mineral"] for name in power["monopolies"]
        )
        for c in own(view, seat):
            total += pays(spaces(c["products"])) * QUARTERS[c["government"]] // 4
    kept = {card.id: card.kept for card in load_cards()}
    total += sum(kept[card][1] for card in power["kept"] if kept[card][0] == "income")
    return max(0, total)


def added_up(journal: Any, players: int, coins: int = 5) -> tuple[list[int], list[int]]:
    """Money and Influence of every seat, from the journal alone."""
    money, influence = [coins] * players, [10] * players
    for record in journal:
        seat = record["seat"]
        if record["kind"] == "income":
            money[seat] += record["total"]
        elif record["kind"] == "money":
            money[seat] += record["amount"]
        elif record["kind"] == "pay":
            money[seat] -= record["amount"]
        elif record["kind"] == "influence":
            influence[seat] += record["by"]
        elif record["kind"] == "bids":
            for bidder, bid in record["bids"].items():
                money[bidder] -= bid["money"]
                influence[bidder] -= bid["points"]
    return money, influence


class Told:
    """The board as the journal alone tells it. ``hear`` takes records in their order."""

    def __init__(self, view: View) -> None:
        self.countries: dict[str, dict[str, Any]] = {
            letter: {
                "owner": None,
                "products": Counter(),
                **dict.fromkeys(BUILDINGS, False),
                "armies": 0,
                "rebellion": False,
                "independent": False,
                "government": None,
            }
            for letter in view["countries"]
        }
        self.figures: dict[tuple[int, str], str | None] = {}
        self.ships = [1] * view["players"]
        self.monopolies: dict[str, int | None] = {}

    def hear(self, record: dict[str, Any]) -> None:
        kind = record["kind"]
        here = self.countries.get(record.get("country"))  # type: ignore[arg-type]
        if kind == "owner":
            assert here is not None and here["owner"] == record["from"], record
            here["owner"] = record["to"]
        elif kind == "draw":
            here["products"][record["product"]] += 1  # type: ignore[index]
        elif kind == "lose":
            here["products"][record["product"]] -= 1  # type: ignore[index]
        elif kind in ("build", "destroy"):
            assert here is not None and here[record["what"]] is (kind == "destroy"), record
            here[record["what"]] = kind == "build"
        elif kind == "ship":
            self.ships[record["seat"]] += record["by"]
        elif kind == "army":
            here["armies"] += record["by"]  # type: ignore[index]
        elif kind == "move" and record["what"] != "army":
            figure = (record["seat"], record["what"])
            assert self.figures.get(figure) == record["source"], record
            self.figures[figure] = record["target"]
        elif kind == "monopoly":
            assert self.monopolies.get(record["product"]) == record["from"], record
            self.monopolies[record["product"]] = record["to"]
        elif kind == "place_rebellion":
            assert here is not None and not here["rebellion"], record
            here["rebellion"] = True
        elif kind == "rebellion" and record["suppressed"]:
            here["rebellion"] = False  # type: ignore[index]
        elif kind == "ended":
            here["rebellion"] = False  # type: ignore[index]
        elif kind == "grant":
            assert here is not None and here["rebellion"] is record["rebellion"], record
            assert (here["armies"] > 0) is record["army"], record
            here["rebellion"], here["independent"] = False, True
        elif kind == "government":
            here["government"] = record["form"]  # type: ignore[index]
