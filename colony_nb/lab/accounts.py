"""Where each power's money came from and went to, and out of which countries, from the journal alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Record = Mapping[str, Any]

SPACES = dict.fromkeys(("spices", "sugar", "cotton", "rubber", "tea", "coffee"), 1) | dict.fromkeys(
    ("gold", "silver", "gems", "ore", "timber", "oil"), 2
)
"""Ladder spaces of each product (INC-1)."""


@dataclass(slots=True)
class Account:
    """One power's money over the whole game. ``start`` + ``income`` + ``received`` - ``given`` - ``paid`` -
    ``bids`` is ``money``.

    ``goods`` is the part of the income paid for exported goods; ``countries`` and ``products`` share it
    out by ladder spaces, in whole coins, and ``unknown`` is what could not be shared out.
    """

    seat: int
    money: int
    start: int = 0
    goods: int = 0
    monopolies: int = 0
    governments: int = 0
    cards_in_income: int = 0
    received: int = 0
    given: int = 0
    paid: int = 0
    bids: int = 0
    unknown: int = 0
    countries: dict[str, int] = field(default_factory=dict)
    products: dict[str, int] = field(default_factory=dict)
    goods_of: dict[str, tuple[str, ...]] = field(default_factory=dict)
    from_powers: Counter[int] = field(default_factory=Counter)
    taken_from: list[tuple[int, str, int]] = field(default_factory=list)
    resisted: list[tuple[int, str]] = field(default_factory=list)

    @property
    def income(self) -> int:
        return self.goods + self.monopolies + self.governments + self.cards_in_income


class _Board:
    """What decides an export, kept up from records."""

    def __init__(self) -> None:
        self.owner: dict[str, int | None] = {}
        self.stock: dict[str, Counter[str]] = {}
        self.ports: set[str] = set()
        self.armies: Counter[str] = Counter()
        self.rebels: set[str] = set()

    def follow(self, r: Record) -> None:
        kind, country = r["kind"], r.get("country")
        if country is None:
            return
        if kind == "owner":
            self.owner[country] = r["to"]
        elif kind in ("draw", "lose"):
            self.stock.setdefault(country, Counter())[r["product"]] += 1 if kind == "draw" else -1
        elif kind == "build" and r["what"] == "port":
            self.ports.add(country)
        elif kind == "destroy" and r["what"] == "port":
            self.ports.discard(country)
        elif kind == "army":
            self.armies[country] += r["by"]
        elif kind == "place_rebellion":
            self.rebels.add(country)
        elif kind in ("ended", "grant") or (kind == "rebellion" and r["suppressed"]):
            self.rebels.discard(country)

    def exports(self, seat: int) -> Counter[tuple[str, str]]:
        """Ladder spaces that can leave, by country and product; none without a usable port (INC-3)."""
        own = [c for c, owner in self.owner.items() if owner == seat]
        usable = [c for c in own if c not in self.rebels or self.armies[c]]
        out: Counter[tuple[str, str]] = Counter()
        if self.ports.isdisjoint(usable):
            return out
        for country in usable:
            for product, count in self.stock.get(country, {}).items():
                if count:
                    out[country, product] += count * SPACES[product]
        return out


def _whole(parts: Mapping[str, Fraction], total: int) -> dict[str, int]:
    """The parts in whole coins that add up to ``total``, largest first; largest remainders are rounded up."""
    out = {key: int(value) for key, value in parts.items()}
    order = sorted(parts, key=lambda key: (out[key] - parts[key], key))
    for key in order[: total - sum(out.values())]:
        out[key] += 1
    return {key: out[key] for key in sorted(out, key=lambda key: (-out[key], key)) if out[key]}


def accounts(journal: Iterable[Record], money: Iterable[int]) -> list[Account]:
    """One account a seat. ``money`` is what each seat has at the end of the journal."""
    out = [Account(seat, coins) for seat, coins in enumerate(money)]
    board = _Board()
    shares: list[dict[tuple[str, str], Fraction]] = [{} for _ in out]
    for r in journal:
        kind, seat = r["kind"], r.get("seat")
        if kind == "income":
            _income(out[r["seat"]], r, board.exports(r["seat"]), shares[r["seat"]])
        elif kind == "pay":
            out[r["seat"]].paid += r["amount"]
        elif kind == "money":
            _dealing(out[r["seat"]], r)
        elif kind == "bids":
            for bidder, bid in r["bids"].items():
                out[int(bidder)].bids += bid["money"]
        elif kind == "owner" and r["to"] is not None and r["from"] is not None:
            if r["why"] == "conquest":
                out[r["to"]].taken_from.append((r["round"], r["country"], r["from"]))
        elif kind == "rebellion" and seat is not None:
            out[seat].resisted.append((r["round"], r["country"]))
        board.follow(r)
    for account, parts in zip(out, shares, strict=True):
        _close(account, parts)
    return out


def _income(
    account: Account, r: Record, exports: Counter[tuple[str, str]], shares: dict[Any, Fraction]
) -> None:
    pay, spaces = r["ladder_pay"], exports.total()
    account.goods += pay
    account.monopolies += r["monopoly_pay"]
    account.governments += r["government_pay"]
    account.cards_in_income += r["total"] - pay - r["monopoly_pay"] - r["government_pay"]
    if spaces != r["exportable"] or not spaces:
        account.unknown += pay
        return
    for key, n in exports.items():
        shares[key] = shares.get(key, Fraction(0)) + Fraction(pay * n, spaces)


def _dealing(account: Account, r: Record) -> None:
    if r["amount"] > 0:
        account.received += r["amount"]
        if r["other"] is not None:
            account.from_powers[r["other"]] += r["amount"]
    else:
        account.given -= r["amount"]


def _close(account: Account, shares: Mapping[tuple[str, str], Fraction]) -> None:
    known = account.goods - account.unknown
    by_country: dict[str, Fraction] = {}
    by_product: dict[str, Fraction] = {}
    goods: dict[str, dict[str, Fraction]] = {}
    for (country, product), coins in shares.items():
        by_country[country] = by_country.get(country, Fraction(0)) + coins
        by_product[product] = by_product.get(product, Fraction(0)) + coins
        goods.setdefault(country, {})[product] = coins
    account.countries = _whole(by_country, known)
    account.products = _whole(by_product, known)
    account.goods_of = {c: tuple(sorted(p, key=lambda name: (-p[name], name))) for c, p in goods.items()}
    account.start = (
        account.money - account.income - account.received + account.given + account.paid + account.bids
    )
