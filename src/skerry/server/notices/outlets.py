"""What this server can send, and what became of a message that was sent."""

import importlib.util
import logging
from email.message import EmailMessage
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from skerry.server.config import ConfigError
from skerry.server.notices.addresses import as_base64
from skerry.server.notices.mail import MailSettings, notice_mail
from skerry.server.notices.web_push import public_point, push_request, vapid_key
from skerry.server.notices.webhooks import webhook_request
from skerry.server.notices.words import Message
from skerry.server.protocol.notice_calls import ChannelKind, Offers, WebhookKind
from skerry.server.settings import Settings
from skerry.server.store.channels import StoredChannel
from skerry.server.store.outbox import SendOutcome

if TYPE_CHECKING:
    import httpx

log = logging.getLogger("skerry.notices")

NEEDED = ("aiosmtplib", "cryptography", "httpx")
NO_NOTICES = "Notices need more packages: pip install 'skerry[notices]', or in a checkout python3 play.py add notices"
HTTP_WAIT = 10.0  # seconds for an answer
WEBHOOKS: list[WebhookKind] = ["discord", "slack", "ntfy", "json"]
NOT_SENT = "This server no longer sends notices this way."
LONGEST_RETRY = 6 * 3600.0  # seconds that a service may ask us to wait
USUAL_WAIT = 60.0
MINUTES_BETWEEN_TRIES = (1, 5, 30, 180)


class Outlets:
    """ConfigError if the settings for them make no sense."""

    def __init__(self, settings: Settings, secret: str) -> None:
        self.settings = settings
        self.site = checked_site(settings.site)
        self.mail: MailSettings | None = None
        self.has_packages = all(importlib.util.find_spec(name) for name in NEEDED)
        if settings.smtp:
            self.mail = MailSettings(settings.smtp, settings.mail_from, self.site)
        if not self.has_packages and (settings.smtp or settings.webhook_hosts):
            log.warning("%s.", NO_NOTICES)
        self.key = vapid_key(secret) if self.has_packages else None
        self.client: httpx.AsyncClient | None = None  # made when it is first needed

    @property
    def subject(self) -> str:
        """Whom a push service can ask about us."""
        if self.settings.mail_from:
            return f"mailto:{self.settings.mail_from}"
        return self.site if self.site.startswith("https") else "mailto:skerry@localhost"

    def offers(self) -> Offers:
        if self.key is None:
            return Offers("", False, [], [])
        hosts = list(self.settings.webhook_hosts)
        push = as_base64(public_point(self.key))
        return Offers(push, self.mail is not None, list(WEBHOOKS) if hosts else [], hosts)

    def has(self, kind: ChannelKind) -> bool:
        offers = self.offers()
        return bool(offers.push) if kind == "push" else offers.mail if kind == "mail" else kind in offers.webhooks

    async def send(self, channel: StoredChannel, message: Message) -> SendOutcome:
        """Never raises."""
        if not self.has(channel.kind) or self.key is None:
            return SendOutcome(problem=NOT_SENT, counts=False)
        try:
            if channel.kind == "mail":
                assert self.mail is not None
                return await self.send_mail(notice_mail(self.mail, channel, message))
            if channel.kind == "push":
                address, headers, body = push_request(self.key, self.subject, channel, message)
                return await self.post(channel.kind, address, headers=headers, content=body)
            address, words = webhook_request(channel, message, self.site)
            return await self.post(channel.kind, address, json=words)
        except Exception as error:  # our own mistake, or a key that is no point of the curve
            log.exception("A notice could not be made.")
            return SendOutcome(problem=f"It could not be sent ({type(error).__name__}).")

    async def post(self, kind: ChannelKind, address: str, **parts: Any) -> SendOutcome:
        import httpx

        if self.client is None:
            self.client = httpx.AsyncClient(timeout=HTTP_WAIT, follow_redirects=False)
        try:
            async with self.client.stream("POST", address, **parts) as answer:  # what it says is not read
                return outcome_of(kind, answer.status_code, answer.headers.get("retry-after", ""))
        except httpx.HTTPError as error:
            log.info("%s could not be reached: %r", urlsplit(address).hostname, error)
            return SendOutcome(problem="The other server could not be reached.", again=0)

    async def send_mail(self, mail: EmailMessage) -> SendOutcome:
        import aiosmtplib

        assert self.mail is not None
        try:
            await self.mail.send(mail)
            return SendOutcome(sent=True)
        except aiosmtplib.SMTPAuthenticationError as error:
            log.error("The mail server refuses the name or password in `smtp`: %s", error.message)
            return SendOutcome(
                problem="The mail server of this site does not work at the moment.", again=0, counts=False
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            codes = [refused.code for refused in error.recipients]
            is_final = all(code >= 500 for code in codes)
            return SendOutcome(
                problem=f"The mail server refused this address ({codes[0]}).", again=None if is_final else 0
            )
        except aiosmtplib.SMTPResponseException as error:
            is_final = error.code >= 500
            return SendOutcome(problem=f"The mail was refused ({error.code}).", again=None if is_final else 0)
        except (aiosmtplib.SMTPException, OSError) as error:
            log.warning("The mail server cannot be used: %s", error)
            return SendOutcome(
                problem="The mail server of this site does not work at the moment.", again=0, counts=False
            )

    async def close(self) -> None:
        if self.client is not None:
            await self.client.aclose()


def check_notice_settings(settings: Settings) -> None:
    """Before anything is opened; ConfigError if they make no sense."""
    site = checked_site(settings.site)
    if settings.smtp:
        MailSettings(settings.smtp, settings.mail_from, site)


def checked_site(words: str) -> str:
    """Without a slash at its end."""
    parts = urlsplit(words.rstrip("/"))
    if words and (parts.scheme not in ("http", "https") or not parts.netloc or parts.path or parts.query):
        raise ConfigError(f"site should be the address of this server, such as https://games.example.org, not {words}")
    return words.rstrip("/")


def outcome_of(kind: ChannelKind, status: int, retry_after: str) -> SendOutcome:
    if 200 <= status < 300:
        return SendOutcome(sent=True)
    if status in (404, 410):
        return SendOutcome(problem="There is nobody behind this address any more.", is_gone=True)
    if status == 429:
        wait = min(float(retry_after), LONGEST_RETRY) if retry_after.isdecimal() else USUAL_WAIT
        return SendOutcome(problem="The other server asks us to wait.", again=max(1.0, wait), is_waiting=True)
    if status >= 500 or status == 408:
        return SendOutcome(problem=f"The other server does not work at the moment ({status}).", again=0)
    return SendOutcome(problem=f"The other server refused the message ({status}).")
