/* SPDX-License-Identifier: Apache-2.0 */
/* The cache file: what is read, what survives, who wins. */
#include "decide/cache.h"

#include <pthread.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/str.h"
#include "test.h"

#define PROCESSES 16
#define KEYS_EACH 20
#define MANY 100000

static char folder[256];

static const char *at(const char *name)
{
    static char paths[4][512];
    static unsigned next;
    char *path = paths[next++ % 4];

    snprintf(path, sizeof(paths[0]), "%s/%s", folder, name);
    return path;
}

static void put_file(const char *path, const char *text)
{
    expect_int(netcl_file_replace(path, text, strlen(text)), 0);
}

static char *get_file(const char *path)
{
    char *text = NULL;
    size_t length;

    expect_int(netcl_file_read(path, &text, &length), 0);
    return text;
}

/* A copy of a recorded cache under the name "cache.json". */
static const char *copy_of(const char *name)
{
    char *source = netcl_str_format("%s/caches/%s", TEST_DATA, name);
    char *text = get_file(source);

    unlink(at("cache.json"));
    put_file(at("cache.json"), text);
    free(text);
    free(source);
    return at("cache.json");
}

static struct netcl_cache *open_cache(const char *path, const char *shared)
{
    struct netcl_cache *cache = NULL;

    expect_int(netcl_cache_open(path, shared, &cache), 0);
    return cache;
}

static int store(struct netcl_cache *cache, const char *key, const char *choice)
{
    struct netcl_decision decision = {
        .key = (char *)key,
        .choice = (char *)choice,
        .digest = (char *)"d",
        .reason = "faster",
        .speedup = 17.75,
        .original_us = 87618.9,
        .chosen_us = 4934.1,
        .is_exact = true,
    };

    return netcl_cache_store(cache, &decision);
}

static void expect_choice(struct netcl_cache *cache, const char *key,
                          const char *choice)
{
    struct netcl_cached found = {0};

    if (!netcl_cache_find(cache, key, &found))
        expect_text(NULL, choice);
    else
        expect_text(found.choice, choice);
    netcl_cached_clear(&found);
}

static void test_round_trip(void)
{
    struct netcl_cache *cache = open_cache(at("deep/er/cache.json"), NULL);
    struct netcl_cached found;

    expect_choice(cache, "dev|1::k::(8, 8)", NULL);
    expect_int(store(cache, "dev|1::k::(8, 8)", "[\"tiled\",128]"), 0);
    netcl_cache_close(cache);

    cache = open_cache(at("deep/er/cache.json"), NULL);
    expect_true(netcl_cache_find(cache, "dev|1::k::(8, 8)", &found));
    expect_text(found.choice, "[\"tiled\",128]");
    expect_text(found.digest, "d");
    expect_text(found.reason, "faster");
    expect_int(found.origin, NETCL_ORIGIN_CACHE);
    expect_true(found.speedup == 17.75);
    expect_true(found.original_us == 87618.9);
    expect_true(found.chosen_us == 4934.1);
    expect_true(found.is_exact);
    netcl_cached_clear(&found);
    netcl_cache_close(cache);
}

static void test_effort_of_an_unfinished_search(void)
{
    struct netcl_cache *cache = open_cache(at("effort.json"), NULL);
    struct netcl_decision decision = {
        .key = (char *)"dev|1::k::(8,)",
        .choice = (char *)NETCL_CHOICE_ORIGINAL,
        .reason = "unfinished",
        .effort = {(char *)"d", 912.5, 40},
    };
    struct netcl_cached found;

    expect_int(netcl_cache_add(cache, &decision), 0);
    expect_int(netcl_cache_flush(cache), 0);
    expect_int(store(cache, "dev|1::k::(9,)", "16"), 0);
    netcl_cache_close(cache);

    cache = open_cache(at("effort.json"), NULL);
    expect_true(netcl_cache_find(cache, decision.key, &found));
    expect_text(found.digest, NULL);
    expect_text(found.effort.digest, "d");
    expect_true(found.effort.held_ms == 912.5);
    expect_true(found.effort.launches == 40);
    netcl_cached_clear(&found);
    expect_true(netcl_cache_find(cache, "dev|1::k::(9,)", &found));
    expect_text(found.effort.digest, NULL);
    netcl_cached_clear(&found);

    /* Any user's file may hold anything. */
    expect_int(netcl_cache_put(cache, "odd",
                               "{\"choice\":1,\"effort\":{\"digest\":7,"
                               "\"held_ms\":\"x\"}}"),
               0);
    expect_true(netcl_cache_find(cache, "odd", &found));
    expect_text(found.effort.digest, NULL);
    expect_true(found.effort.held_ms == 0);
    netcl_cached_clear(&found);
    netcl_cache_close(cache);
}

static void test_bare_values_are_hints(void)
{
    struct netcl_cache *cache = open_cache(copy_of("older.json"), NULL);
    struct netcl_cached found;

    expect_true(netcl_cache_find(
        cache, "Portable Device|3.1::wino_batched_gemm::(64, 64, 8, 196)",
        &found));
    expect_text(found.choice, "[\"v5\",32]");
    expect_text(found.digest, NULL);
    netcl_cached_clear(&found);
    expect_choice(cache, "Portable Device|3.1::transpose::(1024, 1024)", "16");
    expect_choice(cache, "Portable Device|3.1::copy::(4096,)", "\"vec4\"");
    expect_choice(cache, "Portable Device|3.1::nothing::(1,)", NULL);
    netcl_cache_close(cache);
}

static void test_what_others_wrote_is_kept(void)
{
    struct netcl_cache *cache =
        open_cache(copy_of("foreign-fields.json"), NULL);
    char *text;

    expect_int(store(cache, "beta::k::(9,)", "7"), 0);
    text = get_file(at("cache.json"));
    expect_true(strstr(text, "{\n\"alpha::k::(2,)\": {\"choice\":\"original\","
                             "\"digest\":\"d2\",\"speedup\":1,"
                             "\"exact\":true},\n\"beta::k::(9,)\": {") == text);
    expect_true(strstr(text, "\"zeta::k::(1,)\": {\"choice\" : [\"a\", 1],  "
                             "\"digest\":\"d1\", \"note\": {\"by\": "
                             "\"someone else\", \"n\": [1, 2,\n"
                             "   3.50000]}}\n}\n") != NULL);
    expect_true(strstr(text, "\"mid::k::(3,)\": 1e3,\n") != NULL);
    free(text);
    netcl_cache_close(cache);
}

static void test_escapes(void)
{
    struct netcl_cache *cache = open_cache(copy_of("escapes.json"), NULL);
    char *text;

    expect_choice(cache, "quote \" and \\ back::k::(1,)", "1");
    expect_choice(cache, "GPU \xc3\xa9\xf0\x9f\x98\x80/x::k::(2,)", "2");
    expect_choice(cache, "tab\tnew\nline::k::(3,)", "3");
    expect_int(store(cache, "a \"b\" \\c\td::k::(4,)", "4"), 0);
    text = get_file(at("cache.json"));
    expect_true(strstr(text, "\"\\u0047PU \\u00e9\\ud83d\\ude00\\/x"));
    free(text);
    netcl_cache_close(cache);

    cache = open_cache(at("cache.json"), NULL);
    expect_choice(cache, "a \"b\" \\c\td::k::(4,)", "4");
    expect_choice(cache, "GPU \xc3\xa9\xf0\x9f\x98\x80/x::k::(2,)", "2");
    netcl_cache_close(cache);
}

static void test_last_of_equal_keys_counts(void)
{
    struct netcl_cache *cache = open_cache(copy_of("twice.json"), NULL);

    expect_choice(cache, "k", "3");
    expect_choice(cache, "other", "2");
    netcl_cache_close(cache);
}

static void test_broken(const char *name)
{
    const char *path = copy_of(name);
    char *before = get_file(path), *said, *aside;
    struct netcl_cache *cache;
    char kept[600];

    snprintf(kept, sizeof(kept), "%s.broken-1", path);
    unlink(kept);
    test_capture();
    cache = open_cache(path, NULL);
    expect_choice(cache, "a::k::(1,)", NULL);
    netcl_cache_refresh(cache);
    expect_int(store(cache, "new", "1"), 0);
    said = test_release();
    expect_true(strstr(said, "netcl-tune: ") == said);
    expect_true(strstr(said, "cache.json: not a whole JSON object"));
    expect_true(strstr(said, "kept as "));
    expect_true(strstr(said, " (remove that, if nothing in it is wanted)\n"));
    expect_choice(cache, "new", "1");
    aside = get_file(kept);
    expect_text(aside, before);
    free(aside);
    free(said);
    free(before);
    netcl_cache_close(cache);
}

static void test_empty_file(void)
{
    struct netcl_cache *cache = open_cache(copy_of("empty.json"), NULL);

    expect_choice(cache, "k", NULL);
    expect_int(store(cache, "k", "5"), 0);
    expect_choice(cache, "k", "5");
    netcl_cache_close(cache);
}

static void test_shared_is_below(void)
{
    struct netcl_cache *cache;
    struct netcl_cached found;

    put_file(at("shared.json"), "{\"both\": 1, \"only\": 2}");
    put_file(at("cache.json"), "{\"both\": 10}");
    cache = open_cache(at("cache.json"), at("shared.json"));
    expect_choice(cache, "both", "10");
    expect_true(netcl_cache_find(cache, "only", &found));
    expect_int(found.origin, NETCL_ORIGIN_SHARED);
    expect_text(found.choice, "2");
    netcl_cached_clear(&found);
    expect_int(netcl_cache_remove(cache, "both"), 0);
    expect_choice(cache, "both", "1");
    expect_int(netcl_cache_remove(cache, "both"), -ENOENT);
    netcl_cache_close(cache);
}

static bool collect(void *context, const char *key, const char *value,
                    enum netcl_origin origin)
{
    netcl_str_printf(context, "%s=%s/%s ", key, value,
                     netcl_origin_name(origin));
    return strcmp(key, "stop") != 0;
}

static void test_each_and_clear(void)
{
    struct netcl_str seen = NETCL_STR_INIT;
    struct netcl_cache *cache;

    put_file(at("shared.json"), "{\"b\": 2, \"a\": 1}");
    put_file(at("cache.json"), "{\"c\": 3, \"b\": 20}");
    cache = open_cache(at("cache.json"), at("shared.json"));
    expect_int(netcl_cache_put(cache, "d", "[ \"x\" , 1 ]"), 0);
    expect_int(netcl_cache_put(cache, "d", "[1,"), -EINVAL);
    netcl_cache_each(cache, collect, &seen);
    expect_text(seen.text, "a=1/shared b=20/cache c=3/cache "
                           "d=[\"x\",1]/cache ");
    netcl_str_free(&seen);
    expect_int(netcl_cache_flush(cache), 0);
    expect_int(netcl_cache_clear(cache), 0);
    netcl_cache_each(cache, collect, &seen);
    expect_text(seen.text, "a=1/shared b=2/shared ");
    netcl_str_free(&seen);
    netcl_cache_close(cache);
}

static void test_sees_what_others_store(void)
{
    struct netcl_cache *a, *b;

    unlink(at("cache.json"));
    a = open_cache(at("cache.json"), NULL);
    b = open_cache(at("cache.json"), NULL);
    expect_int(store(a, "k", "1"), 0);
    expect_choice(b, "k", NULL);
    netcl_cache_refresh(b);
    expect_choice(b, "k", "1");
    expect_int(store(b, "l", "2"), 0);
    expect_int(store(a, "m", "3"), 0);
    expect_choice(a, "l", "2");
    netcl_cache_close(a);
    netcl_cache_close(b);
}

/* As netcl does: it writes what it read when it began, and its own. */
static void test_writers_who_do_not_know_us(void)
{
    const char *path = at("unaware.json");
    struct netcl_cache *cache = open_cache(path, NULL);
    struct netcl_cache *other = open_cache(path, NULL);
    char *text;

    expect_int(store(cache, "kept", "1"), 0);
    expect_int(store(cache, "again", "2"), 0);
    put_file(path, "{\n \"again\": 5,\n \"theirs\": 3\n}");
    expect_int(store(cache, "later", "4"), 0);
    text = get_file(path);
    expect_true(strstr(text, "\"kept\": {\"choice\":1,") != NULL);
    expect_true(strstr(text, "\"again\": 5") != NULL);
    expect_true(strstr(text, "\"theirs\": 3") != NULL);
    expect_true(strstr(text, "\"later\": {\"choice\":4,") != NULL);
    free(text);
    /* Who knows us took it away on purpose. */
    expect_int(netcl_cache_remove(other, "kept"), 0);
    expect_int(store(cache, "last", "6"), 0);
    netcl_cache_refresh(other);
    expect_choice(other, "kept", NULL);
    expect_choice(other, "last", "6");
    netcl_cache_close(other);
    netcl_cache_close(cache);
}

static void test_world_writable_is_refused(void)
{
    struct netcl_cache *cache;
    char *said, *text;

    put_file(at("cache.json"), "{\"k\": 1}");
    chmod(at("cache.json"), 0666);
    test_capture();
    cache = open_cache(at("cache.json"), at("cache.json"));
    expect_choice(cache, "k", NULL);
    expect_int(store(cache, "new", "1"), -EPERM);
    said = test_release();
    expect_true(strstr(said, "another user owns it or may write it"));
    expect_choice(cache, "new", "1");
    text = get_file(at("cache.json"));
    expect_text(text, "{\"k\": 1}");
    free(text);
    free(said);
    netcl_cache_close(cache);
    unlink(at("cache.json"));
}

/* A folder stands where the file should be: nothing can be written. */
static void test_unwritable_keeps_it_in_memory(void)
{
    struct netcl_cache *cache;
    char *said, *line;

    put_file(at("file"), "");
    test_capture();
    cache = open_cache(at("file/cache.json"), NULL);
    expect_differ(store(cache, "k", "1"), 0);
    expect_differ(store(cache, "l", "2"), 0);
    said = test_release();
    line = strchr(said, '\n');
    expect_true(strstr(said, "cannot be written"));
    expect_true(line && line[1] == '\0');
    expect_choice(cache, "k", "1");
    expect_choice(cache, "l", "2");
    free(said);
    netcl_cache_close(cache);
}

static void test_no_path(void)
{
    struct netcl_cache *cache = open_cache("", NULL);

    expect_int(store(cache, "k", "1"), 0);
    expect_choice(cache, "k", "1");
    netcl_cache_close(cache);
}

/* One of the many writers. */
static void store_keys(unsigned writer)
{
    struct netcl_cache *cache = open_cache(at("cache.json"), NULL);
    char key[64];
    unsigned k;

    for (k = 0; k < KEYS_EACH; k++) {
        snprintf(key, sizeof(key), "dev::kernel %u::(%u,)", writer, k);
        expect_int(store(cache, key, "[\"v\",1]"), 0);
    }
    netcl_cache_close(cache);
}

static void expect_all_keys(void)
{
    struct netcl_cache *cache = open_cache(at("cache.json"), NULL);
    char key[64];
    unsigned writer, k;

    for (writer = 0; writer < PROCESSES; writer++) {
        for (k = 0; k < KEYS_EACH; k++) {
            snprintf(key, sizeof(key), "dev::kernel %u::(%u,)", writer, k);
            expect_choice(cache, key, "[\"v\",1]");
        }
    }
    netcl_cache_close(cache);
}

static void test_many_processes(void)
{
    unsigned writer;
    int status;

    unlink(at("cache.json"));
    for (writer = 0; writer < PROCESSES; writer++) {
        if (fork() == 0) {
            store_keys(writer);
            _exit(test_failures != 0);
        }
    }
    while (wait(&status) > 0)
        expect_int(status, 0);
    expect_all_keys();
}

struct worker {
    struct netcl_cache *cache;
    unsigned number;
};

static void *store_from_thread(void *argument)
{
    struct worker *worker = argument;
    struct netcl_cached found;
    char key[64];
    unsigned k;

    for (k = 0; k < KEYS_EACH; k++) {
        snprintf(key, sizeof(key), "dev::kernel %u::(%u,)", worker->number, k);
        store(worker->cache, key, "[\"v\",1]");
        if (netcl_cache_find(worker->cache, key, &found))
            netcl_cached_clear(&found);
        if (k % 8 == 0)
            netcl_cache_refresh(worker->cache);
    }
    return NULL;
}

static void test_many_threads(void)
{
    struct worker workers[PROCESSES];
    pthread_t threads[PROCESSES];
    struct netcl_cache *cache;
    unsigned i;

    unlink(at("cache.json"));
    cache = open_cache(at("cache.json"), NULL);
    for (i = 0; i < PROCESSES; i++) {
        workers[i] = (struct worker){cache, i};
        pthread_create(&threads[i], NULL, store_from_thread, &workers[i]);
    }
    for (i = 0; i < PROCESSES; i++)
        pthread_join(threads[i], NULL);
    netcl_cache_close(cache);
    expect_all_keys();
}

static void test_many_keys(void)
{
    struct netcl_str text = NETCL_STR_INIT;
    struct netcl_cache *cache;
    uint64_t start;
    unsigned i;

    netcl_str_append(&text, "{\n");
    for (i = 0; i < MANY; i++)
        netcl_str_printf(&text,
                         "\"dev|1::kernel::(%06u, 64)\": {\"choice\":"
                         "[\"v5\",32],\"digest\":\"0123456789abcdef\","
                         "\"speedup\":2.31,\"exact\":true}%s\n",
                         i, i + 1 < MANY ? "," : "");
    netcl_str_append(&text, "}\n");
    put_file(at("many.json"), text.text);
    netcl_str_free(&text);

    start = netcl_clock_ns();
    cache = open_cache(at("many.json"), NULL);
    printf("open %u keys: %.1f ms\n", MANY,
           (double)(netcl_clock_ns() - start) / 1e6);
    start = netcl_clock_ns();
    for (i = 0; i < MANY; i += 100) {
        char key[64];

        snprintf(key, sizeof(key), "dev|1::kernel::(%06u, 64)", i);
        expect_choice(cache, key, "[\"v5\",32]");
    }
    printf("find one: %.1f us\n",
           (double)(netcl_clock_ns() - start) / 1e3 / (MANY / 100));
    start = netcl_clock_ns();
    expect_int(store(cache, "dev|1::kernel::(1,)", "1"), 0);
    printf("store one: %.1f ms\n", (double)(netcl_clock_ns() - start) / 1e6);
    netcl_cache_close(cache);
}

static void remove_folder(void)
{
    char *command = netcl_str_format("rm -rf '%s'", folder);

    if (!command || system(command))
        fprintf(stderr, "%s is left\n", folder);
    free(command);
}

int main(void)
{
    const char *top = getenv("TMPDIR");

    snprintf(folder, sizeof(folder), "%s/cacheXXXXXX", top ? top : "/tmp");
    if (!mkdtemp(folder))
        return 99;
    test_round_trip();
    test_effort_of_an_unfinished_search();
    test_bare_values_are_hints();
    test_what_others_wrote_is_kept();
    test_escapes();
    test_last_of_equal_keys_counts();
    test_broken("torn.json");
    test_broken("foreign.txt");
    test_broken("list.json");
    test_empty_file();
    test_shared_is_below();
    test_each_and_clear();
    test_sees_what_others_store();
    test_writers_who_do_not_know_us();
    test_world_writable_is_refused();
    test_unwritable_keeps_it_in_memory();
    test_no_path();
    test_many_processes();
    test_many_threads();
    test_many_keys();
    remove_folder();
    return test_end();
}
