"""Where the figures of speed come from: `make bench`, one run, one table, including the peers.

README.md in this directory says what is measured and how to repeat a single figure; figures.py
lists all figures. The sides differ in how they read, check, answer and measure a request; the
theory and the counting of positions are the service's own code on every side.
"""
