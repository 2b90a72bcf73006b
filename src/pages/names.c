/*
 * GET /@NAME/ID/names   a list of members below a post, fifty on a page, also
 *                       for printing.
 *   list                which one: the number of an answer, 0 for the first,
 *                       which is the default; none: who has not answered yet;
 *                       read, unread: who has read an announcement, and who
 *                       has not
 *   from                how many entries to skip
 *
 * Every member may see who gave an answer.  Who has not answered is only for
 * the author and hosts, and who has read for moderators, too.  For everybody
 * else these lists don't exist (404), nor do any of a secret ballot.
 *
 * GET /@NAME/ID/answers.csv sends the author and hosts all answers as a table
 * (200); one of a secret ballot has only how often each answer was given.  For
 * everybody else this address doesn't exist (404).  The table is written while
 * it is sent, two hundred lines at a time, so its length needs no memory; a
 * million lines take about a minute.
 *
 * If NAME isn't the author's, it redirects to the right address.
 */
#include <stdio.h>
#include <string.h>

#include "base/day.h"
#include "base/message.h"
#include "view/csv.h"
#include "view/page.h"
#include "view/view_roster.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "names.tpl", POST_TEMPLATES, ROSTER_TEMPLATES, NULL,
};

/* ---- the list ---------------------------------------------------------- */

struct names_nav {
	struct tpl *t;
	const struct rt_roster_query *here;
};

static void show_names_tab(struct req *q, void *what,
			   const struct rt_post *post,
			   const struct rt_roster_query *query)
{
	const struct names_nav *nav = what;
	struct tpl *one = tpl_section(nav->t, "ONE");

	tpl_set(one, "LIST", view_roster_word(q->a, query));
	tpl_set(one, "LABEL", view_roster_label(post, query));
	if (query->kind == nav->here->kind &&
	    query->answer == nav->here->answer)
		tpl_section(one, "HERE");
}

static void show_names_pages(struct req *q, struct tpl *t,
			     const struct rt_roster *r)
{
	const char *list = view_roster_word(q->a, &r->query);
	struct tpl *pages, *next;

	if (!r->query.from && !r->next)
		return;
	pages = tpl_section(t, "PAGES");
	if (r->query.from)
		tpl_set(tpl_section(pages, "FIRST"), "LIST", list);
	if (!r->next)
		return;
	next = tpl_section(pages, "NEXT");
	tpl_set(next, "LIST", list);
	tpl_set_int(next, "FROM", (long long)r->next);
}

static void show_names_list(struct req *q, struct tpl *t,
			    const struct rt_post *post,
			    const struct rt_roster *r)
{
	enum rt_roster_kind kind = r->query.kind;
	bool is_for_readers =
		kind == RT_ROSTER_READ || kind == RT_ROSTER_UNREAD;

	tpl_section(t, is_for_readers ? "READERS" : "ANSWERS");
	tpl_set(t, "LABEL", view_roster_label(post, &r->query));
	if (kind == RT_ROSTER_ANSWER || kind == RT_ROSTER_READ)
		tpl_set_number(tpl_section(t, "TOTAL"), "COUNT", r->total);
	if (is_for_readers && rt_readers_are_dropped(post))
		tpl_section(t, "DROPPED");
	else if (r->n)
		view_roster(t, r);
	else
		tpl_section(tpl_section(t, "EMPTY"), r->query.from || r->next
							     ? "NOBODY_HERE"
							     : "NOBODY");
	show_names_pages(q, t, r);
}

static void show_names(struct req *q, const struct rt_roster_page *p)
{
	const struct rt_roster_query table = { .kind = RT_ROSTER_TABLE };
	struct names_nav nav = { .here = &p->roster.query };
	const char *title = message_fill(
		q->a, _("{list}: post by {name}"), "list",
		view_roster_label(&p->post, &p->roster.query), "name",
		view_name_text(q->a, p->post.name, p->post.display));
	struct tpl *t;

	q->without_buttons = true;
	nav.t = t = page_begin(q, "names.tpl", title);
	view_post(q, view_post_buttons(q, t), "POST", &p->post);
	tpl_set(t, "NAME", p->post.name);
	tpl_set_int(t, "ID", (long long)p->post.id);
	view_roster_each(q, &p->post, &nav, show_names_tab);
	show_names_list(q, t, &p->post, &p->roster);
	if (rt_may_see_roster(&q->me, &p->post, &table))
		tpl_section(t, "TABLE");
	page_end(q, 200);
}

/* ---- the table --------------------------------------------------------- */

#define COLUMNS        4
#define SECRET_COLUMNS 2

static const char *const columns[COLUMNS] = { N_("name"), N_("display name"),
					      N_("answer"), N_("guests") };
static const char *const secret_columns[SECRET_COLUMNS] = { N_("answer"),
							    N_("count") };

/* The answers of a member who has given several are in one cell. */
static const char *answers_cell(struct arena *a,
				const struct rt_question *question,
				unsigned answers)
{
	const char *cell = NULL;

	for (size_t i = 0; i < question->answers; i++)
		if (answers & 1U << i)
			cell = cell ? arena_printf(a, "%s; %s", cell,
						   question->answer[i])
				    : question->answer[i];
	return cell;
}

static bool write_answer(struct req *q, struct arena *a,
			 const struct rt_question *question,
			 const struct rt_roster_member *is)
{
	const char *const cell[COLUMNS] = {
		is->name,
		is->display,
		answers_cell(a, question, is->answers),
		arena_printf(a, "%u", is->guests),
	};

	return csv_write(q, a, cell, COLUMNS);
}

static bool write_answers(struct req *q, struct arena *chunk,
			  const struct rt_post *post)
{
	struct rt_answers_walk w = { .from = 0 };
	struct rt_answer_rows some;
	enum rt_err err;

	while (!w.is_done) {
		arena_reset(chunk);
		err = rt_answers_next(q->rt, chunk, &q->me, post, &w, &some);
		if (err) {
			fprintf(stderr,
				"retwis: a table of answers was cut short: "
				"%s\n",
				rt_strerror(err));
			return false;
		}
		for (size_t i = 0; i < some.n; i++)
			if (!write_answer(q, chunk, post->attached.question,
					  &some.v[i]))
				return false;
	}
	return true;
}

static bool write_counts(struct req *q, struct arena *a,
			 const struct rt_question *question)
{
	for (size_t i = 0; i < question->answers; i++) {
		const char *const cell[SECRET_COLUMNS] = {
			question->answer[i],
			arena_printf(
				a, "%llu",
				(unsigned long long)question->so_far.count[i]),
		};

		if (!csv_write(q, a, cell, SECRET_COLUMNS))
			return false;
	}
	return true;
}

static bool send_answers(struct req *q, void *what)
{
	const struct rt_post *post = what;
	const struct rt_question *question = post->attached.question;
	struct arena chunk = { 0 };
	bool is_good;

	if (!question->secret)
		is_good = csv_begin(q, &chunk, columns, COLUMNS) &&
			  write_answers(q, &chunk, post);
	else
		is_good =
			csv_begin(q, &chunk, secret_columns, SECRET_COLUMNS) &&
			(question->so_far.is_hidden ||
			 write_counts(q, &chunk, question));
	arena_free(&chunk);
	return is_good;
}

/* The post is still needed when page() has returned. */
static void stream_answers(struct req *q, const struct rt_post *post)
{
	struct rt_post *kept = arena_alloc(q->a, sizeof *kept);

	*kept = *post;
	page_csv(q,
		 arena_printf(q->a, "answers-%llu-%s.csv",
			      (unsigned long long)post->id, day_today(q->a)),
		 send_answers, kept);
}

/* ---- the addresses ----------------------------------------------------- */

struct names_address {
	const char *name, *page;
	uint64_t id;
	struct rt_roster_query query;
};

static bool read_names_path(struct req *q, struct names_address *at)
{
	const char *rest, *slash;

	if (!req_member_path(q, &at->name, &rest) || !rest ||
	    !(slash = strchr(rest, '/')))
		return false;
	at->page = slash + 1;
	return form_number(arena_strndup(q->a, rest, (size_t)(slash - rest)),
			   &at->id);
}

static bool read_names_query(struct req *q, struct names_address *at)
{
	const char *list = req_query(q, "list"), *from = req_query(q, "from");

	if (strcmp(at->page, "answers.csv") == 0) {
		at->query.kind = RT_ROSTER_TABLE;
		return true;
	}
	if (from)
		form_number(from, &at->query.from);
	return strcmp(at->page, "names") == 0 &&
	       view_roster_read(list ? list : "0", &at->query);
}

static void redirect_names(struct req *q, const struct rt_post *post,
			   const char *page)
{
	const char *query = strchr(q->address, '?');

	page_redirect(q,
		      arena_printf(q->a, "%s/%s%s", view_post_path(q->a, post),
				   page, query ? query : ""));
}

void page(struct req *q)
{
	struct names_address at = { 0 };
	struct rt_roster_page p;

	if (!req_require(q, NULL, "GET, HEAD"))
		return;
	if (!read_names_path(q, &at) || !read_names_query(q, &at)) {
		page_error(q, 404);
		return;
	}
	if (!req_ok(q, rt_roster_page(q->rt, q->a, q->secret, at.id, &at.query,
				      &p)))
		return;
	if (at.query.kind == RT_ROSTER_TABLE)
		req_set_user(q, &p.me);
	else if (!req_require_standing(q, &p.me))
		return;
	if (!p.post.id)
		page_error(q, 404);
	else if (strcmp(p.post.name, at.name) != 0)
		redirect_names(q, &p.post, at.page);
	else if (at.query.kind == RT_ROSTER_TABLE)
		stream_answers(q, &p.post);
	else
		show_names(q, &p);
}
