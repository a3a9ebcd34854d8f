"""What the service answers to bodies that are posted to paths, for tests of scripts.

Each line of the input is a list of the two in JSON; each line of the output is a status and a body.
"""

import json
import sys

from service.app import create_app

if __name__ == "__main__":
    client = create_app(ACCESS_LOG=False).test_client()
    for line in sys.stdin:
        path, body = json.loads(line)
        reply = client.post(path, data=body, content_type="application/json")
        sys.stdout.write(f"{reply.status_code} {reply.get_data(as_text=True)}\n")
        sys.stdout.flush()
