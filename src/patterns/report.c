/* How programs stand: their reports, and asking for them. */
#include "patterns/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/secret.h"
#include "patterns/channel.h"
#include "redis/connection.h"
#include "schema/key.h"

/* Nobody runs so many programs, whatever Redis says how many have heard us. */
#define REPORTS_MAX 10000
#define MESSAGES    (2 * REPORTS_MAX)

const char *report_text(struct arena *a, const struct report *r)
{
	return arena_printf(
		a, "%s %s %s " ID " " ID " " ID " " ID " " ID " %lld", r->name,
		r->kind, r->state, r->pid, r->limit, r->jobs, r->deliveries,
		r->recent, (long long)r->since);
}

bool report_read(struct arena *a, const char *text, struct report *r)
{
	const char *word[REPORT_WORDS];
	char *rest = arena_strdup(a, text);

	for (size_t i = 0; i < REPORT_WORDS; i++)
		if (!(word[i] = strsep(&rest, " ")))
			return false;
	if (rest)
		return false;
	*r = (struct report){
		.name = word[0],
		.kind = word[1],
		.state = word[2],
		.pid = rt_u64(word[3]),
		.limit = rt_u64(word[4]),
		.jobs = rt_u64(word[5]),
		.deliveries = rt_u64(word[6]),
		.recent = rt_u64(word[7]),
		.since = (time_t)rt_u64(word[8]),
	};
	return true;
}

static int report_by_name(const void *one, const void *other)
{
	const struct report *a = one, *b = other;
	int kind = strcmp(a->kind, b->kind);

	return kind ? kind : strcmp(a->name, b->name);
}

static enum rt_err report_read_answers(struct channel *ch, struct arena *a,
				       int64_t end, struct reports *all)
{
	const char *text;
	enum rt_err err;

	/* Nobody else knows the channel; but who knows what Redis sends. */
	for (int i = 0; i < MESSAGES && all->n < all->asked; i++) {
		int64_t left = end - clock_ms();

		err = channel_next(ch, a, left > 0 ? (unsigned)left : 0,
				   &text);
		if (err)
			return err == RT_NOT_FOUND ? RT_OK : err;
		all->n += report_read(a, text, &all->v[all->n]);
	}
	return RT_OK;
}

/* It listens already, so that no answer can come too early. */
static enum rt_err report_request(struct rt *rt, struct arena *a,
				  struct channel *ch, const char *name,
				  unsigned wait_ms, struct reports *all)
{
	int64_t end = clock_ms() + wait_ms;
	/* A node of a cluster knows nothing of those who listen elsewhere. */
	bool is_told = !rt_is_cluster(rt->servers->bus);
	enum rt_err err;

	if (channel_fd(ch) < 0)
		return RT_DOWN;
	err = channel_publish(rt, a, CHANNEL_CONTROL,
			      arena_printf(a, "report %s", name), &all->asked);
	if (err)
		return err;
	if (!is_told || all->asked > REPORTS_MAX)
		all->asked = REPORTS_MAX;
	all->v = arena_alloc(a, all->asked * sizeof *all->v);
	err = report_read_answers(ch, a, end, all);
	if (!is_told)
		all->asked = all->n;
	return err;
}

enum rt_err report_collect(struct rt *rt, struct arena *a, unsigned wait_ms,
			   struct reports *reports)
{
	const char *name = arena_printf(a, CHANNEL_REPORT, secret_new(a));
	struct channel *ch = channel_open(rt, name);
	struct reports all = { 0 };
	enum rt_err err = report_request(rt, a, ch, name, wait_ms, &all);

	channel_close(ch);
	if (err)
		return err;
	qsort(all.v, all.n, sizeof *all.v, report_by_name);
	*reports = all;
	return RT_OK;
}
