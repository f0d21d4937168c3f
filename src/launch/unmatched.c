/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/unmatched.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/str.h"
#include "decide/entry.h"
#include "decide/log.h"
#include "match/signature.h"
#include "track/build.h"

static void add_member(struct netcl_str *list, const char *name,
                       const char *text)
{
    netcl_str_printf(list, ",\"%s\":", name);
    netcl_entry_append_text(list, text);
}

static long long integer_of(const struct netcl_param *param,
                            const struct netcl_value *value)
{
    uint64_t number = 0;
    unsigned spare = 64 - 8 * (unsigned)value->size;

    memcpy(&number, value->bytes, value->size);
    return netcl_scalar_is_signed(param->scalar)
               ? (int64_t)(number << spare) >> spare
               : (int64_t)number;
}

static bool is_integer(const struct netcl_param *param,
                       const struct netcl_value *value)
{
    return !param->is_pointer && param->lanes == 1 &&
           netcl_scalar_is_integer(param->scalar) &&
           value->state == NETCL_VALUE_BYTES && value->size > 0 &&
           value->size <= sizeof(uint64_t);
}

static void add_value(struct netcl_str *list, const struct netcl_real *real,
                      const struct netcl_param *param,
                      const struct netcl_value *value)
{
    struct netcl_memory memory;

    if (is_integer(param, value))
        netcl_str_printf(list, ",\"value\":%lld", integer_of(param, value));
    if (param->space == NETCL_SPACE_LOCAL && value->state == NETCL_VALUE_NULL)
        netcl_str_printf(list, ",\"bytes\":%zu", value->size);
    if (!param->is_pointer || param->space == NETCL_SPACE_LOCAL ||
        !netcl_memory_of(real, value, &memory) || !memory.is_buffer)
        return;
    netcl_str_printf(list, ",\"bytes\":%zu", memory.bytes);
    if (param->bytes)
        netcl_str_printf(list, ",\"elements\":%zu",
                         memory.bytes / param->bytes);
}

static void add_arg(struct netcl_str *list, const struct netcl_real *real,
                    const struct netcl_param *param,
                    const struct netcl_value *value)
{
    bool is_memory = param->is_pointer && param->space != NETCL_SPACE_LOCAL;

    netcl_str_append(list, list->length > 1 ? ",{\"name\":" : "{\"name\":");
    netcl_entry_append_text(list, param->name);
    add_member(list, "type", param->type);
    if (is_memory)
        add_member(list, "access",
                   param->is_const || param->space == NETCL_SPACE_CONSTANT
                       ? "read"
                       : "readwrite");
    add_value(list, real, param, value);
    netcl_str_append_char(list, '}');
}

/* The argument list as JSON, which the caller frees; NULL: not readable. */
static char *args_of(const struct netcl_kernel *kernel,
                     const struct netcl_unit *unit,
                     const struct netcl_real *real)
{
    struct netcl_signature signature = {NULL, 0};
    struct netcl_str list = NETCL_STR_INIT;
    size_t i;

    if (netcl_signature_read(unit, kernel->name, &signature) ||
        signature.count != kernel->arg_count) {
        netcl_signature_free(&signature);
        return NULL;
    }
    netcl_str_append_char(&list, '[');
    for (i = 0; i < signature.count; i++)
        add_arg(&list, real, &signature.params[i], &kernel->values[i]);
    netcl_str_append_char(&list, ']');
    netcl_signature_free(&signature);
    return netcl_str_take(&list);
}

/* A list of sizes as JSON, or null. */
static char *sizes_of(const size_t *sizes, cl_uint count)
{
    struct netcl_str list = NETCL_STR_INIT;
    cl_uint i;

    if (!sizes)
        return strdup("null");
    for (i = 0; i < count; i++)
        netcl_str_printf(&list, "%c%zu", i ? ',' : '[', sizes[i]);
    netcl_str_append_char(&list, ']');
    return netcl_str_take(&list);
}

static char *digest_of(const struct netcl_build *build)
{
    uint64_t hash = netcl_hash_text(NETCL_HASH_INIT, build->source);

    return netcl_str_format("%016" PRIx64, netcl_hash_finish(hash));
}

static void write_lines(const struct netcl_kernel *kernel,
                        const struct netcl_kernel_state *state,
                        const struct netcl_unit *unit,
                        const struct netcl_request *request)
{
    char *args = args_of(kernel, unit, request->real);
    char *global = sizes_of(request->global, request->dimensions);
    char *local = sizes_of(request->local, request->dimensions);
    char *digest = digest_of(kernel->build);
    struct netcl_log_kernel line = {
        .kernel = state->label,
        .function = kernel->name,
        .fingerprint = state->fingerprint,
        .options = kernel->build->options,
        .args = args,
        .global = global,
        .local = local,
        .source = digest,
        .text = kernel->build->source,
    };

    if (args && global && local && digest)
        netcl_log_write_kernel(&line);
    free(args);
    free(global);
    free(local);
    free(digest);
}

void netcl_unmatched_tell(const struct netcl_kernel *kernel,
                          struct netcl_kernel_state *state,
                          const struct netcl_request *request)
{
    struct netcl_unit *unit;

    if (atomic_exchange(&state->is_told, true) || !netcl_log_is_open() ||
        !*state->fingerprint || netcl_build_unit(kernel->build, &unit))
        return;
    write_lines(kernel, state, unit, request);
}
