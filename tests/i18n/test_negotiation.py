"""Which language somebody gets."""

import pytest

from tavl.i18n import from_accept_language, from_environment, language_of


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("da", "da"),
        ("da-DK", "da"),
        ("sv_SE.UTF-8", "sv"),
        ("nb_NO", "nb"),
        ("no", "nb"),
        ("nn-NO", "nb"),
        ("EN", "en"),
        ("C.UTF-8", None),
        ("", None),
        ("dan", None),
    ],
)
def test_a_tag_is_one_of_ours_or_none(tag, language):
    assert language_of(tag) == language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("da", "da"),
        ("fr, sv;q=0.5, da;q=0.7", "da"),
        ("nn-NO,nn;q=0.9,en;q=0.8", "nb"),
        ("fr,*;q=0.1", "en"),
        ("da;q=0, sv", "sv"),
        ("da;q=x, sv;q=0.1", "sv"),
        ("da;q=7, sv;q=0.1", "sv"),
        ("da;q=nan, sv;q=0.1", "sv"),
        (",;,;q=,=", "en"),
        ("sv,da", "sv"),
    ],
)
def test_a_browser_gets_the_best_it_asks_for(header, language):
    assert from_accept_language(header) == language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "da_DK.UTF-8"}, "da"),
        ({"LANG": "da_DK.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "da_DK", "LC_MESSAGES": "sv_SE"}, "sv"),
        ({"LANG": "da_DK", "LANGUAGE": "fr:nn:da"}, "nb"),
        ({"LANG": "", "LC_ALL": ""}, "en"),
    ],
)
def test_a_terminal_gets_the_language_of_its_environment(environment, language):
    assert from_environment(environment) == language
