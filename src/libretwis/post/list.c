#include "libretwis/post/list.h"

#include "libretwis/post/list_after.lua.h"
#include "schema/key.h"

/* No list is so long; a place beyond it is nobody's. */
#define PLACE_MAX 1000000000000000000

/* How many posts may come or go while somebody reads one page. */
#define MOVED_MAX 1000

size_t list_size(const struct list_page *page)
{
	return page->here.n ? page->here.n : RT_PAGE;
}

void list_queue(struct rt_pipe *p, struct list_page *page, const char *key,
		size_t n)
{
	struct rt_place here = page->here;
	long long start = here.start, end = start + (long long)n - 1;

	page->key = key;
	page->asked = n;
	if (page->kind == LIST_BY_SCORE)
		rt_pipe_ids(p, &page->ids, n, "ZREVRANGE %s %lld %lld", key,
			    start, end);
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

	if (page->here.after && page->kind == LIST_NEWEST && ids->n) {
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

struct rt_place list_behind(const struct list_page *page, size_t n)
{
	struct rt_place place = { .start = page->here.start + (int64_t)n };

	if (n && page->kind == LIST_NEWEST)
		place.after = page->ids.v[n - 1];
	return place;
}

struct rt_place list_next(const struct list_page *page, size_t n)
{
	return n < page->ids.n ? list_behind(page, n) : RT_NO_PLACE;
}
