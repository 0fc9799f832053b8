"""The history's markup: paragraphs, ``[[source]]`` marks and ``[words](product:sugar)`` links, nothing else.

    page = Page(history.source, words, href=lambda ref: f"#{ref}")
    page.html(card.text)       # safe HTML; sources are numbered in the order in which the page cites them
    page.markdown(card.text)   # the same as Markdown
    page.sources_html()        # the list that belongs below

Everything else in a text is text and is escaped.
"""

from __future__ import annotations

import html
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from colony_nb.commentary.records import HistoryError, Source
from colony_nb.paths import DATA

Href = Callable[[str], str | None]

_SPAN = re.compile(r"\[\[(?P<key>[^\[\]\s]+)\]\]|\[(?P<words>[^\[\]]+)\]\((?P<ref>[a-z]+:[A-Za-z0-9-]+)\)")
_CITE = re.compile(r"\s*\[\[[^\[\]\s]+\]\]")
_LINK = re.compile(r"\[([^\[\]]+)\]\([a-z]+:[A-Za-z0-9-]+\)")
_MARKDOWN = re.compile(r"([\\`*_\[\]<>#|$~&])")
_LIST_START = re.compile(r"^(\d+)([.)])(?=\s)")
_SAFE = re.compile(r"(https?://|#|[A-Za-z0-9_./-]+(#|$)|[a-z]+:[A-Za-z0-9-]+$)")


class Span(NamedTuple):
    """A piece of a text: "text", "cite" (``ref`` is the source's key) or "link" (``ref`` its target)."""

    kind: str
    text: str
    ref: str = ""


def spans(paragraph: str) -> Iterator[Span]:
    """The pieces of one paragraph, in order; the space before a source mark goes."""
    at = 0
    for found in _SPAN.finditer(paragraph):
        before = paragraph[at : found.start()]
        if found["key"]:
            before = before.rstrip()
        if before:
            yield Span("text", before)
        if found["key"]:
            yield Span("cite", "", found["key"])
        else:
            yield Span("link", found["words"], found["ref"])
        at = found.end()
    if rest := paragraph[at:]:
        yield Span("text", rest)


def paragraphs(text: str) -> list[str]:
    """The text's paragraphs, each on one line."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text.strip()) if part.strip()]


def plain(text: str) -> str:
    """The text without marks, on one line."""
    return " ".join(_LINK.sub(r"\1", _CITE.sub("", text)).split())


def cited(text: str) -> list[str]:
    """The keys of the sources that the text cites, each once."""
    return list(dict.fromkeys(s.ref for p in paragraphs(text) for s in spans(p) if s.kind == "cite"))


def links(text: str) -> list[Span]:
    """The text's links."""
    return [s for p in paragraphs(text) for s in spans(p) if s.kind == "link"]


def escape_markdown(text: str) -> str:
    """The text so that Markdown (and the formulas of notebooks) takes no character of it as a sign."""
    return _LIST_START.sub(r"\1\\\2", _MARKDOWN.sub(r"\\\1", text))


@cache
def _words(language: str) -> dict[str, Any]:
    path = DATA / "text" / language / "history.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


class Words:
    """The words around the texts (``data/text/<language>/history.toml``); KeyError for an unknown one.

    >>> Words().say("source.label", number=2)
    'Source 2'
    """

    def __init__(self, language: str = "en") -> None:
        self._tables = _words(language)

    def say(self, key: str, /, **values: Any) -> str:
        table, name = key.split(".")
        return str(self._tables[table][name]).format(**values)


class Page:
    """Texts that share one numbered list of sources.

    ``find``: a source by its key (KeyError for an unknown one becomes a HistoryError). ``href``: the address
    of a link's target, None where there is none (the words stand without a link then). ``anchor``: with it,
    numbers in HTML lead to the list's lines, whose ids begin with it.
    """

    def __init__(
        self, find: Callable[[str], Source], words: Words, href: Href | None = None, anchor: str = ""
    ) -> None:
        self._find = find
        self._words = words
        self._href = href or (lambda ref: None)
        self._anchor = anchor
        self._numbers: dict[str, int] = {}

    def number(self, key: str) -> int:
        """The source's number on this page; given when first asked for. HistoryError for an unknown key."""
        if key not in self._numbers:
            try:
                self._find(key)
            except KeyError:
                raise HistoryError(f"There is no source {key!r}.") from None
            self._numbers[key] = len(self._numbers) + 1
        return self._numbers[key]

    @property
    def sources(self) -> list[Source]:
        """The sources by their numbers."""
        return [self._find(key) for key in self._numbers]

    def _address(self, ref: str) -> str | None:
        address = self._href(ref)
        return address if address and _SAFE.match(address) else None

    # ---------------------------------------------------------------- HTML

    def html(self, text: str) -> str:
        """The text as paragraphs of safe HTML."""
        return "".join(f"<p>{self.inline_html(p)}</p>" for p in paragraphs(text))

    def inline_html(self, text: str) -> str:
        """The text as one run of safe HTML, for a list's line or a table's cell."""
        return "".join(self._span_html(span) for span in spans(" ".join(text.split())))

    def _span_html(self, span: Span) -> str:
        if span.kind == "cite":
            number = self.number(span.ref)
            label = html.escape(self._words.say("source.label", number=number))
            shown = f"[{number}]"
            if self._anchor:
                shown = f'<a href="#{html.escape(self._anchor)}{number}" aria-label="{label}">{shown}</a>'
                return f'<sup class="src">{shown}</sup>'
            return f'<sup class="src" title="{label}">{shown}</sup>'
        text = html.escape(span.text)
        address = self._address(span.ref) if span.kind == "link" else None
        if address is None:
            return text
        return f'<a href="{html.escape(address)}" data-ref="{html.escape(span.ref)}">{text}</a>'

    def sources_html(self) -> str:
        """The numbered list of the sources cited so far; "" without any."""
        lines = []
        for number, source in enumerate(self.sources, 1):
            mark = f' id="{html.escape(self._anchor)}{number}"' if self._anchor else ""
            text = html.escape(self._described(source))
            if source.url:
                address = html.escape(source.url)
                text += f', <a href="{address}" rel="noopener" target="_blank">{address}</a>'
            lines.append(f"<li{mark}>{text}</li>")
        return f'<ol class="sources">{"".join(lines)}</ol>' if lines else ""

    # ---------------------------------------------------------------- Markdown

    def markdown(self, text: str) -> str:
        """The text as Markdown paragraphs."""
        return "\n\n".join(self.inline_markdown(p) for p in paragraphs(text))

    def inline_markdown(self, text: str) -> str:
        """The text as one line of Markdown."""
        return "".join(self._span_markdown(span) for span in spans(" ".join(text.split())))

    def _span_markdown(self, span: Span) -> str:
        if span.kind == "cite":
            return f"<sup>\\[{self.number(span.ref)}\\]</sup>"
        text = escape_markdown(span.text)
        address = self._address(span.ref) if span.kind == "link" else None
        return text if address is None else f"[{text}]({address})"

    def sources_markdown(self) -> str:
        """The numbered list of the sources cited so far; "" without any."""
        lines = []
        for number, source in enumerate(self.sources, 1):
            text = escape_markdown(self._described(source))
            address = f", <{source.url}>" if source.url else ""
            lines.append(f"{number}. {text}{address}")
        return "\n".join(lines)

    def _described(self, source: Source) -> str:
        return describe(source, self._words)


def describe(source: Source, words: Words) -> str:
    """Author, title and year of a source in one line, and whose side it speaks from (R4)."""
    form = "source.undated" if source.year in ("", "n.d.") else "source.dated"
    side = words.say(f"source.side_{source.side}")
    return words.say(form, author=source.author, title=source.title, year=source.year, side=side)
