"""Webhooks: what is posted to Discord, Slack, ntfy, or to a program of somebody's own."""

import re
from typing import Any
from urllib.parse import urlsplit

from skerry.server.notices.addresses import url_origin
from skerry.server.notices.words import Message
from skerry.server.store.channels import StoredChannel

LONGEST_TEXT = 1_900  # letters; Discord takes 2,000
DISCORD_MARKUP = re.compile(r"([\\*_~`|>\[\]()#<@-])")


def webhook_request(channel: StoredChannel, message: Message, site: str) -> tuple[str, dict[str, Any]]:
    """Address, and what is posted there as JSON."""
    link = f"{site}{message.url}" if site else ""
    if channel.kind == "discord":  # a player may be called @everyone
        words = DISCORD_MARKUP.sub(r"\\\1", f"{message.title}\n{message.body}"[:LONGEST_TEXT])
        return channel.address, {"content": f"{words}\n{link}".strip()[:2000], "allowed_mentions": {"parse": []}}
    if channel.kind == "slack":
        words = f"{message.title}\n{message.body}"[:LONGEST_TEXT]
        words = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return channel.address, {"text": f"{words}\n{link}".strip()}
    if channel.kind == "ntfy":
        parts = urlsplit(channel.address)
        body = {"topic": parts.path.strip("/"), "title": message.title, "message": message.body[:LONGEST_TEXT]}
        return f"{url_origin(parts)}/", body | ({"click": link} if link else {})
    return channel.address, plain_json(message, site)


def plain_json(message: Message, site: str) -> dict[str, Any]:
    """`id` is the same if a message is sent again because its answer was lost."""
    notices = [
        {
            "event": notice.event,
            "table": notice.table,
            "title": notice.title,
            "body": notice.body,
            "url": f"{site}{notice.url}",
        }
        for notice in message.notices
    ]
    return {"id": message.id, "at": message.at, "text": message.title, "notices": notices}
