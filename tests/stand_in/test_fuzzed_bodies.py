"""Whatever a body is, the rules and the stand-in judge it: nothing makes them stumble."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.stand_in import rules, running_stand_in
from tests.stand_in.by_hand import by_hand

KEYS = st.sampled_from(
    [
        "type",
        "id",
        "components",
        "component",
        "accessory",
        "custom_id",
        "label",
        "value",
        "values",
        "options",
        "style",
        "url",
        "emoji",
        "name",
        "description",
        "content",
        "embeds",
        "title",
        "fields",
        "footer",
        "author",
        "image",
        "media",
        "items",
        "file",
        "flags",
        "allowed_mentions",
        "parse",
        "users",
        "roles",
        "attachments",
        "min_values",
        "max_values",
        "min_length",
        "choices",
        "name_localizations",
        "fr",
        "required",
        "autocomplete",
        "message_reference",
        "message_id",
        "data",
        "nonce",
        "enforce_nonce",
        "contexts",
        "default",
        "max_length",
        "placeholder",
    ]
)
PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(-1, 20), st.just(1 << 15), st.sampled_from(["", "x", "1"])
)
ANYTHING = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5)
)
BODIES = st.dictionaries(KEYS, ANYTHING, max_size=6)


@settings(max_examples=120, deadline=None)
@given(body=BODIES, v2=st.booleans(), anything=ANYTHING)
def test_the_rules_judge_any_body(body: dict[str, Any], v2: bool, anything: Any) -> None:
    for problems in (
        rules.message_problems(body, v2=v2),
        rules.modal_problems(body),
        rules.choices_problems(body, 3),
        rules.command_problems(body),
        rules.commands_problems([body, anything]),
        rules.emoji_upload_problems(body, set()),
    ):
        assert all(one.message for one in problems)


@settings(max_examples=10, deadline=None)
@given(bodies=st.lists(BODIES, min_size=3, max_size=8))
async def test_the_stand_in_answers_any_body(bodies: list[dict[str, Any]]) -> None:
    async with running_stand_in(check_answers=False) as server, by_hand(server) as raw:
        mine, table = server.world.bot.id, server.world.channel("card-table")
        for body in bodies:
            for method, path in (
                ("POST", f"/channels/{table.id}/messages"),
                ("POST", f"/channels/{table.id}/threads"),
                ("PUT", f"/applications/{mine}/commands"),
                ("POST", f"/applications/{mine}/emojis"),
                ("POST", "/interactions/1/x/callback"),
            ):
                status, _ = await raw(method, path, [body] if method == "PUT" else body)
                assert status < 500, (path, body)
