"""`python -m skerry`: the skerry command."""

from skerry.terminal.main import main

main()
