"""Class mode in real browsers: a lecturer's screen, a projector and three teams' devices."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from browser.harness import running_app
from browser.test_access import findings

NAMES = ("Portugal", "<b onclick=x>Bo</b> & Co", "France")
NOT_SECRET = re.compile(r"^(Still to choose: .*|Waiting for the others\.|Sending …)$", re.M)
PHONE = {"width": 390, "height": 844}
HALL = {"width": 1280, "height": 720}
LONG = 420  # seconds of a whole game on a busy machine


def wait_for(true: Callable[[], bool], wait: float = 20, what: Callable[[], str] = lambda: "") -> None:
    deadline = time.monotonic() + wait
    while not true():
        assert time.monotonic() < deadline, what()
        time.sleep(0.05)


@dataclass
class Class:
    """The pages of one class and the contexts in which they live."""

    browser: Browser
    url: str
    secret: str
    contexts: list[BrowserContext] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def context(self, size: dict[str, int]) -> BrowserContext:
        made = self.browser.new_context(viewport=size)  # type: ignore[arg-type]
        self.contexts.append(made)
        return made

    def page(self, size: dict[str, int], context: BrowserContext | None = None) -> Page:
        page = (context or self.context(size)).new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page


@pytest.fixture(scope="module")
def served(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """Give the address of a running `colony-nb serve --class` and the lecturer's."""
    folder = tmp_path_factory.mktemp("class")
    with running_app(folder, "--class", "--no-browser", "--address", "127.0.0.1") as url:
        told = (folder / "serve.log").read_text(encoding="utf-8")
        yield url.rstrip("/"), re.search(r"http://\S+/lecturer/\S+", told)[0]  # type: ignore[index]
        left = sorted(path.name for path in folder.iterdir() if path.is_file())
        assert left == ["serve.log"]  # nothing of a room is written to disk
        log = (folder / "serve.log").read_text(encoding="utf-8")
        # Panel tells of messages that a browser that had gone did not get; of our own code there is nothing
        assert "colony_nb" not in log and not any(name in log for name in NAMES)


@pytest.fixture
def school(browser: Browser, served: tuple[str, str]) -> Iterator[Class]:
    made = Class(browser, *served)
    yield made
    for context in made.contexts:
        context.close()
    assert not made.errors


class Lecturer:
    def __init__(self, school: Class) -> None:
        self.school = school
        self.page = page = school.page(HALL)
        page.goto(school.secret)
        self.see(".cnb-open-room button").wait_for(timeout=60_000)
        assert "lecturer" not in page.url  # the secret does not stay in the address bar

    def see(self, selector: str):  # type: ignore[no-untyped-def]
        return self.page.locator(selector).locator("visible=true").first

    def open_room(self, teams: int = 3, full: bool = False) -> str:
        if full:
            self.page.locator(".cnb-game select").select_option("The full game, six phases")
        self.page.locator(".cnb-team-count select").select_option(str(teams))
        self.page.wait_for_timeout(300)
        self.see(".cnb-open-room button").click()
        self.see(".cnb-class-begin button").wait_for()
        return self.see(".door .code [aria-hidden]").inner_text()

    def projector(self) -> Page:
        address = self.page.locator(".cnb-lobby a[target]").first.get_attribute("href")
        page = self.school.page(HALL)
        page.goto(f"{self.school.url}{address}")
        page.locator(".cnb-projector").wait_for(timeout=60_000)
        return page

    def press(self, *classes: str) -> bool:
        """Presses the first of these buttons that can be seen."""
        for name in classes:
            button = self.page.locator(f".{name} button").locator("visible=true")
            if button.count():
                try:
                    button.first.click(timeout=2000)
                except Exception:  # it has just gone
                    return False
                return True
        return False

    def reveal(self) -> None:
        assert self.press("cnb-reveal-results")

    def go_on(self) -> None:
        self.press("cnb-go-on", "cnb-skip")
        self.page.wait_for_timeout(150)


class Team:
    def __init__(self, school: Class, context: BrowserContext | None = None) -> None:
        self.context = context or school.context(PHONE)
        self.page = school.page(PHONE, self.context)
        self.url = school.url

    def join(self, code: str, seat: int, typed: bool = False) -> None:
        if typed:
            self.page.goto(self.url)
            self.page.fill("input.key", code.lower())
            self.page.click("form .btn.main")
        else:
            self.page.goto(f"{self.url}/join#{code}")
        self.page.click(f"[data-focus=team{seat}]")
        self.page.locator("[data-part=team]").wait_for()

    @property
    def text(self) -> str:
        return self.page.inner_text("#app")

    @property
    def public(self) -> str:
        """The page's text without what may change when another team has answered."""
        return NOT_SECRET.sub("", self.text)

    def settled(self) -> str:
        """The public text once the page has stopped changing."""
        last, same, deadline = self.public, 0, time.monotonic() + 10
        while same < 3:
            assert time.monotonic() < deadline, last
            time.sleep(0.1)
            now = self.public
            last, same = now, same + 1 if now == last else 0
        return last

    @property
    def asked(self) -> bool:
        return self.page.locator(".send .btn").count() > 0

    def choose(self, chance: random.Random) -> str:
        """Picks an option; gives its words."""
        options, button = self.page.locator(".opts .opt"), self.page.locator(".send .btn")
        if options.count():
            options.nth(chance.randrange(options.count())).click()
        said = re.compile(r"^(Send|I would choose): ")
        wait_for(lambda: said.match(button.inner_text()) is not None, what=lambda: self.text)
        return said.sub("", button.inner_text())

    def question(self) -> str | None:
        """Which question the page puts: the same words may be asked again."""
        asked: str | None = self.page.evaluate(
            "() => document.querySelector('[data-ask]')?.dataset.ask ?? null"
        )
        return asked

    def send(self) -> None:
        before = self.question()
        self.page.click(".send .btn")
        wait_for(lambda: self.question() != before, what=lambda: self.text)

    def answer(self, chance: random.Random) -> str:
        if self.page.locator("[data-focus=note]").count():
            assert "enslaved people" in self.text and not self.asked
            self.page.click("[data-focus=note]")
            wait_for(lambda: self.asked)
        label = self.choose(chance)
        self.page.wait_for_timeout(30)
        self.send()
        return label


@dataclass
class Lesson:
    """A game under way: plays it on by what the screens show."""

    lecturer: Lecturer
    teams: list[Team]
    projector: Page
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    rounds: int = 0
    notes: int = 0
    secret: dict[int, str] = field(default_factory=dict)

    def waiting(self) -> list[Team]:
        return [t for t in self.teams if t.asked or t.page.locator("[data-focus=note]").count()]

    def over(self) -> bool:
        return "What did its score not count?" in self.teams[0].text

    def settle(self) -> None:
        """The lecturer presses on until a team is asked, results wait, or the game is over."""
        deadline = time.monotonic() + 30
        while not (self.waiting() or self.hidden() or self.over()):
            assert time.monotonic() < deadline, self.teams[0].text
            self.lecturer.go_on()

    def hidden(self) -> bool:
        return "All have chosen" in self.teams[0].text

    def step(self) -> None:
        """One team answers, or the lecturer reveals; nobody else's page may tell what was chosen."""
        if self.hidden():
            self.reveal()
        for team in self.waiting()[:1]:
            others = [other for other in self.teams if other is not team]
            note = team.page.locator("[data-focus=note]").count()
            self.notes += note
            secret = note or "Nobody sees your answer" in team.text
            before = [other.settled() for other in others] if secret else []
            amount = "you pay for" in team.text  # two amounts are told together later
            label = team.answer(self.chance)
            if secret:
                if not amount:
                    self.secret[self.teams.index(team)] = label
                if not self.hidden() and "Sent" in team.text:
                    assert f"Sent: {label}" in team.text
                    assert [other.settled() for other in others] == before
        self.settle()

    def reveal(self) -> None:
        """Before it no page has a result of this round, afterwards all have every team's choice."""
        chosen = [f"{NAMES[seat]}: {label}" for seat, label in self.secret.items()]
        for team in self.teams:
            shown = team.page.locator("[data-part=results]")
            assert not (shown.count() and any(line in shown.inner_text() for line in chosen if self.fresh()))
        self.lecturer.reveal()
        for team in self.teams:
            wait_for(lambda team=team: "All have chosen" not in team.text, what=lambda team=team: team.text)  # type: ignore[misc]
            if len(chosen) == len(self.teams):
                text = " ".join(team.page.locator("[data-part=results]").inner_text().split())
                assert all(line in text for line in chosen), (chosen, text)
        self.rounds += 1
        self.secret = {}

    def fresh(self) -> bool:
        """Whether this round's options differ from those of the round whose results still stand there."""
        shown = self.teams[0].page.locator("[data-part=results]")
        labels = set(self.secret.values())
        return not (shown.count() and any(label in shown.inner_text() for label in labels))


def begin(school: Class, late: bool = False, full: bool = False) -> tuple[Lesson, str]:
    lecturer = Lecturer(school)
    code = lecturer.open_room(full=full)
    projector = lecturer.projector()
    projector.get_by_text(code).first.wait_for()
    teams = [Team(school) for _ in range(2 if late else 3)]
    for seat, team in enumerate(teams):
        team.join(code, seat, typed=seat == 0)
    teams[1].page.fill("[data-focus=name]", NAMES[1])
    teams[1].page.click("[data-focus=name-go]")
    wait_for(lambda: NAMES[1] in teams[1].page.inner_text(".top"))
    lecturer.page.get_by_text(NAMES[1]).first.wait_for()
    assert lecturer.press("cnb-class-begin")
    lecturer.see(".cnb-desk").wait_for(timeout=60_000)
    return Lesson(lecturer, teams, projector), code


def test_without_the_code_and_without_the_secret_nothing_is_seen(school: Class) -> None:
    lecturer = Lecturer(school)
    code = lecturer.open_room()
    page = school.page(PHONE)
    for path in ("/desk", f"/desk?room={code}"):
        page.goto(f"{school.url}{path}")
        page.get_by_text("This page is the lecturer's").wait_for(timeout=60_000)
        assert page.locator(".cnb-class-begin, .cnb-open-room").count() == 0
    page.goto(f"{school.url}/lecturer/guessed")
    page.get_by_text("This page is the lecturer's").wait_for(timeout=60_000)
    page.goto(f"{school.url}/projector?pass=guessed")
    page.get_by_text("Type its code to watch").wait_for(timeout=60_000)
    for path in ("/", "/join", "/watch"):
        page.goto(f"{school.url}{path}")
        page.fill("input.key", "XXXXXX")
        page.click("form .btn.main")
        page.get_by_text("There is no room with this code").wait_for()
        assert code not in page.content()
    page.fill("input.key", code)
    page.click("form .btn.main")
    page.get_by_text("The game has not begun yet").wait_for()  # on a phone as a list
    page.set_viewport_size(HALL)  # type: ignore[arg-type]
    page.goto(f"{school.url}/watch")
    page.fill("input.key", code)
    page.click("form .btn.main")
    page.locator(".cnb-projector").wait_for(timeout=60_000)


def test_a_lesson_with_reload_lost_connection_and_late_joiner(school: Class) -> None:
    lesson, code = begin(school, late=True)
    lecturer, (one, two) = lesson.lecturer, lesson.teams
    assert two.page.locator(".top b").count() == 0  # markup in a name is text
    assert lecturer.page.locator("b[onclick]").count() == 0
    assert lesson.projector.locator("b[onclick]").count() == 0

    three = Team(school)  # comes when the game has begun
    three.join(code, 2)
    lesson.teams.append(three)
    lesson.settle()
    while "Phase 1" in one.text and lesson.rounds < 1:
        lesson.step()

    seen = one.text
    one.page.reload()
    wait_for(lambda: one.text == seen, what=lambda: one.text)

    while two not in lesson.waiting():
        lesson.step()
    two.context.set_offline(True)
    two.page.get_by_text("No connection").wait_for()
    label = two.choose(lesson.chance)
    two.page.click(".send .btn")
    two.page.get_by_text("Sending").wait_for()
    two.context.set_offline(False)  # the choice is not lost
    two.page.get_by_text("No connection").wait_for(state="hidden")
    wait_for(lambda: f"Sent: {label}" in two.text or "All have chosen" in two.text or not two.asked)
    lesson.secret.pop(1, None)
    lesson.settle()

    two.page.close()  # and comes back in the same browser
    two = Team(school, two.context)
    lesson.teams[1] = two
    two.page.goto(f"{school.url}/join")
    two.page.get_by_text(f"Room {code}: Go on").click()
    wait_for(lambda: NAMES[1] in two.page.inner_text(".top"))
    lecturer.page.reload()  # the lecturer comes back to the same room
    lecturer.see(".cnb-desk").wait_for(timeout=60_000)
    while lesson.rounds < 3:
        lesson.step()

    again = Team(school)
    again.page.goto(f"{school.url}/join#{code}")
    again.page.get_by_text("All teams have a device").wait_for()
    again.page.click("[data-focus=team0]")
    number = re.search(r"Number of your team: (\d{4})", one.text)[1]  # type: ignore[index]
    again.page.fill("[data-focus=number]", "1")
    again.page.get_by_text("Join as a further device").click()
    again.page.get_by_text("This is not the number").wait_for()
    again.page.fill("[data-focus=number]", number)
    again.page.get_by_text("Join as a further device").click()
    again.page.get_by_text("say what you would choose").wait_for()
    assert number not in two.text and number not in three.text
    while one not in lesson.waiting():
        lesson.step()
    wait_for(lambda: again.page.locator(".send .btn").count() > 0)
    label = again.choose(lesson.chance)  # said to the own team, not sent
    again.page.get_by_text(f"I would choose: {label}").click()
    one.page.get_by_text("What your team's other devices would choose").wait_for()
    assert one.asked and "would choose" not in two.text and "would choose" not in three.text


def test_axe_finds_nothing_serious_on_devices_and_in_the_room(school: Class) -> None:
    lecturer = Lecturer(school)
    found = {"new room": findings(lecturer.page)}
    code = lecturer.open_room()
    found["room"] = findings(lecturer.page)
    teams = []
    for seat, scheme in enumerate(("light", "dark")):
        context = school.browser.new_context(viewport=PHONE, color_scheme=scheme)  # type: ignore[arg-type]
        school.contexts.append(context)
        team = Team(school, context)
        teams.append(team)
        team.page.goto(school.url)
        team.page.locator("input.key").wait_for()
        found[f"code {scheme}"] = findings(team.page)
        team.page.goto(f"{school.url}/join#{code}")
        team.page.locator(f"[data-focus=team{seat}]").wait_for()
        found[f"teams {scheme}"] = findings(team.page)
        team.page.click(f"[data-focus=team{seat}]")
        team.page.locator("[data-part=lobby]").wait_for()
        found[f"lobby {scheme}"] = findings(team.page)
    assert lecturer.press("cnb-class-begin")
    lecturer.see(".cnb-desk").wait_for(timeout=60_000)
    deadline = time.monotonic() + 30
    while not any("decides now" in team.text or team.asked for team in teams):
        assert time.monotonic() < deadline, teams[0].text
        lecturer.go_on()
    for team in teams:
        if team.asked:
            team.choose(random.Random(1))
        found[f"game {len(found)}"] = findings(team.page)
    for part in ("Teams", "Count hands", "What was chosen"):
        lecturer.page.get_by_text(part, exact=True).first.click()
        lecturer.page.wait_for_timeout(400)
        found[part] = findings(lecturer.page)
    assert not {k: v for k, v in found.items() if v}, found
    for size in (390, 320):
        teams[0].page.set_viewport_size({"width": size, "height": 700})
        assert teams[0].page.evaluate("document.documentElement.scrollWidth") <= size


def test_a_device_is_used_by_keyboard_alone(school: Class) -> None:
    lecturer = Lecturer(school)
    code = lecturer.open_room()
    team = Team(school)
    keys = team.page.keyboard
    team.page.goto(school.url)
    team.page.locator("input.key").wait_for()

    def reach(name: str) -> None:
        for _ in range(40):
            if team.page.evaluate("() => document.activeElement?.dataset.focus") == name:
                return
            keys.press("Tab")
        raise AssertionError(name)

    reach("code")
    keys.type(code)
    keys.press("Enter")
    team.page.locator("[data-focus=team2]").wait_for()
    reach("team2")
    keys.press("Enter")
    team.page.locator("[data-part=lobby]").wait_for()
    assert lecturer.press("cnb-class-begin")
    lecturer.see(".cnb-desk").wait_for(timeout=60_000)
    deadline = time.monotonic() + 30
    while not team.asked:  # the lecturer answers for teams without a device
        assert time.monotonic() < deadline, team.text
        lecturer.page.get_by_text("Count hands", exact=True).first.click()
        lecturer.page.wait_for_timeout(300)
        if not team.asked and not lecturer.press("cnb-answer-go"):
            lecturer.page.get_by_text("Table only", exact=True).first.click()
            lecturer.page.wait_for_timeout(300)
            lecturer.go_on()
    first = team.page.locator(".opts .opt").first.get_attribute("data-focus")
    reach(str(first))
    keys.press("ArrowDown")
    chosen = team.page.locator(".opts .opt[aria-checked=true]").inner_text()
    reach("send")
    keys.press("Enter")
    wait_for(lambda: not team.asked)
    lecturer.page.get_by_text(chosen.split(" (")[0]).first.wait_for(state="attached")


@pytest.mark.slow
def test_the_full_game_is_played_by_teams_too(school: Class) -> None:
    lesson, _ = begin(school, full=True)
    lesson.settle()
    assert "Influence" in lesson.teams[0].text
    while lesson.rounds < 2:
        lesson.step()
    assert "Round 2" in lesson.teams[0].text


@pytest.mark.slow
def test_a_whole_simplified_game(school: Class) -> None:
    lesson, _ = begin(school)
    lesson.settle()
    deadline = time.monotonic() + LONG
    while not lesson.over():
        assert time.monotonic() < deadline, lesson.teams[0].text
        lesson.step()
    assert lesson.rounds >= 12
    assert lesson.notes >= 2  # the content note stood before the step on enslaved labour
    lecturer = lesson.lecturer.page
    lecturer.get_by_text("What was chosen", exact=True).first.click()
    lecturer.locator("table.choices").wait_for()
    assert lecturer.locator("table.choices tbody tr").count() >= 12


def test_two_rooms_do_not_disturb_each_other(school: Class, tmp_path: Path) -> None:
    one, two = Lecturer(school), Lecturer(school)
    first, second = one.open_room(), two.open_room()
    team, other = Team(school), Team(school)
    team.join(first, 0)
    other.join(second, 0)
    before = other.text
    assert one.press("cnb-class-begin")
    wait_for(lambda: "Phase 1" in team.text)
    time.sleep(0.5)
    assert other.text == before and first != second
    two.see(".cnb-close-room button").click()
    two.page.get_by_text("Really close").wait_for()
    two.see(".cnb-close-room button").click()
    other.page.get_by_text("The room was closed").wait_for()
    assert "Phase 1" in team.text
