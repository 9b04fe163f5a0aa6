"""The teacher: paired playouts, hints that say why, a review of every game.  It claims only what it can show."""
