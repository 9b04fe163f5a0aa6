"""A queue of jobs in the database: each is done by one process, and by another if that one falls silent."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from msgspec.structs import replace

from skerry.server.store import jobs
from skerry.server.store.jobs import LEASE, QueuedJob
from skerry.server.store.store import Store

JOB = QueuedJob("review", "t1", 100.0, "ann", "here", 0, "{}")


def add(store: Store, job: QueuedJob) -> bool:
    return store.put(lambda db: jobs.add_job(db, job)).result(30)


def claim(store: Store, holder: str, now: float = 100.0) -> QueuedJob | None:
    skip = store.engine.skip_locked
    return store.put(lambda db: jobs.claim_job(db, skip, "review", holder, now)).result(30)


def test_a_job_is_asked_for_once_and_done_in_order_of_rank(store: Store) -> None:
    assert add(store, replace(JOB, about="deep", rank=1)) and add(store, JOB)
    assert not add(store, JOB)
    assert [claim(store, "a"), claim(store, "b"), claim(store, "c")] == [JOB, replace(JOB, about="deep", rank=1), None]
    counts = jobs.count_jobs(store, "review", "ann", "there")
    assert (counts.all, counts.of_person, counts.of_address) == (2, 2, 0)


def test_two_processes_never_get_the_same_job(reopen: Callable[[], Store]) -> None:
    stores = [reopen(), reopen()]
    for number in range(40):
        add(stores[0], replace(JOB, about=f"t{number:02}"))

    def take_all(number: int) -> list[str]:
        found = []
        while (job := claim(stores[number], f"process {number}")) is not None:
            found.append(job.about)
            stores[number].put(lambda db, job=job: jobs.end_job(db, job, f"process {number}")).result(30)
        return found

    with ThreadPoolExecutor(2) as pool:
        done = [about for found in pool.map(take_all, range(2)) for about in found]
    assert sorted(done) == [f"t{number:02}" for number in range(40)]


def test_a_job_whose_process_falls_silent_is_done_by_another(store: Store) -> None:
    add(store, JOB)
    assert claim(store, "a") is not None
    kept = store.put(lambda db: jobs.keep_job(db, JOB, "a", "Reading", 0.5, 105.0)).result(30)
    assert kept and claim(store, "b", 100.0 + LEASE + 1) is None
    assert jobs.has_job(store, "review", 105.0 + LEASE + 1)
    taken = claim(store, "b", 105.0 + LEASE + 1)
    assert taken is not None and (taken.what, taken.share) == ("Reading", 0.5)
    assert not store.put(lambda db: jobs.keep_job(db, JOB, "a", "", 0, 120.0)).result(30)
    assert not store.put(lambda db: jobs.end_job(db, JOB, "a")).result(30), "what the first one found is not written"
    assert store.put(lambda db: jobs.end_job(db, JOB, "b")).result(30)
    assert jobs.read_job(store, "review", "t1") is None


def test_a_job_that_failed_says_so_and_is_not_tried_again_by_itself(store: Store) -> None:
    add(store, JOB)
    claim(store, "a")
    store.put(lambda db: jobs.fail_job(db, JOB, "a", "No.")).result(30)
    failed = jobs.read_job(store, "review", "t1")
    assert failed is not None and failed.problem == "No."
    assert claim(store, "b", 1e9) is None and not jobs.has_job(store, "review", 1e9)
    store.put(lambda db: jobs.delete_job(db, "review", "t1", only_failed=True)).result(30)
    assert add(store, JOB)
