"""The page that answers while Krupier is still being installed or loaded. Standard library only.

It listens on the table's own socket and passes the socket on: connections that arrive in between wait in its queue
until the table answers them.
"""

from __future__ import annotations

import html
import ipaddress
import os
import socket
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.local.steps import Step, in_words

if TYPE_CHECKING:
    from bot.texts import Translator

DEFAULT_BIND: Final = "127.0.0.1"
DEFAULT_PORT: Final = 8420
LARGEST_PORT: Final = 65_535
SECONDS_TO_ASK: Final = 5.0
SECONDS_BETWEEN_LOOKS: Final = 0.02
QUEUE: Final = 128
HEADER: Final = "X-Krupier"
STARTING: Final = "starting"
PAGE: Final = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>{starting}</title>
<noscript><meta http-equiv="refresh" content="2"></noscript>
<style>body {{ font: 1.1rem/1.5 sans-serif; display: grid; place-content: center; min-height: 90vh }}</style>
</head><body><main aria-live="polite"><h1>{starting}</h1><p id="step">{step}</p><p>{then}</p></main>
<script>
const look = async () => {{
  try {{
    const answer = await fetch(location.href, {{ cache: "no-store" }});
    if (answer.headers.get("{header}") !== "{value}") return location.reload();
    const told = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("step").textContent;
    const shown = document.getElementById("step");
    if (shown.textContent !== told) shown.textContent = told;
  }} catch {{}}
  setTimeout(look, 300);
}};
setTimeout(look, 300);
</script></body></html>
"""


def wanted_address(environment: Mapping[str, str], file: Path) -> tuple[str, int]:
    """Returns the bind address and port of the local table, from the environment or `.env`.

    A port that is not a number counts as missing here: the program reports it when it has loaded.
    """
    written = {**_written(file), **{name: value for name, value in environment.items() if value}}
    port = written.get("KRUPIER_LOCAL_PORT", "")
    usable = port.isascii() and port.isdigit() and len(port) <= 5
    return written.get("KRUPIER_LOCAL_BIND") or DEFAULT_BIND, int(port) if usable else DEFAULT_PORT


def _written(file: Path) -> dict[str, str]:
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    pairs = [line.partition("=")[::2] for line in lines if not line.lstrip().startswith("#")]
    return {name.strip(): value.strip().strip("'\"") for name, value in pairs}


def listener(bind: str, port: int) -> socket.socket | None:
    """Returns a socket that listens at this address; None if that fails: the table reports the error later."""
    if port > LARGEST_PORT:
        return None
    try:
        family = socket.AF_INET6 if ipaddress.ip_address(bind).version == 6 else socket.AF_INET
        return socket.create_server((bind, port), family=family, backlog=QUEUE)
    except (OSError, ValueError):
        return None


def inherited(number: int) -> socket.socket:
    """Returns the listening socket that the process which started this one has left open."""
    os.set_inheritable(number, False)
    return socket.socket(fileno=number)


class WaitingPage:
    """A web server that answers every request with the step that was last reported; a context manager."""

    def __init__(self, listening: socket.socket) -> None:
        self.step = Step("")
        page = self

        class Handler(_Handler):
            waiting_page = page

        # Not entered as a context manager: that would close the socket, which is passed on.
        self._server = ThreadingHTTPServer(listening.getsockname()[:2], Handler, bind_and_activate=False)
        self._server.socket.close()
        self._server.socket = listening
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(SECONDS_BETWEEN_LOOKS,), name="waiting page", daemon=True
        )

    def __enter__(self) -> WaitingPage:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        """Stops answering and leaves the socket open."""
        self._server.shutdown()
        self._thread.join()

    def report(self, step: Step) -> None:
        """Sets the step that the page shows."""
        self.step = step


class _Handler(BaseHTTPRequestHandler):
    timeout = SECONDS_TO_ASK
    waiting_page: WaitingPage

    def do_GET(self) -> None:
        language = preferred(self.headers.get("Accept-Language", ""))
        body = page_in(language, self.waiting_page.step).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.send_header(HEADER, STARTING)
        self.end_headers()
        self.wfile.write(body)

    def handle(self) -> None:
        try:
            super().handle()
        except OSError:
            self.close_connection = True  # the browser has gone

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the base class
        """Logs nothing, unlike the base class."""


def preferred(header: str) -> str:
    """Returns the first language of an Accept-Language header that is registered, else English."""
    from bot.texts import FALLBACK, LANGUAGES  # noqa: PLC0415 - a Python that is too old cannot import it

    found = (part.strip()[:2].lower() for part in header.split(","))
    return next((language for language in found if language in LANGUAGES), FALLBACK)


def page_in(language: str, step: Step) -> str:
    """Returns the HTML of the waiting page that shows a step in a language."""
    from bot.texts import translator_for  # noqa: PLC0415 - a Python that is too old cannot import it

    texts = texts_in(translator_for(language))
    told = html.escape(in_words(step, texts))
    return PAGE.format(
        language=language, starting=texts["starting"], then=texts["then"], step=told, header=HEADER, value=STARTING
    )


def texts_in(t: Translator) -> dict[str, str]:
    """Returns the waiting page's texts in a language by key: `starting`, `then`, and one for each step by its name."""
    return {
        "starting": t("Krupier is starting"),
        "then": t("The table opens here by itself."),
        "": t("Preparing"),
        "environment": t("Missing: the virtual environment. It is being created."),
        "packages": t("Missing: packages. Installing {done} of {total}."),
        "unpacking": t("Missing: packages. Unpacking {total}."),
        "loading": t("Missing: the croupier. The program is loading."),
    }
