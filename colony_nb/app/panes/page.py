"""The page's side of a display: a banner when Python is gone, a voice, the theme, names for readers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import param

from colony_nb.app.linked import Plain
from colony_nb.app.loading import keeping, served
from colony_nb.app.moment import Moment
from colony_nb.app.table import Table
from colony_nb.app.theme import script, sheet


class Page(Plain):
    """Runs ``data/look/page.js``. ``on_theme`` hears whether the notebook is dark, ``on_kept`` the code that
    this browser tab has kept over a reload."""

    lost = param.String(doc="What the banner says.")
    speech = param.Dict(default={"key": "", "n": 0, "text": ""}, doc="What is spoken, once for each n.")
    labels = param.Dict(default={}, doc="Names for what has none.")
    code = param.String(doc="The newest game code.")
    keeps = param.Boolean(doc="Whether the tab keeps it.")
    present = param.Boolean(doc="Whether this display is for the back of a room.")

    _esm = script("page")

    def __init__(
        self,
        table: Table,
        on_theme: Callable[[bool], None],
        on_kept: Callable[[str], None],
        on_rule: Callable[[str], None],
        on_ref: Callable[[str], None],
        on_moment: Callable[[int], None],
    ) -> None:
        say = table.texts.say
        labels = {"table": say("page.table"), "page": say("page.page"), "said": say("page.said")}
        labels["slider"] = say("page.slider")
        labels |= {"more": say("sim.one_more"), "less": say("sim.one_less")}
        super().__init__(
            labels=labels | {"file": say("game.file")},
            keeps=served(),
            css_classes=["cnb-page"],
            stylesheets=sheet("banner"),
            margin=0,
            sizing_mode="stretch_width",
        )
        self._table = table
        self._on_theme, self._on_kept, self._on_rule = on_theme, on_kept, on_rule
        self._on_ref, self._on_moment = on_ref, on_moment
        self.update(None)

    def _handle_msg(self, data: Any) -> None:
        if not isinstance(data, dict):
            return
        if "ping" in data:
            with keeping(self):
                self._send_msg({"pong": True})
        elif isinstance(data.get("rule"), str):
            self._on_rule(data["rule"][:20])
        elif isinstance(data.get("ref"), str):
            self._on_ref(data["ref"])
        elif type(data.get("moment")) is int:
            self._on_moment(data["moment"])
        elif isinstance(data.get("dark"), bool):
            self._on_theme(data["dark"])
        elif isinstance(data.get("kept"), str):
            self._on_kept(data["kept"][:6000])

    def update(self, m: Moment | None) -> None:
        """The banner's words and the code; ``m`` is None while the start screen is up."""
        code = self._table.last_code if m is not None else ""
        lost = lost_text(self._table, code, self.keeps)
        speech = {"key": str(id(self._table)), "n": self._table.told, "text": self._table.telling}
        new = {"lost": lost, "speech": speech} | ({"code": code} if code else {})
        changed = {name: value for name, value in new.items() if getattr(self, name) != value}
        if changed:
            self.param.update(**changed)


def lost_text(table: Table, code: str, alone: bool) -> str:
    """What to do when Python does not answer any more, with the file or code that brings the game back."""
    say = table.texts.say
    parts = [say("page.lost_served") if alone else say("page.lost_notebook")]
    saved = table.autosave
    if table.game is not None and saved.written and saved.path is not None:
        parts.append(say("page.lost_file", file=saved.path.name))
    elif table.game is not None and code:
        parts.append(say("page.lost_code", code=code))
    return " ".join(parts)
