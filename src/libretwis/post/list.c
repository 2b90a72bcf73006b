#include "libretwis/post/list.h"

#include "libretwis/post/list_after.lua.h"

/* No list is so long; a place beyond it is nobody's. */
#define PLACE_MAX 1000000000000000000

/* How many posts may come or go while somebody reads one page. */
#define MOVED_MAX 1000

size_t list_size(const struct list_page *page)
{
	return page->here.n ? page->here.n : RT_PAGE;
}

void list_ask(struct rt_pipe *p, struct list_page *page, const char *key,
	      size_t n)
{
	struct rt_place here = page->here;
	long long start = here.start, end = start + (long long)n - 1;

	if (here.after)
		rt_pipe_ids(p, &page->ids, n + 1,
			    "EVAL %s 1 %s " ID " %lld %lld %lld %d",
			    LIST_AFTER_LUA, key, here.after, start + MOVED_MAX,
			    start, end, MOVED_MAX);
	else
		rt_pipe_ids(p, &page->ids, n, "LRANGE %s %lld %lld", key,
			    start, end);
}

void list_take(struct list_page *page)
{
	if (!page->here.after || !page->ids.n)
		return;
	if (page->ids.v[0] <= PLACE_MAX)
		page->here.start = (int64_t)page->ids.v[0];
	page->ids.v++;
	page->ids.n--;
}

struct rt_place list_behind(const struct list_page *page, size_t n)
{
	return (struct rt_place){ .start = page->here.start + (int64_t)n,
				  .after = n ? page->ids.v[n - 1] : 0 };
}

struct rt_place list_cut(struct list_page *page)
{
	size_t size = list_size(page);

	list_take(page);
	if (page->ids.n <= size)
		return RT_NO_PLACE;
	page->ids.n = size;
	return list_behind(page, size);
}
