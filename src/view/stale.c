#include "view/stale.h"

#include <string.h>

#include "view/frame.h"

#define CSRF_LEN    64
#define CSRF_DIGITS "0123456789abcdef"
#define WORDS_MAX   80 /* of the post that the button is about */

/*
 * What our forms do, by the field that tells.  Those with a text are not here:
 * draft_rescue.h gives the text back.  Every form has a csrf, and those to sign out
 * and to take a copy along have nothing else.
 */
static const struct act {
	const char *path, *field, *value; /* NULL: any */
	const char *button;
} acts[] = {
	{ "/act", "like", NULL, "Like the post" },
	{ "/act", "unlike", NULL, "Unlike the post" },
	{ "/act", "repost", NULL, "Repost the post" },
	{ "/act", "unrepost", NULL, "Undo the repost" },
	{ "/follow", "follow", NULL, "Follow" },
	{ "/follow", "unfollow", NULL, "Unfollow" },
	{ "/delete", "id", NULL, "Delete the post" },
	{ "/scheduled", "id", NULL, "Cancel the scheduled post" },
	{ "/feed", "feed", "new", "Create a new address" },
	{ "/feed", "feed", "off", "Turn the feed off" },
	{ "/bio", "seen", "on", "Turn “Last seen” on" },
	{ "/bio", "seen", "off", "Turn “Last seen” off" },
	{ "/bio", "bio", "", "Clear “About you”" },
	{ "/post", "status", "", "Post" },
	{ "/account/name", "name", NULL, "Save the display name" },
	{ "/account/sessions", "end", "all", "Sign out everywhere" },
	{ "/account/sessions", "end", NULL, "Sign out that device" },
	{ "/account/export", "csrf", NULL, "Download your data" },
	{ "/invitations", "revoke", NULL, "Revoke the link" },
	{ "/invitations", "uses", NULL, "Create a link" },
	{ "/waiting", "approve", NULL, "Approve" },
	{ "/waiting", "refuse", NULL, "Decline" },
	{ "/standing", "standing", "host", "Make host" },
	{ "/standing", "standing", "moderator", "Make moderator" },
	{ "/standing", "standing", "member", "Make member" },
	{ "/standing", "standing", "stopped", "Suspend" },
	{ "/logout", "everywhere", NULL, "Sign out everywhere" },
	{ "/logout", "csrf", NULL, "Sign out" },
};

/* The posts and the members that buttons are about. */
#define POST_FIELDS   "like", "unlike", "repost", "unrepost", "id", "reply_to"
#define MEMBER_FIELDS "follow", "unfollow", "uid"

/* Nothing else of the form goes into the new one. */
static const char *const carried[] = {
	POST_FIELDS, MEMBER_FIELDS, "back",   "feed", "seen",       "bio",
	"status",    "nonce",       "at",     "end",  "everywhere", "standing",
	"approve",   "refuse",      "revoke", "uses", "days",       "name",
};

static const struct act *stale_act(const struct req *q)
{
	for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
		const struct act *act = &acts[i];
		const char *value = form_get(&q->form, act->field);

		if (strcmp(q->path, act->path) == 0 && value &&
		    (!act->value || strcmp(value, act->value) == 0))
			return act;
	}
	return NULL;
}

/* Our forms have a csrf, however old. */
static bool stale_had_csrf(const struct req *q)
{
	const char *csrf = req_field(q, "csrf");

	return strlen(csrf) == CSRF_LEN &&
	       strspn(csrf, CSRF_DIGITS) == CSRF_LEN;
}

static void stale_carry(struct req *q, struct tpl *t, const char *field)
{
	const char *value;
	struct tpl *hidden;

	for (size_t at = 0; (value = form_next(&q->form, field, &at));) {
		hidden = tpl_section(t, "HIDDEN");
		tpl_set(hidden, "NAME", field);
		tpl_set(hidden, "VALUE", rt_text_clean(q->a, value));
	}
}

/* The first of these fields, up to NULL, that names something; or 0. */
static uint64_t stale_id(const struct req *q, const char *const *fields)
{
	uint64_t id;

	for (; *fields; fields++)
		if (form_number(req_field(q, *fields), &id))
			return id;
	return 0;
}

/* A post that is gone, or cannot be read now, leaves a button that says so. */
static void stale_tell_post(struct req *q, struct tpl *t, uint64_t id)
{
	struct rt_status s;
	struct tpl *post;

	if (!id || rt_status(q->rt, q->a, q->secret, id, 0, &s) || !s.post.id)
		return;
	post = tpl_section(t, "POST");
	tpl_set(post, "NAME", s.post.name);
	tpl_set_int(post, "ID", (long long)s.post.id);
	tpl_set(post, "WORDS", rt_first_words(q->a, s.post.body, WORDS_MAX));
}

static void stale_tell_member(struct req *q, struct tpl *t, uint64_t id)
{
	struct rt_user whom;

	if (id && rt_user_by_id(q->rt, q->a, id, &whom) == RT_OK)
		tpl_set(tpl_section(t, "MEMBER"), "NAME", whom.name);
}

/* The page that had the button is not there any more to look at. */
static void stale_tell(struct req *q, struct tpl *t)
{
	static const char *const posts[] = { POST_FIELDS, NULL };
	static const char *const members[] = { MEMBER_FIELDS, NULL };

	stale_tell_post(q, t, stale_id(q, posts));
	stale_tell_member(q, t, stale_id(q, members));
}

bool page_stale(struct req *q)
{
	const struct act *act = stale_act(q);
	struct tpl *t;

	if (!act || !stale_had_csrf(q))
		return false;
	t = page_begin(q, "stale.tpl", "That form has expired");
	tpl_set(t, "ACTION", act->path);
	tpl_set(t, "BUTTON", act->button);
	stale_tell(q, t);
	for (size_t i = 0; i < sizeof carried / sizeof *carried; i++)
		stale_carry(q, t, carried[i]);
	page_end(q, 403);
	return true;
}
