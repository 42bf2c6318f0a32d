"""Notifications for people who are away: preferences, mail, web push, texts."""
