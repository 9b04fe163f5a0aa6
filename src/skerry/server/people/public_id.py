"""What pages call a person."""

import hashlib


def public_id(person: str) -> str:
    """Names the person to the page without giving away the id."""
    return hashlib.sha256(f"who {person}".encode()).hexdigest()[:16]
