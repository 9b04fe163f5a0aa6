"""What bots are called, at every table and in every front end."""

BOT_NAMES = ("Runa", "Eskil", "Tove", "Halvard", "Signe", "Ivar", "Maren", "Leif")
