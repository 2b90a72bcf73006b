#include "libretwis/post/page_fill.h"

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

/* The ids of the page that stand behind the first `from`, at most `n`. */
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
}

void page_fill_queue(struct rt_pipe *p, struct page_fill *f, uint64_t visitor)
{
	f->visitor = visitor;
	page_fill_queue_posts(
		p, f, page_fill_some(f, 0, f->all ? f->page.ids.n : f->size));
}

static void page_fill_queue_rest_of(struct rt_pipe *p,
				    const struct page_fill *f,
				    struct post_load *l)
{
	posts_queue_rest(p, l);
	if (f->drop)
		posts_drop_gone(p, l, f->page.key);
}

static struct rt_ids page_fill_spare(const struct page_fill *f)
{
	return page_fill_some(f, f->load[0].ids.n, FILL_SPARE);
}

/* Ten posts are enough, however many the page would like to have. */
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

/* ---- reading on -------------------------------------------------------- */

/* The last entry may only tell that the list goes on. */
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

/* The posts known to be missing are on their way; reposts may show none, too. */
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
				  .here = list_behind(&f->page, f->used) };
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
