/*
 * The entries of members in `members`, the index of the search, and in the list
 * of members; private to libretwis.
 *
 * A user name has an entry, and a display name has one for each of its first
 * words, containing the words from there on.  Each of them is there in both
 * spellings of search_fold.h, if they differ.  Entries are hints: the names in
 * `user:ID` decide.
 *
 * An earlier Retwis wrote names in lower case with all their marks.  Nothing
 * records which members still have such entries, so the search asks for these
 * forms, too, until `retwis-admin adopt` or a sign-in has replaced them.
 */
#ifndef NAME_INDEX_H
#define NAME_INDEX_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

#define NAME_INDEX_WORDS 4
#define NAME_INDEX_MAX   (2 * (1 + NAME_INDEX_WORDS))

struct name_entries {
	const char *v[NAME_INDEX_MAX];
	size_t n;
};

/* The entries of a member; and those that an earlier Retwis wrote instead. */
struct name_entries name_entries(struct arena *a, const struct rt_names *names,
				 uint64_t id);
struct name_entries name_entries_earlier(struct arena *a,
					 const struct rt_names *names,
					 uint64_t id);

/* Whether an entry, of now or earlier, is one of this member's. */
bool name_index_has(struct arena *a, const struct rt_names *names, uint64_t id,
		    const char *entry);

/*
 * name_index_list() queues that the entries of a member are added, and that
 * those of an earlier Retwis are removed.  name_index_unlist() queues that all
 * are removed, except those of the names `kept` unless it is NULL.
 */
void name_index_list(struct rt_pipe *p, const struct rt_names *names,
		     uint64_t id);
void name_index_unlist(struct rt_pipe *p, const struct rt_names *names,
		       uint64_t id, const struct rt_names *kept);

/*
 * The forms of what somebody has typed that entries may begin with, each once.
 * The first ones are closest to what was typed.
 */
#define NAME_FORMS 5

struct name_forms {
	const char *v[NAME_FORMS];
	size_t n;
};

struct name_forms name_forms(struct arena *a, const char *typed);

/* ---- the list of members ----------------------------------------------- */

/*
 * `directory`, the list of members by name.
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
const char *directory_entry(struct arena *a, const char *name, uint64_t id);

/* Queue that the member is added, or removed. */
void directory_list(struct rt_pipe *p, const char *name, uint64_t id);
void directory_unlist(struct rt_pipe *p, const char *name, uint64_t id);

#endif
