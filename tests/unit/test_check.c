/* Checking as a whole: clean sites, sites at work, and how it is told. */
#include "checked.h"

TEST(a_site_where_all_fits)
{
	checked_clean("a small site");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(a_site_where_all_fits),
	};

	return RUN_REDIS(tests);
}
