#include "view/view_post_form.h"

#include "libretwis/retwis.h"
#include "view/typed_time.h"
#include "view/view_face.h"
#include "view/view_form.h"
#include "view/view_parts.h"
#include "view/view_picture_form.h"

#define WORDS_MAX 60 /* of a post that is answered */

/* The form without what post_form_end() adds. */
static struct tpl *post_form_begin(struct req *q, struct tpl *t,
				   const char *text, uint64_t reply_to)
{
	struct tpl *form = tpl_include(t, "POST_FORM", "post_form.tpl");

	if (reply_to)
		tpl_set_int(tpl_section(form, "REPLY_TO"), "ID",
			    (long long)reply_to);
	else
		tpl_section(form, "NO_REPLY");
	if (q->me.id)
		view_face(q->a, tpl_section(form, "WRITER"), q->me.id,
			  &(struct rt_names){ .name = q->me.name,
					      .display = q->me.display,
					      .face = q->me.face });
	tpl_set(form, "NONCE", rt_nonce(q->a));
	tpl_set(form, "STATUS", text);
	tpl_set(form, "ZONE", when_zone(q->a, time(NULL)));
	return form;
}

/* What a post can have besides its text. */
static void post_form_end(struct req *q, struct tpl *form, bool is_reply,
			  bool before, const struct attached_form *bad)
{
	before = view_attached_fields(q, form, is_reply, before, bad);
	view_picture_fields(q, form, before);
}

struct tpl *view_post_form(struct req *q, struct tpl *t, const char *text,
			   uint64_t reply_to)
{
	struct tpl *form = post_form_begin(q, t, text, reply_to);

	post_form_end(q, form, reply_to != 0, false, NULL);
	return form;
}

static const char *post_form_sent(const struct req *q, const char *field)
{
	return rt_text_clean(q->a, req_field(q, field));
}

void view_post_draft(struct req *q, struct tpl *t, uint64_t reply_to,
		     const struct post_problems *bad)
{
	struct tpl *form =
		post_form_begin(q, t, post_form_sent(q, "status"), reply_to);
	bool has = false;

	if (reply_to)
		tpl_section(form, "DRAFT");
	if (*req_field(q, "nonce"))
		tpl_set(form, "NONCE", post_form_sent(q, "nonce"));
	if (*req_field(q, "at")) {
		tpl_section(form, "LATER");
		tpl_set(form, "AT", post_form_sent(q, "at"));
	}
	if (bad) {
		has = view_problem(form, has, "BAD_STATUS", bad->status);
		has = view_problem(form, has, "BAD_AT", bad->at);
	}
	post_form_end(q, form, reply_to != 0, has,
		      bad ? &bad->attached : NULL);
}

/* The heading above the form, and the label in it. */
void view_replied(struct req *q, struct tpl *form, const struct rt_post *post)
{
	static const char *const places[] = { "ANSWERS", "NAMED" };
	const char *line = rt_first_line(q->a, post->body);

	for (size_t i = 0; i < 2; i++) {
		struct tpl *t = tpl_section(form, places[i]);

		view_name(t, post->name, post->display);
		if (!post->display)
			tpl_section(t, "PLAIN");
		tpl_set(t, "WORDS", rt_first_words(q->a, line, WORDS_MAX));
	}
}
