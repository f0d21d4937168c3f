/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_fakecl: the fake driver does what its README says.
 *
 * Needs a loader that finds libfakecl.so (OCL_ICD_VENDORS). Each case runs in
 * a process of its own with its own environment; every expectation that does
 * not hold is printed. `test_fakecl NAME` runs one case in this process.
 */
#include "test_fixture.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct test_case {
    const char *name;
    void (*run)(void);
    /* NAME=VALUE of the environment, or NULL. */
    const char *setting;
    /* The signal that ends it, or 0. */
    int signal;
};

static const struct test_case cases[] = {
    {"info", test_info, NULL, 0},
    {"cpu", test_cpu, "FAKECL_TYPE=cpu", 0},
    {"devices", test_devices, "FAKECL_DEVICES=2", 0},
    {"version", test_version, "FAKECL_VERSION=1.1", 0},
    {"memory", test_memory, "FAKECL_MEM=4096", 0},
    {"sub-buffer", test_sub_buffer, NULL, 0},
    {"transfer", test_transfer, NULL, 0},
    {"map", test_map, NULL, 0},
    {"image", test_image, NULL, 0},
    {"image-moves", test_image_moves, NULL, 0},
    {"image-kernel", test_image_kernel, NULL, 0},
    {"scan", test_scan, NULL, 0},
    {"build", test_build, NULL, 0},
    {"binary", test_binary, NULL, 0},
    {"args", test_args, NULL, 0},
    {"range", test_range, NULL, 0},
    {"ops", test_ops, NULL, 0},
    {"more-ops", test_more_ops, NULL, 0},
    {"random", test_random, NULL, 0},
    {"times", test_times, NULL, 0},
    {"faults", test_faults, NULL, 0},
    {"guards", test_guards, NULL, 0},
    {"failures", test_failures, NULL, 0},
    {"script", test_script, NULL, 0},
    {"user-event", test_user_event, NULL, 0},
    {"failed-wait", test_failed_wait, NULL, 0},
    {"thread", test_thread, NULL, 0},
    {"stuck", test_stuck, NULL, 0},
    {"lazy", test_lazy, "FAKECL_LAZY=1", 0},
    {"out-of-order", test_out_of_order, NULL, 0},
    {"counts", test_counts, NULL, 0},
    {"inject", test_inject, "FAKECL_FAIL=clCreateBuffer:2:-4,clFinish:1:-36",
     0},
    {"hang", test_hang, "FAKECL_HANG=clFinish:2", SIGALRM},
    {"crash", test_crash, NULL, SIGABRT},
    {"log", test_log, NULL, 0},
    {"leaks", test_leaks, NULL, 0},
};

#define NUM_CASES (sizeof(cases) / sizeof(cases[0]))

static int run_case(const char *name)
{
    size_t i;

    for (i = 0; i < NUM_CASES; i++) {
        if (strcmp(cases[i].name, name) != 0)
            continue;
        cases[i].run();
        fflush(stdout);
        return num_failed ? 1 : 0;
    }
    return 2;
}

/* In the child: run the case in a process that starts afresh. */
static void become(const char *program, const struct test_case *test)
{
    const char *value = test->setting ? strchr(test->setting, '=') : NULL;
    char name[32];

    if (value) {
        snprintf(name, sizeof(name), "%.*s", (int)(value - test->setting),
                 test->setting);
        setenv(name, value + 1, 1);
    }
    execl(program, program, test->name, (char *)NULL);
    _exit(3);
}

static bool passes(const char *program, const struct test_case *test,
                   bool *is_skipped)
{
    int status = 0;
    pid_t pid = fork();

    if (pid == 0)
        become(program, test);
    if (pid < 0 || waitpid(pid, &status, 0) != pid)
        return false;
    *is_skipped = WIFEXITED(status) && WEXITSTATUS(status) == TEST_SKIPPED;
    if (test->signal)
        return WIFSIGNALED(status) && WTERMSIG(status) == test->signal;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(int argc, char **argv)
{
    bool is_skipped = false;
    int failed = 0;
    size_t i;

    if (argc > 1)
        return run_case(argv[1]);
    for (i = 0; i < NUM_CASES && !is_skipped; i++) {
        bool is_good = passes(argv[0], &cases[i], &is_skipped);

        printf("%s %s\n", is_good ? "ok" : "not ok", cases[i].name);
        fflush(stdout);
        failed += !is_good;
    }
    if (is_skipped)
        return TEST_SKIPPED;
    return failed ? 1 : 0;
}
