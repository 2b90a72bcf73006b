/* What was typed: where it comes back, and where it does not. */
#include "asked.h"

#define PRAGMA "{{%AUTOESCAPE context=\"HTML\"}}\n"
#define ALICE  "secret0of0alice" /* what unit_member() gives alice */

static int start(void **state)
{
	if (asked_start(state) != 0)
		return -1;
	asked_template("login.tpl", PRAGMA "in:{{NOTE}}|{{>LOGIN}}");
	asked_template("login_form.tpl",
		       PRAGMA "{{USERNAME}}{{#KEPT}}|{{FIELD}}="
			      "{{TEXT:pre_escape}}{{#HIDDEN}}|{{NAME}}="
			      "{{VALUE}}{{/HIDDEN}}{{#ANSWERS}}|answers="
			      "{{TEXT:pre_escape}}{{/ANSWERS}}{{/KEPT}}");
	asked_template("refused.tpl", PRAGMA "post:{{NOTE}}|{{>POST_FORM}}");
	asked_template("post_form.tpl", PRAGMA
		       "{{STATUS:pre_escape}}|{{NONCE}}|"
		       "{{#REPLY_TO}}{{ID}}{{/REPLY_TO}}|{{CSRF}}."
		       "{{#QUESTION}}{{#OPEN}}open:{{/OPEN}}"
		       "{{CHOICES:pre_escape}}|{{#COMES}}comes"
		       "{{/COMES}}|{{ENDS}}|{{#SECRET}}secret"
		       "{{/SECRET}}|{{/QUESTION}}{{#DATE}}{{#OPEN}}open:"
		       "{{/OPEN}}{{DAY}}|{{FROM}}|{{TO}}|{{PLACE}}|"
		       "{{/DATE}}"
		       "{{#ANNOUNCEMENT}}{{UNTIL}}{{/ANNOUNCEMENT}}");
	asked_template("bio.tpl", PRAGMA "line:{{NOTE}}|{{BIO}}|{{CSRF}}.");
	return !tpl_load(server_path(""), NULL);
}

/* A good POST to that path, in the state after req_require(). */
static struct req *post(const char *path, const char *secret, const char *body)
{
	const char *const variables[] = {
		"REQUEST_METHOD=POST",
		arena_printf(&mem, "REQUEST_URI=%s", path),
		"CONTENT_TYPE=application/x-www-form-urlencoded",
		arena_printf(&mem, "CONTENT_LENGTH=%zu", strlen(body)),
		secret ? arena_printf(&mem, "HTTP_COOKIE=auth=%s", secret)
		       : "NOTHING=",
		NULL,
	};
	struct req *q = asked_with(variables, body, strlen(body));

	assert_true(req_read(q));
	assert_true(req_require(q, path, "POST"));
	return q;
}

/* The answer contains "begin" and, somewhere after it, "end". */
static bool holds(const struct req *q, const char *begin, const char *end)
{
	const char *at = q->body ? strstr(q->body, begin) : NULL;

	return at && strstr(at, end);
}

TEST(nobody_gets_the_sign_in)
{
	static const struct {
		const char *path, *secret, *body, *kept;
	} table[] = {
		{ "/post", NULL, "status=%0D%0Aa%3C&nonce=n&reply_to=7",
		  "|status=\na&lt;|reply_to=7|nonce=n" },
		{ "/post", "forged", "status=a&username=al", "|al|status=a" },
		{ "/post", NULL, "status=%FF%00",
		  "|status=\xef\xbf\xbd"
		  "\xef\xbf\xbd" },
		{ "/bio", NULL, "bio=%22I%22", "|bio=&quot;I&quot;" },
		{ "/post", NULL,
		  "status=a&answers=%0D%0AR%0D%0AB%3C&comes=1&ends=x&several="
		  "&remind=1&place=%22%0A%22&until=y",
		  "|status=a|comes=1|ends=x|remind=1|place=&quot; &quot;"
		  "|until=y|answers=\nR\nB&lt;" },
		{ "/post", NULL, "status=&answers=R", "|status=|answers=R" },
		{ "/post", NULL, "status=&place=P", "|status=|place=P" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct req *q =
			post(table[i].path, table[i].secret, table[i].body);

		assert_null(req_require_user(q));
		CHECK(table[i].body, q->status == 401);
		CHECK(table[i].body,
		      holds(q, "in:Your session has ended", table[i].kept));
		CHECK(table[i].body, asked_header(q, "WWW-Authenticate"));
	}
}

TEST(where_nothing_was_typed)
{
	static const char *const table[] = {
		"",
		"status=",
		"bio=",
		"nonce=n&reply_to=7",
		"STATUS=a",
		"status=&comes=1&date=d",
		"answers=R&place=P",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct req *q = post("/post", NULL, table[i]);

		assert_null(req_require_user(q));
		CHECK(table[i], q->status == 303);
	}
}

TEST(a_form_of_another_session)
{
	struct rt_user alice = unit_member("alice");
	const char *csrf = rt_csrf(&mem, &alice);
	struct req *q = post("/post", ALICE, "status=a&nonce=n&csrf=x");

	assert_null(req_require_user(q));
	assert_int_equal(403, q->status);
	assert_true(holds(q, "post:You&#39;ve signed out or in",
			  arena_printf(&mem, "|a|n||%s.", csrf)));
	q = post("/post", ALICE,
		 "status=&answers=R%0AB&comes=1&ends=e&secret=1&date=d&from=f"
		 "&to=t&place=%3C&csrf=x");
	assert_null(req_require_user(q));
	assert_true(holds(q, "post:",
			  arena_printf(&mem,
				       "%s.open:R\nB|comes|e|secret|"
				       "open:d|f|t|&lt;|",
				       csrf)));
	/* Sent by whoever may not announce anything, it comes back, too. */
	q = post("/post", ALICE, "status=a&reply_to=7&until=u&csrf=x");
	assert_null(req_require_user(q));
	assert_true(holds(q, "post:", arena_printf(&mem, "%s.u", csrf)));
	q = post("/bio", ALICE, "bio=a&csrf=x");
	assert_null(req_require_user(q));
	assert_true(holds(q, "line:", arena_printf(&mem, "|a|%s.", csrf)));
}

/* The secret is enough for the form; for signing in, no secret is needed. */
TEST(without_redis)
{
	const struct rt_user alice = { .secret = ALICE };
	const char *csrf = rt_csrf(&mem, &alice);
	struct req *q = post("/post", ALICE, "status=a&nonce=n&reply_to=7");

	conf.servers.redis = "unix:/nonexistent/redis.sock";
	unit_reopen();
	q->rt = rt;
	assert_null(req_require_user(q));
	assert_int_equal(503, q->status);
	assert_non_null(asked_header(q, "Retry-After"));
	assert_true(holds(q, "post:Your text is still here",
			  arena_printf(&mem, "|a|n|7|%s.", csrf)));
	q = post("/login", ALICE, "status=a");
	assert_false(req_load_account(q));
	assert_int_equal(503, q->status);
	assert_true(holds(q, "in:The database", "|status=a"));
}

TEST(other_errors)
{
	static const struct {
		enum rt_err err;
		int status;
		bool kept;
	} table[] = {
		{ RT_FULL, 503, true },
		{ RT_BROKEN, 500, true },
		{ RT_NOT_FOUND, 404, false },
	};
	struct rt_user alice = unit_member("alice");

	for (size_t i = 0; i < COUNT(table); i++) {
		struct req *q = post("/post", ALICE, "status=a");

		req_set_user(q, &alice);
		assert_false(req_ok(q, table[i].err));
		assert_int_equal(table[i].status, q->status);
		assert_int_equal(table[i].kept, holds(q, "post:", "|a|"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ASKED(nobody_gets_the_sign_in),
		ASKED(where_nothing_was_typed),
		ASKED(a_form_of_another_session),
		ASKED(without_redis),
		ASKED(other_errors),
	};

	return RUN_GROUP(tests, start, unit_stop);
}
