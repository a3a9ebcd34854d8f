"""The board's page, driven by a player's actions."""

from tests.browser.any_page import AnyPage
from tests.browser.scripts import CHOOSE, SETTLED, TAKE
from tests.support.waiting import wait_until

PLAYABLE = "html:not([data-loading]) #headline"
"""What a page to play on has once its script has set out."""

ENDS = ("You won", "The computer won")

PERFECT = ";perfect"
"""What a link says that the computer makes no mistake; without a word it plays as for newcomers."""


MADE = "return JSON.parse(history.state?.text ?? '{\"moves\": []}').moves.length"
"""How many moves the game has that the page keeps."""


class Page(AnyPage):
    """A page of the service, and a player's actions on it."""

    def play(self, fragment: str = "#3,4,5", strength: str = PERFECT) -> None:
        """Open the board's page with a game, and wait until it is the person's turn."""
        self.open_fresh(f"/{fragment}{strength}")
        self.settle()

    def open_fresh(self, path: str) -> None:
        """Open a page to play on as a new browser does, which keeps nothing."""
        self.run("sessionStorage.clear(); localStorage.clear()")
        self.open(path, ready=PLAYABLE)

    @property
    def headline(self) -> str:
        return self.text("#headline")

    @property
    def detail(self) -> str:
        return self.text("#detail")

    @property
    def rule(self) -> str:
        """The rule, which stands behind a question mark."""
        self.run("document.querySelector('#ask').open = true")
        return self.text("#rule")

    @property
    def piles(self) -> list[int]:
        """The objects in each pile, by the numbers next to them."""
        counts: list[int] = self.run(
            "return [...document.querySelectorAll('.pile-count')]"
            ".filter((c) => !c.closest('[hidden]')).map((c) => +c.textContent)"
        )
        return counts

    @property
    def moves(self) -> list[str]:
        """The lines of the list of moves, once it is complete."""
        wait_until(lambda: self.count("#moves li") == self.run(MADE))
        return self.texts("#moves li")

    @property
    def over(self) -> bool:
        return self.headline in ENDS

    def settle(self) -> None:
        """Wait until it is the person's turn, the game is over, or something went wrong."""
        self.run(f"{SETTLED} return whenSettled()")

    def take(self, pile: int, remove: int) -> None:
        """Choose the object that removes this number from the pile with this index."""
        self.run(SETTLED + CHOOSE + TAKE, pile, remove)

    def take_anything(self) -> None:
        """Take one object from the first pile that has any."""
        self.take(next(i for i, count in enumerate(self.piles) if count), 1)

    def hint(self) -> None:
        """Request the next step of the hint, and wait for it."""
        before = self.detail
        self.click("#hint")
        wait_until(lambda: self.detail not in {before, "One moment …"})

    def whole_hint(self) -> None:
        """Request every step of the hint."""
        while self.count("#hint:enabled"):
            self.hint()

    def ask_why(self) -> None:
        """Request the explanation of the position, and wait for it."""
        self.click("#why")
        wait_until(lambda: self.shown("#explanation .reasons"))

    def share(self) -> None:
        """Open the panel to share a game, and wait for its link."""
        self.click("#share")
        wait_until(lambda: self.value("#link"))

    def follow_hint(self) -> None:
        """Request the winning moves, and make the first marked one."""
        self.whole_hint()
        self.click(".winning")
        self.settle()

    def another(self) -> None:
        """Unfold the other games, and what sets one up."""
        self.run("document.querySelector('#another').open = true")

    def choose(self, name: str, value: str) -> None:
        """Choose one of the settings of a new game."""
        self.another()
        self.pick(f'#setup [name={name}][value="{value}"]')

    def start(self, *, first: str = "you", strength: str = "perfect") -> None:
        """Start a new game with the piles and the convention in the form."""
        self.choose("first", first)
        self.choose("strength", strength)
        self.click("#setup .start")
        self.settle()
