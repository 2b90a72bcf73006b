/*
 * POST /account/export
 *                  sends all that is the member's own as a zip (200); waiting
 *                  and stopped members get it, too.
 *   csrf           see rt_csrf()
 *
 * While one is on its way another one gets a 429.  GET, as after Reload, leads
 * back to /account.
 *
 * It is made while it goes out, in chunks, each of which forgets the one
 * before.  If the data cannot be read any more, or nobody takes it, it breaks
 * off, and no program takes what has come for a whole zip.
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

/* An older name may hold anything. */
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

static void refuse_second(struct req *q)
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
		refuse_second(q);
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
