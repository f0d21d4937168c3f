#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# kills.sh BUILD [N]: kill -9 at N random moments of a tuning run (200), on the
# fake driver. Cache and journal have to be readable every time, and the keys
# of other processes have to stay.
set -u
abs_builddir=${1:?usage: kills.sh BUILD [N]}
count=${2:-200}
# shellcheck source=/dev/null
. "$(dirname "$0")/../tests/system/outside.bash"
use_fake
unset FAKECL_LEAKS
# Launches that take their time, so that kills fall into them.
own_family
sed -i 's/\(time_us=[0-9]*\)/\1 real/; s/time_us=[0-9]/&0/' families/scale/*.cl

# A process that can be killed, and not a shell around it.
start() {
    (
        export LD_PRELOAD="$runtime${runtime:+:}$library"
        exec "$apps/launches" families/scale/reference.cl scale 100000 40
    ) >/dev/null 2>err &
}

kept='{"choice": 16, "mine": [1.50]}'

fail() {
    echo "after $n kills: $1" >&2
    exit 1
}

# How long a run takes that is left alone, in microseconds.
before=$(date +%s%N)
start
wait $!
whole=$((($(date +%s%N) - before) / 1000))
echo "a whole run takes $((whole / 1000)) ms"

decided=0 blamed=0
for ((n = 1; n <= count; n++)); do
    # Most of the runs find nothing decided, and so tune from the start.
    [ $((n % 8)) = 0 ] || printf '{"other|1::k::(1,)": %s}\n' "$kept" >cache.json
    start
    sleep "$(printf '0.%06d' $((RANDOM * whole / 49152)))"
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
    grep -v 'a process ended while it tried' err | grep -v '^ *$' >&2 &&
        fail "$(cat err)"
    blamed=$((blamed + $(grep -c 'a process ended' err)))
    grep -qF "$kept" cache.json || fail "another process's key is gone"
    jq -e . cache.json >/dev/null || fail "the cache is torn"
    [ ! -e cache.json.trials ] ||
        ! grep -v '^[-rx] ' cache.json.trials || fail "the journal is torn"
    decided=$((decided + $(jq 'length - 1' cache.json)))
done
start
wait $!
blamed=$((blamed + $(grep -c 'a process ended' err)))
echo "$count processes killed, $decided of them after their decision," \
    "$blamed while they tried a candidate"
