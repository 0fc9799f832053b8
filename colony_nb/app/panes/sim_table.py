"""The table's words for the simplified game: head, powers, tables, bar, debrief, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from colony_nb.app.panes.sim_reading import accounts_html, phase_title, years_of_phase
from colony_nb.app.panes.sim_steps import step_of, steps
from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import disc, product
from colony_nb.commentary import simplified_texts
from colony_nb.plots.layout import MINERALS
from colony_nb.plots.palette import POWERS

if TYPE_CHECKING:
    from colony_nb.app.moment import Moment

Record = Mapping[str, Any]
ROMAN = ("I", "II", "III", "IV")
COLUMNS = ("armies", "counters", "prestige", "money")
FEW = ("prestige", "money")  # in a presentation; the rest stands under the name


# ---------------------------------------------------------------- head and bar


def header_html(m: Moment, texts: Texts) -> str:
    """The title, the four phases with their years, the step."""
    say, book = texts.say, texts.book
    number, now = step_of(m), int(m.view["phase"])
    if m.screen is not None:
        number, now = m.screen.step, m.screen.phase
    elif m.debrief:
        number, now = max(n for n, row in enumerate(steps(m), 1) if row.phase == m.debrief), m.debrief
    phases = []
    for n, roman in enumerate(ROMAN, 1):
        years = years_of_phase(m, n)
        label = esc(say("sim.phase_label", phase=roman, title=phase_title(texts, n), years=years))
        state = "on" if n == now else "past" if n < now else ""
        shown = f"<b>{years}</b>" if state == "on" else ""
        current = ' aria-current="step"' if state == "on" else ""
        phases.append(
            f'<span class="ph {state}"{current} title="{label}"><span class="sf" aria-hidden="true">{roman}'
            f'</span><span class="vh">{label}</span>{shown}</span>'
        )
    rows = steps(m)
    title = simplified_texts.step(book, rows[number - 1].rule)["title"]
    place = f"{esc(say('sim.step'))} <b>{number}</b> {esc(say('sim.of', count=len(rows)))}"
    return (
        f'<div class="hd"><h1 class="ttl">{esc(book.word("screen.title"))}</h1>'
        f'<span class="phs">{"".join(phases)}</span><span class="rd">{place}</span>'
        f'<span class="st">{esc(title)}</span></div>'
    )


def purse_line(m: Moment, seat: int, texts: Texts) -> str:
    """What the power that is asked holds."""
    power = m.power(seat)
    return texts.say(
        "sim.purse",
        money=texts.count("coin", power["money"]),
        prestige=power["prestige"],
        counters=texts.count("counter", power["counters"]),
    )


def round_words(m: Moment, step: int, texts: Texts) -> str:
    """A heading of the journal: the step with its title."""
    if not 1 <= step <= len(steps(m)):
        return texts.say("journal.setup")
    title = simplified_texts.step(texts.book, steps(m)[step - 1].rule)["title"]
    return texts.say("sim.round", step=step, title=title)


# ---------------------------------------------------------------- powers


def summary(m: Moment, power: Mapping[str, Any], texts: Texts) -> str:
    """Everything a power's row shows in one sentence."""
    say, count = texts.say, texts.count
    products = [texts.book.word(f"product.{p}.name") for p in power["monopolies"]]
    return say(
        "sim.summary",
        power=power["name"],
        money=count("coin", power["money"]),
        prestige=power["prestige"],
        countries=count("country", len(power["countries"])),
        counters=count("counter", power["counters"]),
        armies=count("army", power["armies"]),
        monopolies=say("sim.monopolies_of", products=texts.book.join(products)) if products else "",
    )


def powers_html(m: Moment, texts: Texts, big: bool = False) -> str:
    """A row for each power with countries, armies, counters, prestige and coins; the ladder of prestige."""
    say = texts.say
    head = f'<th scope="col">{esc(say("powers.title"))}</th>' + "".join(
        f'<th scope="col">{esc(say(f"sim.{key}"))}</th>' for key in (FEW if big else COLUMNS)
    )
    rows = "".join(_row(m, power, texts, big) for power in m.view["powers"])
    title = esc(say("powers.title"))
    return (
        f'<div class="sp"><table><caption class="vh">{title}</caption><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table>{ladder_svg(m, texts, big)}</div>"
    )


def _row(m: Moment, power: Mapping[str, Any], texts: Texts, big: bool) -> str:
    seat = power["seat"]
    own = [c for c in m.view["countries"].values() if c["owner"] == seat]
    second = [texts.count("country", len(own))]
    if big:
        second = [texts.count("counter", power["counters"]), texts.count("army", power["armies"])]
    elif free := sum(c["independent"] for c in own):
        second.append(texts.say("sim.independent", count=free))
    if not big and (risen := sum(c["rebellion"] for c in own)):
        second.append(texts.say("sim.rebellions", count=risen))
    state = _state(m, seat, texts)
    mono = "".join(product(p, p in MINERALS, 18) for p in power["monopolies"])
    active = ' class="act"' if state else ""
    words = esc(", ".join(second) if big or not state else state)
    if big and m.view["players"] > 4:
        words = ""
    cells = "".join(
        f'<td class="m">{power[key]}</td>' if key == "money" else f"<td>{power[key]}</td>"
        for key in (FEW if big else COLUMNS)
    )
    if big:
        mono = ""
    return (
        f'<tr{active}><th scope="row"><span class="vh">{esc(summary(m, power, texts))}</span>'
        f'<div class="nm">{disc(seat, 22)}<span>{esc(power["name"])}</span></div>'
        f'<div class="stt">{words}</div>{f"<div class=mono>{mono}</div>" if mono else ""}</th>'
        f"{cells}</tr>"
    )


def _state(m: Moment, seat: int, texts: Texts) -> str:
    """ "choosing" for the seat at the screen. Who else has chosen is not told."""
    if m.over or m.at is not None:
        return ""
    if m.seat == seat:
        return texts.say("powers.choosing")
    return texts.say("powers.acting") if m.decision is None and m.view["turn"] == seat else ""


def ladder_svg(m: Moment, texts: Texts, big: bool = False) -> str:
    """The ladder of prestige as a picture; the same figures stand in the rows above it."""
    powers = m.view["powers"]
    most = max(20, *(power["prestige"] for power in powers))
    width, left, gap, disc_, letter, number = (
        (300.0, 16.0, 25, 11.6, 15.6, 16) if big else (440.0, 14.0, 21, 9.6, 12.5, 12)
    )
    span = (width - 2 * left) / most
    stacks: dict[int, list[int]] = {}
    for power in powers:
        stacks.setdefault(power["prestige"], []).append(power["seat"])
    high = min(3, max(len(seats) for seats in stacks.values()))
    base = gap * high + 10
    ticks = list(range(0, most + 1, 10 if big else 5))
    out = [
        f'<svg class="pl" viewBox="0 0 {width:.0f} {base + number + 12}" aria-hidden="true">',
        f'<line x1="{left}" y1="{base}" x2="{width - left}" y2="{base}" stroke="currentColor"/>',
    ]
    for n in ticks:
        x = left + n * span
        out.append(f'<line x1="{x:.1f}" y1="{base}" x2="{x:.1f}" y2="{base + 5}" stroke="currentColor"/>')
        out.append(
            f'<text x="{x:.1f}" y="{base + number + 7}" text-anchor="middle" font-size="{number}"'
            f' fill="currentColor">{n}</text>'
        )
    title = esc(texts.say("sim.prestige_ladder"))
    out.append(
        f'<text x="{left}" y="12" font-size="12" fill="currentColor">{title}</text>'
        if not big and all(n * span > 90 for n in stacks)
        else ""
    )
    for n, seats in stacks.items():
        for i, seat in enumerate(seats):
            x, y, mark = left + n * span + gap * (i // 3), base - disc_ - 1 - gap * (i % 3), POWERS[seat]
            out.append(
                f'<circle cx="{x:.1f}" cy="{y}" r="{disc_}" fill="{mark.colour}" stroke="#1B2024"/>'
                f'<text x="{x:.1f}" y="{y + letter * 0.35:.1f}" text-anchor="middle" font-size="{letter}"'
                f' font-weight="700" fill="#101416">{mark.letter}</text>'
            )
    return "".join([*out, "</svg>"])


def purse_html(m: Moment, texts: Texts) -> str:
    """Coins and prestige of all powers in one line, for a presentation."""
    cells = []
    for power in m.view["powers"]:
        mark = POWERS[power["seat"]]
        cells.append(
            f'<span class="pu"><span class="vh">{esc(summary(m, power, texts))}</span>'
            f'<span aria-hidden="true"><i style="background:{mark.colour}">{mark.letter}</i>'
            f" <b>{power['money']}</b> {power['prestige']}</span></span>"
        )
    many = "" if len(cells) <= 4 else " many"
    return f'<div class="pus{many}">{"".join(cells)}</div>'


# ---------------------------------------------------------------- tables


def power_rows(m: Moment, texts: Texts) -> tuple[list[str], list[tuple[str, ...]]]:
    """(head, rows) of the table of powers."""
    keys = ("money", "prestige", "countries", "counters", "armies", "monopolies")
    rows: list[tuple[str, ...]] = []
    for power in m.view["powers"]:
        products = [texts.book.word(f"product.{p}.name") for p in power["monopolies"]]
        rows.append(
            (
                power["name"],
                str(power["money"]),
                str(power["prestige"]),
                str(len(power["countries"])),
                str(power["counters"]),
                str(power["armies"]),
                ", ".join(products) or "–",
            )
        )
    return [texts.say(f"sim.{key}") for key in ("power", *keys)], rows


def step_rows(m: Moment, texts: Texts) -> tuple[list[str], list[tuple[str, ...]]]:
    """(head, rows) of the table of steps, up to the one that is played."""
    rows: list[tuple[str, ...]] = []
    for number, step in enumerate(steps(m)[: step_of(m)], 1):
        title = simplified_texts.step(texts.book, step.rule)["title"]
        phase = f"{step.phase} {phase_title(texts, step.phase)}"
        rows.append((str(number), title, phase, years_of_phase(m, step.phase)))
    return [texts.say(f"sim.{key}_column") for key in ("step", "title", "phase", "years")], rows


# ---------------------------------------------------------------- debrief and end


def debrief_title(texts: Texts, phase: int) -> str:
    return texts.say("sim.debrief", phase=ROMAN[phase - 1], title=phase_title(texts, phase))


def debrief_questions(texts: Texts, phase: int) -> list[str]:
    return simplified_texts.questions(texts.book, phase)


def over_html(m: Moment, texts: Texts) -> str:
    """The end in neutral words: the last accounts, where they came from, and the question that is left."""
    result = m.game.result
    if result is None:
        return ""
    say, book = texts.say, texts.book
    names = [m.names[seat] for seat in result["winners"]]
    best = max(power["prestige"] for power in m.view["powers"])
    honoured = [p["name"] for p in m.view["powers"] if p["prestige"] == best]
    key = "end_money" if len(names) == 1 else "end_money_many"
    out = [
        f'<article class="ec"><h2 class="sf">{esc(say("sim.end_title"))}</h2>',
        f"<p>{esc(say(f'sim.{key}', powers=book.join(names)))}"
        f" {esc(say('sim.end_prestige', powers=book.join(honoured)))}</p>",
        f'<p class="hist">{esc(say("sim.end_ask"))}</p>',
        f'<div class="sim">{accounts_html(texts, m, step_of(m), False)}</div></article><ul>',
    ]
    for power in sorted(m.view["powers"], key=lambda p: -p["money"]):
        out.append(f"<li>{disc(power['seat'], 18)}<span>{esc(_took(m, power['seat'], texts))}</span></li>")
    return "".join([*out, "</ul>"])


def _took(m: Moment, seat: int, texts: Texts) -> str:
    """What a power took, built and supported, from the journal alone."""
    say, book = texts.say, texts.book
    drawn: Counter[str] = Counter()
    claimed, built, lost, forms = [], [], [], []
    for r in m.journal:
        kind = r["kind"]
        if kind == "owner":
            if r["to"] == seat:
                claimed.append(r["country"])
            elif r["from"] == seat and r["why"] == "independence":
                lost.append(r["country"])
        elif r.get("seat") != seat:
            continue
        elif kind == "draw":
            drawn[r["product"]] += 1
        elif kind == "build":
            built.append(r["what"])
        elif kind == "government":
            forms.append(r["form"])
    parts = [
        say(
            "sim.end_taken",
            power=m.names[seat],
            products=texts.count("counter", sum(drawn.values())),
            countries=book.join([book.country(letter) for letter in dict.fromkeys(claimed)]),
            built=book.join([book.word(f"thing.{what}.one") for what in dict.fromkeys(built)]),
        )
    ]
    if forms:
        named = [book.word(f"government.{form}.name") for form in dict.fromkeys(forms)]
        parts.append(say("sim.end_forms", forms=book.join(named)))
    if lost:
        places = book.join([book.country(letter) for letter in dict.fromkeys(lost)])
        parts.append(say("sim.end_lost", power=m.names[seat], countries=places))
    return " ".join(parts)
