#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# analyze.sh [TOOL...]: what static analysis says of src/: cppcheck, gcc
# (-fanalyzer), tidy (clang-tidy) and clang (scan-build's checkers). Silence and
# 0 when all is well. A tool that is not there is passed over.
set -uo pipefail
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
jobs=$(nproc)
read -ra flags < <(echo -std=gnu17 -Isrc -D_GNU_SOURCE \
    -DNETCL_VARIANTS_FOLDER='""' -DNETCL_HELPER_FOLDER='""' \
    -DNETCL_LIBRARY_FOLDER='""' -DPACKAGE_VERSION='"0"' \
    "$(pkg-config --cflags libcjson)")

each() {
    printf '%s\n' src/*/*.c | xargs -P "$jobs" -n 4 "$@"
}

has() {
    command -v "$1" >/dev/null || ! echo "$1 is not here: passed over" >&2
}

run_cppcheck() {
    # Of uthash it sees no bodies; and compilers that build this shift the sign.
    has cppcheck && cppcheck --quiet \
        --suppress=uninitvar:src/launch/knowledge.c \
        --suppress=ctuuninitvar:src/launch/knowledge.c \
        --suppress=shiftTooManyBitsSigned:src/match/exprmath.c -j "$jobs" --std=c11 --inline-suppr \
        --enable=warning,portability,performance --suppress=missingInclude \
        -Isrc -D_GNU_SOURCE -D'NETCL_VARIANTS_FOLDER=""' \
        --error-exitcode=0 src 2>&1
}

run_gcc() {
    has gcc || return
    printf '%s\n' src/*/*.c | xargs -P "$jobs" -I FILE gcc "${flags[@]}" -O2 \
        -Wall -Wextra -fanalyzer -c FILE -o /dev/null 2>&1
}

run_tidy() {
    has clang-tidy || return
    each clang-tidy --quiet \
        --checks='-*,bugprone-*,cert-err*,cert-env*,clang-analyzer-*,-bugprone-easily-swappable-parameters,-bugprone-narrowing-conversions,-bugprone-reserved-identifier,-bugprone-assignment-in-if-condition,-bugprone-macro-parentheses,-bugprone-sizeof-expression,-bugprone-branch-clone,-bugprone-implicit-widening-of-multiplication-result,-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling' \
        2>/dev/null
}

run_clang() {
    has clang || return
    printf '%s\n' src/*/*.c | xargs -P "$jobs" -I FILE clang "${flags[@]}" \
        --analyze --analyzer-output text -Xclang -analyzer-disable-checker \
        -Xclang security.insecureAPI.DeprecatedOrUnsafeBufferHandling \
        FILE -o /dev/null 2>&1
}

status=0
[ $# -gt 0 ] || set -- cppcheck gcc tidy clang
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
