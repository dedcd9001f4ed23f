"""Executors for batches of independent tasks: the cores of this machine, or a Dask cluster."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from functools import partial
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from typing import TYPE_CHECKING, Protocol, TypeVar

from host import VERSION

if TYPE_CHECKING:
    from distributed import Client

Task = TypeVar("Task")
Result = TypeVar("Result")


class Map(Protocol):
    """Applies a function to each task; yields the results in the order of the tasks."""

    def __call__(
        self, function: Callable[[Task], Result], tasks: Iterable[Task], /
    ) -> Iterator[Result]: ...


AHEAD = 1000
"""Most tasks that are handed out and not done: a batch may be longer than the memory holds."""
CONNECT_S = 5
"""Time that a cluster has to answer."""


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1  # on macOS and Windows


@contextlib.contextmanager
def executor(jobs: int, cluster: str | None) -> Iterator[Executor]:
    """Open the executor that the options ask for; what is not done at the end is not done at all.

    Args:
        jobs: number of processes on this machine.
        cluster: address of a Dask scheduler; None: this machine.

    Raises:
        ValueError: the cluster cannot be used, or a process or the cluster is lost meanwhile; the
            message says what to do.
    """
    with _on_cluster(cluster) if cluster is not None else _on_this_machine(jobs) as pool:
        yield pool


@contextlib.contextmanager
def mapper(jobs: int, cluster: str | None) -> Iterator[Map]:
    """Open what applies a function to tasks: in this process if a single job is asked for.

    Raises:
        ValueError: as `executor`.
    """
    if cluster is None and jobs == 1:
        yield map
        return
    with executor(jobs, cluster) as pool:
        yield partial(in_order, pool)


def in_order(
    pool: Executor, function: Callable[[Task], Result], tasks: Iterable[Task]
) -> Iterator[Result]:
    """Yield the result of each task in their order, as soon as it is there.

    The tasks are taken in a thread of their own, as they may come slowly from a pipe whose other
    end waits for the first result.

    Raises:
        Exception: what the function or the tasks raise, after the results before.
    """
    futures: SimpleQueue[Future[Result] | Exception | None] = SimpleQueue()
    room = threading.Semaphore(AHEAD)
    ended = threading.Event()

    def hand_out() -> None:
        try:
            for task in tasks:
                room.acquire()
                if ended.is_set():
                    return
                futures.put(pool.submit(function, task))
            futures.put(None)
        except Exception as error:
            futures.put(error)

    threading.Thread(target=hand_out, name="tasks", daemon=True).start()
    try:
        while (future := futures.get()) is not None:
            if isinstance(future, Exception):
                raise future
            yield future.result()
            room.release()
    finally:
        ended.set()
        room.release()


@contextlib.contextmanager
def _on_this_machine(jobs: int) -> Iterator[Executor]:
    """Open processes of this machine."""
    methods = multiprocessing.get_all_start_methods()
    # A fork would take over the locks of other threads.
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    open_here, open_until_end = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, context, _prepare_process, (open_here,))
    try:
        with _tidy_after_sigterm():
            yield pool
    except BrokenExecutor:
        raise ValueError(
            "a process that did a part of this has ended, perhaps for want of memory; begin again, "
            f"with fewer at a time: --jobs {max(1, jobs // 2)}"
        ) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        # This program ends only when they have: no task is waited for.
        open_until_end.close()
        open_here.close()


@contextlib.contextmanager
def _tidy_after_sigterm() -> Iterator[None]:
    """Have SIGTERM end this program as an exception does, which leaves no semaphores behind."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _prepare_process(open_until_end: Connection) -> None:
    """Have a process end at once with ctrl-C, with the executor, and with who started it.

    Args:
        open_until_end: its other end is closed as the executor ends.
    """
    signal.signal(signal.SIGINT, lambda *_: os._exit(128 + signal.SIGINT))
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end_with_parent() -> None:
        wait([open_until_end, parent.sentinel])
        os._exit(1)

    threading.Thread(target=end_with_parent, name="parent", daemon=True).start()


@contextlib.contextmanager
def _on_cluster(address: str) -> Iterator[Executor]:
    """Open a Dask cluster; it gives the tasks of a worker that is lost to others."""
    try:
        from distributed import Client, KilledWorker
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        raise ValueError(
            "--cluster needs Dask, which is not installed: pip install distributed"
        ) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # our messages say it
    try:
        get_address_host_port(address)  # a client that refuses it ends with a traceback
    except ValueError:
        raise ValueError(
            f"{address!r} is not the address of a Dask scheduler; write such as tcp://192.168.1.5:8786"
        ) from None
    try:
        client = Client(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ValueError(
            f"no Dask scheduler answers at {address!r} ({error}); `dask scheduler` starts one"
        ) from None
    try:
        _check_workers(client, address)
        yield client.get_executor(pure=False)
    except KilledWorker as error:
        raise ValueError(f"the workers of {address!r} die of this: {error}") from None
    except CancelledError:
        raise ValueError(f"the cluster at {address!r} was lost; begin again") from None
    finally:
        client.close()


def _check_workers(client: Client, address: str) -> None:
    """Raise ValueError if a cluster has no workers, or one without this version of Kamisado."""
    worker = f"`dask worker {address} --nthreads 1` in its folder starts one"
    try:
        client.wait_for_workers(1, timeout=CONNECT_S)
    except TimeoutError:
        raise ValueError(f"the Dask cluster at {address!r} has no workers; {worker}") from None
    for name, version in client.run(_version, on_error="return").items():
        if version != VERSION:
            found = f"Kamisado {version}" if isinstance(version, str) else "no Kamisado"
            raise ValueError(
                f"the worker {name} has {found}, and not {VERSION}: it must run beside the same "
                f"Kamisado; {worker}"
            )


def _version() -> str:
    return VERSION
