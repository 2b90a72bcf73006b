#include "view/stale.h"

#include <string.h>

#include "http/req.h"
#include "schema/routes.h"
#include "view/frame.h"

#define CSRF_LEN    64
#define CSRF_DIGITS "0123456789abcdef"
#define WORDS_MAX   80 /* of the post that the form is about */
#define CARRIED_MAX 4

/* Where the table sends whose form is on the page of the member it is about. */
#define MEMBERS_PAGE "/@NAME"

/* What our forms do, from the table src/schema/routes, which says more. */
static const struct act {
	const char *path, *field, *value; /* NULL: any */
	const char *where; /* to fill the form in; NULL: a button */
	const char *words;
	const char *carried[CARRIED_MAX + 1]; /* fields that come back */
} acts[] = {
#define DESCRIBE(path, field, value, where, words, ...)                       \
	{ path, field, value, where, words, { __VA_ARGS__ } },
	EACH_FORM(DESCRIBE)
};

/* The posts and the members that forms are about. */
#define POST_FIELDS   "like", "unlike", "repost", "unrepost", "id", "reply_to"
#define MEMBER_FIELDS "follow", "unfollow", "uid"

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
static void stale_describe_post(struct req *q, struct tpl *t, uint64_t id)
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

/* The member's name, or NULL. */
static const char *stale_describe_member(struct req *q, struct tpl *t,
					 uint64_t id)
{
	struct rt_user whom;

	if (!id || rt_user_by_id(q->rt, q->a, id, &whom) != RT_OK)
		return NULL;
	tpl_set(tpl_section(t, "MEMBER"), "NAME", whom.name);
	return whom.name;
}

/* The page that had the form is not there any more to look at. */
static const char *stale_describe(struct req *q, struct tpl *t)
{
	static const char *const posts[] = { POST_FIELDS, NULL };
	static const char *const members[] = { MEMBER_FIELDS, NULL };

	stale_describe_post(q, t, stale_id(q, posts));
	return stale_describe_member(q, t, stale_id(q, members));
}

static void stale_button(struct req *q, struct tpl *t, const struct act *act)
{
	t = tpl_section(t, "PRESS");
	tpl_set(t, "ACTION", act->path);
	tpl_set(t, "BUTTON", act->words);
	for (const char *const *field = act->carried; *field; field++)
		stale_carry(q, t, *field);
}

/* A password and a file never come back: they are asked for where they were. */
static void stale_fill_in(struct req *q, struct tpl *t, const struct act *act,
			  const char *member)
{
	const char *where = act->where;

	if (strcmp(where, MEMBERS_PAGE) == 0)
		where = member ? view_profile_path(q->a, member) : "/";
	t = tpl_section(t, "FILL_IN");
	tpl_set(t, "ADDRESS", where);
	tpl_set(t, "WHAT", act->words);
}

bool page_stale(struct req *q)
{
	const struct act *act = stale_act(q);
	const char *member;
	struct tpl *t;

	if (!act || !stale_had_csrf(q))
		return false;
	t = page_begin(q, "stale.tpl", "That form has expired");
	member = stale_describe(q, t);
	if (act->where)
		stale_fill_in(q, t, act, member);
	else
		stale_button(q, t, act);
	page_end(q, 403);
	return true;
}
