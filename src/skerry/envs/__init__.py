"""Skerry's games as environments of other libraries.  Each needs its extra:

    pip install 'skerry[pettingzoo]'    from skerry.envs import nusfjord_v0, tungaru_v0, buru_v0, tidepool_v0
    pip install 'skerry[gymnasium]'     skerry.envs.single
    pip install 'skerry[openspiel]'     skerry.envs.openspiel

docs/environments.md has the rest.
"""

import re
from types import ModuleType


def __getattr__(name: str) -> ModuleType:
    """The PettingZoo module of a game, such as `nusfjord_v0`."""
    if re.fullmatch(r"[a-z]+_v\d+", name):
        from skerry.envs.pettingzoo import MODULES  # needs PettingZoo, and says so

        if name in MODULES:
            return MODULES[name]
        raise AttributeError(f"there is no environment {name!r}; there are: {', '.join(MODULES)}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
