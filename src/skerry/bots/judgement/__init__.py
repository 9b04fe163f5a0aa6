"""What positions are worth: one file of features for each game, with weights from ../weights."""
