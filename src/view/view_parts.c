#include "view/view_parts.h"

#include "base/message.h"
#include "libretwis/retwis.h"

/* ---- names and texts --------------------------------------------------- */

void view_display(struct tpl *t, const char *display)
{
	if (display)
		tpl_set(tpl_section(t, "CALLED"), "DISPLAY", display);
}

void view_name(struct tpl *t, const char *name, const char *display)
{
	view_display(t, display);
	tpl_set(t, "NAME", name);
}

const char *view_name_text(struct arena *a, const char *name,
			   const char *display)
{
	name = rt_text_balanced(a, name);
	return display ? arena_printf(a, "%s @%s",
				      rt_text_balanced(a, display), name)
		       : arena_printf(a, "@%s", name);
}

const char *view_plain_text(struct arena *a, const char *text)
{
	return rt_text_balanced(a, rt_text_shown(a, text));
}

/* ---- pages of a list, and names ---------------------------------------- */

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

struct tpl *view_count_even_0(struct tpl *t, const char *section, uint64_t n)
{
	struct tpl *count = tpl_section(t, section);

	tpl_set_number(count, "COUNT", n);
	tpl_plural(count, n);
	return count;
}

struct tpl *view_count(struct tpl *t, const char *section, uint64_t n)
{
	return n ? view_count_even_0(t, section, n) : NULL;
}

void view_standing_mark(struct tpl *t, enum rt_standing standing)
{
	if (standing == RT_HOST)
		tpl_section(t, "IS_HOST");
	else if (standing == RT_MODERATOR)
		tpl_section(t, "IS_MODERATOR");
	else if (standing == RT_SUSPENDED)
		tpl_section(t, "IS_SUSPENDED");
}

const char *view_comma(void)
{
	/* Translators: between the entries of a list */
	return message_in("list", ", ");
}

const char *view_fact_comma(void)
{
	/* Translators: between facts, such as the time and the place of a date */
	return message_in("facts", ", ");
}

/* After the names: how many others there are, if any. */
static void set_others(struct tpl *list, uint64_t others)
{
	if (!others) {
		tpl_show(list, "ALL");
		return;
	}
	tpl_set_number(list, "COUNT", others);
	tpl_section(list, "MORE");
	tpl_plural(list, others);
}

struct tpl *view_names(struct tpl *t, const char *section,
		       const struct rt_names *names, size_t n, uint64_t total)
{
	struct tpl *list = NULL, *who = NULL;
	uint64_t shown = 0;

	for (size_t i = 0; i < n; i++) {
		if (!names[i].name)
			continue;
		if (who)
			tpl_set(who, "COMMA", view_comma());
		else
			list = tpl_section(t, section);
		who = tpl_section(list, "WHO");
		view_name(who, names[i].name, names[i].display);
		shown++;
	}
	if (list)
		set_others(list, total > shown ? total - shown : 0);
	return list;
}

/* ---- tags of the day --------------------------------------------------- */

void view_trending(struct tpl *t, const char **tag)
{
	struct tpl *list;

	if (!tag[0])
		return;
	list = tpl_include(t, "TRENDING", "trending.tpl");
	for (size_t i = 0; i < RT_TRENDING && tag[i]; i++)
		tpl_set(tpl_section(list, "ONE"), "TAG", tag[i]);
}
