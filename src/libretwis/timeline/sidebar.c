#include "libretwis/timeline/sidebar.h"

#include <string.h>

#include "base/clock.h"
#include "libretwis/member/relation.h"

#define KEEP_MS  10000
#define NAME_MAX 24 /* with its NUL; new names have 20 letters at most */
#define SUMS_MAX 1024

/* Everybody may see it, so it outlives a request. */
static struct {
	int64_t until;
	char name[BESIDE_LOOKED][NAME_MAX]; /* "" behind the last */
	char display[BESIDE_LOOKED][RT_DISPLAY_BYTES + 1]; /* "": none */
	uint64_t id[BESIDE_LOOKED];
	char sums[SUMS_MAX];
} sidebar_kept;

/* ---- what is remembered ------------------------------------------------ */

/* A copy, since another request may put new names there before this one ends. */
static size_t sidebar_recall(struct arena *a, struct sidebar_people *known)
{
	size_t n = 0;

	for (; n < BESIDE_LOOKED && *sidebar_kept.name[n]; n++) {
		known->who[n].name = arena_strdup(a, sidebar_kept.name[n]);
		if (*sidebar_kept.display[n])
			known->who[n].display =
				arena_strdup(a, sidebar_kept.display[n]);
		known->id[n] = sidebar_kept.id[n];
	}
	return n;
}

/* A name that is too long for us, from another Retwis, is left out. */
static void sidebar_store_one(const struct newest *read, size_t i, size_t n)
{
	const char *display = read->called[i].display;
	size_t size = display ? strlen(display) + 1 : 1;
	bool fits = size <= sizeof sidebar_kept.display[n];

	memcpy(sidebar_kept.name[n], read->name[i], strlen(read->name[i]) + 1);
	memcpy(sidebar_kept.display[n], fits && display ? display : "",
	       fits ? size : 1);
	sidebar_kept.id[n] = read->id[i];
}

static void sidebar_store(const struct newest *read, const char *sums)
{
	size_t n = 0, len = strlen(sums) + 1;

	for (size_t i = 0; i < read->n && read->name[i]; i++)
		if (read->id[i] && strlen(read->name[i]) < NAME_MAX)
			sidebar_store_one(read, i, n++);
	if (n < BESIDE_LOOKED)
		*sidebar_kept.name[n] = '\0';
	if (len <= SUMS_MAX)
		memcpy(sidebar_kept.sums, sums, len);
	sidebar_kept.until = clock_ms() + KEEP_MS;
}

/* ---- the page ---------------------------------------------------------- */

void sidebar_queue(struct rt_pipe *p, struct sidebar *b, uint64_t me)
{
	struct rt_ids ids = { .v = b->known.id };

	*b = (struct sidebar){ .reads = clock_ms() >= sidebar_kept.until };
	ids.n = sidebar_recall(p->a, &b->known);
	relation_queue(p, b->followed, me, ids);
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
	newest_queue_more(p, &b->read, true);
	trend_refill(p, &b->trend);
}

static void sidebar_choose(const struct sidebar *b, uint64_t me,
			   struct rt_people_list *people)
{
	bool unsure = !b->known.who[0].name;
	const struct rt_display_name *who =
		unsure ? b->read.called : b->known.who;
	const uint64_t *id = unsure ? b->read.id : b->known.id;

	for (size_t i = 0; i < BESIDE_LOOKED && people->n < RT_BESIDE; i++)
		if (id[i] && id[i] != me && !b->followed[i])
			people->v[people->n++] =
				(struct rt_person){ .id = id[i],
						    .name = who[i].name,
						    .display = who[i].display,
						    .unsure = unsure };
}

void sidebar_parse(struct arena *a, struct sidebar *b, uint64_t me,
		   struct rt_sidebar *out)
{
	struct rt_people_list people = {
		.v = arena_alloc(a, RT_BESIDE * sizeof *people.v)
	};

	if (b->has_read) {
		newest_parse(&b->read);
		trend_sum_up(a, &b->trend);
		sidebar_store(&b->read, b->trend.kept);
	}
	b->trend.kept = arena_strdup(a, sidebar_kept.sums);
	sidebar_choose(b, me, &people);
	out->people = people;
	out->trending = trend_parse(a, &b->trend);
}
