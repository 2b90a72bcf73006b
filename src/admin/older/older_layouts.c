/* The layouts of the PHP Retwis of 2009, of Retwis-RB and of Retwis-J. */
#define _XOPEN_SOURCE   700 /* strptime() */
#define _DEFAULT_SOURCE     /* timegm() */
#include "admin/older/older_layouts.h"

#include <string.h>
#include <time.h>

#include "schema/key.h"

bool older_key_matches(const char *pattern, const char *key, uint64_t *id)
{
	const char *star = strchr(pattern, '*');
	size_t before = (size_t)(star - pattern);

	if (strncmp(pattern, key, before) != 0)
		return false;
	key += before;
	return digits_read(&key, id) && *id && *id <= OLDER_ID_MAX &&
	       strcmp(star + 1, key) == 0;
}

/* ---- 2009 --------------------------------------------------------------- */

/*
 * The first edition of the PHP Retwis, as an article of 2009 showed it.  Each
 * field of a member is a key, and a post is one string: "ID|TIME|TEXT".
 */
static void php_queue_counters(struct rt_pipe *p, uint64_t *user,
			       uint64_t *post)
{
	rt_pipe_u64(p, user, "GET global:nextUserId");
	rt_pipe_u64(p, post, "GET global:nextPostId");
}

static void php_queue_member(struct rt_pipe *p, uint64_t id,
			     const char **field)
{
	rt_pipe_str(p, &field[0], "GET uid:" ID ":username", id);
	rt_pipe_str(p, &field[1], "GET uid:" ID ":password", id);
}

static void php_parse_member(const char *const *field, struct older_member *m)
{
	m->name = field[0];
	m->password = field[1];
}

static void php_queue_post(struct rt_pipe *p, uint64_t id, const char **field)
{
	rt_pipe_str(p, &field[0], "GET post:" ID, id);
}

/* The text is everything after the second bar, and may have bars in it. */
static void php_parse_post(const char *const *field, struct older_post *post)
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
	.queue_counters = php_queue_counters,
	.queue_member = php_queue_member,
	.parse_member = php_parse_member,
	.followers = FORMAT_BY_ID("uid:" ID ":followers"),
	.following = FORMAT_BY_ID("uid:" ID ":following"),
	.queue_post = php_queue_post,
	.parse_post = php_parse_post,
};

/* ---- Retwis-RB ---------------------------------------------------------- */

/*
 * Retwis-RB, in Ruby.  Each field of members and posts is a key, and passwords
 * are md5 with a salt.
 */
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

/* The two formats are that of Ruby 1.9 and later, and that of Ruby 1.8. */
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
	.queue_counters = ruby_queue_counters,
	.queue_member = ruby_queue_member,
	.parse_member = ruby_parse_member,
	.followers = FORMAT_BY_ID("user:id:" ID ":followers"),
	.following = FORMAT_BY_ID("user:id:" ID ":followees"),
	.queue_post = ruby_queue_post,
	.parse_post = ruby_parse_post,
};

/* ---- Retwis-J ----------------------------------------------------------- */

/* Retwis-J, in Java.  Members and posts are hashes, and times milliseconds. */
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

/* For no reply Java wrote "null" or nothing; as a number both are 0. */
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
	.queue_counters = java_queue_counters,
	.queue_member = java_queue_member,
	.parse_member = java_parse_member,
	.followers = FORMAT_BY_ID("uid:" ID ":followers"),
	.following = FORMAT_BY_ID("uid:" ID ":following"),
	.queue_post = java_queue_post,
	.parse_post = java_parse_post,
};
