"""Where the README's figures come from: `make bench`, one run, one table, the peers included.

Everything is a ratio, measured in turns: absolute times on a shared machine are noise. One worker
runs on one core and wrk on another. All sides do the same work: they check a request as strictly,
give the same answers (which is asserted before anything is timed), measure requests by method,
route and status, count positions and piles, and write no access log. The theory and the counting of
positions are the service's own code on every side. Every server runs prometheus_client in its
multiprocess mode, as it must with more than one worker.

The memory of a worker is that of the whole server with two workers, the master included, divided
by two; a page that several of the processes share is counted once (PSS). Resident set sizes would
count what is loaded before the fork for each process again; leaving the master out would hide it.
"""
