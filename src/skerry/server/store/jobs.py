"""What any process may do, and only one does: a queue in the database.

A process claims a job for a few seconds at a time; if it falls silent, another one takes the job.
"""

from msgspec import Struct

from skerry.server.store.engine.db import Db, RowValues, insert, placeholders
from skerry.server.store.store import Store

LEASE = 10.0  # seconds that a process may be silent about its job
KEPT_PROBLEM = 24 * 3600.0  # seconds after which a job that failed may be asked for again
COLUMNS_OF_JOB = ("kind", "about", "asked", "person", "address", "rank", "task", "what", "share", "problem", "result")
INSERT_JOB = f"{insert('jobs', COLUMNS_OF_JOB[:7])} ON CONFLICT DO NOTHING"
SELECT_JOB = f"SELECT {', '.join(COLUMNS_OF_JOB)} FROM jobs"
IS_OPEN = "problem = '' AND result IS NULL"


class QueuedJob(Struct, frozen=True):
    kind: str
    about: str
    asked: float  # when
    person: str  # who asks for it, and from where
    address: str
    rank: int  # the lowest goes first
    task: str
    what: str = ""  # how far it has come
    share: float = 0.0
    problem: str = ""  # why there is no result
    result: str | None = None


class JobCounts(Struct, frozen=True):
    """How many are waiting or being done."""

    all: int
    of_person: int
    of_address: int


def read_job(store: Store, kind: str, about: str) -> QueuedJob | None:
    rows = store.read(f"{SELECT_JOB} WHERE kind = ? AND about = ?", kind, about)
    return QueuedJob(*rows[0]) if rows else None


def count_jobs(store: Store, kind: str, person: str, address: str) -> JobCounts:
    rows = store.read(f"SELECT person, address FROM jobs WHERE kind = ? AND {IS_OPEN}", kind)
    people, addresses = [row[0] for row in rows], [row[1] for row in rows]
    return JobCounts(len(rows), people.count(person), addresses.count(address))


def has_job(store: Store, kind: str, now: float, about: str = "") -> bool:
    """Is a job of this kind waiting for a process?"""
    query = f"SELECT 1 FROM jobs WHERE kind = ? AND {IS_OPEN} AND until < ? AND (? = '' OR about = ?) LIMIT 1"
    return bool(store.read(query, kind, now, about, about))


# ---- in a transaction


def add_job(db: Db, job: QueuedJob) -> bool:
    """Queue a job, in the place of one that has failed; False if it is queued already."""
    db.execute(f"DELETE FROM jobs WHERE NOT ({IS_OPEN}) AND asked < ?", (job.asked - KEPT_PROBLEM,))
    row = (job.kind, job.about, job.asked, job.person, job.address, job.rank, job.task)
    return db.execute(INSERT_JOB, row).rowcount == 1


def claim_job(db: Db, skip_locked: str, kind: str, holder: str, now: float) -> QueuedJob | None:
    """Claim the first waiting job, or one that this process held before it was restarted."""
    first = f"SELECT about FROM jobs WHERE kind = ? AND {IS_OPEN} AND (until < ? OR holder = ?) ORDER BY rank, asked"
    query = (
        f"UPDATE jobs SET holder = ?, until = ? WHERE kind = ? AND about = ({first} LIMIT 1 {skip_locked}) "
        f"RETURNING {', '.join(COLUMNS_OF_JOB)}"
    )
    found: RowValues | None = db.execute(query, (holder, now + LEASE, kind, kind, now, holder)).fetchone()
    return None if found is None else QueuedJob(*found)


def keep_job(db: Db, job: QueuedJob, holder: str, what: str, share: float, now: float) -> bool:
    """Renew the claim and store the progress.  False if the job is gone, or another process has it."""
    query = "UPDATE jobs SET until = ?, what = ?, share = ? WHERE kind = ? AND about = ? AND holder = ?"
    return db.execute(query, (now + LEASE, what, share, job.kind, job.about, holder)).rowcount == 1


def end_job(db: Db, job: QueuedJob, holder: str) -> bool:
    """Remove a finished job.  False as in `keep_job`; then nothing else may be written."""
    query = "DELETE FROM jobs WHERE kind = ? AND about = ? AND holder = ?"
    return db.execute(query, (job.kind, job.about, holder)).rowcount == 1


def finish_job(db: Db, job: QueuedJob, result: str) -> None:
    """Store the result with the job, until those who asked for it have read it."""
    columns = ", ".join(COLUMNS_OF_JOB)
    row = (job.kind, job.about, job.asked, job.person, job.address, job.rank, job.task, job.what, 1.0, "", result)
    db.execute(f"INSERT INTO jobs ({columns}) VALUES ({placeholders(len(COLUMNS_OF_JOB))})", row)


def fail_job(db: Db, job: QueuedJob, holder: str, problem: str) -> None:
    query = "UPDATE jobs SET problem = ?, until = 0 WHERE kind = ? AND about = ? AND holder = ?"
    db.execute(query, (problem, job.kind, job.about, holder))


def delete_job(db: Db, kind: str, about: str, only_failed: bool = False) -> None:
    failed = "AND problem != ''" if only_failed else ""
    db.execute(f"DELETE FROM jobs WHERE kind = ? AND about = ? {failed}", (kind, about))
