#include "view/failure.h"

#include "base/prefix.h"
#include "view/frame.h"
#include "view/retry.h"
#include "view/draft_rescue.h"

static const struct failure {
	int status;
	const char *heading, *message;
} failures[] = {
	{ 400, "This request makes no sense",
	  "Something in the address or in the form is broken, or is there twice." },
	{ 403, "This was not sent from our own form",
	  "Nothing was changed. Go back, load the page again and repeat it." },
	{ 404, "There is nothing here",
	  "The member or the post may be gone, or the address has a typo." },
	{ 405, "This address does not work that way",
	  "It cannot do what your browser or program asked for." },
	{ 409, "Somebody has to run this site",
	  "There is no other host. Make somebody else a host first." },
	{ 410, "This link does not work any more",
	  "It was used, or it is too old. Ask the person who gave it to you for "
	  "another one." },
	{ 411, "How long is this?",
	  "The form came without its length, so it was not read." },
	{ 413, "This is too long",
	  "A form may have 64 kilobytes at most. Nothing was stored." },
	{ 415, "This is not a form",
	  "Only application/x-www-form-urlencoded is understood here." },
	{ 429, "One moment, please",
	  "You have done this very often in a short time. Nothing was changed." },
	{ 503, "A short break",
	  "The database cannot answer or save just now. Nothing is lost that "
	  "was saved; go back and try again in a moment." },
	/* The last one stands for all that are not here. */
	{ 500, "Something is wrong on our side",
	  "The people who run this site find the reason in its log." },
};

/* A form that was carried out, where a master that dies now takes it along. */
static const struct failure unsure = {
	503, "This is not safe yet",
	"It is saved, but on one of our machines only, and should be on two. "
	"Look in a moment whether it is there, and if not, do it again."
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
	if (!page_keep(q, 503))
		page_error(q, 503);
}
