"""Before and around the match (T2, T3): seating, wishes, equipment, approvals, start times, breaks, lateness."""
