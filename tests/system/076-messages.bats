#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# What people are told when something is wrong: doc/troubleshooting.md lists all.

load helpers

# says STATUS MESSAGE ARGUMENT...: netcl-tune ends so, with this on stderr.
says() {
    run "-$1" --separate-stderr "$command" "${@:3}"
    [[ $stderr == *"netcl-tune: $2"* ]] || {
        echo "not said: $2" >&2
        echo "$stderr" >&2
        return 1
    }
}

# A program says so on stderr, and runs as it would.
program_says() {
    use_fake
    bare=$(launches 5)
    tuned launches 5 >out 2>err
    assert "$(cat out)" = "$bare" "output"
    grep -F -- "$1" err | grep -q "^netcl-tune: " || { cat err; false; }
}

@test "every message is in the table, and in the test that the table names" {
    run -0 python3 "$srcdir/tests/messages.py" "$srcdir"
}

@test "settings" {
    NETCL_TUNE_MODE=fast program_says \
        "NETCL_TUNE_MODE: 'fast' is not one of tune|pinned|off; using tune"
    NETCL_TUNE_REPS=0 program_says \
        "NETCL_TUNE_REPS: '0' is not a whole number from 1 to 1000; using 5"
    NETCL_TUNE_TOLERANCE=some program_says \
        "NETCL_TUNE_TOLERANCE: 'some' is not a number of 0 or more; using 0"
    NETCL_TUNE_FAST=1 program_says \
        "NETCL_TUNE_FAST: unknown setting, ignored (netcl-tune --help names all)"
}

@test "the log and the cache" {
    NETCL_TUNE_LOG=/nowhere/log program_says "/nowhere/log: cannot be written \
(No such file or directory): no log (set NETCL_TUNE_LOG to a file that can be)"
    echo '[' >"$NETCL_AUTOTUNE_CACHE"
    program_says "$NETCL_AUTOTUNE_CACHE: not a whole JSON object: treated as empty \
(set aside at the next decision)"
    echo '{}' >"$NETCL_AUTOTUNE_CACHE"
    chmod 666 "$NETCL_AUTOTUNE_CACHE"
    program_says "$NETCL_AUTOTUNE_CACHE: not used: another user owns it or may \
write it (chown and chmod it, or set NETCL_AUTOTUNE_CACHE)"
    use_fake
    NETCL_AUTOTUNE_CACHE=/dev/null/cache tuned launches 60 >out 2>err
    grep -qF "): decisions are kept for this process only (make room, or set \
NETCL_AUTOTUNE_CACHE)" err
}

@test "no libcjson: one line, and the program runs as it would" {
    mkdir none
    echo "no library" >none/libcjson.so.1
    use_fake
    bare=$(launches 40)
    echo '{"a|b::c::(1,)":["v",1]}' >"$NETCL_AUTOTUNE_CACHE"
    cp "$NETCL_AUTOTUNE_CACHE" before
    assert "$(LD_LIBRARY_PATH=$PWD/none tuned launches 40 2>err)" = "$bare" "output"
    assert "$(cat err)" = "netcl-tune: libcjson.so.1 cannot be used: the tuner \
stays out of the way (install libcjson1)" "messages"
    diff before "$NETCL_AUTOTUNE_CACHE"
    LD_LIBRARY_PATH=$PWD/none run -1 --separate-stderr "$command" doctor
    [[ $stderr == "netcl-tune: libcjson.so.1 cannot be used"* ]]
    assert "$(wc -l <<<"$stderr")" = 1 "lines"
}

@test "no OpenCL, and none that knows layers" {
    mkdir none
    echo "no library" >none/libOpenCL.so.1
    cp none/libOpenCL.so.1 none/libOpenCL.so
    LD_LIBRARY_PATH=$PWD/none says 1 "no OpenCL: libOpenCL.so.1 is not in the \
library path (install an OpenCL loader, as ocl-icd)" variants check scale
    export LD_LIBRARY_PATH=$builddir/tests/plain/.libs
    use_fake
    bare=$(launches 5)
    LD_PRELOAD=$runtime${runtime:+:}$builddir/tests/.libs/libnoplaces.so \
        "$command" run --library "$library" -- "$apps/launches" \
        "$families/scale/reference.cl" scale 100000 5 >out 2>err
    assert "$(cat out)" = "$bare" "output"
    # (The system's own words, of what the loader lacks, are not ours.)
    assert "$(grep netcl-tune: err)" = "netcl-tune: the OpenCL loader knows no layers, and no \
other can be put in front of it: programs that open it at run time are not \
reached (install ocl-icd)" "messages"
}

@test "folders of variants" {
    mkdir open
    chmod 777 open
    NETCL_TUNE_VARIANTS=$PWD/open program_says \
        "$PWD/open: is refused: others could have written it (own it, and chmod go-w it)"
    NETCL_TUNE_VARIANTS=/nowhere program_says "/nowhere: cannot be read: No such \
file or directory (see NETCL_TUNE_VARIANTS)"
    own_family
    chmod 666 families/scale/manifest.json
    program_says "manifest.json: is refused: others could have written it (own \
it, and chmod go-w it)"
    chmod 644 families/scale/manifest.json
    chmod 666 families/scale/wide.cl
    program_says "\"wide.cl\" is refused: others could have written it: own it, \
and chmod go-w it"
    rm families/scale/wide.cl
    program_says "\"wide.cl\" cannot be read: No such file or directory"
    rm families/scale/reference.cl
    program_says "\"reference.cl\" cannot be read: No such file or directory"
}

# broken JQ-FILTER MESSAGE: the scale family's manifest, changed so.
broken() {
    jq "$1" "$families/scale/manifest.json" >families/scale/manifest.json
    "$command" variants list >/dev/null 2>err || true
    grep -F -- "$2" err | grep -q "^netcl-tune: $PWD/families/scale/manifest.json: " ||
        { echo "not said: $2"; cat err; false; }
}

@test "manifests, beside those in tests/data/manifests" {
    own_family
    broken '.kernels[0].check[0].dst = 3' "is not a list"
    broken '.kernels[0].check[0].other = 3' "is not an argument"
    broken '.kernels[0].args[0].name = "a b"' '"a b" is not a name'
    broken '.kernels[0].name = "a::b"' "\"a::b\" cannot be a kernel's name"
    broken '.kernels[0].args[0].elements = true' "is not an expression"
    broken '.shape = []' "is empty"
    broken '.shape = 3' "is not a list"
    broken '.pin[0].choice = 7' 'is neither "original" nor a variant with its values'
    broken '.roles.dst.default = 1' "can only be given for numbers"
    broken '.variants[0].define.WIDTH = true' "is not a number, text or list of numbers"
    broken '.variants[0].define.n = 3' '"n" is a role already'
    broken '.variants[0].scratch = {"n": "4"}' "is a role already"
    broken '.variants[0].define["F(x)"] = [1, 2]' "has parameters and cannot be tunable"
    sed -i 's|float factor, int n|\n#ifdef LONG\nlong factor,\n#else\nfloat factor,\n#endif\nint n|' \
        families/scale/reference.cl
    broken . 'the arguments of "scale" in reference.cl cannot be read'
    sed 's/int n)/int n, float4 more)/' "$families/scale/reference.cl" \
        >families/scale/reference.cl
    broken '.kernels[0].args += [{"name": "more", "type": "float4"}] |
        .kernels[0].check[0].more = 3' "is no argument that can have a value"
}

# broken_image JQ-FILTER MESSAGE: the blur family's.
broken_image() {
    jq "$1" "$families/blur/manifest.json" >families/blur/manifest.json
    "$command" variants list >/dev/null 2>err || true
    grep -F -- "$2" err | grep -q "^netcl-tune: $PWD/families/blur/manifest.json: " ||
        { echo "not said: $2"; cat err; false; }
}

@test "manifests with images" {
    own_family
    cp -r "$families/blur" families/
    broken_image '.roles.count.type = "image2d_t"' "is only for images"
    broken_image '.roles.S.type = "int"' "\"int\" is not an image's type"
    broken_image '.roles.S.type = "image3d_t"' '"src" is not a image3d_t argument'
    broken_image '.roles.by.access = "read"' "is only for buffers and images"
    broken_image '.roles.D.access = "readwrite"' \
        'the role has another access than "dst"'
    broken_image '.kernels[0].args[1].access = "read"' \
        '"dst" has another access in reference.cl'
    broken_image '.kernels[0].args[1].elements = "4"' "is only for buffers"
    broken_image '.kernels[0].check[0].src = ["rgba uint8"]' \
        "is not a format and 1 to 3 sizes"
}

# autotune ARGUMENTS: of netcl_autotune(), which falls back, with a queue `q`.
autotune() {
    cat >call.c <<PROGRAM
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include "$srcdir/src/netcl_tune.h"
static double bench(void *user, int index, const char *candidate)
{
    return user || index || candidate ? 1 : 2;
}
int main(void)
{
    long long shape[] = {8};
    cl_platform_id platform;
    cl_device_id device;
    cl_command_queue q;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    q = clCreateCommandQueue(
        clCreateContext(NULL, 1, &device, NULL, NULL, NULL), device, 0, NULL);
    return q && shape[0] && bench ? netcl_autotune($1, 0, 7) : 1;
}
PROGRAM
    cc -w call.c -o call "-L$builddir/.libs" -lnetcl_tune -lOpenCL
    run -7 --separate-stderr env "LD_LIBRARY_PATH=$builddir/.libs" ./call
    grep -qF "netcl-tune: netcl_autotune: k: $2" <<<"$stderr" ||
        { echo "$stderr"; false; }
}

@test "the C interface" {
    [ -z "$SANITIZED" ] || skip "the sanitizer's runtime has to come first"
    use_fake
    autotune 'q, "k", shape, 1, "nothing", bench, NULL' \
        "candidates are no JSON array with something in it (as [16, 32])"
    autotune 'q, "k", NULL, 1, "[1]", bench, NULL' \
        "an argument is missing (kernel, shape or bench)"
    autotune 'NULL, "k", shape, 1, "[1]", bench, NULL' \
        "the queue's device is not known (hand it a queue of this process)"
}

@test "the command line" {
    says 2 "report: --json takes no argument (see netcl-tune report --help)" \
        report --json=yes log
    says 2 "report: --html needs FILE (see netcl-tune report --help)" report --html
    says 2 "report: unknown option '--fast' (see netcl-tune report --help)" \
        report --fast
    says 2 "doctor: what is 'too'? (see netcl-tune doctor --help)" doctor me too
    says 2 "cache list: what is 'me'?" cache list me
    says 2 "cache: there is no 'lst' (see netcl-tune cache --help)" cache lst
    says 2 "there is no command 'lst' (see netcl-tune --help)" lst
    says 2 "--man: say 1 or 7, the section of a page, not '3'" --man 3
    says 2 "--completion: say for which shell: bash or zsh" --completion fish
    run -1 --separate-stderr bash -c '"$0" --help >/dev/full' "$command"
    [[ $stderr == *"cannot write the output: No space left on device (make \
room where it goes)"* ]]
}

@test "run" {
    says 2 "run: which program? (see netcl-tune run --help)" run
    says 2 "run: --report reads the log, so it cannot go to stderr" \
        run --report --log stderr -- true
    says 2 "--mode: 'fast' is not one of tune|pinned|off" run --mode fast -- true
    says 2 "--stall: '-1' is not a whole number from 0 to 3600000" \
        run --stall -1 -- true
    says 127 "./absent: cannot be run: No such file or directory (name a program \
in PATH, or its file)" run -- ./absent
    says 126 "$PWD: cannot be run: Permission denied" run -- "$PWD"
    says 1 "/nowhere.so: is not there: No such file or directory (--library names \
libnetcl_tune.so)" run --library /nowhere.so true
    (unset NETCL_TUNE_LOG
        export TMPDIR=/nowhere
        run -1 --separate-stderr "$command" run --report -- true
        [[ $stderr == "netcl-tune: /nowhere/netcl-tune-"*": no log for --report: \
No such file or directory (say --log FILE, or set TMPDIR)" ]])
    cp "$library" "a b.so"
    says 1 "$PWD/a b.so: a path with a colon or a space cannot be preloaded; link \
to it from elsewhere" run --library "$PWD/a b.so" true
    cp "$builddir/.libs/netcl-tune" alone 2>/dev/null || cp "$command" alone
    run --separate-stderr ./alone run true
    [ "$status" -eq 0 ] || [[ $stderr == *"; say where with --library"* ]]
}

@test "report and explain" {
    says 2 "report: which log? (see netcl-tune report --help)" report
    says 1 "absent: cannot be read: No such file or directory (netcl-tune run \
--log FILE writes a log)" report absent
    says 1 "$PWD: cannot be read: Is a directory" report "$PWD"
    says 1 "absent: cannot be read: No such" explain --log absent
    echo '{"event":"decision"}' >log
    says 1 "log:1: is not a line of a decision log (the line is left out)" report log
    echo 'x' >log
    says 1 "log:1: line 1, column 1: is no JSON (the line is left out)" report log
    says 2 "explain: one kernel at a time" explain a b
    says 1 "/nowhere/page: cannot be written: No such file or directory (name \
another file)" report --html /nowhere/page "$srcdir/tests/data/logs/derived.jsonl"
}

@test "cache" {
    says 2 "cache show: which key? (see netcl-tune cache show --help)" cache show
    says 2 "cache show: one key at a time" cache show a b
    says 2 "cache clear: say --yes where nobody can be asked" cache clear </dev/null
    says 2 "cache clear: one key at a time" cache clear --yes a b
    says 2 "cache merge: which files?" cache merge
    says 2 "cache export: what is 'me'?" cache export me
    echo '{"a|b::c::(1,)":{"choice":1,"digest":"d"}}' >one.json
    says 1 "/dev/null/x: cannot be written: Not a directory (make room, or say \
--into)" cache merge --into /dev/null/x one.json
    says 1 "absent.json: cannot be read: No such file or directory (name a cache \
file)" cache merge absent.json
    cp one.json "$NETCL_AUTOTUNE_CACHE"
    mkdir "$NETCL_AUTOTUNE_CACHE.lock"
    says 1 "$NETCL_AUTOTUNE_CACHE: cannot be written: Is a directory (make room, \
or own it)" cache clear --yes
    rm -r "$NETCL_AUTOTUNE_CACHE" "$NETCL_AUTOTUNE_CACHE.lock"
    mkdir "$NETCL_AUTOTUNE_CACHE"
    program_says "$NETCL_AUTOTUNE_CACHE: cannot be read: Is a \
directory (set NETCL_AUTOTUNE_CACHE)"
    unset NETCL_AUTOTUNE_CACHE HOME
    says 2 "cache merge: there is no cache file to merge into: say --into, or set \
HOME" cache merge one.json
}

@test "variants" {
    says 2 "variants fingerprint: which file?" variants fingerprint
    says 2 "variants fingerprint: what is 'c'? Build options come behind --" \
        variants fingerprint a b c
    says 2 "variants fingerprint: too many tunables" variants fingerprint \
        $(printf -- '--tunable T%s ' {1..40})
    echo 'int i;' >none.cl
    says 1 "none.cl: no kernel in it (name the source that has it)" variants fingerprint none.cl
    echo '#include "a.h"' >file.cl
    says 1 "file.cl: includes files, whose content a program does not show; such \
kernels stay as they are (put the content in place)" variants fingerprint file.cl
    says 1 "absent.cl: cannot be read: No such file or directory (name an OpenCL \
source)" variants fingerprint absent.cl
    says 1 "no family 'nothing' in $families (see netcl-tune variants list)" \
        variants check nothing
    says 1 "no kernel entry to check in $families (see netcl-tune variants list)" \
        variants check --kernel nothing
    log=$srcdir/tests/data/logs/unmatched.jsonl
    says 2 "variants new: which log? Say --from-log" variants new
    says 2 "variants new: one kernel at a time" variants new --from-log "$log" a b
    says 1 "variants new: say which kernel:" variants new --from-log "$log"
    says 1 "$log: no kernel 'x' without a manifest (netcl-tune explain --log $log \
names all)" variants new --from-log "$log" x
    says 1 "$log: the source of long@33333333 is too long for the log: write this \
manifest by hand (variants/README.md)" variants new --from-log "$log" long
    says 1 "variants new: vec@22222222: argument scale is a 'float4', which has no \
role; write this manifest by hand (variants/README.md)" \
        variants new --from-log "$log" vec
    mkdir add
    says 1 "./add: File exists (choose another --family or --into)" \
        variants new --from-log "$log" add
    # No file may grow here, as on a full disk.
    run -1 bash -c '(trap "" XFSZ; ulimit -S -f 0; exec "$@") 2>&1 | cat
        exit "${PIPESTATUS[0]}"' - "$command" variants new --from-log "$log" \
        --into full add
    [[ $output == "netcl-tune: full/add/manifest.json: cannot be written: File too \
large (choose another --into)" ]]
    known=$srcdir/tests/data/logs/derived.jsonl
    says 1 "$known: every kernel in it has a manifest, or none could be read \
(netcl-tune explain --log $known)" variants new --from-log "$known"
}

@test "warm, and devices" {
    says 2 "warm: '--sizes' is not expected" warm -- --sizes
    says 2 "warm: --sizes: '1,,2' is no list of sizes" warm --sizes 1,,2
    says 2 "warm: --jobs: '4' is not as 1/4" warm --jobs 4
    says 2 "warm: --budget: 'soon' are no seconds" warm --budget soon
    use_fake
    says 1 "no such kernel or size in $families (see netcl-tune variants list)" \
        warm --kernel nothing
    says 1 "'first' is no PLATFORM:DEVICE, as 0:0 (netcl-tune doctor lists all)" \
        warm --device first
    says 1 "there is no OpenCL device 9:9 (see netcl-tune doctor)" warm --device 9:9
    own_family
    echo '__kernel void other(' >>families/scale/reference.cl
    unset OCL_ICD_VENDORS
    run --separate-stderr "$command" variants check "$PWD/families/scale"
    [[ $stderr == *"families/scale/reference.cl: does not build (mend it): "* ]]
}
