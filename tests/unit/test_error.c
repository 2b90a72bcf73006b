/* A sentence for each error. */
#include "unit.h"

TEST(each_error_has_its_own_sentence)
{
	for (int one = RT_OK; one <= RT_BROKEN; one++) {
		assert_string_not_equal("unknown error",
					rt_strerror((enum rt_err)one));
		for (int other = RT_OK; other < one; other++)
			assert_string_not_equal(
				rt_strerror((enum rt_err)one),
				rt_strerror((enum rt_err)other));
	}
}

TEST(success_is_zero)
{
	assert_int_equal(0, RT_OK);
	assert_string_equal("no error", rt_strerror(RT_OK));
}

TEST(what_is_no_error_has_a_sentence_too)
{
	assert_string_equal("unknown error", rt_strerror((enum rt_err)99));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(each_error_has_its_own_sentence),
		PLAIN(success_is_zero),
		PLAIN(what_is_no_error_has_a_sentence_too),
	};

	return RUN_PLAIN(tests);
}
