"""What `import skerry` offers.  docs/library.md is its page."""
