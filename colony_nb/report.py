"""A game as one HTML file that reads with scripts off: for the shelf, the printer, the next lesson."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from .commentary.catalogue import Catalogue
from .commentary.phrases import Phrases
from .game import Game
from .kernel.errors import ColonyError, SaveError
from .lab.accounts import Account, accounts
from .lab.exports import without_names
from .plots.curves_svg import curve_svg, figures_of, rows_of, table
from .plots.describe import describe
from .plots.marks import disc_svg
from .plots.palette import DARK, LIGHT, POWERS, Palette
from .plots.svg import board_svg
from .version import __version__

Record = Mapping[str, Any]
LEFT_OUT = frozenset(("standing",))  # told by the tables
HISTORY = frozenset("owner place_rebellion rebellion ended grant bids government attack destroy".split())
"""The kinds of records that make a country's history."""

_ROLES = ("page", "panel", "ink", "second", "rule")
_STYLE = """
:root{color-scheme:light dark;%(light)s}
@media (prefers-color-scheme:dark){:root{%(dark)s}.light{display:none}}
@media (prefers-color-scheme:light){.dark{display:none}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);
font:16px/1.5 "Source Sans 3","Segoe UI",Helvetica,Arial,sans-serif}
%(seats)s
main{max-width:1240px;margin:0 auto;padding:20px}p,dd,.hist,.log{max-width:80ch}.board{max-width:1000px}
h1,h2,h3{font-family:"Source Serif 4",Georgia,serif;line-height:1.25}
h1{font-size:30px;margin:8px 0}h2{font-size:23px;margin:40px 0 8px}h3{font-size:18px;margin:24px 0 4px}
a{color:inherit}a:focus-visible,summary:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
.mut{color:var(--second)}.sheet{background:var(--panel);border:1px solid var(--rule);padding:8px;margin:0;
min-width:0}
svg{vertical-align:middle}
.board svg{width:100%%;min-width:600px}
.curves{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%%,560px),1fr));gap:12px}
.sheet table{font-size:14px}.sheet td,.sheet th{padding:2px 6px}
.sheet thead th{max-width:9em;overflow-wrap:anywhere}
.curves .light svg,.curves .dark svg{width:100%%;min-width:440px}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:8px 0}
caption{text-align:left;font-weight:600;padding:4px 0}
th,td{border-bottom:1px solid var(--rule);padding:3px 10px;text-align:right;vertical-align:top}
th[scope=row],thead th:first-child,.text{text-align:left}
th{overflow-wrap:break-word;max-width:16em}
ul,ol{padding-left:22px}nav ul{columns:2 220px}
section>details{border-bottom:1px solid var(--rule)}summary{padding:10px 0;font-weight:600;cursor:pointer}
.log{list-style:none;padding:0 0 8px}.log li{padding:2px 0 2px 40px;position:relative;overflow-wrap:anywhere}
.d{position:absolute;left:8px;top:4px;width:20px;height:20px;border-radius:50%%;border:1.3px solid #1B2024;
color:#101416;font-size:12px;line-height:18px;text-align:center}.rule{font-size:13px;white-space:nowrap}
.hist{list-style:none;padding:0;margin:0}.hist li{padding-left:92px;text-indent:-92px}
.hist b{display:inline-block;width:92px;text-indent:0;font-weight:400;color:var(--second)}
code{display:block;overflow-wrap:anywhere;background:var(--panel);border:1px solid var(--rule);padding:8px;
font-size:13px}
@media print{:root{%(light)s}.light{display:block}.dark{display:none}
.wide{overflow:visible}table{font-size:12px}th,td{padding:2px 5px}.sheet,tr{break-inside:avoid}}
"""


def report(
    game: Game,
    path: str | os.PathLike[str] | None = None,
    title: str | None = None,
    names: bool = True,
    language: str = "en",
) -> str:
    """The report of a finished or unfinished game as one HTML document; also written to ``path`` if given.

    It holds the board, what the money was taken from, tables and curves, what happened to each country, the
    journal, the seed and the resume code; no script, and nothing is fetched. ``names`` False leaves the
    players' names out. Raises SaveError with one sentence when the file cannot be written.
    """
    text = GameReport(game if names else without_names(game), title, names, language).html()
    if path is not None:
        write_page(path, text, language)
    return text


def write_page(path: str | os.PathLike[str], text: str, language: str = "en") -> None:
    """Writes a page in one step. Raises SaveError with one sentence."""
    target = Path(path)
    temporary = None
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=target.parent, prefix=f".{target.name}.", delete=False
        ) as file:
            temporary = file.name
            file.write(text)
        os.replace(temporary, target)
    except OSError:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)
        error = SaveError("save_unwritable", path=str(target))
        error.sentence = Catalogue(language).error(error.code, **error.values)
        raise error from None


def page(title: str, body: str, language: str = "en") -> str:
    """A whole document: no script, nothing fetched. ``body`` is safe HTML and follows the heading."""
    colours = {p.name: _variables(p) for p in (LIGHT, DARK)}
    colours["seats"] = "".join(f".s{power.seat}{{background:{power.colour}}}" for power in POWERS)
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy"'
        " content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escape(title)}</title><style>{_STYLE % colours}</style></head><body><main>"
        f"<h1>{escape(title)}</h1>{body}</main></body></html>\n"
    )


def _inline(svg: str) -> str:
    """A picture inside an HTML page, where it needs no name space."""
    return svg.replace(' xmlns="http://www.w3.org/2000/svg"', "")


def _wide(label: str, more: str = "") -> str:
    """The start of a part that scrolls sideways on narrow screens, by keyboard too."""
    return f'<div class="{f"wide {more}".strip()}" tabindex="0" role="region" aria-label="{escape(label)}">'


def _p(text: str, of: str = "") -> str:
    return f'<p class="{of}">{escape(text)}</p>' if of else f"<p>{escape(text)}</p>"


class GameReport:
    """One report in the making; its parts are pieces of safe HTML."""

    def __init__(
        self, game: Game, title: str | None = None, names: bool = True, language: str = "en"
    ) -> None:
        self.game = game
        self.language = language
        self.words = Phrases("report", language)
        self.book = Catalogue(language)
        self.named = names
        self.names = self._names()
        view = game.view()
        self.view: dict[str, Any] = {
            **view,
            "powers": [{**power, "name": self.names[power["seat"]]} for power in view["powers"]],
        }
        self.journal: Sequence[Record] = game.journal
        self.full = view["game"] == "colony"  # the simplified game's journal tells less of the money
        money = [power["money"] for power in view["powers"]]
        self.accounts = accounts(self.journal, money) if self.full else []
        self.title = title or self.say("title", count=game.players)
        self._badges = [_inline(disc_svg(seat, 20)) for seat in range(game.players)]

    def _names(self) -> list[str]:
        """The players' names; a power nobody named has its own."""
        colours = self.game.ruleset.colours(self.game.setup)
        given = self.game.setup.names
        shown = [
            self.book.word(f"power.{POWERS[seat].key}.name") if name == colours[seat].capitalize() else name
            for seat, name in enumerate(given)
        ]
        return shown if len(set(shown)) == len(shown) else list(given)

    def say(self, key: str, **values: Any) -> str:
        return self.words.say(key, self.names, **values)

    def html(self) -> str:
        parts = {
            "purpose": self._purpose(),
            "board_over" if self.game.over else "board_open": self.board(),
            "result": self._result(),
            "accounts": self.money(),
            "curves": self.curves(),
            "countries": self._countries(),
            "journal": self._journal(),
            "rules": self._rules(),
            "again": self._again(),
        }
        contents = "".join(
            f'<li><a href="#{key}">{escape(self.say(f"part.{key}"))}</a></li>' for key in parts
        )
        body = "".join(
            f'<section id="{key}"><h2>{escape(self.say(f"part.{key}"))}</h2>{html}</section>'
            for key, html in parts.items()
        )
        nav = f'<nav aria-label="{escape(self.say("part.to"))}"><ul>{contents}</ul></nav>'
        return page(self.title, f"{self.lead()}{nav}{body}", self.language)

    # ---------------------------------------------------------------- parts

    def lead(self) -> str:
        view, setup = self.view, self.game.setup
        key = "lead_over" if self.game.over else "lead_open"
        out = [_p(self.say(key, phase=view["phase"], round=str(view["round"])))]
        variants = " ".join(self.book.word(f"variant.{name}") for name in setup.variants)
        out.append(
            _p(self.say("variants", variants=variants) if variants else self.say("variants_none"), "mut")
        )
        if setup.rules:
            out.append(_p(self.say("rules_changed", keys=", ".join(setup.rules)), "mut"))
        if self.game.first:
            out.append(_p(self.say("no_past")))
        return "".join(out)

    def _purpose(self) -> str:
        return "".join(_p(self.book.word(f"screen.{key}")) for key in ("purpose", "score", "countries"))

    def board(self) -> str:
        picture = "".join(
            f'<div class="{p.name}">{_inline(board_svg(self.view, palette=p, language=self.language))}</div>'
            for p in (LIGHT, DARK)
        )
        said = escape(describe(self.view, language=self.language))
        words = escape(self.say("part.board_words"))
        title = self.say("part.board_over" if self.game.over else "part.board_open")
        picture = f"{_wide(title, 'board')}{picture}</div>"
        return f"{picture}<details open><summary>{words}</summary><p>{said}</p></details>"

    def _result(self) -> str:
        result = self.game.result
        if result is None:
            seats: Iterable[int] = range(self.game.players)
            out = [_p(self.say("result.open"))]
        else:
            seats = result["winners"]
            key = "result.winner" if len(result["winners"]) == 1 else "result.shared"
            money = max(result["money"])
            out = [_p(self.say(key, winners=result["winners"], money=money))]
        for seat in seats if self.full else ():
            out.append(f"<h3>{self._badges[seat]} {escape(self.names[seat])}</h3>")
            out += [_p(line) for line in self._taken(self.accounts[seat])]
            if self.accounts[seat].countries:
                out.append(self._taken_table(self.accounts[seat]))
        if self.full:
            out.append(_p(self.say("result.shares"), "mut"))
        out.append(_p(self.book.word("screen.end")))
        return "".join(out)

    def _taken(self, a: Account) -> list[str]:
        out, seat = [], a.seat
        if a.countries:
            out.append(
                self.say("result.goods", seat=seat, countries=list(a.countries), goods=a.goods - a.unknown)
            )
            rows = [self.say("row.product", product=p, coins=n) for p, n in a.products.items()]
            out.append(self.say("result.products", rows=rows))
        elif not a.unknown:
            out.append(self.say("result.no_goods", seat=seat))
        if a.unknown:
            out.append(self.say("result.unknown", unknown=a.unknown))
        if a.monopolies:
            out.append(self.say("result.monopolies", monopolies=a.monopolies))
        if a.governments:
            out.append(self.say("result.governments", seat=seat, governments=a.governments))
        if a.from_powers:
            rows = [self.say("row.power", seat=other, coins=n) for other, n in a.from_powers.most_common()]
            out.append(self.say("result.powers", rows=rows))
        rows = [self.say("row.force", country=c, seat=other, round=str(r)) for r, c, other in a.taken_from]
        force = (
            self.say("result.force", seat=seat, rows=rows) if rows else self.say("result.no_force", seat=seat)
        )
        out.append(force)
        resisted = list(dict.fromkeys(country for _, country in a.resisted))
        if resisted:
            out.append(self.say("result.resisted", seat=seat, countries=resisted))
        else:
            out.append(self.say("result.no_resistance", seat=seat))
        return out

    def _taken_table(self, a: Account) -> str:
        head = [self.say(f"result.{key}") for key in ("country", "coins", "what", "how")]
        rows = []
        for country, coins in a.countries.items():
            goods = [self.book.word(f"product.{p}.name") for p in a.goods_of.get(country, ())]
            rows.append(
                (self.book.country(country), str(coins), self.book.join(goods), self._how(country, a.seat))
            )
        return self.table(self.say("result.caption", seat=a.seat), head, rows, text=(2, 3))

    def _how(self, country: str, seat: int) -> str:
        """How the country came to the seat, each time it did."""
        out = []
        for r in self.journal:
            if r["kind"] == "owner" and r["country"] == country and r["to"] == seat:
                key = f"how.{r['why']}"
                fits = self.words.has(key) and (r["from"] is not None or "{from" not in self._raw(key))
                said = self.say(key if fits else "how.other", **r)
                out.append(said)
        return self.book.join(list(dict.fromkeys(out))) if out else ""

    def _raw(self, key: str) -> str:
        table, entry = key.split(".")
        return str(self.words._file("report")[table][entry])

    def table(
        self, caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], text: tuple[int, ...] = ()
    ) -> str:
        """A table of plain texts; the first cell of a row is its header, columns in ``text`` stand left."""

        def of(i: int) -> str:
            return ' class="text"' if i in text else ""

        top = "".join(f'<th scope="col"{of(i)}>{escape(cell)}</th>' for i, cell in enumerate(head))
        body = "".join(
            f'<tr><th scope="row">{escape(row[0])}</th>'
            + "".join(f"<td{of(i)}>{escape(cell)}</td>" for i, cell in enumerate(row[1:], 1))
            + "</tr>"
            for row in rows
        )
        return (
            f"{_wide(caption)}<table><caption>{escape(caption)}</caption><thead><tr>{top}</tr></thead>"
            f"<tbody>{body}</tbody></table></div>"
        )

    def money(self) -> str:
        keys: tuple[str, ...] = (
            "power",
            "start",
            "goods",
            "monopolies",
            "governments",
            "cards",
            "paid",
            "bids",
        )
        head = [self.say(f"accounts.{key}") for key in keys]
        head.append(self.say("accounts.money" if self.game.over else "accounts.money_open"))
        if not self.full:
            return self._standings()
        order = sorted(self.accounts, key=lambda a: -a.money)
        rows: list[tuple[str, ...]] = []
        for a in order:
            cards = a.cards_in_income + a.received - a.given
            figures: tuple[int, ...] = (
                a.start,
                a.goods,
                a.monopolies,
                a.governments,
                cards,
                -a.paid,
                -a.bids,
                a.money,
            )
            rows.append((self.names[a.seat], *(str(n).replace("-", "−") for n in figures)))
        money = self.table(self.say("accounts.caption"), head, rows)
        keys = ("power", "influence", "countries", "ships", "income", "armies", "resistance")
        head = [self.say(f"accounts.{key}") for key in keys]
        standing: list[tuple[str, ...]] = []
        for a in order:
            power = self.view["powers"][a.seat]
            own = [self.view["countries"][c] for c in power["countries"]]
            figures = (
                power["influence"],
                len(own),
                power["ships"],
                power["income"],
                sum(c["armies"] for c in own),
                sum(c["rebellion"] for c in own),
            )
            standing.append((power["name"], *map(str, figures)))
        return money + self.table(self.say("accounts.caption_standing"), head, standing)

    def _standings(self) -> str:
        """The simplified game's figures."""
        keys = ("money", "influence", "countries", "income", "armies")
        head = [self.say("accounts.power"), *(self.say(f"simplified.{key}") for key in keys)]
        rows = [
            (power["name"], *(str(power[key]) for key in ("money", "prestige")), str(len(power["countries"])))
            + (str(power["income"]), str(power["armies"]))
            for power in sorted(self.view["powers"], key=lambda power: -power["money"])
        ]
        return self.table(self.say("accounts.caption_standing"), head, rows)

    def curves(self) -> str:
        rows = rows_of(self.journal, self.view)
        out = ['<div class="curves">']
        for what in figures_of(rows):
            name = _curve_name(what, self.language)
            grid = _inline(table(rows, self.names, what, self.language))
            drawn = "".join(
                f'<div class="{p.name}">{_inline(curve_svg(rows, self.names, what, p, self.language))}</div>'
                for p in (LIGHT, DARK)
            )
            out.append(
                f'<figure class="sheet">{_wide(name)}{drawn}</div><details open><summary>'
                f"{escape(self.say('part.figures', what=name))}</summary>{_wide(name)}{grid}</div></details>"
                "</figure>"
            )
        return "".join([*out, "</div>"])

    def plain_curves(self) -> str:
        """The curves for a page of any other style: light, each with its table folded."""
        rows = rows_of(self.journal, self.view)
        out = []
        for what in figures_of(rows):
            name = _curve_name(what, self.language)
            drawn = _inline(curve_svg(rows, self.names, what, LIGHT, self.language))
            grid = _inline(table(rows, self.names, what, self.language))
            said = escape(self.say("part.figures", what=name))
            style = f"background:{LIGHT.panel};color:{LIGHT.ink};padding:8px;overflow-x:auto"
            out.append(
                f'<div style="{style}">{drawn}<details><summary>{said}</summary>{grid}</details></div>'
            )
        return "".join(out)

    def _countries(self) -> str:
        out = []
        by_country: dict[str, list[Record]] = {}
        drawn: dict[str, dict[str, int]] = {}
        for r in self.journal:
            where = r.get("country") or (r.get("target") if r["kind"] == "attack" else None)
            if where and r["kind"] in HISTORY:
                by_country.setdefault(where, []).append(r)
            elif r["kind"] == "draw":
                counts = drawn.setdefault(r["country"], {})
                counts[r["product"]] = counts.get(r["product"], 0) + 1
        for letter, country in self.view["countries"].items():
            out.append(f"<h3>{escape(country['name'])}</h3>{_p(self._now(country))}")
            counts = drawn.get(letter, {})
            if counts:
                rows = [self.say("country.counted", count=str(n), product=p) for p, n in counts.items()]
                out.append(_p(self.say("country.counters", rows=rows)))
            events = [self._event(r) for r in by_country.get(letter, ())]
            if any(events):
                out.append(f'<ul class="hist">{"".join(events)}</ul>')
            elif not counts:
                out.append(_p(self.say("country.untouched", country=letter)))
        return "".join(out)

    def _now(self, country: Record) -> str:
        key = "now_independent" if country["independent"] else "now"
        owner = country["owner"]
        key += "_free" if owner is None else "" if country["independent"] else "_held"
        said = [self.say(f"country.{key}", owner=owner)]
        if country["rebellion"]:
            said.append(self.say("country.now_resisting"))
        return " ".join(said)

    def _event(self, r: Record) -> str:
        kind = r["kind"]
        if kind == "attack":
            if r["conquered"]:
                return ""  # told by the change of hands
            said = self.say("country.attacked", seat=r["seat"], country=r["target"])
        elif kind == "rebellion":
            said = self.say(
                "country.fought_suppressed" if r["suppressed"] else "country.fought_on", seat=r["seat"]
            )
        else:
            said = self.book.sentence(r, self.names)
        at = self.say("country.round", round=str(r["round"])) if r["round"] else self.say("country.setup")
        return f"<li><b>{escape(at)}</b>{escape(said)}</li>"

    def _journal(self) -> str:
        out = [_p(self.say("journal.note"), "mut")]
        told = (r for r in self.journal if r["kind"] not in LEFT_OUT)
        for number, records in groupby(told, key=lambda r: r["round"]):
            rows = list(records)
            key = "journal.round" if number else "journal.setup"
            phase = rows[-1]["phase"]
            title = self.say(key, round=str(number), phase=phase)
            lines = "".join(self._line(r) for r in rows)
            out.append(
                f'<details open><summary>{escape(title)}</summary><ol class="log">{lines}</ol></details>'
            )
        return "".join(out)

    def _line(self, r: Record) -> str:
        seat, rule = r["seat"], str(r["rule"])
        known = isinstance(seat, int) and 0 <= seat < len(self._badges)
        badge = f'<b class="d s{seat}" aria-hidden="true">{POWERS[seat].letter}</b>' if known else ""
        link = (
            f'<a class="rule mut" href="#{escape(rule)}">{escape(rule)}</a>'
            if rule in self.book.rules()
            else ""
        )
        return f"<li>{badge}{escape(self.book.sentence(r, self.names))} {link}</li>"

    def _rules(self) -> str:
        named = {str(r["rule"]) for r in self.journal}
        out = ["<dl>"]
        for name in self.book.rules():
            if name in named:
                rule = self.book.rule(name)
                out.append(f'<dt id="{escape(name)}"><b>{escape(name)}</b> {escape(rule["title"])}</dt>')
                out.append(f"<dd>{escape(rule['text'])}</dd>")
        return "".join([*out, "</dl>"])

    def _again(self) -> str:
        out = [_p(self.say("again.seed", seed=str(self.game.setup.seed)))]
        try:
            code = self.game.code()
        except ColonyError:
            out.append(_p(self.say("again.no_code")))
        else:
            out.append(f"{_p(self.say('again.code'))}<code>{escape(code)}</code>{_p(self.say('again.how'))}")
        if not self.named:
            out.append(_p(self.say("again.names_out")))
        return "".join([*out, _p(self.say("again.made", version=__version__), "mut")])


def _curve_name(what: str, language: str) -> str:
    return Phrases("plots", language).say(f"curve.{what}")


def _variables(p: Palette) -> str:
    return "".join(f"--{role}:{getattr(p, role)};" for role in _ROLES)
