"""Notices as e-mail: plain text, one thread for each table, and one click to be rid of them (RFC 8058)."""

import email.utils
from email.message import EmailMessage
from email.policy import SMTP
from urllib.parse import SplitResult, unquote, urlsplit

from skerry.server.config import ConfigError
from skerry.server.notices.addresses import MAIL_ADDRESS
from skerry.server.notices.words import Message
from skerry.server.store.channels import StoredChannel

SMTP_WAIT = 30.0  # seconds for the mail server
SUBMISSION, TLS_SUBMISSION = 587, 465  # ports
FOOTER = "You get this because you asked for notices. To stop them:"


class MailSettings:
    """The operator's mail server and sender; ConfigError if they make no sense."""

    def __init__(self, url: str, sender: str, site: str) -> None:
        parts = parsed(url)
        if not MAIL_ADDRESS.fullmatch(sender):
            raise ConfigError("mail_from should be an e-mail address, such as games@example.org")
        if not site:
            raise ConfigError("smtp needs `site`, the address of this server, for the links in its mail")
        self.host = parts.hostname or ""
        self.is_tls = parts.scheme == "smtps"
        self.port = parts.port or (TLS_SUBMISSION if self.is_tls else SUBMISSION)
        self.user = unquote(parts.username) if parts.username else None
        self.password = unquote(parts.password) if parts.password else None
        self.sender, self.site = sender, site

    @property
    def start_tls(self) -> bool | None:
        """A password goes only over TLS; otherwise TLS is used where the server has it."""
        if self.is_tls:
            return False
        return True if self.user and self.host not in ("localhost", "127.0.0.1", "::1") else None

    async def send(self, mail: EmailMessage) -> None:
        import aiosmtplib

        await aiosmtplib.send(
            mail,
            hostname=self.host,
            port=self.port,
            username=self.user,
            password=self.password,
            use_tls=self.is_tls,
            start_tls=self.start_tls,
            timeout=SMTP_WAIT,
        )


def parsed(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        if parts.scheme in ("smtp", "smtps") and parts.hostname and parts.port != 0:
            return parts
    except ValueError:
        pass
    raise ConfigError("smtp should be the address of a mail server, such as smtp://user:password@mail.example.org:587")


def mail_to(settings: MailSettings, address: str, title: str, text: str) -> EmailMessage:
    """EmailMessage refuses line breaks in headers."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = f"Skerry <{settings.sender}>"
    mail["To"] = address
    mail["Subject"] = " ".join(title.split())
    mail["Date"] = email.utils.formatdate()
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(text)
    return mail


def notice_mail(settings: MailSettings, channel: StoredChannel, message: Message) -> EmailMessage:
    off, domain = f"{settings.site}/notices/off/{channel.id}", settings.sender.rpartition("@")[2]
    lines = [f"{notice.title}.\n{notice.body}\n{settings.site}{notice.url}" for notice in message.notices]
    mail = mail_to(settings, channel.address, message.title, "\n\n".join([*lines, f"-- \n{FOOTER}\n{off}"]))
    mail["Message-ID"] = f"<{message.id}@{domain}>"  # the same if it is sent again
    thread = f"<{message.tag}.{channel.id[:8]}@{domain}>"
    mail["References"] = thread
    mail["In-Reply-To"] = thread
    mail["List-Unsubscribe"] = f"<{off}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return mail


def confirmation_mail(settings: MailSettings, address: str, token: str) -> EmailMessage:
    link = f"{settings.site}/notices/confirm/{token}"
    text = (
        "Somebody asked Skerry to send notices about their games to this address.\n\n"
        f"If that was you, confirm it here within three days:\n{link}\n\n"
        "If it was not, you need not do anything: you will get no more mail."
    )
    mail = mail_to(settings, address, "Confirm your address for notices from Skerry", text)
    mail["Message-ID"] = email.utils.make_msgid(domain=settings.sender.rpartition("@")[2])
    return mail
