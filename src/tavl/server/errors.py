"""Errors have one shape: `{"error": {"code", "rule"?, "facts", "message"}}`, in the reader's language.

The texts: `error_texts.py`. The HTTP response, with its headers: `http/error_answers.py`."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from tavl.i18n import words
from tavl.rules.refusal import Fact, Refused
from tavl.server.error_texts import TEXTS


class ErrorBody(Struct, frozen=True, omit_defaults=True):
    code: str
    message: str
    facts: dict[str, Fact]
    rule: str | UnsetType = UNSET


class ErrorAnswer(Struct, frozen=True):
    error: ErrorBody


class ApiError(Exception):
    """Ends a request, or answers a socket's message, with this error."""

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts
        self.status = TEXTS[code][0]

    def body(self, language: str) -> ErrorBody:
        return ErrorBody(self.code, words(language)(TEXTS[self.code][1], **self.facts), self.facts)


class RefusedError(ApiError):
    """A refusal by the rules."""

    def __init__(self, refused: Refused) -> None:
        Exception.__init__(self, refused.code)
        self.refused = refused
        self.code, self.facts, self.rule, self.status = refused.code, refused.facts, refused.rule, 409

    def body(self, language: str) -> ErrorBody:
        message = words(language).refusal(self.code, self.rule, self.facts)
        return ErrorBody(self.code, message, self.facts, self.rule)
