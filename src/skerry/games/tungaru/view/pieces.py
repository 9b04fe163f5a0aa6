"""Everything one can point at in a view.

`player:0`, `island:A`, `ground:g1`, `section:s1`, `migration:M1`, `nomad:N12`, `leader:worker`; of a player, with the
seat in front: `boat:0`, `sail:0` (the Sailing space), `die:0.2`, `settler:0.A`, `slot:0.1` (a Nomad space), `space:0.1`
(a dice space of the Leader), `benefit:0`, `good:0.fish`, `monument:0.track`, `travellers:0`; of an island: its Harvest,
its Trade and its free Settler space, `harvest:A`, `trade:A`, `settle:A`, and goods on its market, `market:A.fish`.
"""

from skerry.games.tungaru.kit.rows import GOODS
from skerry.games.tungaru.view.table import IslandView, PlayerView, View

LEADERS = ("worker", "beggar", "fisher", "trader", "chief")
MONUMENT_PLACES = ("nomad_space", "storage", "track")


def pieces(view: View) -> set[str]:
    found = {"pile", "islet", *(f"leader:{leader}" for leader in LEADERS)}
    found |= {f"ground:{ground}" for ground in view.grounds} | {f"section:{section}" for section in view.sections}
    for space, nomad in view.migration.items():
        found |= {f"migration:{space}", f"nomad:{nomad}"}
    found |= {f"nomad:{nomad}" for nomad in view.pile}
    found |= {f"settler:{seat}.islet" for seat in view.islet}
    for island in view.islands:
        found |= of_island(island)
    for seat, p in enumerate(view.players):
        found |= player_pieces(seat, p)
    return found - {"nomad:None"}


def of_island(island: IslandView) -> set[str]:
    found = {f"{kind}:{island.id}" for kind in ("island", "harvest", "trade", "settle")} | {f"nomad:{island.nomad}"}
    found |= {f"market:{island.id}.{good}" for good in island.market}
    return found | {f"settler:{settler.seat}.{island.id}" for settler in island.settlers}


def player_pieces(seat: int, p: PlayerView) -> set[str]:
    found = {f"{kind}:{seat}" for kind in ("player", "sail", "benefit", "travellers")}
    if p.ground is not None:
        found.add(f"boat:{seat}")
    if p.loose_monument:
        found.add(f"monument:{seat}.loose")
    if p.leader is not None:
        found |= {f"space:{seat}.{space}" for space in range(1, len(p.leader.dice) + 1)}
    found |= {f"die:{seat}.{number}" for number in range(1, len(p.dice) + 1)}
    found |= {f"slot:{seat}.{number}" for number in range(1, len(p.nomads) + 1)}
    found |= {f"good:{seat}.{good}" for good in GOODS}
    found |= {f"monument:{seat}.{place}" for place in MONUMENT_PLACES}
    return found | {f"nomad:{nomad}" for nomad in [*p.travellers, *(slot.nomad for slot in p.nomads)]}
