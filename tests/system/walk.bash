#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A fault at each call of a session on the fake driver, one run each:
#
#   walk.bash at KIND FIRST STRIDE LAUNCHES FAMILY   (see walk_at below)
#   walk.bash on LAUNCHES FAMILY                     (see walk_on)
#
# A process of its own, as bats looks at each command of a test. In the
# environment: library, apps, families, runtime, and alone, the library where
# it finds no compile process (each process counts its calls). kept.json, where
# there is one, is the cache at first. Ends with 1 if the program noticed.
set -u

# What a call returns that fails, in turn.
read -ra walk_errors <<<"${WALK_ERRORS:--4 -5 -6 -9999 -36 -48 -30 -59}"
walked=0 # runs so far
walk_bad=0 # of which the program noticed

# session LAUNCHES FAMILY: the program under the tuner.
session() {
    LD_PRELOAD="$runtime${runtime:+:}${alone:-$library}" \
        "$apps/faulted" "$families" "$2" "$1"
}

walk_complain() {
    walk_bad=$((walk_bad + 1))
    printf '%s\n' "$*" >&2
}

# Whether what is alive at the end is what the fault itself explains.
walk_leaves_nothing() {
    local left
    read -r left <leaks
    left=${left%,\"launches*}${left#*,\"launches\":[0-9]*,}
    [[ $left == *'"invalid":0,"out_of_bounds":0}' ]] || return 1
    # What is not released stays.
    [[ $1 == clRelease* || $1 == clSVMFree ]] && return 0
    ! [[ ${left%\"invalid*} =~ :[1-9] ]]
}

# walk_check WHAT STATUS: of the run that has just ended. Starts few processes:
# there are thousands of runs.
walk_check() {
    local fault call line lines
    call=$(grep -m 1 -A 1 -e ' fails -> ' -e ' faulty=' calls)
    fault=${call%% *}
    walked=$((walked + 1))
    [ "$2" = 0 ] || walk_complain "$1: $fault: the program ended with $2"
    mapfile -t lines <out
    # (What FAKECL_FAULT does is a line of its own, before that of the call.)
    # A step in place that fails when it runs is missing, and rightly, where it
    # was the program's own.
    [ "${lines[*]}" = "$walk_bare" ] ||
        [[ $1 == *:exec*bump && $call == *"queue=0x1 "* ]] ||
        walk_complain "$1: $fault: other results"
    mapfile -t lines <err
    for line in "${lines[@]}"; do
        case $line in
        "again: $fault:"*) ;;
        again*) walk_complain "$1: $fault: the program saw ${line#again: }" ;;
        *Sanitizer* | *"runtime error"*) walk_complain "$1: $fault: $line" ;;
        esac
    done
    walk_leaves_nothing "$fault" || walk_complain "$1: $fault: left $(<leaks)"
}

# walk_run_bare LAUNCHES FAMILY: what it prints without the tuner.
walk_run_bare() {
    local lines
    mapfile -t lines < <("$apps/faulted" "$families" "$2" "$1")
    walk_bare=${lines[*]}
}

# walk_run VARIABLE RULE SESSION...: one run with that fault.
walk_run() {
    local status=0
    rm -f "$NETCL_TUNE_LOG" "$NETCL_AUTOTUNE_CACHE" calls
    [ ! -f kept.json ] || cp kept.json "$NETCL_AUTOTUNE_CACHE"
    export "$1=$2" FAKECL_LOG=calls
    session "${@:3}" >out 2>err || status=$?
    unset "$1" FAKECL_LOG
    walk_check "$1=$2 ${*:3}" "$status"
}

# walk_numbers KIND FIRST STRIDE: of the calls that can go wrong in this way,
# from the FIRST call on every STRIDE-th.
walk_numbers() {
    local which=.
    case $1 in
    exec | bytes) which=^clEnqueue ;;
    zero | huge) which=^clGetEventProfilingInfo ;;
    esac
    grep -n "$which" calls | cut -d : -f 1 |
        awk -v first="$2" -v stride="$3" '$1 >= first && i++ % stride == 0'
}

# walk_at KIND FIRST STRIDE LAUNCHES FAMILY: KIND is "fail" or what FAKECL_FAULT
# knows.
walk_at() {
    local kind=$1 first=$2 stride=$3 n calls numbers
    shift 3
    unset FAKECL_LOG
    walk_run_bare "$@"
    rm -f "$NETCL_TUNE_LOG" "$NETCL_AUTOTUNE_CACHE" calls
    [ ! -f kept.json ] || cp kept.json "$NETCL_AUTOTUNE_CACHE"
    FAKECL_LOG=calls session "$@" >out 2>err
    calls=$(wc -l <calls)
    numbers=$(walk_numbers "$kind" "$first" "$stride")
    for n in $numbers; do
        if [ "$kind" = fail ]; then
            walk_run FAKECL_FAIL "any:$n:${walk_errors[n % ${#walk_errors[@]}]}" "$@"
        else
            walk_run FAKECL_FAULT "any:$n:$kind" "$@"
        fi
    done
    echo "$*: $kind, every $stride. of $calls calls: $walked runs, $walk_bad bad"
}

# walk_on LAUNCHES FAMILY: of each kind of call that only the tuner makes, from
# the N-th on all fail.
walk_on() {
    local rule n calls entry
    unset FAKECL_LOG
    walk_run_bare "$@"
    rm -f "$NETCL_TUNE_LOG" "$NETCL_AUTOTUNE_CACHE" calls
    [ ! -f kept.json ] || cp kept.json "$NETCL_AUTOTUNE_CACHE"
    FAKECL_LOG=bare-calls "$apps/faulted" "$families" "$2" "$1" >out 2>err
    FAKECL_LOG=tuned-calls session "$@" >out 2>err
    while read -r calls entry; do
        n=$(($(grep -c "^$entry " bare-calls) + 1))
        for rule in "$n" "$(((n + calls) / 2))" "$calls"; do
            [ "$rule" -lt "$n" ] ||
                walk_run FAKECL_FAIL "$entry:$rule+:-5" "$@"
        done
    done < <(cut -d ' ' -f 1 tuned-calls | sort | uniq -c |
        grep -v 'clRelease\|clEnqueueND\|clSetKernelArg\|clEnqueueRead\|SVM\|Platform')
    echo "$*: whole kinds of calls fail: $walked runs, $walk_bad bad"
}

"walk_$1" "${@:2}"
[ "$walk_bad" = 0 ]
