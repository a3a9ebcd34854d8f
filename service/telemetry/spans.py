"""The span of OpenTelemetry that a request is in, where an operator has attached it."""

import sys

Ids = dict[str, str]


def current_span() -> Ids:
    """The ids of the current trace and span, as they are written; nothing where there is none.

    What is not attached is not imported for this.
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
