"""`@kernel`: the house's one decorator for compiled functions, and where their machine code is kept.

Numba's cache looks only at the file a function stands in, not at what the function calls. So the cache
folder is named by a digest of every source file the function can compile from; a changed helper changes the
name, and stale machine code can never run.
"""

from __future__ import annotations

import ast
import fcntl
import functools
import hashlib
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, TypeVar

import numba
import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED = not numba.config.DISABLE_JIT
BOUNDS_CHECKED = bool(numba.config.BOUNDSCHECK)

# Sources of these never reach into a kernel: their versions are in the folder's name or don't matter.
NO_IMPORTS_FOR_KERNELS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
FOREIGN = frozenset(sys.stdlib_module_names) | {"numpy", "numba", "llvmlite", "pydantic", "PIL", "rich"}


def kernel(function: Function) -> Function:
    """Compile a rule, a helper or a player the first time it is called, and keep the machine code.

    With `NUMBA_DISABLE_JIT=1` the function stays plain Python, to be debugged and measured.
    """
    if not COMPILED:
        return function
    compiled: Function = compile_kernel(function, cache_folder(sources_of(function.__module__)))
    return compiled


def compile_kernel(function: Callable[..., Any], folder: Path | None, signature: Any = None) -> Any:
    """Hand a function to Numba with its machine code kept in `folder` (nowhere, when there is none).

    Kernels run without Numba's own memory management: they never allocate, and counting who refers to which
    array would cost more than the rules themselves. One that does allocate fails to compile ("NRT required").
    """
    compiled = numba.njit(nogil=True, _nrt=False)(function)
    if folder is not None:
        with numba_cache_in(folder):
            try:
                compiled.enable_caching()
            except RuntimeError:
                pass  # a function typed into a prompt has no file, so Numba has nothing to name its cache by
            else:
                take_turns(compiled._cache, folder / "lock")
    if signature is not None:
        compiled.compile(signature)
        compiled.disable_compile()
    return compiled


def take_turns(cache: Any, path: Path) -> None:
    """Let one process at a time read or write a function's machine code.

    Numba chooses a free file name first and writes later: two processes at once would choose the same one,
    and from then on run the one's code for the other's arguments.
    """

    def in_turn(work: Callable[..., Any]) -> Callable[..., Any]:
        def work_alone(*arguments: Any) -> Any:
            with path.open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                return work(*arguments)

        return work_alone

    cache.load_overload = in_turn(cache.load_overload)
    cache.save_overload = in_turn(cache.save_overload)


def is_kernel(function: object) -> bool:
    """Whether the function runs compiled (in plain mode nothing does)."""
    return hasattr(function, "py_func")


def plain(function: Any) -> Any:
    """The Python function behind a kernel, or the function itself."""
    return getattr(function, "py_func", function)


@contextmanager
def numba_cache_in(folder: Path) -> Iterator[None]:
    """Numba's cache folder is a setting of the process: set it for one decoration, then put it back."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def cache_root() -> Path:
    """`$KITTYCORNER_CACHE`, or a folder under the user's cache."""
    named = os.environ.get("KITTYCORNER_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kittycorner"


@functools.cache
def usable_cache_root() -> Path | None:
    """The cache root when it can be written, else a temporary one, else none."""
    for root in (cache_root(), Path(tempfile.gettempdir()) / f"kittycorner-{os.getuid()}"):
        try:
            root.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=root):
                return root
        except OSError:
            continue
    return None


def cache_folder(sources: frozenset[Path], extra: str = "") -> Path | None:
    """The folder for machine code compiled from `sources`; `extra` tells apart what one source makes."""
    root = usable_cache_root()
    if root is None:
        return None
    folder = root / f"{machine()}-{digest_of(sources, extra)}"
    folder.mkdir(exist_ok=True)
    return folder


@functools.cache
def machine() -> str:
    """What besides the sources decides the machine code."""
    from llvmlite import binding

    facts = f"{numba.__version__} {np.__version__} {platform.machine()} {binding.get_host_cpu_name()}"
    name = hashlib.blake2b(facts.encode(), digest_size=4).hexdigest()
    return f"{name}-py{sys.version_info[0]}{sys.version_info[1]}{'-bounds' if BOUNDS_CHECKED else ''}"


def digest_of(sources: frozenset[Path], extra: str = "") -> str:
    """One digest over the named sources, wherever the checkout lies."""
    digest = hashlib.blake2b(extra.encode(), digest_size=10)
    for text in sorted(f"{path.parent.name}/{path.name}\0{file_digest(path)}" for path in sources):
        digest.update(text.encode())
    return digest.hexdigest()


@functools.cache
def file_digest(path: Path) -> str:
    """The digest of one file as it was when this process first looked."""
    return hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()


@functools.cache
def sources_of(module: str) -> frozenset[Path]:
    """Every source file that a kernel of this module may be compiled from: its own, and what it imports.

    Imports are looked up as files, loaded or not: one may stand below the kernel that is decorated first. A
    constant that a module reads from a data file is not seen, so kernels take theirs from Python source.
    """
    found: set[Path] = set()
    waiting = [module]
    while waiting:
        path = file_of(waiting.pop())
        if path is None or path in found:
            continue
        found.add(path)
        waiting.extend(imports_of(path))
    return frozenset(found)


def file_of(module: str) -> Path | None:
    """The source file of a module, when it is one that can reach into a kernel."""
    package, _, name = module.rpartition(".")
    if module.split(".")[0] in FOREIGN:
        return None
    file = getattr(sys.modules.get(module), "__file__", None)
    if file:
        return Path(file).resolve() if file.endswith(".py") else None
    folders = getattr(sys.modules.get(package), "__path__", ()) if package else sys.path
    for folder in folders:
        for path in (Path(folder, f"{name}.py"), Path(folder, name, "__init__.py")):
            if path.is_file():
                return path.resolve()
    return None


@functools.cache
def imports_of(path: Path) -> tuple[str, ...]:
    """The modules that a file's imports may mean, relative ones resolved; `from a import b`: a and a.b."""
    names: list[str] = []
    waiting: list[ast.AST] = list(ast.parse(path.read_bytes()).body)
    while waiting:
        statement = waiting.pop()
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                # `import a.b` hands out `a`, so that its own functions can be called too.
                names.extend((alias.name, alias.name.split(".")[0]))
        elif isinstance(statement, ast.ImportFrom):
            package = package_of(path)
            base = package[: len(package) - statement.level + 1] if statement.level else []
            source = ".".join([*base, *([statement.module] if statement.module else [])])
            names.append(source)
            names.extend(f"{source}.{alias.name}" for alias in statement.names)
        elif not isinstance(statement, NO_IMPORTS_FOR_KERNELS) and not is_for_types_only(statement):
            waiting.extend(node for node in ast.iter_child_nodes(statement) if not isinstance(node, ast.expr))
    return tuple(names)


def is_for_types_only(statement: ast.AST) -> bool:
    """Whether it is an `if TYPE_CHECKING`."""
    return isinstance(statement, ast.If) and ast.unparse(statement.test).endswith("TYPE_CHECKING")


def package_of(path: Path) -> list[str]:
    """The dotted package that a file lies in, as a list of names."""
    names: list[str] = []
    folder = path.parent
    while (folder / "__init__.py").is_file():
        names.insert(0, folder.name)
        folder = folder.parent
    return names


def fingerprint(function: Any) -> str:
    """What tells one function from another of the same source: its name, code, defaults and closure."""
    function = plain(function)
    if not isinstance(function, FunctionType):
        return repr(type(function))
    cells = [repr(cell.cell_contents) for cell in function.__closure__ or ()]
    code = code_text(function.__code__)
    return f"{function.__module__}:{function.__qualname__} {code} {function.__defaults__} {cells}"


def code_text(code: CodeType) -> str:
    """A code object as text that is the same in every process."""
    constants = [code_text(value) if isinstance(value, CodeType) else repr(value) for value in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {constants}"
