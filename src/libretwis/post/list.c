#include "libretwis/post/list.h"

/* How many may have been written, or deleted, while somebody read one page. */
#define MOVED_MAX 1000

/*
 * ARGV: the last post of the page before, how far to look for it, and where
 * to begin and to end without it.  Where it is gone itself, the page begins
 * with the first of the posts around that is older.  The place comes first in
 * the reply.
 */
#define READ_AFTER                                                            \
	"local list, first, last = KEYS[1], ARGV[3], ARGV[4] "                \
	"local mark, size, room = tonumber(ARGV[1]), last - first, ARGV[5] "  \
	"local at = redis.call('LPOS', list, ARGV[1], 'MAXLEN', ARGV[2]) "    \
	"local function go(to) first, last = to, to + size end "              \
	"if at then go(at + 1) elseif tonumber(first) < 1e12 then "           \
	"local from = math.max(0, first - room) "                             \
	"local near = redis.call('LRANGE', list, from, first + room) "        \
	"for i, id in ipairs(near) do "                                       \
	"if (tonumber(id) or mark) < mark then go(from + i - 1) break end "   \
	"end end "                                                            \
	"local found = redis.call('LRANGE', list, first, last) "              \
	"table.insert(found, 1, tostring(first)) "                            \
	"return found"

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
		rt_pipe_ids(p, &page->ids,
			    "EVAL %s 1 %s " ID " %lld %lld %lld %d",
			    READ_AFTER, key, here.after, start + MOVED_MAX,
			    start, end, MOVED_MAX);
	else
		rt_pipe_ids(p, &page->ids, "LRANGE %s %lld %lld", key, start,
			    end);
}

void list_take(struct list_page *page)
{
	if (!page->here.after || !page->ids.n)
		return;
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
