#include "libretwis/timeline/export_set.h"

#include <string.h>

#include "base/clock.h"
#include "libretwis/member/notice.h"
#include "libretwis/post/archive.h"
#include "schema/key.h"

static const char *export_key(const struct rt_export *e, struct arena *a)
{
	static const char *const keys[] = {
#define SET(part, key) [RT_EXPORT_##part] = FORMAT_BY_ID(key),
		EACH_EXPORTED_SET(SET)
#undef SET
	};

	return arena_printf(a, keys[e->part], e->me.id);
}

/* Entries may have the same score: of these we step over those we had. */
static void export_note_scores(struct rt_export *e, const char **entry,
			       size_t n)
{
	const char *last = n ? entry[2 * n - 1] : e->score;
	size_t same = 0;

	while (same < n && strcmp(entry[2 * (n - same) - 1], last) == 0)
		same++;
	if (same == n && strcmp(e->score, last) == 0)
		same += e->same;
	e->same = same;
	snprintf(e->score, sizeof e->score, "%s", last);
}

/* An entry, its score, and so on. */
static enum rt_err export_parse_set(struct rt_export *e, struct arena *a,
				    const char ***entry, size_t *n)
{
	const char **told = arena_alloc(a, 2 * EXPORT_CHUNK * sizeof *told);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, e->rt, a);
	rt_pipe_strs(&p, told, 2 * EXPORT_CHUNK,
		     "ZRANGEBYSCORE %s %s +inf WITHSCORES LIMIT " ID " " ID,
		     export_key(e, a), e->score, (uint64_t)e->same,
		     (uint64_t)EXPORT_CHUNK);
	if ((err = rt_pipe_end(&p)))
		return err;
	*n = 0;
	while (*n < EXPORT_CHUNK && told[2 * *n] && told[2 * *n + 1])
		++*n;
	export_note_scores(e, told, *n);
	*entry = told;
	return RT_OK;
}

static void export_archive(struct rt_export *e, struct arena *a,
			   const char **entry, size_t n,
			   struct rt_export_some *some)
{
	some->posts.v = arena_alloc(a, n * sizeof *some->posts.v);
	for (size_t i = 0; i < n; i++) {
		struct rt_post *post = &some->posts.v[some->posts.n];

		if (!archive_read(a, entry[2 * i], post))
			continue;
		post->user_id = e->me.id;
		post->name = e->me.name;
		some->posts.n++;
	}
}

/* What an entry tells, and queues who that was. */
static bool export_read_mark(struct rt_export *e, struct rt_pipe *p,
			     const char *const *entry,
			     struct rt_export_mark *m)
{
	struct notice notice = { .by = rt_u64(entry[0]) };

	*m = (struct rt_export_mark){ .time = clock_stored(rt_u64(entry[1])) };
	if (e->part == RT_EXPORT_LIKES) {
		m->post = rt_u64(entry[0]);
		rt_pipe_str(p, &m->name, "HGET " KEY_POST " username",
			    m->post);
		return true;
	}
	if (e->part == RT_EXPORT_NOTICES) {
		if (!notice_parse(entry[0], &notice))
			return false;
		m->kind = notice_word(notice.kind);
		m->post = notice.post;
		m->time = clock_stored(rt_u64(entry[1]) / 1000000);
	}
	rt_pipe_str(p, &m->name, "HGET " KEY_USER " username", notice.by);
	return true;
}

/* Leaves entries out whose post or name is gone. */
static enum rt_err export_marks(struct rt_export *e, struct arena *a,
				const char **entry, size_t n,
				struct rt_export_some *some)
{
	struct rt_export_mark *m = arena_alloc(a, n * sizeof *m);
	size_t marks = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, e->rt, a);
	for (size_t i = 0; i < n; i++)
		marks += export_read_mark(e, &p, &entry[2 * i], &m[marks]);
	if ((err = rt_pipe_end(&p)))
		return err;
	some->mark = m;
	for (size_t i = 0; i < marks; i++)
		if (m[i].name)
			m[some->marks++] = m[i];
	return RT_OK;
}

enum rt_err export_set(struct rt_export *e, struct arena *a,
		       struct rt_export_some *some)
{
	const char **entry;
	enum rt_err err;
	size_t n;

	if ((err = export_parse_set(e, a, &entry, &n)))
		return err;
	some->goes_on = n == EXPORT_CHUNK;
	if (e->part != RT_EXPORT_ARCHIVE)
		return export_marks(e, a, entry, n, some);
	export_archive(e, a, entry, n, some);
	return RT_OK;
}
