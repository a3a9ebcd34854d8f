"""Environments into which the service is installed, which a test may change while it serves."""

import re
import shutil
import subprocess
import sys
import venv
from importlib import metadata
from pathlib import Path

from service import __version__
from tests.support.paths import ROOT
from tests.support.servers import copy_service


def pip(*arguments: str | Path) -> None:
    """Run the pip of the environment that runs the tests."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*command, *arguments], check=True)


def copy_sources(directory: Path) -> None:
    """Copy what the package is made of into a directory."""
    copy_service(directory)
    for name in ("hatch_build.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, directory)


def wheel(directory: Path, version: str) -> Path:
    """The package as a wheel of this version, made in an empty directory."""
    copy_sources(directory)
    package = directory / "service/__init__.py"
    package.write_text(package.read_text().replace(__version__, version))
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run([*build, "--directory", "dist"], check=True, cwd=directory)
    [made] = directory.glob("dist/*.whl")
    return made


class Environment:
    """A virtual environment with the libraries of the service, as they are installed here."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        venv.create(directory, symlinks=True)
        [self.packages] = directory.glob("lib/python*/site-packages")
        locked = (ROOT / "requirements/run.txt").read_text()
        for name in re.findall(r"^([\w.-]+)==", locked, re.MULTILINE):
            for file in metadata.files(name) or []:
                if ".." not in file.parts:  # no program
                    (self.packages / file).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(file.locate(), self.packages / file)

    def install(self, wheel: Path) -> None:
        """Install a wheel, in place of the one that is there."""
        only = ("--no-deps", "--no-index", "--force-reinstall")
        pip("--python", self.directory / "bin/python", "install", *only, wheel)

    @property
    def command(self) -> Path:
        """The command that the package installs."""
        return self.directory / "bin/nim-move-service"

    def break_all(self) -> None:
        """Replace every file of all packages: a module raises, and no other file can be read."""
        for file in self.packages.rglob("*"):
            if file.is_file():
                file.unlink()
                file.write_text("raise ImportError" if file.suffix == ".py" else "\0")

    def remove(self) -> None:
        """Remove everything."""
        shutil.rmtree(self.directory)
