#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# CLBlast's own test programs, as Debian's clblast-tests ships them: the same
# output and exit code of each, bare, preloaded, and as a layer.
#
#   clblast-tests.sh           a part that is done in two minutes
#   clblast-tests.sh --all     every routine (hours)
#   clblast-tests.sh xgemv...  these routines
#
# Each program runs its routine in every precision; an option for one is ignored.
set -u
. "$(dirname "$0")/ways.bash"

[ -x /usr/bin/clblast_test_xaxpy ] || skip "needs clblast-tests"

case ${1:-} in
"") set -- xaxpy xcopy xswap xscal xdot xnrm2 xasum xamax xhad ;;
--all)
    set --
    for program in /usr/bin/clblast_test_*; do
        set -- "$@" "${program##*_}"
    done
    ;;
esac

# What a program prints, without colours, and without what PoCL's compiler says
# where it has not kept the kernel.
plain() {
    sed -E 's/\x1b\[[0-9;]*m//g; /^[0-9]+ warnings? generated\.$/d'
}

total() {
    awk -v what="$1" '$0 ~ "test.s. " what { n += $1 } END { print n + 0 }' "$2"
}

# Of a program that was stopped there is none.
logged() {
    [ -f "$2" ] || echo 0
    [ ! -f "$2" ] ||
        jq -rs "map(select(.event == \"summary\") | .$1) | add // 0" "$2"
}

# As far as both came: the last line may be half of one. What stands before the
# first result says nothing.
same_until_the_limit() {
    local lines
    lines=$(wc -l "$1" "$2" | sort -n | awk '{ print $1 - 3; exit }')
    cmp -s <(head -n "$lines" "$1") <(head -n "$lines" "$2") || return 1
    until_then="same, until the limit"
    head -n "$lines" "$1" | grep -q 'Pass rate' ||
        until_then="stopped before its first result"
}

differs=0 same=0
printf '%-22s %-10s %8s %8s %8s %9s %11s  %s\n' \
    routine way passed failed skipped launches substituted output
for routine; do
    first=
    for way in $ways; do
        file=$work/$routine.$way
        rm -f "$file.log"
        LOG=$file.log in_way "$way" stdbuf -oL "/usr/bin/clblast_test_$routine" "${options[@]}" \
            2>&1 </dev/null | plain >"$file"
        printf '\nexit %d\n' "${PIPESTATUS[0]}" >>"$file"
        first=${first:-$file}
        verdict=same
        cmp -s "$first" "$file" || verdict=DIFFERENT
        if grep -qx 'exit 124' "$first" "$file" &&
            same_until_the_limit "$first" "$file"; then
            verdict=$until_then
        fi
        case $verdict in
        same*) same=$((same + 1)) ;;
        DIFFERENT) differs=$((differs + 1)) ;;
        esac
        printf '%-22s %-10s %8d %8d %8d %9d %11d  %s\n' "$routine" "$way" \
            "$(total passed "$file")" "$(total failed "$file")" \
            "$(total skipped "$file")" "$(logged launches "$file.log")" \
            "$(logged substituted "$file.log")" "$verdict"
        [ "$verdict" != DIFFERENT ] || diff "$first" "$file" | head -n 40
    done
    if [ "$(total passed "$first")" -eq 0 ] && ! grep -qx 'exit 124' "$first"; then
        echo "$routine: no test passed without the tuner"
        differs=$((differs + 1))
    fi
done
echo "$same passed, $differs failed"
[ "$differs" -eq 0 ]
