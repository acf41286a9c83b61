"""Every code that the sources use, read from their syntax: what there must be a sentence for.

python tools/sentence_uses.py     lists the codes without a sentence, and the sentences that nobody uses
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import kittycorner
from kittycorner.core.sentences import ENGLISH, LOCALE, catalogue

SOURCES = Path(kittycorner.__file__).parent

# Who is handed a code: what stands before it in the sentence's name, its place among the arguments, and what
# is given beside those. Errors are known by their base.
SAYERS: dict[str, tuple[str, int, frozenset[str]]] = {
    "say": ("", 0, frozenset()),
    "say_told": ("", 0, frozenset()),
    "found": ("check.", 0, frozenset()),
    "find": ("check.", 1, frozenset({"seed", "step", "rule"})),
}
ERROR = ("error.", 0, frozenset[str]())

# Functions that hand on codes from elsewhere: from a game, from another process, from everywhere.
HANDING_ON = {
    "core/errors.py:__init__",
    "core/sentences.py:say",
    "core/sentences.py:say_error",
    "core/sentences.py:say_refusal",
    "core/sentences.py:say_event",
    "core/sentences.py:say_reason",
    "core/match.py:rule_error",
    "cli/app.py:say",
    "proof/finding.py:__str__",
    "proof/elsewhere.py:said",
}


@dataclass(frozen=True)
class Use:
    """One place that says a sentence."""

    name: str
    where: str
    given: frozenset[str] | None  # the parameters' names; `None` where some are handed over unseen


class UnreadError(Exception):
    """A code that isn't written out where it is used."""


@dataclass(frozen=True)
class Call:
    """A call, and the functions it stands in, the outermost first."""

    node: ast.Call
    scopes: tuple[ast.FunctionDef, ...]
    inside: str  # the class it stands in
    place: str

    @property
    def called(self) -> str:
        return name_of(self.node.func)

    @property
    def where(self) -> str:
        return f"{self.place}:{self.node.lineno}"


class Sources:
    """The syntax of every file of the package."""

    def __init__(self) -> None:
        self.trees = {
            path.relative_to(SOURCES).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
            for path in sorted(SOURCES.rglob("*.py"))
        }
        self.calls = [call for place, tree in self.trees.items() for call in calls_in(tree, (), "", place)]
        self.functions: dict[str, ast.FunctionDef] = {}
        for tree in self.trees.values():
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef):
                    self.functions[node.name] = node

    def uses(self) -> Iterator[Use]:
        """Every place that says a sentence."""
        errors = self.error_classes()
        for call in self.calls:
            says_error = call.called in errors or (call.called == "__init__" and call.inside in errors)
            sayer = ERROR if says_error else SAYERS.get(call.called)
            if sayer is None or any(call.called in names_of(scope) for scope in call.scopes):
                continue
            prefix, place, beside = sayer
            if len(call.node.args) <= place:
                continue
            try:
                codes = list(self.codes(call.node.args[place], call))
            except UnreadError:
                if {f"{call.place}:{scope.name}" for scope in call.scopes} & HANDING_ON:
                    continue
                raise
            given = given_to(call)
            for code in codes:
                yield Use(prefix + code, call.where, None if given is None else given | beside)

    def error_classes(self) -> set[str]:
        """The names of `KittycornerError` and of everything that inherits from it."""
        bases = {
            node.name: {name_of(base) for base in node.bases}
            for tree in self.trees.values()
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef)
        }
        known = {"KittycornerError"}
        while more := {name for name, of in bases.items() if of & known} - known:
            known |= more
        return known

    def codes(self, value: ast.expr, call: Call) -> Iterator[str]:
        """What an expression may be: a text, one of two, what a function returns, a variable, a parameter."""
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value
        elif isinstance(value, ast.IfExp):
            yield from self.codes(value.body, call)
            yield from self.codes(value.orelse, call)
        elif isinstance(value, ast.Call) and name_of(value.func) in self.functions:
            function = self.functions[name_of(value.func)]
            for node in ast.walk(function):
                if isinstance(node, ast.Return) and node.value is not None:
                    yield from self.codes(node.value, Call(value, (function,), "", call.place))
        elif isinstance(value, ast.Name):
            yield from self.named(value.id, call)
        else:
            raise UnreadError(f"{call.where}: write the code out as a text")

    def named(self, name: str, call: Call) -> Iterator[str]:
        """What a variable is set to inside its function, or a parameter is in every call of it."""
        for scope in reversed(call.scopes):
            if name in names_of(scope) and f"{call.place}:{scope.name}" not in HANDING_ON:
                place = names_of(scope).index(name)
                for other in self.calls:
                    if other.called == scope.name and len(other.node.args) > place:
                        yield from self.codes(other.node.args[place], other)
                return
            values = assigned(name, scope)
            for value in values:
                yield from self.codes(value, call)
            if values:
                return
        raise UnreadError(f"{call.where}: write the code out as a text")


def calls_in(node: ast.AST, scopes: tuple[ast.FunctionDef, ...], inside: str, place: str) -> Iterator[Call]:
    """Every call below a node."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            yield Call(child, scopes, inside, place)
        inner = (*scopes, child) if isinstance(child, ast.FunctionDef) else scopes
        yield from calls_in(child, inner, child.name if isinstance(child, ast.ClassDef) else inside, place)


def assigned(name: str, scope: ast.FunctionDef) -> list[ast.expr]:
    """What a variable is set to inside a function."""
    return [
        node.value
        for node in ast.walk(scope)
        if isinstance(node, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
    ]


def given_to(call: Call) -> frozenset[str] | None:
    """The names of what a call hands over; of `**facts` too, where the function writes that dict out."""
    names: set[str] = set()
    for keyword in call.node.keywords:
        more = {keyword.arg} if keyword.arg else keys_of(keyword.value, call.scopes[-1:])
        if more is None:
            return None
        names |= more
    return frozenset(names)


def keys_of(value: ast.expr, scopes: tuple[ast.FunctionDef, ...]) -> set[str] | None:
    """The keys of a dict that is written out, here or where the variable is set."""
    if isinstance(value, ast.Name):
        written = [made for scope in scopes for made in assigned(value.id, scope)]
        return keys_of(written[0], scopes) if len(written) == 1 else None
    if isinstance(value, ast.Dict) and all(isinstance(key, ast.Constant) for key in value.keys):
        return {str(key.value) for key in value.keys if isinstance(key, ast.Constant)}
    if isinstance(value, ast.Call) and name_of(value.func) == "dict" and not value.args:
        return {keyword.arg for keyword in value.keywords if keyword.arg}
    return None


def names_of(scope: ast.FunctionDef) -> list[str]:
    """The names of a function's parameters, as they are handed over by place."""
    names = [argument.arg for argument in scope.args.args]
    return names[1:] if names[:1] == ["self"] else names


def name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def main() -> None:
    uses = list(Sources().uses())
    known = {name for name in catalogue(LOCALE, ENGLISH) if name}
    for use in sorted(uses, key=lambda use: use.name):
        if use.name not in known:
            given = "with parameters unseen" if use.given is None else ", ".join(sorted(use.given))
            print(f"no sentence: {use.name}  ({given})  {use.where}")
    for name in sorted(known - {use.name for use in uses}):
        print(f"used by nobody: {name}")


if __name__ == "__main__":
    main()
