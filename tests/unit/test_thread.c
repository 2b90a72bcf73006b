/* The tree of a conversation, whatever its entries say. */
#include "libretwis/post/thread.h"
#include "unit.h"

/* The entries in one text, separated by commas. */
static struct rt_texts entries(const char *list)
{
	char *text = arena_printf(&mem, "%s", list), *end;
	struct rt_texts out = { .v = arena_alloc(
					&mem, strlen(list) * sizeof *out.v) };

	for (; *text; text = end) {
		end = text + strcspn(text, ",");
		if (*end)
			*end++ = '\0';
		out.v[out.n++] = text;
	}
	return out;
}

/* One post: a dot for each step, its id, and ! if it is gone. */
static const char *drawn(const struct thread *t)
{
	const char *text = "";

	for (size_t i = 0; i < t->n; i++)
		text = arena_printf(&mem, "%s%s%.*s%llu%s", text, i ? " " : "",
				    (int)t->v[i].depth, "........",
				    (unsigned long long)t->v[i].id,
				    t->v[i].gone ? "!" : "");
	return text;
}

static const char *built(struct thread_source from, const char *list)
{
	struct thread t;

	from.entries = entries(list);
	thread_build(&mem, &from, &t);
	return drawn(&t);
}

TEST(shapes)
{
	static const struct {
		const char *name;
		uint64_t root, id, reply_to;
		const char *entries, *drawn;
	} table[] = {
		{ "alone", 1, 1, 0, "", "1" },
		{ "a chain", 1, 3, 2, "2 1,3 2,4 3", "1 .2 ..3 ...4" },
		{ "branches", 1, 1, 0, "2 1,3 1,4 2,5 3,6 2",
		  "1 .2 ..4 ..6 .3 ..5" },
		{ "by id, however they are scored", 1, 1, 0, "9 1,4 1,6 1",
		  "1 .4 .6 .9" },
		{ "a parent with the higher id", 1, 1, 0, "2 7,7 1",
		  "1 .7 ..2" },
		{ "a deleted one that is answered", 1, 1, 0, "2 1 gone,3 2",
		  "1 .2! ..3" },
		{ "a deleted one that nobody answers", 1, 1, 0,
		  "2 1 gone,3 2 gone,4 1", "1 .4" },
		{ "the post itself is never gone", 1, 2, 1, "2 1 gone",
		  "1 .2" },
		{ "the post has no entry", 1, 9, 2, "2 1,3 2",
		  "1 .2 ..3 ..9" },
		{ "nor has what it answers", 1, 9, 8, "2 1", "1 .2 .8 ..9" },
		{ "what is answered has no entry", 1, 1, 0, "2 1,5 4,6 4",
		  "1 .2 .4 ..5 ..6" },
		{ "no root", 0, 5, 0, "", "5" },
		{ "no root, but it answers", 0, 5, 3, "", "3 .5" },
		{ "the beginning answers something", 1, 1, 7, "1 7,2 1",
		  "1 .2" },
		{ "a post that answers nothing", 1, 4, 0, "2 1,3 0",
		  "1 .2 .3 .4" },
		{ "a circle of one", 1, 1, 0, "2 2,3 2", "1 .2 ..3" },
		{ "a circle of two", 1, 1, 0, "2 3,3 2,4 3", "1 .2 ..3 ...4" },
		{ "a circle of three, and what hangs on it", 1, 9, 8,
		  "2 1,5 6,6 7,7 5,8 7", "1 .2 .5 ..7 ...6 ...8 ....9" },
		{ "an id twice", 1, 1, 0, "2 1,3 2,3 1,2 3", "1 .2 ..3" },
		{ "no entries at all", 1, 1, 0,
		  ",x,2,2 ,2 x, 2 1,2  1,2 1 away,2 1 gonee,-2 1,0 1,"
		  "99999999999999999999 1",
		  "1" },
		{ "the highest id", 1, 1, 0, "18446744073709551615 1",
		  "1 .18446744073709551615" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct thread_source from = { .root = table[i].root,
					      .id = table[i].id,
					      .reply_to = table[i].reply_to };
		const char *is = built(from, table[i].entries);

		if (strcmp(table[i].drawn, is) != 0)
			fail_msg("%s: %s", table[i].name, is);
	}
}

TEST(replies_without_an_entry)
{
	uint64_t ids[] = { 4, 2, 4, 0, 3, 9, 8 };
	struct thread_source from = { .id = 3,
				      .replies = { ids, COUNT(ids) } };

	assert_string_equal("3 .2 .4 .8 .9", built(from, ""));
	from.reply_to = 1;
	assert_string_equal("1 .3 ..2 ..4 ..8 ..9", built(from, ""));
	/* An entry says where a reply belongs, and the list can't move it. */
	from.root = 1;
	assert_string_equal("1 .3 ..2 ..8 ...4 ..9",
			    built(from, "3 1,8 3,4 8"));
}

/* Each a reply to the one before: no deeper on the stack than any other. */
TEST(as_deep_as_it_gets)
{
	struct thread_source from = { .root = 1, .id = 1 };
	const size_t deep = 100000;
	struct thread t;

	from.entries.v = arena_alloc(&mem, deep * sizeof *from.entries.v);
	for (size_t i = 0; i < deep; i++)
		from.entries.v[from.entries.n++] =
			arena_printf(&mem, "%zu %zu", i + 2, i + 1);
	thread_build(&mem, &from, &t);
	assert_int_equal(deep + 1, t.n);
	assert_int_equal(deep, t.v[deep].depth);
	/* The last one answers itself, the others answer the next. */
	for (size_t i = 0; i < deep; i++)
		from.entries.v[i] = arena_printf(&mem, "%zu %zu", i + 2,
						 i + 1 < deep ? i + 3 : i + 2);
	thread_build(&mem, &from, &t);
	assert_int_equal(deep + 1, t.n);
	assert_int_equal(2, t.v[deep].id);
	/* One big circle. */
	from.entries.v[deep - 1] = arena_printf(&mem, "%zu 2", deep + 1);
	thread_build(&mem, &from, &t);
	assert_int_equal(deep + 1, t.n);
}

static struct thread row_of(size_t n)
{
	struct thread_source from = { .root = 1, .id = 1 };
	struct thread t;

	from.replies.v = arena_alloc(&mem, n * sizeof *from.replies.v);
	for (; from.replies.n + 1 < n; from.replies.n++)
		from.replies.v[from.replies.n] = from.replies.n + 2;
	thread_build(&mem, &from, &t);
	return t;
}

TEST(pages)
{
	struct thread t = row_of(120);
	static const struct {
		uint64_t id, after;
		size_t from;
	} table[] = {
		{ 1, 0, 0 },
		{ 1, 1, 1 },
		{ 1, 119, 119 },
		{ 1, 120, 0 },
		{ 1, 121, 0 },
		{ 50, UINT64_MAX, 0 },
		{ 51, 999, 50 },
		{ 120, 120, 100 },
		{ 999, 999, 0 },
		{ 120, 0, 0 },
		{ 999, UINT64_MAX, 0 },
	};

	assert_int_equal(120, t.n);
	for (size_t i = 0; i < COUNT(table); i++)
		assert_int_equal(
			table[i].from,
			thread_page_from(&t, 50, table[i].id, table[i].after));
	assert_int_equal(3, thread_find(&t, 4));
	assert_int_equal(120, thread_find(&t, 121));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(shapes),
		PLAIN(replies_without_an_entry),
		PLAIN(as_deep_as_it_gets),
		PLAIN(pages),
	};

	return RUN_PLAIN(tests);
}
