# SPDX-License-Identifier: Apache-2.0
# Shared by the scripts that run other people's programs. Each way of running
# has a home folder of its own, so that nothing is taken over but what a way
# has left for itself.

srcdir=$(cd "${abs_srcdir:-$(dirname "$0")/../..}" && pwd)
builddir=$(cd "${abs_builddir:-$srcdir/build}" && pwd)
library=${NETCL_LIBRARY:-$builddir/.libs/libnetcl_tune.so}
. "$srcdir/tests/derive/choices.bash"
ways=${WAYS:-bare preloaded layer}
limit=${LIMIT:-600} # seconds that one program may take
work=${WORK:-$(mktemp -d)}
mkdir -p "$work"
[ -n "${WORK:-}" ] || trap 'rm -rf "$work"' EXIT

unset "${!NETCL_@}" OPENCL_LAYERS LD_PRELOAD
if ! [ -f "$library" ]; then
    echo "no library: $library" >&2
    exit 99
fi

skip() {
    echo "skipped: $1"
    exit 77
}

# What a log says was tried, else guessed, of each key: in a cache of $CACHE.
force_choices() {
    jq -s '.[0] * .[1]' <(choices_guessed "$1") <(choices_tried "$1") \
        >"$work/choices"
    choices_cache "$1" >"$work/originals"
    choices_take "$work/choices" "$work/originals" "${ROUND:-0}" >"$CACHE"
}

# in_way WAY COMMAND...: as the way says, in its own home folder; the
# program's output is the caller's to redirect. Preloaded and as a layer every
# launch is tuned, those of kernels that no manifest knows too. "asked" only
# writes down the keys; "forced" takes what $CACHE says, unverified.
in_way() {
    local way=$1 home=$work/$1
    shift
    mkdir -p "$home/cache"
    local settings=(HOME="$home" XDG_CACHE_HOME="$home/cache"
        POCL_CACHE_DIR="${POCL_CACHE:-$home/pocl}")
    local tuner=(NETCL_TUNE_VARIANTS="${VARIANTS:-$srcdir/variants}"
        NETCL_TUNE_DERIVE_AFTER_MS="${DERIVE_AFTER_MS:-0}"
        NETCL_TUNE_STALL_MS="${STALL_MS:-60000}"
        NETCL_TUNE_BUDGET_S="${BUDGET_S:-600}" ${SETTINGS:-})
    [ -z "${LOG:-}" ] || tuner+=(NETCL_TUNE_LOG="$LOG")
    [ -z "${CACHE:-}" ] || tuner+=(NETCL_AUTOTUNE_CACHE="$CACHE")
    # Nothing is measured there, and every build is waited for.
    case $way in
    asked | forced)
        tuner+=(NETCL_TUNE_MODE=pinned NETCL_TUNE_STALL_MS=600000)
        ;;
    esac
    case $way in
    bare) ;;
    preloaded | asked) settings+=("${tuner[@]}" LD_PRELOAD="$library") ;;
    layer | forced) settings+=("${tuner[@]}" OPENCL_LAYERS="$library") ;;
    esac
    timeout --kill-after=5 "$limit" env "${settings[@]}" "$@"
}
