#include "libretwis/timeline/next_dates.h"

#include <string.h>

#include "base/clock.h"
#include "base/day.h"
#include "libretwis/post/attached.h"
#include "schema/key.h"

#define NEXT_DATES_MS 10000

/* What is shown of such a post, and what decides whether it is. */
#define NEXT_DATES_FIELDS                                                     \
	(POST_USER_ID | POST_BODY | POST_USERNAME | ATTACHED_FIELDS)

/* Outlives a request, because everybody may see it. */
static struct {
	int64_t until;
	uint64_t id[NEXT_DATES]; /* 0 after the last */
} next_dates_cache;

/* A copy, because another request may store new ids before this one ends. */
static struct rt_ids next_dates_recall(struct arena *a)
{
	struct rt_ids ids = { .v = arena_alloc(a,
					       sizeof next_dates_cache.id) };

	while (ids.n < NEXT_DATES && next_dates_cache.id[ids.n]) {
		ids.v[ids.n] = next_dates_cache.id[ids.n];
		ids.n++;
	}
	return ids;
}

static void next_dates_store(struct rt_ids ids)
{
	memset(next_dates_cache.id, 0, sizeof next_dates_cache.id);
	for (size_t i = 0; i < ids.n; i++)
		next_dates_cache.id[i] = ids.v[i];
	next_dates_cache.until = clock_ms() + NEXT_DATES_MS;
}

/* ---- reading ------------------------------------------------------------ */

void next_dates_queue(struct rt_pipe *p, struct next_dates *n,
		      struct member_names *names)
{
	*n = (struct next_dates){
		.names = names,
		.known = next_dates_recall(p->a),
		.reads = clock_ms() >= next_dates_cache.until,
	};
	for (size_t i = 0; i < n->known.n; i++)
		post_fields_queue(p, &n->known_post[i], n->known.v[i],
				  NEXT_DATES_FIELDS);
	if (n->reads)
		rt_pipe_ids(p, &n->now, NEXT_DATES,
			    "ZRANGEBYSCORE " KEY_DATES " %lld +inf LIMIT 0 %d",
			    (long long)day_after(time(NULL), 0), NEXT_DATES);
}

/* The post with this id if it was remembered, else NULL. */
static const union post_fields *next_dates_find(const struct next_dates *n,
						uint64_t id)
{
	for (size_t i = 0; i < n->known.n; i++)
		if (n->known.v[i] == id)
			return &n->known_post[i];
	return NULL;
}

void next_dates_queue_rest(struct rt_pipe *p, struct next_dates *n)
{
	const union post_fields *known;

	if (n->reads)
		next_dates_store(n->now);
	else
		n->now = n->known;
	for (size_t i = 0; i < n->now.n; i++)
		if ((known = next_dates_find(n, n->now.v[i])))
			n->post[i] = *known;
		else
			post_fields_queue(p, &n->post[i], n->now.v[i],
					  NEXT_DATES_FIELDS);
	next_dates_queue_names(p, n);
}

void next_dates_queue_names(struct rt_pipe *p, const struct next_dates *n)
{
	for (size_t i = 0; i < n->now.n; i++)
		member_names_queue(p, n->names, rt_u64(n->post[i].user_id));
}

/* ---- what is shown ------------------------------------------------------ */

/* Announcements are for those, too, who have muted who made them. */
static bool next_dates_is_shown(const struct next_dates *n,
				const union post_fields *post)
{
	uint64_t author = rt_u64(post->user_id);

	if (!post->body || !member_names_get(n->names, author).name)
		return false;
	return post->announced ? !member_names_leaves_out(n->names, author)
			       : !member_names_hides(n->names, author);
}

void next_dates_parse(struct arena *a, const struct next_dates *n,
		      struct rt_posts *out)
{
	struct rt_posts posts = {
		.v = arena_alloc(a, RT_NEXT_DATES * sizeof *posts.v)
	};

	for (size_t i = 0; i < n->now.n && posts.n < RT_NEXT_DATES; i++) {
		const union post_fields *post = &n->post[i];
		struct rt_post *next = &posts.v[posts.n];

		*next = (struct rt_post){
			.id = n->now.v[i],
			.name = post->username,
			.attached = attached_read(a, post),
		};
		if (!next->attached.date || !next_dates_is_shown(n, post))
			continue;
		next->body = rt_text_shown(a, post->body);
		if (!next->name)
			next->name = member_names_get(n->names,
						      rt_u64(post->user_id))
					     .name;
		posts.n++;
	}
	*out = posts;
}
