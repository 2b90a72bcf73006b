/*
 * Retwis-J, in Java: members and posts are hashes, and times milliseconds.
 */
#include "admin/older/older.h"
#include "schema/key.h"

static void java_queue_counters(struct rt_pipe *p, uint64_t *user,
				uint64_t *post)
{
	rt_pipe_u64(p, user, "GET global:uid");
	rt_pipe_u64(p, post, "GET global:pid");
}

static void java_queue_member(struct rt_pipe *p, uint64_t id,
			      const char **field)
{
	rt_pipe_strs(p, field, 2, "HMGET uid:" ID " name pass", id);
}

static void java_parse_member(const char *const *field, struct older_member *m)
{
	m->name = field[0];
	m->password = field[1];
}

static void java_queue_post(struct rt_pipe *p, uint64_t id, const char **field)
{
	rt_pipe_strs(p, field, 5,
		     "HMGET pid:" ID " content uid time replyPid replyUid",
		     id);
}

/* Where there is no reply Java wrote "null", or nothing: both are no number. */
static void java_parse_post(const char *const *field, struct older_post *post)
{
	post->body = field[0];
	post->author = rt_u64(field[1]);
	post->time = rt_u64(field[2]) / 1000;
	post->reply_to = rt_u64(field[3]);
	post->reply_author = rt_u64(field[4]);
}

const struct older_layout older_java = {
	.name = "java",
	.member_key = "uid:*",
	.post_key = "pid:*",
	.ask_counters = java_queue_counters,
	.ask_member = java_queue_member,
	.take_member = java_parse_member,
	.followers = FORMAT_BY_ID("uid:" ID ":followers"),
	.following = FORMAT_BY_ID("uid:" ID ":following"),
	.ask_post = java_queue_post,
	.take_post = java_parse_post,
};
