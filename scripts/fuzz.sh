#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh [SECONDS [NAME...]]: each fuzzer of tests/fuzz for so many seconds (60)
# with clang's libFuzzer and the sanitizers. What a fuzzer finds is left in
# fuzz-NAME/ of the current folder, with the corpus it has grown; fuzz.sh keep
# puts the part of that which adds coverage into tests/fuzz/corpus. SEED=N makes
# a run repeat; otherwise each differs.
set -euo pipefail
src=$(cd "$(dirname "$0")/.." && pwd)
seconds=${1:-60}
shift || :
names=("$@")
[ ${#names[@]} -gt 0 ] || names=(source expression manifest cache log)

build() {
    # shellcheck disable=SC2046
    clang -std=gnu17 -g -O1 -fsanitize=fuzzer,address,undefined \
        -fno-sanitize-recover=undefined -D_GNU_SOURCE -I"$src/src" \
        -I"$src/tests/fuzz" $(pkg-config --cflags libcjson) \
        -o "fuzz-$1/$1" "$src/tests/fuzz/$1.c" "$src"/src/base/*.c \
        "$src"/src/match/*.c "$src"/src/decide/*.c "$src"/src/derive/*.c \
        "$src"/src/cli/logbook.c \
        "$src"/src/cli/logline.c "$src"/src/cli/logtime.c \
        "$src"/src/cli/phrase.c "$src"/src/cli/unmatched.c \
        $(pkg-config --libs libcjson) -lpthread -lm
}

for name in "${names[@]}"; do
    corpus=$src/tests/fuzz/corpus/$name
    mkdir -p "fuzz-$name/corpus"
    build "$name"
    if [ "$seconds" = keep ]; then
        "fuzz-$name/$name" -merge=1 -max_len=2048 "$corpus" "fuzz-$name/corpus" \
            -close_fd_mask=3 2>/dev/null
        echo "$name: $(find "$corpus" -type f | wc -l) files kept"
        continue
    fi
    # Standard error is kept for what libFuzzer itself says.
    "fuzz-$name/$name" -max_total_time="$seconds" -timeout=10 -max_len=4096 \
        -seed="${SEED:-0}" -rss_limit_mb=2048 -artifact_prefix="fuzz-$name/" -print_final_stats=1 \
        -close_fd_mask=2 -dict="$src/tests/fuzz/$name.dict" \
        "fuzz-$name/corpus" "$corpus" >"fuzz-$name/out" 2>&1 || {
        tail -n 40 "fuzz-$name/out"
        exit 1
    }
    awk -v name="$name" '/number_of_executed_units/ { runs = $2 }
        END { print name ": " runs " runs" }' "fuzz-$name/out"
done
