"""What all tests share: where the checkout is, and which tests must stay on one worker."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the checkout's top folder."""
    return ROOT


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark and group: browser tests share one server and one browser, a notebook's cells one kernel."""
    browser = Path(__file__).parent / "browser"
    for item in items:
        if item.path.is_relative_to(browser):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))
        elif item.path.suffix == ".ipynb":
            item.add_marker(pytest.mark.xdist_group(item.path.name))
