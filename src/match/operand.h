/* SPDX-License-Identifier: Apache-2.0 */
/*
 * operand: the file that an #include names, where macros make the name.
 *
 * Plain macros and those of one parameter, with # before it, which is what
 * programs do: #include STRING(FOLDER/file.h). Any thread.
 */
#ifndef NETCL_MATCH_OPERAND_H
#define NETCL_MATCH_OPERAND_H

/*
 * `text` is what follows #include; `defines` holds #define lines; a name with
 * two different ones stands for nothing. Returns "file" or <file> with its
 * quotes, which the caller frees; NULL: cannot tell, or no memory.
 */
char *netcl_operand_expand(const char *text, const char *defines);

#endif
