"""Where the figures of speed come from: `make bench`, one run, one table, the peers included.

README.md beside this says what is measured and how to repeat a single figure. figures.py lists all
of them; what differs between the sides is how a request is read, checked, answered and measured,
for the theory and the counting of positions are the service's own code on every side.
"""
