#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Each fuzzer's entry point on each file of its corpus.
status=0
for name in source expression manifest cache log; do
    "$abs_builddir/tests/fuzz/$name" "$abs_srcdir/tests/fuzz/corpus/$name" \
        2>messages >count
    if [ $? = 0 ]; then
        echo "$name: $(cat count)"
    else
        status=1
        tail -n 20 messages
    fi
done
rm -f messages count
exit $status
