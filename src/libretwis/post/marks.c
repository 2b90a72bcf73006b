#include "libretwis/post/marks.h"

#include <stdlib.h>
#include <string.h>

#include "redis/ids.h"
#include "schema/key.h"

/*
 * So many marks that matter a key may send.  If it has more, we ask it for
 * those of our followers: rebuilds that were cut off leave marks behind, and
 * while deliveries wait many timelines are made.
 */
#define MARKS_MOST 100

/* What a key has said of those of the fans who lie in it. */
struct marks_key {
	struct rt_ids fans;
	const char **score;    /* of each: a part of those of all */
	struct rt_texts found; /* member, score, member, score ... */
};

/* ---- which key --------------------------------------------------------- */

int marks_order(uint64_t fan, uint64_t other)
{
	uint64_t key = REBUILT_OF(fan), other_key = REBUILT_OF(other);

	if (key != other_key)
		return key < other_key ? -1 : 1;
	return (fan > other) - (fan < other);
}

static int marks_compare(const void *one, const void *other)
{
	return marks_order(*(const uint64_t *)one, *(const uint64_t *)other);
}

void marks_sort(struct rt_ids fans)
{
	if (fans.n)
		qsort(fans.v, fans.n, sizeof *fans.v, marks_compare);
}

/* The key of the fan `from`, and all fans behind it who lie in it, too. */
static struct marks_key marks_run(const struct marks *m, size_t from)
{
	uint64_t key = REBUILT_OF(m->fans.v[from]);
	size_t to = from + 1;

	while (to < m->fans.n && REBUILT_OF(m->fans.v[to]) == key)
		to++;
	return (struct marks_key){ .fans = { m->fans.v + from, to - from },
				   .score = m->score + from };
}

/* ---- asking ------------------------------------------------------------ */

/*
 * From the highest down: most keys have none, and so they look at one entry.  A
 * mark that is read before the push would be too old.
 */
void marks_queue(struct rt_pipe *p, struct marks *m, uint64_t oldest)
{
	size_t most = m->fans.n < REBUILT_KEYS ? m->fans.n : REBUILT_KEYS;

	m->score = arena_alloc(p->a, m->fans.n * sizeof *m->score);
	m->key = arena_alloc(p->a, most * sizeof *m->key);
	rt_pipe_then(p);
	for (size_t from = 0; from < m->fans.n;) {
		struct marks_key *key = &m->key[m->keys++];

		*key = marks_run(m, from);
		rt_pipe_texts(p, &key->found, (size_t)2 * MARKS_MOST,
			      "ZREVRANGEBYSCORE " KEY_REBUILT " +inf " ID
			      " WITHSCORES LIMIT 0 %d",
			      REBUILT_OF(key->fans.v[0]), oldest, MARKS_MOST);
		from += key->fans.n;
	}
	if (m->fans.n)
		rt_pipe_u64(p, &m->is_earlier, "EXISTS " KEY_REBUILT_EARLIER);
}

/* ---- what they said ---------------------------------------------------- */

static bool marks_are_many(const struct marks_key *key)
{
	return key->found.n == (size_t)2 * MARKS_MOST;
}

static void marks_spread(struct marks_key *key)
{
	for (size_t i = 0; i + 1 < key->found.n; i += 2) {
		uint64_t member = rt_u64(key->found.v[i]);
		const uint64_t *fan =
			bsearch(&member, key->fans.v, key->fans.n, sizeof *fan,
				ids_smaller_first);

		if (fan)
			key->score[fan - key->fans.v] = key->found.v[i + 1];
	}
}

static bool marks_is_above(const char *score, const char *other)
{
	if (!score || !other)
		return score;
	if (strcmp(score, "inf") == 0 || strcmp(other, "inf") == 0)
		return strcmp(other, "inf") != 0;
	return rt_u64(score) > rt_u64(other);
}

enum rt_err marks_parse(struct rt *rt, struct arena *a, struct marks *m)
{
	const char **earlier = arena_alloc(a, m->fans.n * sizeof *earlier);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (struct marks_key *key = m->key; key < m->key + m->keys; key++)
		if (marks_are_many(key))
			rt_pipe_each(&p, key->score, key->fans,
				     "ZMSCORE " KEY_REBUILT,
				     REBUILT_OF(key->fans.v[0]));
		else
			marks_spread(key);
	if (m->is_earlier)
		rt_pipe_each(&p, earlier, m->fans,
			     "ZMSCORE " KEY_REBUILT_EARLIER);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < m->fans.n; i++)
		if (marks_is_above(earlier[i], m->score[i]))
			m->score[i] = earlier[i];
	return RT_OK;
}
