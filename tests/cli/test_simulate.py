"""`kc simulate`: the table of many matches."""

import kittycorner as kc_package
from kittycorner.core.sentences import say

FEW = ("simulate", "coin-hunt", "--set", "turns=8", "--episodes", 6, "--seed", 11)


def test_its_table_is_the_result(kc):
    """A line per side, reason and mean on stdout, and on stderr which way it took."""
    result = kc(*FEW, "--processes", 1)
    assert result.exit_code == 0
    game = kc_package.load("coin-hunt", turns=8)
    again = kc_package.simulate(game, 6, 11, processes=1)
    assert result.stdout == f"{again}\n"
    assert again.path in result.stderr
    assert say("simulate.plain-rules", game="coin-hunt") in result.stderr


def test_its_json_is_the_same_whatever_the_processes(told):
    """Everything but the speed and the way."""
    (one,), (two,) = (told(*FEW, "--processes", processes) for processes in (1, 2))
    for said in (one, two):
        assert said.pop("episodes_per_second") > 0
        assert str(said.pop("path"))
    assert one == two
    assert (one["episodes"], one["seed"]) == (6, 11)


def test_players_and_policy_are_in_force(told, module):
    """The same options as in `kc play`."""
    name = module("cli_illegal", "class Illegal:\n    def decide(self, turn):\n        return 'up'\n")
    options = ("--player", f"blue={name}:Illegal", "--fault-policy", "loss", "--processes", 1)
    (said,) = told(*FEW, *options)
    assert said["wins"]["red"]["share"] == 1
    assert said["reasons"]["fault"]["hits"] == 6
    assert said["players"] == {"red": "seek", "blue": "cli_illegal:Illegal"}


def test_an_interruption_keeps_what_is_done(kc, monkeypatch):
    """The table of the finished episodes, and the exit code of an interruption."""
    from kittycorner.lab import simulate

    def stop(self):
        if self.finished[:3].all():
            raise KeyboardInterrupt

    monkeypatch.setattr(simulate.Episodes, "report", stop)
    result = kc(*FEW, "--processes", 1)
    assert result.exit_code == 130
    game = kc_package.load("coin-hunt", turns=8)
    monkeypatch.undo()
    done = int(result.stdout.split("after ")[1].split()[0])
    assert 3 <= done < 6
    again = kc_package.simulate(game, done, 11, processes=1)
    assert again.digest in result.stdout
