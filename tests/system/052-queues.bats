#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers
load compare

@test "an out-of-order queue, its launches ordered by events alone" {
    everywhere queues out-of-order
    some_substituted
}

@test "two queues that wait for each other's events" {
    everywhere queues two-queues
    some_substituted
}

@test "an event that the same thread fires after the launch" {
    everywhere queues user-event
    some_substituted
}

@test "an event that is fired with an error" {
    on_fake queues failed-event # PoCL ends the program
}

@test "every event's callback is called, once" {
    everywhere queues callbacks
    some_substituted
}

@test "events tell whose they are, and their times" {
    everywhere queues profiled
    some_substituted
}

@test "the time of a launch is that of all launches that stand for it" {
    everywhere queues profiled-pair
    some_substituted
    assert "$(log_field skip .reason)" = profiled "reason"
}

@test "data that another queue is still writing" {
    everywhere queues in-flight
    some_substituted
}

@test "memory of the program's own, mapped after each launch" {
    everywhere queues host-pointer
    some_substituted
}

@test "shared virtual memory, whole allocations" {
    everywhere shared whole
    some_substituted
    NETCL_TUNE_MODE=pinned NETCL_TUNE_AUDIT=1 tuned "$apps/shared" \
        "$families" whole
    assert "$(log_field summary .audits)" = 120 "launches compared"
}

@test "shared virtual memory and a buffer, each in the other's place" {
    everywhere shared mixed
    some_substituted
}

@test "shared virtual memory where other memory was before" {
    everywhere shared again
    some_substituted
}

@test "shared virtual memory from its middle on is left alone" {
    on_pocl shared middle
    assert "$(log_field skip .reason)" = svm "reason"
    assert "$(log_field summary .substituted)" = 0 "substituted"
}

@test "shared virtual memory with atomics is left alone" {
    on_pocl shared atomic
    assert "$(log_field skip .reason)" = svm "reason"
    assert "$(log_field summary .substituted)" = 0 "substituted"
}

@test "shared virtual memory that is a buffer, too, is left alone" {
    on_pocl shared twice
    assert "$(log_field skip .reason)" = overlap "reason"
    assert "$(log_field summary .substituted)" = 0 "substituted"
}

@test "a function of the program's in the queue" {
    on_pocl queues native
    assert "$(log_field summary .substituted)" -gt 0 "substituted"
}

@test "a kernel that prints does it once a launch" {
    on_pocl queues printing
    assert "$(grep -c talk pinned)" = 60 "lines"
}

@test "another thread waits for the queue all the time" {
    everywhere queues finish
    some_substituted
}

@test "what is recorded in a command buffer runs as it is" {
    "$apps/queues" "$families" recorded >/dev/null || skip "no command buffers"
    on_pocl queues recorded
    assert "$(log_field summary .substituted)" -gt 0 "substituted"
}

@test "a kernel that launches others from the device is left alone" {
    cat >k.cl <<'END'
//fake: scale op=scale dst=dst src=src factor=factor count=n time_us=20000
kernel void scale(global float *dst, global const float *src, float factor,
                  int n)
{
    if (get_global_id(0) == 0)
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT,
                       ndrange_1D(n), ^{
                           size_t i = get_global_id(0);
                           dst[i] = factor * src[i];
                       });
}
END
    use_fake
    kernel_file=k.cl launches 20 >bare
    export NETCL_TUNE_DERIVE=1 NETCL_TUNE_DERIVE_AFTER_MS=0
    kernel_file=k.cl tuned launches 20 >told
    diff bare told
    assert "$(log_field skip .reason)" = underivable "reason"
    assert "$(log_field summary '"\(.launches) \(.substituted)"')" = "20 0" \
        "launches, substituted"
}
