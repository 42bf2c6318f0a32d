"""Training of tavl's network: self-play, targets and learning on one GPU. Not shipped."""
