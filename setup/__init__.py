"""How Skerry gets from a bare Python to a running game. Standard library only: this runs before anything is there."""
