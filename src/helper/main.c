/* SPDX-License-Identifier: Apache-2.0 */
/*
 * netcl-tune-build: compiles candidates for one program that is being tuned.
 *
 * A process of its own, because a compiler takes seconds, crashes and hangs,
 * and because a thread inside a driver at exit brings the program down. It
 * lives as long as the program keeps its end of the socket open.
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "helper/compile.h"
#include "tune/wire.h"

static uint64_t answers_bytes;

/* The program has gone: at once, whatever the compiler is doing. */
static void *watch(void *unused)
{
    struct pollfd program = {NETCL_WIRE_SOCKET, 0, 0};

    (void)unused;
    while (!(program.revents & (POLLHUP | POLLERR | POLLNVAL)))
        poll(&program, 1, -1);
    _exit(0);
}

static char *read_text(const struct netcl_wire_ask *ask)
{
    char *text = malloc(ask->bytes + 1);

    if (text && pread(NETCL_WIRE_ASKS, text, ask->bytes,
                      (off_t)ask->offset) != (ssize_t)ask->bytes) {
        free(text);
        return NULL;
    }
    if (text)
        text[ask->bytes] = '\0';
    return text;
}

/* The strings of the text one after the other; false: too few. */
static bool split(const char *text, size_t bytes, struct netcl_compile *job)
{
    const char **parts[] = {&job->platform, &job->device, &job->driver,
                            &job->options,  &job->source, &job->launches};
    const char *end = text + bytes;
    size_t i;

    for (i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
        if (text >= end)
            return false;
        *parts[i] = text;
        text += strlen(text) + 1;
    }
    return true;
}

static void put_result(const struct netcl_compiled *result,
                       struct netcl_wire_answer *answer)
{
    answer->offset = answers_bytes;
    if (result->bytes &&
        pwrite(NETCL_WIRE_ANSWERS, result->content, result->bytes,
               (off_t)answers_bytes) == (ssize_t)result->bytes) {
        answer->bytes = result->bytes;
        answers_bytes += result->bytes;
    } else if (!answer->error) {
        answer->error = -EIO; /* nowhere to put it */
    }
}

static void answer(const struct netcl_wire_answer *answer)
{
    send(NETCL_WIRE_SOCKET, answer, sizeof(*answer), MSG_NOSIGNAL);
}

/* The binary first: what is launched to warm up may crash. */
static void serve(const struct netcl_wire_ask *ask)
{
    struct netcl_wire_answer built = {ask->digest, -EINVAL, 0, 0};
    struct netcl_compiled result = {0};
    struct netcl_compile job = {0};
    char *text = read_text(ask);

    if (text && split(text, ask->bytes, &job)) {
        built.error = netcl_compile(&job, &result);
        put_result(&result, &built);
    }
    if (!built.error && *job.launches) {
        built.error = -EINPROGRESS;
        answer(&built);
        netcl_compile_warm(&job, &result);
        built.error = built.bytes = 0; /* it has been handed over */
    }
    answer(&built);
    netcl_compiled_clear(&result);
    free(text);
}

/* Signals meant for the program's whole group are not for us. */
static void ignore_signals(void)
{
    sigset_t none;

    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* what is too big for a limit is an error */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void close_others(void)
{
    int fd, most = (int)sysconf(_SC_OPEN_MAX);

    if (!close_range(NETCL_WIRE_ANSWERS + 1, ~0u, 0))
        return;
    for (fd = NETCL_WIRE_ANSWERS + 1; fd < most && fd < 65536; fd++)
        close(fd);
}

int main(void)
{
    struct netcl_wire_ask ask;
    pthread_t thread;

    ignore_signals();
    close_others();
    if (nice(5) == -1)
        errno = 0; /* it was worth a try */
    if (pthread_create(&thread, NULL, watch, NULL))
        return 1;
    while (recv(NETCL_WIRE_SOCKET, &ask, sizeof(ask), 0) == sizeof(ask))
        serve(&ask);
    /* Drivers' destructors may hang or crash: nothing of it matters here. */
    _exit(0);
}
