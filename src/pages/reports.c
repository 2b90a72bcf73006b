/*
 * GET /reports     the open cases, the oldest first.
 *   after          begins after this one, from the link "Later"
 *   case           shows this case instead, with what can be done
 *   do, post       and asks about this, see below
 *
 * POST /reports    handles a case, and redirects to it (303).
 *   case           which one
 *   do             remove   a post, and close the case
 *                  suspend  the author, and close the case
 *                  note     to the author; the case stays open
 *                  close    the case
 *   post           which post is removed
 *   reason         why, for the author and the log, to remove and suspend
 *   until          the day when a suspension ends by itself, or nothing
 *   text           of the note
 *   csrf           see rt_csrf()
 *
 * Without a reason, or with a day that is past, the question comes back (422).
 * If somebody else has closed the case, the page says who, and what was done
 * (409).  Moderators can't suspend hosts and moderators (403).  For all other
 * members this address doesn't exist (404), and nobody sees a case about
 * themselves.
 */
#include <string.h>

#include "base/message.h"
#include "view/page.h"
#include "view/view_act.h"
#include "view/view_case.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,  "reports.tpl", "case.tpl",
	"case_act.tpl",   "actor.tpl",   "removing.tpl",
	"suspending.tpl", "reason.tpl",  "until.tpl",
	"stale.tpl",      NULL,
};

enum deed { DO_REMOVE, DO_SUSPEND, DO_NOTE, DO_CLOSE, DEEDS };

/* What is to be done about a case, and what is wrong with the form. */
struct handling {
	struct rt_case c;
	enum deed deed;
	const struct rt_reported *post; /* to be removed */
	char *reason, *text;            /* of a removal, of a note */
	const char *bad_reason, *bad_text;
	struct suspending suspending;
};

static const char *const words[DEEDS] = { "remove", "suspend", "note",
					  "close" };

/* ---- the list ---------------------------------------------------------- */

static void show_cases(struct req *q, const struct rt_cases *cases)
{
	struct tpl *t = page_begin(q, "reports.tpl", _("Reports"));

	tpl_section(q->root, "AT_REPORTS");
	if (!cases->n)
		tpl_section(t, "EMPTY");
	for (size_t i = 0; i < cases->n; i++)
		view_case_line(q, tpl_section(t, "LINE"), &cases->v[i]);
	if (cases->later)
		tpl_set_int(tpl_section(t, "LATER"), "AFTER",
			    (long long)cases->later);
	page_end(q, 200);
}

static void list_cases(struct req *q)
{
	const char *text = req_query(q, "after");
	struct rt_cases cases;
	uint64_t after = 0;

	if (text && !form_number(text, &after)) {
		page_error(q, 404);
		return;
	}
	if (req_ok(q, rt_cases(q->rt, q->a, &q->me, after, &cases)))
		show_cases(q, &cases);
}

/* ---- a case ------------------------------------------------------------ */

static bool may_suspend(const struct req *q, const struct rt_case *c)
{
	return rt_may_give(q->me.standing, c->standing, RT_SUSPENDED);
}

static void show_deeds(struct req *q, struct tpl *t, const struct rt_case *c)
{
	struct tpl *open = tpl_section(t, "OPEN");

	tpl_set(open, "NAME", c->who.name);
	tpl_set_int(open, "CASE", (long long)c->id);
	if (!may_suspend(q, c))
		tpl_section(open, "STAFF");
	else if (c->standing != RT_SUSPENDED)
		tpl_section(open, "CAN_SUSPEND");
}

static void show_case(struct req *q, const struct rt_case *c)
{
	struct tpl *t = page_begin(
		q, "case.tpl",
		message_fill(q->a, _("Reports about {name}"), "name",
			     view_name_text(q->a, c->who.name, NULL)));

	tpl_section(q->root, "AT_REPORTS");
	view_name(tpl_section(t, "HEADING"), c->who.name, c->who.display);
	view_case(q, t, c);
	if (c->outcome == RT_CASE_OPEN)
		show_deeds(q, t, c);
	page_end(q, 200);
}

/* Somebody else was faster. */
static void show_taken(struct req *q, const struct rt_case *c, bool has_acted)
{
	struct tpl *t = page_begin(q, "case.tpl", _("Closed already")), *taken;

	taken = tpl_section(t, "TAKEN");
	tpl_section(taken, has_acted ? "ACTED" : "NOTHING");
	view_case(q, t, c);
	page_end(q, 409);
}

/* ---- questions --------------------------------------------------------- */

static void ask_case_removal(struct req *q, struct tpl *t,
			     const struct handling *h)
{
	struct tpl *what = tpl_section(t, "REMOVE");

	tpl_set(what, "WORDS", view_plain_text(q->a, h->post->words));
	view_removing(what);
	tpl_set_int(what, "ID", (long long)h->post->post);
	view_reason(q, tpl_section(t, "WHY"), "AUTHOR", h->bad_reason);
}

static void ask_suspension(struct req *q, struct tpl *t,
			   const struct handling *h)
{
	view_suspending(tpl_section(t, "SUSPEND"), h->c.who.name);
	view_suspending_fields(q, tpl_section(t, "WHY"), &h->suspending);
}

static void ask_note(struct req *q, struct tpl *t, const struct handling *h)
{
	t = tpl_section(t, "WRITE");
	tpl_set_number(t, "TEXT_MAX", RT_REPORT_MAX);
	tpl_set(t, "TEXT", rt_text_clean(q->a, req_field(q, "text")));
	view_problem(t, false, "BAD_TEXT", h->bad_text);
}

static void ask_deed(struct req *q, const struct handling *h, int status)
{
	static const char *const buttons[DEEDS] = { N_("Remove"),
						    N_("Suspend"),
						    N_("Send") };
	const char *button = _(buttons[h->deed]);
	struct tpl *t = page_begin(q, "case_act.tpl", button);

	tpl_set(t, "NAME", h->c.who.name);
	tpl_set_int(t, "CASE", (long long)h->c.id);
	tpl_set(t, "DO", words[h->deed]);
	tpl_set(t, "BUTTON", button);
	if (h->deed == DO_REMOVE)
		ask_case_removal(q, t, h);
	else if (h->deed == DO_SUSPEND)
		ask_suspension(q, t, h);
	else
		ask_note(q, t, h);
	if (h->deed != DO_NOTE)
		tpl_section(t, "CLOSES");
	page_end(q, status);
}

/* ---- closing ----------------------------------------------------------- */

static void say_taken(struct req *q, struct handling *h, bool has_acted)
{
	if (req_ok(q, rt_case(q->rt, q->a, &q->me, h->c.id, &h->c)))
		show_taken(q, &h->c, has_acted);
}

static void close_case(struct req *q, struct handling *h,
		       enum rt_case_outcome outcome, enum done done)
{
	const struct rt_acting who = { .by = q->me.id };
	enum rt_err err = rt_case_close(q->rt, q->a, h->c.id, outcome, &who);

	if (err == RT_TAKEN) {
		say_taken(q, h, outcome != RT_CASE_LOOKED);
	} else if (req_ok(q, err)) {
		log_act(q, "%s closed case %llu", log_name(q, q->me.name),
			(unsigned long long)h->c.id);
		page_done(q, view_case_path(q->a, h->c.id), done);
	}
}

/*
 * Those who reported something are told what was done, also elsewhere: on the
 * page of the post or the member, or here before a request died.
 */
static enum rt_case_outcome find_outcome(const struct rt_case *c)
{
	for (size_t i = 0; i < c->abouts; i++)
		if (c->about[i].post &&
		    c->about[i].state == RT_REPORTED_REMOVED)
			return RT_CASE_REMOVED;
	return c->standing == RT_SUSPENDED ? RT_CASE_SUSPENDED
					   : RT_CASE_LOOKED;
}

/* ---- acting ------------------------------------------------------------ */

/* If it was removed already, only the case is left. */
static void remove_reported(struct req *q, struct handling *h)
{
	const struct rt_acting who = { .by = q->me.id, .reason = h->reason };
	enum rt_err err = rt_post_remove(q->rt, q->a, h->post->post, &who);

	if (err == RT_LATE) {
		h->bad_reason =
			_("The post changed at this moment. Try again.");
		ask_deed(q, h, 409);
	} else if (err == RT_NOT_FOUND) {
		page_refuse(q, 409, _("The post is gone"),
			    _("It has been deleted meanwhile. Nothing was "
			      "changed, and the case is still open."));
	} else if (err == RT_TAKEN || req_ok(q, err)) {
		if (!err)
			log_act(q, "%s removed post %llu",
				log_name(q, q->me.name),
				(unsigned long long)h->post->post);
		close_case(q, h, RT_CASE_REMOVED, DONE_CASE_REMOVED);
	}
}

static void refuse_suspension(struct req *q)
{
	if (q->me.standing == RT_HOST)
		page_error(q, 409);
	else
		page_refuse(q, 403, _("Only a host can do that"),
			    _("Moderators can suspend members who are neither "
			      "hosts nor moderators. You can still write to "
			      "them, remove a post, or close the case."));
}

static void suspend(struct req *q, struct handling *h)
{
	const struct rt_standing_change change = {
		.whom = h->c.author,
		.from = h->c.standing,
		.to = RT_SUSPENDED,
		.until = h->suspending.until,
		.who = { .by = q->me.id, .reason = h->suspending.reason },
		.as = q->me.standing,
	};
	enum rt_err err = rt_change_standing(q->rt, q->a, &change);

	if (err == RT_DENIED) {
		refuse_suspension(q);
	} else if (err == RT_TAKEN || req_ok(q, err)) {
		if (!err)
			log_act(q, "%s suspended %s", log_name(q, q->me.name),
				log_name(q, h->c.who.name));
		close_case(q, h, RT_CASE_SUSPENDED, DONE_CASE_SUSPENDED);
	}
}

static void send_note(struct req *q, struct handling *h)
{
	const struct rt_acting who = { .by = q->me.id };
	enum rt_err err = rt_case_note(q->rt, q->a, h->c.id, h->text, &who);

	if (err == RT_TAKEN) {
		say_taken(q, h, false);
	} else if (req_ok(q, err)) {
		log_act(q, "%s sent a note about case %llu",
			log_name(q, q->me.name), (unsigned long long)h->c.id);
		page_done(q, view_case_path(q->a, h->c.id), DONE_NOTED);
	}
}

/* Whether the form has all that it takes. */
static bool is_whole(struct req *q, struct handling *h)
{
	if (h->deed == DO_NOTE)
		h->bad_text = rt_report_problem(q->a, req_field(q, "text"),
						false, &h->text);
	if (h->deed == DO_REMOVE)
		h->bad_reason = rt_reason_problem(q->a, req_field(q, "reason"),
						  &h->reason);
	if (h->deed == DO_SUSPEND)
		return read_suspending(q, &h->suspending);
	return !h->bad_text && !h->bad_reason;
}

static void handle(struct req *q, struct handling *h)
{
	if (!is_whole(q, h))
		ask_deed(q, h, 422);
	else if (h->deed == DO_REMOVE)
		remove_reported(q, h);
	else if (h->deed == DO_SUSPEND)
		suspend(q, h);
	else if (h->deed == DO_NOTE)
		send_note(q, h);
	else
		close_case(q, h, find_outcome(&h->c), DONE_CASE_CLOSED);
}

/* ---- which case, and what ---------------------------------------------- */

static enum deed find_deed(const struct req *q)
{
	const char *word = req_given(q, "do");
	unsigned i = 0;

	while (i < DEEDS && (!word || strcmp(words[i], word) != 0))
		i++;
	return i;
}

/* The post is one of those that were reported. */
static const struct rt_reported *find_post(const struct req *q,
					   const struct rt_case *c)
{
	const char *text = req_given(q, "post");
	uint64_t id;

	if (!text || !form_number(text, &id))
		return NULL;
	for (size_t i = 0; i < c->abouts; i++)
		if (c->about[i].words && c->about[i].post == id)
			return &c->about[i];
	return NULL;
}

static void answer(struct req *q, struct handling *h)
{
	h->post = find_post(q, &h->c);
	if (h->c.outcome != RT_CASE_OPEN && q->is_post)
		show_taken(q, &h->c, false);
	else if (h->c.outcome != RT_CASE_OPEN)
		show_case(q, &h->c);
	else if (h->deed == DO_REMOVE && !h->post)
		page_error(q, 404);
	else if (h->deed == DO_SUSPEND && !may_suspend(q, &h->c))
		refuse_suspension(q);
	else if (q->is_post)
		handle(q, h);
	else
		ask_deed(q, h, 200);
}

/* A case and nothing else, by GET. */
static bool is_look(const struct req *q)
{
	return !q->is_post && !req_query(q, "do");
}

static void look_or_answer(struct req *q, uint64_t id)
{
	struct handling h = { .deed = find_deed(q) };

	if (!is_look(q) &&
	    (h.deed == DEEDS || (!q->is_post && h.deed == DO_CLOSE))) {
		page_error(q, 400);
		return;
	}
	if (!req_ok(q, rt_case(q->rt, q->a, &q->me, id, &h.c)))
		return;
	if (is_look(q))
		show_case(q, &h.c);
	else
		answer(q, &h);
}

void page(struct req *q)
{
	const char *text;
	uint64_t id;

	if (!req_require_staff(q, "/reports", "GET, HEAD, POST"))
		return;
	text = req_given(q, "case");
	if (!text)
		list_cases(q);
	else if (form_number(text, &id))
		look_or_answer(q, id);
	else
		page_error(q, 404);
}
