"""One file per effect word, named after it: row, effect, words, picture, refusals, questions and estimate."""
