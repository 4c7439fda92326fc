"""The addresses of Discord's API and gateway, which the settings may replace."""

from __future__ import annotations

from typing import Any, Final

import yarl
from discord.http import HTTPClient, Route

API_PATH: Final = "/api/v10"


def redirect(http: HTTPClient, api_url: str | None, gateway_url: str | None) -> None:
    """Redirects requests to the API (in the whole process) and this client's gateway, unless an address is empty."""
    if api_url:
        Route.BASE = api_base(api_url)
    if gateway_url:
        gateway, connect = yarl.URL(gateway_url), http.ws_connect

        async def there(url: str, *, compress: int = 0) -> Any:
            return await connect(str(gateway.with_query(yarl.URL(url).query)), compress=compress)

        setattr(http, "ws_connect", there)  # noqa: B010 - the address for a resume is replaced, too


def api_base(address: str) -> str:
    """Returns the base address of the API; adds the version if it is missing."""
    url = yarl.URL(address)
    if url.path in ("", "/"):
        return f"{address.rstrip('/')}{API_PATH}"
    return f"{address}/v10" if url.path.endswith("/api") else address
