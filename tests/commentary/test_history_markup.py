"""The history's markup: sources are numbered, links resolve, everything else is escaped."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest

from colony_nb.commentary.history import History
from colony_nb.commentary.markup import Page, Span, Words, cited, describe, links, plain, spans
from colony_nb.commentary.pages import Pages
from colony_nb.commentary.records import SIDES, HistoryError, Source

TEXT = (
    "They took [sugar](product:sugar). [[b]] It was theirs. [[a]] [[b]]\n\nNext <b>paragraph</b> & $x$ *y*."
)
SOURCES = {
    "a": Source("a", "Ana <script>", "One & all", "1999", "https://example.org/?a=1&b=2", "primary", "other"),
    "b": Source("b", "Ben", "Two", "n.d.", "", "scholarly", "colonised"),
}


def page(href: object = lambda ref: f"#{ref}", anchor: str = "") -> Page:
    return Page(SOURCES.__getitem__, Words(), href, anchor)  # type: ignore[arg-type]


def test_pieces_of_a_text() -> None:
    assert list(spans("A [b c](term:d-e). [[k-1]] F")) == [
        Span("text", "A "),
        Span("link", "b c", "term:d-e"),
        Span("text", "."),
        Span("cite", "", "k-1"),
        Span("text", " F"),
    ]
    assert cited(TEXT) == ["b", "a"]
    assert [span.ref for span in links(TEXT)] == ["product:sugar"]
    assert plain(TEXT) == "They took sugar. It was theirs. Next <b>paragraph</b> & $x$ *y*."


def test_html_numbers_sources_and_escapes() -> None:
    one = page(anchor="s")
    html = one.html(TEXT)
    assert html.startswith('<p>They took <a href="#product:sugar" data-ref="product:sugar">sugar</a>.<sup')
    assert re.findall(r">\[(\d)\]<", html) == ["1", "2", "1"]
    assert "&lt;b&gt;paragraph&lt;/b&gt; &amp;" in html and html.count("<p>") == 2
    rows = one.sources_html()
    assert rows.index("Ben: Two (no date") < rows.index("Ana &lt;script&gt;")
    assert 'id="s1"' in rows and 'href="https://example.org/?a=1&amp;b=2"' in rows and "<script>" not in rows


def test_markdown_numbers_sources_and_escapes() -> None:
    one = page()
    markdown = one.markdown(TEXT)
    assert "[sugar](#product:sugar).<sup>\\[1\\]</sup>" in markdown
    assert "\\<b\\>paragraph\\</b\\> \\& \\$x\\$ \\*y\\*." in markdown
    assert one.sources_markdown().splitlines()[0] == "1. Ben: Two (no date; from the colonised side)"
    assert page().inline_markdown("1. Not a list") == "1\\. Not a list"


@pytest.mark.parametrize("side", SIDES)
def test_every_source_says_whose_side_it_speaks_from(side: str) -> None:
    words = Words()
    said = words.say(f"source.side_{side}")
    others = {words.say(f"source.side_{other}") for other in SIDES if other != side}
    source = replace(SOURCES["a"], key="c", side=side)
    one = Page({"c": source}.__getitem__, words)
    one.number("c")
    for shown in (
        html.unescape(one.sources_html()),
        one.sources_markdown(),
        describe(source, words),
        describe(replace(source, year="n.d."), words),
    ):
        assert said in shown and not any(other in shown for other in others)


def test_a_link_without_an_address_is_just_words() -> None:
    assert page(lambda ref: None).html("[sugar](product:sugar)") == "<p>sugar</p>"
    assert page(lambda ref: "javascript:alert(1)").html("[sugar](product:sugar)") == "<p>sugar</p>"
    assert page(lambda ref: 'x" onclick="y').html("[sugar](product:sugar)") == "<p>sugar</p>"


def test_an_unknown_source_is_one_sentence() -> None:
    with pytest.raises(HistoryError, match="There is no source 'c'"):
        page().html("Nothing. [[c]]")


def test_nothing_cited_gives_no_list() -> None:
    assert page().sources_html() == page().sources_markdown() == ""


def test_every_page_of_the_app_is_made_and_closed() -> None:
    pages = Pages(History(), href=lambda ref: f"#{ref}")
    made = [pages.card(card.id) for card in pages.history.cards()]
    made += [pages.entry(entry.ref) for entry in pages.history.entries()]
    made += [pages.phase(number) for number in range(1, 7)]
    for text in made:
        assert text.startswith('<article class="history">') and text.endswith("</article>")
        assert "[[" not in text and "](" not in text
        for tag in ("p", "details", "ol", "li", "a", "sup"):
            assert len(re.findall(rf"<{tag}[ >]", text)) == text.count(f"</{tag}>"), tag


def test_a_content_note_stands_before_the_text_it_speaks_of() -> None:
    pages = Pages(History())
    noted = next(card for card in pages.history.cards() if card.notes)
    calm = next(card for card in pages.history.cards() if not card.notes)
    html = pages.card(noted.id)
    assert html.index("<summary>") < html.index("</summary>") < html.index(noted.text.split()[0] + " ")
    assert "<details" not in pages.card(calm.id)
