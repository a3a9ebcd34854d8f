"""The pages for people, which are served besides the operations of the contract."""

from service.web.pages import ADDRESSES

PAGES = [*ADDRESSES]
"""Their addresses."""
