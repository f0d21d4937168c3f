/* SPDX-License-Identifier: Apache-2.0 */
/*
 * troubled FAMILIES CASE: a program whose launches go on while
 *
 *   signals   a timer fires every millisecond, and calls are not restarted
 *   forks     another thread forks all the time; children end by exit() or
 *             _exit(), or launch another program
 */
#include "app.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define LAUNCHES 400

static atomic_bool is_done;
static atomic_int fired;

static void on_alarm(int signal)
{
    (void)signal;
    atomic_fetch_add(&fired, 1);
}

static void start_timer(void)
{
    struct sigaction action = {.sa_handler = on_alarm};
    struct itimerval every = {{0, 1000}, {0, 1000}};

    EXPECT(!sigaction(SIGALRM, &action, NULL));
    EXPECT(!setitimer(ITIMER_REAL, &every, NULL));
}

static void be_child(int how)
{
    char *memory = malloc(100000); /* the heap is not locked by us */

    EXPECT(memory);
    free(memory);
    if (how == 0)
        exit(0);
    if (how == 1)
        _exit(0);
    execl("/bin/true", "true", (char *)NULL);
    _exit(1);
}

static void *fork_on(void *unused)
{
    int status, k;
    pid_t pid;

    (void)unused;
    for (k = 0; k < 30 || !atomic_load(&is_done); k++) {
        pid = fork();
        EXPECT(pid >= 0);
        if (!pid)
            be_child(k % 3);
        while (waitpid(pid, &status, 0) < 0)
            continue;
        EXPECT(status == 0);
    }
    printf("forked\n");
    return NULL;
}

static void launch_on(struct app *app)
{
    int k;

    app_open(app, app_file("scale"), "scale");
    for (k = 0; k < LAUNCHES; k++) {
        if (k % 10 == 0)
            app_set(app->kernel, app->dst, app->src, (float)k, COUNT);
        app_launch(app->queue, app->kernel, COUNT);
        if (k % 50 == 49)
            app_expect(app, app->queue, app->dst, COUNT, (float)(k - k % 10));
    }
    app_close(app);
}

static void signals(struct app *app)
{
    start_timer();
    launch_on(app);
    EXPECT(atomic_load(&fired) > 0);
}

static void forks(struct app *app)
{
    pthread_t thread;

    EXPECT(!pthread_create(&thread, NULL, fork_on, NULL));
    launch_on(app);
    atomic_store(&is_done, true);
    EXPECT(!pthread_join(thread, NULL));
}

int main(int argc, char **argv)
{
    static const struct app_case cases[] = {
        {"signals", signals}, {"forks", forks}, {NULL, NULL}};

    return app_main(argc, argv, cases);
}
