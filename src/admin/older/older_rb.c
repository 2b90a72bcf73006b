/*
 * Retwis-RB, in Ruby: a key for each field of members and posts, and passwords
 * as md5 with a salt.
 */
#define _XOPEN_SOURCE   700 /* strptime() */
#define _DEFAULT_SOURCE     /* timegm() */
#include <time.h>

#include "admin/older/older.h"
#include "schema/key.h"

static void ruby_queue_counters(struct rt_pipe *p, uint64_t *user,
				uint64_t *post)
{
	rt_pipe_u64(p, user, "GET user:uid");
	rt_pipe_u64(p, post, "GET post:uid");
}

static void ruby_queue_member(struct rt_pipe *p, uint64_t id,
			      const char **field)
{
	rt_pipe_str(p, &field[0], "GET user:id:" ID ":username", id);
	rt_pipe_str(p, &field[1], "GET user:id:" ID ":hashed_password", id);
	rt_pipe_str(p, &field[2], "GET user:id:" ID ":salt", id);
}

static void ruby_parse_member(const char *const *field, struct older_member *m)
{
	m->name = field[0];
	m->password = field[1];
	m->salt = field[2] ? field[2] : "";
}

static void ruby_queue_post(struct rt_pipe *p, uint64_t id, const char **field)
{
	rt_pipe_str(p, &field[0], "GET post:id:" ID ":content", id);
	rt_pipe_str(p, &field[1], "GET post:id:" ID ":user_id", id);
	rt_pipe_str(p, &field[2], "GET post:id:" ID ":created_at", id);
}

/* How Ruby 1.9 and later write a time, and how Ruby 1.8 did. */
static uint64_t ruby_time(const char *text)
{
	static const char *const format[] = { "%Y-%m-%d %H:%M:%S %z",
					      "%a %b %d %H:%M:%S %z %Y" };

	for (size_t i = 0; text && i < 2; i++) {
		struct tm tm = { 0 };
		const char *end = strptime(text, format[i], &tm);
		long east = tm.tm_gmtoff;
		time_t seconds;

		if (!end || *end)
			continue;
		seconds = timegm(&tm) - east;
		return seconds > 0 ? (uint64_t)seconds : 0;
	}
	return 0;
}

static void ruby_parse_post(const char *const *field, struct older_post *post)
{
	post->body = field[0];
	post->author = rt_u64(field[1]);
	post->time = ruby_time(field[2]);
}

const struct older_layout older_rb = {
	.name = "rb",
	.member_key = "user:id:*:username",
	.post_key = "post:id:*:content",
	.ask_counters = ruby_queue_counters,
	.ask_member = ruby_queue_member,
	.take_member = ruby_parse_member,
	.followers = FORMAT_BY_ID("user:id:" ID ":followers"),
	.following = FORMAT_BY_ID("user:id:" ID ":followees"),
	.ask_post = ruby_queue_post,
	.take_post = ruby_parse_post,
};
