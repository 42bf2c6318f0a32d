"""The ranking, a player's page with its graph, and the links that come by mail."""
