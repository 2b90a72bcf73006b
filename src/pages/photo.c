/*
 * GET /@NAME/ID/N  the N-th picture of a post, as large as there is room, with
 * the words for it, and links to the post and to its other pictures.
 *
 * A post without that picture has no such address (404), nor has a site without
 * pictures.  A post that a moderator has removed is a 404, too; hosts and
 * moderators are redirected to /remove.
 *
 * If NAME isn't the author's, or ID is a repost, it redirects to the right
 * address.
 */
#include <string.h>

#include "base/message.h"
#include "base/numerals.h"
#include "view/page.h"
#include "view/view_act.h"
#include "view/view_pictures.h"

#define WORDS_MAX 100

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"photo.tpl",
	NULL,
};

/* ---- the page ---------------------------------------------------------- */

static void show_photo_post(struct req *q, struct tpl *t,
			    const struct rt_post *post)
{
	const char *words = rt_first_words(q->a, post->body, WORDS_MAX);

	view_name(t, post->name, post->display);
	view_time(q, t, post->time);
	tpl_set_int(t, "ID", (long long)post->id);
	tpl_set(t, "WORDS", words);
	tpl_show(t, *words ? "POST" : "WORDLESS");
}

/* The links to the pictures before and after the one with the index `at`. */
static void show_others(struct tpl *t, const struct rt_attached *attached,
			size_t at)
{
	struct tpl *others;

	if (attached->pictures < 2)
		return;
	others = tpl_section(t, "OTHERS");
	if (at)
		tpl_set_int(tpl_section(others, "PREVIOUS"), "N",
			    (long long)at);
	if (at + 1 < attached->pictures)
		tpl_set_int(tpl_section(others, "NEXT"), "N",
			    (long long)at + 2);
}

static const char *photo_title(struct req *q, const struct rt_post *post,
			       size_t at)
{
	const char *name = view_name_text(q->a, post->name, post->display);

	if (post->attached.pictures == 1)
		return message_fill(q->a, _("Picture by {who}"), "who", name);
	return message_fill(q->a, _("Picture {n} of {count} by {who}"), "n",
			    number_text(q->a, at + 1), "count",
			    number_text(q->a, post->attached.pictures), "who",
			    name);
}

static void show_photo(struct req *q, const struct rt_post *post, size_t at)
{
	const struct rt_attached *attached = &post->attached;
	struct tpl *t = page_begin(q, "photo.tpl", photo_title(q, post, at));
	struct tpl *heading;

	view_preview(q, post, at + 1);
	heading = tpl_section(t, attached->pictures > 1 ? "OF" : "ALONE");
	view_name(heading, post->name, post->display);
	if (attached->pictures > 1) {
		tpl_set_number(heading, "N", at + 1);
		tpl_set_number(heading, "COUNT", attached->pictures);
	}
	view_large_picture(q->a, t, attached, at);
	show_others(t, attached, at);
	show_photo_post(q, t, post);
	page_end(q, 200);
}

/* ---- the address ------------------------------------------------------- */

struct photo_address {
	const char *name;
	uint64_t id, n; /* of the post; which of its pictures, from 1 on */
};

static bool read_photo_path(struct req *q, struct photo_address *at)
{
	const char *rest, *slash;

	if (!req_member_path(q, &at->name, &rest) || !rest ||
	    !(slash = strchr(rest, '/')))
		return false;
	return form_number(arena_strndup(q->a, rest, (size_t)(slash - rest)),
			   &at->id) &&
	       form_number(slash + 1, &at->n);
}

static bool has_photo(const struct req *q, const struct rt_post *post,
		      const struct photo_address *at)
{
	return rt_has_pictures(q->rt) && at->n &&
	       at->n <= post->attached.pictures;
}

void page(struct req *q)
{
	struct photo_address at;
	struct rt_photo p;

	if (!req_require(q, NULL, "GET, HEAD"))
		return;
	if (!read_photo_path(q, &at)) {
		page_error(q, 404);
		return;
	}
	if (!req_ok(q, rt_photo(q->rt, q->a, q->secret, at.id, &p)))
		return;
	req_set_user(q, &p.me);
	if (p.is_removed && rt_moderates(q->me.standing))
		page_redirect(q, view_remove_path(q->a, at.id));
	else if (!p.post.id || !has_photo(q, &p.post, &at))
		page_error(q, 404);
	else if (p.post.id != at.id || strcmp(p.post.name, at.name) != 0)
		page_redirect(q, arena_printf(q->a, "%s/%llu",
					      view_post_path(q->a, &p.post),
					      (unsigned long long)at.n));
	else
		show_photo(q, &p.post, (size_t)at.n - 1);
}
