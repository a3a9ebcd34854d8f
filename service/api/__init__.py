"""HTTP as all operations share it: requests, their validation, responses and errors."""
