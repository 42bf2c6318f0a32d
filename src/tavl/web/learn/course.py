"""The course: twelve lessons, one idea each, about ten minutes in all."""

from __future__ import annotations

from tavl.web.learn.exercises import Lesson
from tavl.web.learn.lessons_on_moving import MOVING
from tavl.web.learn.lessons_on_winning import WINNING

LESSONS: tuple[Lesson, ...] = MOVING + WINNING
LESSON_BY_ID = {lesson.id: lesson for lesson in LESSONS}
