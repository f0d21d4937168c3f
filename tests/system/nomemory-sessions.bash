# SPDX-License-Identifier: Apache-2.0
# What tests/system/024-host-memory.bats and scripts/nomemory.sh have in common:
# the sessions in which an allocation fails. After helpers.bash.

program_sessions='cold cached twostep images derived audited pinned autotune
binaries stored references two-processes'
command_sessions='list list-json show merge merge-into export clear variants
fingerprint new check warm report report-json page explain doctor run'

# One family each, as every allocation made for another is one more run.
prepare_sessions() {
    use_fake
    # Without the compile process, which counts its own.
    mkdir alone none logs of-{scale,twostep,blur}
    cp "$library" alone/
    local family
    for family in scale twostep blur; do
        cp -r "$families/$family" of-$family/
    done
    export builddir library command runtime BATS_TEST_TMPDIR
    export NETCL_TUNE_VARIANTS=$PWD/of-scale
    "$apps/launches" of-scale/scale/reference.cl scale 1000 10 >/dev/null
    FAKECL_LEAKS='' tuned "$apps/launches" of-scale/scale/reference.cl scale \
        1000 40 >/dev/null
    mv "$NETCL_AUTOTUNE_CACHE" known.json
    mv "$NETCL_TUNE_LOG" logs/known
    sed 's/::(1000,)/::(77,)/g' known.json >others.json
    FAKECL_LEAKS='' NETCL_TUNE_VARIANTS=$PWD/none tuned "$apps/launches" \
        of-scale/scale/reference.cl scale 1000 40 >/dev/null
    mv "$NETCL_TUNE_LOG" logs/unknown
    FAKECL_LEAKS='' tuned "$apps/binaries" of-scale/scale/reference.cl scale \
        known.bin >/dev/null
    rm -f "$NETCL_TUNE_LOG" "$NETCL_AUTOTUNE_CACHE"*
}

# What a session's name stands for: into `words`, and settings.
describe_session() {
    local known=$PWD/logs/known
    local -a launches=("$apps/launches" "$PWD/of-scale/scale/reference.cl" scale
        1000 40)
    export alone=$PWD/alone/libnetcl_tune.so
    case $1 in
    cold) words=("${launches[@]}") ;;
    two-processes) words=("${launches[@]}") alone='' ;;
    cached) words=("${launches[@]}") kept=known.json ;;
    audited) words=("${launches[@]}") kept=known.json
        export NETCL_TUNE_AUDIT=5 ;;
    binaries | stored)
        words=("$apps/binaries" "$PWD/of-scale/scale/reference.cl" scale bin)
        [ "$1" = binaries ] || kept_bin=known.bin ;;
    pinned) words=("${launches[@]}")
        export NETCL_TUNE_MODE=pinned ;;
    twostep | images)
        local family=twostep
        [ "$1" = twostep ] || family=blur
        words=("$apps/faulted" "$PWD/of-$family" "$family" 40)
        export NETCL_TUNE_VARIANTS=$PWD/of-$family ;;
    derived) words=("${launches[@]}")
        export NETCL_TUNE_VARIANTS=$PWD/none NETCL_TUNE_DERIVE=1 \
            NETCL_TUNE_DERIVE_AFTER_MS=0 FAKECL_LINES="$FAKECL_LINES;scale \
op=scale dst=dst src=src factor=factor count=n time_us=50" ;;
    references) words=("$apps/references" "$PWD/of-scale") ;;
    autotune) words=("$apps/faulted" "$PWD/of-scale" asked 20)
        export NETCL_TUNE_VARIANTS=$PWD/none ;;
    list) words=(cache list) kept=known.json ;;
    list-json) words=(cache list --json) kept=known.json ;;
    show) words=(cache show scale) kept=known.json ;;
    merge) words=(cache merge "$PWD/others.json") kept=known.json ;;
    merge-into) words=(cache merge --into into.json "$PWD"/{known,others}.json) ;;
    export) words=(cache export) kept=known.json ;;
    clear) words=(cache clear --yes nothing) kept=known.json ;;
    variants) words=(variants list) ;;
    fingerprint) words=(variants fingerprint
        "$PWD/of-scale/scale/reference.cl") ;;
    new) words=(variants new --from-log "$PWD/logs/unknown" --into mine) ;;
    check) words=(variants check "$PWD/of-scale/scale") ;;
    warm) words=(warm --sizes 1000) ;;
    report) words=(report "$known") ;;
    report-json) words=(report --json "$known") ;;
    page) words=(report --html page "$known") ;;
    explain) words=(explain --log "$known") ;;
    doctor) words=(doctor) ;;
    run) words=(run --log run.log "${launches[@]}") ;;
    *) return 2 ;;
    esac
    [[ ${words[0]} == /* ]] || words=("$command" "${words[@]}")
}

# walk_session SESSION HOW STRIDE: prints what nomemory.bash does.
walk_session() {
    (
        kept='' kept_bin=''
        describe_session "$1"
        rm -rf nomemory
        mkdir nomemory
        [ -z "$kept" ] || cp "$kept" nomemory/kept.json
        [ -z "$kept_bin" ] || cp "$kept_bin" nomemory/kept.bin
        "$BASH" "$srcdir/tests/system/nomemory.bash" "$2" "$3" "${words[@]}"
    )
}
