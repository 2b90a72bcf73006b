#include "view/failure.h"

#include "base/prefix.h"
#include "view/frame.h"
#include "view/retry.h"
#include "view/draft_rescue.h"

static const struct failure {
	int status;
	const char *heading, *message;
} failures[] = {
	{ 400, "We don't understand that",
	  "Something in the address or the form is broken or appears twice." },
	{ 403, "That form has expired",
	  "Nothing was changed. Go back, reload the page and try again." },
	{ 404, "Page not found",
	  "The member or post may be gone, or there's a typo in the address." },
	{ 405, "That doesn't work here",
	  "This address can't do what your browser or program asked for." },
	{ 409, "This site needs a host",
	  "There's no other host. Make another member a host first." },
	{ 410, "This link no longer works",
	  "It has been used or has expired. Ask the person who gave it to you "
	  "for a new one." },
	{ 411, "Length required",
	  "The form was sent without its length, so it wasn't read." },
	{ 413, "That's too long",
	  "A form can have up to 64 kilobytes. Nothing was saved." },
	{ 415, "That isn't a form",
	  "Only application/x-www-form-urlencoded is accepted here." },
	{ 429, "One moment, please",
	  "You've done that very often in a short time. Nothing was changed." },
	{ 503, "Back in a moment",
	  "The database can't answer or save anything right now. Nothing that "
	  "was saved is lost. Go back and try again in a moment." },
	/* The last one stands for all that are not here. */
	{ 500, "Something went wrong on our side",
	  "The hosts of this site can find the reason in its log." },
};

/* A form that was carried out, where a master that dies now takes it along. */
static const struct failure unsure = {
	503, "Not safely saved yet",
	"It's saved, but so far on only one of our servers instead of two. "
	"Check in a moment whether it's there. If it isn't, do it again."
};

static const struct failure *find_failure(int status)
{
	const struct failure *f = failures;

	while (f->status != status && f->status != 500)
		f++;
	return f;
}

void page_error(struct req *q, int status)
{
	const struct failure *f =
		q->is_unsure ? &unsure : find_failure(status);
	struct tpl *t = page_begin(q, "error.tpl", f->heading);

	tpl_set_int(t, "STATUS", f->status);
	tpl_set(t, "HEADING", f->heading);
	tpl_set(t, "MESSAGE", f->message);
	if (status == 429)
		tpl_set(tpl_section(t, "WAITING"), "WAIT", page_wait(q));
	page_retry(q, status);
	page_end(q, f->status);
}

static void failure_keep_cookies(struct req *q)
{
	size_t kept = 0;

	for (size_t i = 0; i < q->headers && i < REQ_HEADERS_MAX; i++)
		if (text_after(q->header[i], "Set-Cookie:"))
			q->header[kept++] = q->header[i];
	q->headers = kept;
}

void page_unsure(struct req *q)
{
	failure_keep_cookies(q);
	q->is_unsure = true;
	q->live = NULL;
	if (!page_return_draft(q, 503))
		page_error(q, 503);
}
