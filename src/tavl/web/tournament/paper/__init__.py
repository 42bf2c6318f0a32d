"""What is printed for a tournament: draw sheets, score cards, table cards, lists, receipts, the report."""
