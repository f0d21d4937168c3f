#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Install the Debian packages that building and testing need, if any is absent.
# --all: those too without which some tests are skipped (a browser, a shell, MPI).
set -euo pipefail

packages=(
    autoconf automake libtool pkg-config gcc make
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
    debhelper dpkg-dev fakeroot lintian      # the packages
)

missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null |
        grep -q 'ok installed' || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

echo "installing: ${missing[*]}"
sudo=""
[ "$(id -u)" -eq 0 ] || sudo=sudo
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -qq
$sudo apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
