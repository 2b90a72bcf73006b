/*
 * POST /account/export
 *                  sends all of the member's own data as a zip (200).  Members
 *                  who wait for approval or are suspended get it, too.
 *   part           next: of an export whose pictures do not fit into one file,
 *                  the next part, with pictures only.  If there is none, shows
 *                  the page below
 *   csrf           see rt_csrf()
 *
 * GET /account/export
 *   part           next: the page with the button for the next part, which says
 *                  whether there is one
 *
 * While one export is running, another one is refused (429).  Any other GET, as
 * after Reload, redirects to /account.
 *
 * The zip is made while it is sent, in chunks that reuse the same memory.  If
 * the data can't be read any longer, or the client accepts nothing, it breaks
 * off, and no program takes what has arrived for a complete zip.  Where the next
 * part begins is noted once all of this one has been sent.
 */
#include <string.h>

#include "base/day.h"
#include "base/message.h"
#include "view/pack_pictures.h"
#include "view/page.h"

#define NAME_MAX_SHOWN 64

const char *const page_templates[] = {
	FRAME_TEMPLATES, PACK_TEMPLATES, "export.tpl", "stale.tpl", NULL,
};

/* ---- the zip ----------------------------------------------------------- */

static bool pack_out(void *who, const void *bytes, size_t len)
{
	return stream_write(who, bytes, len);
}

/* The first part has everything else, too. */
static bool pack_all(struct pack *p, struct rt_export_place *next)
{
	return pack_site(p) &&
	       (p->place.part > 1 || (pack_json(p) && pack_html(p))) &&
	       pack_pictures(p, next);
}

static bool send_pack(struct req *q, void *what)
{
	const struct zip_out out = { .write = pack_out, .who = q };
	struct rt_export_place next = { 0 };
	struct pack *p = what;
	bool is_good = false;

	p->piece = arena_alloc(q->a, PACK_PIECE);
	p->zip = zip_begin(q->a, &out);
	if (p->zip) {
		is_good = pack_all(p, &next);
		is_good = zip_end(p->zip, is_good);
	}
	arena_reset(&p->chunk);
	if (is_good && rt_has_pictures(q->rt))
		rt_export_note(p->e, &p->chunk, &next);
	rt_export_end(p->e, &p->chunk);
	arena_free(&p->chunk);
	return is_good;
}

/* Names from before there were rules may contain any character. */
static const char *file_name(struct req *q, uint64_t part)
{
	char *name = arena_strndup(q->a, q->me.name,
				   strnlen(q->me.name, NAME_MAX_SHOWN));

	for (char *c = name; *c; c++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
			    "XYZ0123456789_-",
			    *c))
			*c = '_';
	if (part > 1)
		return arena_printf(q->a, "retwis-%s-%s-part-%llu.zip", name,
				    day_today(q->a), (unsigned long long)part);
	return arena_printf(q->a, "retwis-%s-%s.zip", name, day_today(q->a));
}

static void refuse_second_export(struct req *q)
{
	struct tpl *t = page_begin(q, "error.tpl", _("One at a time"));

	tpl_set_int(t, "STATUS", 429);
	tpl_set(t, "HEADING", _("One at a time"));
	tpl_set(t, "MESSAGE",
		_("A download of your data is still running or has just been "
		  "cut short."));
	tpl_set(tpl_section(t, "WAITING"), "WAIT", page_wait(q));
	page_retry(q, 429);
	page_end(q, 429);
}

static void start_export(struct req *q, const struct rt_export_place *place)
{
	struct pack *p = arena_alloc(q->a, sizeof *p);
	enum rt_err err;

	*p = (struct pack){ .conf = q->conf, .rt = q->rt, .place = *place };
	err = rt_export_begin(q->rt, q->a, &q->me, &p->e, &p->profile);
	if (err == RT_LIMITED) {
		refuse_second_export(q);
	} else if (req_ok(q, err)) {
		q->caching = "no-store";
		page_header(q,
			    "Content-Disposition: attachment; "
			    "filename=\"%s\"",
			    file_name(q, place->part));
		page_stream(q, "application/zip", send_pack, p);
	}
}

/* ---- parts ------------------------------------------------------------- */

static void show_next_part(struct req *q, const struct rt_export_place *next)
{
	struct tpl *t = page_begin(q, "export.tpl", _("Your data in parts"));

	if (next->part)
		tpl_set_number(tpl_section(t, "MORE"), "PART", next->part);
	else
		tpl_section(t, "ALL");
	page_end(q, 200);
}

static void continue_export(struct req *q)
{
	struct rt_export_place next = { 0 };

	if (!req_ok(q, rt_export_goes_on(q->rt, q->a, q->me.id, &next)))
		return;
	if (q->is_post && next.part)
		start_export(q, &next);
	else
		show_next_part(q, &next);
}

static bool wants_next_part(const struct req *q)
{
	const char *part =
		q->is_post ? req_field(q, "part") : req_query(q, "part");

	return rt_has_pictures(q->rt) && part && strcmp(part, "next") == 0;
}

/* ---- the address ------------------------------------------------------- */

void page(struct req *q)
{
	if (!req_require(q, "/account/export", "GET, HEAD, POST") ||
	    !req_require_account(q))
		return;
	if (wants_next_part(q))
		continue_export(q);
	else if (q->is_post)
		start_export(q, &(struct rt_export_place){ .part = 1 });
	else
		page_redirect(q, "/account");
}
