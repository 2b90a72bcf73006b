/*
 * GET /members     all members by name, fifty on a page.
 *   letter         a to z, or "other": only names that begin with it
 *   q              only names that begin like this
 *   standing       host, moderator, stopped or waiting: only these.  It counts
 *                  only if a host asks
 *   after          where the page before ended
 *
 * A visitor who is not signed in is sent to /login (303), on a site that
 * everybody may read, too.
 *
 * GET /members.csv sends a host all of them as a table (200), also those who
 * are suspended or wait for approval.  For everybody else this address doesn't
 * exist (404).
 */
#include <stdio.h>
#include <string.h>

#include "base/day.h"
#include "base/message.h"
#include "view/csv.h"
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"members.tpl",
	PEOPLE_TEMPLATES,
	NULL,
};

/* ---- which members ----------------------------------------------------- */

#define OTHER "other"

/* Anything else than a letter or "other" means all of them. */
static int read_letter(const struct req *q)
{
	const char *text = req_query(q, "letter");

	if (text && strcmp(text, OTHER) == 0)
		return RT_OTHER_LETTERS;
	if (text && *text >= 'a' && *text <= 'z' && !text[1])
		return *text - 'a';
	return RT_LETTERS;
}

static enum rt_standing read_standing(const struct req *q)
{
	const char *text = req_query(q, "standing");
	enum rt_standing standing =
		text ? rt_standing_read(text) : RT_STANDINGS;

	return standing == RT_MEMBER ? RT_STANDINGS : standing;
}

static struct rt_members_query read_query(const struct req *q)
{
	return (struct rt_members_query){
		.q = req_query(q, "q"),
		.letter = read_letter(q),
		.standing = read_standing(q),
		.after = req_query(q, "after"),
	};
}

static const char *letter_word(const struct req *q, int letter)
{
	return letter == RT_OTHER_LETTERS
		       ? OTHER
		       : arena_printf(q->a, "%c", 'a' + letter);
}

static const char *letter_label(const struct req *q, int letter)
{
	return letter == RT_OTHER_LETTERS
		       ? message_in("letters", "Other")
		       : arena_printf(q->a, "%c", 'A' + letter);
}

/* ---- the page ---------------------------------------------------------- */

static void show_letters(struct req *q, struct tpl *t,
			 const struct rt_members *m, int here)
{
	struct tpl *list = NULL, *link;

	for (int i = 0; i < RT_LETTERS; i++) {
		if (!m->letters[i])
			continue;
		if (!list)
			list = tpl_section(t, "LETTERS");
		link = tpl_section(list, "ONE");
		tpl_set(link, "LETTER", letter_word(q, i));
		tpl_set(link, "LABEL", letter_label(q, i));
		if (i == here)
			tpl_section(link, "HERE");
	}
}

static void show_standings(struct tpl *t, enum rt_standing here)
{
	static const struct {
		enum rt_standing standing;
		const char *label;
	} filters[] = {
		{ RT_HOST, N_("Hosts") },
		{ RT_MODERATOR, N_("Moderators") },
		{ RT_SUSPENDED, N_("Suspended") },
		{ RT_WAITING, N_("Waiting") },
	};
	struct tpl *list = tpl_section(t, "FOR_HOSTS"), *link;

	if (here == RT_STANDINGS)
		tpl_section(list, "ALL_HERE");
	for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
		link = tpl_section(list, "ONE");
		tpl_set(link, "STANDING",
			rt_standing_word(filters[i].standing));
		tpl_set(link, "LABEL", _(filters[i].label));
		if (filters[i].standing == here)
			tpl_section(link, "HERE");
	}
}

/* The pages of a letter, or of a standing, have that in their addresses. */
static void set_page_link(struct req *q, struct tpl *link,
			  const struct rt_members *m,
			  const struct rt_members_query *query)
{
	if (m->for_hosts && query->standing != RT_STANDINGS)
		tpl_set(tpl_section(link, "WITH_STANDING"), "STANDING",
			rt_standing_word(query->standing));
	else if (query->letter != RT_LETTERS)
		tpl_set(tpl_section(link, "WITH_LETTER"), "LETTER",
			letter_word(q, query->letter));
}

static void show_pages(struct req *q, struct tpl *t,
		       const struct rt_members *m,
		       const struct rt_members_query *query)
{
	bool is_later = query->after && !m->asked;
	struct tpl *pages, *next;

	if (!is_later && !m->next)
		return;
	pages = tpl_section(t, "PAGES");
	if (is_later)
		set_page_link(q, tpl_section(pages, "FIRST"), m, query);
	if (!m->next)
		return;
	next = tpl_section(pages, "NEXT");
	tpl_set(next, "AFTER", m->next);
	set_page_link(q, next, m, query);
}

static void show_members(struct req *q, const struct rt_members *m,
			 const struct rt_members_query *query)
{
	struct tpl *t = page_begin(q, "members.tpl", _("Members"));

	tpl_set(t, "Q", query->q ? rt_text_clean(q->a, query->q) : "");
	show_letters(q, t, m, m->asked ? RT_LETTERS : query->letter);
	if (m->for_hosts)
		show_standings(t, query->standing);
	if (m->is_partial)
		tpl_section(tpl_section(t, "PARTIAL"),
			    m->for_hosts ? "HOW" : "ASK");
	view_people(q, t, &m->list);
	if (m->more)
		tpl_section(t, "MORE");
	if (!m->list.n)
		tpl_section(tpl_section(t, "EMPTY"),
			    m->asked ? "NOT_FOUND" : "NOBODY");
	show_pages(q, t, m, query);
	page_end(q, 200);
}

static void answer_list(struct req *q)
{
	const struct rt_members_query query = read_query(q);
	struct rt_members members;

	if (!req_require(q, "/members", "GET, HEAD") ||
	    !req_ok(q, rt_members(q->rt, q->a, q->secret, &query, &members)))
		return;
	if (req_require_standing(q, &members.me))
		show_members(q, &members, &query);
}

/* ---- the table --------------------------------------------------------- */

#define COLUMNS 6

static const char *const columns[COLUMNS] = {
	N_("name"),         N_("display name"), N_("standing"),
	N_("member since"), N_("last visit"),   N_("invited by"),
};

static bool write_member(struct req *q, struct arena *a,
			 const struct rt_person *m)
{
	const char *const cell[COLUMNS] = {
		m->name,
		m->display,
		view_standing(m->standing),
		m->since ? day_of(a, m->since) : NULL,
		m->last_seen ? day_of(a, m->last_seen) : NULL,
		m->invited_by,
	};

	return csv_write(q, a, cell, COLUMNS);
}

static bool write_members(struct req *q, struct arena *chunk)
{
	struct rt_members_walk w = { .after = NULL };
	struct rt_people_list some;
	enum rt_err err = RT_OK;

	while (!w.is_done) {
		arena_reset(chunk);
		err = rt_members_next(q->rt, q->a, chunk, &w, &some);
		if (err) {
			fprintf(stderr,
				"retwis: a table of members was cut short: "
				"%s\n",
				rt_strerror(err));
			return false;
		}
		for (size_t i = 0; i < some.n; i++)
			if (!write_member(q, chunk, &some.v[i]))
				return false;
	}
	return true;
}

static bool send_table(struct req *q, __attribute__((unused)) void *what)
{
	struct arena chunk = { 0 };
	bool is_good = csv_begin(q, &chunk, columns, COLUMNS) &&
		       write_members(q, &chunk);

	arena_free(&chunk);
	return is_good;
}

static void answer_table(struct req *q)
{
	if (!req_require_host(q, "/members.csv", "GET, HEAD"))
		return;
	if (req_is_viewed(q))
		log_act(q, "%s downloaded the list of members",
			log_name(q, q->me.name));
	page_csv(q, arena_printf(q->a, "members-%s.csv", day_today(q->a)),
		 send_table, NULL);
}

void page(struct req *q)
{
	if (strcmp(q->path, "/members.csv") == 0)
		answer_table(q);
	else
		answer_list(q);
}
