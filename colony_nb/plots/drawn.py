"""Glyphs on a figure whose data nobody selects."""

from __future__ import annotations

from typing import Any

from bokeh.core.properties import value
from bokeh.models import AllIndices, CDSView, ColumnDataSource, Glyph, GlyphRenderer, Text

PLACES = frozenset(("x", "y", "xs", "ys", "x0", "y0", "x1", "y1", "left", "right", "bottom", "top"))


class Drawing:
    """Adds glyphs to a figure.

    The page keeps three more pictures of each glyph: for what is selected, for the rest, for what is muted.
    Nothing ever is, so they are of the plainest kind; copies of the glyph itself, Bokeh's default, would be
    worked out anew with each change.
    """

    def __init__(self, figure: Any) -> None:
        self._figure = figure
        self._plain: dict[tuple[Any, ...], Glyph] = {}
        self._all = AllIndices()

    def add(
        self, source: ColumnDataSource, glyph: Glyph, place: int | None = None, **more: Any
    ) -> GlyphRenderer:
        """Draws one kind of glyph over what is there, or after so many others."""
        plain = dict.fromkeys(("selection_glyph", "nonselection_glyph", "muted_glyph"), self._like(glyph))
        view = CDSView(filter=self._all)
        drawn = GlyphRenderer(data_source=source, glyph=glyph, view=view, **plain, **more)
        there = list(self._figure.renderers)
        place = len(there) if place is None else place
        self._figure.renderers = [*there[:place], drawn, *there[place:]]
        return drawn

    def _like(self, glyph: Glyph) -> Glyph:
        """A glyph of the same class and places without anything else."""
        kind = type(glyph)
        places = {name: getattr(glyph, name) for name in sorted(PLACES.intersection(kind.properties()))}
        key = (kind, *((name, str(place)) for name, place in places.items()))
        if key not in self._plain:
            words = {"text": value(None)} if issubclass(kind, Text) else {}
            self._plain[key] = kind(**places, **words)
        return self._plain[key]
