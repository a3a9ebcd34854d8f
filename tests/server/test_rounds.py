"""Small requests are answered in the order in which they come, a few between two looks for more."""

import asyncio
import selectors
from collections.abc import Awaitable, Callable

from service.serving.rounds import SIZE, Rounds

from tests.support.clients import BODY, clients, post
from tests.support.servers import Server

Scenario = Callable[[Rounds, list[str]], Awaitable[None]]


async def ask(rounds: Rounds, name: str, answered: list[str]) -> None:
    if place := rounds.place():
        await place
    answered.append(name)


def play(scenario: Scenario) -> list[str]:
    """What was answered, in order; a bar for each time that the loop looked for more."""
    answered: list[str] = []

    async def look() -> None:
        while True:
            await asyncio.sleep(0)
            answered.append("|")

    async def main() -> None:
        watch = asyncio.create_task(look())
        await scenario(Rounds(), answered)
        watch.cancel()

    asyncio.run(main())
    return answered


def order(scenario: Scenario) -> list[str]:
    """What was answered, in order."""
    return [name for name in play(scenario) if name != "|"]


async def crowd(rounds: Rounds, answered: list[str]) -> None:
    await asyncio.gather(*(ask(rounds, str(n), answered) for n in range(5 * SIZE + 3)))


def test_a_crowd_is_answered_in_order() -> None:
    assert order(crowd) == [str(n) for n in range(5 * SIZE + 3)]


def test_no_more_than_a_round_is_answered_between_two_looks() -> None:
    rounds = "".join("." if name != "|" else "|" for name in play(crowd)).split("|")

    assert max(map(len, rounds)) == SIZE


def test_who_comes_in_a_round_is_answered_after_those_who_wait() -> None:
    async def scenario(rounds: Rounds, answered: list[str]) -> None:
        first = [asyncio.create_task(ask(rounds, "early", answered)) for _ in range(3 * SIZE)]
        await asyncio.sleep(0)
        late = [asyncio.create_task(ask(rounds, "late", answered)) for _ in range(3 * SIZE)]
        await asyncio.gather(*first, *late)

    assert order(scenario) == ["early"] * 3 * SIZE + ["late"] * 3 * SIZE


def test_a_request_that_is_cancelled_while_it_waits_takes_no_other_with_it() -> None:
    async def scenario(rounds: Rounds, answered: list[str]) -> None:
        tasks = [asyncio.create_task(ask(rounds, str(n), answered)) for n in range(3 * SIZE)]
        await asyncio.sleep(0)
        tasks[SIZE + 1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    assert order(scenario) == [str(n) for n in range(3 * SIZE) if n != SIZE + 1]


def test_after_a_crowd_a_request_is_answered_at_once() -> None:
    async def scenario(rounds: Rounds, answered: list[str]) -> None:
        await crowd(rounds, [])
        for _ in range(3):
            await asyncio.sleep(0)
        answered.clear()
        await ask(rounds, "alone", answered)

    assert play(scenario)[0] == "alone"


def test_of_sixteen_clients_none_waits_for_all_others_twice() -> None:
    """Counted in answers, not in time, so how fast the machine is makes no odds."""
    request, count = post(BODY), 16
    with Server(WEB_CONCURRENCY=1) as server, clients(server, count) as all_clients:
        waits, answers, sent = [], 0, [0] * count
        with selectors.DefaultSelector() as selector:
            for n, client in enumerate(all_clients):
                selector.register(client.socket, selectors.EVENT_READ, n)
                client.send(request)
            while answers < 200 * count:
                for key, _ in selector.select():
                    client = all_clients[key.data]
                    assert client.reply().status == 200
                    waits.append(answers - sent[key.data])
                    answers += 1
                    sent[key.data] = answers
                    client.send(request)
    waits.sort()
    assert waits[len(waits) * 98 // 100] < 1.5 * count
