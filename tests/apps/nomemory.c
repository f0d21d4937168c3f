/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nomemory: preloaded, it lets the tuner's own allocations fail. NOMEMORY=7:
 * the seventh; NOMEMORY=7+: the seventh and all after it. Only those count
 * whose caller is in the library, the command, the compile process or libcjson
 * (OURS); what libc allocates for them counts once, by its entry point.
 *
 * NOMEMORY_COUNT=FILE: how many there have been, for the first process that
 * makes the file. NOMEMORY_WHERE=FILE: file and offset of the first that fails.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SITES 16384 /* some 1,000 are in use */
#define HERE __builtin_return_address(0)

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *before, size_t size);

static const char *const ours[] = {"libnetcl_tune.so", "netcl-tune",
                                   "netcl-tune-build", "libcjson.so.1"};
static pthread_once_t once = PTHREAD_ONCE_INIT;
static unsigned long first;
static bool is_endless;
static int count_file = -1;
static atomic_ulong count;

/* ---- who asks ---------------------------------------------------------- */

/* The address, and in its lowest bit whether it is ours; addresses of calls
 * that differ in that bit alone do not happen. */
static _Atomic(uintptr_t) sites[SITES];

static bool is_ours_by_name(const void *caller)
{
    const char *name, *slash;
    Dl_info info;
    size_t i;

    if (!dladdr(caller, &info) || !info.dli_fname)
        return false;
    slash = strrchr(info.dli_fname, '/');
    name = slash ? slash + 1 : info.dli_fname;
    for (i = 0; i < sizeof(ours) / sizeof(*ours); i++)
        if (!strcmp(name, ours[i]))
            return true;
    return !strncmp(name, "libcjson.so.1.", 14);
}

static bool is_ours(const void *caller)
{
    uintptr_t address = (uintptr_t)caller & ~(uintptr_t)1, site;
    size_t i = (address >> 1) * 0x9e3779b1u % SITES, tries;

    for (tries = 0; tries < SITES; tries++, i = (i + 1) % SITES) {
        site = atomic_load(&sites[i]);
        if ((site & ~(uintptr_t)1) == address)
            return site & 1;
        if (!site)
            break;
    }
    site = address | is_ours_by_name(caller);
    if (tries < SITES)
        atomic_store(&sites[i], site); /* two at once: one is asked again */
    return site & 1;
}

/* ---- which fails ------------------------------------------------------- */

static void start(void)
{
    const char *text = getenv("NOMEMORY"), *file = getenv("NOMEMORY_COUNT");
    char *end = NULL;

    if (text) {
        first = strtoul(text, &end, 10);
        is_endless = *end == '+';
    }
    if (file)
        count_file = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
}

static void write_count(unsigned long n)
{
    char line[24];
    int length = snprintf(line, sizeof(line), "%lu\n", n);

    if (pwrite(count_file, line, (size_t)length, 0) != length)
        count_file = -1;
}

static void write_where(const void *caller)
{
    const char *name = getenv("NOMEMORY_WHERE");
    char line[512];
    Dl_info info;
    int fd, length;

    if (!name || !dladdr(caller, &info))
        return;
    fd = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    length = snprintf(
        line, sizeof(line), "%s %#zx\n", info.dli_fname,
        (size_t)((const char *)caller - 1 - (const char *)info.dli_fbase));
    if (fd >= 0 && write(fd, line, (size_t)length) == length)
        close(fd);
}

/* Whether the allocation that `caller` asks for is to fail. */
static bool fails(const void *caller)
{
    unsigned long n;
    int saved = errno;

    if (!is_ours(caller))
        return false;
    pthread_once(&once, start);
    n = atomic_fetch_add(&count, 1) + 1;
    if (count_file >= 0)
        write_count(n);
    if (n == first)
        write_where(caller);
    errno = saved;
    if (!first || n < first || (n > first && !is_endless))
        return false;
    errno = ENOMEM;
    return true;
}

/* ---- what allocates ---------------------------------------------------- */

void *malloc(size_t size)
{
    return fails(HERE) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails(HERE) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *before, size_t size)
{
    return fails(HERE) ? NULL : __libc_realloc(before, size);
}

static char *copy(const char *text, size_t length)
{
    char *made = __libc_malloc(length + 1);

    if (!made)
        return NULL;
    memcpy(made, text, length);
    made[length] = '\0';
    return made;
}

char *strdup(const char *text)
{
    return fails(HERE) ? NULL : copy(text, strlen(text));
}

char *strndup(const char *text, size_t most)
{
    return fails(HERE) ? NULL : copy(text, strnlen(text, most));
}

int vasprintf(char **text, const char *format, va_list list)
{
    va_list again;
    int length;

    if (fails(HERE))
        return -1;
    va_copy(again, list);
    length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        return -1;
    *text = __libc_malloc((size_t)length + 1);
    return *text ? vsnprintf(*text, (size_t)length + 1, format, list) : -1;
}

/* The next one's of what is defined here. */
#define NEXT(name)                                                             \
    static __typeof__(name) *next;                                             \
    if (!next)                                                                 \
        next = (__typeof__(name) *)(uintptr_t)dlsym(RTLD_NEXT, #name);

char *realpath(const char *restrict path, char *restrict resolved)
{
    NEXT(realpath)
    return !resolved && fails(HERE) ? NULL : next(path, resolved);
}

FILE *fopen(const char *restrict path, const char *restrict mode)
{
    NEXT(fopen)
    return fails(HERE) ? NULL : next(path, mode);
}

FILE *fdopen(int fd, const char *mode)
{
    NEXT(fdopen)
    return fails(HERE) ? NULL : next(fd, mode);
}

FILE *open_memstream(char **data, size_t *length)
{
    NEXT(open_memstream)
    return fails(HERE) ? NULL : next(data, length);
}

DIR *opendir(const char *path)
{
    NEXT(opendir)
    return fails(HERE) ? NULL : next(path);
}

int scandir(const char *restrict path, struct dirent ***restrict names,
            int (*filter)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **))
{
    NEXT(scandir)
    return fails(HERE) ? -1 : next(path, names, filter, compare);
}

int setenv(const char *name, const char *value, int overwrite)
{
    NEXT(setenv)
    return fails(HERE) ? -1 : next(name, value, overwrite);
}

/* What pthread_atfork() calls. */
int __register_atfork(void (*prepare)(void), void (*parent)(void),
                      void (*child)(void), void *object);
int __register_atfork(void (*prepare)(void), void (*parent)(void),
                      void (*child)(void), void *object)
{
    NEXT(__register_atfork)
    return fails(HERE) ? ENOMEM : next(prepare, parent, child, object);
}

int glob(const char *restrict pattern, int flags,
         int (*failed)(const char *, int), glob_t *restrict found)
{
    NEXT(glob)
    return fails(HERE) ? GLOB_NOSPACE : next(pattern, flags, failed, found);
}

ssize_t __getdelim(char **restrict line, size_t *restrict capacity, int end,
                   FILE *restrict file)
{
    NEXT(getdelim)
    return fails(HERE) ? -1 : next(line, capacity, end, file);
}

ssize_t getline(char **restrict line, size_t *restrict capacity,
                FILE *restrict file)
{
    NEXT(getline)
    return fails(HERE) ? -1 : next(line, capacity, file);
}

/* libcjson is bound to libc itself, past us, unless that is not asked for. */
void *dlopen(const char *name, int flags)
{
    NEXT(dlopen)
    return next(name, flags & ~RTLD_DEEPBIND);
}
