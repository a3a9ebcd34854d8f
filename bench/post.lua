-- wrk: send the file named by the first argument as JSON, repeatedly; print the result as JSON.
-- With "ids" as the second argument, each request has a different X-Request-ID.
function init(arguments)
  local file = assert(io.open(arguments[1], "rb"))
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
  wrk.body = file:read("*a")
  file:close()
  if arguments[2] == "ids" then
    local number = 0
    request = function()
      number = number + 1
      wrk.headers["X-Request-ID"] = string.format("bench-%010d", number)
      return wrk.format()
    end
  end
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format(
    '\nRESULT {"requests": %d, "microseconds": %d, "failed": %d, "median": %d, "p99": %d}\n',
    summary.requests, summary.duration, failed,
    latency:percentile(50), latency:percentile(99)))
end
