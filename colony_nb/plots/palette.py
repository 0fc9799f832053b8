"""Colours of the table, light and dark, and the marks that tell six powers apart without colour."""

from __future__ import annotations

from dataclasses import dataclass

PRESENTATION = 24 / 14.5
"""Scale factor that brings the map's 14.5 px names to 24 px, the smallest size read from the back of a
room."""

FONT = "CSans, 'Source Sans 3', 'Segoe UI', Helvetica, Arial, sans-serif"


@dataclass(frozen=True, slots=True)
class Power:
    """How one seat is shown: full colour, Bokeh hatch pattern of its band, letter on its disc, key of its
    name."""

    seat: int
    colour: str
    hatch: str
    letter: str
    key: str


POWERS: tuple[Power, ...] = (
    Power(0, "#009E73", " ", "P", "portugal"),
    Power(1, "#E69F00", "/", "N", "netherlands"),
    Power(2, "#56B4E9", ".", "F", "france"),
    Power(3, "#CC79A7", "x", "B", "britain"),
    Power(4, "#D55E00", "-", "S", "spain"),
    Power(5, "#F0E442", "o", "D", "denmark"),
)


@dataclass(frozen=True, slots=True)
class Palette:
    """Every colour a figure needs. ``label`` is bare ink on a country's tint, ``halo`` the rim round
    names."""

    name: str
    page: str
    panel: str
    ink: str
    second: str
    rule: str
    sea: str
    water: str
    land: str
    border: str
    free_border: str
    label: str
    halo: str
    tint: float
    tint_yellow: float
    state: str = "#FFFFFF"
    casing: str = "#14181B"
    dark_mark: str = "#1B2024"
    light_mark: str = "#FFFDF8"
    letter: str = "#101416"
    ground: str = "#0B0E10"


LIGHT = Palette(
    name="light",
    page="#F6F3EC",
    panel="#FFFDF8",
    ink="#1B2024",
    second="#565D62",
    rule="#868075",
    sea="#DBE5E8",
    water="#8FAAB5",
    land="#F3EDDF",
    border="#2B3135",
    free_border="#2B3135",
    label="#14181B",
    halo="#F7F3EA",
    tint=0.40,
    tint_yellow=0.40,
)
DARK = Palette(
    name="dark",
    page="#121619",
    panel="#1A1F23",
    ink="#F1EDE3",
    second="#A9B0B3",
    rule="#7A8388",
    sea="#18232A",
    water="#4A6270",
    land="#3B3C39",
    border="#06090B",
    free_border="#A8A79E",
    label="#F6F2E8",
    halo="#1F2A30",
    tint=0.36,
    tint_yellow=0.27,
    ground="#E4DFD3",
)
PALETTES: dict[str, Palette] = {"light": LIGHT, "dark": DARK}


def palette(which: str | Palette) -> Palette:
    """The palette called ``which`` ("light" or "dark"); a Palette is given back. Raises ValueError for other
    names."""
    if isinstance(which, Palette):
        return which
    if which not in PALETTES:
        raise ValueError(f"There is no palette {which!r}; there are {', '.join(PALETTES)}.")
    return PALETTES[which]


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(front: str, back: str, share: float) -> str:
    """The colour seen when ``front`` covers ``back`` with an opacity of ``share`` (0 to 1). Both are
    #RRGGBB."""
    pairs = zip(_channels(front), _channels(back), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02X}" for a, b in pairs)


def luminance(colour: str) -> float:
    """Relative luminance (0 to 1) of #RRGGBB as WCAG 2 defines it."""

    def linear(channel: int) -> float:
        c = channel / 255
        return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(c) for c in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio (1 to 21) of two colours #RRGGBB as WCAG 2 defines it; the order does not matter.

    >>> round(contrast("#000000", "#FFFFFF"))
    21
    """
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def tint(colours: Palette, seat: int | None) -> str:
    """The fill of a country that ``seat`` holds; of one that nobody holds when it is None."""
    if seat is None:
        return colours.land
    full = POWERS[seat].colour
    return mix(full, colours.land, colours.tint_yellow if seat == 5 else colours.tint)


def colour_of(colours: Palette, role: str) -> str:
    """The colour a drawing means by ``role``: a palette field's name, "seat:2" for a power's full colour, or
    "none"."""
    if role.startswith("seat:"):
        return POWERS[int(role[5:])].colour
    if role == "none":
        return "#00000000"
    return str(getattr(colours, role))
