#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Install the Debian packages that building and testing need, if any is absent.
# --all: those too without which some tests are skipped (a browser, a shell, MPI).
set -euo pipefail

packages=(
    autoconf automake libtool pkg-config gcc libc6-dev make
    libcjson-dev uthash-dev opencl-headers ocl-icd-opencl-dev
    pocl-opencl-icd                          # the embedded default device
    bats jq valgrind                         # the tests
    python3-pyopencl python-pyopencl-doc     # a real client
    python3-pytest clblast-tests             # others' own suites
)
[ "${1-}" = --all ] && packages+=(
    chromium fonts-dejavu-core               # the report's page, drawn
    zsh man-db bsdutils                      # completion, manual, colours
    openmpi-bin                              # many ranks
    clang clang-tidy cppcheck                # fuzzers, static analysis
    debhelper dpkg-dev fakeroot lintian      # the packages
)

give_up() {
    echo "$1" >&2
    exit 1
}

command -v apt-get >/dev/null || give_up "This is no Debian: install what these \
are called here, and go on with scripts/build.sh: ${packages[*]}"

missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null |
        grep -q 'ok installed' || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

sudo=""
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || give_up "Have somebody who may (this is not \
root, and there is no sudo) say, then try again:
    apt-get update && apt-get install --no-install-recommends ${missing[*]}"
    sudo="sudo env DEBIAN_FRONTEND=noninteractive"
fi

echo "installing: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# What it says is of interest when it fails.
{
    $sudo apt-get update -qq &&
        $sudo apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends \
            "${missing[@]}"
} >"$log" 2>&1 </dev/null || give_up "$(cat "$log")
The packages could not be installed (see above)."
