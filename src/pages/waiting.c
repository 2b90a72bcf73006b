/*
 * GET /waiting     shows hosts and moderators who has asked to join, the first
 *                  one first.
 *   refuse         asks whether to refuse this one; who isn't in the list is a
 *                  404
 *   all            asks whether to approve everybody in the list
 *
 * POST /waiting    redirects here (303).
 *   approve        the ids of those who are let in
 *   refuse         and of those who aren't: everything of theirs is deleted,
 *                  and their names are free again
 *   reason         why they aren't, for the log; without it the question comes
 *                  back (422)
 *   csrf           see rt_csrf()
 *
 * `approve` and `refuse` may be repeated.  For other members this address
 * doesn't exist (404).  Members who don't wait any longer are not changed.
 */
#include "base/message.h"
#include "view/page.h"
#include "view/view_act.h"
#include "view/view_body.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "waiting.tpl", "decide.tpl", "body.tpl",
	"reason.tpl",    "stale.tpl",   NULL,
};

/* ---- what it shows ----------------------------------------------------- */

static void show_one(struct req *q, struct tpl *t,
		     const struct rt_applicant *one)
{
	tpl_set_int(t, "ID", (long long)one->id);
	tpl_set(t, "NAME", one->name);
	view_text(q->a, t, one->who);
	view_face(q->a, t, one->id, &(struct rt_names){ .name = one->name });
	view_time(q, t, one->since);
}

static void show_newcomers(struct req *q, const struct rt_waiting_list *queue)
{
	struct tpl *t = page_begin(q, "waiting.tpl", _("Requests to join"));

	if (!queue->n)
		tpl_section(t, "NOBODY");
	for (size_t i = 0; i < queue->n; i++)
		show_one(q, tpl_section(t, "ONE"), &queue->v[i]);
	if (queue->n > 1)
		view_count(t, "ALL", queue->n);
	if (queue->all > queue->n)
		view_count(t, "MORE", queue->all - queue->n);
	page_end(q, 200);
}

/* ---- what it asks ------------------------------------------------------ */

static const struct rt_applicant *find_one(const struct rt_waiting_list *queue,
					   const char *which)
{
	uint64_t id;

	if (!form_number(which, &id))
		return NULL;
	for (size_t i = 0; i < queue->n; i++)
		if (queue->v[i].id == id)
			return &queue->v[i];
	return NULL;
}

static void confirm_refusal(struct req *q, const struct rt_waiting_list *queue,
			    const char *which, const char *problem)
{
	const struct rt_applicant *one = find_one(queue, which);
	struct tpl *t;

	if (!one) {
		page_error(q, 404);
		return;
	}
	t = tpl_section(page_begin(q, "decide.tpl", _("Decline?")), "REFUSE");
	show_one(q, t, one);
	view_reason(q, t, "STAFF", problem);
	page_end(q, problem ? 422 : 200);
}

/* Those who ask in the meantime aren't among them. */
static void confirm_all(struct req *q, const struct rt_waiting_list *queue)
{
	struct tpl *t;

	if (!queue->n) {
		page_redirect(q, "/waiting");
		return;
	}
	t = view_count(page_begin(q, "decide.tpl", _("Approve all?")), "ALL",
		       queue->n);
	for (size_t i = 0; i < queue->n; i++)
		show_one(q, tpl_section(t, "ONE"), &queue->v[i]);
	page_end(q, 200);
}

static void show_or_ask(struct req *q)
{
	const char *which = req_query(q, "refuse");
	struct rt_waiting_list queue;

	if (!req_ok(q, rt_waiting_list(q->rt, q->a, &queue)))
		return;
	if (which)
		confirm_refusal(q, &queue, which, NULL);
	else if (req_query(q, "all"))
		confirm_all(q, &queue);
	else
		show_newcomers(q, &queue);
}

/* The form to refuse somebody, with what was typed. */
static void ask_again(struct req *q, const char *problem)
{
	struct rt_waiting_list queue;

	if (req_ok(q, rt_waiting_list(q->rt, q->a, &queue)))
		confirm_refusal(q, &queue, req_field(q, "refuse"), problem);
}

/* ---- what it does ------------------------------------------------------ */

/* Reads all fields of that name.  Returns false if one of them isn't an id. */
static bool read_ids(const struct req *q, const char *name, uint64_t *id,
		     size_t *n)
{
	const char *text;

	*n = 0;
	for (size_t at = 0; (text = form_next(&q->form, name, &at)); ++*n)
		if (!form_number(text, &id[*n]))
			return false;
	return true;
}

static void log_decision(const struct req *q, const char *did,
			 const char *name)
{
	log_act(q, "%s %s %s", log_name(q, q->me.name), did,
		log_name(q, name));
}

static enum rt_err approve_all(struct req *q, const uint64_t *id, size_t n)
{
	const char *name[FORM_FIELDS_MAX] = { NULL };
	const struct rt_acting who = { .by = q->me.id };
	enum rt_err err = rt_let_in(q->rt, q->a, &who, id, n, name);

	for (size_t i = 0; i < n; i++)
		if (name[i])
			log_decision(q, "approved", name[i]);
	return err;
}

static enum rt_err refuse_all(struct req *q, const char *reason,
			      const uint64_t *id, size_t n)
{
	const struct rt_acting who = { .by = q->me.id, .reason = reason };
	enum rt_err err = RT_OK;
	const char *name;

	for (size_t i = 0; !err && i < n; i++) {
		err = rt_refuse(q->rt, q->a, &who, id[i], &name);
		if (!err)
			log_decision(q, "declined", name);
		else if (err == RT_NOT_FOUND)
			err = RT_OK;
	}
	return err;
}

static void decide(struct req *q)
{
	uint64_t in[FORM_FIELDS_MAX], out[FORM_FIELDS_MAX];
	const char *problem = NULL;
	char *reason = NULL;
	size_t ins, outs;
	enum rt_err err;

	if (!read_ids(q, "approve", in, &ins) ||
	    !read_ids(q, "refuse", out, &outs) || ins + outs == 0) {
		page_error(q, 400);
		return;
	}
	if (outs)
		problem = rt_reason_problem(q->a, req_field(q, "reason"),
					    &reason);
	if (problem) {
		ask_again(q, problem);
		return;
	}
	err = ins ? approve_all(q, in, ins) : RT_OK;
	if (!err)
		err = refuse_all(q, reason, out, outs);
	if (req_ok(q, err))
		page_done(q, "/waiting", ins ? DONE_APPROVED : DONE_DECLINED);
}

void page(struct req *q)
{
	if (!req_require_staff(q, "/waiting", "GET, HEAD, POST"))
		return;
	if (q->is_post)
		decide(q);
	else
		show_or_ask(q);
}
