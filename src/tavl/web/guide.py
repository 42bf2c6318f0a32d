"""The director's guide: an evening from the first entry to the report, one screen each, for somebody who opens it at
half past six."""

from __future__ import annotations

import re

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from tavl.i18n import later, words
from tavl.server.http.dependencies import identify
from tavl.web.shared.language_choice import language_for
from tavl.web.shared.rendering import pages_of

PHONE = (390, 844)
_MARKED = re.compile(r"(\[[^\]]+\]|\*[^*]+\*)")


class Screen(Struct, frozen=True):
    """`[R]` in a text is a key, `*Start*` the name of a button or a page."""

    id: str
    title: str
    text: str
    picture: str = ""  # of static/guide/, in each language
    size: tuple[int, int] = (1366, 768)


SCREENS = (
    Screen(
        "begin",
        later("Begin"),
        later(
            "Open *Tournaments* and press *New tournament*. Choose what is played, type the names of those "
            "who are here, and press *Start*. Nobody needs an account. *Like last time* brings back the "
            "terms and the names of an earlier evening: tick who is here."
        ),
        "new",
        (1366, 1310),
    ),
    Screen(
        "arrivals",
        later("People arrive"),
        later(
            "Press [C], type three letters of a name, press [Enter]. Press [Enter] again when they have "
            "paid. A new name is entered in the same way. *Entries* shows everybody with three marks: "
            "approved, here, paid."
        ),
        "entries",
    ),
    Screen(
        "draw",
        later("The draw"),
        later(
            "Press [D], then [Enter]: the draw is made, and only you see it. Look at the byes. [Enter] "
            "announces it. Lots from a bag are typed under *Drawn by hand*, with a witness."
        ),
        "draw",
    ),
    Screen(
        "calls",
        later("Matches are called"),
        later(
            "The top line on the left is the next thing to do. [Space] does it. An amber diamond is a match "
            "that was called, a green dot one that is being played, a red triangle one that needs you. Put "
            "*Big screen* on the projector. Press [P] for paper: table cards with codes, score cards, draw "
            "sheets."
        ),
        "desk",
    ),
    Screen(
        "results",
        later("Results"),
        later(
            "Press [R] and type 7a5: at table 7 the first player won, and the other has 5. [Enter] takes it "
            "and waits for the next. Players can report on their phones; then [Space] confirms. A pile of "
            "cards is typed by one person with *A second person checks*, and again by another: where they "
            "differ, the cursor stops."
        ),
        "phone",
        PHONE,
    ),
    Screen(
        "late",
        later("Somebody is not there"),
        later(
            "Press [L] and type 7a or a name, or let the opponent tap it on their phone. The minutes are "
            "counted. When points are due the line says so: *Give*, or open it and *Waive* with a reason. "
            "Somebody who goes home: [/], the name, a minus, [Enter]."
        ),
        "late",
    ),
    Screen(
        "case",
        later("The director is called"),
        later(
            "A dispute comes to the top of the list. Open it, hear both, choose the clause, write the "
            "decision and the reason. The players read it on their phones and can appeal there. Then name "
            "three people who are not on the staff; they vote on their own phones. You cannot rule in your "
            "own match."
        ),
        "case",
    ),
    Screen(
        "mistakes",
        later("Something is wrong"),
        later(
            "[Z] takes back your last act, after a look at what it changes. To correct an old result, press "
            "[R] and type it as it should be: you see which matches and which players it concerns before "
            "anything happens. Nothing is lost when two people type at once; both results stand on the desk "
            "until you decide."
        ),
        "mistakes",
    ),
    Screen(
        "offline",
        later("The network fails"),
        later(
            "Phones go on with clock and score card, and hand in when they are back. *Paper* can print the "
            "cards of the next round by itself. A result from paper is typed with the time it ended: 7a5 "
            "@15:45."
        ),
        "offline",
        PHONE,
    ),
    Screen(
        "close",
        later("The end"),
        later(
            "*Money*: award the prizes, pay until the line reads 0.00. *Report* lists what is still "
            "in the way, each with a link. Then press *Close the tournament*. The report is made; "
            "making it again gives the same file."
        ),
        "money",
    ),
)


def parts_of(text: str) -> list[tuple[str, str]]:
    """What each part is (`kbd`, `strong` or nothing), and what stands there."""
    kinds = {"[": "kbd", "*": "strong"}
    parts = [part for part in _MARKED.split(text) if part]
    return [(kinds[part[0]], part[1:-1]) if part[0] in kinds else ("", part) for part in parts]


async def guide(request: Request) -> Response:
    who = await identify(request)
    w = words(language_for(request, who))
    screens = [(each, w(each.title), parts_of(w(each.text))) for each in SCREENS]
    return pages_of(request).render(request, "guide/guide.html", who, screens=screens)


ROUTES = (("/guide", guide, ("GET",)),)
