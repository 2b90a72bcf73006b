#include "view/view_post.h"

#include "view/fragment.h"
#include "view/view_announced.h"
#include "view/view_body.h"
#include "view/view_date.h"
#include "view/view_face.h"
#include "view/view_parts.h"
#include "view/view_pictures.h"
#include "view/view_question.h"
#include "view/view_time.h"

/* ---- rendering a card -------------------------------------------------- */

static void set_post_context(struct tpl *t, const struct rt_post *post)
{
	struct tpl *reply;

	if (post->pinned)
		tpl_section(t, "PINNED");
	if (post->suspended)
		tpl_section(t, "SUSPENDED");
	if (post->reposter) {
		struct tpl *by = tpl_section(t, "REPOSTED");

		tpl_set(by, "BY", post->reposter);
		view_display(by, post->reposter_display);
	}
	if (!post->reply_to)
		return;
	reply = tpl_section(t, "REPLY");
	tpl_set_int(reply, "PARENT_ID", (long long)post->reply_to);
	tpl_set(reply, "PARENT_NAME",
		post->reply_name ? post->reply_name : "");
}

/*
 * The minute only on its own page: the post may be corrected for a short time
 * after it was written, so its day is that of the post or the next.
 */
static void set_post_edited(struct arena *a, struct tpl *t,
			    const struct rt_post *post, bool whole)
{
	struct tpl *edited;

	if (!post->edited)
		return;
	edited = tpl_section(t, "EDITED");
	if (whole)
		view_time_as(a, tpl_section(edited, "AT"), post->edited,
			     view_hour(a, post->edited));
	else
		tpl_section(edited, "ONCE");
}

static void set_post_counts(struct tpl *t, const struct rt_post *post)
{
	view_count(t, "ANSWERS", post->replies);
	view_count(t, "REPOSTS", post->reposts);
	view_count(t, "LIKES", post->likes);
}

static void set_post_buttons(struct tpl *t, const struct rt_post *post)
{
	view_count(tpl_section(t, "ANSWER"), "SOME", post->replies);
	view_count(tpl_section(t, post->reposted ? "UNREPOST" : "REPOST"),
		   "SOME", post->reposts);
	view_count(tpl_section(t, post->liked ? "UNLIKE" : "LIKE"), "SOME",
		   post->likes);
}

static void show_post_face(struct arena *a, struct tpl *t,
			   const struct rt_post *post)
{
	const struct rt_names names = { .name = post->name,
					.display = post->display,
					.face = post->face };

	view_face(a, t, post->user_id, &names);
}

static void set_card(struct arena *a, struct tpl *t, const void *what)
{
	const struct card *card = what;
	const struct rt_post *post = card->post;

	(card->whole ? view_whole_body : view_body)(a, t, post);
	view_time_as(a, t, post->time, card->ago);
	set_post_edited(a, t, post, card->whole);
	set_post_context(t, post);
	view_announced(a, t, post, card->buttons);
	if (card->pictures)
		view_pictures(a, t, &post->attached);
	view_card_date(a, t, post, card->whole);
	view_question(a, t, post, card->buttons, card->whole);
	show_post_face(a, t, post);
	if (card->buttons)
		set_post_buttons(t, post);
	else
		set_post_counts(t, post);
	/*
	 * The template uses these most, and what was set last is found first.
	 */
	view_name(t, post->name, post->display);
	tpl_set_int(t, "ID", (long long)post->id);
}

/* ---- caching a card ---------------------------------------------------- */

/*
 * Consecutive posts have consecutive places, so that the newest two thousand
 * remain in the cache.  A card whose counts or age have changed replaces the
 * one before.  Cards of one post that differ by visitor have different places.
 */
static size_t card_place(const struct card *card)
{
	const struct rt_post *p = card->post;
	const struct rt_question *question = p->attached.question;
	size_t kind = question ? question->so_far.mine : 0;

	for (const char *c = p->reposter; c && *c; c++)
		kind = 31 * kind + (unsigned char)*c;
	kind = 128 * kind + 64 * p->attached.read + 32 * p->suspended +
	       16 * p->pinned + 8 * card->whole + 4 * p->reposted +
	       2 * p->liked + card->buttons;
	return p->id + 683 * kind;
}

/*
 * Everything that set_card() reads.  The time zone isn't part of it, since it
 * never changes.
 */
static void set_card_key(struct arena *a, struct fragment_key *key,
			 const struct card *card)
{
	const struct rt_post *p = card->post;
	const uint64_t numbers[] = {
		p->id,
		p->user_id,
		(uint64_t)p->time,
		p->replies,
		p->reply_to,
		p->likes,
		p->reposts,
		p->liked,
		p->reposted,
		card->buttons,
		card->whole,
		(uint64_t)p->edited,
		p->pinned,
		p->suspended,
		card->pictures,
		p->attached.pictures,
	};

	fragment_begin(key, card_place(card));
	fragment_add(key, numbers, sizeof numbers);
	add_announced(key, p);
	fragment_add_text(key, card->ago);
	fragment_add_text(key, p->name);
	fragment_add_text(key, p->display);
	fragment_add_text(key, p->face);
	fragment_add_text(key, p->body);
	fragment_add_text(key, p->mentions);
	fragment_add_text(key, p->reply_name);
	fragment_add_text(key, p->reposter);
	fragment_add_text(key, p->reposter_display);
	view_card_date_key(key, p->attached.date);
	view_question_key(a, key, p->attached.question);
	view_pictures_key(key, &p->attached);
}

void view_card(struct arena *a, struct tpl *t, const char *place,
	       const struct card *card)
{
	struct fragment_key key;

	set_card_key(a, &key, card);
	view_cached(a, t, place,
		    &(struct cached_view){ .file = "post.tpl",
					   .key = &key,
					   .set = set_card,
					   .what = card });
}

/* ---- posts ------------------------------------------------------------- */

static bool shows_buttons(const struct req *q)
{
	return q->me.id && !q->without_buttons;
}

struct tpl *view_post_buttons(struct req *q, struct tpl *t)
{
	struct tpl *posts = tpl_include(t, "POSTS", "posts.tpl");

	if (shows_buttons(q))
		tpl_set(tpl_section(posts, "BUTTONS"), "BACK", q->address);
	return posts;
}

static void post_card(struct req *q, struct tpl *t, const char *place,
		      const struct rt_post *post, bool whole)
{
	time_t now = time(NULL);
	struct card card = {
		.post = post,
		.ago = whole ? view_ago_with_hour(q->a, post->time, now)
			     : view_ago(q->a, post->time, now),
		.buttons = shows_buttons(q),
		.whole = whole,
		.pictures = rt_has_pictures(q->rt),
	};

	view_card(q->a, t, place, &card);
}

void view_post(struct req *q, struct tpl *t, const char *place,
	       const struct rt_post *post)
{
	post_card(q, t, place, post, false);
}

void view_whole_post(struct req *q, struct tpl *t, const char *place,
		     const struct rt_post *post)
{
	post_card(q, t, place, post, true);
}

void view_posts(struct req *q, struct tpl *t, const struct rt_posts *posts)
{
	struct tpl *list;

	if (!posts->n) {
		tpl_section(t, "EMPTY");
		return;
	}
	list = view_post_buttons(q, t);
	for (size_t i = 0; i < posts->n; i++)
		view_post(q, list, "POST", &posts->v[i]);
}

/* ---- imported posts ---------------------------------------------------- */

void view_archived(struct req *q, struct tpl *t, const char *place,
		   const struct rt_post *post)
{
	struct tpl *card = tpl_include(t, place, "archived.tpl");

	show_post_face(q->a, card, post);
	view_name(card, post->name, post->display);
	view_time(q, card, post->time);
	view_body(q->a, card, post);
	if (rt_has_pictures(q->rt))
		view_archived_pictures(q->a, card, &post->attached);
	if (*post->reply_name)
		tpl_set(tpl_section(card, post->origin ? "REPLIED" : "REPLY"),
			"TO", post->reply_name);
	if (post->user_id == q->me.id && !q->without_buttons)
		tpl_set(tpl_section(card, "MINE"), "ID",
			rt_archived_name(q->a, post));
}

static void view_archive_pages(struct tpl *list,
			       const struct rt_archive *archive)
{
	int64_t start = archive->start;
	struct tpl *pages;

	if (!start && !archive->older)
		return;
	pages = tpl_section(list, "PAGES");
	if (start)
		tpl_set_int(tpl_section(pages, "NEWER"), "START",
			    start > RT_PAGE ? start - RT_PAGE : 0);
	if (archive->older)
		tpl_set_int(tpl_section(pages, "OLDER"), "START",
			    archive->older);
}

/* Whether one of them was imported from a file, which may claim anything. */
static bool view_archive_has_import(const struct rt_posts *posts)
{
	for (size_t i = 0; i < posts->n; i++)
		if (posts->v[i].origin)
			return true;
	return false;
}

void view_archive(struct req *q, struct tpl *t,
		  const struct rt_archive *archive)
{
	struct tpl *list;

	if (!archive->posts.n)
		return;
	list = tpl_include(t, "ARCHIVE", "archive.tpl");
	tpl_section(list, view_archive_has_import(&archive->posts) ? "FILE"
								   : "IMPORT");
	for (size_t i = 0; i < archive->posts.n; i++)
		view_archived(q, list, "ARCHIVED", &archive->posts.v[i]);
	view_archive_pages(list, archive);
}
