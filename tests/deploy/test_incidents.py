"""The acted incidents: each gives the alert that its runbook is for, and no other."""

import pytest

from tests.deploy.incidents import INCIDENTS, act_all
from tests.support.needs import needs


@needs("haproxy", "prometheus", "prometheus-alertmanager", "prometheus-blackbox-exporter")
@pytest.mark.timeout(900)
@pytest.mark.soak
def test_each_incident_gives_its_alert_and_no_other() -> None:
    # Side by side: they mostly wait.
    expected = {name: alerts for name, (_, alerts) in INCIDENTS.items()}
    assert act_all(list(INCIDENTS)) == expected
