#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An allocation of the tuner's own fails, one run each, on the fake driver:
#
#   nomemory.bash one STRIDE WORDS...    every STRIDE-th, each alone
#   nomemory.bash rest STRIDE WORDS...   the same, and all after it
#
# WORDS is a program, whose output and status have to be those without the
# tuner, or netcl-tune with its arguments, which has to end with 0 and all it
# has to say, or with 1 and a message. In the environment: builddir, library,
# command, and alone, as walk.bash has it; in the folder nomemory, where there
# is one, kept.json is the cache at first and kept.bin the file "bin". Ends with
# 1 if anything was wrong.
set -u

shim=$builddir/tests/.libs/libnomemory.so
here=$BATS_TEST_TMPDIR/nomemory
walked=0
bad=0

complain() {
    bad=$((bad + 1))
    printf '%s: %s (%s)\n' "$what" "$*" "$(cat where 2>/dev/null)" >&2
}

# session WORDS...: under the tuner, or the tuner's command itself.
session() {
    local preload=$shim
    rm -f "$NETCL_TUNE_LOG" "$NETCL_AUTOTUNE_CACHE"* into.json where leaks
    rm -rf binaries mine "$HOME/.cache"
    [ ! -f kept.json ] || cp kept.json "$NETCL_AUTOTUNE_CACHE"
    rm -f bin
    [ ! -f kept.bin ] || cp kept.bin bin
    [ "$1" = "$command" ] || preload=$shim:${alone:-$library}
    status=0
    timeout -s ABRT 60 env LD_PRELOAD="$preload" "$@" >out 2>err || status=$?
}

# The fake driver counted nothing that is wrong.
check_driver() {
    local left
    [ -f leaks ] || return 0
    read -r left <leaks
    [[ $left == *'"invalid":0,"out_of_bounds":0}' ]] ||
        complain "the driver counted $left"
    left=${left%,\"launches*}
    ! [[ $left =~ :[1-9] ]] || complain "left alive: $left"
}

# What is remembered is there: a whole object, and nobody's trial in the journal.
check_files() {
    local cache=$NETCL_AUTOTUNE_CACHE
    [ ! -e "$HOME/.cache" ] || complain "something went to $HOME/.cache"
    [ ! -f into.json ] || jq -e 'type == "object"' into.json >jq.out 2>&1 ||
        complain "what was merged is $(<into.json)"
    [ ! -f "$cache" ] || cmp -s "$cache" good.json ||
        jq -e 'type == "object"' "$cache" >jq.out 2>&1 ||
        complain "the cache is $(<"$cache")"
    [ "$1" = "$command" ] || [ ! -f good.json ] || [ ! -f "$cache" ] ||
        cmp -s "$cache" good.json ||
        jq -e --slurpfile good good.json 'to_entries | all(.value.digest == null
            or .value.choice == $good[0][.key].choice)' "$cache" >jq.out 2>&1 ||
        complain "decided $(<"$cache")"
    [ ! -f kept.json ] ||
        jq -e --slurpfile kept kept.json \
            '. as $now | $kept[0] | keys | all($now[.] != null)' "$cache" \
            >jq.out 2>&1 || complain "the cache lost what was kept"
    if [ -f "$cache.trials" ] && grep -q '^[rx]' "$cache.trials"; then
        complain "the journal has $(<"$cache.trials")"
    fi
}

check_run() {
    mapfile -t lines <out
    mapfile -t told <err
    if [ "$1" != "$command" ]; then
        [ "$status" = "$good_status" ] || complain "ended with $status"
        [ "${lines[*]}" = "$good" ] || complain "other output"
    elif [ "$status" = 0 ]; then
        [ "${lines[*]}" = "$good" ] || [[ ${told[*]} == "netcl-tune: "* ]] ||
            complain "other output, and nothing said"
    elif [ "$status" != 1 ]; then
        complain "ended with $status: ${told[*]}"
    else
        [[ $'\n'$(<err) == *$'\n'"netcl-tune: "* ]] ||
            complain "ended with 1 and no message"
    fi
    check_driver
    check_files "$@"
}

# What comes out where memory is to be had.
run_well() {
    unset NOMEMORY NOMEMORY_WHERE
    rm -f good.json count
    if [ "$1" = "$command" ]; then
        NOMEMORY_COUNT=$PWD/count session "$@"
        good_status=$status
        mapfile -t lines <out
    else
        good_status=0
        "$@" >out || good_status=$?
        mapfile -t lines <out
        NOMEMORY_COUNT=$PWD/count session "$@"
    fi
    good=${lines[*]}
    [ ! -f "$NETCL_AUTOTUNE_CACHE" ] || cp "$NETCL_AUTOTUNE_CACHE" good.json
    read -r count <count
}

walk() {
    local how=$1 stride=$2 n
    shift 2
    run_well "$@"
    export NOMEMORY_WHERE=$PWD/where
    for ((n = 1 + ${PHASE:-0}; n <= count; n += stride)); do
        export NOMEMORY=$n
        [ "$how" = one ] || NOMEMORY+=+
        what="NOMEMORY=$NOMEMORY ${*##*/}"
        session "$@"
        check_run "$@"
        walked=$((walked + 1))
    done
    echo "${*##*/}: $how fails, every $stride. of $count: $walked runs, $bad bad"
}

mkdir -p "$here" && cd "$here" || exit 1
walk "$@"
[ "$bad" = 0 ]
