"""What a scanner for unsafe configuration finds in manifests, Dockerfile and workflows."""

import json
import re
import shutil
import sys
from pathlib import Path

from tests.support.needs import needs
from tests.support.paths import DEPLOY, ROOT
from tests.support.programs import run

# Its environment is beside the one that runs the tests.
CHECKOV = Path(sys.prefix).parent / "scan" / "bin" / "checkov"

EXCEPTIONS = {
    "CKV_K8S_43": "A digest is known once the image is pushed: the manual says how to set it.",
    "CKV_K8S_15": "A tag is never moved, and a pod must start while the registry is away.",
}
"""What it finds and may stay, with the reason."""


@needs("kubectl", str(CHECKOV))
def test_checkov_finds_nothing_but_the_exceptions(tmp_path: Path) -> None:
    shutil.copytree(DEPLOY / "kubernetes", tmp_path / "kubernetes")
    overlay = tmp_path / "kubernetes" / "overlays" / "production"
    file = overlay / "kustomization.yaml"
    file.write_text(re.sub(r"# (- \.\./\.\./components/)", r"\1", file.read_text()))
    rendered = run(["kubectl", "kustomize", overlay])
    assert rendered.returncode == 0, rendered.stderr
    scanned = tmp_path / "scanned"
    shutil.copytree(ROOT / ".github", scanned / ".github")
    shutil.copy(ROOT / "Dockerfile", scanned)
    (scanned / "manifests.yaml").write_text(rendered.stdout)

    frameworks = ["kubernetes", "dockerfile", "github_actions"]
    command = [str(CHECKOV), "--directory", str(scanned), "--framework", *frameworks]
    # No list of flaws is fetched, and nothing is sent.
    result = run([*command, "--skip-download", "--compact", "--quiet", "--output", "json"])
    reports = {report["check_type"]: report for report in json.loads(result.stdout)}
    assert set(reports) == set(frameworks), result.stderr
    assert all(report["summary"]["passed"] > 10 for report in reports.values())
    failed = {
        check["check_id"]: check["resource"]
        for report in reports.values()
        for check in report["results"]["failed_checks"]
    }
    assert failed.keys() == EXCEPTIONS.keys()
