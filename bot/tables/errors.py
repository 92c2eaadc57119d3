"""What a table refuses, each with a stable code; ``render`` has a sentence for every one."""

from __future__ import annotations

from bot.games.game import Refused
from storage.errors import StorageDamaged


class TableRefused(Refused):
    """Something that a table does not allow now, to this person, or at all.

    Codes: ``no_such_table``, ``channel_taken``, ``table_closed``, ``not_in_lobby``,
    ``not_playing``, ``not_seated``, ``not_your_decision``, ``already_seated``, ``seat_taken``,
    ``seats_missing``, ``not_host``, ``held_other_seat``, ``no_seat_there``, ``nobody_to_replace``,
    ``no_empty_seat``, ``no_computer_there``, ``computer_minds_seat``, ``done_already``, ``stale``,
    ``removed``, ``seat_kept``, ``no_computers_here``, ``nobody_there``, ``leave_yourself``,
    ``not_over``, ``not_deserted``, ``claim_pending``, ``nothing_to_claim``, ``claim_impossible``,
    ``claimed_already``, ``dummy_claims_nothing``, ``swap_pending``;
    from the commands ``no_table_here`` and ``unknown_button``.
    """


class Stale(TableRefused):
    """A click on something that was offered at an earlier moment: the table has moved on."""

    def __init__(self) -> None:
        super().__init__("stale")


class TableDamaged(Exception):
    """The log of a table cannot be read: it is set aside, and the others go on."""

    def __init__(self, table: int) -> None:
        super().__init__(f"the log of table {table} cannot be replayed")
        self.table = table


class NotWritten(Exception):
    """The disk took nothing: nothing has happened, and the same may be tried again later."""

    @property
    def until_mended(self) -> bool:
        """Tell whether trying again is of no use before the database has been mended."""
        return isinstance(self.__cause__, StorageDamaged)
