#include "libretwis/check/check_hosts.h"

#include "libretwis/standing.h"

enum { HOST_NAME, HOST_STANDING, HOST_FIELDS };

static void host_judge(struct check *c, uint64_t id,
		       const char *const is[HOST_FIELDS])
{
	if (!is[HOST_NAME])
		check_found(c, HOST_NOBODY, AT(id), 0, NULL);
	else if (rt_standing_read(is[HOST_STANDING]) != RT_HOST)
		check_found(c, HOST_UNMARKED, AT(id), 0,
			    is[HOST_STANDING] ? is[HOST_STANDING]
					      : rt_standing_word(RT_MEMBER));
}

/* They are few. */
enum rt_err look_hosts(struct check *c, const struct subject *v, size_t n)
{
	const char *(*is)[HOST_FIELDS];
	struct rt_ids ids = { 0 };
	struct rt_pipe p;
	enum rt_err err = rt_ask_ids(c->rt, &c->chunk, &ids, RT_ALL,
				     "SMEMBERS " KEY_HOSTS);

	(void)v;
	(void)n;
	if (err)
		return err;
	is = arena_alloc(&c->chunk, ids.n * sizeof *is);
	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < ids.n; i++)
		rt_pipe_strs(&p, is[i], HOST_FIELDS,
			     "HMGET " KEY_USER " username standing", ids.v[i]);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < ids.n; i++)
		host_judge(c, ids.v[i], is[i]);
	return err;
}

/* Ids are given once: nobody can have become this member since. */
enum rt_err mend_host_nobody(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "SREM " KEY_HOSTS " " ID, f->at.id);
}

/* The set decides, and the copy follows. */
enum rt_err mend_host_unmarked(struct check *c, const struct fault *f)
{
	bool is_host = false;
	enum rt_err err = rt_is_host(c->rt, &c->chunk, f->at.id, &is_host);

	if (err || !is_host)
		return err;
	return rt_set_standing(c->rt, &c->chunk, f->at.id, RT_HOST);
}

enum rt_err mend_host_mark(struct check *c, const struct fault *f)
{
	bool is_host = false;
	enum rt_err err = rt_is_host(c->rt, &c->chunk, f->at.id, &is_host);

	if (err || is_host)
		return err;
	return rt_do(c->rt, &c->chunk, "HDEL " KEY_USER " standing", f->at.id);
}
