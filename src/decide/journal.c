/* SPDX-License-Identifier: Apache-2.0 */
#include "decide/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/quiet.h"
#include "base/str.h"

/* A line, its newline included; what is longer loses its end. */
#define LINE_BYTES 512
#define MOST_LINES 2048

#define FREE '-'
#define RUNNING 'r'
#define ENDED 'x'

struct record {
    char state;
    long pid;
    uint64_t trial;   /* key, digest and choice */
    uint64_t kernel;  /* the same for all shapes */
    const char *text; /* "choice key", for people */
};

static char *path;
static char *key, *digest;   /* of the trials that follow */
static struct record *ended; /* `text` is NULL in these */
static size_t ended_count;
static int running_fd = -1; /* while something is tried */
static off_t running_at;
static struct record running;

/* ---- lines -------------------------------------------------------------- */

static bool read_line(char line[LINE_BYTES], struct record *record)
{
    int at = 0;

    line[LINE_BYTES - 1] = '\0';
    if (sscanf(line, "%c %ld %" SCNx64 " %" SCNx64 " %n", &record->state,
               &record->pid, &record->trial, &record->kernel, &at) != 4 ||
        !at || (record->state != RUNNING && record->state != ENDED))
        return false;
    record->text = line + at;
    line[at + (int)strcspn(line + at, "\n")] = '\0';
    while (line[at] && line[strlen(line) - 1] == ' ')
        line[strlen(line) - 1] = '\0';
    return true;
}

/* A full disk left a part of a line: no line then. */
static void drop_part(int fd, off_t at)
{
    if (pwrite(fd, &(char){FREE}, 1, at) != 1)
        netcl_diag_note("%s: %s", path, strerror(errno));
}

static bool write_line(int fd, off_t at, const struct record *record)
{
    struct netcl_quiet quiet;
    char line[LINE_BYTES + 1];
    bool is_whole;
    int length =
        snprintf(line, sizeof(line), "%c %ld %016" PRIx64 " %016" PRIx64 " %s",
                 record->state, record->pid, record->trial, record->kernel,
                 record->text);

    if (length < 0)
        return false;
    if (length < LINE_BYTES)
        memset(line + length, ' ', (size_t)(LINE_BYTES - length));
    line[LINE_BYTES - 1] = '\n';
    netcl_quiet_enter(&quiet);
    is_whole = pwrite(fd, line, LINE_BYTES, at) == LINE_BYTES;
    if (!is_whole)
        drop_part(fd, at);
    netcl_quiet_leave(&quiet);
    return is_whole;
}

static void erase_line(int fd, off_t at)
{
    static const struct record none = {.state = FREE, .text = ""};

    write_line(fd, at, &none);
}

/* 0; -EAGAIN: it is another process's; else there are no locks here. */
static int lock_line(int fd, off_t at, short type)
{
    struct flock lock = {.l_type = type,
                         .l_whence = SEEK_SET,
                         .l_start = at,
                         .l_len = LINE_BYTES};

    if (!fcntl(fd, F_SETLK, &lock))
        return 0;
    return errno == EACCES || errno == EAGAIN ? -EAGAIN : -errno;
}

/* ---- the file ----------------------------------------------------------- */

/* Only what no other user could have written counts. */
static bool is_trusted(int fd)
{
    struct stat about;

    return !fstat(fd, &about) && S_ISREG(about.st_mode) &&
           netcl_file_is_trusted(&about);
}

static int open_file(int more)
{
    int fd = path ? open(path,
                         O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK |
                             O_NOCTTY | more,
                         0600)
                  : -1;

    if (fd >= 0 && !is_trusted(fd)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/* The first one in this folder makes the folder, too. */
static int open_for_trial(void)
{
    int fd = open_file(O_CREAT);

    if (fd < 0 && errno == ENOENT && path && !netcl_file_make_parent(path))
        fd = open_file(O_CREAT);
    return fd;
}

static bool is_known(uint64_t trial)
{
    size_t i;

    for (i = 0; i < ended_count; i++)
        if (ended[i].trial == trial)
            return true;
    return false;
}

static void remember(const struct record *record)
{
    struct record *more;

    if (is_known(record->trial))
        return;
    more = realloc(ended, (ended_count + 1) * sizeof(*ended));
    if (!more)
        return;
    ended = more;
    ended[ended_count] = *record;
    ended[ended_count++].text = NULL;
}

/*
 * A line said r: is nobody at it any more? Where locks tell, it is read again
 * under the lock, as it may have been given back since.
 */
static bool is_orphan(int fd, off_t at, const struct record *record)
{
    struct record now;
    char line[LINE_BYTES];
    int err = lock_line(fd, at, F_WRLCK);

    if (err == -EAGAIN)
        return false;
    if (err)
        return record->pid > 0 && kill((pid_t)record->pid, 0) && errno == ESRCH;
    return pread(fd, line, LINE_BYTES, at) == LINE_BYTES &&
           read_line(line, &now) && now.state == RUNNING &&
           now.pid == record->pid && now.trial == record->trial;
}

static void blame(int fd, off_t at, struct record *record)
{
    if (is_orphan(fd, at, record)) {
        netcl_diag_error("%s: a process ended while it tried %s; that is not "
                         "tried again (netcl-tune cache clear forgets it)",
                         path, record->text);
        record->state = ENDED;
        if (is_known(record->trial))
            erase_line(fd, at);
        else
            write_line(fd, at, record);
        remember(record);
    }
    lock_line(fd, at, F_UNLCK);
}

/* First what is known to have ended a process, then what may have. */
static void read_file(int fd, char state)
{
    struct record record;
    char line[LINE_BYTES];
    off_t at;

    for (at = 0; at < (off_t)MOST_LINES * LINE_BYTES; at += LINE_BYTES) {
        if (pread(fd, line, LINE_BYTES, at) != LINE_BYTES)
            return;
        if (!read_line(line, &record) || record.state != state)
            continue;
        if (state == ENDED)
            remember(&record);
        else
            blame(fd, at, &record);
    }
}

/* Where a line can be written that is locked from now on; -1: nowhere. */
static off_t claim_line(int fd)
{
    struct record record;
    char line[LINE_BYTES];
    off_t at;

    for (at = 0; at < (off_t)MOST_LINES * LINE_BYTES; at += LINE_BYTES) {
        ssize_t got = pread(fd, line, LINE_BYTES, at);

        if (got == LINE_BYTES && read_line(line, &record))
            continue;
        if (lock_line(fd, at, F_WRLCK) == -EAGAIN)
            continue;
        /* Somebody may have been here since it was read. */
        if (pread(fd, line, LINE_BYTES, at) != LINE_BYTES ||
            !read_line(line, &record))
            return at;
        lock_line(fd, at, F_UNLCK);
    }
    return -1;
}

/* ---- life --------------------------------------------------------------- */

void netcl_journal_open(const char *cache_path)
{
    netcl_journal_close();
    if (cache_path && *cache_path)
        path = netcl_str_format("%s.trials", cache_path);
}

void netcl_journal_close(void)
{
    netcl_journal_leave();
    free(path);
    path = NULL;
}

int netcl_journal_clear(const char *cache_path)
{
    char *name = netcl_str_format("%s.trials", cache_path);
    int err = name ? 0 : -ENOMEM;

    if (name && unlink(name) && errno != ENOENT)
        err = -errno;
    free(name);
    return err;
}

void netcl_journal_enter(const char *of_key, const char *of_digest)
{
    int fd;

    netcl_journal_leave();
    key = of_key ? strdup(of_key) : NULL;
    digest = strdup(of_digest ? of_digest : "");
    fd = key && digest ? open_file(0) : -1;
    if (fd < 0)
        return;
    read_file(fd, ENDED);
    read_file(fd, RUNNING);
    close(fd);
}

void netcl_journal_leave(void)
{
    netcl_journal_end();
    free(key);
    free(digest);
    free(ended);
    key = digest = NULL;
    ended = NULL;
    ended_count = 0;
}

/* ---- trials ------------------------------------------------------------- */

/* The key without its shape: all up to the last "::". */
static size_t kernel_length(void)
{
    size_t length = strlen(key);

    while (length > 2 && strncmp(key + length - 2, "::", 2))
        length--;
    return length > 2 ? length : strlen(key);
}

static struct record describe(const char *choice)
{
    struct record record = {.state = RUNNING, .pid = (long)getpid()};
    uint64_t state = netcl_hash_text(NETCL_HASH_INIT, digest);

    state = netcl_hash_text(state, choice);
    record.trial = netcl_hash_finish(netcl_hash_text(state, key));
    record.kernel =
        netcl_hash_finish(netcl_hash_bytes(state, key, kernel_length()));
    return record;
}

bool netcl_journal_blames(const char *choice)
{
    struct record record;
    size_t i, same = 0;

    if (!key || !digest || !ended_count)
        return false;
    record = describe(choice);
    for (i = 0; i < ended_count; i++)
        same += ended[i].kernel == record.kernel;
    return same > 1 || is_known(record.trial);
}

void netcl_journal_begin(const char *choice)
{
    char *text;

    netcl_journal_end();
    if (!key || !digest)
        return;
    running_fd = open_for_trial();
    if (running_fd < 0)
        return;
    running = describe(choice);
    text = netcl_str_format("%s of %s", choice, key);
    running.text = text ? text : "";
    running_at = claim_line(running_fd);
    if (running_at < 0 || !write_line(running_fd, running_at, &running)) {
        close(running_fd);
        running_fd = -1;
    }
    free(text);
    running.text = "";
}

void netcl_journal_end(void)
{
    if (running_fd < 0)
        return;
    erase_line(running_fd, running_at);
    close(running_fd); /* which gives the lock back */
    running_fd = -1;
}

void netcl_journal_condemn(void)
{
    if (running_fd < 0)
        return;
    running.state = ENDED;
    if (pwrite(running_fd, &(char){ENDED}, 1, running_at) == 1)
        remember(&running);
    close(running_fd);
    running_fd = -1;
}
