#include "view/view_list.h"

#include "view/view_name.h"

void view_pager(struct tpl *t, struct rt_place here, struct rt_place older,
		int64_t step)
{
	struct tpl *pager, *link;

	if (!here.start && !older.start)
		return;
	pager = tpl_include(t, "PAGER", "pager.tpl");
	if (here.start)
		tpl_set_int(tpl_section(pager, "NEWER"), "START",
			    step && here.start > step ? here.start - step : 0);
	if (!older.start)
		return;
	link = tpl_section(pager, "OLDER");
	tpl_set_int(link, "START", older.start);
	if (older.after)
		tpl_set_int(tpl_section(link, "AFTER"), "ID",
			    (long long)older.after);
}

struct tpl *view_names(struct tpl *t, const char *section,
		       const struct rt_display_name *called, size_t n,
		       uint64_t total)
{
	struct tpl *names = NULL, *who = NULL, *more;
	uint64_t shown = 0;

	for (size_t i = 0; i < n; i++) {
		if (!called[i].name)
			continue;
		if (who)
			tpl_section(who, "COMMA");
		else
			names = tpl_section(t, section);
		who = tpl_section(names, "WHO");
		view_name(who, called[i].name, called[i].display);
		shown++;
	}
	if (!names || total <= shown)
		return names;
	more = tpl_section(names, "MORE");
	tpl_set_int(more, "COUNT", (long long)(total - shown));
	tpl_section(more, total - shown == 1 ? "ONE" : "MANY");
	return names;
}
