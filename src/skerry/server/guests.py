"""The cookie: it names a session, signed, and nothing else.  Whose session it is, people.py knows."""

import hashlib
import os
import secrets
import tempfile
from pathlib import Path

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

YEAR = 365 * 24 * 3600
SECRET_BYTES = 32


class Guests:
    def __init__(self, secret: str) -> None:
        self.signer = Signer(secret, salt="skerry guest", digest_method=hashlib.sha256)
        # Cookies do not tell ports apart: servers with different data must not overwrite each other's.
        self.cookie = "skerry_" + hashlib.sha256(secret.encode()).hexdigest()[:8]

    def of(self, connection: HTTPConnection) -> str | None:
        """The session of the browser that sent this; None for a new one, or for a cookie that was not made here."""
        try:
            return self.signer.unsign(connection.cookies.get(self.cookie, "")).decode()
        except (BadSignature, UnicodeError):
            return None

    def welcome(self, session: str, connection: HTTPConnection, response: Response) -> None:
        """Give the browser its cookie; each visit keeps it for another year."""
        response.set_cookie(
            self.cookie,
            self.signer.sign(session).decode(),
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=connection.url.scheme in ("https", "wss"),
        )


def new_session() -> str:
    return secrets.token_hex(12)


def read_secret(path: Path) -> str:
    """The server's secret, made on the first start; readable by its owner only."""
    if not path.exists() or len(path.read_text(encoding="ascii").strip()) < SECRET_BYTES:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".secret.")  # made with mode 0600
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(SECRET_BYTES))
        os.replace(name, path)
    return path.read_text(encoding="ascii").strip()
