#include "cut.h"

const char *cut_line(const char *body, const char *mentions)
{
	const char *text = "";

	for (struct rt_part *p = rt_parts(&mem, body, mentions); p;
	     p = p->next) {
		static const char *const open[] = { "", "<", "@[", "[" };
		static const char *const close[] = { "", ">", "]", "]" };

		text = arena_printf(&mem, "%s%s%s%s%s%s%s", text,
				    p->sign ? p->sign : "", open[p->kind],
				    p->shown, p->to ? " " : "",
				    p->to ? p->to : "", close[p->kind]);
	}
	return text;
}

void check_cut(const char *body, const char *expected)
{
	const char *found = cut_line(body, "bob Ann_Lee x1");

	if (strcmp(found, expected) != 0)
		fail_msg("%s\n  gives %s\n  not   %s", body, found, expected);
}
