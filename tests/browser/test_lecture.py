"""The lecturer's desk and the projector in step: served in two windows, in JupyterLab in two views."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from browser.harness import Lab, running_app
from browser.test_access import findings
from colony_nb.prepared import about, positions

SIZES = ((1280, 720), (1920, 1080))
LEAST = 24
# every word that is drawn: how large it is on the screen and where; SVG letters are scaled by their picture
_WORDS = """() => {
  const out = []
  const walk = (root) => {
    for (const e of root.querySelectorAll('*')) {
      if (e.shadowRoot) walk(e.shadowRoot)
      if (e.closest('.vh, title, desc, style')) continue
      const svg = e.closest('svg')
      for (const n of e.childNodes) {
        if (n.nodeType !== 3 || !n.textContent.trim()) continue
        const range = document.createRange()
        range.selectNode(n)
        const box = range.getBoundingClientRect()
        const style = getComputedStyle(e)
        if (!box.width || !box.height || style.visibility === 'hidden') continue
        const scale = svg ? e.getScreenCTM().a : 1
        const size = parseFloat(style.fontSize) * scale
        out.push([size, n.textContent.trim(), box.left, box.top, box.right, box.bottom])
      }
    }
  }
  walk(document)
  return out
}"""


def check_screen(page: Page, what: str) -> None:
    """Nothing under 24 pixels, nothing beyond the edges, nothing to scroll, at both sizes."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(400)
        words = page.evaluate(_WORDS)
        assert words, what
        small = [row[:2] for row in words if row[0] < LEAST - 0.01]
        assert not small, (what, width, small)
        off = [
            row for row in words if row[2] < -1 or row[3] < -1 or row[4] > width + 1 or row[5] > height + 1
        ]
        assert not off, (what, width, off)
        scroll = page.evaluate("() => [document.scrollingElement.scrollHeight, innerHeight]")
        assert scroll[0] <= scroll[1], (what, width, scroll)


@pytest.fixture(scope="module")
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A served app of its own."""
    with running_app(tmp_path_factory.mktemp("lecture")) as url:
        yield url


@pytest.fixture
def windows(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    context.set_default_timeout(30_000)
    yield context
    context.close()


class Desk:
    """The lecturer's window and the projector's."""

    def __init__(self, page: Page, room: Page | Locator) -> None:
        self.page, self.room = page, room

    def press(self, name: str) -> None:
        self.page.locator(f".{name} button:visible").first.click()

    def open(self, part: str) -> None:
        self.page.locator(".cnb-desk-parts").get_by_text(part, exact=True).click()

    def fill(self, label: str, text: str) -> None:
        field = self.page.get_by_label(label).locator("visible=true").first
        field.fill(text)
        field.press("Tab")

    def says(self, words: str) -> None:
        """The room comes to read this."""
        expect(self.room.get_by_text(words).locator("visible=true").first).to_be_visible(timeout=15_000)


def begin(windows: BrowserContext, address: str, position: str = "p3-battle-1") -> Desk:
    page = windows.new_page()
    page.goto(f"{address}lecture?position={position}")
    link = page.locator("a.out")
    link.wait_for()
    with windows.expect_page() as opened:
        link.click()
    room = opened.value
    room.locator(".sn").wait_for()
    return Desk(page, room)


def jump(desk: Desk, name: str) -> None:
    """To a prepared position by the list."""
    desk.page.get_by_label("Prepared position").locator("visible=true").select_option(
        index=[row[0] for row in positions()].index(name),
    )
    desk.press("cnb-load-position")


# ---------------------------------------------------------------- served


def test_desk_and_projector_are_in_step(windows: BrowserContext, address: str) -> None:
    desk = begin(windows, address)
    page, room = desk.page, desk.room
    assert isinstance(room, Page)
    desk.says("Portugal, you have 1 operation left.")
    check_screen(room, "the board")
    assert not room.locator("button, input, select").locator("visible=true").count()

    desk.press("cnb-curtain")
    desk.says("One moment, please.")
    assert not [row for row in room.evaluate(_WORDS) if "Portugal" in row[1]]
    check_screen(room, "the curtain")
    desk.press("cnb-curtain")
    desk.says("Portugal, you have 1 operation left.")

    desk.open("Timer")
    desk.press("cnb-timer-2")
    expect(room.locator(".face")).to_have_text("1:59", timeout=15_000)
    desk.press("cnb-timer-pause")
    room.wait_for_timeout(400)
    still = room.locator(".face").inner_text()
    room.wait_for_timeout(1500)
    assert room.locator(".face").inner_text() == still and page.locator(".face").inner_text() == still
    check_screen(room, "the timer")
    desk.press("cnb-timer-stop")
    expect(room.locator(".face")).to_be_hidden()

    desk.open("Discuss")
    desk.fill("The question in big type", "Who is not asked at all?")
    desk.press("cnb-ask-it")
    desk.says("Who is not asked at all?")
    check_screen(room, "a question")
    desk.press("cnb-ask-off")
    expect(room.get_by_text("Who is not asked at all?")).to_have_count(0)

    desk.press("cnb-show-odds")
    desk.says("in 100")
    check_screen(room, "the odds")


def test_set_dice_fall_and_the_room_reads_them(windows: BrowserContext, address: str) -> None:
    desk = begin(windows, address)
    desk.open("Dice")
    desk.fill("Faces of the next dice", "6 6 6 1 1 1")
    desk.press("cnb-force")
    desk.page.get_by_text("Set for the next throw: 6 6 6 1 1 1.").wait_for()
    desk.page.get_by_label("Possible choices").locator("visible=true").select_option(index=3)
    desk.press("cnb-commit")
    desk.says("6, 6, 6")
    room = desk.room
    assert isinstance(room, Page)
    expect(room.locator('.throw svg[aria-label="blue 6"]')).to_have_count(3)
    check_screen(room, "the dice")


def test_a_jump_loads_in_a_second_and_the_game_before_comes_back(
    windows: BrowserContext, address: str
) -> None:
    desk = begin(windows, address)
    desk.open("Positions")
    for name in ("p1-first-landing", "p6-losing-bid", "p5-railway-draft"):
        jump(desk, name)
        desk.page.get_by_text(f"{about(name).title}: the game before is kept.").first.wait_for(timeout=5000)
    room = desk.room
    assert isinstance(room, Page)
    desk.says("1850–1914")
    check_screen(room, "a late position")
    desk.press("cnb-game-before")
    desk.says("Portugal, you have 1 operation left.")


def test_answers_are_hidden_until_revealed(windows: BrowserContext, address: str) -> None:
    desk = begin(windows, address, "p2-trading-post-or-ship")
    room = desk.room
    assert isinstance(room, Page)
    desk.says("All powers choose their action cards.")
    expect(room.locator(".tk.no")).to_have_count(1)
    before = room.locator(".side").inner_html()
    desk.press("cnb-commit")
    desk.says("All answers are in.")
    assert room.locator(".side").inner_html() == before
    check_screen(room, "hidden")
    desk.press("cnb-reveal-results")
    desk.says("What was chosen")
    check_screen(room, "revealed")
    desk.press("cnb-results")
    room.locator(".side").wait_for()
    assert room.locator(".side").inner_html() != before


def test_other_addresses_show_no_table(windows: BrowserContext, address: str) -> None:
    desk = begin(windows, address)
    room = desk.room
    assert isinstance(room, Page)
    key = room.url.partition("key=")[2]
    assert len(key) > 16 and key not in desk.page.url
    for wrong in ("", "?key=", f"?key={key[:-1]}", "?key=x", f"?desk={key}"):
        other = windows.new_page()
        other.goto(f"{address}projector{wrong}")
        other.get_by_text("This address leads to no lecture.").wait_for()
        assert not other.locator("svg").count()
        other.close()
    desk.page.reload()
    desk.page.locator(".nl").get_by_text("Portugal, you have 1 operation left.").wait_for()


def test_axe_finds_nothing_serious_and_the_panel_is_reached_by_keyboard(
    windows: BrowserContext, address: str
) -> None:
    desk = begin(windows, address)
    room = desk.room
    assert isinstance(room, Page)
    found = {"room": findings(room)}
    for part in ("Discuss", "Timer", "Dice", "Positions", "Hand count"):
        desk.open(part)
        desk.page.wait_for_timeout(400)
        found[part] = findings(desk.page)
    desk.press("cnb-show-odds")
    desk.says("in 100")
    found["odds"] = findings(room)
    assert not any(found.values()), found
    page = desk.page
    page.reload()
    page.locator("a.out").wait_for()
    page.wait_for_timeout(500)
    reached, rings = [], []
    for _ in range(14):
        page.keyboard.press("Tab")
        words, ring = page.evaluate(
            """() => {
              let e = document.activeElement
              while (e && e.shadowRoot && e.shadowRoot.activeElement) e = e.shadowRoot.activeElement
              const style = getComputedStyle(e)
              const ring = style.outlineStyle === 'none' ? 0 : parseFloat(style.outlineWidth)
              return [e.textContent.trim().slice(0, 40), Math.max(ring, style.boxShadow === 'none' ? 0 : 2)]
            }"""
        )
        reached.append(words)
        rings.append((words, ring))
    assert {"Hide the projector", "Reveal the answers", "Show results", "What if, from here"} <= set(reached)
    assert all(ring >= 2 for words, ring in rings if words in ("Hide the projector", "Show results")), rings


# ---------------------------------------------------------------- JupyterLab


def test_desk_and_projector_in_two_cells_and_an_output_view(lab: Lab, page: Page, tmp_path: Path) -> None:
    name = lab.write(
        "lecture-two.ipynb",
        "import colony_nb as colony\ncolony.lecture(colony.position('p3-battle-1'))",
        "colony.projector()",
    )
    page.set_viewport_size({"width": 1280, "height": 720})
    book = lab.open(page, name)
    book.run_all()
    page.locator(".cnb-screen .sn").wait_for()
    assert not book.errors()
    page.evaluate(
        """async () => {
          jupyterapp.shell.currentWidget.content.activeCellIndex = 1
          await jupyterapp.commands.execute('notebook:create-output-view')
        }"""
    )
    view = page.locator(".jp-LinkedOutputView")
    view.locator(".cnb-screen .sn").wait_for()
    desk = Desk(page, view)
    desk.says("Portugal, you have 1 operation left.")
    page.locator(".cnb-curtain button").first.scroll_into_view_if_needed()
    desk.press("cnb-curtain")
    desk.says("One moment, please.")
    assert page.get_by_text("One moment, please.").count() == 2  # the cell's own, and the view of it
    desk.press("cnb-curtain")
    desk.says("Portugal, you have 1 operation left.")
    desk.open("Timer")
    desk.press("cnb-timer-1")
    expect(view.locator(".face")).to_have_text("0:59", timeout=15_000)
    desk.open("Dice")
    desk.fill("Faces of the next dice", "6 6 6 1 1 1")
    desk.press("cnb-force")
    page.get_by_text("Set for the next throw: 6 6 6 1 1 1.").first.wait_for()
    desk.open("Positions")
    jump(desk, "p3-colonial-war")
    desk.says("Netherlands, you have 2 operations left.")
    desk.press("cnb-game-before")
    desk.says("Portugal, you have 1 operation left.")
    page.get_by_role("tab", name="Output View").click()
    page.evaluate("() => { jupyterapp.shell.mode = 'single-document' }")
    page.wait_for_timeout(1200)
    box = view.bounding_box()
    screen = view.locator(".cnb-screen").bounding_box()
    assert box and screen
    assert screen["height"] <= box["height"] + 1 and screen["width"] <= box["width"] + 1
    words = [row for row in page.evaluate(_WORDS) if row[3] > box["y"]]
    inside = [row for row in words if row[2] >= screen["x"] and row[5] <= screen["y"] + screen["height"] + 1]
    assert inside and min(row[0] for row in inside) >= LEAST - 0.01


def test_the_lecture_notebook_runs_and_its_boards_are_its_positions(lab: Lab, page: Page) -> None:
    book = lab.open(page, "lecture.ipynb")
    book.run_all()
    page.locator(".cnb-screen .sn").nth(1).wait_for()
    assert not book.errors() and page.locator(".cnb-desk").count() == 2
    lines = page.locator(".cnb-screen .sl").all_text_contents()
    assert len(lines) == 2 and lines[0].startswith("France") and lines[1].startswith("Netherlands")


@pytest.mark.skipif(find_spec("jupyterlab_slideshow") is None, reason="the extra lecture is not installed")
def test_slides_show_the_board_and_no_notes(lab: Lab, page: Page) -> None:
    book = lab.open(page, "lecture.ipynb")
    book.run_all()
    page.evaluate("() => { jupyterapp.shell.currentWidget.content.activeCellIndex = 3 }")
    page.evaluate("() => jupyterapp.commands.execute('deck:start').then(() => null)")
    page.wait_for_timeout(1500)
    seen = []
    for _ in range(5):
        cells = page.locator(".jp-Cell").locator("visible=true")
        board = page.locator(".cnb-screen .sl").locator("visible=true")  # in a shadow of its cell
        seen.append(" ".join([*cells.all_inner_texts(), *board.all_inner_texts()]))
        page.evaluate("() => jupyterapp.commands.execute('deck:forward').then(() => null)")
        page.wait_for_timeout(800)
        assert not page.locator(".cnb-desk").locator("visible=true").count()
    assert not [slide for slide in seen if "Speaker notes" in slide]
    assert about("p3-first-rebellion").point[:40] in " ".join(seen)
    assert "people resist the rule of Netherlands" in " ".join(seen)
