"""How gunicorn alone serves. It reads this file again at each HUP, so there is no code in it."""

from importlib import import_module
from pathlib import Path

# In a checkout, the package `service` is next to this file; pip installs this file into the
# package, which then has a name that no other project uses.
here = Path(__file__).parent
package = here.name if (here / "__init__.py").exists() else "service"

globals().update(vars(import_module(".configuration", package)))
