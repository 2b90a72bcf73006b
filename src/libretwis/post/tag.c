#include "libretwis/post/tag.h"

#include "base/utf8.h"
#include "libretwis/member/last_visit.h"
#include "libretwis/post/page_fill.h"
#include "libretwis/text/markup.h"
#include "schema/key.h"

void tags_push(struct rt_pipe *p, const char *body, struct trend_post post,
	       enum push_look look)
{
	const char *tag[TAGS_MAX];
	size_t n = parts_collect(p->a, body, RT_TAG, tag, TAGS_MAX);

	for (size_t i = 0; i < n; i++) {
		push_tag(p, tag[i], post.id, look);
		rt_pipe(p, "ZADD " KEY_TAGS " 0 %s", tag[i]);
		trend_add(p, tag[i], post);
	}
}

void tags_redate(struct rt_pipe *p, const char *body, struct trend_post post,
		 uint64_t time)
{
	const char *tag[TAGS_MAX];
	size_t n = parts_collect(p->a, body, RT_TAG, tag, TAGS_MAX);

	for (size_t i = 0; i < n; i++) {
		trend_drop(p, tag[i], post);
		trend_add(p, tag[i],
			  (struct trend_post){ post.id, post.author, time });
	}
}

void tags_drop(struct rt_pipe *p, struct tags *t, const char *body,
	       struct trend_post post)
{
	t->n = parts_collect(p->a, body, RT_TAG, t->tag, TAGS_MAX);
	for (size_t i = 0; i < t->n; i++) {
		rt_pipe(p, "LREM " KEY_TAG " 0 " ID, t->tag[i], post.id);
		rt_pipe_u64(p, &t->left[i], "LLEN " KEY_TAG, t->tag[i]);
		trend_drop(p, t->tag[i], post);
	}
}

void tags_disuse(struct rt_pipe *p, struct tags *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		if (t->left[i])
			continue;
		t->tag[n++] = t->tag[i];
		rt_pipe(p, "ZREM " KEY_TAGS " %s", t->tag[i]);
	}
	t->n = n;
}

void tags_queue(struct rt_pipe *p, struct tags *t)
{
	for (size_t i = 0; i < t->n; i++)
		rt_pipe_u64(p, &t->left[i], "LLEN " KEY_TAG, t->tag[i]);
}

void tags_reuse(struct rt_pipe *p, const struct tags *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->left[i])
			rt_pipe(p, "ZADD " KEY_TAGS " 0 %s", t->tag[i]);
}

enum rt_err rt_tagged(struct rt *rt, struct arena *a, const char *secret,
		      const char *tag, struct rt_place place,
		      struct rt_tagged *tagged)
{
	struct rt_tagged t = { .tag = utf8_fold(a, tag) };
	struct session s;
	struct member_names names = { .visitor = &s };
	struct page_fill f = { .page.here = place, .names = &names };
	struct rt_pipe p;
	enum rt_err err;

	f.size = list_size(&f.page);
	rt_pipe_begin_lenient(&p, rt, a);
	session_queue(&p, &s, secret);
	session_check(&p, &s);
	page_fill_queue_list(&p, &f, arena_printf(a, KEY_TAG, t.tag));
	if ((err = rt_pipe_end(&p)))
		return err;
	list_parse(&f.page);
	t.here = f.page.here;
	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, &s);
	page_fill_queue(&p, &f, s.id);
	last_visit_note(&p, &s);
	if ((err = rt_pipe_end(&p)) || (err = page_fill_parse(rt, a, &f)))
		return err;
	t.posts = f.posts;
	t.older = f.next;
	t.me = session_user(&s);
	*tagged = t;
	return RT_OK;
}
