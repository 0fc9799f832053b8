"""The steps in their order: what is asked, in secret and shown together, and what follows."""

from __future__ import annotations

from typing import Any

from ...kernel.flow import numbers
from ...kernel.state import note
from .state import (
    READ_AND_DISCUSS,
    SimState,
    counters,
    flow,
    in_order,
    now,
    pay,
    throw,
)
from .view import standing

ASKED_BEFORE = {"SIM-1": "landings", "SIM-4": "incomes", "SIM-11": "monopolies", "SIM-12": "uprisings"}


@flow.step
def step_start(s: SimState, at: int) -> None:
    """The next step is a new round; who goes first moves on to the left."""
    step = s.rules.steps[at]
    if at:
        s.start_seat = (s.start_seat + 1) % s.seats
    new = not at or step.phase != s.phase
    s.at, s.round, s.phase, s.step = at, at + 1, step.phase, step.rule
    s.turn = -1
    if new:
        note(s, "phase", None, step.rule)
    note(s, "round", s.start_seat, step.rule, first=s.start_seat, step=step.name)
    s.stack.append(("step_end", at))
    if step.rule == "SIM-8" and (s.rules.discuss_only or s.variants & READ_AND_DISCUSS):
        note(s, "discussed", None, "SIM-8")
        return
    if step.options:
        s.stack.append(("ask_choice",))
    before = ASKED_BEFORE.get(step.rule)
    if before is not None:
        s.stack.append((before, 0) if before == "landings" else (before,))


@flow.step
def step_end(s: SimState, at: int) -> None:
    """The scribe's sums, then the next step or the end."""
    s.turn = -1
    if s.journal is not None:
        note(s, "standing", None, s.step, rows=standing(s))
    if at + 1 < len(s.rules.steps):
        s.stack.append(("step_start", at + 1))
        return
    s.over = True
    s.step = "over"
    note(s, "end", None, "SIM-14", winners=winners(s), money=list(s.money), prestige=list(s.prestige))


def winners(s: SimState) -> list[int]:
    """The seats with most money; equal money is a shared win (SIM-14)."""
    return [seat for seat in range(s.seats) if s.money[seat] == max(s.money)]


def _why_not(s: SimState, seat: int) -> str | None:
    """Why a seat is not asked in this step, None if it is."""
    step = now(s)
    if s.money[seat] < step.coins:
        return "no coin"
    if step.rule == "SIM-12" and not s.owned[seat] & s.rebel:
        return "no rebellion"
    if step.rule == "SIM-13" and not s.owned[seat]:
        return "no country"
    return None


@flow.step
def ask_choice(s: SimState) -> None:
    """All who can choose do so in secret; consequences stay unsaid until then."""
    step = now(s)
    s.turn = -1
    options = {}
    for seat in in_order(s):
        why = _why_not(s, seat)
        if why is None:
            options[seat] = tuple(step.options)
        else:
            note(s, "note", seat, step.rule, why=why)
    if options:
        ordered = {seat: options[seat] for seat in sorted(options)}
        context = {"step": step.rule, "name": step.name, "content_note": step.content_note}
        flow.gather(s, s.seats, "choice", ordered, step.rule, ("choices_shown",), context)


@flow.step
def choices_shown(s: SimState, answers: tuple[str | None, ...]) -> None:
    """The choices are shown together; consequences follow clockwise, wars after everything else (SIM-10)."""
    step = now(s)
    chosen = {seat: answer for seat, answer in enumerate(answers) if answer is not None}
    note(s, "choices", None, step.rule, chosen=chosen)
    if step.content_note:
        note(s, "silence", None, step.rule)
    follow = [(seat, step.options[chosen[seat]]) for seat in in_order(s) if seat in chosen]
    follow.sort(key=lambda pair: pair[1][:1] == (("war",),))
    for seat, rows in reversed(follow):
        s.stack.append(("consequence", seat, step.rule, rows))


@flow.step
def consequence(s: SimState, seat: int, rule: str, rows: Any) -> None:
    s.turn = seat
    s.stack.append(("effects", seat, rule, rows))


# ---------------------------------------------------------------- income and investing (SIM-4)


@flow.step
def incomes(s: SimState) -> None:
    """A coin for each resource counter; then all say in secret what they spend."""
    each = s.rules.table["invest"]["counter"]
    for seat in in_order(s):
        held = counters(s, s.owned[seat])
        s.money[seat] += each * held
        note(s, "income", seat, "SIM-4", counters=held, total=each * held)
    price = s.rules.table["invest"]["army"]
    able = [p for p in range(s.seats) if s.owned[p]]
    options = {p: numbers(0, s.money[p] // price) for p in able if s.money[p] >= price}
    if not options:
        s.stack.append(("ask_tries", (None,) * s.seats))
        return
    context = {"step": "SIM-4", "what": "army", "cost": price, "phase": s.phase}
    flow.gather(s, s.seats, "invest", options, "SIM-4", ("ask_tries",), context)


@flow.step
def ask_tries(s: SimState, armies: tuple[int | None, ...]) -> None:
    """The second amount, still in secret."""
    values = s.rules.table["invest"]
    able = [p for p in range(s.seats) if s.owned[p]]
    left = {p: s.money[p] - (armies[p] or 0) * values["army"] for p in able}
    options = {p: numbers(0, left[p] // values["try"]) for p in able if left[p] >= values["try"]}
    if not options:
        s.stack.append(("investments", (None,) * s.seats, armies))
        return
    context = {"step": "SIM-4", "what": "product", "cost": values["try"], "phase": s.phase}
    flow.gather(s, s.seats, "invest", options, "SIM-4", ("investments", armies), context)


@flow.step
def investments(s: SimState, tries: tuple[int | None, ...], armies: tuple[int | None, ...]) -> None:
    """All amounts are shown together; clockwise they are spent."""
    both = {p: (armies[p] or 0, tries[p] or 0) for p in range(s.seats)}
    note(s, "investments", None, "SIM-4", chosen={p: list(pair) for p, pair in both.items()})
    for seat in reversed(in_order(s)):
        if any(both[seat]):
            s.stack.append(("spend", seat, *both[seat]))


@flow.step
def spend(s: SimState, seat: int, armies: int, tries: int) -> None:
    """Armies at a coin each; a throw for each coin in farms, 3 to 6 brings a counter (SIM-4)."""
    values = s.rules.table["invest"]
    s.turn = seat
    pay(s, seat, armies * values["army"] + tries * values["try"], "SIM-4")
    if tries:
        dice = [throw(s) for _ in range(tries)]
        found = sum(face >= values["found_from"] for face in dice)
        note(s, "tries", seat, "SIM-4", dice=dice, found=found)
        if found:
            s.stack.append(("share", seat, "SIM-4", "product", found))
    if armies:
        s.stack.append(("share", seat, "SIM-4", "army", armies))
