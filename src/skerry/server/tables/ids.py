"""What tables and invitations are called."""

import secrets

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no two of them look alike

# Consonants that are not taken for one another or for digits: a code is read aloud, and spells no word.
CODE_LETTERS = "BCDFGHJKMNPQRSTVWXZ"
CODE_LENGTH = 6


def new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(12))


def new_invitation() -> str:
    return secrets.token_urlsafe(9)


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
