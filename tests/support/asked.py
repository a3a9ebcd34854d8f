"""What the service answers to a body that is posted to a path, for tests of scripts."""

import sys

from service.app import create_app

if __name__ == "__main__":
    path, body = sys.argv[1:]
    reply = create_app().test_client().post(path, data=body, content_type="application/json")
    sys.stdout.write(f"{reply.status_code} {reply.get_data(as_text=True)}\n")
