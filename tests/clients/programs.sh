#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Real programs: what each prints, bare (twice), preloaded and tuning, preloaded
# with what was remembered, and as a layer with variants forced upon it (once
# what verification let through or the sizes suggest, once changes that most
# kernels allow), has to be the same, warnings included.
# Prints the rows of the table in doc/clients.md.
#
#   programs.sh [-l LIST]... [REGEX]      LIST: programs.list if none is given
#
# A line of a list: NAME | WAY IN | COMMAND. The command is a shell's; $data is
# a folder that it may write to, $clients this one. A name that starts with
# "?" is a program that need not be there.
set -u
clients=$(cd "$(dirname "$0")" && pwd)
. "$clients/ways.bash"
export clients srcdir

lists=()
while getopts l: option; do
    case $option in
    l) lists+=("$(realpath "$OPTARG")") ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
only=${1:-.}
[ ${#lists[@]} -gt 0 ] || lists=("$clients/programs.list")

# What a program prints, without times, speeds, addresses and folders.
filter() {
    sed -E -e 's/\x1b\[[0-9;]*m//g' -e "s|$work/[a-z]+|WORK|g" \
        -e "s/0x[0-9a-f]{6,}/ADDRESS/g" -e "s/WARN:0@[0-9.]+/WARN/" \
        -e '/[Gg](flops|Flops|FLOP|B\/s)|FLOPS|OPS|[0-9] ?m?u?sec|[0-9.]+ ?[mun]?s\b|[Tt]ime|[Tt]hroughput|bandwidth|elapsed|seconds|speed/s/[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?/N/g' \
        -e "${FILTER:-}" | tr -d '\r'
}

# attempt WAY FILE COMMAND: what it prints and returns, in two files.
attempt() {
    export data=$work/$1/data
    mkdir -p "$data"
    (cd "$data" && in_way "$1" bash -c "$3") \
        >"$2.out" 2>"$2.err" </dev/null
    local status=$?
    {
        filter <"$2.out"
        echo "-- stderr"
        # How often the compiler warned depends on what the driver kept.
        filter <"$2.err" | grep -vE '^[0-9]+ warnings? generated\.$'
        echo "-- exit $status"
    } >"$2"
}

# from_log FILE FILTER
from_log() {
    [ -f "$1" ] && jq -rs "$2" "$1"
}

equal=0 differs=0
echo "| program | way in | launches | searched | substituted: tuning, remembered, forced, forced | left alone because | output |"
echo "|---|---|--:|--:|--:|---|---|"
while IFS='|' read -r name way command; do
    name=${name// /} way=$(echo $way)
    case $name in '' | '#'*) continue ;; esac
    [[ ${name#\?} =~ $only ]] || continue
    file=$work/${name#\?}
    rm -f "$file".*
    rm -rf "$work/bare" "$work/preloaded" "$work/asked" "$work/forced"
    attempt bare "$file.bare" "$command"
    if [ "${name:0:1}" = '?' ] && grep -qE '^-- exit (127|77)$' "$file.bare"
    then
        echo "| ${name#\?} | $way | | | | not installed |"
        continue
    fi
    name=${name#\?}
    attempt bare "$file.bare2" "$command"
    # The first way's kept binaries stay, as they would for a user.
    LOG=$file.tuning.log attempt preloaded "$file.tuning" "$command"
    LOG=$file.cached.log attempt preloaded "$file.cached" "$command"
    POCL_CACHE=$work/bare/pocl LOG=$file.asked.log CACHE=$file.none \
        attempt asked "$file.asked" "$command"
    cat "$file".{asked,tuning}.log 2>/dev/null >"$file.keys"
    for round in 0 1; do
        CACHE=$file.cache ROUND=$round force_choices "$file.keys"
        rm -rf "$work/forced"
        CACHE=$file.cache LOG=$file.forced$round.log attempt forced \
            "$file.forced$round" "$command"
    done
    verdict=equal
    cmp -s "$file.bare" "$file.tuning" || verdict="DIFFERENT while tuning"
    # A second run may print less (kernels kept): compare with a second run.
    cmp -s "$file.bare2" "$file.cached" || verdict="DIFFERENT"
    for round in 0 1; do
        cmp -s "$file.bare" "$file.forced$round" ||
            verdict="DIFFERENT when forced"
    done
    if [ "$verdict" != equal ] && ! cmp -s "$file.bare" "$file.bare2"; then
        verdict="differs bare, too"
    fi
    grep -qx -e '-- exit 124' "$file.bare" "$file.tuning" "$file.cached" \
        "$file.forced"[01] &&
        verdict="stopped at the limit"
    grep -qE '^-- exit 0$' "$file.bare" ||
        verdict="$verdict (exit $(sed -n 's/^-- exit //p' "$file.bare"))"
    launches=$(from_log "$file.tuning.log" \
        'map(select(.event == "summary") | .launches) | add // 0')
    count='map(select(.event == "summary") | .substituted) | add // 0'
    searched=$(from_log "$file.tuning.log" \
        '[.[] | select(.event == "decision" and .origin == "tuned" and
            .reason != "budget")] | length')
    reasons=$(from_log "$file.tuning.log" '[.[] | select(.event == "skip" or
        (.event == "decision" and .choice == "original")) | .reason] |
        group_by(.) | map("\(.[0]) \(length)") | join(", ")')
    echo "| $name | $way | ${launches:-none} | ${searched:-0} | $(from_log \
        "$file.tuning.log" "$count"), $(from_log "$file.cached.log" "$count"
        ), $(from_log "$file.forced0.log" "$count"), $(from_log \
        "$file.forced1.log" "$count") | $reasons | $verdict |"
    case $verdict in
    DIFFERENT*)
        differs=$((differs + 1))
        { diff "$file.bare" "$file.tuning"
          diff "$file.bare2" "$file.cached"
          diff "$file.bare" "$file.forced0"
          diff "$file.bare" "$file.forced1"; } | head -n 30 >&2
        ;;
    *) equal=$((equal + 1)) ;;
    esac
done < <(cat "${lists[@]}")
echo
echo "$equal passed, $differs failed"
[ "$differs" -eq 0 ]
