"""What a move sounds like: the words for the page's live region."""

from __future__ import annotations

from colony_nb.app.moment import Moment
from colony_nb.app.panes.lines import sentence, shown
from colony_nb.app.panes.sim_reading import spoken_screen
from colony_nb.app.texts import Texts

MOST_SPOKEN = 60
MOST_WATCHED = 3  # lines of a game that computers play alone; nobody could listen to more in a step


def spoken(m: Moment, start: int, texts: Texts, notice: str = "") -> str:
    """The lines written since journal place ``start`` and the open question, to be read aloud."""
    lines = [notice] if notice else []
    if m.screen is not None:
        return " ".join([*lines, *spoken_screen(m, texts)])
    records = [r for r in shown(m.journal[start:]) if r["kind"] != "standing"]
    most = MOST_WATCHED if m.watching else MOST_SPOKEN
    if len(records) > most:
        lines.append(texts.say("happened.more", count=len(records) - most))
        records = records[-most:]
    lines += [sentence(r, m.names, texts) for r in records]
    if m.over:
        lines.append(texts.say("bar.over", round=m.view["round"]))
    elif m.cover and m.decision is not None:
        lines.append(texts.say("bar.cover", power=m.names[m.decision.seat]))
    elif m.prompt:
        lines.append(m.prompt)
    return " ".join(lines)
