"""Why a player can be reported to the administrators: what is sent (`ReportReason`), and its name."""

from __future__ import annotations

from tavl.i18n import later
from tavl.server.messages.moderation import ReportReason

REPORT_REASONS: dict[ReportReason, str] = {
    "words": later("Insults or threats"),
    "cheating": later("Cheating"),
    "stalling": later("Stalling, or leaving games"),
    "name": later("An offensive name"),
    "other": later("Something else"),
}
