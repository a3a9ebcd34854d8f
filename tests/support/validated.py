"""The application and the server, each of which wsgiref's validator checks against PEP 3333."""

from wsgiref.validate import validator

from service import create_app

application = validator(create_app(ACCESS_LOG=False))
