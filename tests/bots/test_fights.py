"""The odds tables against numbers worked out by hand or by counting every throw."""

from __future__ import annotations

from itertools import product

import pytest

from colony_nb.bots import fights, odds


def test_one_die_against_one() -> None:
    taken, lost, made = fights.campaign(1, 0, False, False, 1)
    assert taken == pytest.approx(15 / 36)
    assert lost == pytest.approx(15 / 36)
    assert made == pytest.approx(1)


def test_three_armies_against_an_empty_country() -> None:
    # the highest of three dice beats one die: 855 of 1296 throws
    assert fights.campaign(3, 0, False, False, 1)[0] == pytest.approx(855 / 1296)


def test_a_city_and_a_defence_card_help_the_defender() -> None:
    plain = fights.campaign(3, 1, False, False, 2)[0]
    assert fights.campaign(3, 1, False, True, 2)[0] < plain
    assert fights.campaign(3, 1, True, False, 2)[0] < plain


@pytest.mark.parametrize(("armies", "inside"), [(1, 0), (2, 1), (3, 3)])
def test_more_attacks_never_lower_the_chance(armies: int, inside: int) -> None:
    chances = [fights.campaign(armies, inside, False, False, n)[0] for n in range(4)]
    assert chances == sorted(chances) and chances[0] == 0


@pytest.mark.parametrize(("dice", "inside", "city"), [(1, 0, False), (2, 1, True), (3, 2, False)])
def test_chances_of_an_attack_add_up_to_one(dice: int, inside: int, city: bool) -> None:
    assert sum(row[0] for row in fights.attack(2, dice, inside, city)) == pytest.approx(1)


def test_a_rebellion_one_die_each() -> None:
    down, spreads, lost = fights.rebellion(1, 1)
    assert (down, spreads, lost) == pytest.approx((15 / 36, 21 / 36, 15 / 36))


def test_a_church_in_the_country_wins_draws() -> None:
    down, spreads, lost = fights.rebellion(1, 1, 0, True)
    assert (down, spreads, lost) == pytest.approx((21 / 36, 15 / 36, 15 / 36))


def test_two_dice_against_three_counted_throw_by_throw() -> None:
    down = spreads = lost = 0
    for faces in product(range(1, 7), repeat=5):
        own, other = sorted(faces[:2], reverse=True), sorted(faces[2:], reverse=True)
        pairs = list(zip(own, other, strict=False))
        down += any(a > b for a, b in pairs)
        spreads += any(a <= b for a, b in pairs)
        lost += sum(a < b for a, b in pairs)
    found = fights.rebellion(2, 3)
    assert found == pytest.approx((down / 6**5, spreads / 6**5, lost / 6**5))


def test_the_stored_odds_are_what_the_rules_give() -> None:
    """Says what to store when a rule changes: the counts in ``odds`` are made by these two functions."""
    for (blue, red), cells in odds.REBELLION.items():
        for i, counts in enumerate(cells):
            found = fights.count_rebellion(blue, red, i // 2, bool(i % 2))
            assert tuple(n / 6 ** (blue + red) for n in counts) == pytest.approx(found), (blue, red, i)
    for (armies, dice, inside, city), outcomes in odds.ATTACK.items():
        found_ = fights.count_attack(armies, dice, inside, city, True)
        assert [row[1:] for row in outcomes] == [row[1:] for row in found_], (armies, dice, inside, city)
        chances = [row[0] / 6 ** (armies + dice) for row in outcomes]
        assert chances == pytest.approx([row[0] for row in found_]), (armies, dice, inside, city)


def test_the_stored_odds_cover_every_usual_fight() -> None:
    assert set(odds.REBELLION) == set(product((1, 2, 3), repeat=2))
    for armies, inside, card, city in product((1, 2, 3), range(4), (0, 1), (False, True)):
        assert (armies, min(3, 1 + inside + card), inside, city) in odds.ATTACK
