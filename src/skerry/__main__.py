"""`skerry` and `python -m skerry`: the skerry command."""

import sys

NEEDS_MORE = (
    "The skerry command needs a few more packages than the library does: pip install 'skerry[play]' "
    "(in the folder of the sources, pip install '.[play]'). `import skerry` works without them."
)


def main() -> None:
    try:
        from skerry.terminal import main as command
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "skerry":
            raise
        sys.exit(NEEDS_MORE)
    command.main()


if __name__ == "__main__":
    main()
