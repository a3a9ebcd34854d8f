"""What the rooms name exists: a name that is left behind would leave a file untested, unseen."""

from tests.mutants.rooms import ROOMS, files_of
from tests.support.paths import ROOT
from tests.support.rows import rows


@rows("name", list(ROOMS))
def test_what_a_room_names_exists(name: str) -> None:
    room = ROOMS[name]
    assert [each for each in (*room.modules, *room.tests) if not (ROOT / each).exists()] == []
    assert files_of(room)
