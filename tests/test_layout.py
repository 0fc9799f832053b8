"""What stands where, and who may import whom."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "colony_nb"
TOP = set(
    "pyproject.toml README.md LICENSE CHANGELOG.md CITATION.cff CONTRIBUTING.md colony_nb notebooks data"
    " tests binder .ci .github .gitignore .gitattributes .pre-commit-config.yaml uv.lock".split()
)
LEFT_BY_TOOLS = set(
    ".git .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .ipynb_checkpoints __pycache__ dist build"
    " .coverage htmlcov .idea .vscode .DS_Store".split()
)
# Who may import what of the package; a part that is not named here may import everything.
MAY_IMPORT = {
    "kernel": {"kernel"},
    "games": {"kernel", "games", "paths"},
    "bots": {"kernel", "games", "bots", "paths"},
    "commentary": {"kernel", "games", "commentary", "paths"},
    "plots": {"commentary", "plots", "paths"},
    "paths": set(),
}
UI = ("panel", "bokeh", "param", "numpy", "pandas", "ipywidgets", "pyviz_comms", "jupyterlab", "IPython")


def modules(part: str = "") -> list[Path]:
    """Return the package's modules, or those of one part (a folder or a module)."""
    found = sorted((PACKAGE / part).rglob("*.py")) if (PACKAGE / part).is_dir() else [PACKAGE / f"{part}.py"]
    assert found, part
    return found


def imports(module: Path) -> Iterator[str]:
    """Give the full name of every module that a module imports, at the top or inside a function."""
    package = module.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            start = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{start}.{name.name}" for name in node.names)


def test_top_level_holds_only_what_was_agreed() -> None:
    assert {path.name for path in ROOT.iterdir()} - LEFT_BY_TOOLS - TOP == set()


@pytest.mark.parametrize("part", ["kernel", "games"])
def test_engine_uses_the_standard_library_alone(part: str) -> None:
    for module in modules(part):
        for name in imports(module):
            head = name.split(".")[0]
            assert head in sys.stdlib_module_names or head == "colony_nb", f"{module.name} imports {name}"


@pytest.mark.parametrize("part", ["kernel", "games"])
def test_engine_has_no_chance_and_no_clock_of_its_own(part: str) -> None:
    for module in modules(part):
        heads = {name.split(".")[0] for name in imports(module)}
        assert heads.isdisjoint({"random", "time", "datetime", "secrets", "uuid"}), module.name


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_imports_point_down_only(part: str) -> None:
    for module in modules(part):
        for name in imports(module):
            head, *rest = name.split(".")
            if head == "colony_nb":
                assert rest, f"{module.name} imports the package as a whole"
                assert rest[0] in MAY_IMPORT[part], f"{module.name} imports {name}"


def test_import_of_the_package_loads_no_ui_and_no_arrays() -> None:
    script = f"import sys, colony_nb; print([m for m in {UI!r} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_no_code_is_made_from_data() -> None:
    for module in modules():
        assert {name.split(".")[0] for name in imports(module)}.isdisjoint({"pickle", "marshal", "shelve"}), (
            module
        )
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"eval", "exec"}, f"{module.name} calls {node.func.id}"


def test_no_bokeh_output_notebook() -> None:
    for path in [*modules(), *(ROOT / "notebooks").glob("*.ipynb")]:
        assert "output_notebook(" not in path.read_text(encoding="utf-8"), path.name


def test_modules_are_small_and_finished() -> None:
    for module in modules():
        text = module.read_text(encoding="utf-8")
        assert text.count("\n") < 600, f"{module.name} is too long"
        assert not re.search(r"\b(TODO|FIXME|XXX|NotImplementedError)\b", text), (
            f"{module.name} is not finished"
        )


def test_no_file_names_a_place_on_one_machine() -> None:
    place = re.compile(r"(?<![\w.}/:-])/(work|home|root|opt|Users)/\w")
    folders = ("colony_nb", "data", "notebooks", "tests", "binder", ".ci")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    checked = 0
    for path in [*files, ROOT / "README.md", ROOT / "pyproject.toml"]:
        if path.suffix in {".py", ".toml", ".md", ".ipynb", ".txt", ".json", ".geojson", ".svg", ""}:
            checked += 1
            found = place.search(path.read_text(encoding="utf-8"))
            assert found is None, f"{path.relative_to(ROOT)}: {found and found.group()}"
    assert checked > 20


def test_readme_has_two_commands_of_one_line() -> None:
    commands = re.findall(r"```bash\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
    assert [command.count("\n") for command in commands] == [1, 1]
    for command in commands:
        assert command.startswith("python3 -m venv .venv && .venv/bin/pip install ")
    assert commands[0].endswith("&& .venv/bin/colony-nb\n")
    assert '-e ".[test]"' in commands[1] and "&& .venv/bin/pytest" in commands[1]


def test_binder_pins_exactly_what_the_package_allows() -> None:
    lines = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    *pins, last = [line for line in lines if line and not line.startswith("#")]
    assert last == "."
    versions: dict[str, str] = {}
    for pin in pins:
        match = re.fullmatch(r"([\w.-]+)==([\w.]+)", pin)
        assert match, pin
        versions[match[1].lower().replace("-", "_")] = match[2]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for text in project["dependencies"]:
        wanted = Requirement(text)
        assert wanted.specifier.contains(versions[wanted.name.lower().replace("-", "_")]), text
    assert (ROOT / "binder" / "runtime.txt").read_text(encoding="utf-8").strip() == "python-3.11"
