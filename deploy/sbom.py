"""Add an image's Debian packages to a bill of its Python packages (CycloneDX, JSON).

`python deploy/sbom.py IMAGE PYTHON_PACKAGES SBOM`: podman or docker lists the image's packages.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

LIST = """
. /etc/os-release
dpkg-query --show --showformat "\\${Package} \\${Version} \\${Architecture} $ID $ID-$VERSION_ID\\n"
"""


def packages(image: str) -> list[dict[str, str]]:
    """The Debian packages in an image, as components of a bill."""
    engine = shutil.which("podman") or shutil.which("docker")
    if engine is None:
        sys.exit("sbom: needs podman or docker, to look into the image")
    command = [engine, "run", "--rm", "--network", "none", image, "sh", "-c", LIST]
    result = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if result.returncode:
        sys.exit(
            f"sbom: {image} can't be read; make it first (make image): {result.stderr.strip()}"
        )
    return [component(*line.split()) for line in sorted(result.stdout.splitlines())]


def component(
    name: str, version: str, architecture: str, vendor: str, distribution: str
) -> dict[str, str]:
    """A package, with the address by which scanners look up its flaws.

    >>> component("libc6", "2.41-12+deb13u1", "amd64", "debian", "debian-13")["purl"]
    'pkg:deb/debian/libc6@2.41-12%2Bdeb13u1?arch=amd64&distro=debian-13'
    """
    at = f"{quote(name, safe='')}@{quote(version, safe='~')}"
    purl = f"pkg:deb/{vendor}/{at}?arch={architecture}&distro={distribution}"
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}


def main(image: str, python_packages: str, sbom: str) -> None:
    """Write the bill of both kinds of packages."""
    bill = json.loads(Path(python_packages).read_text())
    bill["components"] += packages(image)
    Path(sbom).write_text(json.dumps(bill, indent=2) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
