"""What all commands have in common."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

from kittycorner.core.errors import HouseError, KittycornerError


class Command(TyperCommand):
    """A command that names the game whose author broke the contract."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except HouseError as error:
            game = ctx.params.get("game") or ctx.params.get("file")
            raise KittycornerError("contract", game=str(game), why=str(error)) from error
