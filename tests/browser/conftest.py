"""The browser, a JupyterLab and the served app, each started once for all browser tests."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, sync_playwright

from browser.harness import Lab, running_app, running_lab

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ELSEWHERE = re.compile(r"^(https?|wss?)://(?!(localhost|127\.0\.0\.1)[:/])")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Give the system's Chromium; without one skip, or fail where CI=true."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        sentence = f"The browser tests need one of {', '.join(NAMES)} on the PATH."
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(sentence, pytrace=False)
        pytest.skip(sentence)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def blocked() -> list[str]:
    """Give the addresses outside this machine that the page has asked for; none was let through."""
    return []


@pytest.fixture
def page(browser: Browser, blocked: list[str], tmp_path: Path) -> Iterator[Page]:
    """Give a fresh page of 1280 x 900 that reaches this machine only; tmp_path/last.png shows its end."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})

    def block(route: Route) -> None:
        blocked.append(route.request.url)
        route.abort()

    context.route(ELSEWHERE, block)
    page = context.new_page()
    page.set_default_timeout(30_000)
    yield page
    page.screenshot(path=tmp_path / "last.png")
    context.close()


@pytest.fixture(scope="session")
def lab(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Give a running JupyterLab on a copy of notebooks/."""
    with running_lab(tmp_path_factory.mktemp("lab")) as running:
        yield running


@pytest.fixture(scope="session")
def serve(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of a running `colony-nb serve`."""
    with running_app(tmp_path_factory.mktemp("serve")) as url:
        yield url
