#include "checked.h"

#include <hiredis/hiredis.h>

#define KEYS 128

struct rt_user checked_member(const char *name)
{
	struct rt_user u = unit_member(name);

	redis("HSET user:%d password x", (int)u.id);
	redis("ZADD members 0 %s\t%d", rt_name_fold(&mem, name), (int)u.id);
	redis("ZADD directory 0 %s\t%d", rt_name_fold(&mem, name), (int)u.id);
	return u;
}

static void write_posts(const struct rt_user *alice, const struct rt_user *bob,
			const struct rt_user *carl)
{
	unit_post(alice, "one #tag");
	unit_post(bob, "two @alice");
	unit_reply(bob, "three", 1);
	unit_post(alice, "four #tag #more");
	rt_repost(rt, &mem, bob, 1);
	rt_repost(rt, &mem, carl, 2);
	rt_post_delete(rt, &mem, carl, unit_post(carl, "gone #less"));
}

/*
 * Home timelines keep deleted posts until they are repaired. And there is no
 * worker: work that is waiting for one does not belong to the site.
 */
static void make_site(void)
{
	struct rt_user alice, bob, carl;

	alice = checked_member("alice");
	bob = checked_member("bob");
	carl = checked_member("Carl");
	redis("HSET names carl 3");
	rt_follow(rt, &mem, alice.id, bob.id);
	rt_follow(rt, &mem, bob.id, alice.id);
	rt_follow(rt, &mem, carl.id, alice.id);
	rt_follow(rt, &mem, carl.id, bob.id);
	rt_unfollow(rt, &mem, carl.id, bob.id);
	write_posts(&alice, &bob, &carl);
	rt_like(rt, &mem, &bob, 1);
	rt_like(rt, &mem, &carl, 1);
	rt_like(rt, &mem, &alice, 2);
	rt_like(rt, &mem, &carl, 3);
	rt_unlike(rt, &mem, &carl, 3);
	redis("ZADD quiet:3 7 1 8 2");
	redis("ZADD quiet_by:1 7 3");
	redis("ZADD quiet_by:2 8 3");
	assert_int_equal(RT_OK, rt_indexing_run(rt, &mem));
	redis("LREM posts:3 0 7");
	redis("DEL outbox {fanout}:jobs");
}

/*
 * Making the site takes hundreds of round trips, and each row of a table
 * breaks one: so it is made once, and each of its keys is saved as Redis dumps
 * it.
 */
static struct kept {
	char *key;
	const char *left;
	redisReply *dump;
} site[KEYS];
static size_t kept;

static redisContext *beside(void)
{
	redisContext *link = redisConnectUnix(server_front());

	assert_non_null(link);
	assert_int_equal(0, link->err);
	return link;
}

static void keep_site(void)
{
	redisContext *link = beside();
	char *rest, *all = strdup(redis("KEYS *"));

	for (char *key = strtok_r(all, " ", &rest); key;
	     key = strtok_r(NULL, " ", &rest)) {
		assert_true(kept < KEYS);
		site[kept++] = (struct kept){
			.key = key,
			.left = strdup(redis("PTTL %s", key)),
			.dump = redisCommand(link, "DUMP %s", key),
		};
	}
	redisFree(link);
}

static void import_back(void)
{
	redisContext *link = beside();
	redisReply *reply;

	for (const struct kept *k = site; k < site + kept; k++)
		redisAppendCommand(link, "RESTORE %s %s %b REPLACE", k->key,
				   *k->left == '-' ? "0" : k->left,
				   k->dump->str, k->dump->len);
	for (size_t i = 0; i < kept; i++) {
		assert_int_equal(REDIS_OK,
				 redisGetReply(link, (void **)&reply));
		assert_int_equal(REDIS_REPLY_STATUS, reply->type);
		freeReplyObject(reply);
	}
	redisFree(link);
}

int checked_site(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	/* Some checks read thousands of posts, while other tests run. */
	conf.servers.timeout_ms = 2500;
	if (kept) {
		import_back();
		return 0;
	}
	make_site();
	keep_site();
	return 0;
}

/* ---- findings ----------------------------------------------------------- */

static void add(const struct rt_fault *f, void *to)
{
	fprintf(to, "%s%s: %s\n", f->mended ? "+" : "", f->kind, f->text);
}

const char *checked(bool repair)
{
	char *all, *text;
	size_t size;
	FILE *out = open_memstream(&all, &size);
	struct rt_check how = { .repair = repair, .found = add, .to = out };
	struct rt_checked sum;

	assert_int_equal(RT_OK, rt_check(unit_admin(), &how, &sum));
	fclose(out);
	text = arena_strndup(&mem, all, size);
	free(all);
	return text;
}

void checked_clean(const char *when)
{
	const char *found = checked(false);

	if (*found)
		fail_msg("%s: found\n%s", when, found);
}

/* ---- breaking and repairing --------------------------------------------- */

static const char *line_of(const struct break_row *row)
{
	return arena_printf(&mem, "%s: %s\n", row->kind, row->text);
}

static void expect(const struct break_row *row, const char *found, bool mended)
{
	const char *at = strstr(found, line_of(row));

	if (!at)
		fail_msg("not found: %sbut\n%s", line_of(row), found);
	if (mended != (at > found && at[-1] == '+'))
		fail_msg("%s mended: %s", mended ? "not" : "it was", found);
}

#define WORDS 8

void checked_run(const char *command)
{
	char *line = arena_strdup(&mem, command), *rest = NULL;
	const char *word[WORDS] = { NULL }, *format = "";
	const char *reply;

	for (size_t n = 0; n < WORDS; n++) {
		char *w = strtok_r(n ? NULL : line, " ", &rest);

		if (!w)
			break;
		word[n] = w;
		while ((w = strchr(w, '~')))
			*w = ' ';
		format = arena_printf(&mem, "%s%s", format, n ? " %s" : "%s");
	}
	reply = redis(format, word[0], word[1], word[2], word[3], word[4],
		      word[5], word[6], word[7]);
	if (reply && strncmp(reply, "ERR", 3) == 0)
		fail_msg("%s: %s", command, reply);
}

static void break_site(const struct break_row *row)
{
	if (checked_site(NULL) != 0)
		fail();
	for (size_t n = 0; n < BREAKS && row->commands[n]; n++)
		checked_run(row->commands[n]);
}

void checked_rows(const struct break_row *row, size_t n)
{
	for (; n > 0; n--, row++) {
		break_site(row);
		expect(row, checked(false), false);
		expect(row, checked(true), true);
		checked_clean(line_of(row));
		unit_forget(NULL);
	}
	checked_site(NULL);
}

void checked_unmended(const struct break_row *row, size_t n)
{
	for (; n > 0; n--, row++) {
		break_site(row);
		expect(row, checked(true), false);
		unit_forget(NULL);
	}
	checked_site(NULL);
}
