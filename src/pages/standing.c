/*
 * GET /standing    asks whether to change what a member may do.
 * POST /standing   does the same; and with `confirm`, as in the form of that
 *                  question, changes it, and redirects to the member's profile
 *                  (303).
 *   uid            the member
 *   standing       host, moderator, member or stopped
 *   confirm        anything: the question was seen
 *   reason         why, if the member is suspended
 *   until          the day when that ends by itself, or nothing
 *   password       the host's own, if the member is to become a host
 *   code           likewise, if the host uses two-step sign-in
 *   csrf           see rt_csrf()
 *
 * Without a reason, with a day that is past, or without the right password or
 * code, the question comes back and says so (422).  Both count as an attempt to
 * sign in: after too many of them, and while too many people sign in, the
 * question says when to try again (429).
 *
 * Moderators may only suspend members, and restore those whom moderators have
 * suspended (403).  For other members this address doesn't exist (404).  A
 * member who doesn't exist is a 404, too.  The only host can't become anything
 * else, nobody can suspend themselves, and whoever is suspended already can't
 * be suspended once more (409).
 */
#include "base/message.h"
#include "view/page.h"
#include "view/view_act.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "standing.tpl",   "suspending.tpl", "reason.tpl",
	"until.tpl",     "code_field.tpl", "stale.tpl",      NULL,
};

/* What is to be changed, and what is wrong with the form. */
struct change {
	struct rt_user whom;
	enum rt_standing to;
	struct suspending suspending;
	struct rt_two_step two_step; /* of the host, read to make another */
	const char *bad_code;        /* what is wrong with it, or NULL */
};

static bool is_own(const struct req *q, const struct change *c)
{
	return c->whom.id == q->me.id;
}

/* ---- the question ------------------------------------------------------ */

/* A section of the template, the text of the button, and what it does. */
struct question {
	const char *section, *button;
	enum done done;
};

static struct question find_question(const struct req *q,
				     const struct change *c)
{
	static const struct question questions[RT_STANDINGS] = {
		[RT_HOST] = { "HOST", N_("Make host"), DONE_HOST },
		[RT_MODERATOR] = { "MODERATOR", N_("Make moderator"),
				   DONE_MODERATOR },
		[RT_MEMBER] = { "MEMBER", N_("Make member"), DONE_MEMBER },
		[RT_SUSPENDED] = { "SUSPEND", N_("Suspend"), DONE_SUSPENDED },
	};

	if (is_own(q, c) && c->to != RT_HOST)
		return (struct question){ "STEP_DOWN", N_("Stop being a host"),
					  DONE_STEPPED_DOWN };
	if (c->to == RT_MEMBER && c->whom.standing == RT_SUSPENDED)
		return (struct question){ "RESTORE", N_("Restore"),
					  DONE_RESTORED };
	return questions[c->to];
}

static struct tpl *begin_standing(struct req *q, const struct change *c,
				  const char *title)
{
	struct tpl *t = page_begin(q, "standing.tpl", title);

	tpl_set(t, "NAME", c->whom.name);
	return t;
}

/* Returns the form of a change, for BAD_... sections. */
static struct tpl *begin_question(struct req *q, const void *what)
{
	const struct change *c = what;
	struct question asked = find_question(q, c);
	struct tpl *t = begin_standing(q, c, _(asked.button));
	struct tpl *form = tpl_section(t, "FORM");
	struct tpl *section = tpl_section(t, asked.section);

	tpl_set_int(form, "ID", (long long)c->whom.id);
	tpl_set(form, "STANDING", rt_standing_word(c->to));
	tpl_set(form, "BUTTON", _(asked.button));
	if (c->to == RT_SUSPENDED) {
		view_suspending(section, c->whom.name);
		view_suspending_fields(q, tpl_section(form, "WHY"),
				       &c->suspending);
	}
	if (c->to != RT_HOST)
		return form;
	page_password(q);
	form = tpl_section(form, "PASSWORD");
	if (c->two_step.is_on)
		view_problem(view_code_field(form, true), false, "BAD_CODE",
			     c->bad_code);
	return form;
}

/* A host who does that could not undo it. */
static void refuse_own_suspension(struct req *q, const struct change *c)
{
	tpl_section(begin_standing(q, c, _("You can't suspend yourself")),
		    "YOURSELF");
	page_end(q, 409);
}

static void ask(struct req *q, const struct change *c)
{
	begin_question(q, c);
	page_end(q, 200);
}

/* ---- what is refused --------------------------------------------------- */

/* Somebody else was faster; the page says who, and why. */
static void refuse_taken(struct req *q, const struct change *c)
{
	struct rt_suspension s;
	struct rt_user by = { 0 };
	struct tpl *t;

	if (!req_ok(q, rt_suspension(q->rt, q->a, c->whom.id, &s)))
		return;
	if (s.by)
		rt_user_by_id(q->rt, q->a, s.by, &by);
	t = tpl_section(begin_standing(q, c, _("Suspended already")), "TAKEN");
	view_actor(t, by.name, s.system);
	tpl_set(t, "REASON", rt_text_shown(q->a, s.reason));
	page_end(q, 409);
}

static void refuse_moderator(struct req *q)
{
	page_refuse(q, 403, _("Only a host can do that"),
		    _("Moderators can suspend members who are neither hosts "
		      "nor moderators, and restore those whom a moderator has "
		      "suspended."));
}

static void refuse_standing(struct req *q, const struct change *c,
			    enum rt_err err)
{
	if (err == RT_TAKEN)
		refuse_taken(q, c);
	else if (q->me.standing == RT_MODERATOR)
		refuse_moderator(q);
	else
		page_error(q, 409);
}

/* ---- the answer -------------------------------------------------------- */

static void refuse_change_code(struct req *q, struct change *c,
			       const char *why)
{
	c->bad_code = why;
	begin_question(q, c);
	page_end(q, 422);
}

/*
 * The second step, for a host who uses it.  Returns false if it has answered.
 */
static bool is_code_proven(struct req *q, struct change *c)
{
	enum rt_err err;

	if (!c->two_step.is_on)
		return true;
	err = rt_prove_code(q->rt, q->a, q->me.id, req_field(q, "code"));
	log_refused_code(q, q->me.name, err);
	if (err == RT_DENIED)
		refuse_change_code(q, c, _("Wrong code."));
	else if (err == RT_LIMITED)
		page_limited(q, begin_question(q, c));
	else
		return req_ok(q, err);
	return false;
}

/* A code that can't be one costs neither a hash nor an attempt. */
static bool is_host_proven(struct req *q, struct change *c)
{
	const char *problem = NULL;

	if (c->two_step.is_on && *req_field(q, "password"))
		problem = rt_code_problem(q->a, req_field(q, "code"));
	if (problem)
		refuse_change_code(q, c, problem);
	return !problem && req_is_proven(q, begin_question, c) &&
	       is_code_proven(q, c);
}

static void log_standing(const struct req *q, const struct change *c)
{
	const char *who = log_name(q, q->me.name);
	const char *whom = log_name(q, c->whom.name);

	if (c->to == RT_SUSPENDED)
		log_act(q, "%s suspended %s", who, whom);
	else
		log_act(q, "%s made %s a %s", who, whom,
			rt_standing_word(c->to));
}

static void give_standing(struct req *q, struct change *c)
{
	const struct rt_standing_change change = {
		.whom = c->whom.id,
		.from = c->whom.standing,
		.to = c->to,
		.until = c->suspending.until,
		.who = { .by = q->me.id, .reason = c->suspending.reason },
		.as = q->me.standing,
	};
	enum rt_err err;

	if (c->to == RT_HOST && !is_host_proven(q, c))
		return;
	err = rt_change_standing(q->rt, q->a, &change);
	if (err == RT_DENIED || err == RT_TAKEN) {
		refuse_standing(q, c, err);
	} else if (req_ok(q, err)) {
		log_standing(q, c);
		page_done(q, view_profile_path(q->a, c->whom.name),
			  find_question(q, c).done);
	}
}

static void change_or_ask(struct req *q, struct change *c)
{
	bool is_whole =
		c->to != RT_SUSPENDED || read_suspending(q, &c->suspending);

	if (is_whole) {
		give_standing(q, c);
	} else {
		begin_question(q, c);
		page_end(q, 422);
	}
}

/* ---- which change ------------------------------------------------------ */

/* Only newcomers can be waiting; a host can't make anybody wait. */
static bool is_given(enum rt_standing standing)
{
	return rt_belongs(standing) || standing == RT_SUSPENDED;
}

/* Whoever would suspend themselves reads that they can't. */
static bool is_allowed(const struct req *q, const struct change *c)
{
	return rt_may_give(q->me.standing, c->whom.standing, c->to) ||
	       (is_own(q, c) && c->to == RT_SUSPENDED);
}

/* Returns false if it has answered. */
static bool read_change(struct req *q, struct change *c)
{
	const char *uid = req_given(q, "uid");
	const char *standing = req_given(q, "standing");
	enum rt_err err;
	uint64_t id;

	if (!uid || !standing || !form_number(uid, &id)) {
		page_error(q, 400);
		return false;
	}
	c->to = rt_standing_read(standing);
	if (!is_given(c->to)) {
		page_error(q, 400);
		return false;
	}
	err = rt_user_by_id(q->rt, q->a, id, &c->whom);
	if (!err && c->to == RT_HOST)
		err = rt_two_step(q->rt, q->a, q->me.id, &c->two_step);
	return req_ok(q, err);
}

void page(struct req *q)
{
	struct change c = { 0 };

	if (!req_require_staff(q, "/standing", "GET, HEAD, POST") ||
	    !read_change(q, &c))
		return;
	if (!is_allowed(q, &c))
		refuse_moderator(q);
	else if (is_own(q, &c) && c.to == RT_SUSPENDED)
		refuse_own_suspension(q, &c);
	else if (q->is_post && *req_field(q, "confirm"))
		change_or_ask(q, &c);
	else
		ask(q, &c);
}
