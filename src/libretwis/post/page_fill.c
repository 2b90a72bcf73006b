#include "libretwis/post/page_fill.h"

#include "libretwis/post/announced_ids.lua.h"
#include "libretwis/post/dates_after.lua.h"
#include "libretwis/post/list_after.lua.h"
#include "libretwis/post/set_after.lua.h"
#include "schema/key.h"

/* ---- a list --------------------------------------------------------- */

/* No list is as long as this, so no page begins beyond it. */
#define PLACE_MAX 1000000000000000000

/* At most this many posts are expected to come or go while a page is read. */
#define MOVED_MAX 1000

size_t list_size(const struct list_page *page)
{
	return page->here.n ? page->here.n : RT_PAGE;
}

static void list_queue_from(struct rt_pipe *p, struct list_page *page,
			    size_t n)
{
	struct rt_place here = page->here;
	long long from = page->from, start = here.start;

	if (here.after)
		rt_pipe_ids(p, &page->ids, n + 1,
			    "EVAL %s 1 %s %lld " ID " %lld %d",
			    DATES_AFTER_LUA, page->key, from, here.after,
			    start, (int)n);
	else
		rt_pipe_ids(p, &page->ids, n,
			    "ZRANGEBYSCORE %s %lld +inf LIMIT %lld %d",
			    page->key, from, start, (int)n);
}

void list_queue(struct rt_pipe *p, struct list_page *page, const char *key,
		size_t n)
{
	struct rt_place here = page->here;
	long long start = here.start, end = start + (long long)n - 1;

	page->key = key;
	page->asked = n;
	if (page->kind == LIST_ANNOUNCED)
		rt_pipe_ids(p, &page->ids, n, "EVAL %s 1 %s %lld %lld",
			    ANNOUNCED_IDS_LUA, key, start, end);
	else if (here.after && page->kind == LIST_BY_SCORE)
		rt_pipe_ids(p, &page->ids, n + 1,
			    "EVAL %s 1 %s " ID " %lld %lld", SET_AFTER_LUA,
			    key, here.after, start, end);
	else if (page->kind == LIST_BY_SCORE)
		rt_pipe_ids(p, &page->ids, n, "ZREVRANGE %s %lld %lld", key,
			    start, end);
	else if (page->kind == LIST_FROM_SCORE)
		list_queue_from(p, page, n);
	else if (here.after && page->kind == LIST_NEWEST)
		rt_pipe_ids(p, &page->ids, n + 1,
			    "EVAL %s 1 %s " ID " %lld %lld %d", LIST_AFTER_LUA,
			    key, here.after, start, end, MOVED_MAX);
	else
		rt_pipe_ids(p, &page->ids, n, "LRANGE %s %lld %lld", key,
			    start, end);
}

void list_parse(struct list_page *page)
{
	struct rt_ids *ids = &page->ids;

	if (page->here.after && ids->n) {
		if (ids->v[0] <= PLACE_MAX)
			page->here.start = (int64_t)ids->v[0];
		ids->v++;
		ids->n--;
	}
	if (ids->n && ids->v[ids->n - 1] == TIMELINE_EMPTY)
		ids->n--;
}

size_t list_usable(const struct list_page *page)
{
	size_t n = page->ids.n;

	return n && n == page->asked ? n - 1 : n;
}

struct rt_place list_after_first(const struct list_page *page, size_t n)
{
	struct rt_place place = { .start = page->here.start + (int64_t)n };

	if (n && page->kind != LIST_ANNOUNCED)
		place.after = page->ids.v[n - 1];
	return place;
}

struct rt_place list_next(const struct list_page *page, size_t n)
{
	return n < page->ids.n ? list_after_first(page, n) : RT_NO_PLACE;
}

/* ---- filling a page ------------------------------------------------- */

#define FURTHER_FIRST 100
#define FURTHER_LAST  1000

size_t page_fill_width(size_t size)
{
	return size + FILL_SPARE + 1;
}

void page_fill_queue_list(struct rt_pipe *p, struct page_fill *f,
			  const char *key)
{
	list_queue(p, &f->page, key, page_fill_width(f->size));
}

void page_fill_set_list(struct page_fill *f, const char *key)
{
	f->page.key = key;
	f->page.asked = page_fill_width(f->size);
}

/* The ids of the page after the first `from`, at most `n`. */
static struct rt_ids page_fill_some(const struct page_fill *f, size_t from,
				    size_t n)
{
	struct rt_ids ids = f->page.ids;

	if (from > ids.n)
		from = ids.n;
	ids.n -= from;
	if (ids.n > n)
		ids.n = n;
	if (from)
		ids.v += from;
	return ids;
}

static struct post_load *page_fill_last(struct page_fill *f)
{
	return &f->load[f->loads - 1];
}

static void page_fill_queue_posts(struct rt_pipe *p, struct page_fill *f,
				  struct rt_ids ids)
{
	f->loads++;
	posts_queue(p, page_fill_last(f), f->visitor, f->names, ids);
	page_fill_last(f)->shows_announced = f->shows_announced;
}

/*
 * Posts that are known to be hidden are loaded with the others, so that as many
 * as there should be are shown without one more round trip.
 */
void page_fill_queue(struct rt_pipe *p, struct page_fill *f, uint64_t visitor)
{
	size_t n = f->all ? f->page.ids.n
			  : posts_reach(f->names, f->page.ids, f->size);

	f->visitor = visitor;
	page_fill_queue_posts(p, f, page_fill_some(f, 0, n));
}

static void page_fill_queue_rest_of(struct rt_pipe *p,
				    const struct page_fill *f,
				    struct post_load *l)
{
	posts_queue_rest(p, l);
	if (f->drop)
		posts_drop_gone(p, l, f->page.key,
				f->page.kind != LIST_NEWEST);
}

static struct rt_ids page_fill_spare(const struct page_fill *f)
{
	return page_fill_some(f, f->load[0].ids.n, FILL_SPARE);
}

/* Ten posts are enough, even if the page would have room for more. */
static bool page_fill_is_thin(const struct page_fill *f, size_t posts)
{
	return posts < f->size && posts < RT_PAGE;
}

void page_fill_queue_rest(struct rt_pipe *p, struct page_fill *f)
{
	struct post_load *first = &f->load[0];
	struct rt_ids spare = page_fill_spare(f);

	page_fill_queue_rest_of(p, f, first);
	if (page_fill_is_thin(f, posts_shown_in_all(p->a, first)) && spare.n)
		page_fill_queue_posts(p, f, spare);
}

/* ---- reading on ----------------------------------------------------- */

/* The last entry may only show that the list continues. */
static enum rt_err page_fill_pick(struct rt *rt, struct arena *a,
				  struct page_fill *f,
				  const struct post_load *l)
{
	size_t n = list_usable(&f->page);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	posts_queue_names(&p, l);
	if ((err = rt_pipe_end(&p)))
		return err;
	n = n > f->used ? n - f->used : 0;
	f->used += posts_pick(a, l, n, f->size, &f->posts);
	return RT_OK;
}

static bool page_fill_is_short(const struct page_fill *f)
{
	return f->posts.n < f->size;
}

static enum rt_err page_fill_load_rest(struct rt *rt, struct arena *a,
				       struct page_fill *f)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	page_fill_queue_rest_of(&p, f, page_fill_last(f));
	err = rt_pipe_end(&p);
	return err ? err : page_fill_pick(rt, a, f, page_fill_last(f));
}

static enum rt_err page_fill_load(struct rt *rt, struct arena *a,
				  struct page_fill *f, struct rt_ids ids)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	page_fill_queue_posts(&p, f, ids);
	err = rt_pipe_end(&p);
	return err ? err : page_fill_load_rest(rt, a, f);
}

/*
 * The spare entries are loaded already if posts were missing then.  Otherwise
 * a repost may have turned out to show nothing, and they are loaded now.
 */
static enum rt_err page_fill_add_spare(struct rt *rt, struct arena *a,
				       struct page_fill *f)
{
	struct rt_ids spare = page_fill_spare(f);

	if (f->loads > 1)
		return page_fill_load_rest(rt, a, f);
	if (!spare.n)
		return RT_OK;
	return page_fill_load(rt, a, f, spare);
}

static enum rt_err page_fill_read_on(struct rt *rt, struct arena *a,
				     struct page_fill *f, size_t n)
{
	struct list_page page = { .kind = f->page.kind,
				  .from = f->page.from,
				  .here = list_after_first(&f->page,
							   f->used) };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	list_queue(&p, &page, f->page.key, n + 1);
	if ((err = rt_pipe_end(&p)))
		return err;
	list_parse(&page);
	f->page = page;
	f->used = 0;
	return page_fill_load(rt, a, f, page_fill_some(f, 0, n));
}

enum rt_err page_fill_end(struct rt *rt, struct arena *a, struct page_fill *f)
{
	size_t further = FURTHER_FIRST;
	enum rt_err err;
	bool is_thin;

	f->posts.v = arena_alloc(a, f->size * sizeof *f->posts.v);
	if ((err = page_fill_pick(rt, a, f, &f->load[0])))
		return err;
	is_thin = page_fill_is_thin(f, f->posts.n);
	if (f->loads > 1 || is_thin)
		err = page_fill_add_spare(rt, a, f);
	while (!err && is_thin && page_fill_is_short(f) &&
	       f->used < f->page.ids.n && further <= FURTHER_LAST) {
		err = page_fill_read_on(rt, a, f, further);
		further *= FURTHER_LAST / FURTHER_FIRST;
	}
	f->next = list_next(&f->page, f->used);
	return err;
}

enum rt_err page_fill_parse(struct rt *rt, struct arena *a,
			    struct page_fill *f)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	page_fill_queue_rest(&p, f);
	err = rt_pipe_end(&p);
	return err ? err : page_fill_end(rt, a, f);
}
