"""The steady player of the simplified version: takes what pays most by the end, and gambles little."""

from __future__ import annotations

from typing import Any

from ..games.colony.board import INDEX, bits
from ..games.simplified.effects import lands
from ..games.simplified.state import SimState, counters, free
from ..games.simplified.war import targets
from ..kernel.state import Plain, Question
from . import Reason

Choice = tuple[Plain, Reason]
EDGE = 2  # armies more than the defender has before an attack is made
GUARD = 3  # armies that outlast a fight against rebels


class SimplifiedBot:
    """Invests in counters and guards one country. It never buys enslaved people (SIM-8).

    Depends on the position and the question alone, not on the key.
    """

    name = "steady"

    def choose(self, seen: Any, question: Question, key: int) -> Choice:
        answer = ANSWERS.get(question.kind)
        if answer is None:
            return question.options[0], Reason("first")
        return answer(seen, question.seat, question.options, question.context)


def choice(s: SimState, me: int, options: Any, context: Any) -> Choice:
    step = context["step"]
    if step == "SIM-3" or step == "SIM-5":
        return ("a", Reason("sim_land")) if lands(s, me) else ("b", Reason("sim_counters"))
    if step == "SIM-6":
        return ("a", Reason("sim_church")) if counters(s, s.owned[me]) > 3 else ("b", Reason("sim_keep"))
    if step == "SIM-8":
        return "b", Reason("sim_labour")
    if step == "SIM-9":
        many = s.owned[me].bit_count() > 2
        return ("c", Reason("sim_post")) if many else ("b", Reason("sim_railway"))
    if step == "SIM-10":
        return ("a", Reason("sim_attack")) if _prey(s, me) else ("b", Reason("sim_peace"))
    if step == "SIM-12":
        held = all(s.armies[c] >= GUARD for c in bits(s.owned[me] & s.rebel))
        return ("a", Reason("sim_fight")) if held else ("b", Reason("sim_negotiate"))
    if step == "SIM-13":
        return "c", Reason("sim_government")
    return "b", Reason("sim_trade")  # SIM-2, SIM-7


def _prey(s: SimState, me: int) -> list[Any]:
    """The attacks with an edge, richest target first."""
    good = [
        option for option in targets(s, me) if s.armies[INDEX[option[1]]] >= s.armies[INDEX[option[2]]] + EDGE
    ]
    return sorted(good, key=lambda option: -counters(s, 1 << INDEX[option[2]]))


def invest(s: SimState, me: int, options: Any, context: Any) -> Choice:
    """Farms pay best; a coin stays for SIM-5. In phase 3 one country gets armies that outlast an uprising."""
    most = options[-1]
    if context["what"] == "army":
        if s.phase < 3:
            return 0, Reason("sim_farms")
        strongest = max((s.armies[c] for c in bits(s.owned[me])), default=GUARD)
        return min(most, max(0, GUARD - strongest)), Reason("sim_guard")
    return (max(0, most - 1) if s.phase == 1 else most), Reason("sim_farms")


def start_country(s: SimState, me: int, options: Any, context: Any) -> Choice:
    open_ = free(s)
    best = max(options, key=lambda x: (s.board.near[INDEX[x]] & open_).bit_count())
    return best, Reason("start_room", {"country": best})


def neighbour(s: SimState, me: int, options: Any, context: Any) -> Choice:
    best, _ = start_country(s, me, options, context)
    return best, Reason("expand_room", {"country": best})


def _safest(s: SimState, options: Any) -> str:
    return str(max(options, key=lambda x: s.armies[INDEX[x]]))


def country(s: SimState, me: int, options: Any, context: Any) -> Choice:
    best = _safest(s, options)
    return best, Reason("sim_strongest", {"country": best})


def share(s: SimState, me: int, options: Any, context: Any) -> Choice:
    best = _safest(s, [letter for letter, count in options])
    return (best, context["left"]), Reason("sim_strongest", {"country": best})


def lose(s: SimState, me: int, options: Any, context: Any) -> Choice:
    """The counter of which there are fewest: it counts least for a monopoly."""
    names = s.rules.products

    def held(name: str) -> int:
        return sum(s.stock[12 * c + names.index(name)] for c in bits(s.owned[me]))

    best = min(options, key=lambda option: held(option[1]))
    return best, Reason("sim_few")


def attack(s: SimState, me: int, options: Any, context: Any) -> Choice:
    prey = _prey(s, me)
    return (prey[0], Reason("sim_attack")) if prey else ("stop", Reason("sim_stop"))


def march(s: SimState, me: int, options: Any, context: Any) -> Choice:
    return options[-1] - options[-1] // 2, Reason("sim_march")


ANSWERS = {
    "start_country": start_country,
    "choice": choice,
    "invest": invest,
    "neighbour": neighbour,
    "country": country,
    "build": country,
    "share": share,
    "lose": lose,
    "attack": attack,
    "march": march,
}
