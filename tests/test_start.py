"""`colony-nb` without a command: a JupyterLab that answers."""

from __future__ import annotations

import sys
from pathlib import Path

from browser.harness import environment, free_port, server


def test_colony_nb_starts_jupyterlab(tmp_path: Path) -> None:
    port = free_port()
    start = "import sys; from colony_nb.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", start, "--no-browser", "--port", str(port)]
    log = tmp_path / "lab.log"
    with server(command, f"http://127.0.0.1:{port}/api", log, environment(tmp_path)):
        pass
    assert "00_start_here.ipynb" in log.read_text(encoding="utf-8")
