"""Makes the pages' fonts from Adobe's Source Sans 3 and Source Serif 4: `python -m tests.web.fonts.make_fonts FOLDER`.

FOLDER holds the packages `source-sans` (3.52.0) and `source-serif` (4.5.1) of npm, unpacked side by side under these
names; `fontTools` and `brotli` must be there, which nothing else here needs. Kept are the letters of western and
northern Europe and the signs that the pages use, weights from 400 to 700, and of the serif the cut for headings. The
licence (static/fonts/OFL.txt) reserves the name Source for the whole fonts: these parts of them go by tavl's.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tavl.web.shared.static_files import FOLDER

FONTS = FOLDER / "fonts"
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180)]
SIGNS = [ord(sign) for sign in "–—‘’‚“”„†•…‰‹›€−←↑→↓✓▲▼"]
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "liga", "lnum", "tnum"]
WEIGHTS = (400, 700)
SPACE = 240  # a little wider than it was: plays such as 8/5 6/5 must not run together
MADE = (
    ("source-sans/VF/SourceSans3VF-Upright.ttf", "sans", "Tavl Sans", {}),
    ("source-serif/VAR/SourceSerif4Variable-Roman.ttf", "serif", "Tavl Serif", {"opsz": 24}),
)
FAMILY, STYLE, UNIQUE, FULL, POSTSCRIPT, TRADEMARK, PREFERRED, VARIATIONS = 1, 2, 3, 4, 6, 7, 16, 25


def make(source: Path, family: str, pinned: dict[str, int]) -> Any:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    font = TTFont(source)
    options = Options()
    options.layout_features = FEATURES
    options.name_IDs = [*range(8), 9, 11, 13, 14]
    options.hinting = False
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[*LETTERS, *SIGNS])
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"wght": WEIGHTS, **pinned})
    font["hmtx"]["space"] = (SPACE, 0)
    rename(font, family)
    font.flavor = "woff2"
    return font


def rename(font: Any, family: str) -> None:
    names = font["name"]
    for record in [record for record in names.names if record.nameID in (TRADEMARK, PREFERRED, VARIATIONS)]:
        names.removeNames(nameID=record.nameID)
    compact = family.replace(" ", "")
    for record in [record for record in names.names if record.nameID > 255 and "Source" in str(record)]:
        names.setName(f"{compact}-{str(record).partition('-')[2]}", record.nameID, 3, 1, 0x409)
    for number, text in (
        (FAMILY, family),
        (STYLE, "Regular"),
        (UNIQUE, compact),
        (FULL, family),
        (POSTSCRIPT, compact),
    ):
        names.setName(text, number, 3, 1, 0x409)


def main() -> None:
    folder = Path(sys.argv[1])
    for path, name, family, pinned in MADE:
        target = FONTS / f"{name}.woff2"
        make(folder / path, family, pinned).save(target)
        print(f"{target.name} {target.stat().st_size / 1000:.1f} kB")


if __name__ == "__main__":
    main()
