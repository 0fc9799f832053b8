"""What every rule book does with a set-up: its numbers are checked, its rule data changed where asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ..kernel.errors import ColonyError
from ..kernel.session import Setup


def check_table(setup: Setup, variants: Collection[str], products: Sequence[str]) -> None:
    """Raises ColonyError for a number of players, a variant, dice or draws that cannot be played."""
    if not 3 <= len(setup.names) <= 6:
        raise ColonyError("players_count", count=len(setup.names))
    for variant in setup.variants:
        if variant not in variants:
            raise ColonyError("unknown_variant", name=variant, known=tuple(variants))
    faces, draws = setup.dice.get("dice", []), setup.dice.get("draws", [])
    if not isinstance(faces, list) or any(type(x) is not int or not 1 <= x <= 6 for x in faces):
        raise ColonyError("bad_dice", what="a die shows 1 to 6")
    if not isinstance(draws, list) or any(x not in products for x in draws):
        raise ColonyError("bad_dice", what=f"a draw is one of {', '.join(products)}")


def changed(
    base: Mapping[str, Any], changes: Mapping[str, Any], fits: Callable[[str, Any, Any], bool]
) -> dict[str, Any]:
    """A copy of rule data with ``changes`` ({"monopoly.crop": 4} or {"monopoly": {"crop": 4}}) in it.

    ``fits`` (name, old value, new value) tells what may stand there. Changed data has a "+" behind its id,
    unless the changes name one. Raises ColonyError (``bad_rules``).
    """
    table: dict[str, Any] = json.loads(json.dumps(base))
    flat: dict[str, Any] = {}
    for key, value in changes.items():
        inner = value if isinstance(value, Mapping) else None
        flat.update({f"{key}.{k}": v for k, v in inner.items()} if inner is not None else {str(key): value})
    for key, value in flat.items():
        if key == "id" and isinstance(value, str):
            table["id"] = value
            continue
        section, _, name = key.partition(".")
        if not isinstance(table.get(section), dict) or name not in table[section]:
            raise ColonyError("bad_rules", what=f"there is no value {key}")
        try:
            value = json.loads(json.dumps(value))
        except (TypeError, ValueError):
            raise ColonyError("bad_rules", what=f"{key} cannot be {value!r}") from None
        if not fits(key, table[section][name], value):
            raise ColonyError("bad_rules", what=f"{key} cannot be {value!r}")
        table[section][name] = value
    if flat and "id" not in flat:
        table["id"] = f"{table['id']}+"
    return table
