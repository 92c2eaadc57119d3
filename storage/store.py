"""All that the bot keeps, by name of what is wanted."""

from storage.database import Database
from storage.people import People
from storage.results import Results
from storage.tables import Tables


class Store(Tables, Results, People):
    """Typed access to an open database; nobody outside this package writes SQL."""

    def __init__(self, database: Database) -> None:
        self._database = database
