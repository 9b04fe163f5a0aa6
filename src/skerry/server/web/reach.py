"""Under which addresses other computers reach this server, found without asking anybody.

Only addresses in numbers are offered: `KnownHosts` always accepts those, because no foreign name can lead to them.
"""

import ipaddress
import socket

from starlette.requests import Request

from skerry.server.protocol.invitation_calls import Reach, ReachableAddress

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

EVERY_ADDRESS = ("0.0.0.0", "::")
# Where packets would go; none is sent.  The system says from which of its addresses: at home, in a VPN, outside.
TOWARDS = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254", "100.100.100.100", "2001:db8::1")
SHARED_SPACE = ipaddress.ip_network("100.64.0.0/10")  # of VPNs such as Tailscale
SAME_NETWORK = "Works for everybody in your network, for example on the same Wi-Fi."
THIS_COMPUTER = "Works on this computer only."
VPN = "Works for everybody in your VPN."
INTERNET = "Works from anywhere, unless a firewall or router is in between."
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
ONLY_HERE = "Skerry was started for this computer only. To let others in your network join, stop it and start it with:"
NO_NETWORK = "This computer is not connected to a network, so nobody else can reach it at the moment."
START_COMMAND = "python3 play.py serve --host 0.0.0.0"


def is_at_this_computer(request: Request) -> bool:
    """Does a browser on the server's own computer ask, and not through a proxy that hides who does?"""
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    return is_loopback(request.client.host) and is_loopback(request.url.hostname or "")


def is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def reached_under(host: str) -> str:
    """Whom a link reaches that names this host."""
    if is_loopback(host):
        return THIS_COMPUTER
    try:
        return whom_it_reaches(ipaddress.ip_address(host.strip("[]")))
    except ValueError:  # a name
        return SAME_NETWORK if host.endswith(".local") else f"Works for everybody who can open {host}."


def reach_of(here: str, listens: str, port: int) -> Reach:
    """Where others reach a server that listens on this address."""
    if is_loopback(listens):
        return Reach(here, [], ONLY_HERE, START_COMMAND)
    found = own_addresses() if listens in EVERY_ADDRESS else given_address(listens)
    if listens == "0.0.0.0":
        found = [each for each in found if each.version == 4]
    addresses = [ReachableAddress(origin_of(each, port), whom_it_reaches(each)) for each in found]
    return Reach(here, addresses, "" if addresses else NO_NETWORK, "")


def given_address(host: str) -> list[IpAddress]:
    try:
        return [ipaddress.ip_address(host)]
    except ValueError:  # a name: whoever chose it knows whom it reaches
        return []


def own_addresses() -> list[IpAddress]:
    """This computer's, those in a network at home first: that is where friends sit."""
    found: dict[IpAddress, None] = {}
    for host in TOWARDS:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((host, 9))
                address = ipaddress.ip_address(probe.getsockname()[0].partition("%")[0])
        except (OSError, ValueError):  # there is no way there
            continue
        if not (address.is_loopback or address.is_link_local or address.is_unspecified):
            found[address] = None
    return sorted(found, key=lambda address: (address.version, not address.is_private, address in SHARED_SPACE))


def whom_it_reaches(address: IpAddress) -> str:
    if address.version == 4 and address in SHARED_SPACE:
        return VPN
    return SAME_NETWORK if address.is_private else INTERNET


def origin_of(address: IpAddress, port: int) -> str:
    return f"http://{f'[{address}]' if address.version == 6 else address}:{port}"
