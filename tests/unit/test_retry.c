/* When to try again. */
#include "asked.h"
#include "redis/connection.h"
#include "libretwis/site/context.h"

TEST(in_words)
{
	static const struct {
		uint64_t seconds;
		const char *words;
	} table[] = {
		{ 1, "1 second" },       { 2, "2 seconds" },
		{ 119, "119 seconds" },  { 120, "2 minutes" },
		{ 121, "3 minutes" },    { 900, "15 minutes" },
		{ 7199, "120 minutes" }, { 7200, "2 hours" },
		{ 7201, "3 hours" },     { 86400, "24 hours" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal(table[i].words,
				    view_wait(&mem, table[i].seconds));
}

TEST(limited_is_told_with_its_time)
{
	static const char *const none[] = { "REQUEST_METHOD=GET",
					    "REQUEST_URI=/", NULL };
	struct req *q = asked(none);

	rt->context->wait = 240;
	assert_true(req_read(q));
	assert_false(req_ok(q, RT_LIMITED));
	assert_int_equal(429, q->status);
	assert_string_equal("240", asked_header(q, "Retry-After"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ASKED(in_words),
		ASKED(limited_is_told_with_its_time),
	};

	return RUN_ASKED(tests);
}
