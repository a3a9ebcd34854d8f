"""The Kubernetes manifests as kubectl renders them, by kind."""

import pytest

from tests.deploy.manifests import KUBERNETES, Manifests, Pod, rendered


@pytest.fixture(scope="session")
def base() -> Manifests:
    return rendered(KUBERNETES / "base")


@pytest.fixture(scope="session")
def pod(base: Manifests) -> Pod:
    """The pod of the base's Deployment."""
    pod: Pod = base["Deployment"]["spec"]["template"]["spec"]
    return pod
