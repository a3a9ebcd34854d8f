-- wrk: send the file named by the first argument as JSON, over and over; tell the result as JSON.
function init(arguments)
  local file = assert(io.open(arguments[1], "rb"))
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
  wrk.body = file:read("*a")
  file:close()
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format(
    '\nRESULT {"requests": %d, "microseconds": %d, "failed": %d, "median": %d, "p99": %d}\n',
    summary.requests, summary.duration, failed,
    latency:percentile(50), latency:percentile(99)))
end
