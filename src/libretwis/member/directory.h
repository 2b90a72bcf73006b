/*
 * `directory`, the list of members by name; private to libretwis.
 *
 * Each member has one entry: the user name as search_fold.h spells it without
 * marks, a tab, and the id.  All are scored 0, so that Redis orders them by
 * their bytes: a page is a range that begins after the last entry of the page
 * before, and a letter is a range, too.  A user name never changes, nor does
 * its entry.
 *
 * Members who are suspended stay in it, since only their standing says whether
 * they are shown.  Newcomers who wait for approval are not in it yet.
 */
#ifndef DIRECTORY_H
#define DIRECTORY_H

#include "redis/pipe.h"

const char *directory_entry(struct arena *a, const char *name, uint64_t id);

/* Queue that the member is added, or removed. */
void directory_list(struct rt_pipe *p, const char *name, uint64_t id);
void directory_unlist(struct rt_pipe *p, const char *name, uint64_t id);

#endif
