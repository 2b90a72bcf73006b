/*
 * GET /standing    asks a host whether to change what a member may do.
 * POST /standing   changes it, and redirects to that member's profile (303).
 *   uid            the member
 *   standing       host, moderator, member or stopped
 *   password       the host's own, if the member is to become a host
 *   code           likewise, if the host uses two-step sign-in
 *   csrf           see rt_csrf()
 *
 * Without the right password, or code, the question comes back with the reason (422).
 * It counts as an attempt to sign in: after too many of them, and while too
 * many people sign in, the question says when to try again (429).
 *
 * For everybody but hosts this address doesn't exist (404).  A member who
 * doesn't exist is a 404, too.  The only host can't become anything else, and
 * nobody can suspend themselves (409).
 */
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "standing.tpl", "code_field.tpl", "stale.tpl", NULL,
};

/* What the host wants to change. */
struct change {
	struct rt_user whom;
	enum rt_standing to;
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
		[RT_HOST] = { "HOST", "Make host", DONE_HOST },
		[RT_MODERATOR] = { "MODERATOR", "Make moderator",
				   DONE_MODERATOR },
		[RT_MEMBER] = { "MEMBER", "Make member", DONE_MEMBER },
		[RT_SUSPENDED] = { "SUSPEND", "Suspend", DONE_SUSPENDED },
	};

	if (is_own(q, c) && c->to != RT_HOST)
		return (struct question){ "STEP_DOWN", "Stop being a host",
					  DONE_STEPPED_DOWN };
	if (c->to == RT_MEMBER && c->whom.standing == RT_SUSPENDED)
		return (struct question){ "RESTORE", "Restore",
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

/* Returns the form, for BAD_... sections. */
static struct tpl *begin_question(struct req *q, const struct change *c)
{
	struct question asked = find_question(q, c);
	struct tpl *t = begin_standing(q, c, asked.button);
	struct tpl *form = tpl_section(t, "FORM");

	tpl_section(t, asked.section);
	tpl_set_int(form, "ID", (long long)c->whom.id);
	tpl_set(form, "STANDING", rt_standing_word(c->to));
	tpl_set(form, "BUTTON", asked.button);
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
	tpl_section(begin_standing(q, c, "You can't suspend yourself"),
		    "YOURSELF");
	page_end(q, 409);
}

static void ask(struct req *q, const struct change *c)
{
	begin_question(q, c);
	page_end(q, 200);
}

/* ---- the answer -------------------------------------------------------- */

static void refuse_change(struct req *q, const struct change *c,
			  const char *why)
{
	view_problem(begin_question(q, c), false, "BAD_PASSWORD", why);
	page_end(q, 422);
}

/* Returns false if it has answered. */
static bool is_proven(struct req *q, const struct change *c)
{
	const char *password = req_field(q, "password");
	enum rt_err err = RT_LATE;

	if (!*password) {
		refuse_change(q, c, "Enter your password.");
		return false;
	}
	if (!req_is_overload(q, rt_hashes(q->a, password)))
		err = rt_prove_password(q->rt, q->a, &q->me, password);
	log_refused_sign_in(q, q->me.name, err);
	if (err == RT_DENIED)
		refuse_change(q, c, "Wrong password.");
	else if (err == RT_LIMITED)
		page_limited(q, begin_question(q, c));
	else if (err == RT_LATE)
		page_overload(q, begin_question(q, c));
	else
		return req_ok(q, err);
	return false;
}

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
		refuse_change_code(q, c, "Wrong code.");
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
	return !problem && is_proven(q, c) && is_code_proven(q, c);
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
	enum rt_err err;

	if (c->to == RT_HOST && !is_host_proven(q, c))
		return;
	err = rt_set_standing(q->rt, q->a, c->whom.id, c->to);
	if (err == RT_DENIED) {
		page_error(q, 409);
	} else if (req_ok(q, err)) {
		log_standing(q, c);
		page_done(q, view_profile_path(q->a, c->whom.name),
			  find_question(q, c).done);
	}
}

/* ---- which change ------------------------------------------------------ */

/* Only newcomers can be waiting; a host can't make anybody wait. */
static bool may_give(enum rt_standing standing)
{
	return rt_belongs(standing) || standing == RT_SUSPENDED;
}

/* Returns false if it has answered. */
static bool read_change(struct req *q, struct change *c)
{
	enum rt_err err;

	const char *(*read)(const struct req *, const char *) =
		q->is_post ? req_field : req_query;
	const char *uid = read(q, "uid"), *standing = read(q, "standing");
	uint64_t id;

	if (!uid || !standing || !form_number(uid, &id)) {
		page_error(q, 400);
		return false;
	}
	c->to = rt_standing_read(standing);
	if (!may_give(c->to)) {
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

	if (!req_require_host(q, "/standing", "GET, HEAD, POST") ||
	    !read_change(q, &c))
		return;
	if (is_own(q, &c) && c.to == RT_SUSPENDED)
		refuse_own_suspension(q, &c);
	else if (q->is_post)
		give_standing(q, &c);
	else
		ask(q, &c);
}
