"""Where notices arrive in tests: a push service that decrypts, a receiver of webhooks, and a mail server."""

import base64
import json
import socket
import threading
import time
from collections.abc import Callable, Sequence
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.browser import PATIENCE

Posted = tuple[str, dict[str, str], bytes]


def unpadded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def padded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def wait_until(good: Callable[[], bool], patience: float = PATIENCE) -> None:
    end = time.monotonic() + patience
    while not good():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


class Receiver:
    """An HTTP server that keeps what is posted to it, and answers as told."""

    def __init__(self, port: int = 0) -> None:
        self.posted: list[Posted] = []
        self.answers: list[tuple[int, dict[str, str]]] = []  # the next ones; then 201
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers.get("content-length", 0))
                body = self.rfile.read(length)
                if len(body) < length:  # the sender has ended in the middle
                    return
                status, headers = receiver.answers.pop(0) if receiver.answers else (201, {})
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", "0")
                self.end_headers()
                receiver.posted.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))

            def log_message(self, *args: object) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=[0.05], daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def wait_for(self, count: int) -> list[Posted]:
        wait_until(lambda: len(self.posted) >= count)
        return self.posted

    def json(self) -> list[Any]:
        return [json.loads(body) for _, _, body in self.posted]


class Browser:
    """A browser's subscription, with the keys that nobody else has."""

    def __init__(self, service: Receiver, name: str = "one") -> None:
        self.endpoint = f"{service.origin}/push/{name}"
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self) -> dict[str, Any]:
        keys = {"p256dh": padded(self.point), "auth": padded(self.auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def read(self, posted: Posted) -> dict[str, Any]:
        """As a browser decrypts it (RFC 8188, RFC 8291)."""
        _, headers, body = posted
        assert headers["content-encoding"] == "aes128gcm"
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), public)
        material = hkdf(self.auth, shared, b"WebPush: info\0" + self.point + sender, 32)
        key = hkdf(salt, material, b"Content-Encoding: aes128gcm\0", 16)
        nonce = hkdf(salt, material, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text.endswith(b"\x02")
        found: dict[str, Any] = json.loads(text[:-1])
        return found


def hkdf(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


def claims_of(posted: Posted, application_key: str) -> dict[str, Any]:
    """What the server says of itself; its signature must be that of the key the page was given."""
    kind, _, words = posted[1]["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in words.split(","))
    assert kind == "vapid" and parts["k"] == application_key
    signed, _, signature = parts["t"].rpartition(".")
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpadded(application_key))
    raw = unpadded(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, _, body = signed.partition(".")
    assert json.loads(unpadded(head))["alg"] == "ES256"
    found: dict[str, Any] = json.loads(unpadded(body))
    return found


class MailServer:
    """Keeps the mail, and refuses addresses as told."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refused: Sequence[str] = ()
        self.busy = 0  # how often it says "try again later"
        with socket.create_server(("127.0.0.1", 0)) as free:  # aiosmtpd must be told which port to take
            self.port = free.getsockname()[1]
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self.controller.start()
        self.url = f"smtp://127.0.0.1:{self.port}"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if self.busy:
            self.busy -= 1
            return "451 try again later"
        if address in self.refused:
            return "550 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        mail = message_from_bytes(envelope.content, policy=default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        return "250 OK"

    def wait_for(self, count: int) -> list[EmailMessage]:
        wait_until(lambda: len(self.mails) >= count)
        return self.mails

    def stop(self) -> None:
        self.controller.stop()


def text_of(mail: EmailMessage) -> str:
    return str(mail.get_content())


def link_in(mail: EmailMessage, part: str) -> str:
    return next(line for line in text_of(mail).splitlines() if f"/notices/{part}/" in line).strip()
