"""How bytes come and go: the server under gunicorn, its connections and its life."""
