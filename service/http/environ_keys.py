"""The keys of the WSGI environment under which the layers leave each other facts of a request."""

STARTED = "nim.started"
"""`perf_counter()` when the request had arrived whole; set by the server."""

FAULT = "nim.fault"
"""What keeps the server from reading the request, as an exception; set by the server's caller."""

REQUEST_ID = "nim.request_id"
"""The id that the answer and the log have in common; set by the middleware."""

ROUTE = "nim.route"
"""The template of the route that answered, such as `/static/<path:name>`."""

PROBLEM_TYPE = "nim.problem_type"
"""The last part of the `type` of the problem that is the answer; set by answer_problem."""

FAULTS = "nim.faults"
"""The faults that the problem lists; set by answer_problem."""
