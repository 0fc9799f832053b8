"""The doctor finds what was broken for the purpose, and nothing else."""

from __future__ import annotations

import json
import os
import string
import sys
from collections.abc import Callable, Iterator
from importlib import import_module, metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

doctor: Any = import_module("colony_nb.doctor")  # the package's own doctor is the function


def codes(check: Callable[[], Iterator[Any]]) -> list[str]:
    found = list(check())
    for finding in found:  # every sentence can be said
        for part in (finding.sentence, finding.remedy):
            assert part and "{" not in part
    return [finding.code for finding in found]


def test_nothing_reads_as_one_sentence() -> None:
    nothing = doctor.Findings()
    assert not nothing
    assert str(nothing).startswith("Nothing is wrong") and "\n" not in str(nothing)


def test_findings_read_as_numbered_sentences() -> None:
    found = doctor.Findings([doctor.Finding("extension_missing"), doctor.Finding("not_installed")])
    lines = repr(found).splitlines()
    assert lines[0].startswith("2 things are wrong")
    assert [line[:3] for line in lines[1:]] == ["1. ", "2. "]
    assert sys.executable in lines[2]


def test_this_installation_has_its_packages_data_and_scripts() -> None:
    for check in (doctor.python, doctor.packages, doctor.data, doctor.resources):
        assert codes(check) == []


def test_the_examination_is_all_checks_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["python", "packages", "data", "extension", "kernel", "server", "resources", "folder"]
    for name in names:
        monkeypatch.setattr(doctor, name, lambda name=name: iter([doctor.Finding(name)]))
    assert [finding.code for finding in doctor.doctor()] == names


def test_an_old_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PYTHON", (99, 0))
    assert codes(doctor.python) == ["python"]


def test_packages_against_what_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [
        "panel<1.10,>=1.9",
        "bokeh (>=3.9)",
        "pandas>=2.2",
        'pytest>=8; extra == "test"',
        "nowhere-to-be-found>=1",
    ]
    versions = {"panel": "1.10.2", "bokeh": "3.9.2", "pandas": "2.2"}

    def version(name: str) -> str:
        if name not in versions:
            raise metadata.PackageNotFoundError(name)
        return versions[name]

    monkeypatch.setattr(metadata, "requires", lambda name: asked)
    monkeypatch.setattr(metadata, "version", version)
    found = list(doctor.packages())
    assert [(finding.code, finding.values["name"]) for finding in found] == [
        ("version", "panel"),
        ("missing", "nowhere-to-be-found"),
    ]
    assert "1.10.2" in found[0].sentence and '"panel<1.10,>=1.9"' in found[0].remedy


def test_running_without_being_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def requires(name: str) -> list[str]:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", requires)
    assert codes(doctor.packages) == ["not_installed"]


def test_unreadable_data(monkeypatch: pytest.MonkeyPatch) -> None:
    import colony_nb.game

    def broken(*args: object, **options: object) -> None:
        raise FileNotFoundError("classic.toml")

    monkeypatch.setattr(colony_nb.game, "new_game", broken)
    found = list(doctor.data())
    assert [finding.code for finding in found] == ["data"] and "classic.toml" in found[0].sentence


@pytest.fixture
def jupyter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Jupyter that looks into one folder only, with the extension in place."""
    monkeypatch.setattr(doctor, "_jupyter_folders", lambda name: [tmp_path / name])
    monkeypatch.setattr(doctor, "_page_configs", lambda: [tmp_path / "page_config.json"])
    monkeypatch.setattr(doctor, "_in_kernel", lambda: False)
    monkeypatch.setattr(doctor.shutil, "which", lambda name: None)
    folder = tmp_path / "labextensions" / doctor.EXTENSION
    folder.mkdir(parents=True)
    (folder / "package.json").write_text(json.dumps({"version": metadata.version("pyviz_comms")}))
    return tmp_path


def test_the_extension_in_place(jupyter: Path) -> None:
    assert codes(doctor.extension) == []


def test_the_extension_missing(jupyter: Path) -> None:
    (jupyter / "labextensions" / doctor.EXTENSION / "package.json").unlink()
    assert codes(doctor.extension) == ["extension_missing"]


def test_the_extension_of_another_version(jupyter: Path) -> None:
    path = jupyter / "labextensions" / doctor.EXTENSION / "package.json"
    path.write_text(json.dumps({"version": "0.1"}))
    assert codes(doctor.extension) == ["extension_version"]


@pytest.mark.parametrize(
    ("disabled", "expected"),
    [
        ({doctor.EXTENSION: True}, ["extension_disabled"]),
        ({doctor.EXTENSION: False}, []),
        ([doctor.EXTENSION], ["extension_disabled"]),
        ({"@other/extension": True}, []),
    ],
)
def test_the_extension_switched_off(jupyter: Path, disabled: Any, expected: list[str]) -> None:
    (jupyter / "page_config.json").write_text(json.dumps({"disabledExtensions": disabled}))
    assert codes(doctor.extension) == expected


@pytest.mark.parametrize("text", ["", "[]", "not json"])
def test_a_damaged_setting_is_no_finding(jupyter: Path, text: str) -> None:
    (jupyter / "page_config.json").write_text(text)
    assert codes(doctor.extension) == []


@pytest.mark.parametrize(
    ("start", "expected"),
    [("/somewhere/else/bin/python", ["kernel_elsewhere"]), (sys.executable, []), ("python", [])],
)
def test_the_kernel_of_another_environment(jupyter: Path, start: str, expected: list[str]) -> None:
    spec = jupyter / "kernels" / "python3" / "kernel.json"
    spec.parent.mkdir(parents=True)
    spec.write_text(json.dumps({"argv": [start, "-m", "ipykernel_launcher"]}))
    assert codes(doctor.kernel) == expected


def test_jupyter_lab_of_another_environment(jupyter: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.shutil, "which", lambda name: "/somewhere/else/bin/jupyter-lab")
    assert codes(doctor.kernel) == ["jupyter_elsewhere"]
    mine = str(Path(sys.executable).parent / "jupyter-lab")
    monkeypatch.setattr(doctor.shutil, "which", lambda name: mine)
    assert codes(doctor.kernel) == []


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (["/somewhere/else/bin/python3", "-m", "jupyterlab"], ["server_elsewhere"]),
        ([sys.executable, "-m", "jupyterlab"], []),
        (["/usr/bin/bash"], []),
        ([], []),
    ],
)
def test_the_server_of_another_environment(
    command: list[str], expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def process(number: int) -> SimpleNamespace:
        asked.append(number)
        return SimpleNamespace(cmdline=lambda: command)

    monkeypatch.setitem(sys.modules, "psutil", SimpleNamespace(Process=process))  # type: ignore[arg-type]
    assert codes(doctor.server) == [] and asked == []  # these tests are not in a kernel
    monkeypatch.setattr(doctor, "_in_kernel", lambda: True)
    assert codes(doctor.server) == expected
    assert asked == [os.getppid()]


def test_scripts_from_the_internet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOKEH_RESOURCES", "CDN")
    monkeypatch.setenv("PANEL_INLINE", "false")
    assert codes(doctor.resources) == ["resources_cdn", "resources_cdn"]
    monkeypatch.setenv("BOKEH_RESOURCES", "inline")
    monkeypatch.setenv("PANEL_INLINE", "true")
    assert codes(doctor.resources) == []


def test_a_missing_script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "SCRIPTS", (("bokeh", "server/static/js/no.js"), ("nowhere", "x.js")))
    assert codes(doctor.resources) == ["resources_missing"]


def test_a_folder_that_takes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert codes(doctor.folder) == []
    assert list(tmp_path.iterdir()) == []

    def refused(**options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(doctor.tempfile, "TemporaryFile", refused)
    assert codes(doctor.folder) == ["unwritable"]


def test_every_entry_has_a_sentence_and_a_remedy() -> None:
    entries = {name: entry for name, entry in doctor.texts("doctor").items() if isinstance(entry, dict)}
    source = Path(doctor.__file__).read_text(encoding="utf-8")
    for name, entry in entries.items():
        assert set(entry) == {"sentence", "remedy"}, name
        assert entry["sentence"].endswith("."), name
        assert f'Finding("{name}"' in source, name
        for text in entry.values():
            assert all(
                field is None or field.isidentifier() for _, field, _, _ in string.Formatter().parse(text)
            )
