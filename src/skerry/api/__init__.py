"""The library's front door: what `import skerry` offers.  docs/library.md is its page."""
