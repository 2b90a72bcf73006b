/*
 * What is really new, for open pages: retwis-live reads it after a
 * notification, which only says that something may have changed (notify.h).
 */
#include "libretwis/member/session.h"
#include "libretwis/post/conversation.h"
#include "libretwis/post/posts.h"
#include "redis/ids.h"
#include "redis/async_client.h"
#include "redis/pipe_result.h"
#include "schema/key.h"
#include "libretwis/site/context.h"

/* What is read for one session. */
struct live_session {
	struct session session;
	struct rt_ids home;
};

/* A query that is being answered. */
struct live_query {
	struct async_client *q;
	struct rt_pipe pipe; /* the one that was sent */
	struct arena *a;
	struct rt_live_state *state;
	size_t n;
	struct live_session *reads;
	struct running_read running; /* for all sessions */
	struct rt_live_lists *lists;
	struct rt_ids timeline;
	struct rt_texts *entries; /* of each conversation, the newest first */
	struct id_list new;       /* counted, unless they are gone */
	union post_fields *posts; /* of `new` */
	void (*done)(void *who, enum rt_err err);
	void *who;
};

/* ---- what is gone --------------------------------------------------- */

/* A page counts from a post that it shows, so all posts above that are new. */
static void live_state_add_new(struct live_query *l,
			       const struct rt_newest *list)
{
	bool is_above = false;

	for (size_t i = 0; i < list->n; i++)
		is_above |= list->id[i] == list->since;
	for (size_t i = 0; list->counts && i < list->n; i++) {
		if (list->id[i] == list->since)
			is_above = false;
		if (list->id[i] && (is_above || list->id[i] > list->since))
			ids_add(l->a, &l->new, list->id[i]);
	}
}

/* A removed post still has its author, but no list shows it to anybody. */
static bool live_state_is_gone(const union post_fields *post)
{
	return !post->user_id || post->removed;
}

static struct rt_ids live_state_gone(const struct live_query *l)
{
	struct rt_ids new = l->new.ids, gone = { 0 };

	gone.v = arena_alloc(l->a, new.n * sizeof *gone.v);
	for (size_t i = 0; i < new.n; i++)
		if (live_state_is_gone(&l->posts[i]))
			gone.v[gone.n++] = new.v[i];
	return gone;
}

static void live_state_remove(struct arena *a, struct rt_newest *list,
			      struct rt_ids gone)
{
	uint64_t *left = arena_alloc(a, list->n * sizeof *left);
	size_t n = 0;

	for (size_t i = 0; i < list->n; i++)
		if (!ids_have(gone, list->id[i]))
			left[n++] = list->id[i];
	list->id = left;
	list->n = n;
}

static void live_state_remove_all(struct live_query *l, struct rt_ids gone)
{
	struct rt_live_lists *lists = l->lists;

	for (size_t i = 0; i < l->n; i++)
		live_state_remove(l->a, &l->state[i].home, gone);
	for (size_t i = 0; i < lists->conversations; i++)
		live_state_remove(l->a, &lists->conversation[i].replies, gone);
	live_state_remove(l->a, &lists->timeline, gone);
}

/* ---- who wrote what is new ------------------------------------------ */

static void live_state_set_authors(const struct live_query *l,
				   struct rt_newest *list)
{
	uint64_t *author = arena_alloc(l->a, list->n * sizeof *author);
	uint64_t *original = arena_alloc(l->a, list->n * sizeof *original);
	struct rt_ids new = l->new.ids;

	for (size_t i = 0; i < list->n; i++) {
		size_t at = ids_place(new, list->id[i]);

		if (at == new.n || new.v[at] != list->id[i])
			continue;
		author[i] = rt_u64(l->posts[at].user_id);
		original[i] = rt_u64(l->posts[at].repost_user_id);
	}
	list->author = author;
	list->original_author = original;
}

static void live_state_set_all_authors(struct live_query *l)
{
	struct rt_live_lists *lists = l->lists;

	for (size_t i = 0; i < l->n; i++)
		live_state_set_authors(l, &l->state[i].home);
	for (size_t i = 0; i < lists->conversations; i++)
		live_state_set_authors(l, &lists->conversation[i].replies);
	live_state_set_authors(l, &lists->timeline);
}

/* ---- announcements ---------------------------------------------------- */

static bool live_state_lacks(const struct live_query *l, size_t i)
{
	return l->state[i].id && l->state[i].unread == RT_UNREAD_UNKNOWN;
}

/* What nobody knew to be running when the sessions were read. */
static void live_state_queue_bells(struct rt_pipe *p, struct live_query *l)
{
	for (size_t i = 0; i < l->n; i++)
		if (live_state_lacks(l, i))
			bell_queue_rest(p, &l->reads[i].session.bell);
}

/* If one has come between the two readings, a message says so. */
static void live_state_count_bells(struct live_query *l)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct bell *bell = &l->reads[i].session.bell;

		if (!live_state_lacks(l, i))
			continue;
		l->state[i].unread = bell_unread(bell);
		if (l->state[i].unread == RT_UNREAD_UNKNOWN)
			l->state[i].unread = bell->above;
	}
}

/* ---- the second reading ------------------------------------------------ */

static void live_state_finish(void *arg)
{
	struct live_query *l = arg;
	enum rt_err err = pipe_result(&l->pipe);
	struct rt_ids gone = { 0 };

	if (!err) {
		gone = live_state_gone(l);
		live_state_count_bells(l);
	}
	if (gone.n)
		live_state_remove_all(l, gone);
	if (!err)
		live_state_set_all_authors(l);
	l->done(l->who, err);
}

/* A post that many followers have got is read only once. */
static void live_state_read_for_new(struct live_query *l)
{
	struct rt_pipe *p = &l->pipe;

	live_state_add_new(l, &l->lists->timeline);
	for (size_t i = 0; i < l->lists->conversations; i++)
		live_state_add_new(l, &l->lists->conversation[i].replies);
	for (size_t i = 0; i < l->n; i++)
		live_state_add_new(l, &l->state[i].home);
	ids_sort(&l->new);
	l->posts = arena_alloc(l->a, l->new.ids.n * sizeof *l->posts);
	rt_pipe_begin_lenient(p, async_client_rt(l->q), l->a);
	for (size_t i = 0; i < l->new.ids.n; i++)
		post_fields_queue(p, &l->posts[i], l->new.ids.v[i],
				  POST_USER_ID | POST_REPOST_USER_ID |
					  POST_REMOVED);
	live_state_queue_bells(p, l);
	async_client_send(l->q, p, live_state_finish, l);
}

/* ---- what is there -------------------------------------------------- */

static void live_state_set(struct rt_newest *list, struct rt_ids ids)
{
	list->id = ids.v;
	list->n = ids.n;
}

static struct rt_ids live_state_replies(struct arena *a,
					struct rt_texts entries)
{
	struct rt_ids ids = { .v = arena_alloc(a, entries.n * sizeof *ids.v) };
	struct conversation_entry e;

	for (size_t i = 0; i < entries.n; i++)
		if (conversation_read_entry(entries.v[i], &e) && !e.gone)
			ids.v[ids.n++] = e.id;
	return ids;
}

static struct rt_live_quiet live_state_quiet(struct arena *a,
					     const struct session *s)
{
	const struct rt_ids pairs = session_quiet(s).pairs;
	uint64_t *id = arena_alloc(a, pairs.n * sizeof *id);
	size_t n = 0;

	for (size_t i = 0; i + 1 < pairs.n; i += 2)
		id[n++] = pairs.v[i];
	return (struct rt_live_quiet){ .id = id, .n = n };
}

static void live_state_parse_lists(struct live_query *l)
{
	struct rt_live_lists *lists = l->lists;

	live_state_set(&lists->timeline, l->timeline);
	for (size_t i = 0; i < lists->conversations; i++)
		live_state_set(&lists->conversation[i].replies,
			       live_state_replies(l->a, l->entries[i]));
}

static void live_state_parse(void *arg)
{
	static const struct rt_ids none;
	struct live_query *l = arg;
	enum rt_err err = pipe_result(&l->pipe);

	if (err) {
		l->done(l->who, err);
		return;
	}
	running_take(&l->running);
	for (size_t i = 0; i < l->n; i++) {
		struct rt_user user = session_user(&l->reads[i].session);

		if (!rt_belongs(user.standing))
			user = (struct rt_user){ 0 };
		l->state[i].id = user.id;
		l->state[i].unread = user.unread;
		l->state[i].quiet =
			live_state_quiet(l->a, &l->reads[i].session);
		live_state_set(&l->state[i].home,
			       user.id ? l->reads[i].home : none);
	}
	live_state_parse_lists(l);
	live_state_read_for_new(l);
}

static void live_state_queue_lists(struct rt_pipe *p, struct live_query *l)
{
	const struct rt_live_lists *lists = l->lists;

	rt_pipe_ids(p, &l->timeline, RT_LIVE_POSTS,
		    "LRANGE " KEY_TIMELINE " 0 %d", RT_LIVE_POSTS - 1);
	for (size_t i = 0; i < lists->conversations; i++)
		rt_pipe_texts(p, &l->entries[i], RT_LIVE_POSTS,
			      "ZREVRANGE " KEY_CONVERSATION " 0 %d",
			      lists->conversation[i].root, RT_LIVE_POSTS - 1);
}

static void live_state_check(void *arg)
{
	struct live_query *l = arg;
	struct rt_pipe *p = &l->pipe;
	enum rt_err err = pipe_result(p);

	if (err) {
		l->done(l->who, err);
		return;
	}
	rt_pipe_begin_lenient(p, async_client_rt(l->q), l->a);
	if (l->n)
		running_queue_fresh(p, &l->running);
	for (size_t i = 0; i < l->n; i++) {
		struct live_session *r = &l->reads[i];

		session_check(p, &r->session);
		if (l->state[i].asks_home && r->session.id)
			rt_pipe_ids(p, &r->home, RT_LIVE_POSTS,
				    "LRANGE " KEY_POSTS " 0 %d", r->session.id,
				    RT_LIVE_POSTS - 1);
	}
	live_state_queue_lists(p, l);
	async_client_send(l->q, p, live_state_parse, l);
}

struct async_client *rt_live_open(const struct rt_config *conf,
				  struct event_base *base)
{
	struct async_client *q =
		async_client_open(&conf->servers, conf->servers.redis, base);

	context_attach(async_client_rt(q), conf);
	async_client_refresh(q);
	return q;
}

void rt_live_close(struct async_client *q)
{
	context_detach(async_client_rt(q));
	async_client_close(q);
}

void rt_live_state(struct async_client *q, struct arena *a,
		   struct rt_live_state *state, size_t n,
		   struct rt_live_lists *lists,
		   void (*done)(void *who, enum rt_err err), void *who)
{
	struct live_query *l = arena_alloc(a, sizeof *l);

	*l = (struct live_query){ .q = q,
				  .a = a,
				  .state = state,
				  .n = n,
				  .lists = lists,
				  .done = done,
				  .who = who };
	l->reads = arena_alloc(a, n * sizeof *l->reads);
	l->entries = arena_alloc(a, lists->conversations * sizeof *l->entries);
	rt_end_request(async_client_rt(q));
	rt_pipe_begin_lenient(&l->pipe, async_client_rt(q), a);
	for (size_t i = 0; i < n; i++) {
		session_queue(&l->pipe, &l->reads[i].session, state[i].secret);
		l->reads[i].session.doubted = state[i].is_doubtful;
		l->reads[i].session.leaves_a_list = true;
	}
	async_client_send(q, &l->pipe, live_state_check, l);
}

static bool newest_is_hidden(const struct rt_newest *list, size_t i,
			     struct rt_live_quiet quiet)
{
	for (size_t k = 0; list->author && k < quiet.n; k++)
		if (quiet.id[k] == list->author[i] ||
		    quiet.id[k] == list->original_author[i])
			return true;
	return false;
}

/*
 * Counts places, not greater ids, because a post that a worker delivers late
 * has a smaller id than the posts that have overtaken it.  An id of 0 marks an
 * empty list, and comes last.
 */
uint64_t rt_newer(struct rt_newest list, uint64_t seen,
		  struct rt_live_quiet quiet)
{
	uint64_t above = 0, greater = 0;

	for (size_t i = 0; i < list.n; i++) {
		bool is_shown = !newest_is_hidden(&list, i, quiet);

		if (list.id[i] == seen)
			return above;
		above += is_shown;
		greater += is_shown && list.id[i] > seen;
	}
	return greater;
}
