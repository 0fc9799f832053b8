"""Independence (IND): granting it, the bids for control, the government."""

from __future__ import annotations

from ...kernel.flow import numbers
from ...kernel.state import Plain, note
from .board import INDEX, LETTERS, letters
from .ending import enough_independent
from .movement import turn_out
from .state import (
    GOVERNMENT,
    GOVERNMENTS,
    GRANT_FREE,
    NOBODY,
    REBELLION,
    ColonyState,
    colonies,
    drop_kept,
    flow,
    kept_rows,
    room,
    set_owner,
    sway,
)


@flow.step
def grants(s: ColonyState, seat: int) -> None:
    """Asks for one colony after another until the player stops (IND-1)."""
    s.step = "grant"
    mine = colonies(s, seat)
    if mine:
        flow.ask(s, seat, "grant", ("stop", *letters(mine)), "IND-1", ("granted", seat))


@flow.step
def granted(s: ColonyState, choice: str, seat: int) -> None:
    if choice == "stop":
        for c, flags in enumerate(s.first):
            if flags & GRANT_FREE and s.owner[c] == seat:
                s.first[c] = flags & ~GRANT_FREE
        return
    s.stack += [("grants", seat), ("declare", seat, INDEX[choice])]


@flow.step
def declare(s: ColonyState, seat: int, country: int) -> None:
    """The country is independent; its former power gains or loses Influence at once (IND-2)."""
    bit = 1 << country
    rebellion = bool(s.rebel & bit)
    army = bool(s.armies[country])
    values = s.rules.table["independence"]
    points = values["released"]
    if rebellion:
        points = values["released_guarded"] if army else values["released_lost"]
        if s.first[country] & GRANT_FREE:
            points = max(0, points)
        s.rebel &= ~bit
        s.supply[REBELLION] += 1
    s.first[country] = 0
    s.indep |= bit
    s.ripe &= ~bit
    s.begun &= ~bit
    s.released |= 1 << seat
    note(s, "grant", seat, "IND-2", country=LETTERS[country], rebellion=rebellion, army=army)
    sway(s, seat, points, "grant", "IND-2")
    for card, row in kept_rows(s, seat, "grant_bonus"):
        drop_kept(s, seat, card)
        sway(s, seat, row[1], s.rules.cards[card].id, "EVT-2")
    s.stack.append(("ask_bidders", country, seat))


def can_bid(s: ColonyState, seat: int, former: int) -> bool:
    """Who has a coin or a point, and a counter for the country; the former power needs none (IND-3)."""
    return bool(s.money[seat] or s.influence[seat]) and (seat == former or room(s, seat))


@flow.step
def ask_bidders(s: ColonyState, country: int, former: int) -> None:
    """All say at once whether they bid (IND-3)."""
    s.step = "bids"
    able = {p: (True, False) for p in range(s.seats) if can_bid(s, p, former)}
    if not able:
        s.stack.append(("bids_open", (None,) * s.seats, country, former, (None,) * s.seats))
        return
    context = {"country": LETTERS[country], "former": former}
    flow.gather(s, s.seats, "join", able, "IND-3", ("bidders_known", country, former), context)


@flow.step
def bidders_known(s: ColonyState, answers: tuple[bool | None, ...], country: int, former: int) -> None:
    seats = [p for p, joins in enumerate(answers) if joins]
    note(s, "bidders", None, "IND-3", country=LETTERS[country], seats=seats)
    nothing = (None,) * s.seats
    if not seats:
        s.stack.append(("bids_open", nothing, country, former, nothing))
        return
    options = {p: numbers(0 if s.influence[p] else 1, s.money[p]) for p in seats}
    context = {"country": LETTERS[country], "former": former, "bidders": seats}
    flow.gather(s, s.seats, "bid_money", options, "IND-3", ("points_bid", country, former), context)


@flow.step
def points_bid(s: ColonyState, coins: tuple[int | None, ...], country: int, former: int) -> None:
    options = {p: numbers(0 if bid else 1, s.influence[p]) for p, bid in enumerate(coins) if bid is not None}
    context = {"country": LETTERS[country], "former": former, "bidders": list(options)}
    flow.gather(s, s.seats, "bid_points", options, "IND-3", ("bids_open", country, former, coins), context)


def best_bid(s: ColonyState, worth: dict[int, int], former: int) -> int:
    """The winner among bids {seat: worth in coins}, ties by IND-3."""

    def rank(seat: int) -> tuple[int, bool, int, int]:
        first = seat == former and s.rules.table["independence"]["tie"] == "former"
        return worth[seat], first, s.influence[seat], -((seat - former - 1) % s.seats)

    return max(worth, key=rank)


@flow.step
def bids_open(
    s: ColonyState,
    points: tuple[int | None, ...],
    country: int,
    former: int,
    coins: tuple[int | None, ...],
) -> None:
    """Bids are shown and spent, the highest takes control, losing bidders lose a point (IND-3)."""
    bids: dict[int, dict[str, Plain]] = {}
    for p in range(s.seats):
        money, influence = coins[p], points[p]
        if money is not None and influence is not None:
            worth = money + s.rules.point * influence
            bids[p] = {"money": money, "points": influence, "worth": worth}
    winner = best_bid(s, {p: bid["worth"] for p, bid in bids.items()}, former) if bids else NOBODY
    spares_winner = not s.rules.table["independence"]["winner_pays"]
    if spares_winner and winner >= 0:
        bids[winner] |= {"money": 0, "points": 0}
    note(
        s,
        "bids",
        winner if winner >= 0 else None,
        "IND-3",
        country=LETTERS[country],
        bids=bids,
        winner=winner if winner >= 0 else None,
    )
    for p, bid in bids.items():
        s.money[p] -= bid["money"]
        s.influence[p] -= bid["points"]
    for p in bids:
        if p != winner:
            sway(s, p, -1, "losing bid", "IND-3")
    s.stack.append(("controlled", country, former, winner))
    if winner >= 0:
        s.stack.append(("choose_government", country, former, winner))
    if winner != former:
        turn_out(s, country, former)
        set_owner(s, country, winner, "bids" if winner >= 0 else "free", "IND-3")


@flow.step
def choose_government(s: ColonyState, country: int, former: int, winner: int) -> None:
    """The new controller sets a government it has the points for (IND-4, INF-1)."""
    at = range(len(GOVERNMENTS))
    there = [i for i in at if s.supply[GOVERNMENT + i]]
    payable = [i for i in there if s.rules.governments[i][1] <= s.influence[winner]]
    if not there:
        note(s, "note", winner, "SET-7", why="no supply")
        return
    if not payable:
        payable = [min(there, key=lambda i: s.rules.governments[i][1])]
    options = [GOVERNMENTS[i] for i in payable]
    context = {"country": LETTERS[country], "former": former}
    flow.ask(s, winner, "government", options, "IND-4", ("government_set", winner, country), context)


@flow.step
def government_set(s: ColonyState, form: str, seat: int, country: int) -> None:
    at = GOVERNMENTS.index(form)
    s.government[country] = at + 1
    s.supply[GOVERNMENT + at] -= 1
    note(s, "government", seat, "IND-4", country=LETTERS[country], form=form)
    sway(s, seat, -s.rules.governments[at][1], "government", "IND-4")


@flow.step
def controlled(s: ColonyState, country: int, former: int, winner: int) -> None:
    """Bids are settled and the government set; VAR-2 may end the game here."""
    s.step = "grant"
    if enough_independent(s):
        s.stack[:] = [("last_incomes",)]
