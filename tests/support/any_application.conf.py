"""How gunicorn serves any application with the service's worker, and nothing else of it."""

bind = "127.0.0.1:0"
workers = 1
worker_class = "service.server.worker.Worker"
control_socket_disable = True
