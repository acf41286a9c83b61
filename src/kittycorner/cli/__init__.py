"""The commands of `kc`, one file each. What a command needs is imported when it runs: help is quick."""


def main() -> None:
    """Run the command line."""
    from kittycorner.cli.app import app

    app(prog_name="kc")
