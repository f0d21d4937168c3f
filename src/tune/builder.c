/* SPDX-License-Identifier: Apache-2.0 */
#include "tune/builder.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/diag.h"
#include "base/dict.h"
#include "base/str.h"
#include "tune/helper.h"

/* A compiler that takes longer than this for one program hangs. */
#define LONGEST_NS (60000 * NETCL_MS)
/* What is launched to warm up may hang too, and is of less use. */
#define LONGEST_WARMING_NS (5000 * NETCL_MS)
/*
 * Another thread may take the answer that this one is about to wait for, and
 * a process that does not answer is only found out by asking: so often.
 */
#define LOOK_NS (20 * NETCL_MS)
/* Compile processes that died; a compiler that bad is not asked any more. */
#define MOST_DEATHS 16

enum state {
    ASKED,
    WARMING, /* built; being launched once over there */
    READY,
    FAILED,
    CRASHED, /* the compile process did not survive a launch of it */
    ABSENT /* the compile process cannot reach the device */
};

struct job {
    uint64_t digest;
    enum state state;
    char *text; /* of the ask, until it is answered */
    size_t text_bytes;
    bool is_sent;
    char *binary;
    size_t bytes;
    bool is_taken; /* somebody has had the binary */
    struct job *next; /* in the order of asking */
    UT_hash_handle hh;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct job *jobs;
static struct job *first, **last = &first; /* not answered yet */
static struct netcl_helper helper = {-1, -1, -1, 0};
static uint64_t since_ns; /* when `first` became the one being compiled */
static unsigned deaths;
static bool is_absent; /* there is no compile process to be had */
static atomic_ullong waited_ns;

/* ---- answers ------------------------------------------------------------------ */

static void settle(struct job *job, enum state state)
{
    first = job->next;
    if (!first)
        last = &first;
    free(job->text);
    job->text = NULL;
    job->state = state;
    since_ns = netcl_clock_ns();
}

/* The binary, at the first of its two answers. */
static void keep_binary(struct job *job, char *bytes, size_t count)
{
    if (!job->binary && count) {
        job->binary = bytes;
        job->bytes = count;
    } else {
        free(bytes);
    }
}

static void take(const struct netcl_wire_answer *answer)
{
    char *bytes = netcl_helper_read(&helper, answer);
    struct job *job = first;

    if (!job || job->digest != answer->digest) {
        free(bytes);
        return;
    }
    switch (answer->error) {
    case 0:
        keep_binary(job, bytes, answer->bytes);
        settle(job, READY);
        break;
    case -EINPROGRESS:
        keep_binary(job, bytes, answer->bytes);
        job->state = WARMING;
        since_ns = netcl_clock_ns();
        break;
    default:
        if (answer->error == -ENOEXEC && bytes)
            netcl_diag_note("a variant does not build: %s", bytes);
        free(bytes);
        settle(job, answer->error == -ENOEXEC ? FAILED : ABSENT);
    }
}

/* It died, or is to die: what it was at has failed, the rest is asked again. */
static void bury(enum state of_warming)
{
    struct job *job;

    netcl_helper_close(&helper);
    deaths++;
    if (first)
        settle(first, first->state == WARMING ? of_warming : FAILED);
    for (job = first; job; job = job->next)
        job->is_sent = false;
}

static void receive(void)
{
    struct netcl_wire_answer answer;
    uint64_t longest = LONGEST_NS;
    int err = -EAGAIN;

    while (helper.socket >= 0 &&
           !(err = netcl_helper_receive(&helper, &answer)))
        take(&answer);
    if (helper.socket < 0 || !first)
        return;
    if (first->state == WARMING)
        longest = LONGEST_WARMING_NS;
    if (err == -EPIPE)
        bury(CRASHED);
    else if (netcl_clock_ns() - since_ns > longest)
        bury(READY); /* a slow one need not be a bad one */
}

/* ---- asks ------------------------------------------------------------------------ */

static void start(const struct netcl_real *real)
{
    int err;

    if (helper.socket >= 0 || is_absent)
        return;
    err = deaths < MOST_DEATHS ? netcl_helper_start(&helper, real) : -EIO;
    if (!err)
        return;
    is_absent = true;
    if (err == -ENOENT)
        netcl_diag_note("netcl-tune-build was not found: variants are built "
                        "within the launch");
    while (first)
        settle(first, deaths < MOST_DEATHS ? ABSENT : FAILED);
}

/* Whatever was not sent yet, as much as the socket takes. */
static void send_all(const struct netcl_real *real)
{
    struct job *job;
    int err;

    start(real);
    for (job = first; job && helper.socket >= 0; job = job->next) {
        if (job->is_sent)
            continue;
        err = netcl_helper_send(&helper, job->digest, job->text,
                                job->text_bytes);
        if (err == -EPIPE)
            bury(CRASHED);
        if (err)
            return;
        job->is_sent = true;
    }
}

static char *platform_name(const struct netcl_builder_job *asked)
{
    cl_platform_id platform = NULL;
    char text[1024] = "";

    if (asked->real->clGetDeviceInfo(asked->device->handle,
                                     CL_DEVICE_PLATFORM, sizeof(platform),
                                     &platform, NULL) == CL_SUCCESS)
        asked->real->clGetPlatformInfo(platform, CL_PLATFORM_NAME,
                                       sizeof(text) - 1, text, NULL);
    return strdup(text);
}

static void write_text(const struct netcl_builder_job *asked, struct job *job)
{
    char *platform = platform_name(asked);
    const char *parts[] = {platform ? platform : "", asked->device->name,
                           asked->device->driver,    asked->options,
                           asked->source,            asked->launches};
    struct netcl_str text = NETCL_STR_INIT;
    size_t i;

    for (i = 0; i < sizeof(parts) / sizeof(*parts); i++)
        netcl_str_append_bytes(&text, parts[i], strlen(parts[i]) + 1);
    job->text_bytes = text.length;
    job->text = netcl_str_take(&text);
    free(platform);
}

static struct job *new_job(const struct netcl_builder_job *asked)
{
    struct job *job = calloc(1, sizeof(*job));

    if (!job)
        return NULL;
    job->digest = asked->digest;
    write_text(asked, job);
    if (!job->text) {
        free(job);
        return NULL;
    }
    return job;
}

static void enqueue(struct job *job)
{
    if (!first)
        since_ns = netcl_clock_ns();
    job->next = NULL;
    *last = job;
    last = &job->next;
}

/* For another context; to build it here would hold up the launch. */
static void ask_again(struct job *job, struct job *fresh)
{
    job->text = fresh->text;
    job->text_bytes = fresh->text_bytes;
    fresh->text = NULL;
    job->state = ASKED;
    job->is_sent = job->is_taken = false;
    enqueue(job);
}

/* With the lock: into the table and the queue. NULL: no memory. */
static struct job *add(struct job *fresh)
{
    struct job *job;

    HASH_FIND(hh, jobs, &fresh->digest, sizeof(fresh->digest), job);
    if (job && job->is_taken)
        ask_again(job, fresh);
    if (job)
        return job;
    HASH_ADD(hh, jobs, digest, sizeof(fresh->digest), fresh);
    if (!fresh->hh.tbl)
        return NULL;
    enqueue(fresh);
    return fresh;
}

static int answer_of(struct job *job, void **binary, size_t *bytes)
{
    switch (job->state) {
    case READY:
        break;
    case FAILED:
        return -ENOEXEC;
    case CRASHED:
        return -ENOTRECOVERABLE;
    case ABSENT:
        return -ENOSYS;
    default:
        return is_absent ? -ENOSYS : -EAGAIN;
    }
    if (job->is_taken)
        return -EAGAIN; /* by another thread, just now: asked again next time */
    if (!job->binary)
        return -ENOSYS; /* the driver gives none */
    *binary = job->binary;
    *bytes = job->bytes;
    job->binary = NULL;
    job->is_taken = true;
    return 0;
}

int netcl_builder_ask(const struct netcl_builder_job *asked, void **binary,
                      size_t *bytes)
{
    struct job *job, *fresh = NULL;
    bool is_known;
    int err;

    pthread_mutex_lock(&mutex);
    HASH_FIND(hh, jobs, &asked->digest, sizeof(asked->digest), job);
    is_known = job && !job->is_taken;
    pthread_mutex_unlock(&mutex);
    if (!is_known) {
        fresh = new_job(asked); /* asks the driver: not under the lock */
        if (!fresh)
            return -ENOSYS;
    }
    pthread_mutex_lock(&mutex);
    if (fresh)
        job = add(fresh);
    receive();
    send_all(asked->real);
    err = job ? answer_of(job, binary, bytes) : -ENOSYS;
    pthread_mutex_unlock(&mutex);
    if (fresh && job != fresh) {
        free(fresh->text);
        free(fresh);
    }
    return err;
}

bool netcl_builder_wait(uint64_t deadline_ns)
{
    struct pollfd answers = {-1, POLLIN, 0};
    struct timespec left = {0};
    uint64_t now = netcl_clock_ns(), most;

    pthread_mutex_lock(&mutex);
    if (first && first->is_sent)
        answers.fd = helper.socket;
    pthread_mutex_unlock(&mutex);
    if (answers.fd < 0 || now >= deadline_ns)
        return false;
    most = deadline_ns - now < LOOK_NS ? deadline_ns - now : LOOK_NS;
    left.tv_nsec = (long)most;
    ppoll(&answers, 1, &left, NULL);
    atomic_fetch_add(&waited_ns, netcl_clock_ns() - now);
    return true;
}

uint64_t netcl_builder_waited_ns(void)
{
    return atomic_load(&waited_ns);
}

bool netcl_builder_is_running(void)
{
    bool is_running;

    pthread_mutex_lock(&mutex);
    is_running = helper.socket >= 0;
    pthread_mutex_unlock(&mutex);
    return is_running;
}

/* Only this thread is left, and the lock may be held by one that is not. */
void netcl_builder_forget(void)
{
    netcl_helper_close(&helper);
}
