/* SPDX-License-Identifier: Apache-2.0 */
/*
 * export: the second door. Every hooked entry point as an exported symbol,
 * for loaders that know no layers. Each call goes on in the scope of whoever
 * made it, to the loader that it would have reached without us; once that
 * loader has the layer in it, the symbols only forward. Any thread.
 */
#ifndef NETCL_DOOR_EXPORT_H
#define NETCL_DOOR_EXPORT_H

/* A loader was given the layer: look again which symbols only forward. */
void netcl_export_layer_came(void);

#endif
