#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# analyze.sh [TOOL...]: what static analysis says of src/: cppcheck, clang (its
# warnings), tidy (clang-tidy, with the checkers of scan-build) and gcc
# (-fanalyzer). Silence and 0 when all is well. A tool that is not there is passed over.
set -uo pipefail
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
jobs=$(nproc)
read -ra flags < <(echo -std=gnu17 -Isrc -Ibuild/src -D_GNU_SOURCE \
    -DNETCL_VARIANTS_FOLDER='""' -DNETCL_HELPER_FOLDER='""' \
    -DNETCL_LIBRARY_FOLDER='""' -DPACKAGE_VERSION='"0"' \
    "$(pkg-config --cflags libcjson)")

# The report's page includes what scripts/build.sh has made of its parts.
sources() {
    local file
    for file in src/*/*.c; do
        [ "$file" = src/cli/page.c ] && [ ! -e build/src/cli/page.inc ] ||
            echo "$file"
    done
}

has() {
    command -v "$1" >/dev/null || ! echo "$1 is not here: passed over" >&2
}

run_cppcheck() {
    # Of uthash it sees no bodies; and compilers that build this shift the sign.
    has cppcheck && cppcheck --quiet \
        --suppress=uninitvar:src/launch/knowledge.c \
        --suppress=ctuuninitvar:src/launch/knowledge.c \
        --suppress=shiftTooManyBitsSigned:src/match/exprmath.c -j "$jobs" \
        --std=c11 --inline-suppr \
        --enable=warning,portability,performance --suppress=missingInclude \
        -Isrc -D_GNU_SOURCE -D'NETCL_VARIANTS_FOLDER=""' \
        --error-exitcode=0 src 2>&1
}

run_gcc() {
    has gcc || return
    sources | xargs -P "$jobs" -I FILE gcc "${flags[@]}" -O2 \
        -Wall -Wextra -fanalyzer -c FILE -o /dev/null 2>&1
}

# gcc's warnings are seen whenever it builds.
run_clang() {
    has clang || return
    sources | xargs -P "$jobs" -I FILE clang "${flags[@]}" -fsyntax-only \
        -Wall -Wextra FILE 2>&1
}

# With clang's own analyzer: .clang-tidy says what, and what not.
run_tidy() {
    has clang-tidy || return
    sources | xargs -P "$jobs" -I FILE clang-tidy --quiet FILE \
        -- "${flags[@]}" 2>&1
}

status=0
[ $# -gt 0 ] || set -- cppcheck clang tidy gcc
for tool in "$@"; do
    "run_$tool" | grep -v '^[0-9]* warnings\? generated\|^Suppressed\|^Use -h' \
        >"$out/$tool"
    if [ -s "$out/$tool" ]; then
        echo "==== $tool"
        cat "$out/$tool"
        status=1
    fi
done
exit $status
