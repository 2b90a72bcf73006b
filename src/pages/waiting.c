/*
 * GET /waiting     shows hosts who has asked to join, the first one first.
 * POST /waiting    redirects here (303).
 *   approve        the ids of those who are let in
 *   refuse         and of those who aren't: everything of theirs is deleted,
 *                  and their names are free again
 *   csrf           see rt_csrf()
 *
 * Both fields may be repeated.  For everybody but hosts this address doesn't
 * exist (404).  Members who don't wait any longer are not changed.
 */
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"waiting.tpl",
	"stale.tpl",
	NULL,
};

/* ---- what it shows ----------------------------------------------------- */

static void show_one(struct req *q, struct tpl *t,
		     const struct rt_applicant *one)
{
	tpl_set_int(t, "ID", (long long)one->id);
	tpl_set(t, "NAME", one->name);
	tpl_set(t, "WHO", one->who);
	view_avatar(q->a, t, one->id, one->name, NULL);
	view_time(q, t, one->since);
}

/* One button approves everybody whom the page shows. */
static void show_all(struct tpl *t, const struct rt_waiting_list *queue)
{
	t = tpl_section(t, "ALL");
	tpl_set_int(t, "N", (long long)queue->n);
	for (size_t i = 0; i < queue->n; i++)
		tpl_set_int(tpl_section(t, "EACH"), "ID",
			    (long long)queue->v[i].id);
}

static void show_newcomers(struct req *q)
{
	struct rt_waiting_list queue;
	struct tpl *t;

	if (!req_ok(q, rt_waiting_list(q->rt, q->a, &queue)))
		return;
	t = page_begin(q, "waiting.tpl", "Requests to join");
	if (!queue.n)
		tpl_section(t, "NOBODY");
	for (size_t i = 0; i < queue.n; i++)
		show_one(q, tpl_section(t, "ONE"), &queue.v[i]);
	if (queue.n > 1)
		show_all(t, &queue);
	if (queue.all > queue.n)
		tpl_set_int(tpl_section(t, "MORE"), "N",
			    (long long)(queue.all - queue.n));
	page_end(q, 200);
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
	enum rt_err err = rt_let_in(q->rt, q->a, id, n, name);

	for (size_t i = 0; i < n; i++)
		if (name[i])
			log_decision(q, "approved", name[i]);
	return err;
}

static enum rt_err refuse_all(struct req *q, const uint64_t *id, size_t n)
{
	enum rt_err err = RT_OK;
	const char *name;

	for (size_t i = 0; !err && i < n; i++) {
		err = rt_refuse(q->rt, q->a, id[i], &name);
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
	size_t ins, outs;
	enum rt_err err;

	if (!read_ids(q, "approve", in, &ins) ||
	    !read_ids(q, "refuse", out, &outs) || ins + outs == 0) {
		page_error(q, 400);
		return;
	}
	err = ins ? approve_all(q, in, ins) : RT_OK;
	if (!err)
		err = refuse_all(q, out, outs);
	if (req_ok(q, err))
		page_redirect(q, "/waiting");
}

void page(struct req *q)
{
	if (!req_require_host(q, "/waiting", "GET, HEAD, POST"))
		return;
	if (q->is_post)
		decide(q);
	else
		show_newcomers(q);
}
