"""What the map, the ladders and the row of phases show, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from colony_nb.app.moment import Moment
from colony_nb.app.panes import sim_table
from colony_nb.app.panes.sim_steps import is_simplified
from colony_nb.app.texts import Texts, esc
from colony_nb.plots.layout import BUILDINGS, PRODUCTS

FIGURES = ("colonist", "missionary")
NONE = "–"


def table_html(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A folded table; the first cell of a row names it."""
    cells = "".join(f'<th scope="col">{esc(word)}</th>' for word in head)
    body = "".join(
        f'<tr><th scope="row">{esc(row[0])}</th>' + "".join(f"<td>{esc(c)}</td>" for c in row[1:]) + "</tr>"
        for row in rows
    )
    return (
        f"<details><summary>{esc(title)}</summary><table><caption class='vh'>{esc(title)}</caption>"
        f"<thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table></details>"
    )


def countries_html(m: Moment, texts: Texts) -> str:
    """A row for each country: whose it is, neighbours, counters, buildings, armies and figures."""
    book, say = texts.book, texts.say
    figures: dict[str, list[str]] = {}
    for power in m.view["powers"]:
        for figure in FIGURES:
            if power[figure]:
                words = say("tables.figure", figure=book.word(f"thing.{figure}.name"), power=power["name"])
                figures.setdefault(power[figure], []).append(words)
    rows = []
    for letter, c in m.view["countries"].items():
        if c["independent"]:
            owner = say("tables.independent")
        elif c["owner"] is None:
            owner = say("tables.unclaimed")
        else:
            owner = m.names[c["owner"]]
        goods = [
            f"{c['products'][p]} {book.word(f'product.{p}.name')}" for p in PRODUCTS if c["products"].get(p)
        ]
        things = [book.word(f"thing.{b}.name") for b in BUILDINGS if c[b]]
        if c["armies"]:
            things.append(texts.count("army", c["armies"]))
        things += figures.get(letter, [])
        if c["rebellion"]:
            things.append(say("tables.rebellion"))
        near = " ".join(sorted(c["neighbours"])) + (say("tables.coast") if c["coast"] else "")
        rows.append(
            (f"{c['name']} ({letter})", owner, near, ", ".join(goods) or NONE, ", ".join(things) or NONE)
        )
    head = [say(f"tables.{key}") for key in ("country", "owner", "near", "goods", "things")]
    return table_html(say("tables.countries"), head, rows)


def powers_html(m: Moment, texts: Texts) -> str:
    """A row for each power: what the two ladders show."""
    say = texts.say
    if is_simplified(m):
        return table_html(say("tables.powers"), *sim_table.power_rows(m, texts))
    rows = [
        (
            power["name"],
            str(power["money"]),
            str(power["income"]).replace("-", "−"),
            str(power["influence"]),
            str(power["ships"]),
            str(min(power["exportable"], 6 * power["ships"])),
            str(power["ladder"]),
            str(len(power["countries"])),
        )
        for power in m.view["powers"]
    ]
    keys = ("power", "money", "income", "influence", "ships", "shipped", "ladder", "held")
    return table_html(say("tables.powers"), [say(f"tables.{key}") for key in keys], rows)


def phases_html(texts: Texts) -> str:
    """A row for each phase with its title and years."""
    rows = []
    for number in range(1, 7):
        words = texts.book.phase(number)
        rows.append((str(number), words["title"], words["years"]))
    head = [texts.say("tables.phase"), texts.say("tables.title"), texts.say("tables.years")]
    return table_html(texts.say("tables.phases"), head, rows)


def tables_html(m: Moment, texts: Texts) -> str:
    """All three."""
    if is_simplified(m):
        phases = table_html(texts.say("sim.steps_table"), *sim_table.step_rows(m, texts))
    else:
        phases = phases_html(texts)
    return countries_html(m, texts) + powers_html(m, texts) + phases
