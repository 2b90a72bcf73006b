#include "libretwis/post/tag.h"

#include "libretwis/base/utf8.h"
#include "libretwis/member/last.h"
#include "libretwis/post/list.h"
#include "libretwis/post/posts.h"
#include "libretwis/post/push.h"
#include "libretwis/text/markup.h"

void tags_push(struct rt_pipe *p, const char *body, struct trend_post post)
{
	const char *tag[TAGS_MAX];
	size_t n = parts_collect(p->a, body, RT_TAG, tag, TAGS_MAX);

	for (size_t i = 0; i < n; i++) {
		push_tag(p, tag[i], post.id);
		rt_pipe(p, "ZADD " KEY_TAGS " 0 %s", tag[i]);
		trend_add(p, tag[i], post);
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
		t->tag[n] = t->tag[i];
		rt_pipe(p, "ZREM " KEY_TAGS " %s", t->tag[n]);
		rt_pipe_u64(p, &t->left[n], "LLEN " KEY_TAG, t->tag[n]);
		n++;
	}
	t->n = n;
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
	struct list_page page = { .here = place };
	struct rt_tagged t = { .tag = utf8_fold(a, tag) };
	struct post_load l;
	struct session s;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_look(&p, rt, a);
	session_look(&p, &s, secret);
	session_check(&p, &s);
	list_ask(&p, &page, arena_printf(a, KEY_TAG, t.tag),
		 list_size(&page) + 1);
	if ((err = rt_pipe_end(&p)))
		return err;
	t.older = list_cut(&page);
	t.here = page.here;
	rt_pipe_look(&p, rt, a);
	session_check(&p, &s);
	posts_ask(&p, &l, s.id, page.ids);
	last_note(&p, &s);
	if ((err = rt_pipe_end(&p)) || (err = posts_take(rt, a, &l, &t.posts)))
		return err;
	t.me = session_user(&s);
	*tagged = t;
	return RT_OK;
}
