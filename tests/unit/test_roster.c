/*
 * Lists of members below a post: who has answered and read it, and who has not;
 * who may see which of them.
 */
#include "unit.h"

static struct rt_user alice, bob, carol, dora;
static uint64_t question; /* by alice */

static uint64_t post_with(const struct rt_user *author,
			  const struct rt_attached *attached)
{
	const struct rt_draft draft = { .body = "Who comes?",
					.attached = *attached };
	uint64_t id = 0;

	assert_int_equal(RT_OK, rt_post_create(rt, &mem, author, &draft, &id));
	return id;
}

static uint64_t ask(const struct rt_user *author, const char *answers,
		    bool several, bool secret)
{
	struct rt_question q = { .several = several, .secret = secret };
	const struct rt_attached attached = { .question = &q };

	assert_null(rt_answers_problem(&mem, answers, &q));
	return post_with(author, &attached);
}

static uint64_t announce(time_t until)
{
	return post_with(&alice, &(struct rt_attached){ .announced = until });
}

/* A member who is in the list of members. */
static struct rt_user listed(const char *name)
{
	struct rt_user user = unit_member(name);

	redis("ZADD directory 0 %s\t%d", name, (int)user.id);
	return user;
}

/* Alice asks who comes, and dora runs the site. */
static int four_members(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = listed("alice");
	bob = listed("bob");
	carol = listed("carol");
	dora = listed("dora");
	redis("SADD hosts %d", (int)dora.id);
	redis("HSET user:%d standing host", (int)dora.id);
	question = ask(&alice, RT_COMES, false, false);
	return 0;
}

static void answer(const struct rt_user *who, uint64_t post, unsigned n,
		   int guests)
{
	assert_int_equal(RT_OK, rt_answer(rt, &mem, who, post, n, guests));
}

/* Others who have answered, by script: their ids are from 1001 on. */
static void many_answer(uint64_t post, int n, int from, int to)
{
	redis("EVAL %s 1 answers:%d %d %d %d",
	      "for id = ARGV[2], ARGV[3] do\n"
	      "redis.call('ZADD', KEYS[1], ARGV[1] * 2 ^ 40 + id,\n"
	      "  ARGV[1] .. ' ' .. string.format('%d', id))\n"
	      "redis.call('ZADD', KEYS[1], 8 * 2 ^ 40 + id,\n"
	      "  string.format('%d', id))\n"
	      "end",
	      (int)post, n, from, to);
}

/* Members without anything but a name, m1001 and so on, and their entries. */
static void many_members(int from, int to)
{
	for (int id = from; id <= to; id++) {
		redis("HSET user:%d username m%d", id, id);
		redis("ZADD directory 0 m%d\t%d", id, id);
	}
}

static struct rt_roster_page look_from(const struct rt_user *who,
				       uint64_t post, enum rt_roster_kind kind,
				       unsigned n, uint64_t from)
{
	const struct rt_roster_query query = { .kind = kind,
					       .answer = n,
					       .from = from };
	struct rt_roster_page page;

	memset(&page, 0x5a, sizeof page);
	assert_int_equal(RT_OK,
			 rt_roster_page(rt, &mem, who ? who->secret : NULL,
					post, &query, &page));
	return page;
}

/* The names of a page, each with its guests, "?" for one that is hidden. */
static const char *names_of(const struct rt_roster *r)
{
	const char *all = "";

	for (size_t i = 0; i < r->n; i++) {
		const struct rt_roster_member *is = &r->v[i];

		all = arena_printf(&mem, "%s%s%s", all, i ? " " : "",
				   is->name ? is->name : "?");
		if (is->guests)
			all = arena_printf(&mem, "%s+%u", all, is->guests);
	}
	return all;
}

static const char *look(const struct rt_user *who, uint64_t post,
			enum rt_roster_kind kind, unsigned n)
{
	struct rt_roster_page page = look_from(who, post, kind, n, 0);

	return page.post.id ? names_of(&page.roster) : "denied";
}

/* ---- answers ------------------------------------------------------------ */

TEST(each_answer_has_its_names_in_the_order_of_answering)
{
	struct rt_roster_page page;

	answer(&carol, question, RT_COMES_YES, 2);
	answer(&bob, question, RT_COMES_YES, 0);
	answer(&alice, question, RT_COMES_NO, 0);
	redis("ZADD answers:%d 1 %s", (int)question,
	      arena_printf(&mem, "0 %d", (int)carol.id));
	assert_string_equal("carol+2 bob",
			    look(&bob, question, RT_ROSTER_ANSWER, 0));
	assert_string_equal("", look(&bob, question, RT_ROSTER_ANSWER, 1));
	assert_string_equal("alice",
			    look(&bob, question, RT_ROSTER_ANSWER, 2));
	page = look_from(&bob, question, RT_ROSTER_ANSWER, 0, 0);
	assert_int_equal(2, page.roster.total);
	assert_int_equal(0, page.roster.next);
	assert_int_equal(bob.id, page.me.id);
	assert_string_equal("Who comes?", page.post.body);
	assert_int_equal(1, page.post.attached.question->so_far.mine);
}

TEST(fifty_on_a_page)
{
	struct rt_roster_page page;

	many_members(1001, 1051);
	many_answer(question, 0, 1001, 1051);
	many_answer(question, 1, 1101, 1101);
	page = look_from(&bob, question, RT_ROSTER_ANSWER, 0, 0);
	assert_int_equal(50, page.roster.n);
	assert_int_equal(51, page.roster.total);
	assert_int_equal(50, page.roster.next);
	assert_string_equal("m1001", page.roster.v[0].name);
	assert_string_equal("m1050", page.roster.v[49].name);
	page = look_from(&bob, question, RT_ROSTER_ANSWER, 0, 50);
	assert_string_equal("m1051", names_of(&page.roster));
	assert_int_equal(0, page.roster.next);
	/* Not an entry of the next band, however far. */
	for (uint64_t i = 51; i < 54; i++) {
		page = look_from(&bob, question, RT_ROSTER_ANSWER, 0, i);
		assert_int_equal(0, page.roster.n);
	}
	page = look_from(&bob, question, RT_ROSTER_ANSWER, 0, UINT64_MAX);
	assert_int_equal(0, page.roster.n);
}

TEST(nobody_reads_a_whole_set)
{
	struct rt_roster_page page;

	many_answer(question, 0, 1, 100000);
	many_members(99990, 100000);
	page = look_from(&bob, question, RT_ROSTER_ANSWER, 0, 99990);
	assert_int_equal(10, page.roster.n);
	assert_string_equal("m100000", page.roster.v[9].name);
	assert_int_equal(100000, page.roster.total);
}

TEST(a_suspended_member_is_counted_without_a_name)
{
	answer(&bob, question, RT_COMES_YES, 1);
	answer(&carol, question, RT_COMES_YES, 0);
	assert_int_equal(RT_OK, unit_standing(bob.id, RT_SUSPENDED));
	assert_string_equal("?+1 carol",
			    look(&alice, question, RT_ROSTER_ANSWER, 0));
	assert_string_equal("bob+1 carol",
			    look(&dora, question, RT_ROSTER_ANSWER, 0));
	assert_int_equal(2, look_from(&alice, question, RT_ROSTER_ANSWER, 0, 0)
				    .roster.total);
}

TEST(members_see_who_gave_which_answer)
{
	answer(&bob, question, RT_COMES_YES, 0);
	assert_string_equal("bob",
			    look(&carol, question, RT_ROSTER_ANSWER, 0));
	assert_string_equal("denied",
			    look(NULL, question, RT_ROSTER_ANSWER, 0));
	assert_string_equal("denied",
			    look(&carol, question, RT_ROSTER_ANSWER, 3));
	assert_string_equal("denied", look(&carol, 99, RT_ROSTER_ANSWER, 0));
	assert_string_equal("denied", look(&carol, unit_post(&bob, "hi"),
					   RT_ROSTER_ANSWER, 0));
	assert_int_equal(RT_OK, unit_standing(carol.id, RT_SUSPENDED));
	assert_string_equal("denied",
			    look(&carol, question, RT_ROSTER_ANSWER, 0));
}

TEST(hosts_see_what_a_suspended_member_has_asked)
{
	answer(&bob, question, RT_COMES_YES, 0);
	assert_int_equal(RT_OK, unit_standing(alice.id, RT_SUSPENDED));
	assert_string_equal("denied",
			    look(&bob, question, RT_ROSTER_ANSWER, 0));
	assert_string_equal("bob", look(&dora, question, RT_ROSTER_ANSWER, 0));
}

TEST(the_posts_own_page_has_them_all)
{
	const struct rt_status none = { 0 };
	struct rt_status s = none;

	many_members(1001, 1051);
	many_answer(question, 0, 1001, 1051);
	answer(&carol, question, RT_COMES_NO, 0);
	assert_int_equal(RT_OK,
			 rt_status(rt, &mem, bob.secret, question, 0, &s));
	assert_int_equal(3, s.rosters);
	assert_int_equal(50, s.roster[0].n);
	assert_int_equal(50, s.roster[0].next);
	assert_int_equal(51, s.roster[0].total);
	assert_string_equal("", names_of(&s.roster[1]));
	assert_string_equal("carol", names_of(&s.roster[2]));
	s = none;
	assert_int_equal(RT_OK, rt_status(rt, &mem, NULL, question, 0, &s));
	assert_int_equal(0, s.rosters);
	assert_int_equal(51, s.post.attached.question->so_far.count[0]);
}

/* ---- a secret ballot ---------------------------------------------------- */

TEST(nobody_sees_names_of_a_secret_ballot)
{
	const struct rt_user *const who[] = { &alice, &bob, &dora };
	uint64_t secret = ask(&alice, "tea\ncoffee", false, true);
	struct rt_answers_walk walk = { .from = 0 };
	struct rt_answer_rows some = { .n = 7 };
	struct rt_roster_page page;
	struct rt_status s;

	answer(&bob, secret, 0, 0);
	for (size_t i = 0; i < COUNT(who); i++) {
		assert_string_equal("denied",
				    look(who[i], secret, RT_ROSTER_ANSWER, 0));
		assert_string_equal("denied", look(who[i], secret,
						   RT_ROSTER_UNANSWERED, 0));
		assert_int_equal(RT_OK, rt_status(rt, &mem, who[i]->secret,
						  secret, 0, &s));
		assert_int_equal(0, s.rosters);
	}
	page = look_from(&alice, secret, RT_ROSTER_TABLE, 0, 0);
	assert_true(page.post.attached.question->so_far.is_hidden);
	assert_int_equal(RT_DENIED, rt_answers_next(rt, &mem, &dora,
						    &page.post, &walk, &some));
	assert_int_equal(7, some.n);
}

/* ---- who has not answered ----------------------------------------------- */

TEST(the_author_and_hosts_see_who_has_not_answered)
{
	answer(&bob, question, RT_COMES_MAYBE, 0);
	assert_string_equal("alice carol dora",
			    look(&alice, question, RT_ROSTER_UNANSWERED, 0));
	assert_string_equal("alice carol dora",
			    look(&dora, question, RT_ROSTER_UNANSWERED, 0));
	assert_string_equal("denied",
			    look(&bob, question, RT_ROSTER_UNANSWERED, 0));
	redis("HSET user:%d standing moderator", (int)bob.id);
	assert_string_equal("denied",
			    look(&bob, question, RT_ROSTER_UNANSWERED, 0));
	/* Whoever takes the answer back has not answered. */
	assert_int_equal(
		RT_OK, rt_unanswer(rt, &mem, &bob, question, RT_COMES_MAYBE));
	assert_string_equal("alice bob carol dora",
			    look(&alice, question, RT_ROSTER_UNANSWERED, 0));
}

TEST(only_those_who_belong)
{
	redis("ZADD directory 0 zed\t77"); /* is gone */
	redis("ZADD directory 0 robert\t%d",
	      (int)bob.id); /* has another name */
	redis("ZADD directory 0 nobody");
	assert_int_equal(RT_OK, unit_standing(carol.id, RT_SUSPENDED));
	assert_string_equal("alice bob dora",
			    look(&alice, question, RT_ROSTER_UNANSWERED, 0));
	assert_string_equal("alice bob dora",
			    look(&dora, question, RT_ROSTER_UNANSWERED, 0));
}

/* Everybody who has not answered, page by page; returns how many pages. */
static int walk_unanswered(const char **all)
{
	uint64_t from = 0;
	int pages = 0;

	*all = "";
	do {
		struct rt_roster_page page = look_from(
			&alice, question, RT_ROSTER_UNANSWERED, 0, from);

		assert_true(page.roster.n <= RT_ROSTER);
		*all = arena_printf(&mem, "%s%s%s", *all,
				    page.roster.n ? " " : "",
				    names_of(&page.roster));
		assert_true(!page.roster.next || page.roster.next > from);
		from = page.roster.next;
		pages++;
	} while (from);
	return pages;
}

TEST(twelve_hundred_members)
{
	struct rt_roster_page page;
	const char *all;

	many_members(1001, 2196);
	page = look_from(&alice, question, RT_ROSTER_UNANSWERED, 0, 0);
	assert_int_equal(50, page.roster.n);
	assert_int_equal(50, page.roster.next);
	assert_int_equal(24, walk_unanswered(&all));
	many_answer(question, 0, 1001, 2190);
	/* Each page looks at five hundred, and these have nobody else. */
	page = look_from(&alice, question, RT_ROSTER_UNANSWERED, 0, 0);
	assert_string_equal("alice bob carol dora", names_of(&page.roster));
	assert_int_equal(500, page.roster.next);
	assert_int_equal(3, walk_unanswered(&all));
	assert_string_equal(" alice bob carol dora m2191 m2192 m2193 m2194 "
			    "m2195 m2196",
			    all);
}

/* The number of members is exactly what a page looks at. */
TEST(the_last_page_leads_nowhere)
{
	struct rt_roster_page page;

	many_members(1001, 1496);
	many_answer(question, 0, 1001, 1496);
	assert_redis("500", "ZCARD directory");
	page = look_from(&alice, question, RT_ROSTER_UNANSWERED, 0, 0);
	assert_int_equal(4, page.roster.n);
	assert_int_equal(0, page.roster.next);
	many_members(1497, 1497);
	page = look_from(&alice, question, RT_ROSTER_UNANSWERED, 0, 0);
	assert_int_equal(500, page.roster.next);
}

/* ---- announcements ------------------------------------------------------ */

TEST(who_has_read_an_announcement_and_who_has_not)
{
	uint64_t news = announce(time(NULL) + 3600);
	const struct rt_user *const may[] = { &alice, &carol, &dora };

	redis("HSET user:%d standing moderator", (int)carol.id);
	redis("ZADD read:%d 20 %d 10 %d", (int)news, (int)bob.id,
	      (int)dora.id);
	for (size_t i = 0; i < COUNT(may); i++) {
		assert_string_equal("dora bob",
				    look(may[i], news, RT_ROSTER_READ, 0));
		assert_string_equal("alice carol",
				    look(may[i], news, RT_ROSTER_UNREAD, 0));
	}
	assert_string_equal("denied", look(&bob, news, RT_ROSTER_READ, 0));
	assert_string_equal("denied", look(&bob, news, RT_ROSTER_UNREAD, 0));
	assert_string_equal("denied", look(NULL, news, RT_ROSTER_READ, 0));
	/* It asks nothing, and a question is no announcement. */
	assert_string_equal("denied",
			    look(&alice, news, RT_ROSTER_UNANSWERED, 0));
	assert_string_equal("denied",
			    look(&alice, question, RT_ROSTER_READ, 0));
}

TEST(fifty_readers_on_a_page)
{
	uint64_t news = announce(time(NULL) + 3600);
	struct rt_roster_page page;

	many_members(1001, 1120);
	for (int id = 1001; id <= 1120; id++)
		redis("ZADD read:%d %d %d", (int)news, id, id);
	page = look_from(&alice, news, RT_ROSTER_READ, 0, 50);
	assert_int_equal(50, page.roster.n);
	assert_int_equal(100, page.roster.next);
	assert_int_equal(120, page.roster.total);
	assert_string_equal("m1051", page.roster.v[0].name);
	page = look_from(&alice, news, RT_ROSTER_READ, 0, 100);
	assert_int_equal(20, page.roster.n);
	assert_int_equal(0, page.roster.next);
}

TEST(thirty_days_later_only_the_number_is_left)
{
	uint64_t news = announce(time(NULL) + 3600);
	time_t end = time(NULL) - READ_BY_SECONDS;
	struct rt_roster_page page;

	redis("HSET post:%d announced %lld", (int)news, (long long)end + 60);
	redis("ZADD read:%d 1 %d", (int)news, (int)bob.id);
	assert_string_equal("bob", look(&alice, news, RT_ROSTER_READ, 0));
	/* Also if the worker has not got there yet. */
	redis("HSET post:%d announced %lld", (int)news, (long long)end);
	page = look_from(&alice, news, RT_ROSTER_READ, 0, 0);
	assert_true(rt_readers_are_dropped(&page.post));
	assert_int_equal(0, page.roster.n);
	assert_int_equal(1, page.roster.total);
	redis("UNLINK read:%d", (int)news);
	redis("HSET post:%d announced %s", (int)news,
	      arena_printf(&mem, "%lld 12", (long long)end));
	page = look_from(&alice, news, RT_ROSTER_READ, 0, 0);
	assert_int_equal(12, page.roster.total);
	page = look_from(&alice, news, RT_ROSTER_UNREAD, 0, 0);
	assert_int_equal(news, page.post.id);
	assert_int_equal(0, page.roster.n);
	assert_int_equal(0, page.roster.next);
}

/* ---- the table ---------------------------------------------------------- */

/* All rows, as "name:ANSWERS+GUESTS"; and how many portions there were. */
static const char *rows_for(const struct rt_user *who, uint64_t post,
			    int *portions)
{
	struct rt_roster_page page =
		look_from(who, post, RT_ROSTER_TABLE, 0, 0);
	struct rt_answers_walk walk = { .from = 0 };
	struct rt_answer_rows some;
	const char *all = "";

	if (!page.post.id)
		return "denied";
	for (*portions = 0; !walk.is_done; (*portions)++) {
		assert_int_equal(RT_OK,
				 rt_answers_next(rt, &mem, &page.me,
						 &page.post, &walk, &some));
		for (size_t i = 0; i < some.n; i++)
			all = arena_printf(
				&mem, "%s %s:%u+%u", all,
				some.v[i].name ? some.v[i].name : "?",
				some.v[i].answers, some.v[i].guests);
	}
	return all;
}

TEST(the_table_has_each_member_once)
{
	uint64_t drinks = ask(&alice, "tea\ncoffee\nmilk", true, false);
	int portions;

	answer(&carol, question, RT_COMES_YES, 2);
	answer(&bob, question, RT_COMES_NO, 0);
	assert_string_equal(" bob:4+0 carol:1+2",
			    rows_for(&alice, question, &portions));
	answer(&bob, drinks, 0, 0);
	answer(&bob, drinks, 2, 0);
	answer(&carol, drinks, 1, 0);
	redis("ZADD answers:%d %lld %d", (int)drinks, 8LL << 40, (int)bob.id);
	assert_string_equal(" bob:5+0 carol:2+0",
			    rows_for(&dora, drinks, &portions));
	assert_string_equal("denied", rows_for(&bob, drinks, &portions));
	assert_string_equal("denied", rows_for(NULL, drinks, &portions));
	assert_int_equal(RT_OK, unit_standing(bob.id, RT_SUSPENDED));
	assert_string_equal(" ?:5+0 carol:2+0",
			    rows_for(&alice, drinks, &portions));
	assert_string_equal(" bob:5+0 carol:2+0",
			    rows_for(&dora, drinks, &portions));
}

TEST(the_table_comes_in_portions)
{
	int portions;
	const char *rows;

	many_members(1001, 1401);
	many_answer(question, 1, 1001, 1400);
	assert_non_null(strstr(rows_for(&alice, question, &portions),
			       "m1200:2+0 m1201:2+0"));
	assert_int_equal(3, portions);
	many_answer(question, 1, 1401, 1401);
	rows = rows_for(&alice, question, &portions);
	assert_non_null(strstr(rows, "m1400:2+0 m1401:2+0"));
	assert_int_equal(3, portions);
}

/* ---- what else may be there --------------------------------------------- */

TEST(keys_that_make_no_sense)
{
	redis("SET answers:%d x", (int)question);
	assert_string_equal("", look(&alice, question, RT_ROSTER_ANSWER, 0));
	redis("UNLINK answers:%d", (int)question);
	redis("ZADD answers:%d 5 %s", (int)question, "0 x");
	redis("ZADD answers:%d 6 %s", (int)question, "y");
	assert_string_equal("? ?",
			    look(&alice, question, RT_ROSTER_ANSWER, 0));
	redis("UNLINK directory");
	redis("SET directory x");
	assert_string_equal("",
			    look(&alice, question, RT_ROSTER_UNANSWERED, 0));
}

#define FOUR(test)                                                            \
	cmocka_unit_test_setup_teardown(test, four_members, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		FOUR(each_answer_has_its_names_in_the_order_of_answering),
		FOUR(fifty_on_a_page),
		FOUR(nobody_reads_a_whole_set),
		FOUR(a_suspended_member_is_counted_without_a_name),
		FOUR(members_see_who_gave_which_answer),
		FOUR(hosts_see_what_a_suspended_member_has_asked),
		FOUR(the_posts_own_page_has_them_all),
		FOUR(nobody_sees_names_of_a_secret_ballot),
		FOUR(the_author_and_hosts_see_who_has_not_answered),
		FOUR(only_those_who_belong),
		FOUR(twelve_hundred_members),
		FOUR(the_last_page_leads_nowhere),
		FOUR(who_has_read_an_announcement_and_who_has_not),
		FOUR(fifty_readers_on_a_page),
		FOUR(thirty_days_later_only_the_number_is_left),
		FOUR(the_table_has_each_member_once),
		FOUR(the_table_comes_in_portions),
		FOUR(keys_that_make_no_sense),
	};

	return RUN_REDIS(tests);
}
