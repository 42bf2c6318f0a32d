"""Play (T4.1, T4.2, T4.4): boards that enforce the rules, boards that let mistakes happen, physical boards."""
