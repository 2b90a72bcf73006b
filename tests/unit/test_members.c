/*
 * Who has sent a request: members, strangers, and forms that are not from our
 * pages.
 */
#include "asked.h"

#define FORM "CONTENT_TYPE=application/x-www-form-urlencoded"

/* A request as it is after req_read(). */
static struct req *ask(const char *method, const char *path,
		       const char *header)
{
	const char *const variables[] = {
		arena_printf(&mem, "REQUEST_METHOD=%s", method),
		arena_printf(&mem, "REQUEST_URI=%s", path),
		FORM,
		"CONTENT_LENGTH=3",
		header ? header : "NOTHING=",
		NULL,
	};
	struct req *q = asked_with(variables, "a=1", 3);

	assert_true(req_read(q));
	return q;
}

/* A POST by a member with this `csrf`; NULL for the right one. */
static struct req *post_as(const struct rt_user *user, const char *csrf)
{
	const char *right = rt_csrf(&mem, user);
	const char *body = arena_printf(&mem, "csrf=%s", csrf ? csrf : right);
	const char *const variables[] = {
		"REQUEST_METHOD=POST",
		"REQUEST_URI=/post",
		FORM,
		arena_printf(&mem, "CONTENT_LENGTH=%zu", strlen(body)),
		arena_printf(&mem, "HTTP_COOKIE=auth=%s", user->secret),
		NULL,
	};
	struct req *q = asked_with(variables, body, strlen(body));

	assert_true(req_read(q));
	assert_true(req_require(q, "/post", "POST"));
	return q;
}

TEST(a_member_and_the_right_csrf)
{
	struct rt_user alice = unit_member("alice");
	struct req *q = post_as(&alice, NULL);
	const struct rt_user *me = req_require_user(q);

	assert_non_null(me);
	assert_int_equal(alice.id, me->id);
	assert_string_equal("alice", me->name);
	assert_true(q->known);
}

TEST(a_wrong_csrf)
{
	struct rt_user alice = unit_member("alice");
	struct rt_user bob = unit_member("bob");
	const char *right = rt_csrf(&mem, &alice);
	const char *const table[] = {
		"",
		"0",
		rt_csrf(&mem, &bob),
		alice.secret,
		arena_printf(&mem, "%s0", right),
		arena_printf(&mem, "%.63s", right),
		arena_printf(&mem, "%.63s%c", right,
			     right[63] == '0' ? '1' : '0'),
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct req *q = post_as(&alice, table[i]);

		CHECK(table[i], !req_require_user(q));
		assert_int_equal(403, q->status);
	}
}

TEST(a_missing_csrf)
{
	struct rt_user alice = unit_member("alice");
	struct req *q = ask("POST", "/", "HTTP_COOKIE=auth=secret0of0alice");

	assert_string_equal("secret0of0alice", alice.secret);
	assert_true(req_require(q, "/", "POST"));
	assert_false(req_load_account(q));
	assert_int_equal(403, q->status);
}

TEST(strangers_need_no_csrf)
{
	struct req *q = ask("POST", "/", "HTTP_COOKIE=auth=forged");

	assert_true(req_require(q, "/", "POST"));
	assert_true(req_load_account(q));
	assert_int_equal(0, q->me.id);
}

TEST(strangers_are_sent_to_the_sign_in)
{
	struct req *q = ask("GET", "/", "HTTP_COOKIE=auth=forged");

	assert_null(req_require_user(q));
	assert_int_equal(303, q->status);
	assert_string_equal("/login", asked_header(q, "Location"));
}

TEST(a_reader_is_known_without_csrf)
{
	struct rt_user alice = unit_member("alice");
	struct req *q = ask("GET", "/", "HTTP_COOKIE=auth=secret0of0alice");

	assert_true(req_load_account(q));
	assert_int_equal(alice.id, q->me.id);
}

TEST(what_a_page_has_learnt)
{
	struct rt_user alice = unit_member("alice");
	struct req *q = ask("GET", "/", NULL);

	assert_false(q->known);
	req_set_user(q, &alice);
	assert_true(q->known);
	assert_int_equal(alice.id, q->me.id);
}

TEST(without_redis)
{
	struct req *q = ask("GET", "/", "HTTP_COOKIE=auth=secret0of0alice");

	conf.servers.redis = "unix:/nonexistent/redis.sock";
	unit_reopen();
	q->rt = rt;
	assert_null(req_require_user(q));
	assert_int_equal(503, q->status);
	assert_non_null(asked_header(q, "Retry-After"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ASKED(a_member_and_the_right_csrf),
		ASKED(a_wrong_csrf),
		ASKED(a_missing_csrf),
		ASKED(strangers_need_no_csrf),
		ASKED(strangers_are_sent_to_the_sign_in),
		ASKED(a_reader_is_known_without_csrf),
		ASKED(what_a_page_has_learnt),
		ASKED(without_redis),
	};

	return RUN_ASKED(tests);
}
