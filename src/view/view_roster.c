#include "view/view_roster.h"

#include <string.h>

#include "base/message.h"
#include "http/form.h"
#include "view/view_parts.h"

/* ---- what each list is called ------------------------------------------ */

static const struct {
	const char *word, *label;
} roster_kinds[] = {
	[RT_ROSTER_UNANSWERED] = { "none", N_("Hasn't answered yet") },
	[RT_ROSTER_READ] = { "read", N_("Has read it") },
	[RT_ROSTER_UNREAD] = { "unread", N_("Hasn't read it yet") },
};

#define ROSTER_KINDS (sizeof roster_kinds / sizeof *roster_kinds)

const char *view_roster_label(const struct rt_post *post,
			      const struct rt_roster_query *query)
{
	if (query->kind == RT_ROSTER_ANSWER)
		return post->attached.question->answer[query->answer];
	return _(roster_kinds[query->kind].label);
}

const char *view_roster_word(struct arena *a,
			     const struct rt_roster_query *query)
{
	if (query->kind == RT_ROSTER_ANSWER)
		return arena_printf(a, "%u", query->answer);
	return roster_kinds[query->kind].word;
}

bool view_roster_read(const char *word, struct rt_roster_query *query)
{
	uint64_t answer;

	if (form_number(word, &answer) && answer < RT_ANSWERS_MAX) {
		query->kind = RT_ROSTER_ANSWER;
		query->answer = (unsigned)answer;
		return true;
	}
	for (size_t i = RT_ROSTER_UNANSWERED; i < ROSTER_KINDS; i++)
		if (strcmp(word, roster_kinds[i].word) == 0) {
			query->kind = (enum rt_roster_kind)i;
			return true;
		}
	return false;
}

void view_roster_each(struct req *q, const struct rt_post *post, void *what,
		      void (*each)(struct req *q, void *what,
				   const struct rt_post *post,
				   const struct rt_roster_query *query))
{
	struct rt_roster_query query = { .kind = RT_ROSTER_ANSWER };

	for (; rt_may_see_roster(&q->me, post, &query); query.answer++)
		each(q, what, post, &query);
	for (size_t i = RT_ROSTER_UNANSWERED; i < ROSTER_KINDS; i++) {
		query = (struct rt_roster_query){
			.kind = (enum rt_roster_kind)i,
		};
		if (rt_may_see_roster(&q->me, post, &query))
			each(q, what, post, &query);
	}
}

/* ---- one list ---------------------------------------------------------- */

static void show_roster_member(struct tpl *t,
			       const struct rt_roster_member *is)
{
	struct tpl *who = tpl_section(t, "WHO");

	view_name(who, is->name, is->display);
	if (is->guests)
		tpl_set_number(tpl_section(who, "GUESTS"), "COUNT",
			       is->guests);
}

void view_roster(struct tpl *t, const struct rt_roster *roster)
{
	struct tpl *list = tpl_include(t, "ROSTER", "roster.tpl");
	size_t n = 0;

	for (size_t i = 0; i < roster->n; i++)
		if (roster->v[i].name)
			show_roster_member(list, &roster->v[i]);
		else
			n++;
	view_count(list, "UNNAMED", n);
}

/* ---- all lists of a post ----------------------------------------------- */

/* The address of the post, which those of its lists begin with. */
static void set_roster_post(struct tpl *t, const struct rt_post *post)
{
	tpl_set(t, "NAME", post->name);
	tpl_set_int(t, "ID", (long long)post->id);
}

static void set_roster_link(struct req *q, struct tpl *t,
			    const struct rt_post *post,
			    const struct rt_roster_query *query)
{
	set_roster_post(t, post);
	tpl_set(t, "LIST", view_roster_word(q->a, query));
}

static void show_roster_of_answer(struct req *q, struct tpl *t,
				  const struct rt_post *post,
				  const struct rt_roster *roster)
{
	struct tpl *list = tpl_section(t, "ANSWERED"), *more;

	set_roster_link(q, list, post, &roster->query);
	tpl_set(list, "LABEL", view_roster_label(post, &roster->query));
	tpl_set_number(list, "COUNT", roster->total);
	view_roster(list, roster);
	if (!roster->next)
		return;
	more = tpl_section(list, "MORE");
	tpl_set_int(more, "FROM", (long long)roster->next);
}

/* The lists that are on pages of their own only. */
static void show_roster_link(struct req *q, void *what,
			     const struct rt_post *post,
			     const struct rt_roster_query *query)
{
	struct tpl *link;

	if (query->kind == RT_ROSTER_ANSWER)
		return;
	link = tpl_section(what, "OTHER");
	set_roster_link(q, link, post, query);
	tpl_set(link, "LABEL", view_roster_label(post, query));
}

static bool has_rosters(const struct req *q, const struct rt_status *s)
{
	for (size_t i = 0; i < s->rosters; i++)
		if (s->roster[i].total)
			return true;
	for (int kind = RT_ROSTER_UNANSWERED; kind <= RT_ROSTER_TABLE; kind++)
		if (rt_may_see_roster(
			    &q->me, &s->post,
			    &(struct rt_roster_query){
				    .kind = (enum rt_roster_kind)kind }))
			return true;
	return false;
}

void view_rosters(struct req *q, struct tpl *t, const struct rt_status *s)
{
	const struct rt_roster_query table = { .kind = RT_ROSTER_TABLE };
	struct tpl *all;

	if (!has_rosters(q, s))
		return;
	all = tpl_include(t, "ROSTERS", "rosters.tpl");
	for (size_t i = 0; i < s->rosters; i++)
		if (s->roster[i].total)
			show_roster_of_answer(q, all, &s->post, &s->roster[i]);
	view_roster_each(q, &s->post, all, show_roster_link);
	if (rt_may_see_roster(&q->me, &s->post, &table))
		set_roster_post(tpl_section(all, "TABLE"), &s->post);
}
