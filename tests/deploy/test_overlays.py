"""The production overlay and the components: their additions fit the base."""

import re
import shutil
from pathlib import Path

import pytest
from kubernetes_validate import validate  # type: ignore[import-untyped]
from kubernetes_validate.utils import all_versions  # type: ignore[import-untyped]

from service import __version__
from service.settings import Config
from tests.deploy.manifests import KUBERNETES, Manifests, render, rendered
from tests.support.needs import needs
from tests.support.paths import DEPLOY, ROOT
from tests.support.programs import make
from tests.support.yaml_files import read_yaml

pytestmark = needs("kubectl")

OVERLAY = Path("overlays", "production")
CUSTOM = {"PodMonitor", "Probe"}
"""Kinds that Kubernetes' own schemas don't know."""

NAME = {"app.kubernetes.io/name": "nim-move-service"}

(OLDEST,) = re.findall(r"Kubernetes (1\.\d+) or newer", (ROOT / "docs/deploy.md").read_text())
"""The version in the manual."""

VERSIONS = [f"{OLDEST}.0", *list(dict.fromkeys(all_versions()))[-4:]]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the manifests that a test may change."""
    return shutil.copytree(KUBERNETES, tmp_path / "kubernetes")


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Manifests:
    """The overlay, including the component that is commented out."""
    copy = shutil.copytree(KUBERNETES, tmp_path_factory.mktemp("kustomize") / "kubernetes")
    file = copy / OVERLAY / "kustomization.yaml"
    file.write_text(file.read_text().replace("  # - ../../components/", "  - ../../components/"))
    return rendered(copy / OVERLAY)


def test_all_that_has_a_namespace_is_in_the_same(everything: Manifests) -> None:
    name = everything["Namespace"]["metadata"]["name"]
    namespaces = {m["metadata"].get("namespace") for k, m in everything.items() if k != "Namespace"}
    assert namespaces == {name}


@pytest.mark.parametrize("version", VERSIONS)
def test_the_overlay_is_valid_by_the_strict_schemas(everything: Manifests, version: str) -> None:
    for manifest in everything.values():
        if manifest["kind"] not in CUSTOM:
            assert validate(manifest, version, strict=True) == version.removesuffix(".0")


def test_the_image_has_the_version_of_the_service(everything: Manifests) -> None:
    image = everything["Deployment"]["spec"]["template"]["spec"]["containers"][0]["image"]
    assert image == f"registry.example/nim-move-service:{__version__}"


def test_the_ingress_leads_to_the_service_and_not_to_the_metrics(everything: Manifests) -> None:
    service = everything["Service"]
    (port,) = service["spec"]["ports"]
    (rule,) = everything["Ingress"]["spec"]["rules"]
    (path,) = rule["http"]["paths"]
    assert path["backend"]["service"] == {
        "name": service["metadata"]["name"],
        "port": {"name": port["name"]},
    }
    assert port["targetPort"] == "http"


def test_a_copy_has_the_host_and_the_registry_that_are_set_in_one_place(copy: Path) -> None:
    yours = (copy / OVERLAY).rename(copy / OVERLAY.with_name("yours"))
    file = yours / "kustomization.yaml"
    text = file.read_text()
    assert (text.count("nim.example"), text.count("registry.example")) == (1, 1)
    text = text.replace("nim.example", "play.test").replace("registry.example", "registry.test")
    file.write_text(text)
    manifests = render(yours)
    hosts = re.findall(r"\S*play\.test", manifests)
    # The origin, and the Ingress' rule and certificate.
    assert sorted(hosts) == ["https://play.test", "play.test", "play.test"]
    assert "registry.test/nim-move-service" in manifests
    assert ".example" not in manifests


def test_the_pull_secret_is_given_to_the_pods_account(copy: Path) -> None:
    file = copy / OVERLAY / "kustomization.yaml"
    text = file.read_text()
    switched_on = text.replace("  # - target: {kind: S", "  - target: {kind: S")
    file.write_text(switched_on.replace("  #   patch: '[{", "    patch: '[{"))
    manifests = rendered(copy / OVERLAY)
    account = manifests["ServiceAccount"]
    assert account["imagePullSecrets"] == [{"name": "pull"}]
    pod = manifests["Deployment"]["spec"]["template"]["spec"]
    assert pod["serviceAccountName"] == account["metadata"]["name"]


def test_the_monitor_finds_the_pods_and_gives_them_the_job_of_the_rules(
    everything: Manifests,
) -> None:
    template = everything["Deployment"]["spec"]["template"]
    monitor = everything["PodMonitor"]["spec"]
    assert monitor["selector"]["matchLabels"] == NAME
    assert NAME.items() <= template["metadata"]["labels"].items()
    (endpoint,) = monitor["podMetricsEndpoints"]
    ports = {p["name"]: p["containerPort"] for p in template["spec"]["containers"][0]["ports"]}
    assert endpoint["port"] in ports
    assert endpoint["relabelings"] == [{"targetLabel": "job", "replacement": "nim"}]


def test_everything_has_the_labels_that_kubernetes_recommends(everything: Manifests) -> None:
    recommended = {
        "app.kubernetes.io/instance": "nim",
        "app.kubernetes.io/part-of": "nim",
        "app.kubernetes.io/version": __version__,
    }
    labels = [manifest["metadata"]["labels"] for manifest in everything.values()]
    labels.append(everything["Deployment"]["spec"]["template"]["metadata"]["labels"])
    assert [each for each in labels if not recommended.items() <= each.items()] == []


def test_the_probe_asks_at_the_front_door_with_the_module_of_the_exporter(
    everything: Manifests,
) -> None:
    probe = everything["Probe"]["spec"]
    (rule,) = everything["Ingress"]["spec"]["rules"]
    assert probe["targets"]["staticConfig"]["static"] == [f"https://{rule['host']}/move"]
    modules = read_yaml(DEPLOY / "blackbox" / "blackbox.yml")["modules"]
    assert probe["module"] in modules
    # The name that rules and alerts expect, and that compose's Prometheus uses.
    config = read_yaml(DEPLOY / "prometheus" / "prometheus.yml")
    assert probe["jobName"] == config["scrape_configs"][1]["job_name"]


def test_the_overlay_says_whose_word_on_the_client_is_believed(everything: Manifests) -> None:
    settings = everything["ConfigMap"]["data"]
    assert Config.from_environment(settings).trusted_proxies


def test_nothing_is_let_out(everything: Manifests) -> None:
    assert everything["NetworkPolicy"]["spec"]["egress"] == []


def test_the_metrics_port_is_open_to_monitoring_alone(everything: Manifests) -> None:
    template = everything["Deployment"]["spec"]["template"]
    ports = {p["name"]: p["containerPort"] for p in template["spec"]["containers"][0]["ports"]}
    setting = everything["ConfigMap"]["data"]["NIM_METRICS_PORT"]
    assert ports == {"http": 8000, "metrics": int(setting)}
    assert "annotations" not in template["metadata"]  # Prometheus finds the port by its name
    rules = {
        rule["ports"][0]["port"]: rule for rule in everything["NetworkPolicy"]["spec"]["ingress"]
    }
    assert set(rules) == {"http", "metrics"}
    assert all(len(rule["ports"]) == 1 for rule in rules.values())
    (source,) = rules["metrics"]["from"]
    assert source["namespaceSelector"]["matchExpressions"] == [
        {"key": "kubernetes.io/metadata.name", "operator": "In", "values": ["monitoring"]}
    ]


def test_make_rules_writes_the_rules_of_prometheus_for_its_operator() -> None:
    made = make("rules")
    assert made.returncode == 0, made.stderr
    rule = read_yaml(ROOT / "build" / "prometheus-rule.yaml")
    groups = [
        group
        for file in ("rules.yml", "alerts.yml")
        for group in read_yaml(DEPLOY / "prometheus" / file)["groups"]
    ]
    assert (rule["kind"], rule["spec"]["groups"]) == ("PrometheusRule", groups)


def test_the_overlay_sets_the_path_of_its_probe(copy: Path) -> None:
    file = copy / OVERLAY / "kustomization.yaml"
    text = file.read_text()
    text = text.replace("- move=move", "- move=games/nim/move")
    file.write_text(text.replace("# - ../../components/prom", "- ../../components/prom"))
    probe = rendered(copy / OVERLAY)["Probe"]["spec"]
    assert probe["targets"]["staticConfig"]["static"] == ["https://nim.example/games/nim/move"]
