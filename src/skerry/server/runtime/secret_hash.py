"""How secrets are kept: as a hash, from which nobody gets them back.

They are long and random, so nobody can try them all; passwords are kept otherwise (`people/sessions.py`).
"""

import hashlib


def hash_of_secret(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
