/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ownjson FAMILIES: a program that exports functions of libcjson's names,
 * which nobody but itself may call.
 */
#include "app.h"

#define OWN(name)                                                             \
    __attribute__((visibility("default"))) void *cJSON_##name(void);          \
    void *cJSON_##name(void)                                                  \
    {                                                                         \
        fprintf(stderr, "cJSON_%s was called\n", #name);                      \
        abort();                                                              \
    }

OWN(Compare)
OWN(CreateObject)
OWN(Delete)
OWN(GetArraySize)
OWN(GetObjectItem)
OWN(GetObjectItemCaseSensitive)
OWN(InitHooks)
OWN(IsArray)
OWN(IsBool)
OWN(IsNull)
OWN(IsNumber)
OWN(IsObject)
OWN(IsString)
OWN(IsTrue)
OWN(Parse)
OWN(ParseWithLength)
OWN(ParseWithLengthOpts)
OWN(ParseWithOpts)
OWN(Print)
OWN(PrintUnformatted)
OWN(free)
OWN(malloc)

int main(int argc, char **argv)
{
    static struct app app;
    int k;

    EXPECT(argc == 2);
    app_families = argv[1];
    app_open(&app, app_file("scale"), "scale");
    app_set(app.kernel, app.dst, app.src, 2, COUNT);
    for (k = 0; k < 60; k++)
        app_launch(app.queue, app.kernel, COUNT);
    app_expect(&app, app.queue, app.dst, COUNT, 2);
    app_close(&app);
    printf("fine\n");
    return 0;
}
