"""The types of problems lead to their descriptions on the page of the contract."""

import re

from tests.support.contract import SPEC
from tests.support.service import Service

ARTICLE = r'<article id="(.+)">\s*<h3>(\d+): (.+)</h3>\s*<p>'


def test_each_type_of_problem_has_its_status_and_title_where_it_leads(service: Service) -> None:
    reply = service.get("/docs")
    described = re.findall(ARTICLE, reply.body.decode())
    documented = {
        (value["type"].removeprefix("/docs#"), str(value["status"]), value["title"])
        for response in SPEC["components"]["responses"].values()
        for content in response.get("content", {}).values()
        for value in (example["value"] for example in content["examples"].values())
    }
    assert sorted(described) == sorted(documented)
