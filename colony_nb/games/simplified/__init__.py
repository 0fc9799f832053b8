"""The simplified, teacher-led version (SIM): four phases, a choice among two or three at each step.

Decisions: ``choice`` "a", "b", "c" (sealed, each step's alternatives); ``invest`` an int (sealed; context
``what`` "army", then "product"); ``start_country``, ``neighbour``, ``country``, ``build`` a letter; ``share``
(letter, how many); ``lose`` (letter, product); ``attack`` "stop" or ("attack", source, target); ``march`` an
int. Each has its step's rule in ``context["step"]``; no context tells what an alternative brings.

Journal, beside n, round (the step, 1 to 15), phase, seat, kind and rule: ``start`` {throws}, ``phase``,
``round`` {first, step}, ``choices`` and ``investments`` {chosen}, ``throw`` {die}, ``tries`` {dice, found},
``income`` {counters, total}, ``money`` {amount, why, other}, ``pay`` {amount, for}, ``prestige`` {by, why},
``owner`` {country, from, to, why}, ``army`` {country, by}, ``draw`` and ``lose`` {country, product, why},
``build`` {country, what}, ``ship`` {country, by}, ``silence``, ``discussed``, ``fight`` {source, target,
defender, attacker_armies, defender_armies, throws, winner, conquered}, ``monopoly`` {product, from, to,
counters, throws}, ``place_rebellion`` {country, by_seat, why}, ``rebellion`` {country, rebels_seat, armies,
armies_lost, throws, suppressed}, ``ended`` {country}, ``government`` {country, form}, ``note`` {why},
``forced`` {question, option}, ``standing`` {rows}, ``end`` {winners, money, prestige}.
A seat's money = 5 + income + money - pay, its prestige = 10 + prestige.
"""
