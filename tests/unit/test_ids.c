/* Lists of ids that grow. */
#include "redis/ids.h"
#include "unit.h"

static const char *written(struct id_list *l)
{
	const char *text = "";

	for (size_t i = 0; i < l->ids.n; i++)
		text = arena_printf(&mem, "%s%s%llu", text, i ? " " : "",
				    (unsigned long long)l->ids.v[i]);
	return text;
}

TEST(adding_many)
{
	struct id_list l = { 0 };

	for (uint64_t id = 0; id < 10000; id++)
		ids_add(&mem, &l, 3 * id);
	assert_int_equal(10000, l.ids.n);
	for (uint64_t id = 0; id < 10000; id++)
		assert_int_equal(3 * id, l.ids.v[id]);
}

TEST(sorting)
{
	static const struct {
		size_t n;
		uint64_t id[6];
		const char *sorted;
	} table[] = {
		{ 0, { 0 }, "" },
		{ 1, { 7 }, "7" },
		{ 2, { 1, 2 }, "2 1" },
		{ 3, { 5, 5, 5 }, "5" },
		{ 6, { 3, 1, 2, 3, 1, 9 }, "9 3 2 1" },
		{ 3, { 0, UINT64_MAX, 1 }, "18446744073709551615 1 0" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct id_list l = { 0 };

		for (size_t k = 0; k < table[i].n; k++)
			ids_add(&mem, &l, table[i].id[k]);
		ids_sort(&l);
		assert_string_equal(table[i].sorted, written(&l));
	}
}

TEST(having_one)
{
	uint64_t v[] = { 5, 0, UINT64_MAX };
	struct rt_ids ids = { .v = v, .n = 2 }, none = { 0 };

	assert_true(ids_have(ids, 5));
	assert_true(ids_have(ids, 0));
	assert_false(ids_have(ids, 4));
	assert_false(ids_have(ids, UINT64_MAX));
	assert_false(ids_have(none, 0));
}

TEST(finding_a_place)
{
	uint64_t v[] = { UINT64_MAX, 9, 5, 5, 0 };
	struct rt_ids ids = { .v = v, .n = COUNT(v) }, none = { 0 };

	assert_int_equal(0, ids_place(ids, UINT64_MAX));
	assert_int_equal(1, ids_place(ids, 10));
	assert_int_equal(1, ids_place(ids, 9));
	assert_int_equal(2, ids_place(ids, 5));
	assert_int_equal(4, ids_place(ids, 1));
	assert_int_equal(4, ids_place(ids, 0));
	ids.n--;
	assert_int_equal(4, ids_place(ids, 0));
	assert_int_equal(0, ids_place(none, 7));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(adding_many),
		PLAIN(sorting),
		PLAIN(having_one),
		PLAIN(finding_a_place),
	};

	return RUN_PLAIN(tests);
}
