"""All scenarios."""

from books import Books
from cards import Cards
from editing import Editing
from kills import Kills
from peers import Peers
from wire import Wire


class Scenarios(Books, Cards, Editing, Kills, Peers, Wire):
    pass


def names():
    """The names of all scenarios."""
    return [name for name in dir(Scenarios) if name.startswith("test")]
