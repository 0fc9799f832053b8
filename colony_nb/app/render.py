"""How a display becomes models of the page.

Panel walks through all models of a page a dozen times before it is sent: for things that the table has not
(plots of other libraries, links between controls) or has done already. Here the same is done with three.
"""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import uuid4

import panel as pn
from bokeh.document import Document
from panel.config import panel_extension
from panel.io.location import Location
from panel.io.notebook import JupyterCommManagerBinary, render_model
from panel.io.resources import set_resource_mode
from panel.io.state import state
from panel.models.comm_manager import CommManager

from colony_nb.app.late import Column, bring_links, bring_sheets
from colony_nb.app.loading import inline_sheets
from colony_nb.app.theme import bring_fonts

SOON = 10
"""Milliseconds that a notebook's page waits for what a click may bring along; Panel's own are 50."""


class Top(Column):
    """The outermost component of a display; fonts and, in a notebook, Panel's style sheets come with it."""

    def __init__(self, *objects: Any, **params: Any) -> None:
        super().__init__(*objects, **params)
        inline_sheets(self)
        hooks: list[Any] = self.__dict__["_hooks"]
        hooks.append(bring_fonts)

    def _preprocess(self, root: Any, changed: Any = None, old_models: Any = None) -> None:
        ref = root.ref["id"]
        bring_links(self if changed is None else changed, ref, root)
        if changed is not None and root.document is not None and root.document.session_context is None:
            bring_sheets(self, changed, ref)
        for hook in self._hooks:
            hook(self, root)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        config = pn.config
        if config.comms != "default" or config.embed or state._is_pyodide or not panel_extension._loaded:
            return super()._repr_mimebundle_(include, exclude)
        state._comm_manager = JupyterCommManagerBinary
        doc, comm = Document(), state._comm_manager.get_server_comm()
        location = None if state._views else Location()
        if location is not None:
            state._location = location
        with set_resource_mode("inline" if config.inline else "cdn"), doc.models.freeze():
            model = self.get_root(doc, comm)
            if self._design and self._design.theme.bokeh_theme:
                doc.theme = self._design.theme.bokeh_theme
            doc.add_root(model)
            doc.add_root(self._manager(model.ref["id"], comm))
            if location is not None:
                doc.add_root(location._get_model(doc, model, model, comm))
        doc.hold()
        bundle = render_model(model, comm, "inline" if config.inline else "cdn")
        if config.console_output != "disable":
            from IPython.display import display

            state._handles[model.ref["id"]] = (display(display_id=uuid4().hex), [])
        return bundle

    def _manager(self, ref: str, comm: Any) -> CommManager:
        """The model through which the page and this display talk."""
        manager = CommManager(comm_id=comm.id, plot_id=ref, debounce=SOON)
        client = state._comm_manager.get_client_comm(
            on_msg=partial(self._on_msg, ref, manager),
            on_error=partial(self._on_error, ref),
            on_stdout=partial(self._on_stdout, ref),
            on_open=lambda _: comm.init(),
        )
        self._comms[ref] = (comm, client)
        manager.client_comm_id = client.id
        return manager


class Plot(pn.pane.Bokeh):
    """A figure whose Python callbacks are on the figure itself."""

    @classmethod
    def applies(cls, object: Any) -> float | bool | None:
        return None  # Panel never chooses it by itself

    def _get_model(self, doc: Any, root: Any = None, parent: Any = None, comm: Any = None) -> Any:
        figure: Any = self.object
        if root is None or (figure._document is not None and figure._document is not doc):
            return super()._get_model(doc, root, parent, comm)
        if comm and self.autodispatch:
            self._wrap(figure, doc, comm)
        self._models[root.ref["id"]] = (figure, parent)
        self._design.apply_bokeh_theme_to_model(figure, self.theme)
        return figure

    def _wrap(self, figure: Any, doc: Any, comm: Any) -> None:
        """What a callback changes is sent at its end (Panel's own way, for one model)."""
        for wrapper, found in (
            (self._property_callback_wrapper, figure._callbacks),
            (self._event_callback_wrapper, figure._event_callbacks),
        ):
            for callbacks in found.values():
                callbacks[:] = [wrapper(callback, doc, comm, callbacks) for callback in callbacks]
