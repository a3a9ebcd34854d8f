"""The keys of a WSGI environment under which the rooms leave each other facts of a request."""

ROUTE = "service.route"
"""The template of the route that was found, such as `/static/<path:name>`."""

PROBLEM_TYPE = "service.problem_type"
"""The last part of the problem's `type`."""

FIELD_ERRORS = "service.field_errors"
"""The errors that the problem lists."""
