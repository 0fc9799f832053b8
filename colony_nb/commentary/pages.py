"""Commentary, entries, phase texts and debriefs as pieces of safe HTML for the app.

``href`` gives the address of a link's target ("product:sugar", "card:p1-04"); every link carries its target
in ``data-ref`` too. Content notes stand first and everything of a noted text is folded behind them (R12).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from colony_nb.commentary.debrief import Debrief, Teller, title, told
from colony_nb.commentary.history import History
from colony_nb.commentary.markup import Href, Page, Words, describe, plain
from colony_nb.commentary.records import NOTES, SECTIONS

_CARD_PARTS = ("perspective", "who_resisted", "aim", "doubt", "why", "question")


class Pages:
    """Pages of one language."""

    def __init__(self, history: History | None = None, href: Href | None = None) -> None:
        self.history = history or History()
        self.words = Words(self.history.language)
        self._href = href

    def _page(self) -> Page:
        return Page(self.history.source, self.words, self._href)

    def _heading(self, name: str) -> str:
        return escape(self.words.say(f"heading.{name}"))

    def note(self, notes: Iterable[str]) -> str:
        """The content note in plain text, "" for none."""
        known = set(notes)
        what = [self.words.say(f"note.{note}") for note in NOTES if note in known]
        return self.words.say("note.text", what=self.history.words.join(what)) if what else ""

    def _noted(self, notes: Iterable[str], body: str) -> str:
        note = self.note(notes)
        if not note:
            return body
        summary = f"<strong>{self._heading('note')}.</strong> {escape(note)}"
        return f'<details class="noted"><summary>{summary}</summary>{body}</details>'

    def _sources(self, page: Page) -> str:
        rows = page.sources_html()
        return f"<h4>{self._heading('sources')}</h4>{rows}" if rows else ""

    def card(self, card: str) -> str:
        """A card's commentary. To be shown when its choice has been made, not before (F16)."""
        found, page = self.history.card(card), self._page()
        first, last = found.years
        years = str(first) if first == last else f"{first}-{last}"
        facts = f"{found.place}. {years}. {', '.join(found.peoples)}."
        body = [page.html(found.text)]
        for name in _CARD_PARTS:
            if value := getattr(found, name):
                body.append(f"<p><strong>{self._heading(name)}.</strong> {page.inline_html(value)}</p>")
        for key in found.sources:
            page.number(key)
        body.append(self._sources(page))
        head = f'<h3>{escape(found.title)}</h3><p class="facts">{escape(facts)}</p>'
        return f'<article class="history">{head}{self._noted(found.notes, "".join(body))}</article>'

    def entry(self, ref: str) -> str:
        """An entry of the encyclopaedia."""
        found, page = self.history.entry(ref), self._page()
        head = [f"<h3>{escape(found.title)}</h3>"]
        if found.lived:
            facts = self.words.say("person.facts", lived=found.lived, place=found.place, phase=found.phase)
            head.append(
                f'<p class="facts">{escape(facts)} {escape(self.words.say(f"person.{found.side}"))}</p>'
            )
        body = [page.html(found.text)]
        if found.in_game:
            text = page.inline_html(found.in_game)
            body.append(f"<p><strong>{self._heading('in_game')}.</strong> {text}</p>")
        if found.see:
            links = ", ".join(page.inline_html(f"[{self.history.title(r)}]({r})") for r in found.see)
            body.append(f"<p><strong>{self._heading('see')}.</strong> {links}</p>")
        body.append(self._sources(page))
        return f'<article class="history">{"".join(head)}{self._noted(found.notes, "".join(body))}</article>'

    def phase(self, number: int) -> str:
        """A phase's text with its voices and what the game bends."""
        found, page = self.history.phase(number), self._page()
        parts = [f"<h2>{escape(self.words.say('phase.title', number=number, title=found.title))}</h2>"]
        for name in SECTIONS:
            parts.append(f"<h3>{self._heading(name)}</h3>{page.html(getattr(found, name))}")
        parts.append(f"<h3>{self._heading('voices')}</h3>")
        for voice in found.voices:
            parts.append(f"<p><strong>{escape(voice.who)}.</strong> {page.inline_html(voice.position)}</p>")
            if voice.quote:
                quoted = escape(self.words.say("phase.quote", quote=voice.quote))
                mark = page.inline_html(f"[[{voice.source}]]")
                parts.append(f"<blockquote>{quoted}{mark}</blockquote>")
        rows = []
        for bend in found.bends:
            rule = f"{bend.rule}, {self.history.words.rule(bend.rule)['title']}"
            rows.append(f"<li><strong>{escape(rule)}.</strong> {page.inline_html(bend.text)}</li>")
        parts.append(f"<h3>{self._heading('bends')}</h3><ul>{''.join(rows)}</ul>{self._sources(page)}")
        return f'<article class="history">{"".join(parts)}</article>'

    def debrief(self, facts: Debrief, names: Sequence[str]) -> str:
        """A debrief: what was done, the questions, what to read on."""
        page, teller = self._page(), Teller(self.history, names)
        phase = self.history.phase(facts.phase)
        parts = [f"<h2>{escape(title(facts, self.history))}</h2>"]
        for section in told(facts, self.history, names):
            head = f"<h3>{escape(section.title)}</h3>" if section.title else ""
            parts.append(f"{head}<ul>{''.join(f'<li>{escape(line)}</li>' for line in section.lines)}</ul>")
        rows = "".join(f"<li>{page.inline_html(text)}</li>" for text in phase.questions)
        parts.append(f"<h3>{escape(teller.title('questions'))}</h3><ol>{rows}</ol>")
        rows = ""
        for item in phase.read_on:
            source = self.history.source(item.source)
            text = escape(describe(source, self.words))
            if source.url:
                address = escape(source.url)
                text = f'<a href="{address}" rel="noopener" target="_blank">{text}</a>'
            rows += f"<li>{text}. {escape(plain(item.why))}</li>"
        parts.append(f"<h3>{escape(teller.title('read_on'))}</h3><ul>{rows}</ul>")
        return f'<article class="history">{"".join(parts)}</article>'
