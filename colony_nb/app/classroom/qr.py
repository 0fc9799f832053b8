"""QR codes and the address at which other devices of the network reach this one."""

from __future__ import annotations

import socket
from ipaddress import ip_address

import segno


def qr_svg(text: str, label: str) -> str:
    """The text as a QR code: an inline SVG that scales, with a quiet zone, dark on white in any theme."""
    code = segno.make(text, error="m", micro=False)
    drawn = code.svg_inline(
        border=4, dark="#101416", light="#FFFFFF", omitsize=True, title=label, svgclass=None, lineclass=None
    )
    return str(drawn).replace("<svg ", '<svg role="img" style="width:100%;height:auto;display:block" ', 1)


def lan_address() -> str:
    """This machine's address in its network, as the way outwards would use it; "" without a network.

    Nothing is sent: a datagram socket only looks up the way.
    """
    for target in ("192.0.2.1", "10.255.255.255"):  # nobody's addresses
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
                found = str(probe.getsockname()[0])
            except OSError:
                continue
        if not ip_address(found).is_loopback and not ip_address(found).is_unspecified:
            return found
    return ""
