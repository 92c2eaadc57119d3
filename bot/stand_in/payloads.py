"""Write the things of the world as Discord's JSON."""

from __future__ import annotations

from bot.stand_in import permissions
from bot.stand_in.model import Attachment, Channel, Emoji, Guild, Member, Message, Role, User
from bot.stand_in.shapes import ChannelType, Json, MessageFlag, MessageType
from bot.stand_in.snowflakes import moment


def user_json(user: User) -> Json:
    """Write a user."""
    body: Json = {
        "id": str(user.id),
        "username": user.name.casefold().replace(" ", "_"),
        "discriminator": "0000" if user.bot else "0",
        "global_name": None if user.bot else user.name,
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    if user.bot:
        body["username"] = user.name
        body["bot"] = True
    return body


def member_json(member: Member, *, with_user: bool = True) -> Json:
    """Write a member of a server."""
    body: Json = {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": moment(member.joined),
        "nick": None,
        "pending": False,
        "premium_since": None,
        "roles": [str(role) for role in member.roles],
        "mute": False,
        "deaf": False,
    }
    if with_user:
        body["user"] = user_json(member.user)
    return body


def role_json(role: Role) -> Json:
    """Write a role."""
    return {
        "id": str(role.id),
        "name": role.name,
        "permissions": str(role.permissions),
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": role.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def channel_json(channel: Channel, viewer: User | None = None) -> Json:
    """Write a channel; with a viewer, also that user's permissions in it."""
    body: Json = {
        "id": str(channel.id),
        "type": int(channel.type),
        "flags": 0,
        "last_message_id": str(channel.last_message_id) if channel.last_message_id else None,
    }
    if channel.type is ChannelType.DM:
        people = [user for user in channel.recipients if not user.bot]
        return body | {"recipients": [user_json(user) for user in people]}
    assert channel.guild is not None
    body["guild_id"] = str(channel.guild.id)
    body["name"] = channel.name
    body["parent_id"] = str(channel.parent.id) if channel.parent else None
    body["rate_limit_per_user"] = channel.slow_mode
    if viewer is not None:
        body["permissions"] = str(permissions.of(viewer, channel))
    if channel.is_thread:
        return body | _thread(channel)
    body["position"] = channel.position
    body["topic"] = channel.topic
    body["nsfw"] = False
    body["permission_overwrites"] = [
        {
            "id": str(overwrite.target),
            "type": 1 if overwrite.member else 0,
            "allow": str(overwrite.allow),
            "deny": str(overwrite.deny),
        }
        for overwrite in channel.overwrites.values()
    ]
    return body


def _thread(thread: Channel) -> Json:
    metadata: Json = {
        "archived": thread.archived,
        "archive_timestamp": moment(thread.archived_at or thread.created),
        "auto_archive_duration": thread.auto_archive,
        "locked": thread.locked,
        "create_timestamp": moment(thread.created),
    }
    if thread.type is ChannelType.PRIVATE_THREAD:
        metadata["invitable"] = thread.invitable
    return {
        "owner_id": str(thread.owner_id),
        "thread_metadata": metadata,
        "message_count": thread.sent,
        "member_count": min(len(thread.thread_members), 50),
        "total_message_sent": thread.sent,
    }


def thread_member_json(thread: Channel, user_id: int) -> Json:
    """Write a member of a thread."""
    return {
        "id": str(thread.id),
        "user_id": str(user_id),
        "join_timestamp": moment(thread.thread_members[user_id]),
        "flags": 0,
    }


def guild_json(guild: Guild) -> Json:
    """Write a server as REST does, without its channels and members."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "owner_id": str(guild.owner_id),
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": [role_json(role) for role in guild.roles.values()],
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": guild.locale,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": None,
    }


def guild_create_json(guild: Guild, bot: User, *, all_members: bool) -> Json:
    """Write a server as the gateway announces it; all members only with their intent."""
    members = [one for one in guild.members.values() if all_members or one.user is bot]
    channels = [one for one in guild.channels.values() if not one.is_thread]
    mine = guild.members[bot.id]
    threads = []
    for thread in guild.threads:
        body = channel_json(thread)
        if bot.id in thread.thread_members:
            body["member"] = thread_member_json(thread, bot.id)
        threads.append(body)
    return guild_json(guild) | {
        "joined_at": moment(mine.joined),
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [member_json(member) for member in members],
        "channels": [channel_json(channel) for channel in channels],
        "threads": threads,
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def attachment_json(attachment: Attachment, *, ephemeral: bool = False) -> Json:
    """Write an attachment."""
    body: Json = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": attachment.size,
        "url": attachment.url,
        "proxy_url": attachment.url,
        "content_type": attachment.content_type,
    }
    if attachment.description is not None:
        body["description"] = attachment.description
    if attachment.width is not None and attachment.height is not None:
        body |= {"width": attachment.width, "height": attachment.height}
    if ephemeral:
        body["ephemeral"] = True
    return body


def message_json(message: Message) -> Json:
    """Write a message; the same object until the message changes: do not alter it."""
    if message._json is not None:
        return message._json
    body: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "type": int(message.type),
        "author": user_json(message.author),
        "content": message.content,
        "embeds": message.embeds,
        "components": message.components,
        "attachments": [
            attachment_json(one, ephemeral=message.ephemeral)
            for one in message.attachments
            if one.id not in message.in_embeds and one.id not in message.in_parts
        ],
        "mentions": [user_json(user) for user in message.mentions],
        "mention_roles": [str(role) for role in message.mention_roles],
        "mention_everyone": message.mention_everyone,
        "flags": int(message.flags),
        "timestamp": moment(message.created),
        "edited_timestamp": moment(message.edited) if message.edited else None,
        "pinned": message.pinned,
        "tts": False,
    }
    if message.nonce is not None:
        body["nonce"] = message.nonce
    if message.metadata is not None:
        body["interaction_metadata"] = message.metadata
        body["application_id"] = body["webhook_id"] = str(message.author.id)
    if message.reference is not None:
        body["message_reference"] = {
            "type": 0,
            "channel_id": str(message.reference.channel.id),
            "message_id": str(message.reference.id),
        }
        if message.channel.guild is not None:
            body["message_reference"]["guild_id"] = str(message.channel.guild.id)
    if message.type is MessageType.REPLY:
        gone = message.reference is None or message.reference.deleted
        body["referenced_message"] = None if gone else _referenced(message)
    if message.thread is not None and message.flags & MessageFlag.HAS_THREAD:
        body["thread"] = channel_json(message.thread)
    message._json = body
    return body


def _referenced(message: Message) -> Json:
    assert message.reference is not None
    body = dict(message_json(message.reference))
    body.pop("referenced_message", None)
    return body


def emoji_json(emoji: Emoji, bot: User) -> Json:
    """Write one of the application's emojis."""
    return {
        "id": str(emoji.id),
        "name": emoji.name,
        "user": user_json(bot),
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": emoji.animated,
        "available": True,
    }
