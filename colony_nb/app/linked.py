"""HTML whose links and buttons reach Python: whatever carries ``data-ref`` sends it when it is used.

Panel's HTML pane sends nothing back, so this is a component of its own. It works in a cell and served,
by mouse and by keyboard, as its links and buttons are real ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from zlib import crc32

import panel as pn
import param

from colony_nb.app.theme import script, sheet


class Plain(pn.custom.JSComponent):
    """A component whose script is plain JavaScript: the page takes it as it is, where Panel's own would go
    through a translator of other dialects first."""

    def _get_properties(self, doc: Any) -> dict[str, Any]:
        return super()._get_properties(doc) | {"bundle": f"{type(self).__name__}-{crc32(self._esm.encode())}"}


class Linked(Plain):
    """``object`` is HTML with everything from outside escaped; ``on_ref`` is called with the ``data-ref``
    of what was used. A change of ``shown`` gives the heading (``tabindex="-1"``) a focus that was lost."""

    object = param.String(default="")
    shown = param.Integer(default=0)

    _esm = script("linked")

    def __init__(self, on_ref: Callable[[str], None], **params: Any) -> None:
        super().__init__(**params)
        self._on_ref = on_ref

    def _handle_msg(self, data: Any) -> None:
        if isinstance(data, str):
            self._on_ref(data)


def linked(on_ref: Callable[[str], None], *styles: str, classes: tuple[str, ...] = (), **more: Any) -> Linked:
    """A piece of linked HTML in the table's style."""
    more.setdefault("sizing_mode", "stretch_width")
    return Linked(on_ref, stylesheets=sheet(*styles), css_classes=list(classes), margin=0, **more)


def anchor(ref: str) -> str:
    """The address that a link shows; a colon in it would be no valid selector for the page's own scripts."""
    return f"#{ref.replace(':', '-')}"


def link(ref: str, words: str) -> str:
    """A link; ``words`` is safe HTML, ``ref`` one of the project's own references."""
    return f'<a href="{anchor(ref)}" data-ref="{ref}">{words}</a>'


def press(ref: str, words: str) -> str:
    """A button; ``words`` is safe HTML."""
    return f'<button type="button" class="do" data-ref="{ref}">{words}</button>'
