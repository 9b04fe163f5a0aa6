"""Skerry's games as environments of other libraries.  Each needs its extra:

    pip install 'skerry[pettingzoo]'    skerry.envs.nusfjord_v0, tungaru_v0, buru_v0
    pip install 'skerry[gymnasium]'     skerry.envs.single
    pip install 'skerry[openspiel]'     skerry.envs.openspiel

docs/environments.md has the rest.
"""
