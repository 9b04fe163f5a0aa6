"""The one form of errors of the API, and the codes by which programs know what to do."""

import logging

from skerry.match import MatchError, Refused
from skerry.server.errors import (
    BUG,
    DISK,
    IN_DOUBT,
    MOVED_ON,
    Conflict,
    Damaged,
    InDoubt,
    Refusal,
    Stale,
    StoreError,
    as_sentence,
)
from skerry.server.protocol.program_calls import ApiProblem

log = logging.getLogger("skerry.server")

CODES = {
    400: "not_valid",
    401: "not_known",
    403: "not_allowed",
    404: "not_found",
    405: "no_such_method",
    409: "not_now",
    413: "too_long",
    415: "not_json",
    429: "too_many",
    500: "bug",
    503: "busy",
    507: "no_space",
}


def problem_of(error: Exception) -> tuple[ApiProblem, int]:
    """What the program is told, and the status of the answer."""
    if isinstance(error, (Stale, Conflict)):
        return ApiProblem(MOVED_ON, "moved_on"), 409
    if isinstance(error, Refused):
        return ApiProblem(error.reason.words, "refused", error.reason), 409
    if isinstance(error, Refusal):
        return ApiProblem(as_sentence(error), CODES.get(error.status, "")), error.status
    if isinstance(error, Damaged):
        return ApiProblem(as_sentence(error), "damaged"), 409
    if isinstance(error, MatchError):
        return ApiProblem(as_sentence(error), CODES[409]), 409
    if isinstance(error, StoreError):
        log.error("%s", error)
        return ApiProblem(IN_DOUBT if isinstance(error, InDoubt) else DISK, CODES[503]), 503
    log.error("A call of the API failed.", exc_info=error)
    return ApiProblem(BUG, CODES[500]), 500
