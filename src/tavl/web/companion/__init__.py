"""The companion for a physical board: a page that works offline, and the questions it answers."""
