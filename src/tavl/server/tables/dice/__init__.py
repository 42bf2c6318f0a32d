"""The server's dice: how they are drawn, how they are proved, how often each roll came up."""
