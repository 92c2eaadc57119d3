"""All that the bot keeps, by name of what is wanted."""

from collections import OrderedDict

from storage.database import Database
from storage.forgetting import Forgetting
from storage.people import People
from storage.results import Results
from storage.standings import Rate, Standings, no_rating
from storage.tables import Tables


class Store(Tables, Results, Standings, People, Forgetting):
    """Typed access to an open database; nobody outside this package writes SQL.

    `rate` is asked within the transaction that writes a result, in the thread that carries it out.
    """

    def __init__(self, database: Database, rate: Rate = no_rating) -> None:
        self._database = database
        self._servers = OrderedDict()
        self._changes_of_servers = 0
        self._rate = rate
