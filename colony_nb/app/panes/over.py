"""The end of the game: what the money was taken from, from the journal alone (END-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from colony_nb.app.moment import Moment
from colony_nb.app.panes import sim_table
from colony_nb.app.panes.sim_steps import is_simplified
from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import disc

Record = Mapping[str, Any]


@dataclass(slots=True)
class Taken:
    """Where one power's money came from and went to."""

    income: int = 0
    event: int = 0
    paid: int = 0
    products: Counter[str] = field(default_factory=Counter)
    countries: list[str] = field(default_factory=list)
    by_force: list[str] = field(default_factory=list)
    resisted: list[str] = field(default_factory=list)


def taken(journal: Iterable[Record], seat: int) -> Taken:
    """Adds up a seat's records."""
    out = Taken()
    for r in journal:
        kind = r["kind"]
        if kind == "owner" and r["to"] == seat:
            out.countries.append(r["country"])
            if r["why"] == "conquest":
                out.by_force.append(r["country"])
        elif kind == "bids" and seat in {int(k) for k in r["bids"]}:
            bid = r["bids"].get(seat) or r["bids"].get(str(seat))
            out.paid += bid["money"]
        elif r.get("seat") != seat:
            continue
        elif kind == "income":
            out.income += r["total"]
        elif kind == "money":
            out.event += r["amount"]
        elif kind == "pay":
            out.paid += r["amount"]
        elif kind == "draw":
            out.products[r["product"]] += 1
        elif kind == "rebellion":
            out.resisted.append(r["country"])
    return out


def over_html(m: Moment, texts: Texts) -> str:
    """Neutral: what was counted, where it came from, who resisted, what was not counted."""
    if is_simplified(m):
        return sim_table.over_html(m, texts)
    result = m.game.result
    if result is None:
        return ""
    say, book = texts.say, texts.book
    names = [m.names[seat] for seat in result["winners"]]
    out = [
        f'<article class="ec"><h2 class="sf">{esc(say("over.title"))}</h2>',
        f"<p>{esc(say('over.winner', powers=book.join(names)))}</p>",
    ]
    for seat in result["winners"]:
        out += [f"<p>{esc(line)}</p>" for line in _lines(m, seat, texts)]
    out.append(f'<p class="hist">{esc(say("over.ask"))}</p></article><ul>')
    for seat in sorted(range(len(result["money"])), key=lambda s: -result["money"][s]):
        money = texts.count("coin", result["money"][seat])
        row = esc(say("over.row", power=m.names[seat], money=money))
        out.append(f"<li>{disc(seat, 18)}<span>{row}</span></li>")
    out.append("</ul>")
    return "".join(out)


def _lines(m: Moment, seat: int, texts: Texts) -> list[str]:
    say, book, name = texts.say, texts.book, m.names[seat]
    t = taken(m.journal, seat)

    def places(letters: Iterable[str]) -> str:
        return book.join([book.country(letter) for letter in dict.fromkeys(letters)])

    counted = [f"{n} {book.word(f'product.{p}.name')}" for p, n in t.products.most_common()]
    coin = texts.count("coin", m.power(seat)["money"])
    event = f"{t.event:+d}".replace("-", "−")
    lines = [
        say("over.total", power=name, money=coin, income=t.income, event=event, paid=t.paid),
        say("over.products", power=name, products=book.join(counted)) if counted else say("over.no_products"),
        say("over.countries", power=name, countries=places(t.countries)),
    ]
    if t.by_force:
        lines.append(say("over.by_force", countries=places(t.by_force)))
    if t.resisted:
        lines.append(say("over.resist", power=name, countries=places(t.resisted)))
    else:
        lines.append(say("over.none_resist", power=name))
    return lines
