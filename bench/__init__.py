"""`make bench`: one run that measures all figures of speed, including the peers, in one table.

README.md in this directory explains the figures and how to repeat one of them; figures.py lists
them all. The sides differ in how they read, check, answer and measure a request. All of them use
the service's own code for the theory and for counting positions.
"""
