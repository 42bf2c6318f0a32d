"""Match files as text (.mat and the exports descended from it): read and written."""
