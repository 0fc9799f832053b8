"""Panel components in the table's style."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import panel as pn

from colony_nb.app.late import Column, Row
from colony_nb.app.render import Plot
from colony_nb.app.theme import sheet


def button(
    label: str, do: Callable[[], None], *styles: str, classes: tuple[str, ...] = (), **more: Any
) -> pn.widgets.Button:
    """A button that calls ``do``."""
    made = pn.widgets.Button(
        label=label,
        stylesheets=sheet("button", *styles),
        css_classes=list(classes),
        align="center",
        margin=0,
        **more,
    )
    made.on_click(lambda _event: do())
    return made


class Html(pn.pane.HTML):
    """HTML whose text alone changes: Panel's own goes through all its settings and style sheets again."""

    @classmethod
    def applies(cls, object: Any) -> bool | None:
        return None if isinstance(object, str) else False

    def _update(self, ref: str, model: Any) -> None:
        model.text = self._transform_object(self.object)["object"]


def html(*styles: str, classes: tuple[str, ...] = (), text: str = "", **more: Any) -> Html:
    """A piece of HTML; whatever comes from outside must have been escaped."""
    more.setdefault("sizing_mode", "stretch_width")
    return Html(text, stylesheets=sheet(*styles), css_classes=list(classes), margin=0, **more)


def column(*parts: Any, styles: tuple[str, ...] = (), classes: tuple[str, ...] = (), **more: Any) -> Column:
    more.setdefault("sizing_mode", "stretch_width")
    return Column(*parts, stylesheets=sheet(*styles), css_classes=list(classes), margin=0, **more)


def row(*parts: Any, styles: tuple[str, ...] = (), classes: tuple[str, ...] = (), **more: Any) -> Row:
    more.setdefault("sizing_mode", "stretch_width")
    return Row(*parts, stylesheets=sheet(*styles), css_classes=list(classes), margin=0, **more)


def plot(figure: Any, **more: Any) -> Plot:
    """A figure."""
    return Plot(figure, margin=0, **more)


def field_options(**more: Any) -> dict[str, Any]:
    """Keyword arguments of every input field."""
    return {"stylesheets": sheet("field"), "margin": 0, "sizing_mode": "stretch_width"} | more


def show(component: Any, visible: bool) -> None:
    """Sets ``visible`` only where it changes."""
    if component.visible != visible:
        component.visible = visible
