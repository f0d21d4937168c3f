#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Eight threads on eight queues, for a minute each, in builds with
# ThreadSanitizer and AddressSanitizer, on the fake driver and on PoCL: no
# report, and right results. The suite has a short form (060-threads).
#
#   scripts/soak.sh [SECONDS]
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
families=$PWD/tests/data/families
failures=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -x configure ] || ./autogen.sh >/dev/null 2>&1

build() {
    mkdir -p "build/soak-$1"
    (cd "build/soak-$1" &&
        { [ -f Makefile ] || ../../configure --quiet "--enable-sanitize=$2"; } &&
        make --silent && make --silent check TESTS=) >"$work/build.log" 2>&1 ||
        { cat "$work/build.log"; exit 1; }
}

# run NAME DRIVER [VARIABLE=VALUE...]: a line of what came out.
run() {
    local name=$1 driver=$2 log=$work/log status=0
    local top=build/soak-$1
    local library=$PWD/$top/.libs/libnetcl_tune.so
    local runtime
    runtime=$(ldd "$library" | awk '/lib[at]san/ { print $3; exit }')
    # TSan takes the start of the compile process for a fork of this one.
    [ "$name" = address ] || { cp "$library" "$work"; library=$work/${library##*/}; }
    rm -f "$work/cache.json" "$log"
    env "${@:3}" ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=exitcode=66 \
        NETCL_TUNE_VARIANTS="$families" NETCL_TUNE_LOG="$log" \
        NETCL_AUTOTUNE_CACHE="$work/cache.json" \
        LD_PRELOAD="$runtime:$library" "$top/tests/threads" \
        "$families/scale/reference.cl" scale 8 "${seconds}s" \
        >"$work/out" 2>"$work/err" || status=$?
    echo "$name, $driver, $seconds s: $(tail -n 1 "$work/out")," \
        "$(jq -r 'select(.event == "summary") |
            "\(.launches) launches, \(.substituted) substituted"' "$log")," \
        "$(grep -cE '(WARNING|ERROR): [A-Za-z]*Sanitizer|runtime error' \
            "$work/err" || true) reports"
    if [ $status -ne 0 ] || grep -qE 'Sanitizer|runtime error' "$work/err"; then
        failures=$((failures + 1))
        head -n 60 "$work/err"
    fi
}

for name in thread address; do
    kind=$name
    [ $name = thread ] || kind=address,undefined
    build $name $kind
    # It knows the tuner's own kernels by what it is told of them.
    run $name fake OCL_ICD_VENDORS="$PWD/build/soak-$name/tests/.libs/libfakecl.so" \
        FAKECL_LINES="netcl_compare op=differ dst=differs a=a b=b count=words;\
netcl_random op=random dst=words k=first count=count value=seed m=keep_even n=set_even" \
        NETCL_TUNE_DERIVE=0
    # So short a launch keeps its original there, unless a rule says otherwise.
    run $name PoCL POCL_CACHE_DIR="$work/pocl"
    run $name "PoCL, pinned" POCL_CACHE_DIR="$work/pocl" NETCL_TUNE_MODE=pinned
done
[ $failures -eq 0 ]
