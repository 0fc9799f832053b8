"""How wide a text is drawn, near enough to lay out names: widths of letters in hundredths of the size."""

from __future__ import annotations

from functools import lru_cache

_EM = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz -'",
        [
            57,
            60,
            58,
            63,
            55,
            52,
            64,
            67,
            30,
            51,
            61,
            52,
            76,
            66,
            68,
            60,
            68,
            61,
            56,
            56,
            66,
            56,
            81,
            57,
            52,
            54,
        ]
        + [
            53,
            57,
            47,
            57,
            52,
            34,
            53,
            57,
            28,
            28,
            55,
            29,
            86,
            57,
            55,
            57,
            57,
            40,
            44,
            38,
            57,
            52,
            78,
            51,
            52,
            46,
        ]
        + [20, 33, 30],
        strict=True,
    )
)


@lru_cache(maxsize=1024)
def text_width(text: str, size: float) -> float:
    """About how wide ``text`` is in pixels in the table's bold sans of ``size`` pixels, with a little to
    spare."""
    return sum(_EM.get(c, 56) for c in text) * size * 0.0103
