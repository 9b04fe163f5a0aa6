"""Tungaru for PettingZoo.

Version history: 0, the first.  The number grows when an observation, an action or a reward changes its meaning.
"""

from functools import partial

from skerry.envs.aec import Table

env = raw_env = partial(Table, "tungaru", 0)
