#include "libretwis/post/archive.h"

#include <string.h>

#include "base/clock.h"
#include "libretwis/post/archive_drop.lua.h"
#include "libretwis/post/archive_put.lua.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/imported.h"
#include "schema/key.h"

/* The smallest score.  It is a second in 1973, before anybody used Retwis. */
#define SCORE_MIN UINT64_C(100000000)

/* How many bits of an id are in the fraction of a score. */
#define ID_BITS 20

#define ORIGIN_DIGITS "0123456789abcdef"

/* ---- an entry ------------------------------------------------------- */

/* Parses the end of a first line: nothing, or the origin. */
static bool archive_origin(struct arena *a, const char *at,
			   const char **origin)
{
	if (!*at)
		return true;
	if (*at++ != ' ' || strspn(at, ORIGIN_DIGITS) != RT_ORIGIN_LEN ||
	    at[RT_ORIGIN_LEN])
		return false;
	*origin = arena_strdup(a, at);
	return true;
}

/* Cuts the first line off. */
static char *archive_line(char **rest)
{
	char *line = *rest, *end = strchr(line, '\n');

	*rest = end ? end + 1 : line + strlen(line);
	if (end)
		*end = '\0';
	return line;
}

/* A text that has been cleaned can't contain it. */
#define BETWEEN_PICTURES '\x1f'

static void archive_replace(char *text, char from, char to)
{
	for (; *text; text++)
		if (*text == from)
			*text = to;
}

/* The third line, whose tabs and separators rt_text_clean() would replace. */
static struct rt_attached archive_pictures(struct arena *a, const char *entry)
{
	union post_fields fields = { .pictures = NULL };
	char *line;

	for (unsigned lines = 2; lines && entry; lines--)
		if ((entry = strchr(entry, '\n')))
			entry++;
	if (!entry || *entry == '\n')
		return (struct rt_attached){ 0 };
	line = arena_strndup(a, entry, strcspn(entry, "\n"));
	archive_replace(line, BETWEEN_PICTURES, '\n');
	fields.pictures = line;
	return attached_read(a, &fields);
}

bool archive_read(struct arena *a, const char *entry, struct rt_post *post)
{
	char *rest = arena_strdup(a, rt_text_clean(a, entry));
	const char *numbers = archive_line(&rest);
	uint64_t time = 0;

	*post = (struct rt_post){ 0 };
	if (!digits_read(&numbers, &post->id) || *numbers++ != ' ' ||
	    !digits_read(&numbers, &time) ||
	    !archive_origin(a, numbers, &post->origin))
		return false;
	post->time = clock_stored(time);
	post->reply_name = archive_line(&rest);
	post->mentions = archive_line(&rest);
	if (post->origin) {
		post->attached = archive_pictures(a, entry);
		post->mentions = "";
	}
	post->body = rest;
	return *post->body;
}

static const char *archive_line_of(struct arena *a, const struct rt_post *post)
{
	return arena_printf(a, ID " " ID "%s%s\n", post->id,
			    (uint64_t)post->time, post->origin ? " " : "",
			    post->origin ? post->origin : "");
}

static const char *archive_third_of(struct arena *a,
				    const struct rt_post *post)
{
	char *pictures;

	if (!post->origin)
		return post->mentions;
	pictures = arena_strdup(a, attached_pictures(a, &post->attached));
	archive_replace(pictures, '\n', BETWEEN_PICTURES);
	return pictures;
}

static const char *archive_rest_of(struct arena *a, const struct rt_post *post)
{
	return arena_printf(a, "%s\n%s\n%s", post->reply_name,
			    archive_third_of(a, post), post->body);
}

const char *rt_archived_entry(struct arena *a, const struct rt_post *post)
{
	return arena_printf(a, "%s%s", archive_line_of(a, post),
			    archive_rest_of(a, post));
}

/* 17 digits distinguish a double from all others. */
const char *archive_score(struct arena *a, time_t time, uint64_t id)
{
	const uint64_t mask = (UINT64_C(1) << ID_BITS) - 1;
	uint64_t since = (uint64_t)time;

	return arena_printf(a, "%.17g",
			    (double)(since < SCORE_MIN ? SCORE_MIN : since) +
				    (double)(id & mask) / (double)(mask + 1));
}

void archive_put(struct rt_pipe *p, uint64_t member,
		 const struct rt_post *post, uint64_t *was_there)
{
	imported_add(p, member, &post->attached);
	rt_pipe_u64(p, was_there, "EVAL %s 1 " KEY_ARCHIVE " %s %s %s",
		    ARCHIVE_PUT_LUA, member,
		    archive_score(p->a, post->time, post->id),
		    archive_line_of(p->a, post), archive_rest_of(p->a, post));
}

/* ---- a page --------------------------------------------------------- */

void archive_queue(struct rt_pipe *p, struct archive_page *page,
		   uint64_t member)
{
	rt_pipe_strs(p, page->entry, RT_PAGE + 1,
		     "ZREVRANGE " KEY_ARCHIVE " %lld %lld", member,
		     (long long)page->start, (long long)page->start + RT_PAGE);
}

struct rt_archive archive_parse(struct arena *a,
				const struct archive_page *page,
				uint64_t member, const char *name)
{
	struct rt_archive r = {
		.start = page->start,
		.older = page->entry[RT_PAGE] ? page->start + RT_PAGE : 0,
		.posts.v = arena_alloc(a, RT_PAGE * sizeof *r.posts.v),
	};

	for (size_t i = 0; i < RT_PAGE && page->entry[i]; i++) {
		struct rt_post *post = &r.posts.v[r.posts.n];

		if (!archive_read(a, page->entry[i], post))
			continue;
		post->body = rt_text_shown(a, post->body);
		post->user_id = member;
		post->name = name;
		r.posts.n++;
	}
	return r;
}

/* ---- the oldest ----------------------------------------------------- */

void archive_queue_oldest(struct rt_pipe *p, uint64_t member,
			  const char **entry)
{
	rt_pipe_strs(p, entry, 1, "ZRANGE " KEY_ARCHIVE " 0 0", member);
}

uint64_t archive_time(struct arena *a, const char *entry)
{
	struct rt_post post;

	return entry && archive_read(a, entry, &post) ? (uint64_t)post.time
						      : 0;
}

/* ---- one post of a member's own ------------------------------------- */

/* Of the posts with one score, archive_put.lua checks as many. */
#define SAME_SCORE_MAX 16

const char *rt_archived_name(struct arena *a, const struct rt_post *post)
{
	return arena_printf(a, ID "-" ID "%s%s", post->id,
			    (uint64_t)post->time, post->origin ? "-" : "",
			    post->origin ? post->origin : "");
}

/* False if it is not the name of a post. */
static bool archive_named(struct arena *a, const char *which,
			  struct rt_post *post)
{
	char *line = arena_strdup(a, which);

	for (char *at = line; *at; at++)
		if (*at == '-' || *at == ' ' || *at == '\n')
			*at = *at == '-' ? ' ' : 'x';
	return archive_read(a, arena_printf(a, "%s\n\n\nx", line), post);
}

static bool archive_is_same(struct arena *a, const struct rt_post *one,
			    const struct rt_post *other)
{
	return strcmp(archive_line_of(a, one), archive_line_of(a, other)) == 0;
}

static bool archive_pick(struct arena *a, const char *const *entry, size_t n,
			 const struct rt_post *wanted, struct rt_post *post)
{
	for (size_t i = 0; i < n; i++)
		if (entry[i] && archive_read(a, entry[i], post) &&
		    archive_is_same(a, post, wanted))
			return true;
	return false;
}

static enum rt_err archive_find(struct rt *rt, struct arena *a,
				uint64_t member, const char *which,
				struct rt_post *post)
{
	const char *entry[SAME_SCORE_MAX] = { NULL }, *score;
	struct rt_post wanted, found;
	enum rt_err err;

	if (!archive_named(a, which, &wanted))
		return RT_NOT_FOUND;
	score = archive_score(a, wanted.time, wanted.id);
	if ((err = rt_read_strs(rt, a, entry, SAME_SCORE_MAX,
				"ZRANGEBYSCORE " KEY_ARCHIVE
				" %s %s LIMIT 0 %d",
				member, score, score, SAME_SCORE_MAX)))
		return err;
	if (!archive_pick(a, entry, SAME_SCORE_MAX, &wanted, &found))
		return RT_NOT_FOUND;
	*post = found;
	return RT_OK;
}

enum rt_err rt_archived(struct rt *rt, struct arena *a,
			const struct rt_user *me, const char *which,
			struct rt_post *post)
{
	struct rt_post found;
	enum rt_err err = archive_find(rt, a, me->id, which, &found);

	if (err)
		return err;
	*post = found;
	post->body = rt_text_shown(a, found.body);
	post->user_id = me->id;
	post->name = me->name;
	return RT_OK;
}

/* A crash in between leaves a post without pictures, to be deleted again. */
enum rt_err rt_archived_delete(struct rt *rt, struct arena *a,
			       const struct rt_user *me, const char *which)
{
	struct rt_post post;
	struct rt_pipe p;
	enum rt_err err = archive_find(rt, a, me->id, which, &post);
	uint64_t dropped = 0;

	if (err)
		return err;
	rt_pipe_begin(&p, rt, a);
	imported_drop(&p, me->id, &post.attached);
	rt_pipe_u64(&p, &dropped, "EVAL %s 1 " KEY_ARCHIVE " %s %s",
		    ARCHIVE_DROP_LUA, me->id, archive_line_of(a, &post),
		    archive_score(a, post.time, post.id));
	err = rt_pipe_end(&p);
	return err || dropped ? err : RT_NOT_FOUND;
}
