"""Components become a Kit: `rows` says what a row is, `load` makes the Kit of them and the table of actions."""
