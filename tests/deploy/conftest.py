"""Fixtures that the tests of this folder share."""

from collections.abc import Iterator
from functools import partial

import pytest

from tests.deploy.manifests import KUBERNETES, Manifests, Pod, rendered
from tests.support.containers import RESTRICTIONS, Container, running
from tests.support.http_client import is_ready
from tests.support.waiting import wait_until


@pytest.fixture(scope="session")
def containers(image: str) -> Iterator[tuple[Container, Container]]:
    """Two replicas that the tests of a process share. A test that stops one must start it again."""
    with running(image, *RESTRICTIONS) as one, running(image, *RESTRICTIONS) as other:
        wait_until(partial(is_ready, one.port))
        wait_until(partial(is_ready, other.port))
        yield one, other


@pytest.fixture(scope="session")
def base() -> Manifests:
    """The base of the Kubernetes manifests, by kind."""
    return rendered(KUBERNETES / "base")


@pytest.fixture(scope="session")
def pod(base: Manifests) -> Pod:
    """The pod of the base's Deployment."""
    pod: Pod = base["Deployment"]["spec"]["template"]["spec"]
    return pod
