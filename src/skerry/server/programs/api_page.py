"""The API as a page to read: the OpenAPI document as HTML, with nothing loaded from anywhere."""

import re
from functools import cache
from html import escape
from typing import Any

from skerry.server.programs.openapi import openapi

API_HTML = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Skerry: the API for programs</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ max-width: 54rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }}
code, pre {{ font: 0.9em ui-monospace, monospace; }}
section {{ margin: 1.2rem 0; padding: 0.2rem 1rem 0.8rem; border: 1px solid #8886; border-radius: 0.5rem; }}
h3 {{ font: 600 1.05rem ui-monospace, monospace; margin: 0.7rem 0 0.3rem; overflow-wrap: anywhere; }}
table {{ border-collapse: collapse; width: 100%; }}
td {{ padding: 0.15rem 0.8rem 0.15rem 0; vertical-align: top; border-top: 1px solid #8883; overflow-wrap: anywhere; }}
td:first-child {{ width: 9rem; }}
p {{ margin: 0.3rem 0; }}
.quiet {{ opacity: 0.75; }}
</style>
<h1>Skerry: the API for programs</h1>
<p>{words}</p>
<p>The same for machines: <a href="/api/openapi.json">openapi.json</a> (OpenAPI {openapi}). An answer that is not 2xx is
an <a href="#ApiProblem">ApiProblem</a>.</p>
<h2>Calls</h2>
{calls}
<h2>What is sent</h2>
{schemas}
</html>
"""


@cache
def api_page() -> str:
    document = openapi()
    calls = [
        call_section(method, path, operation)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    ]
    schemas = [schema_section(name, schema) for name, schema in sorted(document["components"]["schemas"].items())]
    return API_HTML.format(
        words=prose(document["info"]["description"]),
        openapi=document["openapi"],
        calls="\n".join(calls),
        schemas="\n".join(schemas),
    )


def call_section(method: str, path: str, operation: dict[str, Any]) -> str:
    rows = [
        (parameter["name"], f"{type_words(parameter['schema'])}, in the {parameter['in']}")
        for parameter in operation["parameters"]
    ]
    if "requestBody" in operation:
        rows.append(("body", type_words(operation["requestBody"]["content"]["application/json"]["schema"])))
    for status, response in operation["responses"].items():
        if status.isdigit():
            content = [type_words(kind["schema"]) for kind in response.get("content", {}).values()]
            rows.append((f"answer {status}", ", ".join(content) or "nothing"))
    return (
        f'<section id="{operation["operationId"]}"><h3>{method.upper()} {escape(path)}</h3>'
        f"<p>{prose(operation['summary'])}</p><p class=quiet>{prose(operation['description'])}</p>"
        f"{table_of(rows)}</section>"
    )


def schema_section(name: str, schema: dict[str, Any]) -> str:
    words = prose(schema.get("description", ""))
    required = schema.get("required", [])
    rows = [
        (field if field in required else f"{field}?", with_remark(type_words(kind), kind))
        for field, kind in schema.get("properties", {}).items()
    ]
    return f'<section id="{name}"><h3>{name}</h3><p>{words}</p>{table_of(rows)}</section>'


def with_remark(words: str, schema: dict[str, Any]) -> str:
    return f"{words}<br><span class=quiet>{prose(schema['description'])}</span>" if "description" in schema else words


def prose(words: str) -> str:
    """Words as HTML; what stands between backquotes is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(" ".join(words.split())))


def table_of(rows: list[tuple[str, str]]) -> str:
    """The second word of a row is HTML."""
    cells = "".join(f"<tr><td><code>{escape(name)}</code></td><td>{words}</td></tr>" for name, words in rows)
    return f"<table>{cells}</table>" if rows else ""


def type_words(schema: dict[str, Any]) -> str:
    """A type as HTML, with links to those that have a name."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(type_words(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(f"<code>{escape(repr(value))}</code>" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {type_words(schema['items'])}" if "items" in schema else "list"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"object of {type_words(values)}" if isinstance(values, dict) and values else "object"
    return escape(str(schema.get("type", "anything")))
