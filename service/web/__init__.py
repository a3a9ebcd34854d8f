"""The pages for people, and their files."""
