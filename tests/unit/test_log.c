/* SPDX-License-Identifier: Apache-2.0 */
/* The decision log: field names, one line a write, once per skip. */
#include "decide/log.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

#include "base/file.h"
#include "test.h"

#define PROCESSES 8
#define LINES_EACH 200

static char folder[256];
static char path[512];

static char *get_log(void)
{
    char *text = NULL;
    size_t length;

    expect_int(netcl_file_read(path, &text, &length), 0);
    return text;
}

/* From ,"key": on; what comes before changes from run to run. */
static const char *after_pid(const char *line)
{
    const char *at = strstr(line, ",\"pid\":");

    return at ? at + strcspn(at + 1, ",") + 2 : "";
}

static void test_decision(void)
{
    struct netcl_result results[] = {
        {.choice = (char *)"\"original\"",
         .status = NETCL_STATUS_LOST,
         .median_us = 87618.9,
         .samples = 5},
        {.choice = (char *)"[\"tiled\",128]",
         .status = NETCL_STATUS_WON,
         .median_us = 4934.1,
         .samples = 15,
         .spread = {4900, 4920, 4950.5, 5000}},
        {.choice = (char *)"[\"tiled\",64]", .status = NETCL_STATUS_UNTRIED},
        {.choice = (char *)"[\"fast\"]",
         .status = NETCL_STATUS_INEXACT,
         .error = {1e-6, 2e-7, 3}},
        {.choice = (char *)"[\"wide\"]", .status = NETCL_STATUS_BUILD_FAILED},
    };
    struct netcl_decision decision = {
        .key = (char *)"GPU \"X\"|1::gemm::(8, 8)",
        .device = (char *)"GPU \"X\"",
        .driver = (char *)"1",
        .kernel = (char *)"gemm",
        .shape = (char *)"[8,8]",
        .choice = (char *)"[\"tiled\",128]",
        .reason = "faster",
        .speedup = 87618.9 / 4934.1,
        .original_us = 87618.9,
        .chosen_us = 4934.1,
        .is_exact = true,
        .tuning_ms = NAN,
        .launches = 96,
        .candidates = results,
        .candidate_count = sizeof(results) / sizeof(*results),
    };
    char *text;

    netcl_log_open(path);
    expect_true(netcl_log_is_open());
    netcl_log_decision(&decision);
    netcl_log_close();
    text = get_log();
    expect_true(strstr(text, "{\"event\":\"decision\",\"time\":\"20") == text);
    expect_text(
        after_pid(text),
        "\"key\":\"GPU \\\"X\\\"|1::gemm::(8, 8)\",\"device\":\"GPU "
        "\\\"X\\\"\",\"driver\":\"1\",\"kernel\":\"gemm\",\"family\":null,"
        "\"shape\":[8,8],\"origin\":\"tuned\",\"choice\":[\"tiled\",128],"
        "\"reason\":\"faster\",\"speedup\":17.7578,\"original_us\":87618.9,"
        "\"chosen_us\":4934.1,\"exact\":true,\"max_abs\":0,\"max_rel\":0,"
        "\"max_ulp\":0,\"tuning_ms\":0,\"launches\":96,\"candidates\":["
        "{\"choice\":\"original\",\"status\":\"lost\",\"median_us\":87618.9,"
        "\"samples\":5},"
        "{\"choice\":[\"tiled\",128],\"status\":\"won\",\"median_us\":4934.1,"
        "\"samples\":15,\"least_us\":4900,\"q1_us\":4920,"
        "\"q3_us\":4950.5,\"most_us\":5000},"
        "{\"choice\":[\"fast\"],\"status\":\"inexact\",\"exact\":false,"
        "\"max_abs\":1e-06,\"max_rel\":2e-07,\"max_ulp\":3},"
        "{\"choice\":[\"wide\"],\"status\":\"build-failed\"}]}\n");
    free(text);
    unlink(path);
}

static void test_start(void)
{
    char *text;

    netcl_log_open(path);
    netcl_log_write_start();
    netcl_log_close();
    text = get_log();
    expect_true(strstr(text, "{\"event\":\"start\",\"time\":\"20") == text);
    expect_true(strstr(after_pid(text), "\"program\":\"test_log\",") ==
                after_pid(text));
    expect_true(strstr(text, "\"NETCL_TUNE_STALL_MS\":\"250\"") != NULL);
    expect_true(strstr(text, "\"NETCL_TUNE_MODE\":\"tune\"") != NULL);
    free(text);
    unlink(path);
}

static void test_skip_is_written_once(void)
{
    char *text;

    netcl_log_open(path);
    netcl_log_skip("k", "abcd", NETCL_REASON_SVM);
    netcl_log_skip("k", "abcd", NETCL_REASON_SVM);
    netcl_log_close();
    text = get_log();
    expect_text(after_pid(text), "\"kernel\":\"k\",\"fingerprint\":\"abcd\","
                                 "\"reason\":\"svm\"}\n");
    free(text);
    unlink(path);
}

static void test_skips_differ_by_kernel_and_reason(void)
{
    unsigned lines = 0;
    char *text, *at;

    netcl_log_open(path);
    netcl_log_skip("k", "1", NETCL_REASON_SVM);
    netcl_log_skip("k", "1", NETCL_REASON_MAPPED);
    netcl_log_skip("l", NULL, NETCL_REASON_SVM);
    netcl_log_close();
    text = get_log();
    for (at = text; (at = strchr(at, '\n')); at++)
        lines++;
    expect_int(lines, 3);
    free(text);
    unlink(path);
}

static void test_summary(void)
{
    struct netcl_spells spells = {
        2, {{1500000, 27000000, 8, 4000}, {90000000, 90000000, 1, 500}}};
    struct netcl_summary_line kernels[] = {
        {"gemm", 10, 9, 1, 0, 812.4, -3.25, 0, &spells},
        {"other", 2, 0, 0, 2, 0, 0, 0, NULL},
    };
    struct netcl_summary summary = {
        {NULL, 12, 9, 1, 2, 812.4, 1e6, 0, NULL}, kernels, 2};
    char *text;

    netcl_log_open(path);
    netcl_log_summary(&summary);
    netcl_log_close();
    text = get_log();
    expect_text(after_pid(text),
                "\"launches\":12,\"substituted\":9,\"keys_tuned\":1,"
                "\"keys_cached\":2,\"tuning_ms\":812.4,\"saved_ms\":1000000,"
                "\"break_even\":1,\"kernels\":[{\"kernel\":\"gemm\",\"launches\":10,"
                "\"substituted\":9,\"keys_tuned\":1,\"keys_cached\":0,"
                "\"tuning_ms\":812.4,\"saved_ms\":-3.25,\"spells\":["
                "{\"from_ms\":1.5,\"to_ms\":27,\"launches\":8,"
                "\"device_ms\":4},"
                "{\"from_ms\":90,\"to_ms\":90,\"launches\":1,"
                "\"device_ms\":0.5}]},"
                "{\"kernel\":\"other\",\"launches\":2,\"substituted\":0,"
                "\"keys_tuned\":0,\"keys_cached\":2,\"tuning_ms\":0,"
                "\"saved_ms\":0}]}\n");
    free(text);
    unlink(path);
}

static void write_many(unsigned writer)
{
    struct netcl_decision decision = {.kernel = (char *)"scale",
                                      .choice = (char *)NETCL_CHOICE_ORIGINAL,
                                      .reason = "faster"};
    char key[64];
    unsigned i;

    netcl_log_open(path);
    for (i = 0; i < LINES_EACH; i++) {
        snprintf(key, sizeof(key), "key %u %u", writer, i);
        decision.key = key;
        netcl_log_decision(&decision);
    }
}

static unsigned count_whole_lines(char *text)
{
    unsigned lines = 0;
    char *line, *rest = NULL;

    for (line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest)) {
        cJSON *item = cJSON_Parse(line);

        lines += cJSON_IsString(cJSON_GetObjectItem(item, "key"));
        cJSON_Delete(item);
    }
    return lines;
}

static void test_processes_share_a_file(void)
{
    unsigned writer;
    char *text;
    int status;

    for (writer = 0; writer < PROCESSES; writer++) {
        if (fork() == 0) {
            write_many(writer);
            _exit(0);
        }
    }
    while (wait(&status) > 0)
        expect_int(status, 0);
    text = get_log();
    expect_int(count_whole_lines(text), PROCESSES * LINES_EACH);
    free(text);
    unlink(path);
}

static void *write_from_thread(void *argument)
{
    (void)argument;
    write_many(0);
    return NULL;
}

static void test_threads(void)
{
    pthread_t threads[PROCESSES];
    char *text;
    unsigned i;

    for (i = 0; i < PROCESSES; i++)
        pthread_create(&threads[i], NULL, write_from_thread, NULL);
    for (i = 0; i < PROCESSES; i++)
        pthread_join(threads[i], NULL);
    netcl_log_close();
    text = get_log();
    expect_int(count_whole_lines(text), PROCESSES * LINES_EACH);
    free(text);
    unlink(path);
}

static void test_unwritable_file(void)
{
    char *said, *line;

    test_capture();
    netcl_log_open("/dev/null/log");
    netcl_log_skip("k", "1", NETCL_REASON_SVM);
    said = test_release();
    line = strchr(said, '\n');
    expect_true(strstr(said, "netcl-tune: /dev/null/log: cannot be "
                             "written (") == said);
    expect_true(line && line[1] == '\0');
    expect_false(netcl_log_is_open());
    free(said);
}

static void test_stderr(void)
{
    char *said;

    test_capture();
    netcl_log_open("stderr");
    netcl_log_skip("k", "1", NETCL_REASON_SVM);
    netcl_log_close();
    said = test_release();
    expect_true(strstr(said, "{\"event\":\"skip\"") == said);
    free(said);
    expect_true(write(STDERR_FILENO, "", 0) == 0); /* not closed */
}

/* A reader that went away must not end the program. */
static void test_pipe_without_reader(void)
{
    int kept = dup(STDERR_FILENO), ends[2];

    signal(SIGPIPE, SIG_DFL);
    if (kept < 0 || pipe(ends))
        return;
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    netcl_log_open("stderr");
    netcl_log_skip("k", "1", NETCL_REASON_SVM);
    netcl_log_close();
    dup2(kept, STDERR_FILENO);
    close(kept);
}

static void test_no_log(void)
{
    netcl_log_open(NULL);
    netcl_log_open("");
    expect_false(netcl_log_is_open());
    netcl_log_skip("k", "1", NETCL_REASON_SVM);
}

int main(void)
{
    const char *top = getenv("TMPDIR");

    snprintf(folder, sizeof(folder), "%s/logXXXXXX", top ? top : "/tmp");
    if (!mkdtemp(folder))
        return 99;
    snprintf(path, sizeof(path), "%s/log.jsonl", folder);
    test_decision();
    test_summary(); /* before any process has begun */
    test_start();
    test_skip_is_written_once();
    test_skips_differ_by_kernel_and_reason();
    test_processes_share_a_file();
    test_threads();
    test_unwritable_file();
    test_stderr();
    test_pipe_without_reader();
    test_no_log();
    rmdir(folder);
    return test_end();
}
