#include "libretwis/site/running.h"

#include "base/clock.h"
#include "schema/key.h"

/* ---- entries of `announcements` ---------------------------------------- */

const char *announcement_entry(struct arena *a, uint64_t id, uint64_t time)
{
	return arena_printf(a, ID " " ID, id, time);
}

bool announcement_parse(const char *entry, struct announcement *parsed)
{
	struct announcement of;

	if (!digits_read(&entry, &of.id) || *entry++ != ' ' ||
	    !digits_read(&entry, &of.time) || *entry)
		return false;
	*parsed = of;
	return true;
}

/* ---- what is remembered ------------------------------------------------- */

#define RUNNING_MS 10000

/* Those that end last are read: far more than anybody should announce. */
#define RUNNING_READ 100

/* Outlives a request, because everybody may see them. */
static struct {
	int64_t asked_ms, until_ms;
	struct running_list list;
} running_memory;

static uint64_t running_second(void)
{
	return (uint64_t)clock_date_ms() / 1000;
}

/*
 * One from a clock that has been set back since does not run: whoever has read
 * it would have no later notices marked as new.
 */
static bool running_is_now(const struct running *r, uint64_t now)
{
	return r->end > now && r->is.time <= now + CLOCK_AHEAD_MS / 1000;
}

bool running_is_any(void)
{
	uint64_t now = running_second();

	for (size_t i = 0; i < running_memory.list.n; i++)
		if (running_is_now(&running_memory.list.v[i], now))
			return true;
	return false;
}

struct running_list running_now(void)
{
	const struct running_list *all = &running_memory.list;
	struct running_list list = { .n = 0 };
	uint64_t now = running_second();

	for (size_t i = 0; i < all->n; i++)
		if (running_is_now(&all->v[i], now))
			list.v[list.n++] = all->v[i];
	return list;
}

uint64_t running_score(const struct running *r)
{
	return r->is.time * 1000000 + 999999;
}

bool running_count(uint64_t me, uint64_t score, uint64_t *n)
{
	struct running_list list = running_now();
	uint64_t later = 0;

	for (size_t i = 0; i < list.n; i++) {
		if (running_score(&list.v[i]) <= score)
			continue;
		if (!list.v[i].author)
			return false;
		later += list.v[i].author != me;
	}
	*n = later;
	return true;
}

/* ---- reading ------------------------------------------------------------ */

void running_queue_fresh(struct rt_pipe *p, struct running_read *r)
{
	r->asked_ms = clock_ms();
	rt_pipe_texts(p, &r->entries, (size_t)2 * RUNNING_READ,
		      "ZREVRANGEBYSCORE " KEY_ANNOUNCEMENTS
		      " +inf (%llu WITHSCORES LIMIT 0 %d",
		      (unsigned long long)running_second(), RUNNING_READ);
	rt_pipe_lenient(p);
}

void running_queue(struct rt_pipe *p, struct running_read *r)
{
	if (clock_ms() >= running_memory.until_ms)
		running_queue_fresh(p, r);
}

void running_queue_authors(struct rt_pipe *p, struct running_read *r)
{
	struct running_list list = running_now();
	struct rt_ids ids = { .v = arena_alloc(p->a, list.n * sizeof *ids.v) };

	for (size_t i = 0; i < list.n; i++)
		if (!list.v[i].author)
			ids.v[ids.n++] = list.v[i].is.id;
	r->author = arena_alloc(p->a, ids.n * sizeof *r->author);
	r->unknown = ids;
	for (size_t i = 0; i < ids.n; i++) {
		rt_pipe_u64(p, &r->author[i], "HGET " KEY_POST " user_id",
			    ids.v[i]);
		rt_pipe_lenient(p);
	}
}

/* ---- remembering -------------------------------------------------------- */

static struct running *running_find(struct running_list *list, uint64_t id)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->v[i].is.id == id)
			return &list->v[i];
	return NULL;
}

/* Adds it in its place.  If the list is full, the oldest is dropped. */
static void running_add(struct running_list *list, struct running one)
{
	size_t at = list->n;

	while (at && list->v[at - 1].is.id < one.is.id)
		at--;
	if (at == RUNNING_MAX || running_find(list, one.is.id))
		return;
	if (list->n < RUNNING_MAX)
		list->n++;
	for (size_t i = list->n - 1; i > at; i--)
		list->v[i] = list->v[i - 1];
	list->v[at] = one;
}

static void running_take_list(const struct running_read *r)
{
	struct running_list *was = &running_memory.list, list = { .n = 0 };

	for (size_t i = 0; i + 1 < r->entries.n; i += 2) {
		struct running one = { .end = rt_u64(r->entries.v[i + 1]) };
		const struct running *known;

		if (!announcement_parse(r->entries.v[i], &one.is) ||
		    !one.is.id)
			continue;
		known = running_find(was, one.is.id);
		one.author = known ? known->author : 0;
		running_add(&list, one);
	}
	running_memory.asked_ms = r->asked_ms;
	running_memory.until_ms = r->asked_ms + RUNNING_MS;
	*was = list;
}

/* One without an author is being deleted, or is no post at all. */
static void running_take_author(uint64_t id, uint64_t author)
{
	struct running_list *list = &running_memory.list;
	struct running *one = running_find(list, id), *end;

	if (!one)
		return;
	one->author = author;
	if (author)
		return;
	end = list->v + --list->n;
	for (; one < end; one++)
		one[0] = one[1];
}

/* Another request may have read it later, and been answered earlier. */
void running_take(const struct running_read *r)
{
	if (r->asked_ms && r->asked_ms >= running_memory.asked_ms)
		running_take_list(r);
	for (size_t i = 0; i < r->unknown.n; i++)
		running_take_author(r->unknown.v[i], r->author[i]);
}
