"""Pictures of a position: map, ladders, dice, and the same in words.

Input is always the plain dict that ``game.view()`` returns (or a journal record); no module here knows a
rule. ``map``, ``ladders`` and ``curves`` need Bokeh; all others use the standard library alone.
"""
