"""A game as pandas data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas

    from ..kernel.session import Session

STANDING = (
    "round",
    "phase",
    "seat",
    "name",
    "money",
    "income",
    "influence",
    "countries",
    "ships",
    "ladder",
    "exportable",
    "monopolies",
    "armies",
    "independent",
    "rebellions",
)
"""The columns of ``standings``; ``income`` is what the next one would be."""

DECISIONS = ("n", "seat", "name", "bot", "kind", "option")
"""The columns of ``decisions``."""

MOMENT = ("n", "round", "phase", "seat", "kind", "rule")
"""The columns that ``journal_frame`` begins with."""


def standings(game: Session) -> pandas.DataFrame:
    """One row a power and round, with the columns ``STANDING``.

    Finished rounds come from the journal, the round under way from the view. A game that was taken up
    without its past has only what it played since.
    """
    import pandas

    names = game.setup.names
    rows: list[dict[str, Any]] = []
    for record in game.journal:
        if record["kind"] == "standing":
            moment = {"round": record["round"], "phase": record["phase"]}
            rows += [{**moment, "name": names[row["seat"]], **row} for row in record["rows"]]
    view = game.view()
    if not rows or rows[-1]["round"] != view["round"]:
        rows += _under_way(view)
    return pandas.DataFrame(rows, columns=list(STANDING))


def _under_way(view: dict[str, Any]) -> list[dict[str, Any]]:
    rows = []
    for power in view["powers"]:
        own = [view["countries"][letter] for letter in power["countries"]]
        rows.append(
            {
                **power,
                "round": view["round"],
                "phase": view["phase"],
                "countries": len(own),
                "monopolies": len(power["monopolies"]),
                "armies": sum(country["armies"] for country in own),
                "independent": sum(country["independent"] for country in own),
                "rebellions": sum(country["rebellion"] for country in own),
            }
        )
    return rows


def decisions(game: Session) -> pandas.DataFrame:
    """One row a choice, with the columns ``DECISIONS``: who chose what, and the bot that did or None."""
    import pandas

    setup = game.setup
    rows = [
        (game.first + at, seat, setup.names[seat], setup.bots[seat], kind, option)
        for at, (seat, kind, option) in enumerate(game.answers)
    ]
    return pandas.DataFrame(rows, columns=list(DECISIONS)).astype({"option": object})


def journal_frame(game: Session, kind: str | None = None) -> pandas.DataFrame:
    """One row a journal record, only those of ``kind`` if one is named; fields a record lacks are missing.

    The columns ``MOMENT`` come first, then the fields in the order in which they turn up.
    """
    import pandas

    records = [record for record in game.journal if kind is None or record["kind"] == kind]
    fields = dict.fromkeys(MOMENT)
    for record in records:
        fields.update(dict.fromkeys(record))
    return pandas.DataFrame(records, columns=list(fields))
