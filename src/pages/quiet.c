/*
 * GET /account/quiet
 *                  lists whom the member has muted and blocked, with a button
 *                  for each to undo it.
 * GET /quiet       redirects there (303).
 *   block          asks whether to block the member with this id
 * POST /quiet      mutes or blocks a member, or takes it back, and redirects
 *                  back (303).
 *   mute           whom to mute: a user id
 *   unmute         or whom not to mute any more
 *   block          or whom to block
 *   unblock        or whom not to block any more
 *   back           the page on which the button was pressed; without it, the
 *                  redirect is to the list
 *   csrf           see rt_csrf()
 *
 * Doing it twice changes nothing, and neither does muting somebody who is
 * blocked.  A member who doesn't exist can't be muted (404), but anybody can be
 * unmuted.  Muting yourself, or more members than there is room for, is refused
 * (422).
 */
#include <string.h>

#include "base/message.h"
#include "view/page.h"

#define LIST "/account/quiet"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "quiet.tpl", "quiet_list.tpl",
	"block.tpl",     "stale.tpl", NULL,
};

/* ---- what it shows ----------------------------------------------------- */

/* `section` is where the list is included, and the section of its buttons. */
static void show_section(struct req *q, struct tpl *t, const char *section,
			 const char *empty,
			 const struct rt_people_list *people)
{
	struct tpl *list;

	if (!people->n) {
		tpl_section(t, empty);
		return;
	}
	list = tpl_include(t, section, "quiet_list.tpl");
	for (size_t i = 0; i < people->n; i++) {
		const struct rt_person *of = &people->v[i];
		struct tpl *person = tpl_section(list, "PERSON");

		tpl_set_int(person, "ID", (long long)of->id);
		view_person_face(q->a, person, of);
		view_name(person, of->name, of->display);
		tpl_section(person, section);
	}
}

/* The list, with a sentence if a form was refused. */
static void show_lists(struct req *q, const char *problem)
{
	struct rt_quiet_lists lists;
	struct tpl *t;

	if (!req_ok(q, rt_quiet_lists(q->rt, q->a, q->me.id, &lists)))
		return;
	t = page_begin(q, "quiet.tpl", _("Muted and blocked members"));
	view_problem(t, false, "BAD_FORM", problem);
	show_section(q, t, "MUTED", "NO_MUTED", &lists.muted);
	show_section(q, t, "BLOCKED", "NO_BLOCKED", &lists.blocked);
	page_end(q, problem ? 422 : 200);
}

static void confirm_block(struct req *q, uint64_t id)
{
	struct rt_user whom;
	struct tpl *t;

	if (!req_ok(q, rt_user_by_id(q->rt, q->a, id, &whom)))
		return;
	if (!req_sees(q, &whom)) {
		page_error(q, 404);
		return;
	}
	t = page_begin(q, "block.tpl",
		       message_fill(q->a, _("Block {name}?"), "name",
				    view_name_text(q->a, whom.name, NULL)));
	tpl_set_int(t, "ID", (long long)id);
	tpl_set(t, "NAME", whom.name);
	page_end(q, 200);
}

/* ---- what it does ------------------------------------------------------ */

static const struct quiet_button {
	const char *field;
	enum rt_err (*act)(struct rt *rt, struct arena *a, uint64_t me,
			   uint64_t whom);
	enum done done;
	const char *too_many, *self;
} buttons[] = {
	{ "mute", rt_mute, DONE_MUTED,
	  N_("You can mute up to 200 members. Unmute somebody first."),
	  N_("You can't mute yourself.") },
	{ "unmute", rt_unmute, DONE_UNMUTED, NULL, NULL },
	{ "block", rt_block, DONE_BLOCKED,
	  N_("You can block up to 200 members. Unblock somebody first."),
	  N_("You can't block yourself.") },
	{ "unblock", rt_unblock, DONE_UNBLOCKED, NULL, NULL },
};

_Static_assert(RT_QUIET_MAX == 200, "as the sentences say");

/* The first button that the form has, or NULL. */
static const struct quiet_button *pressed(const struct req *q, uint64_t *id)
{
	for (size_t i = 0; i < sizeof buttons / sizeof *buttons; i++)
		if (form_number(req_field(q, buttons[i].field), id))
			return &buttons[i];
	return NULL;
}

static void press(struct req *q)
{
	uint64_t id;
	const struct quiet_button *button = pressed(q, &id);
	enum rt_err err;

	if (!button) {
		page_error(q, 404);
		return;
	}
	if (id == q->me.id && button->self) {
		show_lists(q, _(button->self));
		return;
	}
	err = button->act(q->rt, q->a, q->me.id, id);
	if (err == RT_DENIED)
		show_lists(q, _(button->too_many));
	else if (!req_ok(q, err))
		return;
	else if (*req_field(q, "back"))
		page_done_back(q, button->done);
	else
		page_done(q, LIST, button->done);
}

void page(struct req *q)
{
	bool is_list = strcmp(q->path, LIST) == 0;
	const char *block = req_query(q, "block");
	uint64_t id;

	if (!req_require(q, is_list ? LIST : "/quiet",
			 is_list ? "GET, HEAD" : "GET, HEAD, POST") ||
	    !req_require_user(q))
		return;
	if (q->is_post)
		press(q);
	else if (is_list)
		show_lists(q, NULL);
	else if (block && form_number(block, &id))
		confirm_block(q, id);
	else
		page_redirect(q, LIST);
}
