"""The pages of the History tab as safe HTML: commentary, entries, phase texts, debriefs, lists, search.

What a page may show is the gate's matter; a link to something that is not open yet stands as plain words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from colony_nb.app.linked import anchor, link, press
from colony_nb.app.moment import Moment
from colony_nb.app.panes import sim_table
from colony_nb.app.panes.gate import Gate, library
from colony_nb.app.panes.header import ROMAN
from colony_nb.app.panes.lines import item, shown
from colony_nb.app.panes.sim_steps import is_simplified
from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import disc
from colony_nb.commentary.debrief import debrief, told
from colony_nb.commentary.markup import Page, Words, describe, plain
from colony_nb.commentary.records import KINDS, NOTES, SECTIONS, Commentary

EACH, NEVER, LEAVE = "each", "never", "leave"
HOME = "home"
MOST_HITS, MOST_LINES, MOST_SEEN = 40, 30, 10
_REF = re.compile(r"[a-z]+:[A-Za-z0-9-]{1,60}")
# the order of look.md: the other side, who resisted, what the game leaves out, the question, how sure
_CARD_PARTS = ("perspective", "who_resisted", "aim", "why")


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], Mapping[str, str]]:
    table = Texts(language).linked
    longest = sorted(table, key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(map(re.escape, longest))})\b", re.IGNORECASE), table


def with_links(text: str, texts: Texts) -> str:
    """A sentence of the rules or of the board as HTML; its words for counters and figures lead to their
    entries, each at its first mention."""
    pattern, table = _patterns(texts.language)
    done: set[str] = set()
    out, at = [], 0
    for found in pattern.finditer(text):
        ref = table[found[0].casefold()]
        if ref in done:
            continue
        done.add(ref)
        out += [esc(text[at : found.start()]), link(ref, esc(found[0]))]
        at = found.end()
    return "".join([*out, esc(text[at:])])


def years_of(years: tuple[int, int], texts: Texts) -> str:
    """ "1511", "1780–1783", "1957–today"."""
    first, last = years
    if first == last:
        return str(first)
    return f"{first}–{last or texts.say('world.today')}"


class Pages:
    """Pages for one moment. ``notes``: EACH shows content notes, NEVER opens the texts, LEAVE leaves them
    out; ``opened`` are the references whose text a reader opened, ``left`` those left out."""

    def __init__(
        self, m: Moment, gate: Gate, texts: Texts, notes: str, opened: Iterable[str], left: Iterable[str]
    ) -> None:
        self.m = m
        self.gate = gate
        self.texts = texts
        self.say = texts.say
        self.history = library(texts.language)
        self.words = Words(texts.language)
        self._notes = notes
        self._opened = frozenset(opened)
        self._left = frozenset(left)

    # ---------------------------------------------------------------- which page

    def page(self, ref: str) -> str:
        """The page of a reference. What is closed or does not exist says so."""
        kind, _, slug = ref.partition(":")
        if ref == HOME:
            return self._home()
        if kind == "search":
            return self._found(ref.partition(":")[2])
        if kind == "list" and slug in KINDS:
            return self._list(slug)
        if kind == "country" and slug in self.m.view["countries"]:
            return self._country(slug)
        if kind == "rule" and slug in self.texts.book.rules():
            open_ = self.gate.opens(ref)
            return self._rule(slug) if open_ else self._message(self.say("sim.rule_shut"))
        if not self.gate.opens(ref):
            key = {"card": "closed_card", "phase": "closed_phase", "debrief": "closed_phase"}.get(kind)
            return self._message(self.say(f"history.{key or 'closed_person'}"))
        try:
            if kind == "card":
                return self._card(slug)
            if kind == "phase":
                return self._phase(int(slug))
            if kind == "debrief":
                return self.debrief(int(slug))
            return self._entry(ref)
        except KeyError:
            return self._message(self.say("history.unknown"))

    def name(self, ref: str) -> str:
        """How a link to a reference is called."""
        kind, _, slug = ref.partition(":")
        if kind == "debrief" and is_simplified(self.m):
            return sim_table.debrief_title(self.texts, int(slug))
        if kind == "debrief":
            title = self.history.phase(int(slug)).title
            return self.say("history.debrief", phase=ROMAN[int(slug) - 1], title=title)
        if kind == "phase":
            return self._phase_line(int(slug))
        if kind == "card":
            card = self.history.card(slug)
            return self.say(
                "history.card_line",
                title=card.title,
                place=card.place,
                years=years_of(card.years, self.texts),
            )
        return self.history.title(ref)

    # ---------------------------------------------------------------- pieces

    def _sheet(self) -> Page:
        return Page(self.history.source, self.words, self._href)

    def _href(self, ref: str) -> str | None:
        try:
            self.history.title(ref)
        except KeyError:
            return None
        return anchor(ref) if self.gate.opens(ref) else None

    def _heading(self, name: str) -> str:
        return esc(self.words.say(f"heading.{name}"))

    def _message(self, text: str) -> str:
        return f'<p class="mut" tabindex="-1">{esc(text)}</p>'

    def _links(self, refs: Iterable[str]) -> str:
        rows = "".join(f"<li>{link(ref, esc(self.name(ref)))}</li>" for ref in refs)
        return f'<ul class="refs">{rows}</ul>'

    def _noted(self, ref: str, notes: Iterable[str]) -> tuple[str, bool]:
        """(the content note, whether the text may stand below it)."""
        known = set(notes)
        what = [self.words.say(f"note.{note}") for note in NOTES if note in known]
        if not what or self._notes == NEVER:
            return "", True
        text = esc(self.words.say("note.text", what=self.texts.book.join(what)))
        open_ = ref in self._opened
        if open_:
            more = press("do:close", esc(self.say("note.close")))
        elif self._notes == LEAVE or ref in self._left:
            text += f" <b>{esc(self.say('note.left'))}</b>"
            more = press("do:read", esc(self.say("note.read")))
        else:
            more = press("do:read", esc(self.say("note.read")))
            more += press("do:leave", esc(self.say("note.leave")))
        head = self._heading("note")
        return f'<div class="gate"><p><b>{head}</b> {text}</p><div class="dos">{more}</div></div>', open_

    def _sources(self, page: Page) -> str:
        rows = page.sources_html()
        return f"<h3>{self._heading('sources')}</h3>{rows}" if rows else ""

    def _phase_line(self, number: int) -> str:
        phase = self.history.phase(number)
        return self.say(
            "history.phase_line",
            phase=ROMAN[number - 1],
            title=phase.title,
            years=years_of(phase.years, self.texts),
        )

    # ---------------------------------------------------------------- a card

    def _card(self, name: str) -> str:
        card, page, ref = self.history.card(name), self._sheet(), f"card:{name}"
        phase = self.history.phase(card.phase)
        years = years_of(phase.years, self.texts)
        head = self.say("history.card_head", phase=ROMAN[card.phase - 1], years=years)
        note, open_ = self._noted(ref, card.notes)
        facts = self.say(
            "history.facts",
            years=years_of(card.years, self.texts),
            place=card.place,
            peoples=", ".join(card.peoples),
        )
        out = [
            f'<article class="hc"><div class="k">{esc(head)}</div>{note}',
            f'<h2 class="sf" tabindex="-1">{esc(card.title)}</h2><p class="k">{esc(facts)}</p>',
            self._chosen(card),
        ]
        if open_:
            out.append(f"<h3>{self._heading('what_happened')}</h3>")
            out.append(f'<div class="hist">{page.html(card.text)}</div>')
            for part in _CARD_PARTS:
                if value := getattr(card, part):
                    out.append(f"<h3>{self._heading(part)}</h3>")
                    out.append(f'<div class="hist">{page.html(value)}</div>')
        bends = self.say("history.bends", phase=ROMAN[card.phase - 1])
        out.append(f"<p>{link(f'phase:{card.phase}', esc(bends))}</p>")
        if open_:
            question = page.inline_html(card.question)
            out.append(f'<div class="ask"><b>{self._heading("question")}</b><p>{question}</p></div>')
            if card.doubt:
                out.append(f"<h3>{self._heading('doubt')}</h3><p>{page.inline_html(card.doubt)}</p>")
            for key in card.sources:
                page.number(key)
            out.append(self._sources(page))
        return "".join([*out, "</article>"])

    def _chosen(self, card: Commentary) -> str:
        """Who turned the card over and what was chosen, the newest time."""
        record = next(
            (r for r in reversed(self.m.game.journal) if r["kind"] == "event" and r["card"] == card.id), None
        )
        words = self.texts.book.card(card.id)
        if record is None:
            return ""
        power, choice = self.m.names[record["seat"]], record.get("choice")
        mark = disc(record["seat"], 17)
        if choice not in ("a", "b") or "a" not in words:
            said = esc(self.say("history.turned", power=power))
            return f'<p class="k">{mark} {said}</p><p>{with_links(card.instruction, self.texts)}</p>'
        out = [f'<p class="k">{mark} {esc(self.say("history.chose", power=power))}</p>']
        for key in ("a", "b"):
            chosen = key == choice
            label = f"<b>{esc(self.say('history.chosen'))}</b>" if chosen else ""
            out.append(f'<div class="alt{" ch" if chosen else ""}">{label}{esc(words[key])}</div>')
        return "".join(out)

    # ---------------------------------------------------------------- an entry

    def _entry(self, ref: str) -> str:
        found, page = self.history.entry(ref), self._sheet()
        note, open_ = self._noted(ref, found.notes)
        out = [f'<article class="hc"><div class="k">{self._heading(found.kind)}</div>{note}']
        out.append(f'<h2 class="sf" tabindex="-1">{esc(found.title)}</h2>')
        if found.lived:
            facts = self.words.say("person.facts", lived=found.lived, place=found.place, phase=found.phase)
            side = self.words.say(f"person.{found.side}")
            out.append(f'<p class="k">{esc(facts)} {esc(side)}</p>')
        if open_:
            out.append(f'<div class="hist">{page.html(found.text)}</div>')
        if found.in_game:
            out.append(f"<h3>{self._heading('in_game')}</h3><p>{self._ruled(page, found.in_game)}</p>")
        if found.see:
            seen = [r if self._href(r) is None else link(r, esc(self.name(r))) for r in found.see]
            closed = [esc(self.name(r)) if s == r else s for r, s in zip(found.see, seen, strict=True)]
            rows = "".join(f"<li>{row}</li>" for row in closed)
            out.append(f'<h3>{self._heading("see")}</h3><ul class="refs">{rows}</ul>')
        if open_:
            for key in found.sources:
                page.number(key)
            out.append(self._sources(page))
        return "".join([*out, "</article>"])

    def _ruled(self, page: Page, text: str) -> str:
        """A text whose rule names lead to the rules."""
        known = self.texts.book.rules()
        safe = page.inline_html(text)
        return re.sub(
            r"\b[A-Z]{3}-\d+\b",
            lambda found: link(f"rule:{found[0]}", found[0]) if found[0] in known else found[0],
            safe,
        )

    def _rule(self, name: str) -> str:
        rule = self.texts.book.rule(name)
        head = f'<h2 class="sf" tabindex="-1">{esc(name)} {esc(rule["title"])}</h2>'
        return f'<article class="hc">{head}<p>{with_links(rule["text"], self.texts)}</p></article>'

    # ---------------------------------------------------------------- a phase

    def _phase(self, number: int) -> str:
        phase, page = self.history.phase(number), self._sheet()
        noted = {note for card in self.history.cards(number) for note in card.notes}
        note, open_ = self._noted(f"phase:{number}", noted)
        years = f"{years_of(phase.years, self.texts)}. {self.words.say('phase.years_note')}"
        title = self.words.say("phase.title", number=ROMAN[number - 1], title=phase.title)
        out = [
            f'<article class="hc"><div class="k">{esc(years)}</div>',
            f'{note}<h2 class="sf" tabindex="-1">{esc(title)}</h2>',
        ]
        if open_:
            parts = [*SECTIONS, "voices", "bends", "questions"]
            jumps = "".join(
                f'<li><a href="#{part}" data-to="{part}">{self._heading(part)}</a></li>' for part in parts
            )
            out.append(
                f'<nav aria-label="{esc(self.say("history.jump"))}"><ul class="refs">{jumps}</ul></nav>'
            )
            for part in SECTIONS:
                out.append(self._part(part) + f'<div class="hist">{page.html(getattr(phase, part))}</div>')
            out.append(self._part("voices"))
            for voice in phase.voices:
                out.append(f'<p class="hist"><b>{esc(voice.who)}.</b> {page.inline_html(voice.position)}</p>')
                if voice.quote:
                    quoted = esc(self.words.say("phase.quote", quote=voice.quote))
                    mark = page.inline_html(f"[[{voice.source}]]")
                    out.append(f'<blockquote class="hist">{quoted}{mark}</blockquote>')
            out.append(self._part("bends"))
            for bend in phase.bends:
                rule = f"{bend.rule} {self.texts.book.rule(bend.rule)['title']}"
                text = page.inline_html(bend.text)
                out.append(f"<p><b>{link(f'rule:{bend.rule}', esc(rule))}.</b> {text}</p>")
        rows = "".join(f"<li>{page.inline_html(text)}</li>" for text in phase.questions)
        out.append(f'{self._part("questions")}<ol class="ql">{rows}</ol>')
        turned = {r["card"] for r in self.m.game.journal if r["kind"] == "event"}
        cards = [c.id for c in self.history.cards(number) if c.id in turned and c.id in self.gate.cards]
        if cards:
            head = esc(self.say("history.cards"))
            out.append(f"<h3>{head}</h3>{self._links(f'card:{card}' for card in cards)}")
        return "".join([*out, self._sources(page), "</article>"])

    def _part(self, name: str) -> str:
        return f'<h3 data-part="{name}" tabindex="-2">{self._heading(name)}</h3>'

    # ---------------------------------------------------------------- a debrief

    def debrief(self, number: int) -> str:
        """What the table did in a phase, set against what the score counted; the questions; reading."""
        facts = debrief(self.m.game, number)
        phase, page = self.history.phase(number), self._sheet()
        title = self.name(f"debrief:{number}")
        lead = "debrief.lead_over" if self.m.game.over and number == self.gate.ended else "debrief.lead"
        sections = told(facts, self.history, self.m.names)
        did = "".join(self._section(s.title, s.lines) for s in sections if s.key != "score")
        counted = "".join(self._section("", s.lines) for s in sections if s.key == "score")
        asked = sim_table.debrief_questions(self.texts, number) if is_simplified(self.m) else phase.questions
        questions = "".join(f"<li>{page.inline_html(text)}</li>" for text in asked)
        read = "".join(self._read_on(item.source, item.why) for item in phase.read_on)
        return (
            f'<article class="hc db"><h2 class="sf" tabindex="-1">{esc(title)}</h2>'
            f'<p class="k">{esc(self.say(lead, phase=ROMAN[number - 1]))}</p><div class="two">'
            f"<section><h3>{esc(self.say('debrief.did'))}</h3>{did}</section>"
            f'<section class="score"><h3>{esc(self.say("debrief.counted"))}</h3>{counted}'
            f'<div class="ask"><b>{self._heading("questions")}</b><ol class="ql">{questions}</ol></div>'
            f"<h3>{self._heading('read_on')}</h3><ul>{read}</ul></section></div></article>"
        )

    @staticmethod
    def _section(title: str, lines: Iterable[str]) -> str:
        head = f"<h4>{esc(title)}</h4>" if title else ""
        return f"{head}<ul>{''.join(f'<li><span>{esc(line)}</span></li>' for line in lines)}</ul>"

    def _read_on(self, key: str, why: str) -> str:
        source = self.history.source(key)
        text = esc(describe(source, self.words))
        if source.url:
            text = f'<a href="{esc(source.url)}" rel="noopener" target="_blank">{text}</a>'
        return f"<li><span>{text}. {esc(plain(why))}</span></li>"

    # ---------------------------------------------------------------- lists

    def _home(self) -> str:
        say, gate = self.say, self.gate
        out = [f'<article class="hc"><h2 class="sf" tabindex="-1">{esc(say("history.title"))}</h2>']
        simple = is_simplified(self.m)
        out.append(f'<p class="k">{esc(say("sim.history_intro" if simple else "history.intro"))}</p>')
        if gate.asked:
            out.append(f'<div class="shut">{esc(say("history.waiting"))}</div>')
        out.append(f"<h3>{esc(say('sim.history_phases' if simple else 'history.phases'))}</h3>")
        out.append(self._links(f"phase:{n}" for n in range(gate.phases, 0, -1)))
        turned = {r["card"] for r in self.m.game.journal if r["kind"] == "event"}
        cards = [card for card in gate.cards if card in turned]
        if not simple:
            out.append(f"<h3>{esc(say('history.cards'))}</h3>")
            out.append(
                self._links(f"card:{card}" for card in cards)
                if cards
                else f"<p>{esc(say('history.no_cards'))}</p>"
            )
        if gate.ended:
            out.append(f"<h3>{esc(say('history.debriefs'))}</h3>")
            out.append(self._links(f"debrief:{n}" for n in range(gate.ended, 0, -1)))
        seen = [r for r in self.history.belongs(self.m.view, self.m.since).entries if gate.opens(r)]
        if seen:
            out.append(f"<h3>{esc(say('history.on_board'))}</h3>{self._links(seen[:MOST_SEEN])}")
        out.append(f'<h3>{esc(say("history.encyclopaedia"))}</h3><ul class="refs">')
        for kind in KINDS:
            count = len(self.history.entries(kind))
            words = self.words.say(f"heading.{kind}")
            out.append(
                f"<li>{link(f'list:{kind}', esc(say('history.counted', title=words, count=count)))}</li>"
            )
        return "".join([*out, "</ul></article>"])

    def _list(self, kind: str) -> str:
        refs = [e.ref for e in self.history.entries(kind) if self.gate.opens(e.ref)]
        refs.sort(key=lambda ref: self.history.title(ref).casefold())
        head = f'<h2 class="sf" tabindex="-1">{self._heading(kind)}</h2>'
        return f'<article class="hc">{head}{self._links(refs)}</article>'

    def _found(self, text: str) -> str:
        say = self.say
        hits = [h for h in self.history.search(text, 1000) if self.gate.opens(h.ref)][:MOST_HITS]
        if not hits:
            return self._message(say("history.found_none", text=text))
        head = esc(say("history.searched", text=text))
        out = [f'<article class="hc"><h2 class="sf" tabindex="-1">{head}</h2><ul class="hits">']
        for hit in hits:
            noted = self._notes != NEVER and self._has_note(hit.ref)
            piece = "" if noted else f"<br>{esc(hit.snippet)}"
            kind = esc(self.words.say(f"kind.{hit.kind}"))
            words = esc(self.name(hit.ref))
            out.append(f'<li><span>{link(hit.ref, words)} <span class="k">{kind}</span>{piece}</span></li>')
        some = esc(say("history.found_some", count=len(hits)))
        return "".join([*out, f'</ul><p class="k">{some}</p></article>'])

    def _has_note(self, ref: str) -> bool:
        kind, _, slug = ref.partition(":")
        if kind == "phase":
            return True
        return bool(self.history.card(slug).notes if kind == "card" else self.history.entry(ref).notes)

    # ---------------------------------------------------------------- a country of the board

    def _country(self, letter: str) -> str:
        """A country of the invented continent: what happened there at this table, in words that lead on."""
        say, view = self.say, self.m.view
        country = view["countries"][letter]
        title = say("history.place_title", country=country["name"])
        out = [f'<article class="hc"><h2 class="sf" tabindex="-1">{esc(title)}</h2>']
        out.append(f"<p>{esc(say('history.place_intro'))}</p>")
        refs = [f"rule:{rule}" for rule in ("ACT-1",) if rule in self.texts.book.rules()]
        rules = ", ".join(link(r, esc(f"{r[5:]} {self.texts.book.rule(r[5:])['title']}")) for r in refs)
        if rules:
            out.append(f"<p>{esc(say('history.place_rules'))}: {rules}</p>")
        out.append(f"<h3>{esc(say('history.place_told'))}</h3>")
        records = shown(r for r in self.m.journal if letter in _places(r))[-MOST_LINES:]
        rows = "".join(item(r, self.m.names, self.texts) for r in reversed(records))
        out.append(f"<ul>{rows}</ul>" if rows else f"<p>{esc(say('history.place_nothing'))}</p>")
        around = [n for n in country["neighbours"] if n in view["countries"]]
        names = "".join(f"<li>{link(f'country:{n}', esc(view['countries'][n]['name']))}</li>" for n in around)
        out.append(f'<h3>{esc(say("history.place_around"))}</h3><ul class="refs">{names}</ul>')
        return "".join([*out, "</article>"])


def _places(record: Mapping[str, Any]) -> set[str]:
    """The countries a record speaks of."""
    named = {record.get(key) for key in ("country", "source", "target")}
    return {letter for letter in named if isinstance(letter, str)}


def is_ref(text: str) -> bool:
    """Whether a text from the page has the form of a reference."""
    return bool(_REF.fullmatch(text))
