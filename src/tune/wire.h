/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wire: what the library and its compile process say to each other.
 *
 * Three descriptors, made by the library: a SOCK_SEQPACKET pair on which one
 * struct is one message, a memory file that the library writes (`asks`), and
 * one that the compile process writes (`answers`). Messages say where in the
 * memory files their text or binary lies, so that nobody waits for the other
 * to read. Answers come in the order of the asks.
 *
 * An ask's text is strings, each with its NUL: platform, device name, driver
 * version, options, source, launches. Launches is one line per kernel to be
 * launched once on zeros, for drivers that compile as late as that:
 *     name dimensions has_local g0 g1 g2 l0 l1 l2 ARG...
 * ARG: b64, s64, l64: a buffer, a scalar, local memory of 64 bytes; p: a
 * sampler; iIMAGE: as cl/image.h writes it, or nothing where it is not known:
 * then that kernel is not launched.
 * With launches there are two answers: the binary before they run, and the
 * end after.
 */
#ifndef NETCL_TUNE_WIRE_H
#define NETCL_TUNE_WIRE_H

#include <stdint.h>

#define NETCL_WIRE_SOCKET 3
#define NETCL_WIRE_ASKS 4
#define NETCL_WIRE_ANSWERS 5

struct netcl_wire_ask {
    uint64_t digest;
    uint64_t offset, bytes;
};

struct netcl_wire_answer {
    uint64_t digest;
    /*
     * 0; -EINPROGRESS: built, and about to be launched; -ENOEXEC: does not
     * build; -ENODEV: no such device; -EIO, -EINVAL.
     */
    int64_t error;
    uint64_t offset, bytes; /* the binary, or the log where it failed */
};

#endif
