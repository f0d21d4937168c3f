/* SPDX-License-Identifier: Apache-2.0 */
/* A process is started: nothing of it is left in this one. */
#include "base/spawn.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "test.h"

/* Together more than the stacks that are used for it, each less. */
#define BYTES (64u << 10)
#define PIECES 32

static volatile sig_atomic_t signals;

static void count(int number)
{
    (void)number;
    signals++;
}

/* What the process writes to its descriptor 3 until it ends. */
static char *run(const char *path, const char *more)
{
    static const char *const less[] = {NULL};
    static char told[64];
    int ends[2];
    ssize_t length = -1;

    told[0] = '\0';
    if (pipe(ends) || netcl_spawn(path, &ends[1], 1, less, more))
        return told;
    close(ends[1]);
    length = read(ends[0], told, sizeof(told) - 1);
    told[length < 0 ? 0 : length] = '\0';
    close(ends[0]);
    return told;
}

static char *script(void)
{
    static char path[] = "/tmp/test_spawn.XXXXXX";
    int file = mkstemp(path);
    static const char text[] = "#!/bin/sh\necho \"$WORD\" >&3\n";

    if (file < 0 || write(file, text, sizeof(text) - 1) < 0 ||
        fchmod(file, 0700))
        return NULL;
    close(file);
    return path;
}

static void test_runs_as_no_child(void)
{
    char *path = script();

    signal(SIGCHLD, count);
    expect_text(run(path, "WORD=word"), "word\n");
    expect_int(signals, 0);
    expect_int(waitpid(-1, NULL, WNOHANG), -1);
    expect_int(errno, ECHILD);
    unlink(path);
}

static void test_file_that_is_not_there(void)
{
    expect_text(run("/nowhere/to/be/found", "A=b"), "");
}

/*
 * Memory that is mapped where the stacks of the process were: a sanitizer must
 * know of nothing that is on them.
 */
static void test_leaves_no_stack(void)
{
    static char copy[BYTES];
    char *pieces[PIECES];
    size_t i;

    for (i = 0; i < PIECES; i++) {
        pieces[i] = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        expect_true(pieces[i] != MAP_FAILED);
        memcpy(copy, pieces[i], BYTES);
        expect_int(copy[BYTES - 1], 0);
    }
    for (i = 0; i < PIECES; i++)
        munmap(pieces[i], BYTES);
}

int main(void)
{
    test_runs_as_no_child();
    test_file_that_is_not_there();
    test_leaves_no_stack();
    return test_end();
}
