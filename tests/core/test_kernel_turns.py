"""Processes that compile into one folder take turns."""

import fcntl
import threading

from kittycorner.core.kernel import take_turns


class Cache:
    """Stands for a function's cache."""

    def __init__(self):
        self.saved = []

    def load_overload(self, signature, context):
        return self.saved

    def save_overload(self, signature, code):
        self.saved.append((signature, code))


def test_while_one_writes_the_others_wait(tmp_path):
    """Nobody chooses a file name while another process is about to write one."""
    cache = Cache()
    take_turns(cache, tmp_path / "lock")
    with (tmp_path / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        writer = threading.Thread(target=cache.save_overload, args=("int64", b"code"))
        writer.start()
        writer.join(0.2)
        assert writer.is_alive()
        assert cache.saved == []
    writer.join(10)
    assert cache.saved == [("int64", b"code")]
    assert cache.load_overload("int64", None) == cache.saved
