/* The HTML of a post is cached, and never shows anything outdated. */
#include <stddef.h>

#include "unit.h"
#include "view/fragment.h"
#include "view/view_post.h"

static int start(__attribute__((unused)) void **state)
{
	setenv("TZ", "UTC", 1);
	tzset();
	return !tpl_load(TEMPLATES, NULL);
}

static const struct rt_post usual = {
	.id = 42,
	.user_id = 7,
	.time = 1700000000,
	.name = "alice",
	.display = "Alice A",
	.body = "Hello @bob, see http://example.org/ about #tea & <biscuits>",
	.mentions = "bob",
	.replies = 2,
	.reply_to = 40,
	.reply_name = "carol",
	.likes = 3,
	.reposts = 4,
	.reposter = "dora",
	.reposter_display = "Dora D",
};

static struct card card_of(const struct rt_post *post)
{
	return (struct card){ .post = post,
			      .ago = "5 minutes ago",
			      .buttons = true };
}

static const char *page_of(const struct card *card)
{
	struct tpl *root = tpl_new(&mem);
	const char *page;
	size_t len;

	view_card(&mem, root, "POST", card);
	page = tpl_render(root, "posts.tpl", &len);
	assert_non_null(page);
	return page;
}

/* A different post replaces this one. */
static void forget(const struct card *card)
{
	struct rt_post post = *card->post;
	struct card other = *card;

	post.id += FRAGMENTS;
	other.post = &post;
	page_of(&other);
}

/* The page as it is built without the cache; it equals the cached one. */
static const char *page_both_ways(const struct card *card)
{
	const char *kept = page_of(card), *made;

	assert_string_equal(kept, page_of(card));
	forget(card);
	made = page_of(card);
	assert_string_equal(made, kept);
	return made;
}

/* The template asks for the time zone only while it makes a post. */
TEST(a_post_is_made_once)
{
	struct card card = card_of(&usual);
	const char *page = page_of(&card);

	assert_non_null(strstr(page, "22:13 UTC"));
	setenv("TZ", "XYZ-1", 1);
	tzset();
	assert_string_equal(page, page_of(&card));
	forget(&card);
	assert_non_null(strstr(page_of(&card), "23:13 XYZ"));
	setenv("TZ", "UTC", 1);
	tzset();
	forget(&card);
}

/* ---- the key ------------------------------------------------------------ */

#define AT(field)                                                             \
#field, offsetof(struct rt_post, field),                              \
		sizeof(((struct rt_post *)0)->field)
#define NUMBER(field, to)                                                     \
	{                                                                     \
		AT(field), .number = (to)                                     \
	}
#define TEXT(field, to)                                                       \
	{                                                                     \
		AT(field), .is_text = true, .text = (to)                      \
	}

/* In the order of the struct. */
static const struct input {
	const char *field;
	size_t at, size;
	uint64_t number;
	bool is_text;
	const char *text;
} inputs[] = {
	NUMBER(id, 43),
	NUMBER(user_id, 8),
	NUMBER(time, 1700000001),
	NUMBER(edited, 1700000060),
	TEXT(name, "alicf"),
	TEXT(display, "Alice B"),
	TEXT(face, "0123456789abcdef0123456789abcdef"),
	TEXT(body,
	     "Hello @bob, see http://example.org/ about #tea & <biscuit>"),
	TEXT(mentions, NULL),
	NUMBER(replies, 1),
	NUMBER(reply_to, 41),
	TEXT(reply_name, "carla"),
	NUMBER(likes, 1),
	NUMBER(reposts, 0),
	NUMBER(liked, true),
	NUMBER(reposted, true),
	NUMBER(pinned, true),
	TEXT(reposter, NULL),
	TEXT(reposter_display, "Dora E"),
};

static struct rt_post changed(const struct input *input)
{
	struct rt_post post = usual;
	void *field = (char *)&post + input->at;

	if (input->is_text)
		memcpy(field, &input->text, sizeof input->text);
	else if (input->size == sizeof(bool))
		*(bool *)field = input->number;
	else
		memcpy(field, &input->number, input->size);
	return post;
}

/* A new field of the struct must be added to the table, and to the key. */
TEST(the_table_has_every_field_of_a_post)
{
	size_t end = 0;

	for (size_t i = 0; i < COUNT(inputs); i++) {
		CHECK(inputs[i].field, inputs[i].at >= end);
		CHECK(inputs[i].field, inputs[i].at - end < sizeof(void *));
		end = inputs[i].at + inputs[i].size;
	}
	/*
	 * A post with an origin is in an archive, and is never shown as a
	 * card.  Nor does a card show the conversation that a post is part of.
	 * What a post has besides its text has tests of its own.
	 */
	end += sizeof((struct rt_post *)0)->origin +
	       sizeof((struct rt_post *)0)->root +
	       sizeof((struct rt_post *)0)->attached;
	assert_true(sizeof(struct rt_post) - end < sizeof(void *));
}

/* Alternately, as when two members look at the same page. */
TEST(each_input_shows_at_once)
{
	struct card card = card_of(&usual);

	for (size_t i = 0; i < COUNT(inputs); i++) {
		struct rt_post post = changed(&inputs[i]);
		struct card other = card_of(&post);
		const char *before = page_both_ways(&card), *page;

		page = page_both_ways(&other);
		CHECK(inputs[i].field, strcmp(before, page) != 0);
		for (int turn = 0; turn < 2; turn++) {
			assert_string_equal(before, page_of(&card));
			assert_string_equal(page, page_of(&other));
		}
	}
}

/* Until its end; who has read it has no button. */
TEST(an_announcement_shows_at_once)
{
	struct rt_post post = usual, read = usual, later = usual, over = usual;
	struct card card = card_of(&post),
		    others[] = { card_of(&read), card_of(&later),
				 card_of(&over) };
	const char *page, *other;

	post.attached.announced = time(NULL) + 1000000;
	read.attached = later.attached = post.attached;
	read.attached.read = true;
	later.attached.announced += 1000000;
	over.attached.announced = time(NULL);
	page = page_both_ways(&card);
	assert_non_null(strstr(page, "Announcement until"));
	assert_non_null(strstr(page, "name=\"read\" value=\"42\""));
	for (size_t i = 0; i < COUNT(others); i++) {
		other = page_both_ways(&others[i]);
		assert_string_not_equal(page, other);
		assert_int_equal(i == 2, !strstr(other, "Announcement"));
		assert_int_equal(i != 1, !strstr(other, "name=\"read\""));
		assert_string_equal(page, page_of(&card));
	}
	card.buttons = false;
	other = page_both_ways(&card);
	assert_non_null(strstr(other, "Announcement until"));
	assert_null(strstr(other, "name=\"read\""));
}

TEST(buttons_and_age_show_at_once)
{
	struct card card = card_of(&usual), still = card, older = card;
	const char *page = page_both_ways(&card);

	still.buttons = false;
	older.ago = "6 minutes ago";
	assert_non_null(strstr(page, "<button"));
	assert_null(strstr(page_both_ways(&still), "<button"));
	assert_non_null(strstr(page_both_ways(&older), "6 minutes ago"));
	assert_string_equal(page, page_of(&card));
}

TEST(names_that_are_missing_or_empty)
{
	struct rt_post none = { .id = 1, .name = "al", .body = "x" }, empty;
	struct card card = card_of(&none), other = card_of(&empty);

	empty = none;
	empty.reposter = "";
	for (int turn = 0; turn < 2; turn++) {
		assert_null(strstr(page_both_ways(&card), "reposted"));
		assert_non_null(strstr(page_both_ways(&other), "reposted"));
	}
}

/* Each row differs from the first in one thing. */
TEST(dates_show_at_once)
{
	static const struct rt_date dates[] = {
		{ .begins = 4000000000, .ends = 4000003600, .place = "Here" },
		{ .begins = 4000000060, .ends = 4000003600, .place = "Here" },
		{ .begins = 4000000000, .ends = 4000003660, .place = "Here" },
		{ .begins = 4000000000, .ends = 0, .place = "Here" },
		{ .begins = 4000000000, .ends = 4000003600, .place = "There" },
		{ .begins = 4000000000, .ends = 4000003600, .place = NULL },
		{ .begins = 4000000000,
		  .ends = 4000003600,
		  .place = "Here",
		  .is_all_day = true },
		{ .begins = 4000000000,
		  .ends = 4000003600,
		  .place = "Here",
		  .is_cancelled = true },
	};
	struct rt_post first = usual, post = usual;
	struct card card = card_of(&first), other = card_of(&post);

	assert_null(strstr(page_both_ways(&card), "class=\"dated"));
	first.attached.date = &dates[0];
	assert_non_null(strstr(page_both_ways(&card), "class=\"dated"));
	for (size_t i = 1; i < COUNT(dates); i++) {
		post.attached.date = &dates[i];
		assert_string_not_equal(page_both_ways(&card),
					page_both_ways(&other));
	}
}

/* ---- a question --------------------------------------------------------- */

static const struct rt_question asked = {
	.answer = { "Apple", "Plum", "Pear" },
	.answers = 2,
	.ends = 4000000000,
	.so_far = { .count = { 3, 2 }, .members = 5, .mine = 1 << 0 },
};

static const char *page_asking(const struct rt_question *question)
{
	struct rt_post post = usual;
	struct card card = card_of(&post);

	post.attached.question = question;
	return page_both_ways(&card);
}

/* Each is `asked` with one change, and must not be shown as before. */
static size_t changed_questions(struct rt_question *to)
{
	struct rt_question *q = to;

	for (size_t i = 0; i < 16; i++)
		to[i] = asked;
	(q++)->answer[1] = "Prune";
	(q++)->answers = 3;
	(q++)->ends += 3600;
	(q++)->ends = 1700000000; /* it has ended */
	(q++)->ends = 0;
	(q++)->comes = true;
	(q++)->several = true;
	(q++)->secret = true;
	(q++)->so_far.count[1] = 1;
	(q++)->so_far.members = 6;
	(q++)->so_far.mine = 1 << 1;
	(q++)->so_far.mine = 0;
	(q++)->so_far.is_hidden = true;
	return (size_t)(q - to);
}

static void assert_differ(const struct rt_question *one,
			  const struct rt_question *other)
{
	const char *before = page_asking(one), *page = page_asking(other);

	assert_string_not_equal(before, page);
	for (int turn = 0; turn < 2; turn++) {
		assert_string_equal(before, page_asking(one));
		assert_string_equal(page, page_asking(other));
	}
}

TEST(each_part_of_a_question_shows_at_once)
{
	struct rt_question other[16];
	size_t n = changed_questions(other);

	assert_string_not_equal(page_asking(NULL), page_asking(&asked));
	for (size_t i = 0; i < n; i++)
		assert_differ(&asked, &other[i]);
}

/* Both have the same place in the cache, so that only the key differs. */
TEST(the_own_answer_shows_at_once)
{
	struct rt_question none = asked, last;

	for (size_t i = 0; i < RT_ANSWERS_MAX; i++)
		none.answer[i] = "Fruit";
	none.answers = RT_ANSWERS_MAX;
	none.so_far.mine = 0;
	last = none;
	last.so_far.mine = 1 << 5;
	assert_differ(&none, &last);
}

TEST(guests_show_at_once)
{
	struct rt_question alone = asked, all, own;

	alone.comes = true;
	all = own = alone;
	all.so_far.guests = 2;
	own.so_far.my_guests = 2;
	assert_differ(&alone, &all);
	assert_differ(&alone, &own);
}

/* Two members look at it in turn: neither makes it again for the other. */
TEST(answers_of_two_visitors_have_two_places)
{
	struct rt_question own = asked, other;
	struct rt_post post = usual, same = usual;
	struct card one = card_of(&post), two = card_of(&same);
	const char *page;

	own.ends = 0; /* in the key as a time of day */
	other = own;
	other.so_far.mine = 1 << 1;
	post.attached.question = &own;
	same.attached.question = &other;
	page = page_of(&one);
	page_of(&two);
	setenv("TZ", "XYZ-1", 1);
	tzset();
	assert_string_equal(page, page_of(&one));
	setenv("TZ", "UTC", 1);
	tzset();
}

TEST(a_question_that_has_ended_has_no_buttons)
{
	struct rt_question ended = asked;

	assert_non_null(strstr(page_asking(&asked), "name=\"answer\""));
	ended.ends = 1700000000;
	assert_null(strstr(page_asking(&ended), "name=\"answer\""));
	assert_non_null(strstr(page_asking(&ended), "Ended"));
}

/* ---- the size ----------------------------------------------------------- */

static const char *repeated(const char *text, size_t n)
{
	char *all = arena_alloc(&mem, n * strlen(text) + 1), *end = all;

	while (n--)
		end = stpcpy(end, text);
	return all;
}

TEST(bodies_of_any_length)
{
	static const size_t table[] = { 0, 1, 400, 600, 800, 1000, 30000 };

	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_post post = usual;
		struct card card = card_of(&post);

		post.body = repeated("<&>", table[i]);
		assert_non_null(strstr(page_both_ways(&card),
				       repeated("&lt;&amp;&gt;", table[i])));
	}
}

/* It is written directly into the page, and the page is the same. */
TEST(a_post_that_is_not_kept)
{
	struct rt_post post = usual;
	struct card card = card_of(&post);
	const char *kept, *at, *body = "instead", *more;

	post.body = body;
	kept = page_both_ways(&card);
	at = strstr(kept, body);
	assert_non_null(at);
	more = repeated(body, FRAGMENT_MAX);
	post.body = more;
	assert_string_equal(arena_printf(&mem, "%.*s%s%s", (int)(at - kept),
					 kept, more, at + strlen(body)),
			    page_both_ways(&card));
}

TEST(more_posts_than_places)
{
	struct rt_post post = usual;
	struct card card = card_of(&post);

	for (int turn = 0; turn < 2; turn++)
		for (post.id = 1; post.id < 2 * FRAGMENTS; post.id += 7) {
			const char *id =
				arena_printf(&mem, "id=\"p%llu\"",
					     (unsigned long long)post.id);

			CHECK(id, strstr(page_of(&card), id));
			arena_reset(&mem);
		}
}

/* ---- what must not be cached, or shown ---------------------------------- */

TEST(hostile_texts_stay_texts)
{
	static const char *const table[] = {
		"<script>alert(1)</script>",
		"\"><img src=x onerror=alert(2)>",
		"{{NAME}}{{>POST}}{{%AUTOESCAPE}}",
		"</p></article>",
		"&lt;b>",
		"javascript:alert(3)",
		"' onmouseover='alert(4)",
		"<!--",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_question question = asked;
		struct rt_post post = usual;
		struct card card = card_of(&post);
		const char *page;

		question.answer[0] = table[i];
		post.attached.question = &question;
		post.name = post.body = post.reposter = post.reply_name =
			table[i];
		card.ago = table[i];
		page = page_both_ways(&card);
		CHECK(table[i], !strstr(page, "<script"));
		CHECK(table[i], !strstr(page, "<img"));
		CHECK(table[i], !strstr(page, "<!--"));
		CHECK(table[i], !strstr(page, "\"javascript:"));
		CHECK(table[i], !strstr(page, "' onmouse"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(a_post_is_made_once),
		PLAIN(the_table_has_every_field_of_a_post),
		PLAIN(each_input_shows_at_once),
		PLAIN(an_announcement_shows_at_once),
		PLAIN(buttons_and_age_show_at_once),
		PLAIN(names_that_are_missing_or_empty),
		PLAIN(dates_show_at_once),
		PLAIN(each_part_of_a_question_shows_at_once),
		PLAIN(the_own_answer_shows_at_once),
		PLAIN(guests_show_at_once),
		PLAIN(answers_of_two_visitors_have_two_places),
		PLAIN(a_question_that_has_ended_has_no_buttons),
		PLAIN(bodies_of_any_length),
		PLAIN(a_post_that_is_not_kept),
		PLAIN(more_posts_than_places),
		PLAIN(hostile_texts_stay_texts),
	};

	return RUN_GROUP(tests, start, NULL);
}
