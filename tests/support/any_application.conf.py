"""Configures gunicorn to serve any application with only the worker of the service."""

bind = "127.0.0.1:0"
workers = 1
worker_class = "service.server.worker.Worker"
control_socket_disable = True
