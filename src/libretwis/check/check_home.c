/*
 * Home timelines in an adopted database: each holds the posts of its owner and
 * of those who are followed, and once; in the order in which they were
 * delivered, which may be hours after they were written.  One that never
 * expires was begun before they were made anew when they are wrong, and may
 * lack some.
 */
#include "libretwis/check/check_home.h"

#include "libretwis/engine/queue.h"

static const struct entries home = {
	.key = KEY_POSTS,
	.cap = TIMELINE_CAP,
};

/* ---- what waits -------------------------------------------------------- */

static enum rt_err read_hands(struct check *c, struct rt_texts workers,
			      uint64_t *waiting)
{
	uint64_t *taken = arena_alloc(&c->chunk, workers.n * sizeof *taken);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	for (size_t i = 0; i < workers.n; i++)
		rt_pipe_u64(&p, &taken[i], "LLEN " KEY_TAKEN, DELIVER_QUEUE,
			    workers.v[i]);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < workers.n; i++)
		*waiting += taken[i];
	return err;
}

/* A job moves from the outbox to the queue to a worker: so does this look. */
static enum rt_err read_waiting(struct check *c, uint64_t *waiting)
{
	struct rt_texts workers = { 0 };
	struct queue_state state;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_u64(&p, waiting, "ZCARD " KEY_OUTBOX);
	if ((err = rt_pipe_end(&p)) ||
	    (err = queue_state(c->rt, &c->chunk, DELIVER_QUEUE, &state)))
		return err;
	*waiting += state.length + state.dead;
	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	rt_pipe_texts(&p, &workers, "ZRANGE " KEY_WORKERS " 0 -1",
		      DELIVER_QUEUE);
	if ((err = rt_pipe_end(&p)))
		return err;
	return read_hands(c, workers, waiting);
}

/* ---- what is in it ----------------------------------------------------- */

static enum rt_err read_lists(struct check *c, const struct subject *v,
			      struct home_look *l, size_t n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++) {
		l[i].of = v[i];
		l[i].key = arena_printf(&c->chunk, KEY_POSTS, v[i].id);
		rt_pipe_str(&p, &l[i].name, "HGET " KEY_USER " username",
			    v[i].id);
		rt_pipe_u64(&p, &l[i].ttl, "TTL " KEY_POSTS, v[i].id);
		rt_pipe_ids(&p, &l[i].followed,
			    "ZREVRANGE " KEY_FOLLOWING " 0 -1 WITHSCORES",
			    v[i].id);
		rt_pipe_ids(&p, &l[i].ids, "LRANGE " KEY_POSTS " 0 -1",
			    v[i].id);
	}
	return rt_pipe_end(&p);
}

bool home_is_kept(const struct home_look *l)
{
	return l->name && (int64_t)l->ttl > 0;
}

/* Since when; 0 for who is not followed. */
static uint64_t followed_since(const struct home_look *l, uint64_t author)
{
	for (size_t i = 0; i + 1 < l->followed.n; i += 2)
		if (l->followed.v[i] == author)
			return l->followed.v[i + 1];
	return author == l->of.id;
}

static void ask_posts(struct rt_pipe *p, struct home_look *l)
{
	l->post = arena_alloc(p->a, 2 * l->ids.n * sizeof *l->post);
	l->stays = arena_alloc(p->a, l->ids.n * sizeof *l->stays);
	for (size_t i = 0; l->name && i < l->ids.n; i++)
		rt_pipe_strs(p, &l->post[2 * i], 2,
			     "HMGET " KEY_POST " user_id username",
			     l->ids.v[i]);
}

static bool is_strange(const struct home_look *l, size_t i)
{
	uint64_t author = rt_u64(l->post[2 * i]);

	return home_is_kept(l) && author && !followed_since(l, author);
}

static void ask_strangers(struct rt_pipe *p, struct home_look *l)
{
	for (size_t i = 0; i < l->ids.n; i++)
		if (is_strange(l, i))
			rt_pipe_str(p, &l->stays[i],
				    "ZSCORE " KEY_FOLLOWERS " " ID,
				    rt_u64(l->post[2 * i]), l->of.id);
}

/*
 * Who was left, and was not told so, goes on delivering.  And PHP takes nothing
 * out of a timeline.
 */
static bool is_left(const struct home_look *l, size_t i)
{
	return l->stays[i] || !l->post[2 * i + 1];
}

static void judge_entries(struct check *c, const struct home_look *l)
{
	bool has_gone = false;

	for (size_t i = 0; i < l->ids.n; i++) {
		uint64_t id = l->ids.v[i];

		has_gone |= id && !l->post[2 * i];
		if (is_strange(l, i))
			check_found(c, is_left(l, i) ? HOME_LEFT : HOME_WRONG,
				    l->of, id, NULL);
	}
	if (has_gone)
		check_found(c, HOME_GONE, l->of, 0, NULL);
}

/* ---- all of it --------------------------------------------------------- */

static enum rt_err look_at_one(struct check *c, struct home_look *l,
			       bool waits)
{
	enum rt_err err;

	if (!l->name)
		return RT_OK;
	judge_entries(c, l);
	err = check_list(c, &home, l->of, l->key, l->ids);
	return err || waits ? err : home_lacks(c, l);
}

static enum rt_err ask_all(struct check *c, struct home_look *l, size_t n,
			   void (*ask)(struct rt_pipe *p, struct home_look *l))
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++)
		ask(&p, &l[i]);
	return rt_pipe_end(&p);
}

LOOK(look_home)
{
	struct home_look *l = arena_alloc(&c->chunk, n * sizeof *l);
	uint64_t waiting = 0;
	enum rt_err err;

	if ((err = read_waiting(c, &waiting)) ||
	    (err = read_lists(c, v, l, n)) ||
	    (err = ask_all(c, l, n, ask_posts)) ||
	    (err = ask_all(c, l, n, ask_strangers)))
		return err;
	if (waiting)
		check_found(c, HOME_PENDING, AT(0), 0, NULL);
	for (size_t i = 0; !err && i < n; i++)
		err = look_at_one(c, &l[i], waiting);
	return err;
}
