/* Redis' INFO. */
#include "unit.h"

#include "redis/server.h"

static const char info[] =
	"# Memory\r\nused_memory:123\r\nused_memory_rss:9\r\n"
	"aof_status:ok\r\nmaxmemory:0\r\nlast:7";

TEST(fields)
{
	assert_null(info_field(info, "used"));
	assert_null(info_field("", "used"));
	assert_null(info_field(info, "memory"));
	assert_memory_equal("ok\r\n", info_field(info, "aof_status"), 4);
	assert_string_equal("7", info_field(info, "last"));
}

TEST(numbers)
{
	assert_int_equal(123, info_number(info, "used_memory"));
	assert_int_equal(7, info_number(info, "last"));
	assert_int_equal(0, info_number(info, "aof_status"));
	assert_int_equal(0, info_number(info, "none"));
}

int main(void)
{
	const struct CMUnitTest tests[] = { PLAIN(fields), PLAIN(numbers) };

	return RUN_PLAIN(tests);
}
