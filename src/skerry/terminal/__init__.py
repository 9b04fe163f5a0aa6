"""The text player and the command line."""
