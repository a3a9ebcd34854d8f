"""Scripts that need no page, tested by Node's own runner."""

from tests.support.needs import needs
from tests.support.paths import ROOT
from tests.support.programs import run

pytestmark = needs("node")


def test_scripts_that_need_no_page() -> None:
    """Run tests/web/modules/; the failures are in the message."""
    done = run(["node", "--test", "--test-reporter=spec", "tests/web/modules/"], cwd=ROOT)
    assert done.returncode == 0, done.stdout
