"""Money: fees, pools, prizes, and a cash book that closes to zero."""
