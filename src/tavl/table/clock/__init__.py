"""The clock (T3.5, T4.3): how it runs, pressing and stopping it, time out."""
