"""The course: twelve lessons, one idea each, about ten minutes in all."""

from __future__ import annotations

from tavl.web.lessons.exercises import Lesson
from tavl.web.lessons.moving import MOVING
from tavl.web.lessons.winning import WINNING

LESSONS: tuple[Lesson, ...] = MOVING + WINNING
LESSON_BY_ID = {lesson.id: lesson for lesson in LESSONS}
