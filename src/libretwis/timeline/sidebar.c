#include "libretwis/timeline/sidebar.h"

#include <string.h>

#include "base/clock.h"
#include "libretwis/member/user.h"

#define KEEP_MS  10000
#define SUMS_MAX 1024

/*
 * Everybody may see it, so it outlives a request.  It is shown for a moment
 * after its time, too, while it is read again, and so it is in no memo.
 */
static struct {
	int64_t until;
	uint64_t id[BESIDE_LOOKED]; /* 0 after the last */
	char sums[SUMS_MAX];
} sidebar_kept;

/* ---- what is remembered ------------------------------------------------ */

/* A copy, since another request may put new ids there before this one ends. */
static struct rt_ids sidebar_recall(struct arena *a)
{
	struct rt_ids ids = { .v = arena_alloc(a, sizeof sidebar_kept.id) };

	while (ids.n < BESIDE_LOOKED && sidebar_kept.id[ids.n]) {
		ids.v[ids.n] = sidebar_kept.id[ids.n];
		ids.n++;
	}
	return ids;
}

static void sidebar_store(const struct newest *read, const char *sums)
{
	size_t n = 0, len = strlen(sums) + 1;

	for (size_t i = 0; i < read->n && read->name[i]; i++)
		if (read->id[i])
			sidebar_kept.id[n++] = read->id[i];
	if (n < BESIDE_LOOKED)
		sidebar_kept.id[n] = 0;
	if (len <= SUMS_MAX)
		memcpy(sidebar_kept.sums, sums, len);
	sidebar_kept.until = clock_ms() + KEEP_MS;
}

/* ---- the page ---------------------------------------------------------- */

void sidebar_queue(struct rt_pipe *p, struct sidebar *b,
		   struct member_names *names, uint64_t me)
{
	*b = (struct sidebar){ .names = names,
			       .known = sidebar_recall(p->a),
			       .reads = clock_ms() >= sidebar_kept.until };
	relation_queue(p, b->followed, me, b->known);
	for (size_t i = 0; i < b->known.n; i++)
		member_names_want(p, names, b->known.v[i]);
	if (!b->reads)
		return;
	newest_queue(p, &b->read, BESIDE_LOOKED);
	trend_queue(p, &b->trend);
}

void sidebar_request(struct rt_pipe *p, struct sidebar *b)
{
	if (!b->reads)
		return;
	b->has_read = true;
	newest_queue_more(p, &b->read, b->names, true);
	trend_refill(p, &b->trend);
}

/* Without anybody to remember, the page shows those whom it has just read. */
static struct rt_person sidebar_person(const struct sidebar *b, size_t i)
{
	bool unsure = !b->known.n;
	uint64_t id = unsure ? b->read.id[i] : b->known.v[i];
	struct rt_display_name is =
		unsure ? b->read.called[i] : member_names_of(b->names, id);

	return (struct rt_person){ .id = id,
				   .name = is.name,
				   .display = is.display,
				   .unsure = unsure };
}

static void sidebar_choose(const struct sidebar *b, uint64_t me,
			   struct rt_people_list *people)
{
	for (size_t i = 0; i < BESIDE_LOOKED && people->n < RT_BESIDE; i++) {
		struct rt_person one = sidebar_person(b, i);

		if (one.id && one.name && one.id != me && !b->followed[i])
			people->v[people->n++] = one;
	}
}

void sidebar_parse(struct arena *a, struct sidebar *b, uint64_t me,
		   struct rt_sidebar *out)
{
	struct rt_people_list people = {
		.v = arena_alloc(a, RT_BESIDE * sizeof *people.v)
	};

	if (b->has_read) {
		newest_parse(&b->read, b->names);
		trend_sum_up(a, &b->trend);
		sidebar_store(&b->read, b->trend.kept);
	}
	b->trend.kept = arena_strdup(a, sidebar_kept.sums);
	sidebar_choose(b, me, &people);
	out->people = people;
	out->trending = trend_parse(a, &b->trend);
}
