"""What is put right (T4.5 to T5.5): corrections, disputes, rulings, score cards."""
