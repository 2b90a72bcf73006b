/*
 * GET /notifications   who mentioned, replied to or followed the member, and
 *                      who liked or reposted one of the member's posts, and
 *                      the announcements that run: the newest first, and new
 *                      ones are marked.
 *
 * A notice of a post that is in a conversation has a button to leave that, and
 * all notices are in one form for it.
 *
 * Viewing the page marks them as read, but neither HEAD nor a browser that
 * prefetches the page does.
 *
 * A visitor who is not signed in is sent to /login (303).
 */
#include "base/message.h"
#include "view/page.h"

#define WORDS_MAX 100 /* code points of a post */

const char *const page_templates[] = {
	FRAME_TEMPLATES,   "notifications.tpl",
	"notice.tpl",      "notice_names.tpl",
	"notice_name.tpl", "notice_result.tpl",
	"kept.tpl",        NULL,
};

/* "and 1 other" would be as long as the name of that member. */
static size_t notice_names(const struct rt_notice *n)
{
	size_t shown = n->n <= RT_NOTICE_NAMES ? n->n : RT_NOTICE_NAMES - 1;

	return shown < n->names ? shown : n->names;
}

static void show_notice_name(struct tpl *t, const char *place,
			     const struct rt_notice *n,
			     const struct rt_names *who)
{
	t = tpl_include(t, place, "notice_name.tpl");
	view_name(t, who->name, who->display);
	/* A newcomer who waits for approval has no profile. */
	if (n->kind != RT_NOTICE_ASK)
		tpl_section(t, "LINK");
}

/* Followers have a page of their own, with buttons to follow them back. */
static struct tpl *show_notice_others(struct tpl *t, const struct rt_notice *n,
				      size_t shown, const char *me)
{
	static const char *const some[RT_NOTICE_NAMES] = { NULL, "ONE_MORE",
							   "TWO_MORE" };
	static const char *const all[RT_NOTICE_NAMES] = { NULL, "ONE_ALL",
							  "TWO_ALL" };
	bool is_follow = n->kind == RT_NOTICE_FOLLOW;

	t = tpl_section(t, is_follow ? all[shown] : some[shown]);
	tpl_set_number(t, "COUNT", n->n - shown);
	tpl_plural(t, n->n - shown);
	if (is_follow)
		tpl_set(t, "ME", me);
	return t;
}

/* "@anna", "@anna and @ben", "@anna, @ben and 5 others" */
static void show_notice_names(struct tpl *t, const struct rt_notice *n,
			      const char *me)
{
	static const char *const lengths[RT_NOTICE_NAMES + 1] = { NULL, "ONE",
								  "TWO",
								  "THREE" };
	static const char *const places[RT_NOTICE_NAMES] = { "A", "B", "C" };
	size_t shown = notice_names(n);

	/* Their sentences say it all. */
	if (n->kind == RT_NOTICE_ENTER || n->kind == RT_NOTICE_CODE || !shown)
		return;
	t = tpl_include(t, "WHO", "notice_names.tpl");
	t = n->n > shown ? show_notice_others(t, n, shown, me)
			 : tpl_section(t, lengths[shown]);
	for (size_t i = 0; i < shown && i < RT_NOTICE_NAMES; i++)
		show_notice_name(t, places[i], n, &n->who[i]);
}

/* That of a like or a repost is about a post, and not about what it says. */
static bool notice_is_of_conversation(const struct rt_notice *n)
{
	return n->post.root &&
	       (n->kind == RT_NOTICE_MENTION || n->kind == RT_NOTICE_REPLY ||
		n->kind == RT_NOTICE_CONVERSATION);
}

static void show_notice_leave(struct tpl *t, struct tpl *post,
			      const struct rt_notice *n)
{
	long long id = (long long)n->post.id;

	tpl_section(post, "NAMED");
	tpl_set_int(tpl_section(t, "PLACE"), "ID", id);
	tpl_set_int(tpl_section(t, n->has_left ? "JOIN" : "LEAVE"), "ID", id);
}

/* ---- a notice as HTML -------------------------------------------------- */

/* Everything that a notice is rendered from, and thus its key. */
struct shown_notice {
	const struct rt_notice *notice;
	const char *ago, *words;
	const char *me;   /* whose page has the other followers, or NULL */
	const char *site; /* its name, if it is not about members, or NULL */
	bool is_mine;     /* the post of the member who reads it */
	const char *day;  /* of a reminder, or a new date; or NULL */
};

static void show_notice_post(struct tpl *t, const struct shown_notice *s)
{
	const struct rt_notice *n = s->notice;
	struct tpl *post = tpl_section(t, "POST");

	tpl_set(post, "NAME", n->post.name);
	tpl_set_int(post, "ID", (long long)n->post.id);
	tpl_set(post, "WORDS", s->words);
	if (notice_is_of_conversation(n))
		show_notice_leave(t, post, n);
}

/* Its author may not read the post, but why it is gone. */
static void show_notice_removed(struct tpl *t, const struct shown_notice *s)
{
	tpl_set(t, "ME", s->me);
	tpl_set_int(t, "ID", (long long)s->notice->post.id);
	tpl_set(t, "WORDS", s->words);
}

/* A member who reported something learns what was done. */
static void show_notice_outcome(struct tpl *t, enum rt_case_outcome outcome)
{
	static const char *const sections[RT_CASE_OUTCOMES] = {
		[RT_CASE_REMOVED] = "POST_REMOVED",
		[RT_CASE_SUSPENDED] = "SUSPENDED",
		[RT_CASE_NOTED] = "NOTED",
		[RT_CASE_LOOKED] = "LOOKED",
		[RT_CASE_EXPIRED] = "LOOKED",
	};

	tpl_section(t, sections[outcome]);
}

/* "Yes 14 (and 3 guests), Maybe 2, No 3" */
static void show_notice_result(struct tpl *t, const struct rt_question *q)
{
	const struct rt_answered *is = &q->so_far;

	t = tpl_include(t, "RESULT", "notice_result.tpl");
	for (size_t i = 0; i < q->answers; i++) {
		struct tpl *one = tpl_section(t, "ANSWER");

		if (i > 0)
			tpl_set(one, "COMMA", view_comma());
		tpl_set(one, "ANSWER", q->answer[i]);
		tpl_set_number(one, "COUNT", is->count[i]);
		if (i == RT_COMES_YES && q->comes)
			view_count(one, "GUESTS", is->guests);
	}
}

/* That one is asked to answer: until when, or else for which date. */
static void show_notice_reminder(struct tpl *t, const struct shown_notice *s)
{
	bool ends = s->notice->post.attached.question->ends;

	tpl_set(tpl_section(t, ends ? "ENDS" : "BEGINS"), "DAY", s->day);
}

static void show_notice_date(struct tpl *t, const struct shown_notice *s)
{
	const char *place = s->notice->post.attached.date->place;

	tpl_set(t, "DAY", s->day);
	if (place)
		tpl_set(tpl_section(t, "AT"), "VENUE", place);
	else
		tpl_section(t, "NOWHERE");
}

static void show_notice_board(struct tpl *t, const struct shown_notice *s)
{
	const struct rt_notice *n = s->notice;

	if (n->kind == RT_NOTICE_ENDED) {
		show_notice_result(
			tpl_section(t, s->is_mine ? "MINE" : "THEIRS"),
			n->post.attached.question);
	} else if (n->kind == RT_NOTICE_REMIND) {
		show_notice_reminder(t, s);
	} else if (n->kind == RT_NOTICE_CHANGED) {
		show_notice_date(t, s);
	}
}

static void set_notice(struct arena *a, struct tpl *t, const void *what)
{
	static const char *const sections[] = {
		[RT_NOTICE_MENTION] = "MENTION",
		[RT_NOTICE_REPLY] = "REPLY",
		[RT_NOTICE_CONVERSATION] = "CONVERSATION",
		[RT_NOTICE_LIKE] = "LIKE",
		[RT_NOTICE_REPOST] = "REPOST",
		[RT_NOTICE_FOLLOW] = "FOLLOW",
		[RT_NOTICE_ASK] = "ASK",
		[RT_NOTICE_RESET] = "RESET",
		[RT_NOTICE_ENTER] = "ENTER",
		[RT_NOTICE_NAME] = "RENAMED",
		[RT_NOTICE_CODE] = "CODE",
		[RT_NOTICE_REMOVED] = "REMOVED",
		[RT_NOTICE_RESTORED] = "RESTORED",
		[RT_NOTICE_NOTE] = "LETTER",
		[RT_NOTICE_HANDLED] = "HANDLED",
		[RT_NOTICE_ENDED] = "ENDED",
		[RT_NOTICE_REMIND] = "REMIND",
		[RT_NOTICE_CHANGED] = "CHANGED",
		[RT_NOTICE_CANCELLED] = "CANCELLED",
		[RT_NOTICE_ANNOUNCED] = "ANNOUNCED",
	};
	const struct shown_notice *s = what;
	const struct rt_notice *n = s->notice;
	struct tpl *kind;

	if (s->site)
		view_face(a, t, n->by, &(struct rt_names){ .name = s->site });
	else
		view_face(a, t, n->by, &n->who[0]);
	kind = tpl_section(t, sections[n->kind]);
	show_notice_names(kind, n, s->me);
	tpl_plural(kind, n->n);
	view_time_as(a, t, n->time, s->ago);
	show_notice_board(kind, s);
	if (n->kind == RT_NOTICE_REMOVED)
		show_notice_removed(kind, s);
	else if (n->kind == RT_NOTICE_NOTE)
		tpl_set(kind, "LETTER", s->words);
	else if (n->kind == RT_NOTICE_HANDLED)
		show_notice_outcome(kind, n->outcome);
	else if (n->post.id)
		show_notice_post(t, s);
}

/* Many notices may have the same second, each from a different member. */
static size_t notice_place(const struct rt_notice *n)
{
	size_t place = n->post.id + (size_t)n->time;

	for (const char *c = n->who[0].name; c && *c; c++)
		place = 31 * place + (unsigned char)*c;
	return 31 * place + n->kind;
}

static void set_notice_board_key(struct fragment_key *key,
				 const struct shown_notice *s)
{
	const struct rt_question *q = s->notice->post.attached.question;
	const struct rt_date *date = s->notice->post.attached.date;

	fragment_add(key, &s->is_mine, sizeof s->is_mine);
	fragment_add_text(key, s->day);
	fragment_add_text(key, date ? date->place : NULL);
	if (!q || s->notice->kind != RT_NOTICE_ENDED)
		return;
	for (size_t i = 0; i < q->answers; i++) {
		fragment_add_text(key, q->answer[i]);
		fragment_add(key, &q->so_far.count[i],
			     sizeof q->so_far.count[i]);
	}
	fragment_add(key, &q->so_far.guests, sizeof q->so_far.guests);
}

/*
 * Everything that set_notice() reads.  The time zone isn't part of it, since
 * it never changes.
 */
static void set_notice_key(struct fragment_key *key,
			   const struct shown_notice *s)
{
	const struct rt_notice *n = s->notice;
	const uint64_t numbers[] = {
		n->kind,     n->by,      (uint64_t)n->time,
		n->n,        n->post.id, notice_is_of_conversation(n),
		n->has_left, n->outcome
	};

	fragment_begin(key, notice_place(n));
	fragment_add(key, numbers, sizeof numbers);
	for (size_t i = 0; i < n->names; i++) {
		fragment_add_text(key, n->who[i].name);
		fragment_add_text(key, n->who[i].display);
		fragment_add_text(key, n->who[i].face);
	}
	fragment_add_text(key, s->ago);
	fragment_add_text(key, n->post.name);
	fragment_add_text(key, s->words);
	fragment_add_text(key, s->me);
	fragment_add_text(key, s->site);
	set_notice_board_key(key, s);
}

static const char *notice_words(struct arena *a, const struct rt_notice *n)
{
	if (n->kind == RT_NOTICE_NOTE)
		return view_plain_text(a, n->reason);
	if (n->reason)
		return rt_first_words(a, rt_text_shown(a, n->reason),
				      RT_REASON_MAX);
	return n->post.id ? rt_first_words(a, n->post.body, WORDS_MAX) : NULL;
}

static const char *notice_day(struct arena *a, const struct rt_notice *n)
{
	const struct rt_question *q = n->post.attached.question;
	const struct rt_date *date = n->post.attached.date;
	bool ends = n->kind == RT_NOTICE_REMIND && q->ends;
	time_t when;

	if (n->kind != RT_NOTICE_REMIND && n->kind != RT_NOTICE_CHANGED)
		return NULL;
	when = ends ? q->ends : date->begins;
	if (!ends && date->is_all_day)
		return view_date(a, when);
	return message_fill(a, _("{date} at {time}"), "date",
			    view_date(a, when), "time", view_hour(a, when));
}

static void show_notice(struct req *q, struct tpl *list,
			const struct rt_notice *n, const struct rt_user *me)
{
	const struct shown_notice s = {
		.notice = n,
		.ago = view_ago(q->a, n->time, time(NULL)),
		.words = notice_words(q->a, n),
		.me = n->kind == RT_NOTICE_FOLLOW ||
				      n->kind == RT_NOTICE_REMOVED
			      ? me->name
			      : NULL,
		.site = n->names ? NULL : q->conf->name,
		.is_mine = n->post.user_id == me->id,
		.day = notice_day(q->a, n),
	};
	struct fragment_key key;

	set_notice_key(&key, &s);
	view_cached(q->a, list, "NOTICE",
		    &(struct cached_view){ .file = "notice.tpl",
					   .key = &key,
					   .set = set_notice,
					   .what = &s });
}

/* ---- the page ---------------------------------------------------------- */

/* Shows the notices from `i` on that are as new, or as old, as that one. */
static size_t show_list(struct req *q, struct tpl *t,
			const struct rt_notices *n, size_t i)
{
	bool is_new = n->v[i].is_new;
	struct tpl *list = tpl_section(t, "LIST");

	tpl_section(list, is_new ? "NEW" : "EARLIER");
	for (; i < n->n && n->v[i].is_new == is_new; i++)
		show_notice(q, list, &n->v[i], &n->me);
	return i;
}

static void show_notices(struct req *q, const struct rt_notices *n)
{
	struct tpl *t = page_begin(q, "notifications.tpl", _("Notifications"));

	tpl_section(q->root, "AT_NOTIFICATIONS");
	for (size_t i = 0; i < n->n;)
		i = show_list(q, t, n, i);
	tpl_section(t, n->n ? "NOTICES" : "EMPTY");
	page_end(q, 200);
}

void page(struct req *q)
{
	struct rt_notices n;

	if (!req_require(q, "/notifications", "GET, HEAD") ||
	    !req_ok(q, rt_notices(q->rt, q->a, q->secret, &n)))
		return;
	if (!req_require_standing(q, &n.me))
		return;
	/* If this fails, the notices stay unread and are shown anyway. */
	if (req_is_viewed(q))
		rt_notices_seen(q->rt, q->a, &n);
	req_set_user(q, &n.me);
	show_notices(q, &n);
}
