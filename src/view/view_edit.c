#include "view/view_edit.h"

#include "http/form.h"
#include "libretwis/retwis.h"
#include "view/frame.h"
#include "view/view_attached.h"
#include "view/view_body.h"
#include "view/view_form.h"
#include "view/typed_time.h"
#include "view/view_time.h"

static void edit_name_post(struct req *q, struct tpl *t,
			   const struct edit_form *f)
{
	struct tpl *which = tpl_section(t, f->id ? "PUBLISHED" : "SCHEDULED");

	if (f->id) {
		tpl_set(which, "ID", f->id);
		return;
	}
	tpl_set(which, "TOKEN", f->token);
	tpl_set(which, "AT", f->at);
	tpl_set(which, "ZONE", when_zone(q->a, time(NULL)));
	view_problem(which, f->bad_status != NULL, "BAD_AT", f->bad_at);
}

/* An hour alone would mislead whoever lives in another time zone. */
static void edit_limit(struct req *q, struct tpl *t, time_t until)
{
	tpl_set(t, "TIME", view_hour(q->a, until));
	tpl_set(t, "ZONE", when_zone(q->a, until));
}

void page_edit(struct req *q, const struct edit_form *f)
{
	const char *heading = f->id ? "Edit post" : "Edit scheduled post";
	struct tpl *t = page_begin(q, "edit.tpl", heading);

	tpl_set(t, "HEADING", heading);
	tpl_set(t, "VERSION", f->version);
	tpl_set(t, "STATUS", f->text);
	edit_name_post(q, t, f);
	if (f->attached)
		view_attached(q, t, f->attached);
	view_problem(t, false, "BAD_STATUS", f->bad_status);
	if (f->until)
		edit_limit(q, tpl_section(t, "UNTIL"), f->until);
	if (f->present)
		view_text(q->a, tpl_section(t, "CHANGED"), f->present);
}

static const char *edit_typed(struct req *q, const char *field)
{
	return rt_text_clean(q->a, req_field(q, field));
}

bool edit_form_is_sent(const struct req *q)
{
	return form_get(&q->form, "version") != NULL;
}

struct edit_form edit_form_sent(struct req *q)
{
	struct edit_form f = {
		.version = edit_typed(q, "version"),
		.text = edit_typed(q, "status"),
	};

	if (form_get(&q->form, "scheduled")) {
		f.token = edit_typed(q, "scheduled");
		f.at = edit_typed(q, "at");
	} else {
		f.id = edit_typed(q, "id");
	}
	return f;
}
