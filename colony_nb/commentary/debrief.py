"""The debrief of a phase: what the table did, from the journal, set against what the score counted (R1).

    facts = debrief(game, 3)          # plain data
    for section in told(facts, history, names):
        section.title, section.lines  # sentences

Sentences are neutral; a loss is told with who caused it, and what the journal does not hold is not told.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, Protocol

from colony_nb.commentary.catalogue import Catalogue
from colony_nb.commentary.history import History
from colony_nb.commentary.markup import Page, Words, describe, escape_markdown, plain
from colony_nb.paths import DATA

Record = Mapping[str, Any]
WITH_REBELLIONS = 3  # the first phase in which the rules place any
LAST_PHASE = 6


class Played(Protocol):
    """What a debrief needs of a game or of a look at one."""

    @property
    def journal(self) -> Sequence[Record]: ...

    def view(self, seat: int | None = None) -> dict[str, Any]: ...


@dataclass(slots=True)
class Resisted:
    """What happened in one country whose people resisted."""

    country: str
    seat: int
    rebels_seat: int | None = None
    fights: int = 0
    suppressed: bool = False
    spread_to: list[str] = field(default_factory=list)
    armies_lost: int = 0
    products_lost: int = 0


class Taken(NamedTuple):
    """Countries that came to a seat (``to``) or left one (``to`` None), in one way."""

    to: int | None
    source: int | None
    why: str
    countries: tuple[str, ...]


class Standing(NamedTuple):
    """A power at the phase's end, and how its money changed; ``gain`` None in the first phase."""

    seat: int
    money: int
    gain: int | None
    influence: int


class Chosen(NamedTuple):
    """An event card with two choices and what was chosen."""

    seat: int
    card: str
    choice: str


class Released(NamedTuple):
    """A country that a power gave up: with a rebellion or not, who bid, who controls it, its government."""

    country: str
    seat: int
    rebellion: bool
    bidders: tuple[int, ...] | None
    winner: int | None
    government: str | None


@dataclass(slots=True)
class Debrief:
    """What a table did in one phase. ``played``: the phase was begun; ``over``: it is finished.

    ``steps`` are the choices of the simplified version: (rule, {seat: option}).
    """

    game: str
    phase: int
    played: bool
    over: bool
    seats: int
    taken: list[Taken]
    resisted: list[Resisted]
    cards: list[tuple[int, str]]
    steps: list[tuple[str, dict[int, str]]]
    chosen: list[Chosen]
    drawn: dict[int, Counter[str]]
    income: Counter[int]
    standings: list[Standing]
    released: list[Released]
    held: int
    countries: int


def debrief(game: Played, phase: int | None = None) -> Debrief:
    """What the table did in ``phase`` (by default the phase of the game's moment).

    Reads journal and view only. A phase that was not played gives an empty debrief.
    """
    view = game.view()
    number = int(view["phase"]) if phase is None else phase
    journal = list(game.journal)
    # the first landings have round 0 of phase 1
    records = [r for r in journal if r["phase"] == number]
    over = view["step"] == "over" or int(view["phase"]) > number
    return Debrief(
        game=str(view["game"]),
        phase=number,
        played=bool(records),
        over=over and bool(records),
        seats=int(view["players"]),
        taken=_taken(records),
        resisted=_resisted(records),
        cards=[(r["seat"], r["card"]) for r in records if r["kind"] == "event"],
        steps=[
            (r["rule"], {int(seat): option for seat, option in r["chosen"].items()})
            for r in records
            if r["kind"] == "choices"
        ],
        chosen=[
            Chosen(r["seat"], r["card"], r["choice"]) for r in records if r["kind"] == "event" and r["choice"]
        ],
        drawn=_drawn(records),
        income=_income(records),
        standings=_standings(journal, number, view),
        released=_released(records),
        held=_held(journal, number),
        countries=len(view["countries"]),
    )


def _taken(records: Sequence[Record]) -> list[Taken]:
    ways: dict[tuple[int | None, int | None, str], list[str]] = {}
    for r in records:
        if r["kind"] == "owner":
            ways.setdefault((r["to"], r["from"], r["why"]), []).append(r["country"])
    return [Taken(*way, tuple(dict.fromkeys(countries))) for way, countries in ways.items()]


def _resisted(records: Sequence[Record]) -> list[Resisted]:
    found: dict[tuple[str, int], Resisted] = {}
    for r in records:
        if r["kind"] in ("place_rebellion", "rebellion") and r["seat"] is not None and r["seat"] >= 0:
            one = found.setdefault((r["country"], r["seat"]), Resisted(r["country"], r["seat"]))
            if r["kind"] == "rebellion":
                one.rebels_seat = r["rebels_seat"]
                one.fights += 1
                one.suppressed = bool(r["suppressed"])
                one.armies_lost += int(r["armies_lost"])
                one.products_lost += len(r.get("products_lost", ()))
                if r.get("spread_to"):
                    one.spread_to.append(r["spread_to"])
            else:
                one.suppressed = False
    return list(found.values())


def _drawn(records: Sequence[Record]) -> dict[int, Counter[str]]:
    out: dict[int, Counter[str]] = {}
    for r in records:
        if r["kind"] == "draw" and r["seat"] is not None:
            out.setdefault(r["seat"], Counter())[r["product"]] += 1
    return out


def _income(records: Sequence[Record]) -> Counter[int]:
    out: Counter[int] = Counter()
    for r in records:
        if r["kind"] == "income":
            parts = [r[name] for name in ("ladder_pay", "monopoly_pay", "government_pay") if name in r]
            out[r["seat"]] += sum(parts) if parts else r["total"]
    return out


def _standings(journal: Sequence[Record], phase: int, view: Mapping[str, Any]) -> list[Standing]:
    ends = [r for r in journal if r["kind"] == "standing"]
    before = [r for r in ends if r["phase"] < phase]
    within = [r for r in ends if r["phase"] == phase]
    if int(view["phase"]) == phase and view["step"] != "over":
        rows: Sequence[Mapping[str, Any]] = view["powers"]
    elif within:
        rows = within[-1]["rows"]
    else:
        return []
    start = {row["seat"]: row["money"] for row in before[-1]["rows"]} if before else {}
    return [
        Standing(
            row["seat"],
            row["money"],
            row["money"] - start[row["seat"]] if row["seat"] in start else None,
            row["influence"],
        )
        for row in rows
    ]


def _released(records: Sequence[Record]) -> list[Released]:
    out: dict[str, Released] = {}
    for r in records:
        if r["kind"] == "grant":
            out[r["country"]] = Released(r["country"], r["seat"], bool(r["rebellion"]), None, None, None)
        elif r["kind"] == "bids" and r["country"] in out:
            bidders = tuple(int(seat) for seat in r["bids"])
            out[r["country"]] = out[r["country"]]._replace(bidders=bidders, winner=r["winner"])
        elif r["kind"] == "government" and r["country"] in out:
            out[r["country"]] = out[r["country"]]._replace(government=r["form"])
    return list(out.values())


def _held(journal: Sequence[Record], phase: int) -> int:
    """How many countries a power held at the end of the phase."""
    owners = {r["country"]: r["to"] for r in journal if r["kind"] == "owner" and r["phase"] <= phase}
    return sum(owner is not None for owner in owners.values())


# ---------------------------------------------------------------- in sentences


class Section(NamedTuple):
    """A part of the debrief: its key ("taken", "score", ...), heading and sentences in plain text."""

    key: str
    title: str
    lines: list[str]


@cache
def _templates(language: str) -> dict[str, dict[str, Any]]:
    path = DATA / "text" / language / "debrief.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def _steps(language: str) -> dict[str, dict[str, Any]]:
    """The steps of the simplified version, by rule."""
    path = DATA / "text" / language / "simplified.toml"
    steps: dict[str, dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["step"]
    return steps


class Teller:
    """Says the parts of a debrief with the names of a table."""

    def __init__(self, history: History, names: Sequence[str]) -> None:
        self.history = history
        self.names = names
        self.book: Catalogue = history.words
        self.templates = _templates(history.language)

    def say(self, key: str, /, **values: Any) -> str:
        table, name = key.split(".")
        return self.book._fill(self.templates[table][name], values, self.names)

    def title(self, key: str, **values: Any) -> str:
        return self.say(f"heading.{key}", **values)

    def fights(self, count: int) -> str:
        form = self.templates["count"]["fight"]["one" if count == 1 else "other"]
        return str(form).replace("{count}", str(count))

    def taken(self, facts: Debrief) -> list[str]:
        lines = []
        for way in facts.taken:
            values = {"countries": list(way.countries)}
            if way.to is None:
                if way.why == "withdrawn" or (way.why == "independence" and facts.game == "simplified"):
                    lines.append(self.say(f"taken.{way.why}", seat=way.source, **values))
                continue
            if way.why in self.templates["taken"]:
                key = f"taken.{way.why}"
            else:
                key = "taken.expedition" if way.source is None else "taken.other"
            lines.append(self.say(key, seat=way.to, other=way.source, **values))
        if not facts.taken:
            lines.append(self.say("taken.none"))
        unheld = facts.countries - facts.held
        key = ("taken.held" if unheld else "taken.held_all") + ("" if facts.over else "_now")
        return [*lines, self.say(key, held=facts.held, all=facts.countries, unheld=str(unheld))]

    def resistance(self, facts: Debrief) -> list[str]:
        lines = []
        for seat in sorted({one.seat for one in facts.resisted}):
            own = [one for one in facts.resisted if one.seat == seat]
            fought = [one for one in own if one.fights]
            if fought:
                fights = self.fights(sum(one.fights for one in fought))
                where = [one.country for one in fought]
                other = fought[0].rebels_seat
                lines.append(
                    self.say("resistance.fought", seat=seat, countries=where, fights=fights, other=other)
                )
            parts = {
                "suppressed": [one.country for one in fought if one.suppressed],
                "goes_on": [one.country for one in fought if not one.suppressed],
                "spread": list(dict.fromkeys(country for one in fought for country in one.spread_to)),
                "placed": [one.country for one in own if not one.fights],
            }
            lines += [
                self.say(f"resistance.{key}", seat=seat, countries=countries)
                for key, countries in parts.items()
                if countries
            ]
            armies, products = sum(x.armies_lost for x in own), sum(x.products_lost for x in own)
            if armies or products:
                lines.append(self.say("resistance.losses", seat=seat, armies=armies, products=products))
        if not lines:
            if facts.game == "simplified":
                lines.append(self.say("resistance.simplified"))
            else:
                lines.append(self.say(f"resistance.{'none' if facts.phase >= WITH_REBELLIONS else 'before'}"))
        return lines

    def behind(self, facts: Debrief) -> list[str]:
        lines = []
        for _, name in facts.cards:
            card = self.history.card(name)
            if card.who_resisted:
                who = plain(card.who_resisted).rstrip(".") + "."
                lines.append(self.say("behind.card", title=card.title, who=who))
        return lines

    def choices(self, facts: Debrief) -> list[str]:
        lines = []
        for seat, name, choice in facts.chosen:
            card = self.book.card(name)
            chosen, left = card.get(choice), card.get("b" if choice == "a" else "a")
            if chosen and left:
                lines.append(
                    self.say("choices.made", title=card["title"], seat=seat, chosen=chosen, left=left)
                )
        for rule, chosen_by in facts.steps:
            step = _steps(self.history.language).get(rule, {})
            same: dict[str, list[int]] = {}
            for seat, option in chosen_by.items():
                if isinstance(option, str) and option in step:
                    same.setdefault(option, []).append(seat)
            rows = [self.say("choices.row", seats=same[o], chosen=step[o]) for o in sorted(same)]
            if rows:
                lines.append(self.say("choices.step", title=step["title"], rows=rows))
        return lines or [] if facts.game == "simplified" else lines or [self.say("choices.none")]

    def out(self, facts: Debrief) -> list[str]:
        lines = []
        for seat in range(facts.seats):
            products = facts.drawn.get(seat)
            rows = [self.say("out.row", count=n, product=p) for p, n in products.items()] if products else []
            key = "out.drawn" if rows else "out.paid"
            if facts.game == "simplified":
                key += "_simplified"
            lines.append(self.say(key, seat=seat, rows=[self.book.join(rows)], income=facts.income[seat]))
        return [*lines, self.say("out.labour")]

    def score(self, facts: Debrief) -> list[str]:
        lines = []
        also = "_simplified" if facts.game == "simplified" else ""
        for row in sorted(facts.standings, key=lambda row: -row.money):
            values: dict[str, Any] = {"seat": row.seat, "money": row.money, "influence": row.influence}
            key = "row_first" if row.gain is None else "row"
            if row.gain is not None:
                values["gain"] = f"{row.gain:+d}".replace("-", "−")
            lines.append(self.say(f"score.{key}{also}", **values))
        return [*lines, self.say(f"score.counted{also}")]

    def independence(self, facts: Debrief) -> list[str]:
        lines = []
        for one in facts.released:
            key = "resisted" if one.rebellion else "calm"
            lines.append(self.say(f"independence.{key}", seat=one.seat, country=one.country))
            if one.bidders and one.winner is not None:
                rows = [self.book.join([self.names[seat] for seat in one.bidders])]
                key = "bids" if len(one.bidders) > 1 else "bids_one"
                lines.append(self.say(f"independence.{key}", country=one.country, rows=rows, seat=one.winner))
            elif one.bidders is not None:
                lines.append(self.say("independence.bids_none", country=one.country))
            if one.government and one.winner is not None:
                form = self.book.word(f"government.{one.government}.name")
                lines.append(
                    self.say("independence.government", seat=one.winner, form=form, country=one.country)
                )
        return lines or [self.say("independence.none")]


def told(facts: Debrief, history: History, names: Sequence[str]) -> list[Section]:
    """The debrief in sentences, plain text. ``names``: the seats' names as the table shows them."""
    teller = Teller(history, names)
    if not facts.played:
        return [Section("state", "", [teller.say("state.none", phase=facts.phase)])]
    out = [] if facts.over else [Section("state", "", [teller.say("state.open")])]
    for key in ("taken", "resistance", "behind", "choices", "out", "independence", "score"):
        if key != "independence" or facts.phase == LAST_PHASE or facts.released:
            lines = getattr(teller, key)(facts)
            if lines:
                out.append(Section(key, teller.title(key), lines))
    return out


def title(facts: Debrief, history: History) -> str:
    """The debrief's heading."""
    text = history.phase(facts.phase).title
    return Teller(history, ()).title("title", phase=facts.phase, title=text)


def table_names(names: Sequence[str], colours: Sequence[str], words: Catalogue) -> list[str]:
    """The seats' names: a person's own, else the power's name instead of its colour."""
    powers = list(words.words("power").values())
    out = [
        powers[seat]["name"] if name == colours[seat].capitalize() else name
        for seat, name in enumerate(names)
    ]
    return out if len(set(out)) == len(out) else list(names)


def markdown(facts: Debrief, history: History, names: Sequence[str], questions: bool = True) -> str:
    """The debrief as Markdown: what was done and, unless ``questions`` is False, the questions of the phase
    and what to read on."""
    teller = Teller(history, names)
    phase = history.phase(facts.phase)
    parts = [f"## {escape_markdown(title(facts, history))}"]
    for section in told(facts, history, names):
        if section.title:
            parts.append(f"### {escape_markdown(section.title)}")
            parts.append("\n".join(f"- {escape_markdown(line)}" for line in section.lines))
        else:
            parts += map(escape_markdown, section.lines)
    if questions:
        page = Page(history.source, Words(history.language))
        lines = [f"{i}. {page.inline_markdown(text)}" for i, text in enumerate(phase.questions, 1)]
        parts += [f"### {escape_markdown(teller.title('questions'))}", "\n".join(lines)]
        parts += [f"### {escape_markdown(teller.title('read_on'))}", read_on_markdown(history, facts.phase)]
    return "\n\n".join(parts)


def read_on_markdown(history: History, phase: int) -> str:
    """The sources to read on with, each with a reason and its address."""
    words = Words(history.language)
    lines = []
    for item in history.phase(phase).read_on:
        source = history.source(item.source)
        address = f" <{source.url}>" if source.url else ""
        lines.append(
            f"- {escape_markdown(describe(source, words))}. {escape_markdown(plain(item.why))}{address}"
        )
    return "\n".join(lines)
