#!/bin/sh
# Makes .venv anew from requirements.lock. PYTHON names the interpreter; without it the first Python >= 3.11 is taken.
set -eu
cd "$(dirname "$0")/.."

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

python=
for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
    if new_enough "$candidate"; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    found=$("${PYTHON:-python3}" --version 2>/dev/null) || found="no ${PYTHON:-python3}"
    echo "kittycorner: needs Python 3.11 or newer, found $found; name one with: make PYTHON=/path/to/python3.12" >&2
    exit 1
fi

# Debian keeps the part of Python that makes environments in a package of its own.
if ! "$python" -c 'import ensurepip' >/dev/null 2>&1; then
    package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "kittycorner: installing the system package $package"
        { apt-get -qq update && apt-get -qq install -y "$package"; } >/dev/null || true
    fi
    if ! "$python" -c 'import ensurepip' >/dev/null 2>&1; then
        echo "kittycorner: $python can't make environments; install that part of it with: sudo apt-get install $package" >&2
        exit 1
    fi
fi

echo "kittycorner: making .venv with $("$python" --version) and the locked packages (a minute the first time)"
rm -rf .venv
"$python" -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
