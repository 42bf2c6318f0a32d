"""The plain text of a comment in RTF, as far as editors of comments use it."""

from __future__ import annotations

import codecs
import re

_TOKEN = re.compile(
    r"\\'(?P<byte>[0-9a-fA-F]{2})|\\(?P<word>[a-zA-Z]{1,32})(?P<number>-?[0-9]{1,10})? ?|\\(?P<symbol>[^a-zA-Z])"
    r"|(?P<brace>[{}])|(?P<end>[\r\n]+)|(?P<text>[^\\{}\r\n]+)|(?P<stray>\\)"
)
_HIDDEN = {"fonttbl", "colortbl", "stylesheet", "info", "pict", "header", "footer", "object", "themedata", "datastore"}
_WRITTEN = {
    "par": "\n",
    "line": "\n",
    "tab": "\t",
    "emdash": "\u2014",
    "endash": "\u2013",
    "bullet": "\u2022",
    "lquote": "\u2018",
    "rquote": "\u2019",
    "ldblquote": "\u201c",
    "rdblquote": "\u201d",
}
_SYMBOLS = {"~": "\u00a0", "_": "\u2011", "-": "", "*": ""}


def plain_text(rtf: str) -> str:
    """A text that is not RTF is itself."""
    if not rtf.lstrip().startswith("{\\rtf"):
        return rtf.strip()
    page, depth, hidden_at, fallback, skip = "cp1252", 0, 0, 1, 0
    fallbacks: list[int] = []
    written: list[str] = []
    pending = bytearray()  # a character may take two bytes, so they are decoded together
    for token in _TOKEN.finditer(rtf):
        kind = token.lastgroup if token["word"] is None else "word"
        if kind == "byte" and not hidden_at:
            if skip:
                skip -= 1
            else:
                pending.append(int(token["byte"], 16))
            continue
        if pending:
            written.append(pending.decode(page, "replace"))
            pending.clear()
        if kind == "brace":
            if token["brace"] == "{":
                depth += 1
                fallbacks.append(fallback)
            else:
                hidden_at = 0 if depth <= hidden_at else hidden_at
                depth = max(depth - 1, 0)
                fallback = fallbacks.pop() if fallbacks else 1
            skip = 0
        elif kind == "word":
            word, number = token["word"], int(token["number"] or 0)
            if word == "ansicpg":
                page = _page(number)
            elif word == "uc":
                fallback = max(number, 0)
            elif word in _HIDDEN:
                hidden_at = hidden_at or depth
            elif word == "u" and not hidden_at:
                written.append(chr(number % 65536))
                skip = fallback
            elif word in _WRITTEN and not hidden_at:
                written.append(_WRITTEN[word])
        elif kind == "symbol":
            if token["symbol"] == "*":
                hidden_at = hidden_at or depth
            elif not hidden_at:
                written.append(_SYMBOLS.get(token["symbol"], token["symbol"]))
        elif kind == "text" and not hidden_at:
            text = token["text"]
            written.append(text[skip:])
            skip = max(skip - len(text), 0)
    written.append(pending.decode(page, "replace"))
    # \\u writes a character beyond the first 65,536 as two halves.
    return "".join(written).encode("utf-16", "surrogatepass").decode("utf-16", "replace").strip()


def _page(number: int) -> str:
    try:
        return codecs.lookup(f"cp{number}").name
    except LookupError:
        return "cp1252"


def as_rtf(text: str) -> str:
    """A text as minimal RTF."""
    written = []
    for character in text:
        if character in "\\{}":
            written.append("\\" + character)
        elif character == "\n":
            written.append("\\par ")
        elif character == "\t":
            written.append("\\tab ")
        elif " " <= character < "\x7f":
            written.append(character)
        elif character > "\x7f":
            halves = character.encode("utf-16-le", "replace")
            for at in range(0, len(halves), 2):
                half = int.from_bytes(halves[at : at + 2], "little", signed=True)
                written.append(f"\\u{half}?")
    return (
        "{\\rtf1\\ansi\\ansicpg1252\\uc1\\deff0{\\fonttbl{\\f0\\fcharset0 Arial;}}\\pard\\fs20\\f0 "
        + "".join(written)
        + "\\par}"
    )
