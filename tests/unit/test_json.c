/* SPDX-License-Identifier: Apache-2.0 */
/* JSON files: every complaint names the place. */
#include "base/json.h"

#include "test.h"

/* What the reader of `text` complains about; "" for nothing. */
static char *complaint(const char *text, void (*read)(struct netcl_json_at *))
{
    struct netcl_json *file = NULL;
    struct netcl_json_at root;

    test_capture();
    if (!netcl_json_open("m.json", "mend it", text, strlen(text), &file) &&
        read) {
        root = netcl_json_root(file);
        read(&root);
    }
    netcl_json_close(file);
    return test_release();
}

static void expect_complaint(int line, const char *text,
                             void (*read)(struct netcl_json_at *),
                             const char *expected)
{
    char *actual = complaint(text, read);

    expect_text_at(text, line, actual, expected);
    free(actual);
}

static void test_syntax(void)
{
    expect_complaint(__LINE__, "{\"a\": 1}\n", NULL, "");
    expect_complaint(
        __LINE__, "{\n  \"a\": 1,\n  \"b\" 2\n}", NULL,
        "netcl-tune: m.json: line 3, column 7: is no JSON (mend it)\n");
    expect_complaint(
        __LINE__, "", NULL,
        "netcl-tune: m.json: line 1, column 1: is no JSON (mend it)\n");
    expect_complaint(
        __LINE__, "{} x", NULL,
        "netcl-tune: m.json: line 1, column 4: is no JSON (mend it)\n");
    expect_complaint(
        __LINE__, "[1,]", NULL,
        "netcl-tune: m.json: line 1, column 4: is no JSON (mend it)\n");
    expect_complaint(
        __LINE__, "{\"a\": 1, }", NULL,
        "netcl-tune: m.json: line 1, column 10: is no JSON (mend it)\n");
    expect_complaint(
        __LINE__, "{\"a\": {\"b\": [0, {\"c\": 1, \"c\": 2}]}}", NULL,
        "netcl-tune: m.json: a.b[1].c: is there twice (mend it)\n");
    expect_complaint(__LINE__, "{\"//\": 1, \"//\": 2}", NULL, "");
}

static void read_deep(struct netcl_json_at *root)
{
    static const char *const kinds[] = {"int", "float", "double", NULL};
    struct netcl_json_at a, b, element = {0};
    const char *text;
    int64_t number;
    double real;
    bool is_set;
    int kind;

    expect_int(netcl_json_need(root, "a", &a), 0);
    expect_int(netcl_json_need(&a, "b", &b), 0);
    while (netcl_json_next(&b, &element)) {
        netcl_json_text(&element, &text);
        netcl_json_integer(&element, &number);
        netcl_json_real(&element, &real);
        netcl_json_bool(&element, &is_set);
        netcl_json_choice(&element, kinds, &kind);
    }
    netcl_json_need(&a, "missing", &b);
    expect_int(netcl_json_find(&a, "missing", &b), -ENOENT);
    expect_int(netcl_json_find(&b, "key", &b), -ENOENT);
}

static void test_kinds(void)
{
    expect_complaint(
        __LINE__, "{\"a\": {\"b\": [1.5]}}", read_deep,
        "netcl-tune: m.json: a.b[0]: is not a text (mend it)\n"
        "netcl-tune: m.json: a.b[0]: is not a whole number (mend it)\n"
        "netcl-tune: m.json: a.b[0]: is not true or false (mend it)\n"
        "netcl-tune: m.json: a.b[0]: is not a text (mend it)\n"
        "netcl-tune: m.json: a.missing: is missing (mend it)\n");
    expect_complaint(
        __LINE__, "{\"a\": {\"b\": [\"flaot\"]}}", read_deep,
        "netcl-tune: m.json: a.b[0]: is not a whole number (mend it)\n"
        "netcl-tune: m.json: a.b[0]: is not a number (mend it)\n"
        "netcl-tune: m.json: a.b[0]: is not true or false (mend it)\n"
        "netcl-tune: m.json: a.b[0]: \"flaot\" is not int, float or double "
        "(mend it)\n"
        "netcl-tune: m.json: a.missing: is missing (mend it)\n");
    expect_complaint(
        __LINE__, "{\"a\": {\"b\": [1e999]}}", read_deep,
        "netcl-tune: m.json: a.b[0]: is not a text (mend it)\n"
        "netcl-tune: m.json: a.b[0]: is not a whole number (mend it)\n"
        "netcl-tune: m.json: a.b[0]: is not a number (mend it)\n"
        "netcl-tune: m.json: a.b[0]: is not true or false (mend it)\n"
        "netcl-tune: m.json: a.b[0]: is not a text (mend it)\n"
        "netcl-tune: m.json: a.missing: is missing (mend it)\n");
}

static void read_keys(struct netcl_json_at *root)
{
    static const char *const known[] = {"name", "type", NULL};
    struct netcl_json_at list, element = {0};

    expect_int(netcl_json_need(root, "args", &list), 0);
    while (netcl_json_next(&list, &element))
        netcl_json_expect_keys(&element, known);
    netcl_json_fail(root, "has %d things", 2);
}

static void test_keys(void)
{
    expect_complaint(
        __LINE__,
        "{\"args\": [{\"name\": 1, \"// why\": 2},\n"
        "{\"nmae\": 1, \"type\": 2, \"x\": 3}, 4]}",
        read_keys,
        "netcl-tune: m.json: args[1].nmae: is not a known key (mend it)\n"
        "netcl-tune: m.json: args[1].x: is not a known key (mend it)\n"
        "netcl-tune: m.json: args[2]: is not an object (mend it)\n"
        "netcl-tune: m.json: has 2 things (mend it)\n");
}

static void test_values(void)
{
    const char *text = "{\"n\": -12, \"r\": 0.25, \"t\": \"x\", \"b\": true, "
                       "\"// c\": 0, \"l\": [1, 2, 3], \"z\": null}";
    struct netcl_json *file;
    struct netcl_json_at root, at, item = {0};
    const char *value;
    int64_t number;
    double real;
    bool is_set;

    if (netcl_json_open("m.json", "mend it", text, strlen(text), &file))
        abort();
    root = netcl_json_root(file);
    expect_int(netcl_json_count(&root), 6);
    netcl_json_find(&root, "n", &at);
    expect_true(!netcl_json_integer(&at, &number) && number == -12);
    netcl_json_find(&root, "r", &at);
    expect_true(!netcl_json_real(&at, &real) && real == 0.25);
    netcl_json_find(&root, "t", &at);
    expect_int(netcl_json_text(&at, &value), 0);
    expect_text(value, "x");
    netcl_json_find(&root, "b", &at);
    expect_true(!netcl_json_bool(&at, &is_set) && is_set);
    netcl_json_find(&root, "z", &at);
    expect_true(netcl_json_is_null(&at));
    netcl_json_find(&root, "l", &at);
    expect_int(netcl_json_count(&at), 3);
    while (netcl_json_next(&at, &item))
        expect_true(!netcl_json_integer(&item, &number) &&
                    number == (int64_t)item.index + 1);
    netcl_json_close(file);
    netcl_json_close(NULL);
}

int main(void)
{
    test_syntax();
    test_kinds();
    test_keys();
    test_values();
    return test_end();
}
