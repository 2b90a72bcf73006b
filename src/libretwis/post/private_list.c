#include "libretwis/post/private_list.h"

#include "libretwis/member/last_visit.h"
#include "libretwis/post/answers.h"
#include "libretwis/post/page_fill.h"

/* Without a session there is nothing to read. */
static enum rt_err private_list_fill(struct rt *rt, struct arena *a,
				     const char *key, struct session *s,
				     struct page_fill *f,
				     struct rt_place *here)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, s);
	page_fill_queue_list(&p, f, arena_printf(a, key, s->id));
	if ((err = rt_pipe_end(&p)) || !session_user(s).id)
		return err;
	list_parse(&f->page);
	*here = f->page.here;
	rt_pipe_begin_lenient(&p, rt, a);
	page_fill_queue(&p, f, s->id);
	last_visit_note(&p, s);
	err = rt_pipe_end(&p);
	if (err || (err = page_fill_parse(rt, a, f)))
		return err;
	return answers_load(rt, a, f->visitor, &f->posts);
}

enum rt_err private_list_read(struct rt *rt, struct arena *a,
			      const char *secret,
			      const struct private_list *what,
			      struct rt_private_list *out)
{
	struct session s;
	struct member_names names = { .visitor = &s };
	struct rt_place here = what->place;
	struct page_fill f = { .size = RT_PAGE,
			       .names = &names,
			       .drop = what->drop,
			       .page = { .kind = LIST_BY_SCORE,
					 .here = what->place } };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	session_queue(&p, &s, secret);
	if ((err = rt_pipe_end(&p)) ||
	    (err = private_list_fill(rt, a, what->key, &s, &f, &here)))
		return err;
	*out = (struct rt_private_list){ .me = session_user(&s),
					 .posts = f.posts,
					 .here = here,
					 .older = f.next };
	return RT_OK;
}
