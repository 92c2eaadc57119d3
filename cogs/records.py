"""What remains after a match: stats, leaderboard, history, replay, files and proofs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from datetime import UTC, datetime
from types import MappingProxyType

import discord
from discord import app_commands
from discord.ext import commands

from bot.games.game import Game, WritesPbn
from bot.games.record import Record
from bot.games.registry import GAMES
from bot.render.custom_ids import CustomId
from bot.render.records import history, people, plots, replay
from bot.render.records.names import teller_of
from bot.render.records.proof import headline, steps
from bot.render.screen import Picture, Screen, Sendable
from bot.render.tell import tell
from bot.tables.archive import Archive, Kept, file_text
from bot.tables.errors import TableRefused
from cogs.commands import game_choices, named, told
from cogs.door import guarded
from cogs.house import Click, House, answer, language_of, respond, send, values_of, whole

Handler = Callable[[Click, CustomId], Coroutine[None, None, None]]

THE_TABLE = "table"
"""What stands for the table in play where a match is asked for."""


class Records(
    commands.GroupCog,
    group_name=named("atout-records"),
    group_description=told("atout-records", "Finished matches, statistics and ratings"),
):
    """Finished matches, statistics and ratings; every answer is for the asker alone."""

    def __init__(self, house: House, archive: Archive) -> None:
        self._house = house
        self._archive = archive
        self.handlers: Mapping[str, Handler] = MappingProxyType(
            {
                "rhist": self._history_page,
                "replay": self._match_of_table,
                "rmatch": self._match,
                "rdeal": self._deal,
                "rstep": self._step,
                "rshare": self._share,
                "rfile": self._file,
                "rpbn": self._pbn,
                "rrace": self._race,
                "rproof": self._proof,
                "rstats": self._stats_page,
                "rboard": self._board_page,
            }
        )
        super().__init__()

    # ------------------------------------------------------------------ sums and ratings

    @app_commands.command(
        name=named("stats"), description=told("stats", "What somebody has done in a game here")
    )
    @app_commands.rename(game=named("game"), member=named("member"))
    @app_commands.describe(
        game=told("game", "Which game"), member=told("member", "Who; you if nobody is named")
    )
    @app_commands.choices(game=game_choices())
    async def stats(
        self,
        interaction: Click,
        game: app_commands.Choice[str] | None = None,
        member: discord.User | None = None,
    ) -> None:
        """Show what somebody has done in a game on this server."""
        who = member or interaction.user
        await guarded(
            self._house,
            interaction,
            self._stats(
                interaction, who.id, who.display_name, None if game is None else game.value
            ),
        )

    async def _stats(self, click: Click, user: int, name: str, game: str | None) -> None:
        if game is None:
            played = await self._archive.standings(_guild(click), user)
            own = max(played, key=lambda row: row.last_at, default=None)
            game = await self._usual(click) if own is None else own.game
        await answer(click, await self._stats_screen(click, user, name, game))

    async def _stats_page(self, click: Click, wanted: CustomId) -> None:
        match wanted.args:
            case (user, game, *_) if game in GAMES:
                number = whole(user)
                standing, _ = await self._archive.standing(_guild(click), game, number)
                others = await self._archive.standings(_guild(click), number)
                known = standing or next(iter(others), None)
                name = click.user.display_name if number == click.user.id else ""
                screen = await self._stats_screen(
                    click, number, known.name if known else name or "—", game
                )
                await respond(click, screen)
            case _:
                raise TableRefused("unknown_button")

    async def _stats_screen(self, click: Click, user: int, name: str, game: str) -> Screen:
        guild, language = _guild(click), language_of(click)
        standing, rank = await self._archive.standing(guild, game, user)
        points = await self._archive.ratings(guild, game, user)
        picture = None
        if len(points) > 1:
            ratings = [point.rating for point in points]
            picture = await asyncio.to_thread(plots.rating, ratings, name, tell(language))
        return people.stats(game, user, name, standing, rank, language, picture)

    @app_commands.command(
        name=named("leaderboard"),
        description=told("leaderboard", "The best players of a game here"),
    )
    @app_commands.rename(game=named("game"))
    @app_commands.describe(game=told("game", "Which game"))
    @app_commands.choices(game=game_choices())
    async def leaderboard(
        self, interaction: Click, game: app_commands.Choice[str] | None = None
    ) -> None:
        """Show the best players of a game on this server."""
        key = None if game is None else game.value
        await guarded(self._house, interaction, self._leaderboard(interaction, key))

    async def _leaderboard(self, click: Click, game: str | None) -> None:
        await answer(click, await self._board_screen(click, game or await self._usual(click), 0))

    async def _usual(self, click: Click) -> str:
        """Return the game that a page shows where none is named: what is played here."""
        return await self._archive.played_last(_guild(click)) or next(iter(GAMES))

    async def _board_page(self, click: Click, wanted: CustomId) -> None:
        match wanted.args:
            case (game, page, *_) if game in GAMES:
                await respond(click, await self._board_screen(click, game, whole(page)))
            case _:
                raise TableRefused("unknown_button")

    async def _board_screen(self, click: Click, game: str, page: int) -> Screen:
        board = await self._archive.leaderboard(_guild(click), game, page)
        return people.leaderboard(board, language_of(click), click.user.id)

    # ------------------------------------------------------------------ history and replay

    @app_commands.command(
        name=named("history"), description=told("history", "The finished matches of this channel")
    )
    async def history(self, interaction: Click) -> None:
        """List the finished matches of this channel."""
        await guarded(self._house, interaction, self._history(interaction))

    async def _history(self, click: Click) -> None:
        await answer(click, await self._history_screen(click, 0))

    async def _history_page(self, click: Click, wanted: CustomId) -> None:
        page = whole(wanted.args[0], most=6) if wanted.args else 0
        await respond(click, await self._history_screen(click, page))

    async def _history_screen(self, click: Click, page: int) -> Screen:
        rows, older = await self._archive.history(_channel(click), page)
        return history.history(rows, page, older, language_of(click))

    @app_commands.command(
        name=named("replay"),
        description=told("replay", "Step through a finished match, all hands open"),
    )
    @app_commands.rename(match=named("match"), deal=named("deal"))
    @app_commands.describe(
        match=told("match", "Which match; the latest if none is named"),
        deal=told("deal", "Which deal"),
    )
    async def replay(
        self,
        interaction: Click,
        match: str | None = None,
        deal: app_commands.Range[int, 1, 9999] | None = None,
    ) -> None:
        """Step through a finished match."""
        await guarded(self._house, interaction, self._replay(interaction, match, deal))

    async def _replay(self, click: Click, match: str | None, deal: int | None) -> None:
        kept = await self._found(click, match)
        if deal is None:
            await answer(click, history.match_page(kept, language_of(click)))
            return
        frame = kept.reel.frame(deal, 0)
        await answer(click, replay.frame_screen(kept, frame, language_of(click)))

    async def _match(self, click: Click, wanted: CustomId) -> None:
        kept = await self._kept(click, wanted.table)
        page = whole(wanted.args[0]) if wanted.args else 0
        await respond(click, history.match_page(kept, language_of(click), page))

    async def _match_of_table(self, click: Click, wanted: CustomId) -> None:
        """Show the match that was played at a table, from the button on its final board."""
        kept = await self._kept(click, await self._archive.of_table(wanted.table))
        await respond(click, history.match_page(kept, language_of(click)))

    async def _deal(self, click: Click, wanted: CustomId) -> None:
        kept = await self._kept(click, wanted.table)
        values = values_of(click)
        frame = kept.reel.frame(whole(values[0]) if values else 1, 0)
        await respond(click, replay.frame_screen(kept, frame, language_of(click)))

    async def _step(self, click: Click, wanted: CustomId) -> None:
        kept = await self._kept(click, wanted.table)
        deal, position = _place(wanted)
        frame = kept.reel.frame(deal, position)
        # One's own panel turns; what stands in the channel for all stays as it was shown.
        await respond(click, replay.frame_screen(kept, frame, language_of(click)))

    async def _share(self, click: Click, wanted: CustomId) -> None:
        """Show a moment to the whole channel."""
        kept = await self._kept(click, wanted.table)
        deal, position = _place(wanted)
        language = str(click.guild_locale or language_of(click))
        frame = kept.reel.frame(deal, position)
        screen = replay.frame_screen(kept, frame, language, shared=True)
        await send(click, **screen.to_send())

    async def _race(self, click: Click, wanted: CustomId) -> None:
        kept = await self._kept(click, wanted.table)
        picture = await asyncio.to_thread(race_of, kept, language_of(click))
        words = teller_of(kept.result, language_of(click))
        await answer(
            click, Screen(title=words.text("plot.race"), text=picture.alt, picture=picture)
        )

    # ------------------------------------------------------------------ files and proofs

    @app_commands.command(
        name=named("export"),
        description=told("export", "Take the record of a match away as a file"),
    )
    @app_commands.rename(match=named("match"))
    @app_commands.describe(match=told("match", "Which match; the latest if none is named"))
    async def export(self, interaction: Click, match: str | None = None) -> None:
        """Give the record of a match as a file; the table in play gives its finished deals."""
        await guarded(self._house, interaction, self._export(interaction, match))

    async def _export(self, click: Click, match: str | None) -> None:
        if match == THE_TABLE:
            record = await self._archive.open_record(_channel(click))
            if record is None:
                raise TableRefused("no_finished_deal")
            await send_file(click, "atout-table.json", file_text(record))
            return
        await self._send_record(click, await self._found(click, match))

    async def _file(self, click: Click, wanted: CustomId) -> None:
        await self._send_record(click, await self._kept(click, wanted.table))

    async def _send_record(self, click: Click, kept: Kept) -> None:
        words = teller_of(kept.result, language_of(click))
        names = [words.seat(seat) for seat in range(kept.reel.game.seats)]
        files = {f"atout-{kept.result.id}.json": file_text({**kept.record, "players": names})}
        if kept.reel.game.pbn is not None:
            files[f"atout-{kept.result.id}.pbn"] = pbn_of(kept, kept.reel.game.pbn)
        await send_files(click, files)

    async def _pbn(self, click: Click, wanted: CustomId) -> None:
        kept = await self._kept(click, wanted.table)
        if kept.reel.game.pbn is None:
            raise TableRefused("unknown_button")
        await send_file(click, f"atout-{kept.result.id}.pbn", pbn_of(kept, kept.reel.game.pbn))

    @app_commands.command(
        name=named("verify"), description=told("verify", "Check the shuffle of a finished deal")
    )
    @app_commands.rename(match=named("match"), deal=named("deal"))
    @app_commands.describe(
        match=told("match", "Which match; the latest if none is named"),
        deal=told("deal", "Which deal"),
    )
    async def verify(
        self,
        interaction: Click,
        match: str | None = None,
        deal: app_commands.Range[int, 1, 9999] | None = None,
    ) -> None:
        """Check the shuffle of a finished deal, step by step in words."""
        await guarded(self._house, interaction, self._verify(interaction, match, deal))

    async def _verify(self, click: Click, match: str | None, deal: int | None) -> None:
        record = None
        if match in (None, THE_TABLE):
            record = await self._archive.open_deals(_channel(click))
        if record is not None:
            await answer(click, table_proof(record, deal, language_of(click)))
            return
        if match == THE_TABLE:
            raise TableRefused("no_finished_deal")
        kept = await self._found(click, match)
        number = len(kept.reel.deals) if deal is None else deal
        await answer(click, replay.proof_screen(kept, number, language_of(click)))

    async def _proof(self, click: Click, wanted: CustomId) -> None:
        kept = await self._kept(click, wanted.table)
        number = whole(wanted.args[0]) if wanted.args else 1
        await respond(click, replay.proof_screen(kept, number, language_of(click)))

    # ------------------------------------------------------------------ finding a match

    @replay.autocomplete("match")
    async def _finished(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        return await self._choices(interaction, current, table=False)

    @export.autocomplete("match")
    @verify.autocomplete("match")
    async def _exportable(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        record = await self._archive.open_record(_channel(interaction))
        return await self._choices(interaction, current, table=record is not None)

    async def _choices(
        self, click: Click, current: str, *, table: bool
    ) -> list[app_commands.Choice[str]]:
        rows = await self._archive.recent(_channel(click))
        found = history.choices(rows, language_of(click), table=table)
        return [
            app_commands.Choice(name=name, value=value)
            for value, name in found.items()
            if current.lower() in name.lower()
        ][:25]

    async def _found(self, click: Click, match: str | None) -> Kept:
        if match is None:
            number = await self._archive.latest(_channel(click))
        else:
            number = whole(match.strip().removeprefix("#"), "no_such_match")
        return await self._kept(click, number)

    async def _kept(self, click: Click, number: int) -> Kept:
        """Return a match that was played in the channel of a click, or beside it in a thread."""
        parent = getattr(click.channel, "parent_id", None)
        return await self._archive.match(number, _channel(click), parent)


def race_of(kept: Kept, language: str) -> Picture:
    """Return the score race of a match; takes tens of milliseconds."""
    words = teller_of(kept.result, language)
    names = [" & ".join(words.seat(seat) for seat in side) for side in kept.reel.game.sides]
    rules = kept.reel.record.rules
    target = rules.number("target") if "target" in rules else None
    return plots.race(kept.reel.race(), names, words, target=target)


def pbn_of(kept: Kept, write: WritesPbn) -> bytes:
    """Return a match in PBN."""
    deals = [kept.reel.summary(number + 1) for number in range(len(kept.reel.results))]
    words = teller_of(kept.result, "en")
    day = datetime.fromtimestamp(kept.result.finished_at / 1000, UTC)
    names = [words.seat(seat) for seat in range(kept.reel.game.seats)]
    text = write(deals, names, site="Discord", date=f"{day:%Y.%m.%d}")
    return text.encode("utf-8")


def table_proof(record: Record, deal: int | None, language: str) -> Screen:
    """Return the check of a finished deal of the table in play; the latest if none is named."""
    words = tell(language, record.players)
    total = len(record.deals)
    number = max(1, min(total if deal is None else deal, total))
    recorded = record.deals[number - 1]
    game: Game = record.game
    lines = [f"**{n}.** {line}" for n, line in enumerate(steps(game, recorded, words), 1)]
    return Screen(
        title=words.text("proof.title", number=number, of=total),
        text="\n".join([headline(game, recorded, words), *lines]),
    )


async def send_file(click: Click, name: str, data: bytes) -> None:
    """Answer with a file, privately."""
    await send_files(click, {name: data})


async def send_files(click: Click, files: Mapping[str, bytes]) -> None:
    """Answer with files, privately."""
    sent = [discord.File(Sendable(data), filename=name) for name, data in files.items()]
    text = tell(language_of(click)).text("records.here")
    await send(click, content=text, files=sent, ephemeral=True)


def _place(wanted: CustomId) -> tuple[int, int]:
    match wanted.args:
        case (deal, position, *_):
            return whole(deal), whole(position)
        case _:
            raise TableRefused("unknown_button")


def _guild(click: Click) -> int:
    if click.guild_id is None:
        raise TableRefused("only_in_servers")
    return click.guild_id


def _channel(click: Click) -> int:
    if click.channel_id is None or click.guild_id is None:
        raise TableRefused("only_in_servers")
    return click.channel_id
