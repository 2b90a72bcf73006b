#include "libretwis/check/places.h"

#include <string.h>

#include "libretwis/check/check_lists.h"
#include "libretwis/check/types.h"
#include "libretwis/post/outbox.h"
#include "libretwis/post/tag.h"
#include "libretwis/text/markup.h"

enum { USER_ID, TIME, BODY, USERNAME, REPOST_OF, GONE, COUNTED, FIELDS = 9 };

/* A tag of a post, and what its list says. */
struct tagged {
	const char *tag, *type, *last, *used;
	struct rt_ids at;
	uint64_t length;
};

struct place {
	struct looked is;
	bool is_own;       /* as the look at own: lists has found it */
	struct rt_ids own; /* where it is there, if that has not */
	struct tagged *tag;
	size_t tags;
	const char *waits; /* in the outbox */
};

static bool place_is_open(const struct place *k)
{
	return k->is.field[USER_ID] && k->is.field[BODY] && !k->is.field[GONE];
}

/* ---- reading ----------------------------------------------------------- */

static void place_ask_tags(struct rt_pipe *p, struct place *k)
{
	const char *tag[TAGS_MAX];

	if (k->is.field[REPOST_OF] || !k->is.field[USERNAME])
		return;
	k->tags =
		parts_collect(p->a, k->is.field[BODY], RT_TAG, tag, TAGS_MAX);
	k->tag = arena_alloc(p->a, k->tags * sizeof *k->tag);
	for (size_t i = 0; i < k->tags; i++) {
		struct tagged *t = &k->tag[i];

		t->tag = tag[i];
		rt_pipe_str(p, &t->type, "TYPE " KEY_TAG, t->tag);
		rt_pipe_ids(p, &t->at, 1, "LPOS " KEY_TAG " " ID " COUNT 1",
			    t->tag, k->is.at.id);
		rt_pipe_lenient(p);
		rt_pipe_u64(p, &t->length, "LLEN " KEY_TAG, t->tag);
		rt_pipe_lenient(p);
		rt_pipe_str(p, &t->last, "LINDEX " KEY_TAG " -1", t->tag);
		rt_pipe_lenient(p);
		rt_pipe_str(p, &t->used, "ZSCORE " KEY_TAGS " %s", t->tag);
	}
}

/*
 * own: lists are long, and a search through one for each of its posts would
 * take the square of that: it is for those that were not met there.
 */
static void place_ask(struct rt_pipe *p, void *one)
{
	struct place *k = one;

	if (!place_is_open(k))
		return;
	rt_pipe_str(p, &k->waits, "ZSCORE " KEY_OUTBOX " " ID, k->is.at.id);
	if (!k->is_own)
		rt_pipe_ids(p, &k->own, 1, "LPOS " KEY_OWN " " ID " COUNT 1",
			    rt_u64(k->is.field[USER_ID]), k->is.at.id);
	place_ask_tags(p, k);
}

/* ---- what is wrong ----------------------------------------------------- */

/* The list is cut: only what is newer than its last post has to be there. */
static bool places_reach(struct rt_ids timeline, uint64_t id)
{
	return timeline.n && timeline.v[timeline.n - 1] < id;
}

/* Something has happened to it that happens to published posts only. */
static bool place_was_public(struct rt_ids timeline, const struct place *k)
{
	for (size_t i = COUNTED; i < FIELDS; i++)
		if (rt_u64(k->is.field[i]))
			return true;
	for (size_t i = 0; i < k->tags; i++)
		if (k->tag[i].at.n)
			return true;
	return ids_have(timeline, k->is.at.id);
}

/*
 * In doubt the post was published, and its author has seen it.  A post that a
 * page or a worker has in hand is in the outbox.
 */
static void place_judge_missing(struct check *c, struct rt_ids timeline,
				const struct place *k)
{
	const char *key =
		arena_printf(&c->chunk, KEY_OWN, rt_u64(k->is.field[USER_ID]));
	bool was = place_was_public(timeline, k);

	if (!k->is.field[USERNAME])
		check_found(c, BY_PHP, k->is.at, 0, key);
	else if (was || !places_reach(timeline, k->is.at.id))
		check_found(c, NOT_OWN, k->is.at, 0, key);
	else
		check_found(c, UNPUBLISHED, k->is.at, 0, key);
}

/* A list whose older half was deleted may have cut off older posts before. */
static bool place_needs_tag(const struct tagged *t, uint64_t id)
{
	return rt_u64(t->last) < id || t->length < RT_TAG_POSTS / 2;
}

static void place_judge_tags(struct check *c, const struct place *k)
{
	for (size_t i = 0; i < k->tags; i++) {
		const struct tagged *t = &k->tag[i];
		const char *key = arena_printf(&c->chunk, KEY_TAG, t->tag);

		if (!type_judge(c, TAG_TYPE, k->is.at, key, t->type, "list"))
			continue;
		if (t->at.n && !t->used)
			check_found(c, TAG_UNUSED, k->is.at, 0, t->tag);
		if (!t->at.n && place_needs_tag(t, k->is.at.id))
			check_found(c, NOT_LISTED, k->is.at, 0, key);
	}
}

/* A post that waits in the outbox will be made whole by the worker. */
static void place_judge(struct check *c, struct rt_ids timeline,
			const struct place *k)
{
	if (k->waits)
		return;
	if (!k->is_own && !k->own.n) {
		place_judge_missing(c, timeline, k);
		return;
	}
	if (places_reach(timeline, k->is.at.id) &&
	    !ids_have(timeline, k->is.at.id))
		check_found(c, NOT_LISTED, k->is.at, 0, KEY_TIMELINE);
	place_judge_tags(c, k);
}

enum rt_err look_places(struct check *c, const struct subject *v, size_t n)
{
	static const struct look look = {
		.size = sizeof(struct place),
		.hmget = FORMAT_BY_ID("HMGET " KEY_POST
				      " user_id time body username"
				      " repost_of gone replies likes reposts"),
		.fields = FIELDS,
		.ask = { NULL, place_ask }
	};
	struct place *k = look_room(c, &look, v, n);
	struct rt_ids timeline = { 0 };
	enum rt_err err;

	for (size_t i = 0; i < n; i++)
		k[i].is_own = check_is_own(c, v[i].id);
	if ((err = look_ask(c, &look, &c->chunk, k, n)) ||
	    (err = rt_ask_ids(c->rt, &c->chunk, &timeline, RT_ALL,
			      "LRANGE " KEY_TIMELINE " 0 -1")))
		return err;
	for (size_t i = 0; i < n; i++)
		if (place_is_open(&k[i]))
			place_judge(c, timeline, &k[i]);
	return RT_OK;
}

/* ---- mending ----------------------------------------------------------- */

/* It may come late into lists and timelines: nobody wonders where it stands. */
static bool place_is_young(const char *time_of_post)
{
	return rt_u64(time_of_post) + ONCE_SECONDS > (uint64_t)time(NULL);
}

/*
 * The sweep finds it, and a worker brings it to all followers, above what they
 * have: so an older one only goes into its list, and others find it there.
 */
enum rt_err mend_unpublished(struct check *c, const struct fault *f)
{
	const char *field[3] = { NULL };
	uint64_t ignored = 0;
	struct rt_pipe p;
	enum rt_err err =
		rt_ask_strs(c->rt, &c->chunk, field, 3,
			    "HMGET " KEY_POST " user_id time gone", f->at.id);

	if (err || !field[0] || field[2])
		return err;
	if (!place_is_young(field[1]))
		return mend_insert(c, f);
	rt_pipe_begin(&p, c->rt, &c->chunk);
	outbox_add(&p, f->at.id, &ignored);
	return rt_pipe_end(&p);
}
