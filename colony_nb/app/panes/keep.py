"""Save and load: a file, or a code to paste; a new game; light or dark."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import panel as pn

from colony_nb.app.moment import Moment
from colony_nb.app.panes import controls
from colony_nb.app.panes.found import Auto, Found
from colony_nb.app.panes.take import Take
from colony_nb.app.table import Table
from colony_nb.app.texts import Texts, esc
from colony_nb.app.theme import sheet


class Loader:
    """A file to choose and a code to paste: on the start screen and beside the table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        say = table.texts.say
        self.file = pn.widgets.FileInput(accept=".json", multiple=False, **controls.field_options())
        self.file.param.watch(self._loaded, "value")
        self.code = pn.widgets.TextInput(label=say("game.code"), **controls.field_options(max_length=6000))
        self.load = controls.button(say("game.load_code"), self._paste, "quiet")
        self.saved = Found(table)
        self.label = controls.html("facts", text=f'<p class="no">{esc(say("game.file"))}</p>')
        self.panel = controls.column(
            self.saved.panel,
            self.label,
            self.file,
            controls.row(self.code, self.load, styles=("row",)),
            styles=("body",),
        )

    def _loaded(self, event: Any) -> None:
        if event.new:
            self.table.open_text(event.new)

    def _paste(self) -> None:
        if self.table.open_code(self.code.value_input or self.code.value or ""):
            self.code.value = ""


class Keep:
    """``on_theme`` changes between light and dark."""

    def __init__(self, table: Table, on_theme: Callable[[], None]) -> None:
        self.table = table
        say, word = table.texts.say, table.texts.book.word
        self._sure = False
        self.about = controls.html("event")
        self.save = controls.button(say("game.save_here"), table.save, "quiet", visible=table.on_disk)
        self.download = pn.widgets.FileDownload(
            label=say("game.download"),
            filename="colony.json",
            callback=self._data,
            stylesheets=sheet("button", "quiet"),
            margin=0,
        )
        self.new = controls.button(word("button.new_game"), self._new, "quiet")
        self.theme = controls.button(say("game.dark"), on_theme, "quiet")
        self.loader = Loader(table)
        self.auto = Auto(table)
        self.take = Take(table)
        self.panel = controls.column(
            controls.row(self.save, self.download, self.new, self.theme, styles=("row",)),
            self.auto.panel,
            self.take.panel,
            self.about,
            self.loader.panel,
            styles=("body",),
        )

    def _data(self) -> io.StringIO:
        assert self.table.game is not None
        return io.StringIO(json.dumps(self.table.game.document()))

    def _new(self) -> None:
        if self._sure or self.table.game is None or self.table.game.over:
            self._sure = False
            self.table.to_start()
        else:
            self._sure = True
            self.table.say(self.table.texts.say("game.new_sure"))

    def update(self, m: Moment) -> None:
        """Drawn only while it is looked at."""
        self.about.object = about_html(m, self.table.texts)
        self.download.filename = self.table.file_name()
        self.auto.update()
        self.take.update(m)
        self.loader.saved.update()


def about_html(m: Moment, texts: Texts) -> str:
    """The code of this moment, the seed, the variants."""
    variants = [texts.book.word(f"variant.{v}").split(":")[0] for v in m.game.setup.variants]
    listed = texts.book.join(variants) if variants else texts.say("game.no_variants")
    seed = esc(texts.say("game.seed", seed=m.game.setup.seed, variants=listed))
    code = esc(m.game.code())
    return (
        f'<p>{esc(texts.say("game.code_now"))}<code class="code">{code}</code></p><p class="mut">{seed}</p>'
    )
