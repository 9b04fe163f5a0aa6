"""A program with its token, as somebody would write one without skerry.client."""

from typing import Any

import httpx

from tests.server.browser import PATIENCE, Guest, Running


def token_of(owner: Guest, name: str = "Gull", scope: str = "play") -> str:
    answer = owner.http.post("/api/me/tokens", json={"name": name, "scope": scope})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


class Program:
    def __init__(self, server: Running | str, token: str) -> None:
        """At a server, or at its address."""
        self.token = token
        address = server if isinstance(server, str) else f"http://{server.host}/"
        self.http = httpx.Client(
            base_url=f"{address}api/v1/",
            headers={"Authorization": f"Bearer {token}"} if token else {},
            trust_env=False,
            timeout=PATIENCE,
        )

    def get(self, path: str, **params: Any) -> httpx.Response:
        return self.http.get(path, params=params)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.http.post(path, json=body)
