#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Khronos' conformance tests, built elsewhere: each sub-test in a process of its
# own, with the same exit code and verdicts bare, preloaded with every launch
# tuned, and as a layer with a variant forced upon every launch that has one.
#
#   cts.sh FOLDER BINARY...     such as: cts.sh b/test_conformance events api
#
# LIMIT (60) is for a sub-test bare; SKIP and ONLY name sub-tests by a regular
# expression.
set -u
export LIMIT=${LIMIT:-60}
. "$(dirname "$0")/ways.bash"
STALL_MS=${STALL_MS:-4000} BUDGET_S=${BUDGET_S:-8}
POCL_CACHE=$work/pocl
SETTINGS="NETCL_TUNE_SEARCH=exhaustive NETCL_TUNE_REPS=1"
folder=${1-}
[ -d "$folder" ] || skip "needs a folder of built conformance tests"
shift

# What it says of itself, without seeds, times and addresses.
verdicts() {
    grep -E 'PASSED|FAILED|ERROR|[Ss]kipp|not supported' "$1" |
        sed -E 's/0x[0-9a-f]+|[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?/N/g'
}

# attempt WAY FILE BINARY SUB-TEST
attempt() {
    local status=0
    (mkdir -p "$work/at" && cd "$work/at" &&
        in_way "$1" "$3" "$4") >"$2.out" 2>&1 </dev/null || status=$?
    { echo "exit $status"; verdicts "$2.out"; } >"$2"
}

sum() {
    cat "$work/$1."*"$2.log" 2>/dev/null |
        jq -rs "map(select(.event == \"summary\") | .$3) | add // 0"
}

failures=0 good=0
echo "| binary | sub-tests | compared | pass | fail bare, too | limit | launches | keys searched | substituted: tuning | forced |"
echo "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
for name; do
    binary=$(find "$folder" -name "test_$name" -type f | head -n 1)
    [ -n "$binary" ] || { echo "no test_$name"; failures=1; continue; }
    compared=0 passed=0 failed=0 late=0 count=0
    for sub in $("$binary" --list | awk '/^\t/ { print $1 }'); do
        [[ $sub =~ ${ONLY:-.} ]] || continue
        file=$work/$name.$sub count=$((count + 1))
        rm -f "$file".*
        if [[ $sub =~ ${SKIP:-^$} ]]; then late=$((late + 1)); continue; fi
        attempt bare "$file.bare" "$binary" "$sub"
        if grep -qE '^exit (124|137)$' "$file.bare"; then
            late=$((late + 1))
            continue
        fi
        limit=$((LIMIT + 120))
        LOG=$file.asked.log CACHE=$file.none attempt asked "$file.asked" \
            "$binary" "$sub"
        LOG=$file.preloaded.log CACHE=$file.tuned attempt preloaded \
            "$file.preloaded" "$binary" "$sub"
        cat "$file".{asked,preloaded}.log 2>/dev/null >"$file.keys"
        for round in 0 1; do
            CACHE=$file.choices ROUND=$round force_choices "$file.keys"
            LOG=$file.forced$round.log CACHE=$file.choices attempt forced \
                "$file.forced$round" "$binary" "$sub"
        done
        limit=$LIMIT
        compared=$((compared + 1))
        if grep -qx 'exit 0' "$file.bare"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
        fi
        for way in asked preloaded forced0 forced1; do
            cmp -s "$file.bare" "$file.$way" && good=$((good + 1)) && continue
            failures=$((failures + 1))
            echo "$name $sub: DIFFERENT $way" >&2
            diff "$file.bare" "$file.$way" | head -n 10 >&2
        done
        echo "$name $sub $(head -n 1 "$file.bare") $(sum "$name.$sub" forced0 \
            substituted) $(sum "$name.$sub" forced1 substituted) forced" >>"$work/progress"
    done
    keys=$(cat "$work/$name".*.preloaded.log 2>/dev/null | jq -rs '[.[] |
        select(.event == "decision" and .origin == "tuned" and
            .reason != "budget")] | length')
    echo "| $name | $count | $compared | $passed | $failed | $late | $(sum \
        "$name" preloaded launches) | $keys | $(sum "$name" preloaded \
        substituted) | $(sum "$name" forced0 substituted), $(sum "$name" \
        forced1 substituted) |"
done
echo "$good passed, $failures failed"
[ "$failures" -eq 0 ]
