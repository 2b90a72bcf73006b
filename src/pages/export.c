/*
 * POST /account/export
 *                  sends all of the member's own data as a zip (200).  Members
 *                  who wait for approval or are suspended get it, too.
 *   csrf           see rt_csrf()
 *
 * While one export is running, another one is refused (429).  GET, as after
 * Reload, redirects to /account.
 *
 * The zip is made while it is sent, in chunks that reuse the same memory.  If
 * the data can't be read any longer, or the client accepts nothing, it breaks
 * off, and no program takes what has arrived for a complete zip.
 */
#include <string.h>

#include "base/day.h"
#include "view/pack.h"
#include "view/page.h"

#define NAME_MAX_SHOWN 64

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	PACK_TEMPLATES,
	"stale.tpl",
	NULL,
};

/* ---- the zip ----------------------------------------------------------- */

static bool pack_out(void *who, const void *bytes, size_t len)
{
	return stream_write(who, bytes, len);
}

static bool send_pack(struct req *q, void *what)
{
	const struct zip_out out = { .write = pack_out, .who = q };
	struct pack *p = what;
	bool is_good = false;

	p->zip = zip_begin(q->a, &out);
	if (p->zip) {
		is_good = pack_json(p) && pack_html(p);
		is_good = zip_end(p->zip, is_good);
	}
	arena_reset(&p->chunk);
	rt_export_end(p->e, &p->chunk);
	arena_free(&p->chunk);
	return is_good;
}

/* Names from before there were rules may contain any character. */
static const char *file_name(struct req *q)
{
	char *name = arena_strndup(q->a, q->me.name,
				   strnlen(q->me.name, NAME_MAX_SHOWN));

	for (char *c = name; *c; c++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
			    "XYZ0123456789_-",
			    *c))
			*c = '_';
	return arena_printf(q->a, "retwis-%s-%s.zip", name, day_today(q->a));
}

static void refuse_second_export(struct req *q)
{
	struct tpl *t = page_begin(q, "error.tpl", "One at a time");

	tpl_set_int(t, "STATUS", 429);
	tpl_set(t, "HEADING", "One at a time");
	tpl_set(t, "MESSAGE",
		"A download of your data is still running or has just been cut "
		"short.");
	tpl_set(tpl_section(t, "WAITING"), "WAIT", page_wait(q));
	page_retry(q, 429);
	page_end(q, 429);
}

static void start_export(struct req *q)
{
	struct pack *p = arena_alloc(q->a, sizeof *p);
	enum rt_err err;

	*p = (struct pack){ .conf = q->conf, .rt = q->rt };
	err = rt_export_begin(q->rt, q->a, &q->me, &p->e, &p->profile);
	if (err == RT_LIMITED) {
		refuse_second_export(q);
	} else if (req_ok(q, err)) {
		q->caching = "no-store";
		page_header(q,
			    "Content-Disposition: attachment; "
			    "filename=\"%s\"",
			    file_name(q));
		page_stream(q, "application/zip", send_pack, p);
	}
}

/* ---- the address ------------------------------------------------------- */

void page(struct req *q)
{
	if (!req_require(q, "/account/export", "GET, HEAD, POST") ||
	    !req_require_account(q))
		return;
	if (q->is_post)
		start_export(q);
	else
		page_redirect(q, "/account");
}
