/*
 * Retwis of 2009, in PHP: the article's first edition.  It has a key for each
 * field of a member, and a post is one string: "ID|TIME|TEXT".
 */
#include <string.h>

#include "admin/older/older.h"
#include "schema/key.h"

static void first_queue_counters(struct rt_pipe *p, uint64_t *user,
				 uint64_t *post)
{
	rt_pipe_u64(p, user, "GET global:nextUserId");
	rt_pipe_u64(p, post, "GET global:nextPostId");
}

static void first_queue_member(struct rt_pipe *p, uint64_t id,
			       const char **field)
{
	rt_pipe_str(p, &field[0], "GET uid:" ID ":username", id);
	rt_pipe_str(p, &field[1], "GET uid:" ID ":password", id);
}

static void first_parse_member(const char *const *field,
			       struct older_member *m)
{
	m->name = field[0];
	m->password = field[1];
}

static void first_queue_post(struct rt_pipe *p, uint64_t id,
			     const char **field)
{
	rt_pipe_str(p, &field[0], "GET post:" ID, id);
}

/* The text is all behind the second bar: it may hold more of them. */
static void first_parse_post(const char *const *field, struct older_post *post)
{
	const char *at = field[0];

	if (!at || !digits_read(&at, &post->author) || *at++ != '|')
		return;
	digits_read(&at, &post->time);
	if ((at = strchr(at, '|')))
		post->body = at + 1;
}

const struct older_layout older_2009 = {
	.name = "2009",
	.member_key = "uid:*:username",
	.post_key = "post:*",
	.ask_counters = first_queue_counters,
	.ask_member = first_queue_member,
	.take_member = first_parse_member,
	.followers = FORMAT_BY_ID("uid:" ID ":followers"),
	.following = FORMAT_BY_ID("uid:" ID ":following"),
	.ask_post = first_queue_post,
	.take_post = first_parse_post,
};
