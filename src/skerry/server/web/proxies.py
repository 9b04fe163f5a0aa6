"""Trusted proxies in front of the server: what they say about where a request comes from is believed."""

import ipaddress
from collections.abc import Sequence

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
MAPPED = 96  # bits before an IPv4 address that comes as an IPv6 one, ::ffff:10.0.0.1


class ProxyError(Exception):
    """Words that name no proxy."""


def read_proxy(words: str) -> Network:
    """An address is a network of one."""
    try:
        network = ipaddress.ip_network(words.strip(), strict=False)
    except ValueError:
        raise ProxyError(
            f"--trust {words!r} is not an address or network. It should look like 127.0.0.1, 10.0.0.0/8 or fd00::/8."
        ) from None
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen >= MAPPED:
        address = network.network_address.ipv4_mapped
        if address is not None:
            return ipaddress.IPv4Network((address, network.prefixlen - MAPPED))
    return network


class Proxies:
    """Networks; where the system gives an IPv4 address in its IPv6 form, it is known in that form as well."""

    def __init__(self, words: Sequence[str]) -> None:
        networks = [read_proxy(word) for word in words]
        mapped = [as_mapped(network) for network in networks if isinstance(network, ipaddress.IPv4Network)]
        self.networks: list[Network] = [*networks, *mapped]

    def __contains__(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self.networks)

    def names(self) -> list[str]:
        """As uvicorn reads them."""
        return [str(network) for network in self.networks]


def as_mapped(network: ipaddress.IPv4Network) -> ipaddress.IPv6Network:
    return ipaddress.IPv6Network((f"::ffff:{network.network_address}", MAPPED + network.prefixlen))
