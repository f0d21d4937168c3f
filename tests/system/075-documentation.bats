#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0
# What README and tutorial tell people to type works: every ```sh block is run.

load helpers

# These build and test the whole: continuous integration runs them.
elsewhere='scripts/quickstart.sh
scripts/check.sh
./autogen.sh && ./configure && make && make check && make install'

# The blocks of a document as one script.
blocks() {
    awk '/^```sh$/ { is_in = 1; next } /^```$/ { is_in = 0 } is_in' "$1" |
        grep -vxF -- "$elsewhere"
}

# As after `make install`: the command is found, and so is the library.
install_here() {
    unset NETCL_TUNE_LOG
    export PATH=$builddir:$PATH LD_LIBRARY_PATH=$builddir/.libs
    export NETCL_TUNE_VARIANTS=$srcdir/variants
    [ -z "$SANITIZED" ] || skip "the sanitizer's runtime has to come first"
}

@test "README: every command works" {
    install_here
    cc -O2 "$srcdir/doc/examples/smooth.c" -o app -lOpenCL
    mkdir -p alice
    echo '{}' >alice/autotune.json
    blocks "$srcdir/README.md" >script
    assert "$(grep -c . script)" -gt 8 "lines"
    bash -ex script >out 2>err || { cat out err; false; }
    grep -q '<title>netcl-tune report' app.html
    assert "$(grep -c '^sum 598507.81393020856' out)" = 4 "results that are right"
}

@test "the tutorial: from an old program to a faster one with the same result" {
    install_here
    cp "$srcdir/doc/examples/smooth.c" .
    blocks "$srcdir/doc/tutorial.md" >script
    bash -ex script >out 2>err || { cat out err; false; }
    assert "$(grep -c '^sum 598507.81393020856' out)" = 5 "results that are right"
    assert "$(grep '^sum' out | sort -u | wc -l)" = 1 "different results"
    grep -q '^2 check lines: 6 exact' out
    assert "$(jq -rc 'select(.event == "summary") | .substituted' tuned.jsonl |
        tail -n 1)" = 200 "launches substituted"
    grep -q 'smooth: family smooth' out
    assert "$(jq -r 'keys | length' shared.json)" = 1 "keys that were exported"
}

@test "one cache for all: the commands work" {
    install_here
    mkdir -p alice
    echo '{"D|1::k::(1,)":["v",1]}' >alice/autotune.json
    blocks "$srcdir/doc/fleet.md" | sed '/^cat/,$d' >script
    bash -ex script
    assert "$(jq length fleet.json)" = 1 "keys"
}

@test "documents name files that there are" {
    cd "$srcdir" || exit 1
    grep -oh '`\(doc\|src\|tests\|scripts\|variants\)/[A-Za-z0-9_./-]*`' \
        README.md CONTRIBUTING.md doc/*.md variants/README.md | tr -d '`' |
        sort -u | while read -r path; do
        [ -e "$path" ] || [ -e "$path.c" ] || [ -e "$builddir/$path" ] ||
            echo "$path"
    done >"$BATS_TEST_TMPDIR/missing"
    assert "$(cat "$BATS_TEST_TMPDIR/missing")" = "" "named, but not there"
}

@test "the fleet recipe: one rank measures, the next job has it in all ranks" {
    command -v mpirun >/dev/null || skip "no mpirun"
    install_here
    cp "$srcdir/doc/examples/smooth.c" .
    blocks "$srcdir/doc/tutorial.md" | sed '/^export/,$d' >family
    bash -e family >/dev/null 2>&1
    awk '/^cat >tuned-rank/ { is_in = 1 } is_in; /^chmod/ { is_in = 0 }' \
        "$srcdir/doc/fleet.md" >script
    sh -ex script
    export NETCL_TUNE_VARIANTS=$PWD/mine NETCL_TUNE_STALL_MS=60000
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    for job in 1 2; do
        rm -f ranks.*.jsonl
        mpirun --oversubscribe -n 3 ./tuned-rank ./smooth 200 300 40 >"out.$job"
        assert "$(grep -c '^sum' "out.$job")" = 3 "ranks that ended"
        assert "$(sort -u "out.$job" | wc -l)" = 1 "different results"
        origins=$(jq -r 'select(.event == "decision") | .origin' ranks.*.jsonl |
            sort | uniq -c | tr -s ' \n' ' ')
        echo "job $job: $origins" >&2
        [ "$job" = 2 ] || assert "$(jq -r 'select(.event == "decision") | .origin' \
            ranks.0.jsonl)" = tuned "rank 0 in the first job"
    done
    assert "$origins" = " 3 cache " "origins in the second job"
    "$command" report ranks.*.jsonl | grep -q "^3 processes: 120 launches, 120"
}
