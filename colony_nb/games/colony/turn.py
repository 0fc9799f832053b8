"""Phase, round and turn (RND), and how a round's cards are chosen or passed (RND-2, VAR-1)."""

from __future__ import annotations

from ...kernel.state import note
from .ending import finish
from .events import resolve_tolls, run_out
from .income import receive
from .movement import moves
from .rebellion import rebellions
from .setup import shuffle_again
from .state import INDEPENDENCE, PASS_CARDS, ColonyState, flow
from .view import standing


@flow.step
def phase_start(s: ColonyState, phase: int) -> None:
    """New products into the bag, four face-down cards for each player (RND-1)."""
    if phase > s.phase:
        for j, since in enumerate(s.rules.product_phase):
            if since == phase:
                s.bag[j] += s.rules.product_count[j]
    s.phase = phase
    deal(s, s.decks[phase - 1])
    note(s, "phase", None, "RND-1")
    s.stack.append(("round_start",))


def deal(s: ColonyState, deck: tuple[int, ...]) -> None:
    """Four cards a seat, in seat order (SET-3)."""
    each = s.rules.table["setup"]["cards_each"]
    s.hands = [deck[each * seat : each * (seat + 1)] for seat in range(s.seats)]


@flow.step
def round_start(s: ColonyState) -> None:
    """The first seat moves on to the left (RND-5); cards are passed (VAR-1), then chosen (RND-2)."""
    if s.round:
        s.start_seat = (s.start_seat + 1) % s.seats
    s.round += 1
    s.turn = -1
    s.held = s.defence = 0
    s.chosen = [()] * s.seats
    note(s, "round", s.start_seat, "RND-5", first=s.start_seat)
    s.stack.append(("choose_cards",))
    if s.variants & PASS_CARDS:
        s.stack.append(("pass_cards", 0, (1 << s.seats) - 1, ()))


@flow.step
def pass_cards(s: ColonyState, done: int, waiting: int, passed: tuple[tuple[int, int], ...]) -> None:
    """From the first player on each gives the top card to another who has none yet (VAR-1).

    ``waiting`` is the mask of seats without a card, ``passed`` holds (to, card).
    """
    s.step = "pass"
    if done == s.seats:
        hands = [hand[1:] for hand in s.hands]
        for to, card in passed:
            hands[to] = (card, *hands[to])
        s.hands = hands
        return
    seat = (s.start_seat + done) % s.seats
    if not s.hands[seat]:
        s.stack.append(("pass_cards", done + 1, waiting, passed))
        return
    others = [p for p in range(s.seats) if waiting >> p & 1 and p != seat]
    flow.ask(s, seat, "pass_card", others or [seat], "VAR-1", ("card_passed", seat, done, waiting, passed))


@flow.step
def card_passed(
    s: ColonyState, to: int, seat: int, done: int, waiting: int, passed: tuple[tuple[int, int], ...]
) -> None:
    note(s, "pass_card", seat, "VAR-1", to=to)
    card = s.hands[seat][0]
    s.stack.append(("pass_cards", done + 1, waiting & ~(1 << to), (*passed, (to, card))))


@flow.step
def choose_cards(s: ColonyState) -> None:
    """All choose action cards in secret (RND-2, RND-3)."""
    s.step = "cards"
    sets = s.rules.card_sets
    phase = s.phase - 1
    options = {p: sets[phase + 6 if s.on_top >> p & 1 else phase] for p in range(s.seats)}
    limit = s.rules.table["phases"]["action_cards"][phase]
    flow.gather(s, s.seats, "cards", options, "RND-2", ("cards_shown",), {"limit": limit})


@flow.step
def cards_shown(s: ColonyState, answers: tuple[tuple[int, ...], ...]) -> None:
    """All cards are shown at once; card 8 holds for the whole round (ACT-8)."""
    s.chosen = list(answers)
    for seat, cards in enumerate(answers):
        if 8 in cards:
            s.defence |= 1 << seat
    note(s, "cards", None, "RND-2", chosen={seat: list(cards) for seat, cards in enumerate(answers)})
    turns(s, 0)


@flow.step
def turns(s: ColonyState, done: int) -> None:
    """The seats' turns, to the left from the first (RND-4, RND-5)."""
    if done == s.seats:
        round_end(s)
        return
    seat = (s.start_seat + done) % s.seats
    s.turn = seat
    s.moved = 0
    s.fresh = s.armies[:]
    s.begun |= s.owned[seat] & s.indep
    s.paid_states = 0
    if s.kept[seat]:
        resolve_tolls(s, seat)
    s.stack += [("turn_close", seat, done), ("event", seat)]
    for card in reversed(s.chosen[seat]):
        s.stack.append(("action", seat, card))
    if s.phase == 6:
        s.stack.append(("grants", seat))
    receive(s, seat)
    moves(s, seat)


@flow.step
def turn_close(s: ColonyState, seat: int, done: int) -> None:
    """The fights against rebellions end the turn (REB-1)."""
    if s.owned[seat] & s.rebel:
        s.stack.append(("turn_end", seat, done))
        rebellions(s, seat)
    else:
        turn_end(s, seat, done)


@flow.step
def turn_end(s: ColonyState, seat: int, done: int) -> None:
    mine = s.begun & s.owned[seat]
    if mine:
        s.ripe |= mine
        s.begun &= ~mine
    if s.kept[seat]:
        run_out(s, seat)
    turns(s, done + 1)


@flow.step
def round_end(s: ColonyState) -> None:
    """Closes the round; the game after round 24 unless VAR-2 goes on."""
    s.turn = -1
    if s.journal is not None:
        note(s, "standing", None, "RND-5", rows=standing(s))
    rounds = s.rules.table["phases"]["rounds"]
    if s.round % rounds:
        s.stack.append(("round_start",))
    elif s.round < rounds * 6:
        s.stack.append(("phase_start", s.round // rounds + 1))
    elif s.variants & INDEPENDENCE and s.round < s.rules.table["ending"]["last_round"]:
        deal(s, shuffle_again(s, 6))
        note(s, "phase", None, "VAR-2")
        s.stack.append(("round_start",))
    else:
        finish(s)
