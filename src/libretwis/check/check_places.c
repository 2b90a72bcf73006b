/*
 * Posts: each is in the lists where it has to be.
 *
 * own: lists are long, and a search through one for each of its posts would
 * take the square of that.  But they are in the order of the ids, and so is
 * this walk: what it looks for lies just above what it has found before.  How
 * far from the end that is, is kept for each member.
 */
#include <string.h>

#include "libretwis/check/check.h"
#include "libretwis/post/tag.h"
#include "libretwis/text/markup.h"

/* So far around there it looks, before it searches all of the list. */
#define SLACK 50

enum { USER_ID, TIME, BODY, USERNAME, REPOST_OF, GONE, COUNTED, FIELDS = 9 };

/* A tag of a post, and what its list says. */
struct tagged {
	const char *tag, *last, *used;
	struct rt_ids at;
	uint64_t length;
};

struct place {
	uint64_t id, author;
	const char *field[FIELDS];
	struct window *window; /* of own: */
	struct rt_ids at;      /* in it, if it was searched */
	struct tagged *tag;
	size_t tags;
	const char *waits; /* in the outbox */
};

/* Where in an own: list its posts of this chunk should be. */
struct window {
	uint64_t author, posts, end; /* how far that is from the last entry */
	struct rt_ids ids;
	uint64_t found; /* the farthest, and 1 */
};

struct look {
	struct place *v;
	struct window *window;
	size_t n, windows;
	struct rt_ids timeline;
};

/* ---- reading ----------------------------------------------------------- */

static enum rt_err read_hashes(struct check *c, const struct subject *v,
			       struct look *l)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < l->n; i++) {
		l->v[i].id = v[i].id;
		rt_pipe_strs(&p, l->v[i].field, FIELDS,
			     "HMGET " KEY_POST " user_id time body username"
			     " repost_of gone replies likes reposts",
			     v[i].id);
	}
	return rt_pipe_end(&p);
}

static bool is_open(const struct place *k)
{
	return k->field[USER_ID] && k->field[BODY] && !k->field[GONE];
}

static struct window *window_of(struct look *l, uint64_t author)
{
	size_t i = 0;

	while (i < l->windows && l->window[i].author != author)
		i++;
	if (i == l->windows)
		l->window[l->windows++] = (struct window){ .author = author };
	return &l->window[i];
}

static void ask_window(struct check *c, struct rt_pipe *p, struct window *w)
{
	uint64_t at = w->author <= c->members ? c->own_at[w->author] : 0;

	w->end = at > SLACK ? at - SLACK : 0;
	rt_pipe_ids(p, &w->ids, "LRANGE " KEY_OWN " %lld %lld", w->author,
		    -(long long)(at + w->posts + SLACK),
		    -(long long)w->end - 1);
}

static void ask_tags(struct rt_pipe *p, struct place *k)
{
	const char *tag[TAGS_MAX];

	rt_pipe_str(p, &k->waits, "ZSCORE " KEY_OUTBOX " " ID, k->id);
	if (k->field[REPOST_OF] || !k->field[USERNAME])
		return;
	k->tags = parts_collect(p->a, k->field[BODY], RT_TAG, tag, TAGS_MAX);
	k->tag = arena_alloc(p->a, k->tags * sizeof *k->tag);
	for (size_t i = 0; i < k->tags; i++) {
		struct tagged *t = &k->tag[i];

		t->tag = tag[i];
		rt_pipe_ids(p, &t->at, "LPOS " KEY_TAG " " ID " COUNT 1",
			    t->tag, k->id);
		rt_pipe_u64(p, &t->length, "LLEN " KEY_TAG, t->tag);
		rt_pipe_str(p, &t->last, "LINDEX " KEY_TAG " -1", t->tag);
		rt_pipe_str(p, &t->used, "ZSCORE " KEY_TAGS " %s", t->tag);
	}
}

/* Once more there are few, of which nobody knows the place. */
static enum rt_err read_lists(struct check *c, struct look *l)
{
	struct rt_pipe p;

	for (size_t i = 0; i < l->n; i++) {
		struct place *k = &l->v[i];

		if (!is_open(k))
			continue;
		k->author = rt_u64(k->field[USER_ID]);
		k->window = window_of(l, k->author);
		k->window->posts++;
	}
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_ids(&p, &l->timeline, "LRANGE " KEY_TIMELINE " 0 -1");
	for (size_t i = 0; !c->again && i < l->windows; i++)
		ask_window(c, &p, &l->window[i]);
	for (size_t i = 0; i < l->n; i++)
		if (is_open(&l->v[i]))
			ask_tags(&p, &l->v[i]);
	return rt_pipe_end(&p);
}

/* ---- own: lists -------------------------------------------------------- */

static bool is_in_window(const struct place *k)
{
	struct window *w = k->window;

	for (size_t i = w->ids.n; i-- > 0;)
		if (w->ids.v[i] == k->id) {
			uint64_t at = w->end + (w->ids.n - i);

			w->found = w->found < at ? at : w->found;
			return true;
		}
	return false;
}

static enum rt_err search_own(struct check *c, struct look *l)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < l->n; i++) {
		struct place *k = &l->v[i];

		if (!is_open(k) || is_in_window(k))
			continue;
		k->at.n = 0;
		rt_pipe_ids(&p, &k->at, "LPOS " KEY_OWN " " ID " COUNT 1",
			    k->author, k->id);
	}
	for (size_t i = 0; i < l->windows; i++)
		if (l->window[i].found && l->window[i].author <= c->members)
			c->own_at[l->window[i].author] = l->window[i].found;
	return rt_pipe_end(&p);
}

static bool is_own(const struct place *k)
{
	return k->at.n || is_in_window(k);
}

/* ---- what is wrong ----------------------------------------------------- */

/* Only what is newer than the last there must be in a list that is cut. */
static bool timeline_reaches(const struct look *l, uint64_t id)
{
	return l->timeline.n && l->timeline.v[l->timeline.n - 1] < id;
}

/* Something that happens to published posts only. */
static bool was_public(const struct look *l, const struct place *k)
{
	for (size_t i = COUNTED; i < FIELDS; i++)
		if (rt_u64(k->field[i]))
			return true;
	for (size_t i = 0; i < k->tags; i++)
		if (k->tag[i].at.n)
			return true;
	return ids_have(l->timeline, k->id);
}

/* Sent again, its form still finishes what was cut off. */
static bool is_young(const struct place *k)
{
	return rt_u64(k->field[TIME]) + ONCE_SECONDS > (uint64_t)time(NULL);
}

/* In doubt it was published, and its author told so. */
static void judge_missing(struct check *c, const struct look *l,
			  const struct place *k)
{
	const char *key = arena_printf(&c->chunk, KEY_OWN, k->author);
	bool was = was_public(l, k);

	if (!k->field[USERNAME])
		check_found(c, BY_PHP, AT(k->id), 0, key);
	else if (was || (!is_young(k) && !timeline_reaches(l, k->id)))
		check_found(c, NOT_OWN, AT(k->id), 0, key);
	else if (!is_young(k))
		check_found(c, UNPUBLISHED, AT(k->id), 0, key);
}

/* A list whose older half was deleted may have cut off older posts before. */
static bool must_be_tagged(const struct tagged *t, uint64_t id)
{
	return rt_u64(t->last) < id || t->length < RT_TAG_POSTS / 2;
}

static void judge_tags(struct check *c, const struct place *k)
{
	for (size_t i = 0; i < k->tags; i++) {
		const struct tagged *t = &k->tag[i];

		if (t->at.n && !t->used)
			check_found(c, TAG_UNUSED, AT(k->id), 0, t->tag);
		if (!t->at.n && must_be_tagged(t, k->id))
			check_found(c, NOT_LISTED, AT(k->id), 0,
				    arena_printf(&c->chunk, KEY_TAG, t->tag));
	}
}

/* The worker makes whole what waits in the outbox. */
static void judge(struct check *c, const struct look *l, const struct place *k)
{
	if (k->waits)
		return;
	if (!is_own(k)) {
		judge_missing(c, l, k);
		return;
	}
	if (timeline_reaches(l, k->id) && !ids_have(l->timeline, k->id))
		check_found(c, NOT_LISTED, AT(k->id), 0, KEY_TIMELINE);
	judge_tags(c, k);
}

LOOK(look_places)
{
	struct look l = { .n = n };
	enum rt_err err;

	l.v = arena_alloc(&c->chunk, n * sizeof *l.v);
	l.window = arena_alloc(&c->chunk, n * sizeof *l.window);
	if ((err = read_hashes(c, v, &l)) || (err = read_lists(c, &l)) ||
	    (err = search_own(c, &l)))
		return err;
	for (size_t i = 0; i < n; i++)
		if (is_open(&l.v[i]))
			judge(c, &l, &l.v[i]);
	return RT_OK;
}
