"""Where notices may go.  People give the addresses, so the server posts to known places only.

These are the push services of the browsers and what the operator allows, so it does not matter what a name resolves
to.  Redirects are not followed.
"""

import base64
import hashlib
import re
from collections.abc import Sequence
from urllib.parse import SplitResult, urlsplit

import msgspec

from skerry.server.errors import TableError
from skerry.server.protocol.notice_calls import NewChannel, PushSubscribed
from skerry.server.store.channels import StoredChannel

PUSH_SERVICES = ("*.googleapis.com", "*.push.services.mozilla.com", "*.notify.windows.com", "*.push.apple.com")
MAIL_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+")
LONGEST_MAIL_ADDRESS = 254
BAD_ADDRESS = "This is not an address that notices can be sent to. Check it, and try again."
BAD_SUBSCRIPTION = "This browser's subscription cannot be used. Reload the page and try again."
NOT_ALLOWED = "This server does not send notices to {host}. Its host decides which places are allowed."
POINT_BYTES, AUTH_BYTES = 65, 16  # of a subscription's keys


def url_origin(parts: SplitResult) -> str:
    return f"{parts.scheme}://{parts.netloc}"


def checked_url(address: str, allowed: Sequence[str]) -> str:
    """The address as it is asked for; TableError if it is none, or leads where nothing may be sent."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise TableError(BAD_ADDRESS) from error
    is_plain = re.fullmatch(r"[!-~]+", address) and parts.username is None and parts.password is None
    if not is_plain or parts.fragment or parts.scheme not in ("http", "https") or not host or "\\" in address:
        raise TableError(BAD_ADDRESS)
    if not any(is_allowed(parts.scheme, host, port, pattern) for pattern in allowed):
        raise TableError(NOT_ALLOWED.format(host=host))
    return address


def is_allowed(scheme: str, host: str, port: int | None, pattern: str) -> bool:
    """`example.org`, `*.example.org`, `example.org:8443`; `http://…` where the operator says so, otherwise https."""
    wanted, _, rest = pattern.rpartition("://")
    name, _, number = rest.partition(":")
    usual = 443 if (wanted or "https") == "https" else 80
    if scheme != (wanted or "https") or (port or usual) != int(number or usual):
        return False
    return host.endswith(name[1:]) if name.startswith("*.") else host == name


def checked_mail_address(address: str) -> str:
    if len(address) > LONGEST_MAIL_ADDRESS or not MAIL_ADDRESS.fullmatch(address):
        raise TableError("This is not an e-mail address. Check it, and try again.")
    name, _, domain = address.rpartition("@")
    return f"{name}@{domain.lower()}"


def checked_subscription(subscription: PushSubscribed | None, allowed: Sequence[str]) -> str:
    """As it is stored."""
    if subscription is None:
        raise TableError(BAD_SUBSCRIPTION)
    checked_url(subscription.endpoint, (*PUSH_SERVICES, *allowed))
    keys = subscription.keys
    if len(from_base64(keys.p256dh)) != POINT_BYTES or len(from_base64(keys.auth)) != AUTH_BYTES:
        raise TableError(BAD_SUBSCRIPTION)
    return msgspec.json.encode(subscription).decode()


def from_base64(text: str) -> bytes:
    """The alphabet of URLs, without padding; TableError if it is none."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError as error:
        raise TableError(BAD_SUBSCRIPTION) from error


def as_base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def checked_address(wish: NewChannel, webhook_hosts: Sequence[str], push_hosts: Sequence[str]) -> str:
    """What is stored of a new channel's address."""
    if wish.kind == "push":
        return checked_subscription(wish.subscription, push_hosts)
    if wish.kind == "mail":
        return checked_mail_address(wish.address.strip())
    url = checked_url(wish.address.strip(), webhook_hosts)
    if wish.kind == "ntfy" and not re.fullmatch(r"/[A-Za-z0-9_-]{1,64}/?", urlsplit(url).path):
        raise TableError("An ntfy address ends with the name of a topic, as in https://ntfy.sh/my-topic.")
    return url


# ---- as the page shows them


def shown_address(channel: StoredChannel) -> str:
    """Enough for its owner to know it again, and too little for somebody who looks over their shoulder."""
    if channel.kind == "push":
        return channel.name or "A browser"
    if channel.kind == "mail":
        name, _, domain = channel.address.rpartition("@")
        return f"{name[:1]}…@{domain}"
    return f"{urlsplit(channel.address).hostname}/…{channel.address[-4:]}"


def endpoint_hash(channel: StoredChannel) -> str:
    if channel.kind != "push":
        return ""
    return hashlib.sha256(subscription_of(channel).endpoint.encode()).hexdigest()


def subscription_of(channel: StoredChannel) -> PushSubscribed:
    return msgspec.json.decode(channel.address, type=PushSubscribed)
