"""A link as a QR code, for a telephone's camera."""

from __future__ import annotations

import io

import segno


def picture(url: str) -> bytes:
    """The code as SVG."""
    drawn = io.BytesIO()
    segno.make_qr(url).save(drawn, kind="svg", scale=4, dark="#000", light="#fff")
    return drawn.getvalue()


def in_terminal(url: str) -> str:
    """The code in half blocks, two rows a line, light on dark."""
    drawn = io.StringIO()
    segno.make_qr(url, error="l").terminal(out=drawn, border=2, compact=True)
    return drawn.getvalue()
