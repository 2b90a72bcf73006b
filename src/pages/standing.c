/*
 * GET /standing    asks a host whether to change what a member may do.
 * POST /standing   changes it, and redirects to that member's profile (303).
 *   uid            the member
 *   standing       host, moderator, member or stopped
 *   password       the host's own, if the member is to become a host
 *   csrf           see rt_csrf()
 *
 * Without the right password the question comes back with the reason (422).
 * It counts as an attempt to sign in: after too many of them, and while too
 * many people sign in, the question says when to try again (429).
 *
 * For everybody but hosts this address doesn't exist (404).  A member who
 * doesn't exist is a 404, too.  The only host can't become anything else, and
 * nobody can suspend themselves (409).
 */
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"standing.tpl",
	"stale.tpl",
	NULL,
};

/* What the host wants to change. */
struct change {
	struct rt_user whom;
	enum rt_standing to;
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

/* Returns the form of a change, for BAD_... sections. */
static struct tpl *begin_question(struct req *q, const void *what)
{
	const struct change *c = what;
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
	return tpl_section(form, "PASSWORD");
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

static void give_standing(struct req *q, const struct change *c)
{
	enum rt_err err;

	if (c->to == RT_HOST && !req_is_proven(q, begin_question, c))
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
	return req_ok(q, rt_user_by_id(q->rt, q->a, id, &c->whom));
}

void page(struct req *q)
{
	struct change c;

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
