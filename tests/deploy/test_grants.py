"""What one file needs and another grants: sizes, limits, ports and times, in one list."""

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from service import healthcheck
from service.server import limits
from service.settings import SETTINGS, Config
from service.telemetry.processes import MOST
from tests.deploy.test_compose import THREADS
from tests.deploy.test_proxy_limits import BUFFERS
from tests.server.test_memory_served import GRANTED
from tests.support.containers import RESTRICTIONS
from tests.support.paths import DEPLOY, ROOT
from tests.support.programs import run
from tests.support.yaml_files import read_yaml

pytestmark = pytest.mark.serving

HAPROXY, UNIT = "deploy/haproxy/haproxy.cfg", "deploy/systemd/nim.service"
DEPLOYING, CONFIGURING = "docs/deploy.md", "docs/configuration.md"

COMPOSE: Mapping[str, Any] = read_yaml(DEPLOY / "compose.yaml")["services"]
NIM = COMPOSE["nim"]
CHECK = NIM["healthcheck"]
DEPLOYMENT = read_yaml(DEPLOY / "kubernetes/base/deployment.yaml")["spec"]
POD = DEPLOYMENT["template"]["spec"]
(CONTAINER,) = POD["containers"]
REQUESTS, LIMITS = CONTAINER["resources"]["requests"], CONTAINER["resources"]["limits"]
START, LIVE, READY = (CONTAINER[f"{kind}Probe"] for kind in ("startup", "liveness", "readiness"))
PORTS = {each["name"]: each["containerPort"] for each in CONTAINER["ports"]}
VOLUMES = {each["name"]: each["emptyDir"]["sizeLimit"] for each in POD["volumes"]}
MOUNTED = {each["mountPath"]: VOLUMES[each["name"]] for each in CONTAINER["volumeMounts"]}
(GENERATED,) = read_yaml(DEPLOY / "kubernetes/base/kustomization.yaml")["configMapGenerator"]
IN_POD = dict(each.split("=") for each in GENERATED["literals"])
PROMETHEUS = read_yaml(DEPLOY / "prometheus/prometheus.yml")
MONITOR = read_yaml(DEPLOY / "kubernetes/components/prometheus-operator/pod-monitor.yaml")["spec"]
(EXPORTER,) = read_yaml(DEPLOY / "blackbox/blackbox.yml")["modules"].values()

CONFIG = Config()
MOST_WORKERS = int(SETTINGS["workers"].allowed.rpartition(" ")[2])
HEALTH_CHECKS = 10
"""Processes of health checks at a time: far more than ever."""

IDLE = {"nginx": 60, "Traefik": 90, "Caddy": 120, "Google's load balancers": 600}
"""Seconds for which proxies keep an idle connection by default; an hour, as Envoy does, is too
long to wait for."""

BEHIND_A_QUEUE = 2.2
"""Seconds that /readyz took behind 900 connections; a worker admits only a few more."""

COMPUTING = 4
"""Seconds that one large request may take on a slow machine, and so may those behind it."""

SCRAPE_TIMEOUT = 10
"""Prometheus' own."""


def number(file: str, pattern: str) -> float:
    """The number that the group of the only match in a file has, without its unit."""
    (found,) = {*re.findall(pattern, (ROOT / file).read_text(), re.MULTILINE)}
    return float(found.replace(",", ""))


def mib(text: object) -> float:
    """The MiB of a size: Kubernetes writes 8Mi, docker 8m and systemd 8M."""
    found = re.fullmatch(r"(\d+)(?:Mi|m|M)", str(text))
    assert found, text
    return float(found[1])


def option(name: str) -> str:
    """The value of an option with which the tests run containers."""
    (value,) = [each.partition("=")[2] for each in RESTRICTIONS if each.startswith(f"--{name}=")]
    return value


def patience(probe: Mapping[str, float]) -> float:
    """The minimum seconds without a response until a probe finally fails."""
    return probe["periodSeconds"] * (probe["failureThreshold"] - 1) + probe["timeoutSeconds"]


def named(when: str) -> float:
    """The seconds in the manual's table of times."""
    return number(CONFIGURING, rf"^\| {when} \| [^|]* \| (\d+) s \|")


class Row(NamedTuple):
    """The least that one of some places grants is enough for each that needs something."""

    what: str
    needs: Mapping[str, float]
    grants: Mapping[str, float]


def same(what: str, **places: float) -> Row:
    """Places that have the same number."""
    return Row(what, places, places)


def memory() -> Iterator[Row]:
    workers, granted = int(IN_POD["WEB_CONCURRENCY"]), MOST / 2**20
    yield Row(
        "shared memory of a pod: the metrics of its workers and the master",
        {"processes.py": granted * (workers + 1)},
        {"deployment.yaml": mib(MOUNTED["/dev/shm"])},  # noqa: S108
    )
    yield same(
        "shared memory: what each process may need",
        code=granted,
        manual=number(CONFIGURING, r"\*\*Shared memory:\*\* (\d+) MiB for each worker"),
    )
    assert "shm_size" not in NIM  # so that it is docker's and podman's own, which the manual names
    yield Row(
        "shared memory of a container: for as many workers as the manual says",
        {"manual": granted * (1 + number(CONFIGURING, r"enough for (\d+) workers"))},
        {"manual": number(CONFIGURING, r"docker and podman grant (\d+) MiB")},
    )
    yield same(
        "memory of two workers and their master",
        tested_with_all_limits_used_up=GRANTED / 2**20,
        deployment=mib(LIMITS["memory"]),
        requested_for_a_pod=mib(REQUESTS["memory"]),
        compose=mib(NIM["mem_limit"]),
        unit=number(UNIT, r"^MemoryMax=(\d+)M$"),
        manual=number(DEPLOYING, r"--memory=(\d+)m "),
        tested=mib(option("memory")),
        server=number("service/server/README.md", r"stay within (\d+) MiB"),
    )
    yield same(
        "files that a process may make",
        deployment=mib(MOUNTED["/tmp"]),  # noqa: S108
        compose=mib(re.findall(r"^/tmp:size=(\w+)", NIM["tmpfs"][0])[0]),
    )
    yield Row(
        "a pod's disk: the log, which the kubelet rotates at five files of 10 MiB, twice",
        {"kubelet": 2 * 5 * 10},
        {"deployment.yaml": mib(LIMITS["ephemeral-storage"])},
    )
    yield Row(
        "haproxy's buffer: a whole request",
        {"settings and limits": CONFIG.max_body_bytes + limits.LARGEST_HEAD + 2**10},
        {"haproxy.cfg": number(HAPROXY, r"^    tune.bufsize (\d+)$")},
    )
    yield Row(
        "haproxy's memory: five buffers a connection",
        {
            "haproxy.cfg": BUFFERS
            * number(HAPROXY, r"^    tune.bufsize (\d+)$")
            * number(HAPROXY, r"^    maxconn (\d+)$")
            / 2**30
        },
        {"manual": number(DEPLOYING, r"× `tune.bufsize`: (\d+) GiB")},
    )


def counts() -> Iterator[Row]:
    needed = MOST_WORKERS * THREADS + 1 + HEALTH_CHECKS
    yield Row(
        "processes and threads: as many workers as can be set",
        {"settings.py, and the threads of a worker": needed},
        {
            "compose.yaml": NIM["pids_limit"],
            "manual": number(DEPLOYING, r"--pids-limit=(\d+) "),
            "tested": float(option("pids-limit")),
            "nim.service": number(UNIT, r"^TasksMax=(\d+)$"),
        },
    )
    yield Row(
        "descriptors of a worker: all its connections",
        {"limits.py": limits.MAX_CONNECTIONS + limits.SPARE_DESCRIPTORS},
        {"nim.service": number(UNIT, r"^LimitNOFILE=(\d+)$")},
    )
    yield Row(
        "connections to a replica of one worker: all that haproxy has",
        {"haproxy.cfg": number(HAPROXY, r"^    maxconn (\d+)$")},
        {"limits.py": limits.MAX_CONNECTIONS},
    )
    yield same(
        "connections of a worker",
        code=limits.MAX_CONNECTIONS,
        manual=number(CONFIGURING, r"worker serves at most ([\d,]+) connections"),
        tls=number(CONFIGURING, r"connections instead of ([\d,]+) \|"),
        server=number("service/server/README.md", r"([\d,]+) connections a worker"),
    )
    yield same(
        "connections of a worker with TLS",
        code=limits.MAX_TLS_CONNECTIONS,
        manual=number(CONFIGURING, r"A worker then serves (\d+) connections"),
        server=number("service/server/README.md", r"; (\d+) with TLS"),
    )
    yield same(
        "bytes of a target",
        code=limits.LONGEST_TARGET,
        manual=number(CONFIGURING, r"^\| path and query over ([\d,]+) bytes"),
        api=number("docs/http.md", r"^\| bytes in path and query together \| ([\d,]+) \|"),
    )
    yield same(
        "bytes of a body",
        code=CONFIG.max_body_bytes,
        api=number("docs/http.md", r"^\| bytes in a body; in one of `/grundy` \| ([\d,]+);"),
    )
    yield same(
        "bytes of a Host",
        code=limits.LONGEST_HOST,
        manual=number(CONFIGURING, r"`Host` or one over (\d+) bytes"),
    )
    yield same(
        "headers",
        code=limits.MAX_FIELDS,
        manual=number(CONFIGURING, r"^\| more than (\d+) headers"),
    )
    yield same(
        "KiB before a body",
        code=limits.LARGEST_HEAD / 2**10,
        manual=number(CONFIGURING, r"or over (\d+) KiB before the body"),
    )
    yield same(
        "seconds of haproxy's limit for each client",
        rate=number(HAPROXY, r"http_req_rate\((\d+)s\)"),
        kept=number(HAPROXY, r"expire (\d+)s"),
        error=number("deploy/haproxy/errors/429.http", r"^Retry-After: (\d+)"),
        told=number("deploy/haproxy/errors/429.http", r"requests in (\d+) seconds"),
        manual=number(DEPLOYING, r"get 429 with `Retry-After: (\d+)`"),
    )
    yield same(
        "requests of haproxy's limit for each client",
        rate=number(HAPROXY, r"sc_http_req_rate\(0\) gt (\d+)"),
        error=number("deploy/haproxy/errors/429.http", r"More than ([\d,]+) requests"),
        manual=number(DEPLOYING, r"after ([\d,]+) requests in 10 seconds"),
    )


def ports() -> Iterator[Row]:
    published = {name: [each.rsplit(":", 1)[1] for each in COMPOSE[name].get("ports", ())]
                 for name in COMPOSE}  # fmt: skip
    assert published["nim"] == ["8000"]  # and not the metrics
    yield same(
        "the port of the service",
        settings=CONFIG.port,
        image=number("Dockerfile", r"^    PORT=(\d+)"),
        exposed=number("Dockerfile", r"^EXPOSE (\d+)"),
        deployment=PORTS["http"],
        compose=float(published["nim"][0]),
        probed=number("deploy/compose.yaml", r'"http://nim:(\d+)\$'),
        manual=number(DEPLOYING, r"podman run .*-p \d+:(\d+) "),
    )
    (scraped,) = PROMETHEUS["scrape_configs"][0]["static_configs"][0]["targets"]
    yield same(
        "the port of the metrics",
        pod=float(IN_POD["NIM_METRICS_PORT"]),
        deployment=PORTS["metrics"],
        compose=NIM["environment"]["NIM_METRICS_PORT"],
        prometheus=float(scraped.partition(":")[2]),
    )
    for name in ("nim", "grafana", "prometheus", "alertmanager"):
        title = "the service" if name == "nim" else name.capitalize()
        yield same(
            f"the port of {name} in compose",
            compose=float(published[name][0]),
            manual=number(DEPLOYING, rf"^\| (\d+) \| {title}"),
        )


def times(gunicorn: Mapping[str, float]) -> Iterator[Row]:
    drain, stop = CONFIG.drain_seconds, gunicorn["graceful_timeout"]
    pause = CONTAINER["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert "NIM_DRAIN_SECONDS" not in NIM["environment"]
    yield same(
        "a drain",
        settings=drain,
        pod=float(IN_POD["NIM_DRAIN_SECONDS"]),
        manual=named("`/readyz` returns 503 and the service still serves"),
    )
    yield Row("a stop of the workers", {"code": drain + limits.GRACE}, {"gunicorn": stop})
    grace = {
        "deployment.yaml": POD["terminationGracePeriodSeconds"],
        "compose.yaml": float(NIM["stop_grace_period"].removesuffix("s")),
        "nim.service": number(UNIT, r"^TimeoutStopSec=(\d+)$"),
        "manual": named("the container is killed"),
    }
    yield Row("a stop, and 5 s in which all processes end", {"gunicorn": pause + stop + 5}, grace)
    yield same("the time of a stop", **grace)
    yield Row(
        "leaving: readiness is asked before a pod gets SIGTERM",
        {"readinessProbe": READY["periodSeconds"]},
        {"preStop": pause, "manual": named("a pod is asked to stop")},
    )
    yield Row(
        "liveness: far longer than gunicorn, which replaces a worker, and than readiness",
        {"gunicorn": 3 * gunicorn["timeout"], "readinessProbe": 5 * patience(READY)},
        {
            "livenessProbe": patience(LIVE),
            "manual": named("the kubelet restarts a pod that does not respond"),
            "runbook": number("docs/runbook.md", r"it did not respond for (\d+) s, which"),
        },
    )
    yield same(
        "gunicorn's timeout", gunicorn=gunicorn["timeout"], manual=named("gunicorn replaces .*")
    )
    yield same("gunicorn's grace", gunicorn=stop, manual=named("gunicorn ends workers .*"))
    yield same("readiness", probe=patience(READY), manual=named("a pod gets no more requests"))
    yield Row(
        "probes: twice as long as a full queue",
        {"measured": 2 * BEHIND_A_QUEUE},
        {"readinessProbe": READY["timeoutSeconds"], "livenessProbe": LIVE["timeoutSeconds"]},
    )
    yield Row(
        "haproxy's check: longer than a full queue",
        {"measured": BEHIND_A_QUEUE},
        {"haproxy.cfg": number(HAPROXY, r"^    timeout check (\d+)s$")},
    )
    yield Row(
        "readiness fails more than once",
        {"a chance": 2},
        {"probe": READY["failureThreshold"] - 0.5},
    )
    starting = START["periodSeconds"] * START["failureThreshold"]
    yield Row(
        "a new pod stays ready for longer than an unready one needs to show it",
        {"readinessProbe": 2 * READY["periodSeconds"]},
        {"minReadySeconds": DEPLOYMENT["minReadySeconds"]},
    )
    yield Row(
        "a rollout: two pods start and stay ready",
        {"deployment.yaml": 2 * (starting + DEPLOYMENT["minReadySeconds"])},
        {"progressDeadlineSeconds": DEPLOYMENT["progressDeadlineSeconds"]},
    )
    yield Row(
        "haproxy notices a drain in half of it",
        {
            "haproxy.cfg": number(HAPROXY, r"check inter (\d+)ms")
            * number(HAPROXY, r"check inter \d+ms fall (\d+)")
            / 1000
        },
        {"settings": drain / 2},
    )
    waiting = number(HAPROXY, r"^    timeout server (\d+)s$")
    yield Row(
        "a proxy waits for the longest response: a 503 to a request that had to wait",
        {"limits.py": limits.LONGEST_WAIT + COMPUTING},
        {
            "haproxy.cfg": waiting,
            "runbook": number("docs/runbook.md", r"`sH`, one did not respond within (\d+) s"),
            "manual": number(DEPLOYING, r"wait (\d+) s for a response"),
        },
    )
    yield Row(
        "proxies close idle connections to the service first",
        {**IDLE, "haproxy.cfg": waiting},
        {
            "gunicorn": gunicorn["keepalive"] - 1,
            "manual": number(DEPLOYING, r"service does, which is after (\d+) s:") - 1,
        },
    )
    yield Row(
        "haproxy's clients send a request in the time that the service grants",
        {"haproxy.cfg": number(HAPROXY, r"^    timeout http-request (\d+)s$")},
        {
            "settings": CONFIG.request_timeout,
            "api": number("docs/http.md", r"^\| time for a request to arrive \| (\d+) s"),
            "problem": number("docs/http.md", r"send the request within (\d+) seconds"),
        },
    )
    yield Row(
        "a container's health check: its own timeout",
        {"healthcheck.py": healthcheck.TIMEOUT + 1},
        {
            "Dockerfile": number("Dockerfile", r"--timeout=(\d+)s"),
            "compose.yaml": float(CHECK["timeout"].removesuffix("s")),
        },
    )
    for key, written in {"interval": "interval", "timeout": "timeout", "retries": "retries",
                         "start_period": "start-period"}.items():  # fmt: skip
        yield same(
            f"a container's health check: {key}",
            image=number("Dockerfile", rf"--{written}=(\d+)"),
            compose=float(str(CHECK[key]).removesuffix("s")),
        )
    interval = float(PROMETHEUS["global"]["scrape_interval"].removesuffix("s"))
    yield same(
        "seconds between two scrapes, which the rules' ranges are made for",
        compose=interval,
        operator=float(MONITOR["podMetricsEndpoints"][0]["interval"].removesuffix("s")),
        cluster=number("deploy/prometheus/kubernetes.yml", r"scrape_interval: (\d+)s"),
    )
    yield Row(
        "the outer probe ends before its scrape does",
        {"blackbox.yml": float(EXPORTER["timeout"].removesuffix("s")) + 1},
        {"prometheus": SCRAPE_TIMEOUT, "prometheus.yml": interval},
    )
    yield Row(
        "a range of the rules has four scrapes",
        {"prometheus.yml": 4 * interval},
        {
            file: 60 * min(map(float, re.findall(r"\[(\d+)m\]", (DEPLOY / file).read_text())))
            for file in ("prometheus/rules.yml", "prometheus/alerts.yml")
        },
    )


def test_each_file_grants_what_others_need(subtests: pytest.Subtests) -> None:
    program = Path(sys.executable).with_name("gunicorn")
    result = run([program, "--print-config"], environment={"NIM_METRICS": "off"})
    assert result.returncode == 0, result.stderr
    settings = dict(re.findall(r"^(\w+) += (\d+)$", result.stdout, re.MULTILINE))
    gunicorn = {name: float(value) for name, value in settings.items()}
    for row in (*memory(), *counts(), *ports(), *times(gunicorn)):
        with subtests.test(row.what):
            assert max(row.needs.values()) <= min(row.grants.values()), row
