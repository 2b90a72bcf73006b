/*
 * The posts that mention a member, newest first, in these round trips:
 *
 *   HGET users NAME, and who the visitor is                member/member.c
 *   HMGET user:ID ...; LRANGE mentions:ID                  post/page_fill.c
 *     in the first one, if the process remembers the id of that name
 *   HGETALL post:ID for each post                          post/posts.c
 *   HGETALL for what reposts show, names of authors        post/posts.c
 *
 * post/publish.c fills the list, and post/erasure.c takes posts out again.
 */
#include "libretwis/member/member.h"
#include "libretwis/post/answers.h"
#include "libretwis/post/page_fill.h"
#include "schema/key.h"

struct mentions_load {
	struct member member; /* has the names of the whole page */
	struct page_fill fill;
};

static void mentions_queue_ids(struct rt_pipe *p, struct mentions_load *m)
{
	page_fill_queue_list(p, &m->fill,
			     arena_printf(p->a, KEY_MENTIONS, m->member.id));
}

static enum rt_err mentions_find(struct rt *rt, struct arena *a,
				 struct mentions_load *m, const char *secret,
				 const char *name)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	member_queue(&p, &m->member, secret, name);
	if (m->member.id)
		mentions_queue_ids(&p, m);
	if ((err = rt_pipe_end(&p)) || member_guessed(&m->member))
		return err;
	do {
		rt_pipe_begin_lenient(&p, rt, a);
		member_request(&p, &m->member);
		mentions_queue_ids(&p, m);
		err = rt_pipe_end(&p);
	} while (!err && member_must_reread(&m->member));
	return err;
}

static enum rt_err mentions_read_posts(struct rt *rt, struct arena *a,
				       struct mentions_load *m)
{
	struct rt_pipe p;
	enum rt_err err;

	list_parse(&m->fill.page);
	rt_pipe_begin_lenient(&p, rt, a);
	member_finish(&p, &m->member);
	page_fill_queue(&p, &m->fill, m->member.visitor.id);
	member_note(&p, &m->member);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	member_queue_known(&p, &m->member);
	page_fill_queue_rest(&p, &m->fill);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	member_queue_known(&p, &m->member);
	err = rt_pipe_end(&p);
	if (err || (err = page_fill_end(rt, a, &m->fill)))
		return err;
	return answers_load(rt, a, m->fill.visitor, &m->fill.posts);
}

enum rt_err rt_mentions(struct rt *rt, struct arena *a, const char *secret,
			const char *name, struct rt_place place,
			struct rt_mentions *mentions)
{
	struct mentions_load m = { .fill.page.here = place };
	struct rt_mentions r = { 0 };
	enum rt_err err;

	m.fill.size = list_size(&m.fill.page);
	m.fill.names = &m.member.names;
	if ((err = mentions_find(rt, a, &m, secret, name)))
		return err;
	r.me = session_user(&m.member.visitor);
	if (member_exists(&m.member)) {
		if ((err = mentions_read_posts(rt, a, &m)))
			return err;
		r.member = member_parse(rt, a, &m.member);
		r.posts = m.fill.posts;
		r.here = m.fill.page.here;
		r.older = m.fill.next;
	}
	*mentions = r;
	return RT_OK;
}
