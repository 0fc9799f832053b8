"""Where the data is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from colony_nb.paths import DATA, find_data


def test_checkout_reads_its_own_data(root: Path) -> None:
    assert root / "data" == DATA
    assert DATA.is_dir()


def test_data_inside_the_package_comes_first(tmp_path: Path) -> None:
    package = tmp_path / "colony_nb"
    (tmp_path / "data").mkdir()
    package.mkdir()
    assert find_data(package) == tmp_path / "data"
    (package / "data").mkdir()
    assert find_data(package) == package / "data"


def test_missing_data_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(
        FileNotFoundError, match=r"^The data folder of colony_nb is neither .*install .* again\.$"
    ):
        find_data(tmp_path / "colony_nb")
