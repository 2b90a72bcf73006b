#include "view/stale.h"

#include <string.h>

#include "base/message.h"
#include "http/req.h"
#include "schema/routes.h"
#include "view/failure.h"
#include "view/frame.h"
#include "view/view_question.h"

#define CSRF_LEN    64
#define CSRF_DIGITS "0123456789abcdef"
#define WORDS_MAX   80 /* characters of the post that the form is about */
#define CARRIED_MAX 20

/* In the table: the form is on the page of the member that it is about. */
#define MEMBERS_PAGE "/@NAME"

/* All of our forms, from the table src/schema/routes, which explains them. */
static const struct stale_form {
	const char *path, *field, *value; /* NULL: any */
	const char *where; /* where the form is; NULL: a button */
	const char *words;
	const char *carried[CARRIED_MAX + 1]; /* fields that are sent again */
} stale_forms[] = {
#define DESCRIBE(path, field, value, where, words, ...)                       \
	{ path, field, value, where, words, { __VA_ARGS__ } },
	EACH_FORM(DESCRIBE)
};

/* The fields that name the post or the member that a form is about. */
#define POST_FIELDS                                                           \
	"like", "unlike", "repost", "unrepost", "save", "unsave", "pin",      \
		"unpin", "leave", "join", "read", "cancel", "answer",         \
		"unanswer", "id", "reply_to", "post"
#define MEMBER_FIELDS "follow", "unfollow", "uid", "member"

static const struct stale_form *stale_find_form(const struct req *q)
{
	for (size_t i = 0; i < sizeof stale_forms / sizeof *stale_forms; i++) {
		const struct stale_form *form = &stale_forms[i];
		const char *value = form_get(&q->form, form->field);

		if (strcmp(q->path, form->path) == 0 && value &&
		    (!form->value || strcmp(value, form->value) == 0))
			return form;
	}
	return NULL;
}

/* All of our forms have a csrf, even very old ones. */
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

/* The id in the first of these fields that has one, or 0. */
static uint64_t stale_id(const struct req *q, const char *const *fields)
{
	uint64_t id;

	unsigned answer;

	for (; *fields; fields++)
		if (form_number(req_field(q, *fields), &id) ||
		    read_answer(req_field(q, *fields), &id, &answer))
			return id;
	return 0;
}

/*
 * If the post is gone or can't be read now, its button is shown anyway, and
 * will say so.
 */
static void stale_describe_post(struct req *q, struct tpl *t, uint64_t id)
{
	struct rt_post about;
	struct tpl *post;

	if (!id || rt_post_read(q->rt, q->a, id, &about) || !about.id)
		return;
	post = tpl_section(t, "POST");
	tpl_set(post, "NAME", about.name);
	tpl_set_int(post, "ID", (long long)about.id);
	tpl_set(post, "WORDS", rt_first_words(q->a, about.body, WORDS_MAX));
}

/* Returns the member's name, or NULL. */
static const char *stale_describe_member(struct req *q, struct tpl *t,
					 uint64_t id)
{
	struct rt_user whom;

	if (!id || rt_user_by_id(q->rt, q->a, id, &whom) != RT_OK)
		return NULL;
	tpl_set(tpl_section(t, "MEMBER"), "NAME", whom.name);
	return whom.name;
}

/* The visitor doesn't see the page any longer that had the form. */
static const char *stale_describe(struct req *q, struct tpl *t)
{
	static const char *const posts[] = { POST_FIELDS, NULL };
	static const char *const members[] = { MEMBER_FIELDS, NULL };

	stale_describe_post(q, t, stale_id(q, posts));
	return stale_describe_member(q, t, stale_id(q, members));
}

static struct tpl *stale_button(struct req *q, struct tpl *t,
				const struct stale_form *form)
{
	t = tpl_section(t, "PRESS");
	tpl_set(t, "ACTION", form->path);
	tpl_set(t, "BUTTON", _(form->words));
	for (const char *const *field = form->carried; *field; field++)
		stale_carry(q, t, *field);
	return t;
}

/*
 * A password or a file never comes back: the visitor has to enter it again,
 * where the form is.
 */
static void stale_fill_in(struct req *q, struct tpl *t,
			  const struct stale_form *form, const char *member)
{
	const char *where = form->where;

	if (strcmp(where, MEMBERS_PAGE) == 0)
		where = member ? view_profile_path(q->a, member) : "/";
	t = tpl_section(t, "FILL_IN");
	tpl_set(t, "ADDRESS", where);
	tpl_set(t, "WHAT", _(form->words));
}

bool page_stale(struct req *q)
{
	const struct stale_form *form = stale_find_form(q);
	const char *member;
	struct tpl *t;

	if (!form || !stale_had_csrf(q))
		return false;
	t = page_begin(q, "stale.tpl", _("That form has expired"));
	tpl_section(t, "EXPIRED");
	member = stale_describe(q, t);
	if (form->where)
		stale_fill_in(q, t, form, member);
	else
		tpl_section(stale_button(q, t, form), "ASKED");
	page_end(q, 403);
	return true;
}

/* What somebody has typed into it; "" for a button. */
static const char *stale_typed(const struct req *q)
{
	const char *text = req_field(q, "text");

	return *text ? text : req_field(q, "reason");
}

/*
 * It doesn't name the post or the member, since that would take the database.
 * The session can't be read, either, so the csrf is the one that was sent.
 */
bool page_resend(struct req *q)
{
	const struct stale_form *form = stale_find_form(q);
	struct tpl *t, *button;

	if (!form || form->where || !stale_had_csrf(q) || !*stale_typed(q))
		return false;
	t = page_begin(q, "stale.tpl", _("Not done yet"));
	tpl_set(tpl_section(t, q->is_unsaved ? "UNSAVED" : "UNAVAILABLE"),
		"TYPED",
		rt_text_balanced(q->a, rt_text_clean(q->a, stale_typed(q))));
	button = stale_button(q, t, form);
	tpl_set(button, "CSRF", req_field(q, "csrf"));
	page_retry(q, 503);
	page_end(q, 503);
	return true;
}
