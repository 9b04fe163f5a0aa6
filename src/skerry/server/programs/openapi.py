"""The OpenAPI document of the API, made from the table of calls and the structs they read and write."""

import re
from functools import cache
from typing import Any

import msgspec

from skerry import __version__
from skerry.server.programs.calls import API, CALLS, ApiCall
from skerry.server.protocol.program_calls import ApiProblem
from skerry.server.protocol.typescript import Writer, field_remarks

REF = "#/components/schemas/{name}"
PATH_WORDS = {"id": "Of a table.", "name": "Of a game."}
PATH_FORMS = {"id": "^[a-z0-9]{1,40}$", "name": "^[a-z0-9_]{1,40}$"}
MEDIA = {"json": "application/json", "file": "application/json", "events": "application/x-ndjson"}
WORDS = (
    "Play Skerry's games from a program. Make a token in Settings, and send it with every call: "
    "`Authorization: Bearer skerry_…`. Fields may be added; those that are there stay as they are."
)


@cache
def openapi() -> dict[str, Any]:
    kinds = [kind for call in CALLS for kind in (call.query, call.body, call.gives) if kind is not None]
    found, schemas = msgspec.json.schema_components([*kinds, ApiProblem], ref_template=REF)
    for name, fields in remarks_by_schema(kinds).items():
        for field, remark in fields.items():
            schemas[name]["properties"][field]["description"] = remark
    schema_of = dict(zip(map(repr, [*kinds, ApiProblem]), found, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for call in CALLS:
        paths.setdefault(API + call.path, {})[call.method.lower()] = operation(call, schema_of, schemas)
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Skerry", "version": __version__, "description": WORDS},
        "servers": [{"url": "/"}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": {name: schema for name, schema in schemas.items() if not is_query(name)},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }
    return msgspec.json.decode(msgspec.json.encode(document), type=dict[str, Any])  # defaults may be tuples


def remarks_by_schema(kinds: list[Any]) -> dict[str, dict[str, str]]:
    """What the comments behind the fields of all structs say."""
    writer = Writer()
    for kind in [*kinds, ApiProblem]:
        writer.root("", kind, False)
    return {
        name: {field: words for field, words in field_remarks(cls).items() if field in cls.__struct_fields__}
        for name, cls in writer.classes.items()
    }


def is_query(name: str) -> bool:
    return name in {call.query.__name__ for call in CALLS if call.query is not None}


def operation(call: ApiCall, schema_of: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    problem = {
        "description": "Why not, in words.",
        "content": {"application/json": {"schema": {"$ref": REF.format(name="ApiProblem")}}},
    }
    done: dict[str, Any] = {"description": "Done."}
    if call.gives is not None:
        done["content"] = {MEDIA[call.kind]: {"schema": schema_of[repr(call.gives)]}}
    found: dict[str, Any] = {
        "operationId": call.name,
        "summary": call.words,
        "description": f"Needs a token with the scope `{call.scope}`.",
        "parameters": parameters(call, schemas),
        "responses": {str(call.status): done, "4XX": problem, "5XX": problem},
    }
    if call.body is not None:
        content = {"application/json": {"schema": schema_of[repr(call.body)]}}
        found["requestBody"] = {"required": True, "content": content}
    return found


def parameters(call: ApiCall, schemas: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": PATH_WORDS[name],
            "schema": {"type": "string", "pattern": PATH_FORMS[name]},
        }
        for name in path_names(call.path)
    ]
    if call.query is not None:
        for name, schema in schemas[call.query.__name__]["properties"].items():
            found.append({"name": name, "in": "query", "required": False, "schema": without_null(schema)})
    return found


def path_names(path: str) -> list[str]:
    return re.findall(r"\{(\w+)\}", path)


def without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A query has no null: what is not wanted is left out."""
    if "anyOf" not in schema:
        return schema
    others = [part for part in schema["anyOf"] if part.get("type") != "null"]
    return {**others[0]}
