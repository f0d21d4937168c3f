#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers

# TSan takes the start of the compile process for a fork of this one, whose
# memory it shares for a moment, and loses track of who waits for whom. Alone
# in a folder the library finds no compile process and builds by itself.
alone() {
    [[ $runtime != *tsan* ]] && return
    cp "$library" .
    library=$PWD/${library##*/}
}

@test "eight threads on eight queues get right results while one is tuned" {
    use_fake
    alone
    run -0 tuned "$apps/threads" "$families/scale/reference.cl" scale 8 200
    assert "${lines[-1]}" = "0 wrong" "results"
    assert "$(log_field summary '.substituted > 0')" = true "substituted"
    assert "$(log_field summary .launches)" = 1600 "launches"
}

# Every other of them comes too late to see the answer arrive.
@test "threads that wait for one build go on, whoever takes the answer" {
    [ -z "$SANITIZED" ] || skip "sanitized"
    cat >late.c <<'END'
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *left,
          const sigset_t *mask)
{
    static atomic_int calls;
    struct timespec copy = *left;
    if (atomic_fetch_add(&calls, 1) % 2)
        usleep(2000000);
    return syscall(SYS_ppoll, fds, count, &copy, mask, 8);
}
END
    command -v cc >/dev/null || skip "no compiler"
    cc -shared -fPIC -o late.so late.c
    use_fake
    NETCL_TUNE_MODE=pinned run -0 timeout 60 env \
        LD_PRELOAD="$PWD/late.so:$library" "$apps/threads" \
        "$families/scale/reference.cl" scale 4 50
    assert "${lines[-1]}" = "0 wrong" "results"
    assert "$(log_field summary '.substituted > 150')" = true "substituted"
}

@test "the same on PoCL, with the context released in between" {
    alone
    run -0 tuned "$apps/threads" "$families/scale/reference.cl" scale 8 60 release
    assert "${lines[-1]}" = "0 wrong" "results"
}
