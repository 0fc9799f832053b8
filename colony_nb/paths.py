"""Where the package's files are: beside the modules in a wheel, beside the package in a checkout."""

from __future__ import annotations

from pathlib import Path


def find_data(package: Path) -> Path:
    """Return the data folder that belongs to the package folder `package`.

    The folder inside the package (a wheel) comes before the one next to it (a checkout).
    Raises FileNotFoundError with one sentence if there is neither.
    """
    for folder in (package / "data", package.parent / "data"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(
        f"The data folder of colony_nb is neither in nor next to {package}: install the package again."
    )


DATA: Path = find_data(Path(__file__).resolve().parent)
"""The folder with rules, cards, board and texts."""
