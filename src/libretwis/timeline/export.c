/*
 * A member's export: everything that the member can take to another site, read
 * part by part and chunk by chunk.
 */
#include "libretwis/timeline/export_state.h"

#include <string.h>

#include "base/clock.h"
#include "base/secret.h"
#include "libretwis/member/notice.h"
#include "libretwis/member/quiet.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/post/answers.h"
#include "libretwis/post/archive.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/posts.h"
#include "libretwis/site/context.h"
#include "libretwis/site/layout.h"
#include "libretwis/site/origin.h"
#include "schema/key.h"

/* ---- lists of posts ------------------------------------------------- */

/*
 * Lists of posts are sorted by id, and are read from the oldest end, where
 * nobody adds anything.  But if somebody deletes a post there, all newer
 * entries move towards that end, past the place where we are.  So each read
 * begins with a few entries that we have already had, and if it does not find
 * them, we go back.
 */
#define RECHECKED ((size_t)16)
#define STEP_BACK ((uint64_t)500)

/*
 * In a database that is not adopted, only the home timeline says what a member
 * wrote, and it has posts of others as well.
 */
static enum rt_err export_read_list(struct rt_export *e, struct arena *a,
				    size_t n, uint64_t to, struct rt_ids *ids)
{
	const char *key = e->is_adopted ? arena_printf(a, KEY_OWN, e->me.id)
					: arena_printf(a, KEY_POSTS, e->me.id);

	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, e->rt, a);
	rt_pipe_ids(&p, ids, n, "LRANGE %s -" ID " -" ID, key, to + n, to + 1);
	return rt_pipe_end(&p);
}

/* The next ids of the list, newest first. */
static enum rt_err export_parse_list(struct rt_export *e, struct arena *a,
				     struct rt_ids *ids, bool *goes_on)
{
	size_t rechecked =
		e->passed < RECHECKED ? (size_t)e->passed : RECHECKED;
	size_t wanted = EXPORT_CHUNK + rechecked;
	enum rt_err err;

	if ((err = export_read_list(e, a, wanted, e->passed - rechecked, ids)))
		return err;
	if (e->passed && (!ids->n || ids->v[ids->n - 1] > e->last)) {
		e->passed -= e->passed < STEP_BACK ? e->passed : STEP_BACK;
		ids->n = 0;
		*goes_on = true;
		return RT_OK;
	}
	*goes_on = ids->n == wanted;
	e->passed += EXPORT_CHUNK;
	while (ids->n && ids->v[ids->n - 1] <= e->last)
		ids->n--;
	for (size_t i = 0; i < ids->n; i++)
		if (ids->v[i] > e->last)
			e->last = ids->v[i];
	return RT_OK;
}

static bool export_is_mine(const struct rt_export *e,
			   const union post_fields *fields)
{
	return fields->body && rt_u64(fields->user_id) == e->me.id;
}

static void export_add_repost(struct rt_export_some *some,
			      const union post_fields *fields)
{
	some->mark[some->marks++] = (struct rt_export_mark){
		.post = rt_u64(fields->repost_of),
		.name = fields->repost_name,
		.time = clock_stored(rt_u64(fields->time)),
	};
}

static void export_add_post(struct arena *a, struct rt_export *e,
			    struct rt_export_some *some, uint64_t id,
			    const union post_fields *fields)
{
	uint64_t parent = rt_u64(fields->reply_to);

	if ((e->part == RT_EXPORT_POSTS && parent) ||
	    (e->part == RT_EXPORT_REPLIES && !parent))
		return;
	some->posts.v[some->posts.n++] = (struct rt_post){
		.id = id,
		.user_id = e->me.id,
		.name = e->me.name,
		.time = clock_stored(rt_u64(fields->time)),
		.edited = clock_stored(rt_u64(fields->edited)),
		.body = rt_text_clean(a, fields->body),
		.mentions = fields->mentions,
		.reply_to = parent,
		.reply_name = fields->reply_name,
		.likes = rt_u64(fields->likes),
		.reposts = rt_u64(fields->reposts),
		.attached = attached_read(a, fields),
	};
}

/* The next chunk of a list.  Two round trips. */
static enum rt_err export_list(struct rt_export *e, struct arena *a,
			       struct rt_export_some *some)
{
	struct post_load l;
	struct rt_ids ids = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	if ((err = export_parse_list(e, a, &ids, &some->goes_on)))
		return err;
	rt_pipe_begin_lenient(&p, e->rt, a);
	posts_queue(&p, &l, 0, NULL, ids);
	if ((err = rt_pipe_end(&p)))
		return err;
	some->posts.v = arena_alloc(a, ids.n * sizeof *some->posts.v);
	some->mark = arena_alloc(a, ids.n * sizeof *some->mark);
	for (size_t i = ids.n; i-- > 0;) {
		const union post_fields *fields = &l.fields[i];
		bool is_repost = rt_u64(fields->repost_of) != 0;
		bool is_double = i + 1 < ids.n && ids.v[i] == ids.v[i + 1];

		if (is_double || !export_is_mine(e, fields) ||
		    is_repost != (e->part == RT_EXPORT_REPOSTS))
			continue;
		if (is_repost)
			export_add_repost(some, fields);
		else
			export_add_post(a, e, some, ids.v[i], fields);
	}
	return RT_OK;
}

/* ---- sorted sets ---------------------------------------------------- */

/*
 * Likes, saved posts, follows, muted members, notices and the archive are read
 * by their scores, which do not change when other entries come or go.
 */

static const char *export_key(const struct rt_export *e, struct arena *a)
{
	static const char *const keys[] = {
#define SET(part, key) [RT_EXPORT_##part] = FORMAT_BY_ID(key),
		EACH_EXPORTED_SET(SET)
#undef SET
	};

	return arena_printf(a, keys[e->part], e->me.id);
}

/* Counts the entries with the last score, because the next read skips them. */
static void export_note_scores(struct rt_export *e, const char **entry,
			       size_t n)
{
	const char *last = n ? entry[2 * n - 1] : e->score;
	size_t same = 0;

	while (same < n && strcmp(entry[2 * (n - same) - 1], last) == 0)
		same++;
	if (same == n && strcmp(e->score, last) == 0)
		same += e->same;
	e->same = same;
	snprintf(e->score, sizeof e->score, "%s", last);
}

/* An entry, its score, and so on. */
static enum rt_err export_parse_set(struct rt_export *e, struct arena *a,
				    const char ***entry, size_t *n)
{
	const char **found = arena_alloc(a, 2 * EXPORT_CHUNK * sizeof *found);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, e->rt, a);
	rt_pipe_strs(&p, found, 2 * EXPORT_CHUNK,
		     "ZRANGEBYSCORE %s %s +inf WITHSCORES LIMIT " ID " " ID,
		     export_key(e, a), e->score, (uint64_t)e->same,
		     (uint64_t)EXPORT_CHUNK);
	if ((err = rt_pipe_end(&p)))
		return err;
	*n = 0;
	while (*n < EXPORT_CHUNK && found[2 * *n] && found[2 * *n + 1])
		++*n;
	export_note_scores(e, found, *n);
	*entry = found;
	return RT_OK;
}

static void export_parse_archive(struct rt_export *e, struct arena *a,
				 const char **entry, size_t n,
				 struct rt_export_some *some)
{
	some->posts.v = arena_alloc(a, n * sizeof *some->posts.v);
	for (size_t i = 0; i < n; i++) {
		struct rt_post *post = &some->posts.v[some->posts.n];

		if (!archive_read(a, entry[2 * i], post))
			continue;
		post->user_id = e->me.id;
		post->name = e->me.name;
		some->posts.n++;
	}
}

/* A score below 0 is the time of a block. */
static void export_parse_quiet(const char *score, struct rt_export_mark *m)
{
	bool is_block = quiet_refuses(score);

	m->kind = is_block ? "block" : "mute";
	m->time = clock_stored(rt_u64(score + is_block));
}

/*
 * Parses an entry, and queues the read of the member's name.  What the site
 * tells about a post has the name of its author.
 */
static bool export_parse_mark(struct rt_export *e, struct rt_pipe *p,
			      const char *const *entry,
			      struct rt_export_mark *m)
{
	struct notice notice = { .by = rt_u64(entry[0]) };

	*m = (struct rt_export_mark){ .time = clock_stored(rt_u64(entry[1])) };
	if (e->part == RT_EXPORT_LIKES || e->part == RT_EXPORT_SAVED) {
		m->post = rt_u64(entry[0]);
		rt_pipe_str(p, &m->name, "HGET " KEY_POST " username",
			    m->post);
		return true;
	}
	if (e->part == RT_EXPORT_QUIET)
		export_parse_quiet(entry[1], m);
	if (e->part == RT_EXPORT_NOTICES) {
		if (!notice_parse(entry[0], &notice) ||
		    notice_is_on_case(notice.kind))
			return false;
		m->kind = notice_word(notice.kind);
		m->post = notice.post;
		m->time = clock_stored(rt_u64(entry[1]) / 1000000);
	}
	if (notice_is_of_board(notice.kind))
		rt_pipe_str(p, &m->name, "HGET " KEY_POST " username",
			    m->post);
	else
		rt_pipe_str(p, &m->name, "HGET " KEY_USER " username",
			    notice.by);
	return true;
}

/* ---- answers -------------------------------------------------------- */

/* How the member has answered, and what there was to choose from. */
struct export_answers {
	struct answers_own own;
	union post_fields post;
};

static void export_set_answers(struct arena *a, struct rt_export_mark *m,
			       const struct export_answers *of)
{
	const struct rt_question *q = attached_read(a, &of->post).question;

	m->name = q ? of->post.username : NULL;
	for (size_t i = 0; q && i < q->answers; i++)
		if (answers_own_has(&of->own, i))
			m->answer[m->answers++] = q->answer[i];
	m->guests = answers_own_guests(&of->own);
}

/* Leaves out questions that are gone, and those that are not answered. */
static enum rt_err export_parse_answers(struct rt_export *e, struct arena *a,
					const char **entry, size_t n,
					struct rt_export_some *some)
{
	struct export_answers *of = arena_alloc(a, n * sizeof *of);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, e->rt, a);
	for (size_t i = 0; i < n; i++) {
		uint64_t post = rt_u64(entry[2 * i]);

		answers_queue_own(&p, &of[i].own, post, e->me.id);
		post_fields_queue(&p, &of[i].post, post,
				  POST_USERNAME | POST_QUESTION);
	}
	if ((err = rt_pipe_end(&p)))
		return err;
	some->mark = arena_alloc(a, n * sizeof *some->mark);
	for (size_t i = 0; i < n; i++) {
		struct rt_export_mark *m = &some->mark[some->marks];

		*m = (struct rt_export_mark){
			.post = rt_u64(entry[2 * i]),
			.time = clock_stored(rt_u64(entry[2 * i + 1])),
		};
		export_set_answers(a, m, &of[i]);
		some->marks += m->name && m->answers;
	}
	return RT_OK;
}

/* Leaves out entries whose post or member is gone. */
static enum rt_err export_parse_marks(struct rt_export *e, struct arena *a,
				      const char **entry, size_t n,
				      struct rt_export_some *some)
{
	struct rt_export_mark *m = arena_alloc(a, n * sizeof *m);
	size_t marks = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, e->rt, a);
	for (size_t i = 0; i < n; i++)
		marks += export_parse_mark(e, &p, &entry[2 * i], &m[marks]);
	if ((err = rt_pipe_end(&p)))
		return err;
	some->mark = m;
	for (size_t i = 0; i < marks; i++)
		if (m[i].name)
			m[some->marks++] = m[i];
	return RT_OK;
}

/* The next chunk of a sorted set.  Two round trips, one for the archive. */
static enum rt_err export_set(struct rt_export *e, struct arena *a,
			      struct rt_export_some *some)
{
	const char **entry;
	enum rt_err err;
	size_t n;

	if ((err = export_parse_set(e, a, &entry, &n)))
		return err;
	some->goes_on = n == EXPORT_CHUNK;
	if (e->part == RT_EXPORT_ANSWERS)
		return export_parse_answers(e, a, entry, n, some);
	if (e->part != RT_EXPORT_ARCHIVE)
		return export_parse_marks(e, a, entry, n, some);
	export_parse_archive(e, a, entry, n, some);
	return RT_OK;
}

#define LEASE_MS (RT_EXPORT_SECONDS * 1000)
#define RENEW_MS 10000

/* ---- beginning and end ---------------------------------------------- */

static const char *export_face(const struct rt_export *e,
			       const union user_fields *user)
{
	bool has_face = user->face && rt_has_pictures(e->rt) &&
			rt_is_picture(user->face);

	return has_face ? user->face : NULL;
}

static enum rt_err export_read_profile(struct rt_export *e, struct arena *a,
				       struct rt_export_profile *profile)
{
	const char *since = NULL, *layout = NULL;
	union user_fields user;
	struct origin origin;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, e->rt, a);
	origin_claim(&p, &origin);
	layout_queue(&p, &layout);
	user_fields_queue(&p, &user, e->me.id, USER_BIO | USER_FACE);
	rt_pipe_str(&p, &since, "ZSCORE " KEY_BY_TIME " %s", e->me.name);
	if ((err = rt_pipe_end(&p)))
		return err;
	e->is_adopted = layout_adopted(e->rt, layout);
	*profile = (struct rt_export_profile){
		.origin = origin_get(&origin),
		.id = e->me.id,
		.name = e->me.name,
		.title = e->me.display ? e->me.display : "",
		.bio = user.bio ? user.bio : "",
		.since = clock_stored(rt_u64(since)),
		.face = export_face(e, &user),
	};
	return RT_OK;
}

enum rt_err rt_export_begin(struct rt *rt, struct arena *a,
			    const struct rt_user *me, struct rt_export **e,
			    struct rt_export_profile *profile)
{
	struct rt_export *new = arena_alloc(a, sizeof *new);
	enum rt_err err;

	*new = (struct rt_export){ .rt = rt,
				   .me = *me,
				   .renewed = clock_ms() };
	err = lock_acquire(rt, a, arena_printf(a, "export:" ID, me->id),
			   LEASE_MS, 0, &new->lock);
	if (err == RT_TAKEN) {
		rt->context->wait = RT_EXPORT_SECONDS;
		return RT_LIMITED;
	}
	if (err)
		return err;
	if ((err = export_read_profile(new, a, profile))) {
		rt_export_end(new, a);
		return err;
	}
	*e = new;
	return RT_OK;
}

void rt_export_end(struct rt_export *e, struct arena *a)
{
	lock_release(e->rt, a, &e->lock);
}

/*
 * If the lock was lost, another export runs at the same time, which is
 * harmless.
 */
static enum rt_err export_renew(struct rt_export *e, struct arena *a)
{
	int64_t now = clock_ms();
	enum rt_err err;

	if (now - e->renewed < RENEW_MS)
		return RT_OK;
	err = lock_renew(e->rt, a, &e->lock, LEASE_MS);
	e->renewed = now;
	return err == RT_TAKEN ? RT_OK : err;
}

void rt_export_part(struct rt_export *e, enum rt_export_part part)
{
	e->part = part;
	e->passed = e->last = e->same = 0;
	memcpy(e->score, "-inf", sizeof "-inf");
}

enum rt_err rt_export_next(struct rt_export *e, struct arena *chunk,
			   struct rt_export_some *some)
{
	enum rt_err err;

	*some = (struct rt_export_some){ 0 };
	if ((err = export_renew(e, chunk)))
		return err;
	return e->part <= RT_EXPORT_REPOSTS ? export_list(e, chunk, some)
					    : export_set(e, chunk, some);
}

/* ---- parts ---------------------------------------------------------- */

void rt_export_after(struct rt_export *e, uint64_t post)
{
	e->last = post;
}

void rt_export_after_archived(struct rt_export *e, struct arena *a,
			      time_t time, uint64_t post)
{
	snprintf(e->score, sizeof e->score, "(%s",
		 archive_score(a, time, post));
}

enum rt_err rt_export_note(struct rt_export *e, struct arena *a,
			   const struct rt_export_place *next)
{
	const char *archived = "";

	if (!next->part)
		return rt_do(e->rt, a, "UNLINK " KEY_EXPORTED, e->me.id);
	if (next->archived)
		archived = arena_printf(a, " " ID " " ID,
					(uint64_t)next->archived_time,
					next->archived);
	return rt_do(e->rt, a, "SET " KEY_EXPORTED " %s EX %d", e->me.id,
		     arena_printf(a, ID " " ID "%s", next->part, next->post,
				  archived),
		     EXPORTED_SECONDS);
}

static bool export_parse_archived(const char *at,
				  struct rt_export_place *place)
{
	uint64_t since = 0;

	if (!*at)
		return true;
	if (*at++ != ' ' || !digits_read(&at, &since) || *at++ != ' ' ||
	    !digits_read(&at, &place->archived))
		return false;
	place->archived_time = clock_stored(since);
	return true;
}

enum rt_err rt_export_goes_on(struct rt *rt, struct arena *a, uint64_t me,
			      struct rt_export_place *next)
{
	struct rt_export_place place = { 0 };
	const char *at = NULL;
	enum rt_err err = rt_read_str(rt, a, &at, "GET " KEY_EXPORTED, me);

	if (err)
		return err;
	if (at && digits_read(&at, &place.part) && *at++ == ' ' &&
	    digits_read(&at, &place.post) && export_parse_archived(at, &place))
		*next = place;
	else
		*next = (struct rt_export_place){ 0 };
	return RT_OK;
}
