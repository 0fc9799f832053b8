"""What is wrong with this installation: each finding a sentence, with what to do about it."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .paths import DATA
from .version import __version__

EXTENSION = "@pyviz/jupyterlab_pyviz"
PYTHON = (3, 11)
SCRIPTS = (("bokeh", "server/static/js/bokeh.min.js"), ("panel", "dist/panel.min.js"))


def texts(name: str, language: str = "en") -> dict[str, Any]:
    """The table of a text file. Raises FileNotFoundError where there is none."""
    return tomllib.loads((DATA / "text" / language / f"{name}.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: a code of ``doctor.toml`` and the values its sentences need."""

    code: str
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """What is wrong."""
        return self._text("sentence")

    @property
    def remedy(self) -> str:
        """What to do about it."""
        return self._text("remedy")

    def _text(self, part: str) -> str:
        return str(texts("doctor")[self.code][part]).format(python=sys.executable, **self.values)

    def __str__(self) -> str:
        return f"{self.sentence} {self.remedy}"


class Findings(tuple[Finding, ...]):
    """What ``doctor`` found: a tuple that reads as sentences; empty, and so false, when nothing is wrong."""

    __slots__ = ()

    def __str__(self) -> str:
        words = texts("doctor")
        key = "fine" if not self else "found_one" if len(self) == 1 else "found"
        head = words[key].format(count=len(self), version=__version__, python=sys.version.split()[0])
        lines = [
            words["line"].format(number=number, sentence=finding.sentence, remedy=finding.remedy)
            for number, finding in enumerate(self, 1)
        ]
        return "\n".join([head, *lines])

    __repr__ = __str__


def doctor() -> Findings:
    """Looks at Python, packages, data, JupyterLab's extension, kernel and server, scripts and the folder.

    Changes nothing, and needs none of the packages it looks for.
    """
    checks = (python, packages, data, extension, kernel, server, resources, folder)
    return Findings(finding for check in checks for finding in check())


def python() -> Iterator[Finding]:
    """Whether this Python is new enough."""
    if sys.version_info < PYTHON:  # an unpacked wheel can be run by any
        yield Finding("python", {"version": sys.version.split()[0]})


def packages() -> Iterator[Finding]:
    """The installed versions against those colony_nb asks for; extras aside."""
    from importlib import metadata

    try:
        lines = metadata.requires("colony_nb") or []
    except metadata.PackageNotFoundError:
        yield Finding("not_installed")
        return
    for line in lines:
        if "extra ==" in line:
            continue
        name, specifier = _split(line)
        values = {"name": name, "requirement": line.split(";")[0].strip()}
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            yield Finding("missing", values)
            continue
        if not _fits(version, specifier):
            yield Finding("version", {**values, "version": version, "specifier": specifier})


def _split(requirement: str) -> tuple[str, str]:
    """A requirement's name and version specifier: "panel<1.10,>=1.9" -> ("panel", "<1.10,>=1.9")."""
    found = re.match(r"\s*([\w.-]+)\s*(?:\[[^]]*\])?\s*\(?([^;)]*)", requirement)
    assert found is not None
    return found[1], found[2].strip()


def _fits(version: str, specifier: str) -> bool:
    try:
        from packaging.specifiers import SpecifierSet
    except ImportError:  # it comes with panel, whose absence is a finding already
        return True
    return SpecifierSet(specifier).contains(version, prereleases=True)


def data() -> Iterator[Finding]:
    """Whether rules, cards, board and texts can be read and a game begins."""
    from .commentary.catalogue import Catalogue
    from .game import new_game

    try:
        game = new_game(3, seed=1)
        Catalogue().country("A")
        if not game.pending[0].prompt:
            yield Finding("data", {"why": "prompt"})
    except Exception as error:  # whatever is wrong in there, it is the data
        yield Finding("data", {"why": error})


def _jupyter_folders(name: str) -> list[Path]:
    """The folders in which Jupyter looks for ``name``, as this environment's Jupyter knows them."""
    try:
        from jupyter_core.paths import jupyter_path
    except ImportError:
        return [Path(sys.prefix, "share", "jupyter", name)]
    return [Path(folder) for folder in jupyter_path(name)]


def extension() -> Iterator[Finding]:
    """Whether JupyterLab has the extension that carries clicks to the kernel, switched on, in one version."""
    if find_spec("pyviz_comms") is None or find_spec("jupyterlab") is None:
        return  # the packages are a finding already
    from importlib import metadata

    manifest = next(
        (
            path
            for folder in _jupyter_folders("labextensions")
            if (path := folder / EXTENSION / "package.json").is_file()
        ),
        None,
    )
    if manifest is None:
        yield Finding("extension_missing")
        return
    found = _json(manifest).get("version", "")
    version = metadata.version("pyviz_comms")
    if found and found != version:
        values = {"name": EXTENSION, "found": found, "version": version, "path": manifest.parent}
        yield Finding("extension_version", values)
    for path in _page_configs():
        disabled = _json(path).get("disabledExtensions", {})
        off = disabled.get(EXTENSION) if isinstance(disabled, dict) else EXTENSION in disabled
        if off:
            yield Finding("extension_disabled", {"name": EXTENSION, "path": path})
            return


def _page_configs() -> list[Path]:
    try:
        from jupyter_core.paths import jupyter_config_path
    except ImportError:
        return []
    return [Path(folder) / "labconfig" / "page_config.json" for folder in jupyter_config_path()]


def _json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def kernel() -> Iterator[Finding]:
    """Outside a notebook: whether kernel python3 and command jupyter-lab are of this environment."""
    if _in_kernel():
        return
    for folder in _jupyter_folders("kernels"):
        spec = folder / "python3" / "kernel.json"
        if spec.is_file():
            start = (_json(spec).get("argv") or [""])[0]
            if os.path.isabs(start) and not _same_environment(Path(start)):
                yield Finding("kernel_elsewhere", {"kernel": start, "prefix": sys.prefix})
            break
    path = shutil.which("jupyter-lab")
    if path is not None and find_spec("jupyterlab") is not None and not _same_environment(Path(path)):
        yield Finding("jupyter_elsewhere", {"path": path, "prefix": sys.prefix})


def server() -> Iterator[Finding]:
    """In a notebook: whether the Jupyter server that started this kernel is of this environment."""
    if not _in_kernel():
        return
    try:
        command = import_module("psutil").Process(os.getppid()).cmdline()
    except Exception:  # the parent's process may be hidden or gone: nothing to say then
        return
    if command and os.path.isabs(command[0]) and "python" in Path(command[0]).name.lower():
        if not _same_environment(Path(command[0])):
            yield Finding("server_elsewhere", {"server": command[0], "prefix": sys.prefix})


def _in_kernel() -> bool:
    loaded = sys.modules.get("ipykernel.kernelapp")
    return loaded is not None and bool(loaded.IPKernelApp.initialized())


def _same_environment(program: Path) -> bool:
    """Whether a program lies in this Python's environment; links are not followed, a venv's Python is one."""
    here = Path(os.path.abspath(program.parent))
    homes = {
        Path(os.path.abspath(Path(sys.executable).parent)),
        Path(sys.prefix, "bin"),
        Path(sys.prefix, "Scripts"),
    }
    return here in homes or here == Path(sys.prefix)


def resources() -> Iterator[Finding]:
    """Whether the table's scripts are at hand without the internet."""
    for variable in ("BOKEH_RESOURCES", "PANEL_INLINE"):
        value = os.environ.get(variable, "")
        if value.lower() in ({"false", "0", "no"} if variable == "PANEL_INLINE" else {"cdn"}):
            yield Finding("resources_cdn", {"variable": variable, "value": value})
    for package, name in SCRIPTS:
        spec = find_spec(package)
        if spec is not None and spec.origin and not (Path(spec.origin).parent / name).is_file():
            yield Finding("resources_missing", {"package": package, "name": name})


def folder() -> Iterator[Finding]:
    """Whether a file can be written where games are saved: the folder at hand."""
    try:
        with tempfile.TemporaryFile(dir=Path.cwd()):
            pass
    except OSError as error:
        yield Finding("unwritable", {"path": os.getcwd(), "why": error.strerror})
