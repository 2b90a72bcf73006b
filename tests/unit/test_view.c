/* What several pages show: posts, pagers, forms, times. */
#include <stdio.h>

#include "asked.h"

#define PRAGMA "{{%AUTOESCAPE context=\"HTML\"}}\n"

static int start(void **state)
{
	setenv("TZ", "UTC", 1);
	tzset();
	if (asked_start(state) != 0)
		return -1;
	asked_template("page.tpl",
		       PRAGMA "{{>POSTS}}{{#EMPTY}}none{{/EMPTY}}{{>PAGER}}"
			      "{{>LOGIN}}{{>POST_FORM}}");
	asked_template(
		"post.tpl", PRAGMA
		"{{NAME}} {{ID}} {{>TEXT}} {{AGO}} {{WHEN}}"
		"{{ME}}{{CSRF}}{{BACK}}{{#SIGNED_IN}}in{{/SIGNED_IN}}|");
	asked_template("body.tpl", PRAGMA "{{#BLOCK}}{{BODY}}{{/BLOCK}}");
	asked_template("posts.tpl", PRAGMA "{{>POST}}");
	asked_template("kept.tpl", PRAGMA "{{KEPT:x-html}}");
	asked_template("pager.tpl",
		       PRAGMA "{{#NEWER}}newer {{START}}{{/NEWER}},"
			      "{{#OLDER}}older {{START}}{{#AFTER}} after "
			      "{{ID}}{{/AFTER}}{{/OLDER}}");
	asked_template("login_form.tpl",
		       PRAGMA "login {{USERNAME}}"
			      "{{#BAD_FORM}}: {{MESSAGE}}{{/BAD_FORM}}");
	asked_template("post_form.tpl", PRAGMA "{{STATUS}}|{{NONCE}}");
	return !tpl_load(server_path(""), NULL);
}

static struct req *request(void)
{
	static const char *const none[] = { NULL };

	return asked(none);
}

/* A page of the templates above, after `root` was filled. */
static const char *shown(struct tpl *root)
{
	size_t len;
	const char *page = tpl_render(root, "page.tpl", &len);
	const char *copy;

	assert_non_null(page);
	copy = arena_strndup(&mem, page, len);
	return copy;
}

/* ---- times ------------------------------------------------------------- */

TEST(dates)
{
	static const struct {
		time_t time;
		const char *date;
	} table[] = {
		{ 0, "1 January 1970" },
		{ 1700000000, "14 November 2023" },
		{ 1709164800, "29 February 2024" },
		{ 1709251199, "29 February 2024" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal(table[i].date,
				    view_date(&mem, table[i].time));
}

TEST(short_dates)
{
	/* 14 November 2023, 22:13:20 */
	const time_t now = 1700000000, day = 24 * 60 * 60;
	static const struct {
		time_t days;
		const char *date, *with_hour;
	} table[] = {
		{ 0, "just now", "just now" },
		{ 1, "13 Nov", "13 Nov, 22:13" },
		{ 5, "9 Nov", "9 Nov, 22:13" },
		{ 195, "3 May", "3 May, 22:13" },
		{ 317, "1 Jan", "1 Jan, 22:13" },
		{ 318, "31 Dec 2022", "31 Dec 2022, 22:13" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		time_t then = now - table[i].days * day;

		assert_string_equal(table[i].date, view_ago(&mem, then, now));
		assert_string_equal(table[i].with_hour,
				    view_ago_with_hour(&mem, then, now));
	}
}

static const char *post_of(time_t when)
{
	struct rt_post post = {
		.id = 42,
		.user_id = 1,
		.time = when,
		.name = "alice",
		.body = "<hello>",
	};
	struct rt_posts posts = { .v = &post, .n = 1 };
	struct tpl *root = tpl_new(&mem);

	view_posts(request(), root, &posts);
	return shown(root);
}

TEST(how_long_ago)
{
	static const struct {
		int seconds;
		const char *ago;
	} table[] = {
		{ -100, "just now" },      { 0, "just now" },
		{ 50, "just now" },        { 65, "1 minute ago" },
		{ 125, "2 minutes ago" },  { 3590, "59 minutes ago" },
		{ 3605, "1 hour ago" },    { 7205, "2 hours ago" },
		{ 86390, "23 hours ago" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *page = post_of(time(NULL) - table[i].seconds);

		CHECK(page, strstr(page, table[i].ago));
	}
	assert_string_equal("alice 42 &lt;hello&gt; 14 Nov 2023 "
			    "2023-11-14T22:13:20Z|",
			    post_of(1700000000));
}

TEST(posts_or_none)
{
	struct rt_post v[2] = {
		{ .id = 2, .name = "bob", .body = "two", .time = 0 },
		{ .id = 1, .name = "al", .body = "one", .time = 0 },
	};
	struct rt_posts two = { .v = v, .n = 2 }, none = { 0 };
	struct tpl *root = tpl_new(&mem);

	view_posts(request(), root, &two);
	assert_string_equal("bob 2 two 1 Jan 1970 1970-01-01T00:00:00Z|\n"
			    "al 1 one 1 Jan 1970 1970-01-01T00:00:00Z|",
			    shown(root));
	root = tpl_new(&mem);
	view_posts(request(), root, &none);
	assert_string_equal("none", shown(root));
}

/* The long one is not cached: its key would not fit. */
TEST(a_long_post_among_others)
{
	char *body = arena_alloc(&mem, 10001);
	struct rt_post v[3] = {
		{ .id = 2, .name = "bob", .body = "two", .time = 0 },
		{ .id = 3, .name = "bob", .body = body, .time = 0 },
		{ .id = 1, .name = "al", .body = "one", .time = 0 },
	};
	struct rt_posts three = { .v = v, .n = 3 };

	memset(body, 'x', 10000);
	for (int i = 0; i < 2; i++) {
		struct tpl *root = tpl_new(&mem);
		const char *page;

		view_posts(request(), root, &three);
		page = shown(root);
		CHECK(page, strstr(page, "bob 2 two 1") == page);
		CHECK(page, strstr(page, "|\nbob 3 xxx"));
		CHECK(page, strstr(page, "xxx 1 Jan 1970"));
		CHECK(page, strstr(page, "|\nal 1 one 1 Jan 1970"));
	}
}

/* Even if its template asks for that: the next visitor would see it. */
TEST(nothing_of_a_visitor_is_in_a_post)
{
	struct rt_post post = { .id = 3, .name = "al", .body = "three" };
	struct rt_posts posts = { .v = &post, .n = 1 };
	const char *page = NULL;

	for (uint64_t id = 1; id <= 2; id++) {
		struct req *q = request();
		struct tpl *t;

		q->known = true;
		q->address = id == 1 ? "/?one" : "/?two";
		q->me.id = id;
		q->me.name = id == 1 ? "anna" : "ben";
		q->me.secret = rt_nonce(&mem);
		t = page_begin(q, "page.tpl", "Title");
		view_posts(q, t, &posts);
		page_end(q, 200);
		assert_int_equal(200, q->status);
		if (!page)
			page = q->body;
		assert_string_equal(page, q->body);
	}
	assert_string_equal("al 3 three 1 Jan 1970 1970-01-01T00:00:00Z|",
			    page);
}

/* ---- pagers ------------------------------------------------------------ */

TEST(pagers)
{
	static const struct {
		int64_t step;
		struct rt_place here, older;
		const char *page;
	} table[] = {
		{ 10, { 0, 0, 0 }, { 0, 0, 0 }, "" },
		{ 10, { 0, 0, 0 }, { 10, 0, 0 }, ",older 10" },
		{ 10, { 10, 7, 0 }, { 20, 5, 0 }, "newer 0,older 20 after 5" },
		{ 10, { 20, 0, 0 }, { 0, 0, 0 }, "newer 10," },
		{ 10, { 25, 0, 0 }, { 35, 0, 0 }, "newer 15,older 35" },
		{ 10, { 5, 0, 0 }, { 0, 0, 0 }, "newer 0," },
		{ 50, { 100, 0, 0 }, { 150, 0, 0 }, "newer 50,older 150" },
		{ 50, { 50, 0, 0 }, { 0, 0, 0 }, "newer 0," },
		{ 0, { 20, 0, 0 }, { 30, 0, 0 }, "newer 0,older 30" },
		{ 0, { 1000, 0, 0 }, { 0, 0, 0 }, "newer 0," },
		{ 0, { RT_NO_START, 0, 0 }, { 0, 0, 0 }, "newer 0," },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct tpl *root = tpl_new(&mem);

		view_pager(root, table[i].here, table[i].older, table[i].step);
		assert_string_equal(table[i].page, shown(root));
	}
}

/* ---- forms and paths --------------------------------------------------- */

TEST(forms)
{
	struct tpl *root = tpl_new(&mem), *form;
	const char *page;

	form = view_login_form(root, "<al>");
	assert_true(view_problem(form, false, "BAD_FORM", "wrong"));
	assert_string_equal("login &lt;al&gt;: wrong", shown(root));
	root = tpl_new(&mem);
	form = view_login_form(root, "al");
	assert_false(view_problem(form, false, "BAD_FORM", NULL));
	assert_true(view_problem(form, true, "BAD_FORM", NULL));
	assert_string_equal("login al", shown(root));
	root = tpl_new(&mem);
	view_post_form(request(), root, "text", 0);
	page = shown(root);
	assert_memory_equal("text|", page, 5);
	assert_true(strlen(page + 5) >= 32);
}

TEST(paths)
{
	struct rt_post post = { .id = 42, .name = "Ann Lee" };

	assert_string_equal("/@alice", view_profile_path(&mem, "alice"));
	assert_string_equal("/@a%2F%3F%0D%0A",
			    view_profile_path(&mem, "a/?\r\n"));
	assert_string_equal("/@Ann%20Lee/42", view_post_path(&mem, &post));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ASKED(dates),
		ASKED(short_dates),
		ASKED(how_long_ago),
		ASKED(posts_or_none),
		ASKED(a_long_post_among_others),
		ASKED(nothing_of_a_visitor_is_in_a_post),
		ASKED(pagers),
		ASKED(forms),
		ASKED(paths),
	};

	return RUN_GROUP(tests, start, unit_stop);
}
