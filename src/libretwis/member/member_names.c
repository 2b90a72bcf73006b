#include "libretwis/member/member_names.h"

#include <string.h>

#include "base/clock.h"
#include "base/memo.h"
#include "libretwis/member/display_name.h"

#define ROWS        1024 /* 240 KB */
#define NAME_MAX    24 /* with its NUL; new names have at most 20 characters */
#define DISPLAY_MAX 161 /* with its NUL; few names have more bytes */
#define FACE_MAX    33  /* with its NUL; a token has 32 digits */

/* In the list of a page.  Replies are written to it, so it must not move. */
struct wanted_name {
	struct wanted_name *next;
	uint64_t id;
	struct rt_names names;
	int64_t read_at; /* clock_ms(); 0: not read, so nothing to remember */
};

/* This may outlive a request, since it contains only what anybody may read. */
static struct member_names_row {
	struct memo_head head;
	char name[NAME_MAX];
	char display[DISPLAY_MAX]; /* "": none */
	char face[FACE_MAX];       /* the same */
	bool is_suspended;
} member_names_rows[ROWS];
static const struct memo member_names_memo = MEMO(member_names_rows);

/* ---- what the process remembers ---------------------------------------- */

static bool member_names_recall(struct arena *a, struct wanted_name *is,
				int64_t now)
{
	const struct member_names_row *row =
		memo_find(&member_names_memo, is->id, now);

	if (!row)
		return false;
	is->names.name = arena_strdup(a, row->name);
	if (*row->display)
		is->names.display = arena_strdup(a, row->display);
	if (*row->face)
		is->names.face = arena_strdup(a, row->face);
	if (row->is_suspended)
		is->names.standing = rt_standing_word(RT_SUSPENDED);
	return true;
}

/*
 * Names that are too long for a row, from another Retwis, are read each time,
 * and so is what can be no face.
 */
static void member_names_remember_one(const struct wanted_name *is)
{
	const char *display = is->names.display ? is->names.display : "";
	const char *face = is->names.face ? is->names.face : "";
	struct member_names_row *row;

	if (!is->names.name || strlen(is->names.name) >= sizeof row->name ||
	    strlen(display) >= sizeof row->display ||
	    strlen(face) >= sizeof row->face)
		return;
	row = memo_put(&member_names_memo, is->id,
		       is->read_at + MEMBER_NAMES_MS);
	memcpy(row->name, is->names.name, strlen(is->names.name));
	memcpy(row->display, display, strlen(display));
	memcpy(row->face, face, strlen(face));
	row->is_suspended = names_are_suspended(&is->names);
}

void member_names_remember(struct member_names *n)
{
	for (struct wanted_name *is = n->first; is; is = is->next) {
		if (is->read_at)
			member_names_remember_one(is);
		is->read_at = 0;
	}
}

/* ---- the names of a page ----------------------------------------------- */

static const struct wanted_name *member_names_find(
	const struct member_names *n, uint64_t id)
{
	const struct wanted_name *is = n->first;

	while (is && is->id != id)
		is = is->next;
	return is;
}

static struct wanted_name *member_names_add(struct arena *a,
					    struct member_names *n,
					    uint64_t id)
{
	struct wanted_name *is = arena_alloc(a, sizeof *is);

	*is = (struct wanted_name){ .next = n->first, .id = id };
	n->first = is;
	return is;
}

/*
 * A visitor with a forged secret only claims to be this member.  The name is
 * right all the same, since it was read from the member's hash to check the
 * claim.
 */
static bool member_names_is_own(const struct member_names *n, uint64_t id)
{
	return n->visitor && n->visitor->checked && n->visitor->id == id;
}

static void member_names_read(struct rt_pipe *p, struct member_names *n,
			      uint64_t id, bool recalls)
{
	struct wanted_name *is;
	int64_t now;

	if (!id || member_names_is_own(n, id) || member_names_find(n, id))
		return;
	is = member_names_add(p->a, n, id);
	now = clock_ms();
	if (recalls && member_names_recall(p->a, is, now))
		return;
	is->read_at = now;
	display_name_queue(p, &is->names, id);
}

void member_names_queue(struct rt_pipe *p, struct member_names *n, uint64_t id)
{
	member_names_read(p, n, id, true);
}

void member_names_queue_fresh(struct rt_pipe *p, struct member_names *n,
			      uint64_t id)
{
	member_names_read(p, n, id, false);
}

void member_names_set(struct arena *a, struct member_names *n, uint64_t id,
		      const struct rt_names *names)
{
	if (!member_names_find(n, id))
		member_names_add(a, n, id)->names = *names;
}

struct rt_names member_names_get(const struct member_names *n, uint64_t id)
{
	const struct wanted_name *is = member_names_find(n, id);

	if (member_names_is_own(n, id))
		return (struct rt_names){
			.name = n->visitor->fields.username,
			.display = n->visitor->fields.display,
			.standing = n->visitor->fields.standing,
			.face = n->visitor->fields.face,
		};
	return is ? is->names : (struct rt_names){ .name = NULL };
}

bool member_names_hides(const struct member_names *n, uint64_t author)
{
	const struct quiet_list quiet =
		n->visitor ? session_quiet(n->visitor) : n->quiet;

	return author != n->shown && (quiet_has(&quiet, author) ||
				      member_names_leaves_out(n, author));
}

bool member_names_leaves_out(const struct member_names *n, uint64_t id)
{
	const struct rt_names names = member_names_get(n, id);

	return names_are_suspended(&names) &&
	       !(n->visitor && session_sees(n->visitor, names.standing));
}

/* ---- ids by name ------------------------------------------------------- */

/* This may outlive a request, since it contains only what anybody may read. */
static struct name_cache_row {
	struct memo_head head;
	char name[NAME_MAX];
	uint64_t id, since;
} name_cache_rows[1024]; /* 56 KB */
static const struct memo name_cache_memo = MEMO(name_cache_rows);

static struct name_cache_row *name_cache_find(const char *name)
{
	struct name_cache_row *row =
		memo_find(&name_cache_memo, memo_text(name), 0);

	return row && strcmp(row->name, name) == 0 ? row : NULL;
}

uint64_t name_cache_id(const char *name)
{
	const struct name_cache_row *row = name_cache_find(name);

	return row ? row->id : 0;
}

void name_cache_store(const char *name, uint64_t id)
{
	size_t len = strlen(name);
	struct name_cache_row *row;

	if (len >= NAME_MAX || name_cache_id(name) == id)
		return;
	row = memo_put(&name_cache_memo, memo_text(name), MEMO_FOR_EVER);
	memcpy(row->name, name, len);
	row->id = id;
}

uint64_t name_cache_since(const char *name, uint64_t id)
{
	const struct name_cache_row *row = name_cache_find(name);

	return row && row->id == id ? row->since : 0;
}

void name_cache_store_since(const char *name, uint64_t id, uint64_t since)
{
	struct name_cache_row *row = name_cache_find(name);

	if (row && row->id == id)
		row->since = since;
}
