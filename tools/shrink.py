"""Makes a screenshot small: a PNG of at most 256 colours, frequent ones exact, the others as near as can be."""

import struct
import zlib
from collections import Counter
from pathlib import Path

SIGNATURE = b"\x89PNG\r\n\x1a\n"
COLOURS = 256


def shrink(path: Path) -> None:
    width, height, pixels = read(path.read_bytes())
    counts = Counter(pixels)
    palette = frequent(counts)
    nearest = {colour: place for place, colour in enumerate(palette)}
    for colour in counts:
        if colour not in nearest:
            nearest[colour] = min(range(len(palette)), key=lambda place: distance(palette[place], colour))
    indices = bytes(nearest[pixel] for pixel in pixels)
    rows = b"".join(b"\0" + indices[row * width : (row + 1) * width] for row in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = [(b"IHDR", head), (b"PLTE", b"".join(palette)), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    path.write_bytes(SIGNATURE + b"".join(chunk(kind, data) for kind, data in parts))


def frequent(counts: Counter[bytes]) -> list[bytes]:
    """Of colours that look alike the most frequent one, so that rare ones of another kind have their place."""
    alike: dict[bytes, list[tuple[int, bytes]]] = {}
    for colour, count in counts.items():
        alike.setdefault(bytes(channel >> 4 for channel in colour), []).append((count, colour))
    groups = sorted(alike.values(), key=lambda group: -sum(count for count, _ in group))
    return [max(group)[1] for group in groups[:COLOURS]]


def distance(one: bytes, other: bytes) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def read(data: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height and the pixels, three bytes each, of a PNG as Chromium writes it."""
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert depth == 8 and kind in (2, 6), "only 8 bits per channel, RGB with or without alpha"
    size = 3 if kind == 2 else 4
    packed, at = b"", len(SIGNATURE)
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += 12 + length
    raw = zlib.decompress(packed)
    pixels, above = [], bytearray(width * size)
    for row in range(height):
        start = row * (width * size + 1)
        line = unfilter(raw[start], bytearray(raw[start + 1 : start + 1 + width * size]), above, size)
        pixels += [bytes(line[place : place + 3]) for place in range(0, width * size, size)]
        above = line
    return width, height, pixels


def unfilter(kind: int, line: bytearray, above: bytearray, size: int) -> bytearray:
    for place in range(len(line)):
        left = line[place - size] if place >= size else 0
        up = above[place]
        corner = above[place - size] if place >= size else 0
        guess = (0, left, up, (left + up) // 2, paeth(left, up, corner) if kind == 4 else 0)[kind]
        line[place] = (line[place] + guess) & 255
    return line


def paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))
