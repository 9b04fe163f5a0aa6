"""Web Push: a message is encrypted for one browser (RFC 8291) and signed with the server's key (VAPID, RFC 8292).

The key is derived from the server's secret, which is made at the first start and shared by all processes.
"""

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from skerry.server.notices.addresses import as_base64, from_base64, subscription_of, url_origin
from skerry.server.notices.words import Message
from skerry.server.protocol.notice_calls import PushPayload
from skerry.server.runtime import machine_clock
from skerry.server.store.channels import StoredChannel

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

CURVE_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
EXPIRES = 12 * 3600  # seconds for which a signature is good
PUSH_KEPT = 24 * 3600  # seconds that a push service keeps a message for a browser that is away
RECORD = 4096  # bytes of the one record
LONGEST_BODY = 600  # letters; a message has room for about 3,900 bytes
LONGEST_TOPIC = 32


def vapid_key(secret: str) -> "EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives.asymmetric import ec

    number = int.from_bytes(hmac.digest(secret.encode(), b"skerry vapid", hashlib.sha512))
    return ec.derive_private_key(number % (CURVE_ORDER - 1) + 1, ec.SECP256R1())


def public_point(key: "EllipticCurvePrivateKey") -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def signed_header(key: "EllipticCurvePrivateKey", endpoint: str, subject: str) -> str:
    """The Authorization header for a push service."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    claims = {"aud": url_origin(urlsplit(endpoint)), "exp": int(machine_clock.wall()) + EXPIRES, "sub": subject}
    head = as_base64(msgspec.json.encode({"typ": "JWT", "alg": "ES256"}))
    words = f"{head}.{as_base64(msgspec.json.encode(claims))}"
    r, s = decode_dss_signature(key.sign(words.encode(), ec.ECDSA(SHA256())))
    return f"vapid t={words}.{as_base64(r.to_bytes(32) + s.to_bytes(32))}, k={as_base64(public_point(key))}"


def encrypt(
    text: bytes, point: bytes, auth: bytes, key: "EllipticCurvePrivateKey | None" = None, salt: bytes = b""
) -> bytes:
    """For the browser with this public key; `key` and `salt` are new for every message."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    key, salt = key or ec.generate_private_key(ec.SECP256R1()), salt or secrets.token_bytes(16)
    own = public_point(key)
    browser = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    shared = key.exchange(ec.ECDH(), browser)
    material = derived(auth, shared, b"WebPush: info\0" + point + own, 32)
    content_key = derived(salt, material, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, material, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(content_key).encrypt(nonce, text + b"\x02", None)
    return salt + RECORD.to_bytes(4) + bytes([len(own)]) + own + sealed


def derived(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256 for at most one block."""
    return hmac.digest(hmac.digest(salt, material, "sha256"), info + b"\x01", "sha256")[:length]


def push_request(
    key: "EllipticCurvePrivateKey", subject: str, channel: StoredChannel, message: Message
) -> tuple[str, dict[str, str], bytes]:
    """Address, headers and body."""
    subscription = subscription_of(channel)
    payload = PushPayload(message.title, message.body[:LONGEST_BODY], message.url, message.tag, id=message.id)
    point, auth = from_base64(subscription.keys.p256dh), from_base64(subscription.keys.auth)
    headers = {
        "Authorization": signed_header(key, subscription.endpoint, subject),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(PUSH_KEPT),
        "Urgency": "normal",
        "Topic": message.tag[:LONGEST_TOPIC],  # a newer message replaces one that was not delivered
    }
    return subscription.endpoint, headers, encrypt(msgspec.json.encode(payload), point, auth)
