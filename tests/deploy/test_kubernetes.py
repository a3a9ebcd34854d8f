"""The base of the Kubernetes manifests: its objects fit each other."""

from tests.deploy.manifests import Manifests, Pod
from tests.support.needs import needs

pytestmark = needs("kubectl")

LABEL = {"app.kubernetes.io/name": "nim-move-service"}


def test_selectors_select_the_pods_only(base: Manifests) -> None:
    # An empty selector is valid, too: it selects every pod of the namespace.
    deployment = base["Deployment"]["spec"]
    template = deployment["template"]
    selectors = [
        base["Service"]["spec"]["selector"],
        deployment["selector"]["matchLabels"],
        base["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"],
        base["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"],
        *(
            spread["labelSelector"]["matchLabels"]
            for spread in template["spec"]["topologySpreadConstraints"]
        ),
    ]
    assert selectors == [LABEL] * 6
    assert LABEL.items() <= template["metadata"]["labels"].items()


def test_the_autoscaler_keeps_the_disruption_budget(base: Manifests) -> None:
    autoscaler = base["HorizontalPodAutoscaler"]["spec"]
    assert autoscaler["scaleTargetRef"]["name"] == base["Deployment"]["metadata"]["name"]
    assert "replicas" not in base["Deployment"]["spec"]  # they would fight over it
    assert autoscaler["minReplicas"] > base["PodDisruptionBudget"]["spec"]["maxUnavailable"]


def test_the_pod_has_an_account_of_its_own_without_a_token(base: Manifests, pod: Pod) -> None:
    account = base["ServiceAccount"]
    assert pod["serviceAccountName"] == account["metadata"]["name"] != "default"
    tokens = [each["automountServiceAccountToken"] for each in (account, pod)]
    assert tokens == [False, False]


def test_the_pod_is_bound_in_all_that_it_takes_of_a_node(base: Manifests, pod: Pod) -> None:
    (container,) = pod["containers"]
    resources = container["resources"]
    for kind in ("requests", "limits"):
        assert set(resources[kind]) == {"cpu", "memory", "ephemeral-storage"}
    # One core per worker. Only then does the autoscaler's percentage show how busy a worker is.
    assert resources["requests"]["cpu"] == base["ConfigMap"]["data"]["WEB_CONCURRENCY"]
