#include "libretwis/post/tag.h"

#include <stdlib.h>
#include <string.h>

#include "libretwis/member/last_visit.h"
#include "libretwis/post/answers.h"
#include "libretwis/post/before.h"
#include "libretwis/post/page_fill.h"
#include "libretwis/post/trend_add.lua.h"
#include "libretwis/post/trend_drop.lua.h"
#include "libretwis/text/markup.h"
#include "libretwis/text/tag_word.h"
#include "patterns/cache.h"
#include "redis/ids.h"
#include "schema/key.h"

#define SUMS         "trending" /* in the cache */
#define HOUR         3600
#define SUMS_SECONDS 60
#define ENTRIES_MAX  (TREND_HOURS * TREND_TOP)

/* ---- counting trends ------------------------------------------------ */

static bool trend_is_over(struct trend_post post)
{
	return post.time + TREND_SECONDS < (uint64_t)time(NULL);
}

void trend_add(struct rt_pipe *p, const char *tag, struct trend_post post)
{
	if (trend_is_over(post))
		return;
	rt_pipe(p, "EVAL %s 1 " KEY_TREND " %s " ID " " ID " %d",
		TREND_ADD_LUA, post.time / HOUR, tag, post.author, post.id,
		TREND_SECONDS);
}

/*
 * The sums are removed from the cache, too, or a tag without posts would be
 * shown for another minute.
 */
void trend_drop(struct rt_pipe *p, const char *tag, struct trend_post post)
{
	if (trend_is_over(post))
		return;
	rt_pipe(p, "EVAL %s 1 " KEY_TREND " %s " ID " " ID, TREND_DROP_LUA,
		post.time / HOUR, tag, post.author, post.id);
	cache_drop(p, SUMS);
}

/* ---- adding up trends ----------------------------------------------- */

struct trend_sum {
	const char *tag;
	uint64_t members;
};

static void trend_sum_add(struct trend_sum *sum, size_t *n, const char *tag,
			  uint64_t members)
{
	size_t i = 0;

	while (i < *n && strcmp(sum[i].tag, tag) != 0)
		i++;
	if (i == *n)
		sum[(*n)++] = (struct trend_sum){ .tag = tag };
	sum[i].members += members;
}

static int trend_biggest_first(const void *one, const void *other)
{
	const struct trend_sum *a = one, *b = other;

	if (a->members != b->members)
		return a->members < b->members ? 1 : -1;
	return strcmp(a->tag, b->tag);
}

static const char *trend_add_up(struct arena *a, const struct trend *t)
{
	struct trend_sum *sum = arena_alloc(a, ENTRIES_MAX * sizeof *sum);
	const char *line = "";
	size_t n = 0;

	for (size_t hour = 0; hour < TREND_HOURS; hour++)
		for (const char *const *top = t->top[hour];
		     top < t->top[hour] + 2 * TREND_TOP && *top; top += 2)
			trend_sum_add(sum, &n, top[0], rt_u64(top[1]));
	qsort(sum, n, sizeof *sum, trend_biggest_first);
	for (size_t i = 0; i < n && i < RT_TRENDING; i++)
		line = arena_printf(a, "%s%s%s", line, i ? " " : "",
				    sum[i].tag);
	return line;
}

/* ---- trends for a page ---------------------------------------------- */

void trend_queue(struct rt_pipe *p, struct trend *t)
{
	*t = (struct trend){ 0 };
	cache_get(p, SUMS, &t->tags);
}

void trend_refill(struct rt_pipe *p, struct trend *t)
{
	uint64_t now = (uint64_t)time(NULL) / HOUR;

	for (uint64_t i = 0; !t->tags && i < TREND_HOURS; i++)
		rt_pipe_strs(p, t->top[i], 2 * TREND_TOP,
			     "ZREVRANGEBYSCORE " KEY_TREND " +inf 1"
			     " WITHSCORES LIMIT 0 %d",
			     now - i, TREND_TOP);
}

void trend_sum_up(struct arena *a, struct trend *t)
{
	if (!t->tags)
		t->tags = trend_add_up(a, t);
}

void trend_store(struct rt_pipe *p, struct trend *t)
{
	if (t->tags)
		return;
	trend_sum_up(p->a, t);
	cache_put(p, SUMS, t->tags, SUMS_SECONDS);
}

const char **trend_parse(struct arena *a, const struct trend *t)
{
	const char **tag = arena_alloc(a, RT_TRENDING * sizeof *tag);
	char *line = arena_strdup(a, t->tags), *rest;

	for (size_t i = 0; i < RT_TRENDING; i++)
		tag[i] = strtok_r(i ? NULL : line, " ", &rest);
	return tag;
}

/* ---- the lists ------------------------------------------------------ */

static void tag_push(struct rt_pipe *p, const char *tag,
		     struct trend_post post, enum push_depth depth)
{
	push_tag(p, tag, post.id, depth);
	rt_pipe(p, "ZADD " KEY_TAGS " 0 %s", tag);
	trend_add(p, tag, post);
}

void tags_push(struct rt_pipe *p, const char *body, struct trend_post post,
	       enum push_depth depth)
{
	const char *tag[TAGS_MAX];
	size_t n = parts_collect(p->a, body, RT_TAG, tag, TAGS_MAX);

	for (size_t i = 0; i < n; i++)
		tag_push(p, tag[i], post, depth);
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

void tags_uncount(struct rt_pipe *p, const char *body, struct trend_post post)
{
	const char *tag[TAGS_MAX];
	size_t n = parts_collect(p->a, body, RT_TAG, tag, TAGS_MAX);

	for (size_t i = 0; i < n; i++)
		trend_drop(p, tag[i], post);
	if (n)
		cache_drop(p, SUMS);
}

void tags_count(struct rt_pipe *p, const char *body, struct trend_post post)
{
	const char *tag[TAGS_MAX];
	size_t n = parts_collect(p->a, body, RT_TAG, tag, TAGS_MAX);

	for (size_t i = 0; i < n; i++)
		trend_add(p, tag[i], post);
}

/* Room for the tags of that many texts, by the rules of now and of then. */
static struct tags tags_new(struct arena *a, size_t texts)
{
	size_t max = 2 * TAGS_MAX * texts;

	return (struct tags){
		.tag = arena_alloc(a, max * sizeof(const char *)),
		.left = arena_alloc(a, max * sizeof(uint64_t)),
	};
}

static bool tags_have(const struct tags *t, const char *tag)
{
	for (size_t i = 0; i < t->n; i++)
		if (strcmp(t->tag[i], tag) == 0)
			return true;
	return false;
}

static struct tags tags_find(struct arena *a, const char *body)
{
	struct tags t = tags_new(a, 1);

	t.n = parts_collect(a, body, RT_TAG, t.tag, TAGS_MAX);
	return t;
}

static struct tags tags_find_earlier(struct arena *a, const char *body)
{
	struct tags t = tags_new(a, 1);

	t.n = parts_collect_earlier_tags(a, body, t.tag, TAGS_MAX);
	return t;
}

/* Adds those of the first tags that the second ones don't have. */
static void tags_add(struct tags *to, const struct tags *from,
		     const struct tags *without)
{
	for (size_t i = 0; i < from->n; i++)
		if (!tags_have(without, from->tag[i]))
			to->tag[to->n++] = from->tag[i];
}

/* Adds all tags that a text has or had and that `to` doesn't have yet. */
static void tags_add_text(struct arena *a, struct tags *to, const char *text)
{
	struct tags now = tags_find(a, text);
	struct tags earlier = tags_find_earlier(a, text);

	tags_add(to, &now, to);
	tags_add(to, &earlier, to);
}

static void tags_queue_push(struct rt_pipe *p, const struct tags *t,
			    struct trend_post post)
{
	for (size_t i = 0; i < t->n; i++)
		tag_push(p, t->tag[i], post, PUSH_FAR);
}

static void tags_queue_drop(struct rt_pipe *p, struct tags *t,
			    struct trend_post post)
{
	for (size_t i = 0; i < t->n; i++) {
		rt_pipe(p, "LREM " KEY_TAG " 0 " ID, t->tag[i], post.id);
		rt_pipe_u64(p, &t->left[i], "LLEN " KEY_TAG, t->tag[i]);
		trend_drop(p, t->tag[i], post);
	}
}

void tags_drop(struct rt_pipe *p, struct tags *t, const char *body,
	       const char *before, struct trend_post post)
{
	struct before b = before_read(p->a, before);

	*t = tags_new(p->a, 1 + b.n);
	tags_add_text(p->a, t, body);
	for (size_t i = 0; i < b.n; i++)
		tags_add_text(p->a, t, b.text[i]);
	tags_queue_drop(p, t, post);
}

void tags_move(struct rt_pipe *p, struct tags *t, const char *body,
	       struct trend_post post)
{
	struct tags now = tags_find(p->a, body);
	struct tags earlier = tags_find_earlier(p->a, body);
	struct tags fresh = tags_new(p->a, 1);

	tags_add(&fresh, &now, &earlier);
	tags_queue_push(p, &fresh, post);
	*t = tags_new(p->a, 1);
	tags_add(t, &earlier, &now);
	tags_queue_drop(p, t, post);
}

void tags_correct(struct rt_pipe *p, struct tags *t, const char *body,
		  const char *before, struct trend_post post)
{
	struct before b = before_read(p->a, before);
	struct tags now = tags_find(p->a, body);
	struct tags all = tags_new(p->a, b.n);

	tags_queue_push(p, &now, post);
	for (size_t i = 0; i < b.n; i++)
		tags_add_text(p->a, &all, b.text[i]);
	*t = tags_new(p->a, b.n);
	tags_add(t, &all, &now);
	tags_queue_drop(p, t, post);
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

/* ---- the page of a tag ---------------------------------------------- */

/* Where the page begins in a list that is whole, newest first. */
static size_t tag_place(struct rt_ids ids, struct rt_place here)
{
	size_t at =
		here.after ? ids_place(ids, here.after) : (size_t)here.start;

	if (at >= ids.n)
		return ids.n;
	return at + (ids.v[at] == here.after);
}

/*
 * An older program has listed posts under the other form of the tag, too: the
 * page has both together.  One round trip.  If most of these posts are gone,
 * it reads on in the list of the present form alone.
 */
static enum rt_err tag_merge(struct rt *rt, struct arena *a,
			     struct list_page *page, struct rt_ids other)
{
	struct id_list all = { 0 };
	struct rt_ids ids;
	enum rt_err err;

	if ((err = rt_read_ids(rt, a, &ids, RT_TAG_POSTS, "LRANGE %s 0 %d",
			       page->key, RT_TAG_POSTS - 1)))
		return err;
	for (size_t i = 0; i < ids.n; i++)
		ids_add(a, &all, ids.v[i]);
	for (size_t i = 0; i < other.n; i++)
		ids_add(a, &all, other.v[i]);
	ids_sort(&all);
	ids = all.ids;
	page->here.start = (int64_t)tag_place(ids, page->here);
	ids.v += page->here.start;
	ids.n -= (size_t)page->here.start;
	ids.n = ids.n < page->asked ? ids.n : page->asked;
	page->ids = ids;
	return RT_OK;
}

enum rt_err rt_tagged(struct rt *rt, struct arena *a, const char *secret,
		      const char *tag, struct rt_place place,
		      struct rt_tagged *tagged)
{
	struct rt_tagged t = { .tag = tag_form(a, tag) };
	const char *other = tag_other_form(a, tag);
	struct rt_ids earlier = { 0 };
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
	if (other)
		rt_pipe_ids(&p, &earlier, RT_TAG_POSTS,
			    "LRANGE " KEY_TAG " 0 %d", other,
			    RT_TAG_POSTS - 1);
	if ((err = rt_pipe_end(&p)))
		return err;
	list_parse(&f.page);
	if (earlier.n && (err = tag_merge(rt, a, &f.page, earlier)))
		return err;
	t.here = f.page.here;
	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, &s);
	page_fill_queue(&p, &f, s.id);
	last_visit_note(&p, &s);
	if ((err = rt_pipe_end(&p)) || (err = page_fill_parse(rt, a, &f)) ||
	    (err = answers_load(rt, a, f.visitor, &f.posts)))
		return err;
	t.posts = f.posts;
	t.older = f.next;
	t.me = session_user(&s);
	*tagged = t;
	return RT_OK;
}
