"""The JSON bodies of HTTP calls about notices: how a person is told that a game waits for them."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from skerry.server.protocol.messages import Short

NoticeEvent = Literal["turn", "start", "end", "mention", "time", "take_back"]
NOTICE_EVENTS: tuple[NoticeEvent, ...] = get_args(NoticeEvent)
WebhookKind = Literal["discord", "slack", "ntfy", "json"]
ChannelKind = Literal["push", "mail", "discord", "slack", "ntfy", "json"]
Minutes = Annotated[int, Meta(ge=0, le=24 * 60)]
Hour = Annotated[int, Meta(ge=0, le=23)]
Address = Annotated[str, Meta(max_length=1000)]
MAX_CHANNELS = 5  # of one person


class Quiet(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing is sent from the hour `begin` until the hour `end`; it waits."""

    begin: Hour
    end: Hour
    zone: Short  # the person's, as in the IANA database: Europe/Berlin


class NoticeChoices(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/notices: what I want to be told, and when."""

    events: Annotated[list[NoticeEvent], Meta(max_length=6)]
    after: Minutes  # minutes without an open page at that table; 0: at once, even with an open page
    quiet: Quiet | None
    grouped: Minutes  # at most one message in so many minutes; 0: one by one


DEFAULT_CHOICES = NoticeChoices(list(NOTICE_EVENTS), after=2, quiet=None, grouped=0)


class PushKeys(Struct, frozen=True):
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class PushSubscribed(Struct, frozen=True):
    """A browser's PushSubscription as its toJSON() has it."""

    endpoint: Address
    keys: PushKeys


class NewChannel(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/notices/channels: a browser's subscription, an e-mail address, or a webhook."""

    kind: ChannelKind
    address: Address = ""  # of mail and webhooks
    subscription: PushSubscribed | None = None  # of push
    name: Short = ""  # of the device, for push


class Channel(Struct, frozen=True):
    """A way to reach this person."""

    id: str
    kind: ChannelKind
    shown: str  # the name of the device, or the address with its middle left out
    confirmed: bool  # an e-mail address counts once its owner has followed a link
    problem: str  # why the last message did not get through, in words; empty if it did
    endpoint_hash: str  # push: SHA-256 of the endpoint in hex digits, so that a page knows its own


class Offers(Struct, frozen=True):
    """What this server can send."""

    push: str  # the public VAPID key as applicationServerKey, base64url; empty: not offered
    mail: bool
    webhooks: list[WebhookKind]  # empty: not offered
    webhook_hosts: list[str]  # the hosts that the operator allows


class NoticeSettings(Struct, frozen=True):
    """GET /api/me/notices, and the answer to every call that changes them."""

    channels: list[Channel]
    offers: Offers
    feed: str  # the path of the feed without .ics or .atom; empty: off
    choices: NoticeChoices
    muted: list[str]  # tables


class ChannelTest(Struct, frozen=True):
    """The answer to POST /api/me/notices/channels/{id}/test: whether it went out."""

    sent: bool
    problem: str  # why not, in words


class FeedChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/notices/feed: on makes a new secret, and the old one ends."""

    on: bool


class TableNotices(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/notices: whether I am told about this table."""

    on: bool


class TableWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/webhook, of the table's host: an empty address removes it."""

    kind: WebhookKind
    address: Address


class TableWebhookShown(Struct, frozen=True):
    """GET /api/tables/{id}/webhook, of the table's host, and the answer to POST."""

    kind: WebhookKind | None  # null: there is none
    shown: str
    problem: str


class PushPayload(Struct, frozen=True, omit_defaults=True):
    """What a service worker is sent, encrypted."""

    title: str
    body: str
    url: str  # the path to open
    tag: str  # the table: a newer notice replaces an older one; of several tables, "skerry"
    silent: bool = False
    id: str = ""  # the same if a message is sent again because the server ended in the middle
