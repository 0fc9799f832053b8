"""The command line: ``colony-nb``, ``serve``, ``simulate``, ``replay``, ``bench``, ``doctor``.

Errors are one sentence on stderr with exit status 2; Ctrl-C ends with 130 and a closed pipe with 141, both
without a word. What a command needs is loaded when it runs.
"""

from __future__ import annotations

import argparse
import errno
import io
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

from .console import WORDS, Wrong, say
from .games.colony.state import VARIANTS
from .games.simplified.state import VARIANTS as SIMPLIFIED
from .kernel.errors import ColonyError
from .paths import DATA
from .version import __version__

__all__ = ["WORDS", "Wrong", "main", "parser", "say"]

SERVE_PORTS = range(5006, 5026)
BAD, INTERRUPTED, PIPE_CLOSED = 2, 130, 141
"""Exit statuses."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command line (without one: this process's) and returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name that the terminal cannot show is no error
    try:
        args = parser().parse_args(argv)
        status = int(args.run(args))
        sys.stdout.flush()
        return status
    except SystemExit as end:  # --help and --version
        return end.code if isinstance(end.code, int) else BAD
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except (Wrong, ColonyError) as error:
        sentence = str(error)
    except OSError as error:
        sentence = say("error.file", path=error.filename or "colony-nb", why=error.strerror or error)
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        sentence = say("error.inside", what=f"{type(error).__name__}: {error}")
    print(say("error.shown", sentence=sentence), file=sys.stderr)
    return BAD


def _drop_output() -> None:
    """Sends what is still to be written nowhere, so that the interpreter's end is quiet too."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        pass


# ------------------------------------------------------------------ what can be typed


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:].rstrip(".")
        raise Wrong(say("error.usage", sentence=sentence, command=self.prog))


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; ``run`` in what it parses is the command's function."""
    top = _Parser("colony-nb", description=say("help.program"), epilog=say("help.epilog"), allow_abbrev=False)
    top.add_argument(
        "--version", action="version", version=f"colony-nb {__version__}", help=say("help.version")
    )
    top.add_argument("--no-browser", action="store_true", help=say("help.no_browser"))
    top.add_argument("--port", dest="lab_port", type=_port, metavar="PORT", help=say("help.lab_port"))
    top.set_defaults(run=lab)
    commands = top.add_subparsers(title=say("help.commands"), metavar="COMMAND", dest="command")

    def command(name: str, run: Any, epilog: str | None = None) -> argparse.ArgumentParser:
        text = say(f"help.{name}")
        made: argparse.ArgumentParser = commands.add_parser(
            name, help=text, description=text[0].upper() + text[1:] + ".", epilog=epilog, allow_abbrev=False
        )
        made.set_defaults(run=run)
        return made

    one = command("serve", serve)
    one.add_argument("--port", type=_port, help=say("help.serve_port"))
    one.add_argument("--no-browser", action="store_true", help=say("help.no_browser"))
    one.add_argument("--address", help=say("help.serve_address"))
    one.add_argument("--class", dest="teams", action="store_true", help=say("help.serve_class"))

    one = command("simulate", simulate, say("help.simulate_epilog"))
    one.add_argument("--game", choices=("colony", "simplified"), default="colony", help=say("help.game"))
    one.add_argument("--games", type=_count, default=100, metavar="N", help=say("help.games"))
    one.add_argument("--players", type=_whole, default=4, metavar="K", help=say("help.players"))
    one.add_argument("--bot", type=_names, default=["steady"], metavar="NAME[,NAME…]", help=say("help.bot"))
    one.add_argument("--seed", type=_whole, default=1, metavar="S", help=say("help.seed"))
    one.add_argument("--jobs", type=_count, default=1, metavar="J", help=say("help.jobs"))
    one.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="V",
        help=say("help.variant", variants=", ".join((*VARIANTS, *SIMPLIFIED))),
    )
    one.add_argument("--format", choices=("table", "json"), default="table", help=say("help.format_simulate"))
    one.add_argument("--journal", type=Path, metavar="FILE", help=say("help.journal"))

    one = command("replay", replay)
    one.add_argument("file", type=Path, metavar="FILE", help=say("help.replay_file"))
    one.add_argument("--format", choices=("text", "json"), default="text", help=say("help.format_replay"))

    one = command("bench", bench, say("help.bench_epilog"))
    one.add_argument("--seconds", type=_seconds, default=1.0, metavar="S", help=say("help.seconds"))
    one.add_argument("--format", choices=("table", "json"), default="table", help=say("help.format_bench"))
    one.add_argument("--ui", action="store_true", help=say("help.ui"))
    one.add_argument("--class", dest="teams", action="store_true", help=say("help.bench_class"))

    command("doctor", doctor)
    return top


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(say("error.whole", value=text)) from None


def _count(text: str) -> int:
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(say("error.least", value=number, least=1))
    return number


def _port(text: str) -> int:
    number = _whole(text)
    if not 1 <= number <= 65535:
        raise argparse.ArgumentTypeError(say("error.port", value=number))
    return number


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(say("error.seconds", value=text))
    return number


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise argparse.ArgumentTypeError(say("error.bots", value=text))
    return names


# ------------------------------------------------------------------ JupyterLab and the app


def notebook() -> Path | None:
    """The start notebook of this checkout, or of the folder the command is run in; None without one."""
    for folder in (DATA.parent, Path.cwd()):
        path = folder / "notebooks" / "00_start_here.ipynb"
        if path.is_file():
            return path.resolve()
    return None


def lab(args: argparse.Namespace) -> int:
    """``colony-nb``: JupyterLab on the start notebook."""
    path = notebook()
    if path is None:
        raise Wrong(say("error.no_notebooks"))
    if find_spec("jupyterlab") is None:
        raise Wrong(say("error.no_jupyterlab", python=sys.executable))
    command = [
        *(sys.executable, "-m", "jupyterlab"),
        f"--ServerApp.root_dir={path.parent}",
        f"--LabApp.default_url=/lab/tree/{path.name}",  # in the address that is printed too
    ]
    if args.no_browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # in a container there is often no other user
    if args.lab_port is not None:
        command.append(f"--port={args.lab_port}")
    print(say("lab.start", notebook=path), flush=True)
    return _become(command)


def _become(command: list[str]) -> int:
    """Runs another program in place of this one, with its signals and its exit status."""
    if os.name == "posix":
        os.execv(command[0], command)
    return subprocess.call(command)


def serve(args: argparse.Namespace) -> int:
    """``colony-nb serve``: the app, one fresh table a browser session."""
    try:
        import panel

        from .app import serve_pages
    except ImportError as error:
        raise Wrong(say("error.no_app", what=error)) from None
    if args.teams:
        return serve_class(args)
    if args.address is None:
        args.address = "localhost"
    port = _free_port(args.address, args.port)
    host = "localhost" if args.address in ("0.0.0.0", "::", "") else args.address
    url = f"http://{host}:{port}/"
    print(say("serve.start", url=url), flush=True)
    panel.serve(
        serve_pages(),
        port=port,
        address=args.address,
        websocket_origin=_origins(args.address, port),
        show=not args.no_browser,
        title="Colony",
        verbose=False,
    )
    return 0


def serve_class(args: argparse.Namespace) -> int:
    """``colony-nb serve --class``: rooms for a class, one process for the lecturer and all teams."""
    from .app.classroom.pages import run

    address = "0.0.0.0" if args.address is None else args.address
    port = _free_port(address, args.port)
    run(address, port, show=not args.no_browser, origins=_origins(address, port), say=say)
    return 0


def _origins(address: str, port: int) -> list[str]:
    """From where pages may connect: this machine's names for itself, or anywhere once others are let in."""
    if address in ("localhost", "127.0.0.1", "::1"):
        return [f"{name}:{port}" for name in ("localhost", "127.0.0.1")]
    return ["*"]


def _free_port(address: str, port: int | None) -> int:
    """``port`` if it can be used, without one the first of ``SERVE_PORTS`` that can. Raises Wrong."""
    for candidate in (port,) if port is not None else SERVE_PORTS:
        try:
            family, kind, _, _, where = socket.getaddrinfo(
                address or None, candidate, type=socket.SOCK_STREAM
            )[0]
            with socket.socket(family, kind) as probe:
                if os.name == "posix":
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(where)
            return candidate
        except OSError as error:
            if port is not None or error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise Wrong(
                    say("error.port_taken", port=candidate, address=address, why=error.strerror)
                ) from None
    raise Wrong(say("error.no_port", first=SERVE_PORTS[0], last=SERVE_PORTS[-1], address=address))


# ------------------------------------------------------------------ a saved game


def replay(args: argparse.Namespace) -> int:
    """``colony-nb replay``: a save played again, checked, and told in plain language."""
    from . import load
    from .commentary.catalogue import Catalogue
    from .kernel import saves

    game = load(args.file)
    document = saves.read(args.file)
    if document["base"]:
        raise Wrong(say("error.no_past"))
    if len(document["log"]) != len(game.answers):
        raise Wrong(say("error.other_position"))
    digest, setup = game.digest(), game.setup
    if args.format == "json":
        out = {
            "setup": setup.to_dict(),
            "choices": game.n,
            "digest": digest,
            "result": game.result,
            "journal": list(game.journal),
        }
        print(json.dumps(out))
        return 0
    catalogue = Catalogue()
    names = list(setup.names)
    players = [
        name if bot is None else f"{name} ({bot})" for name, bot in zip(names, setup.bots, strict=True)
    ]
    print(say("replay.title", players=", ".join(players), seed=setup.seed))
    if setup.variants:
        print(say("replay.variants", variants=", ".join(setup.variants)))
    print()
    for record in game.journal:
        if record["kind"] in ("phase", "round"):
            print()
        print(catalogue.sentence(record, names))
    print()
    print(say("replay.same_one" if game.n == 1 else "replay.same", n=game.n, digest=digest))
    return 0


# ------------------------------------------------------------------ many games, how fast, what is wrong


def simulate(args: argparse.Namespace) -> int:
    """``colony-nb simulate``."""
    from .lab import commands

    return commands.simulate(args)


def bench(args: argparse.Namespace) -> int:
    """``colony-nb bench``."""
    from .lab import commands

    return commands.bench(args)


def doctor(args: argparse.Namespace) -> int:
    """``colony-nb doctor``: prints what is wrong; 1 if anything is, else 0."""
    from .doctor import doctor as examine

    found = examine()
    print(found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
