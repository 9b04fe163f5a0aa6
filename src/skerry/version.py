"""The version of the package, and nothing else: any room may read it."""

__version__ = "1.0.0"
