"""The base of the Kubernetes manifests: its objects fit each other."""

from typing import Any

import pytest
import yaml

from tests.support.needs import needs
from tests.support.programs import run

pytestmark = needs("kubectl")

LABEL = {"app.kubernetes.io/name": "nim-move-service"}

Manifests = dict[str, dict[str, Any]]


@pytest.fixture(scope="session")
def manifests() -> Manifests:
    """What the base renders to, by kind."""
    rendered = run(["kubectl", "kustomize", "deploy/kubernetes/base"])
    assert rendered.returncode == 0, rendered.stderr
    return {manifest["kind"]: manifest for manifest in yaml.safe_load_all(rendered.stdout)}


def test_selectors_select_the_pods_only(manifests: Manifests) -> None:
    # An empty selector is valid, too: it selects every pod of the namespace.
    deployment = manifests["Deployment"]["spec"]
    template = deployment["template"]
    selectors = [
        manifests["Service"]["spec"]["selector"],
        deployment["selector"]["matchLabels"],
        manifests["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"],
        manifests["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"],
        *(
            spread["labelSelector"]["matchLabels"]
            for spread in template["spec"]["topologySpreadConstraints"]
        ),
    ]
    assert selectors == [LABEL] * 6
    assert LABEL.items() <= template["metadata"]["labels"].items()


def test_the_autoscaler_keeps_the_disruption_budget(manifests: Manifests) -> None:
    autoscaler = manifests["HorizontalPodAutoscaler"]["spec"]
    assert autoscaler["scaleTargetRef"]["name"] == manifests["Deployment"]["metadata"]["name"]
    assert "replicas" not in manifests["Deployment"]["spec"]  # they would fight over it
    assert autoscaler["minReplicas"] > manifests["PodDisruptionBudget"]["spec"]["maxUnavailable"]


def test_a_pod_asks_for_a_core_for_each_worker(manifests: Manifests) -> None:
    # Only then the autoscaler's percentage is how busy a worker is.
    container = manifests["Deployment"]["spec"]["template"]["spec"]["containers"][0]
    workers = manifests["ConfigMap"]["data"]["WEB_CONCURRENCY"]
    assert container["resources"]["requests"]["cpu"] == workers


def test_the_pod_has_an_account_of_its_own_without_a_token(manifests: Manifests) -> None:
    account = manifests["ServiceAccount"]
    pod = manifests["Deployment"]["spec"]["template"]["spec"]
    assert pod["serviceAccountName"] == account["metadata"]["name"] != "default"
    tokens = [each["automountServiceAccountToken"] for each in (account, pod)]
    assert tokens == [False, False]


def test_the_pod_is_bound_in_all_that_it_takes_of_a_node(manifests: Manifests) -> None:
    (container,) = manifests["Deployment"]["spec"]["template"]["spec"]["containers"]
    resources = container["resources"]
    for kind in ("requests", "limits"):
        assert set(resources[kind]) == {"cpu", "memory", "ephemeral-storage"}
    # The kubelet counts the log, of which it keeps five files of 10 MiB by default.
    mebibytes = int(resources["limits"]["ephemeral-storage"].removesuffix("Mi"))
    assert mebibytes > 2 * 5 * 10
