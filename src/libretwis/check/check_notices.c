/* What members were told: it is so, and the mark is among it. */
#include <string.h>

#include "libretwis/check/check.h"
#include "libretwis/member/notice.h"

struct line {
	const char *text;
	struct notice notice;
	const char *name;    /* of who did it */
	const char *post[2]; /* its user_id, gone */
	const char *fact;    /* that makes it so */
};

struct look {
	struct subject of;
	const char *name;
	struct rt_texts texts;
	struct line *told;
};

static enum rt_err read_lists(struct check *c, const struct subject *v,
			      struct look *l, size_t n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++) {
		l[i].of = v[i];
		rt_pipe_str(&p, &l[i].name, "HGET " KEY_USER " username",
			    v[i].id);
		rt_pipe_texts(&p, &l[i].texts, "ZRANGE " KEY_NOTICES " 0 -1",
			      v[i].id);
	}
	return rt_pipe_end(&p);
}

static void ask_fact(struct rt_pipe *p, uint64_t of, struct line *t)
{
	const struct notice *n = &t->notice;

	if (n->kind == RT_NOTICE_LIKE)
		rt_pipe_str(p, &t->fact, "ZSCORE " KEY_LIKES " " ID, n->post,
			    n->by);
	else if (n->kind == RT_NOTICE_REPOST)
		rt_pipe_str(p, &t->fact, "ZSCORE " KEY_REPOSTED " " ID, n->by,
			    n->post);
	else if (n->kind == RT_NOTICE_FOLLOW)
		rt_pipe_str(p, &t->fact, "ZSCORE " KEY_FOLLOWING " " ID, n->by,
			    of);
}

static void ask(struct rt_pipe *p, struct look *l)
{
	l->told = arena_alloc(p->a, l->texts.n * sizeof *l->told);
	for (size_t i = 0; l->name && i < l->texts.n; i++) {
		struct line *t = &l->told[i];

		t->text = l->texts.v[i];
		if (!notice_parse(t->text, &t->notice))
			continue;
		rt_pipe_str(p, &t->name, "HGET " KEY_USER " username",
			    t->notice.by);
		if (t->notice.post)
			rt_pipe_strs(p, t->post, 2,
				     "HMGET " KEY_POST " user_id gone",
				     t->notice.post);
		ask_fact(p, l->of.id, t);
	}
}

static bool is_so(const struct check *c, const struct line *t)
{
	const struct notice *n = &t->notice;

	if (!t->name)
		return check_is_claimed(c, n->by);
	if (n->post && !t->post[0])
		return false;
	if (t->post[1])
		return true;
	if (n->kind == RT_NOTICE_REPLY || n->kind == RT_NOTICE_MENTION)
		return rt_u64(t->post[0]) == n->by;
	return t->fact;
}

static void judge(struct check *c, const struct look *l)
{
	size_t marks = 0, n = l->texts.n;

	if (n > NOTICES_CAP + 1)
		check_found(c, NOTICE_LONG, l->of, n, NULL);
	for (size_t i = 0; i < n; i++) {
		const char *text = l->told[i].text;
		struct notice notice;

		if (strcmp(text, NOTICES_SEEN) == 0)
			marks++;
		else if (!notice_parse(text, &notice))
			check_found(c, NOTICE_ODD, l->of, 0, text);
		else if (!is_so(c, &l->told[i]))
			check_found(c, NOTICE_STALE, l->of, 0, text);
	}
	if (n && !marks)
		check_found(c, NOTICE_MARK, l->of, 0, NULL);
}

LOOK(look_notices)
{
	struct look *l = arena_alloc(&c->chunk, n * sizeof *l);
	struct rt_pipe p;
	enum rt_err err;

	if ((err = read_lists(c, v, l, n)))
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++)
		ask(&p, &l[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < n; i++)
		if (l[i].name)
			judge(c, &l[i]);
	return RT_OK;
}
