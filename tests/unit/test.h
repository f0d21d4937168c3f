/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test: expectations that print what they compared, for plain C mains.
 *
 * An expectation that fails is printed and counted, and the test goes on.
 * main() ends with `return test_end();`.
 */
#ifndef NETCL_UNIT_TEST_H
#define NETCL_UNIT_TEST_H

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int test_failures;
static int test_expectations;

#define TEST_UNUSED __attribute__((unused))

TEST_UNUSED static bool test_note(bool is_met, const char *file, int line,
                                  const char *what)
{
    test_expectations++;
    if (!is_met) {
        test_failures++;
        fprintf(stderr, "%s:%d: %s\n", file, line, what);
    }
    return is_met;
}

TEST_UNUSED static bool test_integers(const char *file, int line,
                                      const char *what, int64_t actual,
                                      int64_t expected)
{
    if (test_note(actual == expected, file, line, what))
        return true;
    fprintf(stderr, "  actual   %" PRId64 "\n  expected %" PRId64 "\n", actual,
            expected);
    return false;
}

TEST_UNUSED static bool test_texts(const char *file, int line, const char *what,
                                   const char *actual, const char *expected)
{
    bool is_same =
        actual && expected ? !strcmp(actual, expected) : actual == expected;

    if (test_note(is_same, file, line, what))
        return true;
    fprintf(stderr, "  actual   %s\n  expected %s\n",
            actual ? actual : "(null)", expected ? expected : "(null)");
    return false;
}

#define expect_true(a) test_note(a, __FILE__, __LINE__, #a " is false")
#define expect_false(a) test_note(!(a), __FILE__, __LINE__, #a " is true")
#define expect_int(a, b)                                                       \
    test_integers(__FILE__, __LINE__, #a, (int64_t)(a), (int64_t)(b))
#define expect_differ(a, b)                                                    \
    test_note((a) != (b), __FILE__, __LINE__, #a " equals " #b)
#define expect_text(a, b) test_texts(__FILE__, __LINE__, #a, a, b)
/* The same, for helpers that are told where they were called. */
#define expect_int_at(file, line, a, b)                                        \
    test_integers(file, line, #a, (int64_t)(a), (int64_t)(b))
#define expect_text_at(file, line, a, b) test_texts(file, line, #a, a, b)

/* What is written to stderr between these two; the caller frees it. */
static int test_kept_stderr = -1;
static FILE *test_captured;

TEST_UNUSED static void test_capture(void)
{
    fflush(stderr);
    test_captured = tmpfile();
    test_kept_stderr = dup(STDERR_FILENO);
    if (!test_captured || test_kept_stderr < 0 ||
        dup2(fileno(test_captured), STDERR_FILENO) < 0)
        abort();
}

TEST_UNUSED static char *test_release(void)
{
    long length;
    char *text;

    fflush(stderr);
    dup2(test_kept_stderr, STDERR_FILENO);
    close(test_kept_stderr);
    length = lseek(fileno(test_captured), 0, SEEK_END);
    text = calloc(1, (size_t)length + 1);
    if (!text || pread(fileno(test_captured), text, (size_t)length, 0) < length)
        abort();
    fclose(test_captured);
    return text;
}

/* A file below the tests' folder, which is $srcdir/tests or ./tests. */
TEST_UNUSED static const char *test_path(const char *name)
{
    static char path[4096];
    const char *top = getenv("srcdir");

    snprintf(path, sizeof(path), "%s/tests/%s", top ? top : ".", name);
    return path;
}

TEST_UNUSED static int test_end(void)
{
    if (test_failures)
        fprintf(stderr, "%d of %d expectations failed\n", test_failures,
                test_expectations);
    return test_failures ? 1 : 0;
}

#endif
