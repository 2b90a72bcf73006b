/* Mending lists of posts, notices, keys without an end, and queues. */
#include <string.h>

#include "libretwis/base/prefix.h"
#include "libretwis/check/check.h"
#include "libretwis/engine/job.h"
#include "libretwis/engine/job_move.lua.h"
#include "libretwis/post/posts.h"

/* ---- lists of posts ---------------------------------------------------- */

/* Puts `ARGV[1]` before the first that is older, unless it is there. */
#define INSERT                                                                 \
	"local list, id, cap = KEYS[1], ARGV[1], tonumber(ARGV[2]) "           \
	"if redis.call('LPOS', list, id) then return end "                     \
	"local length, at = redis.call('LLEN', list), 0 "                      \
	"while at < length do "                                                \
	"for _, other in ipairs(redis.call('LRANGE', list, at, at + 999)) do " \
	"if (tonumber(other) or 0) < tonumber(id) then "                       \
	"redis.call('LINSERT', list, 'BEFORE', other, id) "                    \
	"if cap > 0 then redis.call('LTRIM', list, 0, cap - 1) end "           \
	"return end end "                                                      \
	"at = at + 1000 end "                                                  \
	"if cap == 0 or length < cap then redis.call('RPUSH', list, id) end"

/* The first stays, where readers have seen it. */
#define SINGLE                                                                \
	RT_SCRIPT_FREES                                                       \
	"local n = #redis.call('LPOS', KEYS[1], ARGV[1], 'COUNT', 0) "        \
	"if n > 1 then redis.call('LREM', KEYS[1], 1 - n, ARGV[1]) end"

/* All at once, or a reader would miss some; and the end stays as it is. */
#define SORT                                                                  \
	"local list = KEYS[1] "                                               \
	"local ids = redis.call('LRANGE', list, 0, -1) "                      \
	"local ttl = redis.call('PTTL', list) "                               \
	"table.sort(ids, function(a, b) "                                     \
	"return (tonumber(a) or 0) > (tonumber(b) or 0) end) "                \
	"redis.call('DEL', list) "                                            \
	"for i = 1, #ids, 1000 do "                                           \
	"redis.call('RPUSH', list, "                                          \
	"unpack(ids, i, math.min(i + 999, #ids))) end "                       \
	"if ttl > 0 then redis.call('PEXPIRE', list, ttl) end"

static int cap_of(const char *key)
{
	return text_after(key, "own:") ? 0 : TIMELINE_CAP;
}

static enum rt_err on_list(struct check *c, const struct fault *f,
			   const char *script, uint64_t id)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "EVAL %s 1 %s " ID " %d", script, f->what, id,
		cap_of(f->what));
	return rt_pipe_end(&p);
}

enum rt_err mend_insert(struct check *c, const struct fault *f)
{
	const char *field[2] = { NULL };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_strs(&p, field, 2, "HMGET " KEY_POST " user_id gone",
		     f->at.id);
	if ((err = rt_pipe_end(&p)) || !field[0] || field[1])
		return err;
	return on_list(c, f, INSERT, f->at.id);
}

enum rt_err mend_doubles(struct check *c, const struct fault *f)
{
	return on_list(c, f, SINGLE, f->other);
}

enum rt_err mend_order(struct check *c, const struct fault *f)
{
	return on_list(c, f, SORT, 0);
}

enum rt_err mend_take_out(struct check *c, const struct fault *f)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "LREM %s 0 " ID, f->what, f->other);
	return rt_pipe_end(&p);
}

enum rt_err mend_long(struct check *c, const struct fault *f)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "LTRIM %s 0 %d", f->what, TIMELINE_CAP - 1);
	return rt_pipe_end(&p);
}

/* The next look makes it anew. */
enum rt_err mend_home(struct check *c, const struct fault *f)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "UNLINK " KEY_POSTS, f->at.id);
	return rt_pipe_end(&p);
}

/* Readers pass over them. */
enum rt_err mend_home_gone(struct check *c, const struct fault *f)
{
	struct rt_ids ids = { 0 };
	uint64_t *author;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_ids(&p, &ids, "LRANGE " KEY_POSTS " 0 -1", f->at.id);
	if ((err = rt_pipe_end(&p)) ||
	    (err = posts_authors(c->rt, &c->chunk, ids, &author)))
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < ids.n; i++)
		if (ids.v[i] && !author[i])
			rt_pipe(&p, "LREM " KEY_POSTS " 0 " ID, f->at.id,
				ids.v[i]);
	return rt_pipe_end(&p);
}

/* ---- notices ----------------------------------------------------------- */

static void add_mark(struct rt_pipe *p, uint64_t id)
{
	rt_pipe(p, "ZADD " KEY_NOTICES " NX 0 " NOTICES_SEEN, id);
}

enum rt_err mend_notice_mark(struct check *c, const struct fault *f)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	add_mark(&p, f->at.id);
	return rt_pipe_end(&p);
}

enum rt_err mend_notice(struct check *c, const struct fault *f)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "ZREM " KEY_NOTICES " %s", f->at.id, f->what);
	return rt_pipe_end(&p);
}

/* The mark comes last, or it could be cut off. */
enum rt_err mend_notices_long(struct check *c, const struct fault *f)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "ZREMRANGEBYRANK " KEY_NOTICES " 0 %d", f->at.id,
		-1 - NOTICES_CAP);
	add_mark(&p, f->at.id);
	return rt_pipe_end(&p);
}

/* ---- scheduled posts --------------------------------------------------- */

/* At the time that its author was told; or now, if that is over. */
enum rt_err mend_scheduled(struct check *c, const struct fault *f)
{
	const char *at = NULL;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	rt_pipe_str(&p, &at, "ZSCORE " KEY_DUE_OF " %s", CHECK_LATER, f->at.id,
		    f->what);
	if ((err = rt_pipe_end(&p)) || !at)
		return err;
	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	rt_pipe(&p, "ZADD " KEY_DUE " NX %s %s", CHECK_LATER, at,
		arena_printf(&c->chunk, ID " %s", f->at.id, f->what));
	return rt_pipe_end(&p);
}

/* ---- keys -------------------------------------------------------------- */

/* As long as it would have lived, or for another moment. */
static int seconds_for(const char *key)
{
	static const struct {
		const char *begins;
		int seconds;
	} table[] = {
		{ "trend:", 25 * 3600 },
		{ "once:", 600 },
		{ "sent:", 86400 },
		{ "known:", 30 * 86400 },
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (text_after(key, table[i].begins))
			return table[i].seconds;
	return 1;
}

enum rt_err mend_for_ever(struct check *c, const struct fault *f)
{
	bool is_trend = text_after(f->at.text, "trend");
	struct rt_pipe p;

	rt_pipe_begin(&p, is_trend ? c->rt : rt_bus(c->rt), &c->chunk);
	rt_pipe(&p, "EXPIRE %s %d NX", f->at.text, seconds_for(f->at.text));
	return rt_pipe_end(&p);
}

/* ---- queues ------------------------------------------------------------ */

/* As worker_watch() does it, had it seen the worker: back, and marked. */
static void put_back(struct rt_pipe *p, const char *list, const char *text)
{
	int name = (int)(strstr(list, "}:") - list);
	struct job job = job_read(text);

	if (job.since)
		rt_pipe(p, "EVAL %s 2 %s %s %s %s", JOB_MOVE_LUA, list,
			arena_printf(p->a, "%.*s}:jobs", name, list), text,
			job_text(p->a, job.since, job.tries + 1, job.payload));
	else
		rt_pipe(p, "EVAL %s 2 %s %s %s %s", JOB_MOVE_LUA, list,
			arena_printf(p->a, "%.*s}:dead", name, list), text,
			text);
}

enum rt_err mend_job_lost(struct check *c, const struct fault *f)
{
	struct rt_texts jobs = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	rt_pipe_texts(&p, &jobs, "LRANGE %s 0 -1", f->at.text);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt_bus(c->rt), &c->chunk);
	for (size_t i = 0; i < jobs.n; i++)
		put_back(&p, f->at.text, jobs.v[i]);
	return rt_pipe_end(&p);
}
