#include "libretwis/post/archive.h"

#include <string.h>

#include "libretwis/base/clock.h"

/* ---- an entry ----------------------------------------------------------- */

/* Cuts the first line off. */
static char *archive_line(char **rest)
{
	char *line = *rest, *end = strchr(line, '\n');

	*rest = end ? end + 1 : line + strlen(line);
	if (end)
		*end = '\0';
	return line;
}

bool archive_parse(struct arena *a, const char *entry, struct rt_post *post)
{
	char *rest = arena_strdup(a, rt_text_clean(a, entry));
	const char *numbers = archive_line(&rest);
	uint64_t time = 0;

	*post = (struct rt_post){ 0 };
	if (!digits_read(&numbers, &post->id) || *numbers++ != ' ' ||
	    !digits_read(&numbers, &time) || *numbers)
		return false;
	post->time = clock_stored(time);
	post->reply_name = archive_line(&rest);
	post->mentions = archive_line(&rest);
	post->body = rest;
	return *post->body;
}

void archive_put(struct rt_pipe *p, uint64_t member,
		 const struct rt_post *post, uint64_t *was_there)
{
	const char *entry = arena_printf(
		p->a, ID " " ID "\n%s\n%s\n%s", post->id, (uint64_t)post->time,
		post->reply_name, post->mentions, post->body);

	rt_pipe_u64(p, was_there,
		    "ZREMRANGEBYSCORE " KEY_ARCHIVE " " ID " " ID, member,
		    post->id, post->id);
	rt_pipe(p, "ZADD " KEY_ARCHIVE " " ID " %s", member, post->id, entry);
}

/* ---- a page ------------------------------------------------------------- */

void archive_ask(struct rt_pipe *p, struct archive_look *l, uint64_t member)
{
	rt_pipe_strs(p, l->entry, RT_PAGE + 1,
		     "ZREVRANGE " KEY_ARCHIVE " %lld %lld", member,
		     (long long)l->start, (long long)l->start + RT_PAGE);
}

struct rt_archive archive_take(struct arena *a, const struct archive_look *l,
			       uint64_t member, const char *name)
{
	struct rt_archive r = {
		.start = l->start,
		.older = l->entry[RT_PAGE] ? l->start + RT_PAGE : 0,
		.posts.v = arena_alloc(a, RT_PAGE * sizeof *r.posts.v),
	};

	for (size_t i = 0; i < RT_PAGE && l->entry[i]; i++) {
		struct rt_post *post = &r.posts.v[r.posts.n];

		if (!archive_parse(a, l->entry[i], post))
			continue;
		post->user_id = member;
		post->name = name;
		r.posts.n++;
	}
	return r;
}

/* ---- the oldest --------------------------------------------------------- */

void archive_ask_oldest(struct rt_pipe *p, uint64_t member, const char **entry)
{
	rt_pipe_strs(p, entry, 1, "ZRANGE " KEY_ARCHIVE " 0 0", member);
}

uint64_t archive_time(struct arena *a, const char *entry)
{
	struct rt_post post;

	return entry && archive_parse(a, entry, &post) ? (uint64_t)post.time
						       : 0;
}

/* ---- one post of a member's own ----------------------------------------- */

enum rt_err rt_archived(struct rt *rt, struct arena *a,
			const struct rt_user *me, uint64_t id,
			struct rt_post *post)
{
	const char *entry[1] = { NULL };
	enum rt_err err = rt_ask_strs(
		rt, a, entry, 1, "ZRANGEBYSCORE " KEY_ARCHIVE " " ID " " ID,
		me->id, id, id);

	if (err)
		return err;
	if (!entry[0] || !archive_parse(a, entry[0], post))
		return RT_NOT_FOUND;
	post->user_id = me->id;
	post->name = me->name;
	return RT_OK;
}

enum rt_err rt_archived_delete(struct rt *rt, struct arena *a,
			       const struct rt_user *me, uint64_t id)
{
	return rt_do(rt, a, "ZREMRANGEBYSCORE " KEY_ARCHIVE " " ID " " ID,
		     me->id, id, id);
}
