"""``python tests/golden``: writes the golden playthroughs again."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from playthrough import differences, path, tell

for name in list(differences()):
    path(name).write_text(tell(name), encoding="utf-8")
    print(f"{path(name).name} written")
