"""What may go wrong between a person and the server.  The words are for the person."""


class TableError(Exception):
    """A request that makes no sense at this table."""


class Stale(TableError):
    """A click on an old picture."""


class Denied(Exception):
    """Something this person may not do."""
