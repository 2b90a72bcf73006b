/*
 * GET /invitations the member's links by which others can register, and a form
 *                  to make another one.
 *   revoke         asks whether to revoke the one with this number, if it
 *                  still works: the token would be in the web server's log
 * POST /invitations
 *                  redirects here (303).
 *   uses           how many people can use it, 1 to 50
 *   days           for how many days it works, 1 to 30
 *   revoke         or the token of a link that must not work any longer
 *   csrf           see rt_csrf()
 *
 * Other numbers, and more than 20 links that work, are refused (422).  If
 * RETWIS_SIGNUP is "closed", or RETWIS_INVITE is "hosts" and the member isn't
 * one, this address doesn't exist (404).
 */
#include "base/message.h"
#include "base/numerals.h"
#include "view/page.h"
#include "view/view_qr.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "invitations.tpl", "revoke.tpl", "stale.tpl", NULL,
};

/* ---- what it shows ----------------------------------------------------- */

static bool has_ended(const struct rt_invitation *i)
{
	return i->end <= time(NULL);
}

static bool works(const struct rt_invitation *i)
{
	return !has_ended(i) && i->left;
}

static void show_uses(struct req *q, struct tpl *t,
		      const struct rt_invitation *i)
{
	tpl_set(t, "TOKEN", i->token);
	tpl_set_number(t, "LEFT", i->left);
	tpl_set_number(t, "USES", i->uses);
	tpl_set(t, "UNTIL", view_date(q->a, i->end));
	tpl_plural(t, i->uses);
}

static const char *join_link(struct req *q, const struct rt_invitation *i)
{
	return req_link(q, arena_printf(q->a, "/join/%s", i->token));
}

static void show_link(struct req *q, struct tpl *t,
		      const struct rt_invitation *i)
{
	const char *address = join_link(q, i);

	tpl_set(t, "ADDRESS", address);
	view_qr(q->a, t, address);
}

static void show_guests(struct tpl *t, const struct rt_invitation *i)
{
	for (size_t j = 0; j < i->guests; j++) {
		struct tpl *guest = tpl_section(t, "GUEST");

		view_name(guest, i->guest[j].name, i->guest[j].display);
		if (j + 1 < i->guests)
			tpl_set(guest, "COMMA", view_comma());
	}
}

static void show_invitation(struct req *q, struct tpl *t,
			    const struct rt_invitation *i, size_t number)
{
	struct tpl *state = tpl_section(t, works(i)       ? "WORKS"
					   : has_ended(i) ? "ENDED"
							  : "USED_UP");

	tpl_set_int(t, "NTH", (long long)number);
	tpl_set_number(t, "NUMBER", number);
	show_uses(q, state, i);
	if (works(i))
		show_link(q, state, i);
	else
		tpl_set(tpl_section(t, "REMOVE"), "TOKEN", i->token);
	if (i->guests)
		show_guests(tpl_section(t, "GUESTS"), i);
}

/* Returns NULL if it has answered with an error. */
static struct tpl *begin_invitations(struct req *q, const char *uses,
				     const char *days)
{
	struct rt_invitations all;
	struct tpl *t;

	if (!req_ok(q, rt_invitations(q->rt, q->a, q->me.id, &all)))
		return NULL;
	t = page_begin(q, "invitations.tpl", _("Invitations"));
	tpl_set(t, "USES", rt_text_clean(q->a, uses));
	tpl_set(t, "DAYS", rt_text_clean(q->a, days));
	tpl_set_int(t, "USES_MAX", RT_INVITE_USES);
	tpl_set_int(t, "DAYS_MAX", RT_INVITE_DAYS);
	for (size_t i = 0; i < all.n; i++)
		show_invitation(q, tpl_section(t, "ONE"), &all.v[i],
				all.n - i);
	return t;
}

/* The newest is the first, and has the highest number. */
static void confirm_revoking(struct req *q, uint64_t number)
{
	const struct rt_invitation *i;
	struct rt_invitations all;
	struct tpl *t;

	if (!req_ok(q, rt_invitations(q->rt, q->a, q->me.id, &all)))
		return;
	i = number && number <= all.n ? &all.v[all.n - number] : NULL;
	if (!i || !works(i)) {
		page_redirect(q, "/invitations");
		return;
	}
	t = page_begin(q, "revoke.tpl", _("Revoke this link?"));
	show_uses(q, t, i);
	tpl_set(t, "ADDRESS", join_link(q, i));
	page_end(q, 200);
}

/* ---- what it does ------------------------------------------------------ */

/* Returns NULL, or what is wrong with the number. */
static const char *number_problem(struct req *q, const char *field, int max,
				  uint64_t *number)
{
	if (form_number(req_field(q, field), number) && *number >= 1 &&
	    *number <= (uint64_t)max)
		return NULL;
	return message_fill(q->a, _("Choose a number from 1 to {max}."), "max",
			    number_text(q->a, (uint64_t)max));
}

static void refuse_invitation(struct req *q, const char *uses_bad,
			      const char *days_bad, const char *form_bad)
{
	struct tpl *t = begin_invitations(q, req_field(q, "uses"),
					  req_field(q, "days"));
	bool bad;

	if (!t)
		return;
	bad = view_problem(t, false, "BAD_FORM", form_bad);
	bad = view_problem(t, bad, "BAD_USES", uses_bad);
	view_problem(t, bad, "BAD_DAYS", days_bad);
	page_end(q, 422);
}

static void make_invitation(struct req *q)
{
	uint64_t uses, days;
	const char *uses_bad =
		number_problem(q, "uses", RT_INVITE_USES, &uses);
	const char *days_bad =
		number_problem(q, "days", RT_INVITE_DAYS, &days);
	enum rt_err err;

	if (uses_bad || days_bad) {
		refuse_invitation(q, uses_bad, days_bad, NULL);
		return;
	}
	err = rt_invite(q->rt, q->a, q->me.id, uses, days);
	if (err == RT_DENIED)
		refuse_invitation(q, NULL, NULL,
				  _("You already have 20 working links. "
				    "Revoke one of them first."));
	else if (req_ok(q, err))
		page_redirect(q, "/invitations");
}

static void change_invitations(struct req *q)
{
	const char *revoke = req_field(q, "revoke");
	enum rt_err err;

	if (!*revoke) {
		make_invitation(q);
		return;
	}
	err = rt_invite_revoke(q->rt, q->a, q->me.id, revoke);
	if (req_ok(q, err))
		page_redirect(q, "/invitations");
}

/* ---- addresses --------------------------------------------------------- */

/* Returns NULL if it has answered. */
static const struct rt_user *require_inviter(struct req *q)
{
	const char *path = "/invitations", *methods = "GET, HEAD, POST";

	if (!req_may_be_invited(q))
		path = ""; /* no address is empty, so this is a 404 */
	if (q->conf->hosts_invite)
		return req_require_host(q, path, methods) ? &q->me : NULL;
	return req_require(q, path, methods) ? req_require_user(q) : NULL;
}

void page(struct req *q)
{
	const char *revoke = req_query(q, "revoke");
	uint64_t number;

	if (!require_inviter(q))
		return;
	if (q->is_post) {
		change_invitations(q);
	} else if (revoke && form_number(revoke, &number)) {
		confirm_revoking(q, number);
	} else if (begin_invitations(q, "1", "7")) {
		page_end(q, 200);
	}
}
