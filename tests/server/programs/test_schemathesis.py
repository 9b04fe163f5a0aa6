"""Schemathesis calls everything in the OpenAPI document, with what it allows and what it does not, and finds nothing.

The stream of events has no end, so it is left out here; test_api.py reads it.
"""

from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.core.failures import Failure
from schemathesis.specs.openapi.checks import negative_data_rejection

from skerry.server.programs.openapi import openapi
from tests.server.browser import Guest, Running
from tests.server.programs.program import Program, token_of

pytestmark = pytest.mark.long

schema = schemathesis.openapi.from_dict(openapi()).exclude(path="/api/v1/events")
BOUNDED = settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
SEATS = [{"name": "Gull"}, {"name": "Tern"}]


@pytest.fixture(scope="module")
def gull(server: Running) -> Program:
    guest = Guest(server.host)
    guest.home()
    return Program(server, token_of(guest))


def call(case: Any, program: Program, host: str, **checks: Any) -> None:
    headers = {"Authorization": f"Bearer {program.token}"}
    case.call_and_validate(base_url=f"http://{host}", headers=headers, **checks)


@schema.parametrize()
@BOUNDED
def test_nothing_is_found(case: Any, gull: Program, server: Running) -> None:
    call(case, gull, server.host)


@schema.include(path_regex=r"\{id\}").parametrize()
@BOUNDED
def test_nothing_is_found_at_a_table_that_exists(case: Any, gull: Program, server: Running) -> None:
    """The same with the id and, for every second version, the version of a real table."""
    made = gull.post("tables", game="_blank", seats=SEATS)
    assert made.status_code == 201, made.text
    state = made.json()
    if "id" in case.path_parameters:  # else that is what it tries
        case.path_parameters["id"] = state["id"]
    if isinstance(case.body, dict) and isinstance(version := case.body.get("version"), int) and version % 2:
        case.body["version"] = state["now"]["version"]
        if version % 3 and "text" in case.body:
            case.body["text"] = state["now"]["choices"][0]["text"]
    # What was wrong with the call may be right by now, so that it is accepted says nothing.
    call(case, gull, server.host, excluded_checks=[negative_data_rejection])
    gull.http.delete(f"tables/{state['id']}")


def test_an_answer_that_the_document_does_not_know_would_be_found(gull: Program, server: Running) -> None:
    real = requests.get(f"{gull.http.base_url}me", headers={"Authorization": f"Bearer {gull.token}"}, timeout=60)
    schema["/api/v1/me"]["GET"].validate_response(real)
    operation = schema["/api/v1/me/results"]["GET"]
    with pytest.raises(Failure):
        operation.validate_response(real)
