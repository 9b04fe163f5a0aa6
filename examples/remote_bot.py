"""A bot on your own computer sits down at a table of a Skerry server and plays the game to its end.

    pip install 'skerry[client]'
    python examples/remote_bot.py http://localhost:8470 skerry_… LINK

Make the token in Settings, under Programs. LINK is the invitation to a table that programs may join.
"""

import random
import sys

from skerry.client import Client, MovedOn, possible

server, token, link = sys.argv[1:]
with Client(server, token) as me:
    table = me.sit_down(link).state.id
    for state in me.turns(table):
        choices = [choice for choice in possible(state) if not choice.passes] or possible(state)
        try:
            me.play(state, random.choice(choices).text)
        except MovedOn:  # somebody took something back
            continue
    print(me.state(table).now.result)
