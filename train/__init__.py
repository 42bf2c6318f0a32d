"""How tavl's network is made: self-play, targets and learning on one GPU. Not shipped."""
