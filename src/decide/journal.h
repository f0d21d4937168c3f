/* SPDX-License-Identifier: Apache-2.0 */
/*
 * journal: which candidate is being tried just now, on disk, so that the next
 * process knows what ended this one.
 *
 * The file FILE.trials beside the cache has a line of fixed length for each
 * process that is trying something (r) and for each candidate that a process
 * did not survive (x). Who tries holds a lock on its line, which the system
 * takes back however the process ends: a line that says r and is not locked
 * is one to turn into x. That is named once, by who finds it. Where the file
 * system knows no locks the process id has to tell.
 *
 * A candidate is blamed for its key at once, and for all keys of its kernel
 * when it ended processes at two of them: a process may have been killed for
 * another reason, but hardly twice.
 *
 * All state is the process's. enter to leave is for the one thread that
 * tunes; within, a trial costs some 7 us. Nothing here fails loudly:
 * a journal that cannot be written is none.
 */
#ifndef NETCL_DECIDE_JOURNAL_H
#define NETCL_DECIDE_JOURNAL_H

#include <stdbool.h>

/* The cache's path; NULL: no journal. Again: another one. */
void netcl_journal_open(const char *cache_path);
void netcl_journal_close(void);

/*
 * Trials of this key's candidates follow. `digest` is of all that they are
 * made of (NULL: not known): a candidate that was changed has a new start.
 */
void netcl_journal_enter(const char *key, const char *digest);
void netcl_journal_leave(void);

/* Whether a process did not survive this choice. */
bool netcl_journal_blames(const char *choice);

/* What follows may be the end of the process ... */
void netcl_journal_begin(const char *choice);
/* ... and was not, */
void netcl_journal_end(void);
/* or it hangs: blamed from now on. */
void netcl_journal_condemn(void);

/* What processes did not survive is forgotten. 0 or a negative errno. */
int netcl_journal_clear(const char *cache_path);

#endif
