"""The keys of the WSGI environment under which the layers leave each other facts of a request."""

FAULT = "nim.fault"  # the exception that keeps the server from reading it: from answer_fault
REQUEST_ID = "nim.request_id"  # what the answer and the log have in common: from the middleware
ROUTE = "nim.route"  # the template of what answered, such as `/static/<path:name>`
PROBLEM_TYPE = "nim.problem_type"  # the last part of the problem's `type`: from answer_problem
FAULTS = "nim.faults"  # the faults that the problem lists: from answer_problem
