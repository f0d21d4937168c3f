# SPDX-License-Identifier: Apache-2.0
# Shared by the system tests. The build folder comes from make (builddir), the
# sources from srcdir; every test has a folder of its own in $BATS_TEST_TMPDIR.

bats_require_minimum_version 1.5.0

builddir=$(cd "${abs_builddir:-.}" && pwd)
srcdir=$(cd "${abs_srcdir:-.}" && pwd)
library=$builddir/.libs/libnetcl_tune.so
command=$builddir/netcl-tune
fakecl=$builddir/tests/.libs/libfakecl.so
apps=$builddir/tests
families=$srcdir/tests/data/families

setup() {
    unset "${!NETCL_@}" OPENCL_LAYERS LD_PRELOAD
    export HOME=$BATS_TEST_TMPDIR
    unset XDG_CACHE_HOME
    export NETCL_AUTOTUNE_CACHE=$BATS_TEST_TMPDIR/cache.json
    export NETCL_TUNE_LOG=$BATS_TEST_TMPDIR/log
    export NETCL_TUNE_VARIANTS=$families
    # Compiled kernels are kept over tests: only the first run pays.
    export POCL_CACHE_DIR=${BATS_RUN_TMPDIR:-/tmp}/pocl
    cd "$BATS_TEST_TMPDIR" || exit 1
    # A file's own; bats 1.8 cannot skip in setup_file.
    if declare -F needs >/dev/null; then
        needs
    fi
}

# Skips the test where there is no PoCL; asked once for each file.
needs_pocl() {
    local devices=$BATS_FILE_TMPDIR/devices
    [ -f "$devices" ] || "$command" doctor --json >"$devices" 2>/dev/null || :
    grep -q '"platform":"Portable Computing' "$devices" || skip "needs PoCL"
}

# The fake driver instead of PoCL, for this test.
use_fake() {
    export OCL_ICD_VENDORS=$fakecl
    export FAKECL_LEAKS=$BATS_TEST_TMPDIR/leaks
    # Its kernels are told by comments, which a derived text has lost.
    export NETCL_TUNE_DERIVE=0
    # Its time is virtual: how busy the machine is must not end a search.
    export NETCL_TUNE_STALL_MS=${NETCL_TUNE_STALL_MS:-30000}
    # What the library's own kernels do: one compares, one makes other data.
    export FAKECL_LINES="netcl_compare op=differ dst=differs a=a b=b count=words;\
netcl_random op=random dst=words k=first count=count value=seed m=keep_even n=set_even"
}

# In a sanitized build the runtime has to come before everything else.
runtime=$(ldd "$library" 2>/dev/null | awk '/lib[at]san/ { print $3; exit }')
export ASAN_OPTIONS=detect_leaks=0 SANITIZED=$runtime

tuned() {
    LD_PRELOAD="$runtime${runtime:+:}$library" "$@"
}

# A copy of the scale family whose files may be changed.
own_family() {
    mkdir -p families
    cp -r "$families/scale" families/
    export NETCL_TUNE_VARIANTS=$PWD/families
}

# log_field EVENT JQ-FILTER: of the last such line.
log_field() {
    jq -rc "select(.event == \"$1\") | $2" "$NETCL_TUNE_LOG" | tail -n 1
}

log_count() {
    jq -r "select(.event == \"$1\") | .event" "$NETCL_TUNE_LOG" 2>/dev/null |
        wc -l
}

# assert ACTUAL OP EXPECTED WHAT
assert() {
    if ! [ "$1" "$2" "$3" ]; then
        echo "$4: '$1' is not $2 '$3'" >&2
        [ -f "$NETCL_TUNE_LOG" ] && tail -n 5 "$NETCL_TUNE_LOG" >&2
        return 1
    fi
}

# launches LAUNCHES [words]: the scale kernel of our reference.cl.
launches() {
    "$apps/launches" "${kernel_file:-$families/scale/reference.cl}" scale \
        100000 "$@"
}

# force CHOICE: what the cache says from now on, unverified.
force() {
    jq -c --argjson choice "$1" 'map_values(.choice = $choice)' \
        "$NETCL_AUTOTUNE_CACHE" >forced
    mv forced "$NETCL_AUTOTUNE_CACHE"
    rm -f "$NETCL_TUNE_LOG"
}

substituted() {
    assert "$(log_field summary .substituted)" = "$1" "launches substituted"
}
