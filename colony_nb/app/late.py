"""Columns and rows whose parts come to the page when they are first visible: it begins with what it shows.

While ``together`` is open, new parts wait for its end, so that a column is sent once however many came to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

import panel as pn
from bokeh.models import ImportedStyleSheet, UIElement
from panel.io.notebook import replace_inline_css
from panel.io.state import state
from panel.links import Callback

Part = TypeVar("Part")
_due: ContextVar[dict[tuple[int, str], tuple[Any, list[Any]]] | None] = ContextVar("due", default=None)


class Late:
    """What the table's columns and rows add to Panel's. A part that is ``early`` is in the page from the
    beginning, visible or not."""

    early = False
    _was_shown = False

    def alive(self: Any) -> bool:
        """False once the display it was made for is gone."""
        self._was_shown = self._was_shown or bool(self._models)
        return bool(self._models) or not self._was_shown

    def _get_objects(
        self: Any, model: Any, old_objects: list[Any], doc: Any, root: Any, comm: Any = None
    ) -> tuple[list[Any], list[Any]]:
        for gone in old_objects:
            if gone not in self.objects:
                gone._cleanup(root)
        ref, shown, kept = root.ref["id"], [], []
        for part in self.objects:
            if ref in part._models:
                kept.append(part._models[ref][0])
                shown.append(kept[-1])
            elif _wanted(part):
                shown.append(part._get_model(doc, root, model, comm))
            else:
                self._wait_for(part)
        return shown, kept

    def _same(self: Any, model: Any, ref: str) -> bool:
        """Whether the page has what is to be seen; hidden parts that came are waited for."""
        for part in self.objects:
            if ref not in part._models and not _wanted(part):
                self._wait_for(part)
        seen = [part for part in self.objects if ref in part._models or _wanted(part)]
        return [part._models.get(ref, (None,))[0] for part in seen] == model.children

    def _wait_for(self: Any, part: Any) -> None:
        waiting = self.__dict__.setdefault("_waiting", [])
        if part not in waiting:
            waiting.append(part)
            part.param.watch(self._appeared, "visible")

    def _appeared(self: Any, event: Any) -> None:
        part = event.obj
        missing = [ref for ref in self._models if ref not in part._models]
        if not event.new or not missing or part not in self.objects:
            return
        due = _due.get()
        if due is None:
            self.param.trigger("objects")
        else:
            for ref in missing:
                due.setdefault((id(self), ref), (self, []))

    def _apply_update(self: Any, events: Any, msg: dict[str, Any], model: Any, ref: str) -> bool:
        due = _due.get()
        known = "children" in msg and ref in state._views and ref not in state._fake_roots
        if known and (due is not None or self._same(model, ref)):
            if due is not None:
                due.setdefault((id(self), ref), (self, list(events["objects"].old)))
            msg = {name: value for name, value in msg.items() if name != "children"}
            if not msg:
                return True
        done: bool = super()._apply_update(events, msg, model, ref)  # type: ignore[misc]
        return done

    def _settle(self: Any, ref: str, old: list[Any]) -> None:
        """Gives the page the parts that are new."""
        if ref not in self._models or ref not in state._views:
            return
        _, root, doc, comm = state._views[ref]
        if not comm and doc.session_context and not state._unblocked(doc):
            self.param.trigger("objects")  # Panel does it when the document is free
            return
        model, _ = self._models[ref]
        had = {id(part) for part in self.objects if ref in part._models}
        children, _ = self._get_objects(model, old, doc, root, comm)
        if children == model.children:
            return
        new = [part for part in self.objects if id(part) not in had and ref in part._models]
        if doc.session_context is None:
            for part in new:  # before the page hears of it, so that it asks nobody for a style sheet
                bring_sheets(state._views[ref][0], part, ref)
        sizes = {
            name: getattr(model, name) for name in ("sizing_mode", "styles", "width", "min_width", "margin")
        }
        model.update(children=children, **self._compute_sizing_mode(children, sizes))
        for part in new:
            bring_links(part, ref, root)


class Parts:
    """Something with parts that are made when they are first needed: cached properties, each of which puts
    its part, or the part's ``panel``, into a column."""

    def _put(self, column: Any, order: Sequence[str], name: str, part: Part) -> Part:
        """A part that was just made gets its place before those that follow in ``order``; it is not shown."""
        panel: Any = getattr(part, "panel", part)
        panel.visible = False
        later = [self.__dict__[after] for after in order[order.index(name) + 1 :] if self._has(after)]
        places = [column.objects.index(getattr(after, "panel", after)) for after in later]
        column.insert(min(places, default=len(column)), panel)
        return part

    def _has(self, name: str) -> bool:
        return name in self.__dict__

    def _show(self, name: str, visible: bool) -> None:
        """Shows or hides a part; one that is not wanted is not made."""
        if visible or self._has(name):
            part = getattr(self, name)
            panel = getattr(part, "panel", part)
            if panel.visible != visible:
                panel.visible = visible


class Column(Late, pn.Column):
    """Panel's column, sparing."""


class Row(Late, pn.Row):
    """Panel's row, sparing."""


def _wanted(part: Any) -> bool:
    return bool(part.visible or getattr(part, "early", False))


@contextmanager
def together() -> Iterator[None]:
    """New parts of columns and rows come to the page at the end of the block."""
    if _due.get() is not None:
        yield
        return
    due: dict[tuple[int, str], tuple[Any, list[Any]]] = {}
    token = _due.set(due)
    try:
        yield
    finally:
        _due.reset(token)
        with ExitStack() as frozen:
            for doc in {state._views[ref][2] for _, ref in due if ref in state._views}:
                frozen.enter_context(doc.models.freeze())
            for (_, ref), (column, old) in due.items():
                column._settle(ref, old)


def bring_links(part: Any, ref: str, root: Any) -> None:
    """The scripts of a part's controls."""
    for one in part.select(pn.viewable.Viewable):
        for link in Callback.registry.get(one, ()) if ref in one._models else ():
            Callback._callbacks[type(link)](root, link, one, getattr(link, "target", None))


def bring_sheets(top: Any, part: Any, ref: str) -> None:
    """Panel leaves its own style sheets to its public host or, where it fills a notebook's cell, copies them
    into every component, each copy a walk through all models. Here each is in the page once."""
    known = top.__dict__.setdefault("_sheets", {}).setdefault(ref, {})
    for one in part.select(pn.viewable.Viewable):
        model = one._models[ref][0] if ref in one._models else None
        if isinstance(model, UIElement):
            sheets = [_inlined(sheet, known) for sheet in model.stylesheets]
            if sheets != model.stylesheets:
                model.stylesheets = sheets


def _inlined(sheet: Any, known: dict[str, Any]) -> Any:
    if not isinstance(sheet, ImportedStyleSheet):
        return sheet
    if sheet.url not in known:
        known[sheet.url] = replace_inline_css(sheet)
    return known[sheet.url]
