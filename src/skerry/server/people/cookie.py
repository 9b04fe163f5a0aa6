"""The signed cookies.  The first names a session and nothing else; sessions.py knows whose it is.

Two more are optional: one names the sessions of guests who played in this browser before, the other the account that
has signed in here, so that strangers who try passwords cannot lock the owner out of this browser.
"""

import hashlib
import os
import secrets
import tempfile
from pathlib import Path

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from skerry.server.settings import SECRET_BYTES

COOKIE_LASTS = 365 * 24 * 3600
EARLIER = 5  # guests that one browser remembers


class Cookies:
    def __init__(self, secret: str) -> None:
        self.signer = Signer(secret, salt="skerry guest", digest_method=hashlib.sha256)
        self.earlier_signer = Signer(secret, salt="skerry earlier guests", digest_method=hashlib.sha256)
        self.device_signer = Signer(secret, salt="skerry device", digest_method=hashlib.sha256)
        # Cookies do not tell ports apart: servers with different data must not overwrite each other's.
        self.cookie = "skerry_" + hashlib.sha256(secret.encode()).hexdigest()[:8]

    def of(self, connection: HTTPConnection) -> str | None:
        """The session of the browser that sent this; None for a new one, or for a cookie that was not made here."""
        return read_cookie(self.signer, connection, self.cookie)

    def welcome(self, session: str, connection: HTTPConnection, response: Response) -> None:
        """Give the browser its cookie; each visit keeps it for another year."""
        write_cookie(self.signer, session, connection, response, self.cookie)

    def earlier(self, connection: HTTPConnection) -> list[str]:
        """The sessions of guests who played here before, the last first."""
        words = read_cookie(self.earlier_signer, connection, f"{self.cookie}_earlier")
        return words.split("-") if words else []

    def remember(self, sessions: list[str], connection: HTTPConnection, response: Response) -> None:
        words = "-".join(dict.fromkeys(sessions[:EARLIER]))
        write_cookie(self.earlier_signer, words, connection, response, f"{self.cookie}_earlier")

    def device(self, connection: HTTPConnection) -> tuple[str, str] | None:
        """The person who has signed in here before, and the name of this browser."""
        person, _, device = (read_cookie(self.device_signer, connection, f"{self.cookie}_device") or "").partition("-")
        return (person, device) if device else None

    def know(self, person: str, connection: HTTPConnection, response: Response) -> None:
        """This browser has shown the person's password."""
        words = f"{person}-{secrets.token_hex(8)}"
        write_cookie(self.device_signer, words, connection, response, f"{self.cookie}_device")


def read_cookie(signer: Signer, connection: HTTPConnection, cookie: str) -> str | None:
    try:
        return signer.unsign(connection.cookies.get(cookie, "")).decode()
    except (BadSignature, UnicodeError):
        return None


def write_cookie(signer: Signer, words: str, connection: HTTPConnection, response: Response, cookie: str) -> None:
    response.set_cookie(
        cookie,
        signer.sign(words).decode(),
        max_age=COOKIE_LASTS,
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
