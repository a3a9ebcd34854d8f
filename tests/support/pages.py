"""The pages for people, which are served beside the operations of the contract."""

from service.web.pages import ADDRESSES

PAGES = [*ADDRESSES]
"""Their addresses."""
