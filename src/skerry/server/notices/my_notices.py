"""What a person chooses: channels, events, hours, tables; and the links in mail that confirm an address or end it."""

import asyncio
import secrets

from msgspec.structs import replace

from skerry.match.names import is_visible
from skerry.server.errors import Denied, NotFound, TableError, TooMany
from skerry.server.notices.addresses import checked_address, endpoint_hash, shown_address, subscription_of
from skerry.server.notices.mail import confirmation_mail
from skerry.server.notices.outlets import Outlets
from skerry.server.notices.quiet_hours import zone_of
from skerry.server.notices.words import trial_message
from skerry.server.protocol.notice_calls import (
    MAX_CHANNELS,
    Channel,
    ChannelKind,
    ChannelTest,
    NewChannel,
    NoticeChoices,
    NoticeSettings,
    TableWebhook,
    TableWebhookShown,
)
from skerry.server.runtime import machine_clock
from skerry.server.runtime.secret_hash import hash_of_secret
from skerry.server.store import channels, outbox, seats
from skerry.server.store.allowances import ExactAllowance
from skerry.server.store.channels import StoredChannel
from skerry.server.store.engine.db import Db, Work
from skerry.server.store.records import Record
from skerry.server.store.store import Store, durable

NOT_OFFERED = "This server does not send notices this way."
TOO_MANY_CHANNELS = f"You can be reached in {MAX_CHANNELS} ways at most. Remove one first."
TOO_OFTEN = "That is too often. Please wait a few minutes."
NO_SUCH = "There is no such address among yours any more."
DROPPED = "Nothing got through several times, so nothing more is sent here. Send a test to try again."
LINK_BYTES = 16
LONGEST_DEVICE = 60  # letters of its name
MOST_MUTED = 1_000  # tables of one person


class MyNotices:
    def __init__(self, store: Store, outlets: Outlets) -> None:
        self.store = store
        self.outlets = outlets
        self.adding = ExactAllowance(store, "channel", 1 / 120, 10)  # of one person, and of one address
        self.testing = ExactAllowance(store, "channel test", 1 / 120, 6)
        self.asking = ExactAllowance(store, "confirm", 1 / 28800, 3)  # mail to one address that nobody has confirmed

    async def settings(self, person: str | None) -> NoticeSettings:
        known = await asyncio.to_thread(channels.read_person_notices, self.store, person or "")
        feed = f"/notices/feed/{known.feed}" if known.feed else ""
        shown = [shown_channel(channel) for channel in known.channels]
        return NoticeSettings(shown, self.outlets.offers(), feed, known.choices, known.muted)

    async def choose(self, person: str, wish: NoticeChoices) -> None:
        if wish.quiet is not None:
            await asyncio.to_thread(zone_of, wish.quiet.zone)
        choices = replace(wish, events=list(dict.fromkeys(wish.events)))
        await self.write(lambda db: channels.write_choices(db, person, choices))

    # ---- channels
    async def add(self, person: str, address: str, wish: NewChannel) -> None:
        """An e-mail address counts once the link in a mail to it has been followed."""
        if not self.outlets.has(wish.kind):
            raise TableError(NOT_OFFERED)
        hosts = self.outlets.settings
        target = checked_address(wish, hosts.webhook_hosts, hosts.push_hosts)
        await self.check_often(self.adding, f"person {person}", f"address {address}")
        known = await asyncio.to_thread(channels.channels_of, self.store, person)
        if wish.kind == "mail" and any(found.address == target and found.token is None for found in known):
            return  # it is confirmed already
        token = secrets.token_urlsafe(LINK_BYTES) if wish.kind == "mail" else None
        channel = new_channel(person, "", wish.kind, target, token, device_name(wish.name))
        if wish.kind == "mail":
            await self.check_often(self.asking, target)
        if not await self.store_channel(channel):
            raise TableError(TOO_MANY_CHANNELS)
        if token is not None:
            await self.ask_to_confirm(channel, token)

    async def store_channel(self, channel: StoredChannel) -> bool:
        endpoint = subscription_of(channel).endpoint if channel.kind == "push" else ""

        def work(db: Db) -> bool:
            if endpoint:
                channels.delete_endpoint(db, endpoint)
            return channels.add_channel(db, channel)

        return await durable(self.store.put(work))

    async def ask_to_confirm(self, channel: StoredChannel, token: str) -> None:
        assert self.outlets.mail is not None
        mail = confirmation_mail(self.outlets.mail, channel.address, token)
        outcome = await self.outlets.send_mail(mail)
        if not outcome.sent:
            await self.write(lambda db: channels.delete_channel(db, channel.id))
            raise TableError(outcome.problem)

    async def remove(self, person: str, id_: str) -> None:
        await self.own(person, id_)
        await self.write(lambda db: channels.delete_channel(db, id_))

    async def test(self, person: str, id_: str) -> ChannelTest:
        channel = await self.own(person, id_)
        if channel.token is not None:
            return ChannelTest(False, "Confirm this address first. We have sent you an e-mail with a link.")
        await self.check_often(self.testing, person)
        outcome = await self.outlets.send(channel, trial_message(id_, machine_clock.wall()))
        if outcome.sent:
            await self.write(lambda db: outbox.note_success(db, id_))
        elif outcome.is_gone and channel.kind == "push":
            await self.write(lambda db: channels.delete_channel(db, id_))
        else:
            await self.write(lambda db: outbox.note_problem(db, id_, outcome.problem))
        return ChannelTest(outcome.sent, outcome.problem)

    async def own(self, person: str, id_: str) -> StoredChannel:
        channel = await asyncio.to_thread(channels.read_channel, self.store, id_)
        if channel is None or channel.person != person or channel.match:
            raise NotFound(NO_SUCH)
        return channel

    # ---- the feed
    async def switch_feed(self, person: str, on: bool) -> None:
        secret = secrets.token_urlsafe(LINK_BYTES) if on else None
        await self.write(lambda db: channels.write_feed(db, person, secret))

    # ---- tables
    async def mute(self, person: str, record: Record, is_muted: bool) -> None:
        places = await asyncio.to_thread(seats.read_places, self.store, record)
        if is_muted and not seats.seats_of(places, person):
            raise NotFound("You have no seat in this game.")
        known = await asyncio.to_thread(channels.read_person_notices, self.store, person)
        if is_muted and len(known.muted) >= MOST_MUTED:
            raise TooMany("You have muted a lot of games. Unmute one first.")
        await self.write(lambda db: channels.write_muted(db, person, record.id, is_muted))

    async def table_webhook(self, person: str | None, record: Record) -> TableWebhookShown:
        check_table_host(person, record)
        found = await asyncio.to_thread(channels.webhook_of_table, self.store, record.id)
        if found is None:
            return TableWebhookShown(None, "", "")
        shown = shown_channel(found)
        return TableWebhookShown(found.kind, shown.shown, shown.problem)  # type: ignore[arg-type]

    async def set_table_webhook(self, person: str, address: str, record: Record, wish: TableWebhook) -> None:
        check_table_host(person, record)
        channel = None
        if wish.address.strip():
            if not self.outlets.has(wish.kind):
                raise TableError(NOT_OFFERED)
            target = checked_address(NewChannel(wish.kind, wish.address), self.outlets.settings.webhook_hosts, ())
            await self.check_often(self.adding, f"person {person}", f"address {address}")
            channel = new_channel(person, record.id, wish.kind, target)
        await self.write(lambda db: channels.set_table_webhook(db, record.id, channel))

    # ---- the links in mail, for whoever has them
    async def waiting_address(self, token: str) -> str | None:
        """What the link would confirm, as it is shown."""
        found = await asyncio.to_thread(
            channels.channel_with_token, self.store, hash_of_secret(token), machine_clock.wall()
        )
        return None if found is None else shown_address(found)

    async def confirm(self, token: str) -> bool:
        now = machine_clock.wall()
        return await durable(self.store.put(lambda db: channels.confirm_channel(db, hash_of_secret(token), now)))

    async def unsubscribe(self, id_: str) -> None:
        await self.write(lambda db: channels.delete_channel(db, id_))

    # ----
    async def check_often(self, allowance: ExactAllowance, *names: str) -> None:
        for name in names:
            if not await allowance.take(name):
                raise TooMany(TOO_OFTEN)

    async def write(self, work: Work) -> None:
        await durable(self.store.put(work))


def check_table_host(person: str | None, record: Record) -> None:
    if person is None or record.owner != person or not record.with_friends:
        raise Denied("Only the host of this table can do that.")


def new_channel(
    person: str, match: str, kind: ChannelKind, address: str, token: str | None = None, name: str = ""
) -> StoredChannel:
    id_ = secrets.token_urlsafe(LINK_BYTES)
    return StoredChannel(
        id_, person, match, kind, address, name, machine_clock.wall(), None if token is None else hash_of_secret(token)
    )


def device_name(words: str) -> str:
    return "".join(letter for letter in words if is_visible(letter)).strip()[:LONGEST_DEVICE]


def shown_channel(channel: StoredChannel) -> Channel:
    problem = DROPPED if channel.dropped else channel.problem
    is_confirmed = channel.token is None
    return Channel(channel.id, channel.kind, shown_address(channel), is_confirmed, problem, endpoint_hash(channel))
