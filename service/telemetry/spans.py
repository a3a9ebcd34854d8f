"""A request's span in OpenTelemetry, if an operator has attached it."""

import sys

Ids = dict[str, str]


def current_span() -> Ids:
    """The ids of the current trace and span as hexadecimal digits; empty if there is no span.

    OpenTelemetry is not imported unless it is attached.
    """
    trace = sys.modules.get("opentelemetry.trace")
    if trace is None:
        return {}
    context = trace.get_current_span().get_span_context()
    if not context.is_valid:
        return {}
    return {
        "trace_id": trace.format_trace_id(context.trace_id),
        "span_id": trace.format_span_id(context.span_id),
    }
