"""How bots think, whatever the game: tree search, look-ahead, judgement by features, self-play."""
