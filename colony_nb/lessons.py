"""Lesson plans of 45 and 90 minutes and sheets for students, as pages to print.

    plans()                          # [("phase-1-45", "Phase 1 ..."), ...]
    plan_html("phase-3-90")          # for the teacher
    sheet_html("phase-3-90")         # for the class
    write("lessons")                 # all of them, with a page on how to hold a lesson and a list

``python -m colony_nb.lessons FOLDER [PLAN ...]`` writes the pages; ``--assignment FOLDER`` writes the closing
questions as an assignment for nbgrader and Otter. The pages hold everything they show:
no script, no file beside them, nothing fetched. The texts are data (``data/text/en/lessons``). A name of the
app in them, ``{app:tab.history}``, is looked up in the app's texts: no plan names a button that is not there.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from .commentary.assignment import write as write_assignment
from .commentary.catalogue import Catalogue
from .commentary.history import History
from .commentary.markup import Page, Words
from .commentary.quiz import learn
from .game import new_game
from .kernel.errors import ColonyError, SaveError
from .paths import DATA
from .plots.svg import board_svg
from .prepared import about, position

LANGUAGE = "en"
LENGTHS = (45, 90)
FILES = (*(f"phase-{number}" for number in range(1, 7)), "simplified")
FRAME = "before-any-lesson"
BUILDINGS = ("port", "trading_post", "city", "church", "railway")
EMPTY = "simplified"  # the board of a simplified game before its first step

_NAMED = re.compile(r"\{([a-z_]+):([a-z0-9_.]+)\}")
_STYLE = """
@page{size:A4;margin:16mm 15mm}
*{box-sizing:border-box}
body{margin:0 auto;padding:16px;max-width:820px;color:#16191c;background:#fff;
font:16px/1.5 "Source Sans 3","Segoe UI",Helvetica,Arial,sans-serif}
h1,h2,h3{font-family:"Source Serif 4",Georgia,serif;line-height:1.25;break-after:avoid}
h1{font-size:27px;margin:0 0 4px}h2{font-size:20px;margin:24px 0 6px}h3{font-size:17px;margin:14px 0 4px}
p,ul,ol,table{margin:6px 0}ul,ol{padding-left:22px}li{margin:3px 0}
.lead{font-size:17px}.mut{color:#4b545b}
table{border-collapse:collapse;width:100%}caption{text-align:left;font-weight:600;padding:3px 0}
th,td{text-align:left;vertical-align:top;border-bottom:1px solid #b9c0c5;padding:5px 8px 5px 0}
.min{white-space:nowrap;font-variant-numeric:tabular-nums;width:66px}
tr,.box,.q,figure{break-inside:avoid}
.box{border:1px solid #77828a;border-left:5px solid #77828a;padding:6px 12px;margin:10px 0}
code{font:14px/1.4 "Source Code Pro",Consolas,monospace;background:#eef0f1;padding:1px 4px;
overflow-wrap:anywhere}
pre{margin:6px 0}pre code{display:block;padding:8px;white-space:pre-wrap}
figure{margin:10px auto;max-width:640px}.small{font-size:14px}
figure svg{width:100%;height:auto}figcaption{color:#4b545b;font-size:14px}
blockquote{margin:6px 0;padding:2px 14px;border-left:4px solid #77828a}
.line{border-bottom:1px solid #77828a;height:30px}
.team{display:flex;gap:24px;margin:6px 0 12px}
.team span{flex:1;border-bottom:1px solid #77828a;padding-bottom:2px}
.sources{font-size:13px;overflow-wrap:anywhere}sup{font-size:11px}a{color:inherit}
b.ui{font-weight:600;background:#eef0f1;border:1px solid #b9c0c5;border-radius:3px;padding:0 4px}
@media print{body{padding:0;max-width:none;font-size:11pt}a{text-decoration:none}}
"""


def plans() -> list[tuple[str, str]]:
    """(name, title) of every plan, in the order of the phases; the simplified version comes last."""
    return [(f"{file}-{length}", _title(file, length)) for file in FILES for length in LENGTHS]


def plan_html(name: str) -> str:
    """The teacher's plan as one HTML document. Raises ColonyError with one sentence for an unknown name."""
    file, length = _known(name)
    return _Sheet(_title(file, length)).document(_plan(file, length))


def sheet_html(name: str) -> str:
    """The students' sheet of a plan as one HTML document. Raises ColonyError for an unknown name."""
    file, length = _known(name)
    sheet = _Sheet(_say("sheet.title", title=_title(file, length)))
    return sheet.document(_student(file, length, sheet))


def frame_html() -> str:
    """What holds for every lesson: starting the app, loading a position, notes, the debrief."""
    table = _frame()["before"]
    return _Sheet(table["title"]).document(_before(table))


def write(folder: str | os.PathLike[str], names: Sequence[str] = ()) -> list[Path]:
    """Writes plans and sheets (all, or those named), the page for every lesson and a list of them.

    Raises ColonyError for an unknown plan, SaveError when the folder cannot be written to.
    """
    chosen = list(names) or [name for name, _ in plans()]
    pages = {f"{FRAME}.html": frame_html()}
    for name in chosen:
        pages[f"plan-{name}.html"] = plan_html(name)
        pages[f"sheet-{name}.html"] = sheet_html(name)
    pages["index.html"] = _Sheet(_say("index.title")).document(_index(chosen))
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
        for file, text in pages.items():
            (target / file).write_text(text, encoding="utf-8")
    except OSError:
        error = SaveError("save_unwritable", path=str(target))
        error.sentence = Catalogue(LANGUAGE).error(error.code, **error.values)
        raise error from None
    return [target / file for file in pages]


# ------------------------------------------------------------------ the texts


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / "text" / LANGUAGE / f"{name}.toml").read_text(encoding="utf-8"))


def _frame() -> dict[str, Any]:
    return _read("lessons/frame")


def _say(key: str, **values: Any) -> str:
    table, name = key.split(".")
    return str(_frame()[table][name]).format(**values)


def _title(file: str, length: int) -> str:
    return _say("plan.title", title=_read(f"lessons/{file}")["title"], minutes=length)


def _known(name: str) -> tuple[str, int]:
    if name not in dict(plans()):
        error = ColonyError("unknown_plan", name=name)
        error.sentence = _say("error.unknown", name=name, known=", ".join(n for n, _ in plans()))
        raise error
    file, _, length = name.rpartition("-")
    return file, int(length)


def named(text: str) -> Iterator[tuple[str, str]]:
    """The names of the app in a text: (file, key). ``{app:tab.history}`` is ("app", "tab.history")."""
    for found in _NAMED.finditer(text):
        yield found[1], found[2]


def app_word(file: str, key: str) -> str:
    """A name as the app shows it; what the app fills in stands as three dots. KeyError for an unknown one."""
    entry: Any = _read(file)
    for part in key.split("."):
        entry = entry[part]
    return re.sub(r"\{[^}]*\}", "…", str(entry))


def _html(text: str) -> str:
    """A text of the plans as safe HTML: names of the app marked, code between backquotes."""
    out, at = [], 0
    for found in _NAMED.finditer(text):
        out.append(_code(text[at : found.start()]))
        out.append(f'<b class="ui">{escape(app_word(found[1], found[2]))}</b>')
        at = found.end()
    out.append(_code(text[at:]))
    return "".join(out)


def _code(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))


# ------------------------------------------------------------------ pieces of a page


class _Sheet:
    """One HTML document; its sources are numbered in the order in which it cites them."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.history = History(LANGUAGE)
        self.page = Page(self.history.source, Words(LANGUAGE), anchor="s")

    def document(self, body: str) -> str:
        return (
            f'<!DOCTYPE html>\n<html lang="{LANGUAGE}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<title>{escape(self.title)}</title><style>{_STYLE}</style></head>"
            f"<body><main><h1>{escape(self.title)}</h1>\n{body}\n</main></body></html>\n"
        )


def _list(items: Sequence[str], kind: str = "ul") -> str:
    return f"<{kind}>{''.join(f'<li>{_html(item)}</li>' for item in items)}</{kind}>"


def _part(key: str, body: str) -> str:
    return f"<h2>{escape(_say(key))}</h2>\n{body}\n" if body else ""


def _p(text: str, of: str = "") -> str:
    return f'<p class="{of}">{_html(text)}</p>' if of else f"<p>{_html(text)}</p>"


def _load_code(name: str) -> str:
    return f'colony.show(colony.position("{name}"), present=True)'


def _position_box(name: str) -> str:
    texts = about(name)
    head = _say("plan.position", title=texts.title)
    rows = [
        f"<h3>{escape(head)}</h3><pre><code>{escape(_load_code(name))}</code></pre>",
        _p(texts.point),
        f"<p><b>{escape(_say('plan.ask'))}</b> {_html(texts.question)}</p>",
        _p(_say("plan.seat", power=texts.power)),
        _list(texts.steps, "ol"),
        f"<p><b>{escape(_say('plan.watch'))}</b> {_html(texts.watch)}</p>",
    ]
    return f'<div class="box">{"".join(rows)}</div>'


# ------------------------------------------------------------------ the teacher's plan


def _plan(file: str, length: int) -> str:
    plan = _read(f"lessons/{file}")
    lesson = plan[f"plan-{length}"]
    out = [
        _p(lesson["idea"], "lead"),
        f"<p>{escape(_say('plan.frame'))}"
        f' <a href="{FRAME}.html">{escape(_frame()["before"]["title"])}</a></p>',
        _part("plan.aims", _list(lesson.get("aims", plan["aims"]))),
        _part("plan.prepare", _list([*plan["prepare"], *lesson.get("prepare", [])])),
        _part("plan.notes", _p(_say("plan.notes_lead")) + _list([*plan["notes"], *lesson.get("notes", [])])),
        _part("plan.time", _timetable(lesson["rows"])),
    ]
    if names := _positions(lesson["rows"]):
        out.append(_part("plan.positions", "".join(_position_box(name) for name in names)))
    if "steps" in lesson:
        out.append(_part("plan.steps", _steps(lesson["steps"], told=True)))
    out.append(_part("plan.debrief", _p(_say("plan.debrief_lead")) + _list(_debrief(plan, lesson), "ol")))
    out.append(_part("plan.tasks", _list([*plan["tasks"], *lesson.get("tasks", [])], "ol")))
    return "\n".join(out)


def _timetable(rows: Sequence[Mapping[str, Any]]) -> str:
    out = [f"<table><caption>{escape(_say('plan.minutes'))}</caption>"]
    at = 0
    for row in rows:
        until = at + row["min"]
        what = f"<b>{escape(row['what'])}</b><br>{_html(row['text'])}"
        out.append(f'<tr><td class="min">{at}–{until}</td><td>{what}</td></tr>')
        at = until
    return "".join(out) + "</table>"


def _positions(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row.get("positions", ())))


def _debrief(plan: Mapping[str, Any], lesson: Mapping[str, Any]) -> list[str]:
    """The lesson's questions. Numbers are those of the phase's own questions, counted from 1."""
    questions = History(LANGUAGE).phase(plan["phase"]).questions if "phase" in plan else ()
    return [questions[item - 1] if isinstance(item, int) else str(item) for item in lesson["debrief"]]


def _steps(rules: Sequence[str], told: bool) -> str:
    """The steps of the simplified version; what follows from each choice only for the teacher (SIM)."""
    table = _read("simplified")
    out = ["<table>"]
    for rule in dict.fromkeys(rules):
        step, after = table["step"][rule], table["consequence"].get(rule, {})
        rows = "".join(
            f"<li>{escape(step[x])}{f'. <i>{escape(after[x])}</i>' if told and x in after else ''}</li>"
            for x in "abc"
            if x in step
        )
        read = escape(step.get("read") or step["read_1"])
        rows = f'<ol type="a">{rows}</ol>' if rows else ""
        if told:
            rows += "".join(f"<p>{escape(step[key])}</p>" for key in ("after", "discuss") if key in step)
        out.append(f"<tr><td><b>{escape(step['title'])}</b><br>{read}{rows}</td></tr>")
    return "".join(out) + "</table>"


# ------------------------------------------------------------------ the students' sheet


def _student(file: str, length: int, sheet: _Sheet) -> str:
    plan = _read(f"lessons/{file}")
    lesson = plan[f"sheet-{length}"]
    out = [
        f'<div class="team"><span>{escape(_say("sheet.team"))}</span>'
        f"<span>{escape(_say('sheet.power'))}</span></div>",
        _p(lesson["intro"]),
    ]
    out += [_board(name, i) for i, name in enumerate(lesson["boards"], 1)]
    if "steps" in lesson:
        out.append(_part("sheet.steps", _steps(lesson["steps"], told=False)))
    if lesson.get("rules"):
        out.append(_part("sheet.rules", _rules(lesson["rules"])))
    if "voice" in lesson:
        out.append(_voice(plan["phase"], lesson["voice"], sheet))
    rows = "".join(_question(i, q) for i, q in enumerate(lesson["questions"], 1))
    out.append(_part("sheet.questions", rows))
    if sources := sheet.page.sources_html():
        out.append(_part("sheet.sources", sources))
    return "\n".join(out)


def _board(name: str, number: int) -> str:
    """The board with all that lies on it in words; its caption tells nothing of what will happen."""
    view = new_game(4, 1, game="simplified").view() if name == EMPTY else position(name).view()
    svg = board_svg(view).replace(' xmlns="http://www.w3.org/2000/svg"', "")
    key = "sheet.empty" if name == EMPTY else "sheet.board"
    caption = escape(_say(key, number=number, phase=view["phase"], round=view["round"]))
    figure = f"<figure>{svg}<figcaption>{caption}</figcaption></figure>"
    return figure + (_table(view) if name != EMPTY else "")


def _table(view: Mapping[str, Any]) -> str:
    words = Catalogue(LANGUAGE)
    powers = list(words.words("power").values())
    heads = [words.word(f"label.{key}") for key in ("power", "countries", "ships", "influence")]
    head = "".join(f"<th>{escape(x)}</th>" for x in [*heads, _say("sheet.income")])
    rows = []
    for power in view["powers"]:
        name = f"{powers[power['seat']]['name']} ({powers[power['seat']]['letter']})"
        lands = "; ".join(_contents(view["countries"][c], c, words) for c in power["countries"]) or "–"
        cells = (name, lands, power["ships"], power["influence"], power["income"])
        rows.append("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in cells) + "</tr>")
    return f'<table class="small"><tr>{head}</tr>{"".join(rows)}</table>'


def _contents(country: Mapping[str, Any], letter: str, words: Catalogue) -> str:
    """A country and what lies in it: "Jorlast (J): 2 sugar, gold, port"."""
    there = [
        f"{n} {words.word(f'product.{product}.name')}" if n > 1 else words.word(f"product.{product}.name")
        for product, n in country["products"].items()
    ]
    there += [words.word(f"thing.{name}.name") for name in BUILDINGS if country[name]]
    if country["armies"]:
        there.append(
            _say("sheet.army" if country["armies"] == 1 else "sheet.armies", count=country["armies"])
        )
    if country["rebellion"]:
        there.append(words.word("label.resistance").lower())
    if country["independent"]:
        there.append(country["government"] or words.word("label.independent").lower())
    land = f"{country['name']} ({letter})"
    return f"{land}: {', '.join(there)}" if there else land


def _rules(names: Sequence[str]) -> str:
    book = _read("rules")
    rows = (
        f"<li><b>{escape(book[name]['title'])}</b> ({name}). {escape(book[name]['text'])}</li>"
        for name in names
    )
    return f"<ul>{''.join(rows)}</ul>"


def _voice(phase: int, number: int, sheet: _Sheet) -> str:
    """Somebody of the colonised side, by name, with the source (counted from 1)."""
    voice = sheet.history.phase(phase).voices[number - 1]
    quote = ""
    if voice.quote:
        mark = sheet.page.inline_html(f"[[{voice.source}]]")
        quote = f"<blockquote>“{escape(voice.quote)}”{mark}</blockquote>"
    head = escape(_say("sheet.voice"))
    who = f"<b>{escape(voice.who)}</b>"
    return f'<h2>{head}</h2><div class="box"><p>{who}</p>{quote}{sheet.page.html(voice.position)}</div>'


def _question(number: int, question: Mapping[str, Any]) -> str:
    lines = '<div class="line"></div>' * int(question["lines"])
    return f'<div class="q"><p><b>{number}.</b> {_html(question["text"])}</p>{lines}</div>'


# ------------------------------------------------------------------ the page for every lesson, the list


def _before(table: Mapping[str, Any]) -> str:
    out = [_p(table["lead"], "lead")]
    for part in table["part"]:
        out.append(f"<h2>{escape(part['title'])}</h2>")
        if "text" in part:
            out.append(_p(part["text"]))
        if "code" in part:
            out.append(f"<pre><code>{escape(part['code'].strip())}</code></pre>")
        out.append(_list(part.get("items", []), part.get("list", "ul")) if part.get("items") else "")
    return "\n".join(out)


def _index(names: Sequence[str]) -> str:
    titles = dict(plans())
    rows = "".join(
        f"<tr><td>{escape(titles[name])}</td>"
        f'<td><a href="plan-{name}.html">{escape(_say("index.plan"))}</a></td>'
        f'<td><a href="sheet-{name}.html">{escape(_say("index.sheet"))}</a></td></tr>'
        for name in names
    )
    first = f'<p><a href="{FRAME}.html">{escape(_frame()["before"]["title"])}</a></p>'
    return f"{_p(_say('index.lead'), 'lead')}{first}<table>{rows}</table>"


def main(arguments: list[str]) -> int:
    """``FOLDER [PLAN ...]`` writes the pages, ``--assignment FOLDER`` the assignment for nbgrader and Otter;
    without a folder it says how it is used."""
    graded = arguments[:1] == ["--assignment"]
    arguments = arguments[1:] if graded else arguments
    if not arguments or arguments[0].startswith("-") or (graded and len(arguments) > 1):
        print("usage: python -m colony_nb.lessons FOLDER [PLAN ...]", file=sys.stderr)
        print("       python -m colony_nb.lessons --assignment FOLDER", file=sys.stderr)
        print("plans: " + " ".join(name for name, _ in plans()), file=sys.stderr)
        return 2
    try:
        written = write_assignment(arguments[0]) if graded else write(arguments[0], arguments[1:])
    except ColonyError as error:
        print(error, file=sys.stderr)
        return 1
    if graded:
        print(learn(LANGUAGE).say("assignment.written", count=str(len(written)), folder=arguments[0]))
    else:
        print(_say("index.written", count=len(written), folder=arguments[0]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
