#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# pyopencl's own tests, as Debian's python-pyopencl-doc ships them: the same
# outcome of each, bare, preloaded, and as a layer. Each way runs twice over its
# own folder: the second time, pyopencl's binary cache serves the programs.
#
#   pyopencl-tests.sh         a part that is done in two minutes
#   pyopencl-tests.sh --all   every test (an hour, and 5 GiB of memory; LIMIT=3600)
#   pyopencl-tests.sh FILE... these test files
set -u
. "$(dirname "$0")/ways.bash"

python=/usr/bin/python3
folder=/usr/share/doc/python-pyopencl-doc/examples
[ -f "$folder/test_wrapper.py" ] || skip "needs python-pyopencl-doc"
"$python" -c 'import pyopencl, pytest' 2>/dev/null ||
    skip "needs python3-pyopencl and python3-pytest"

case ${1:-} in
"")
    files="test_wrapper.py test_enqueue_copy.py test_arrays_in_structs.py"
    ;;
--all)
    files=$(cd "$folder" && echo test_*.py)
    ;;
*)
    files=$*
    ;;
esac

# outcomes WAY RUN: one line for each test.
outcomes() {
    # shellcheck disable=SC2086
    PYOPENCL_CTX=0 PYOPENCL_TEST=portable PYTHONDONTWRITEBYTECODE=1 \
        in_way "$1" "$python" -m pytest -v --tb=short -p no:cacheprovider \
        $files >"$work/$1.$2.out" 2>&1 </dev/null
    echo "exit $?" >"$work/$1.$2"
    # The address of an object in a parameter's name is no part of the outcome.
    sed -nE 's/ +\[ *[0-9]+%\]$//; s/0x[0-9a-f]+/0x/g
        /^test_[^ ]*::.* (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)( |$)/p' \
        "$work/$1.$2.out" >>"$work/$1.$2"
}

count() {
    grep -cE " $1( |\$)" "$2"
}

cd "$folder" || exit 99
set -- $ways
first=$1
differs=0 same=0
printf '%-10s %-12s %7s %7s %8s %6s  %s\n' \
    way run passed failed skipped xfail outcomes
for way in $ways; do
    for run in cold cached; do
        outcomes "$way" $run
        file=$work/$way.$run
        if cmp -s "$work/$first.$run" "$file" && [ -s "$file" ]; then
            verdict=same
            same=$((same + 1))
        else
            verdict=DIFFERENT
            differs=$((differs + 1))
        fi
        printf '%-10s %-12s %7d %7d %8d %6d  %s\n' "$way" "$run" \
            "$(count PASSED "$file")" \
            "$(count '(FAILED|ERROR)' "$file")" "$(count SKIPPED "$file")" \
            "$(count '(XFAIL|XPASS)' "$file")" "$verdict"
        if [ $verdict = DIFFERENT ]; then
            diff "$work/$first.$run" "$file" | head -n 20
            tail -n 20 "$file.out"
        fi
    done
done
if [ "$(count PASSED "$work/$first.cold")" -eq 0 ]; then
    echo "no test passed without the tuner"
    tail -n 20 "$work/$first.cold.out"
    differs=$((differs + 1))
fi
echo "$same passed, $differs failed"
[ "$differs" -eq 0 ]
