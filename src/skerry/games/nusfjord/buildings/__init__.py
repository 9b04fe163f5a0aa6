"""Buildings: the card, what it counts, and one file in words/ for each effect word."""
