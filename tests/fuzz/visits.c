#include "visits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fiber.h"
#include "libretwis/host/removal.h"
#include "libretwis/work.h"
#include "liar.h"
#include "schema/routes.h"
#include "view/page.h"
#include "http/req.h"

/* A placeholder in a form, replaced by tomorrow's date. */
#define TOMORROW "0000-00-00"

typedef void visited(struct req *q);

#define DECLARE(name, door, has_files) visited page_of_##name;
EACH_PAGE(DECLARE)

static struct arena settings, memory;
static struct rt_config conf;
static struct rt *rt;

/* ---- the worker -------------------------------------------------------- */

static void worker_jobs(void)
{
	struct worker w;
	struct job job;
	struct delivery d;

	worker_join(&w, &memory, DELIVER_QUEUE, 60000);
	if (worker_take(rt, &memory, &w, 1, &job) == RT_OK)
		dispatch_chunk(rt, &memory, &w, &job, 0, &d);
	worker_leave(rt, &memory, &w);
}

static void worker_erases(void)
{
	struct job job = { .text = "1795260300 0 erase 2",
			   .payload = "erase 2" };
	struct worker w;
	struct delivery d;

	worker_join(&w, &memory, DELIVER_QUEUE, 60000);
	dispatch_chunk(rt, &memory, &w, &job, 0, &d);
	worker_leave(rt, &memory, &w);
}

static void worker_looks(void)
{
	struct worker w;

	worker_join(&w, &memory, DELIVER_QUEUE, 60000);
	worker_reap(rt, &memory, &w, 1000);
	worker_reap(rt, &memory, &w, 100000);
}

static void worker_orders(void)
{
	struct control c;

	control_open(&c, rt, "worker", "1-a");
	control_wait(&c, 10);
	control_close(&c);
}

/* The question of `retwis-admin workers`. */
static void worker_reports(void)
{
	struct reports all;

	report_collect(rt, &memory, 1, &all);
}

static void worker_schedule(void)
{
	rt_schedule_run(rt, &memory);
}

static void worker_last_seen(void)
{
	rt_last_seen_run(rt, &memory);
}

static void worker_quiet(void)
{
	rt_quiet_run(rt, &memory);
}

static void worker_board(void)
{
	rt_board_run(rt, &memory);
}

static void worker_pictures(void)
{
	rt_pictures_run(rt, &memory);
}

static void worker_sweep(void)
{
	rt_outbox_sweep(rt, &memory);
	rt_erasing_sweep(rt, &memory);
}

/*
 * With lists that never end, rt_leaving_run() takes half a second, so here
 * each step gets one chunk of them.
 */
static void worker_leaves(void)
{
	static enum rt_err (*const steps[])(struct rt *, struct drop *) = {
		drop_member_people, drop_member_posts, drop_member_reposts,
		drop_member_likes
	};
	struct drop d = { .id = 2, .most = 100, .end_ms = 1 };
	struct leaving_member g = { .is_closed = true };

	removal_read(rt, &memory, 2, &g);
	if (!g.is_closed)
		removal_close(rt, &memory, &g.user, 0);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		d.is_cut = false;
		steps[i](rt, &d);
	}
	if (g.user.name)
		removal_drop(rt, &d, &g.user);
	arena_free(&d.chunk);
}

static void worker_rewrites(void)
{
	rt_rewrite_run(rt, &memory);
}

static void worker_indexes(void)
{
	rt_indexing_run(rt, &memory);
}

/* A member's download; from a lying Redis it would never end. */
static void worker_exports(void)
{
	struct rt_user me = { .id = 1, .name = "alice" };
	struct rt_export_profile profile;
	struct rt_export_some some;
	struct rt_export *e;

	if (rt_export_begin(rt, &memory, &me, &e, &profile))
		return;
	for (unsigned part = 0; part <= RT_EXPORT_NOTICES; part++) {
		rt_export_part(e, (enum rt_export_part)part);
		for (int i = 0; i < 3; i++)
			if (rt_export_next(e, &memory, &some))
				break;
	}
	rt_export_end(e, &memory);
}

/* ---- the pages --------------------------------------------------------- */

/* A visit to a page has an address, and one by the worker has a function. */
static const struct visit {
	visited *page;
	const char *address, *form; /* NULL: a GET */
	void (*work)(void);
	bool stranger; /* a visitor who is not signed in */
} table[] = {
	{ page_of_home, "/", NULL, NULL, false },
	{ page_of_home, "/?start=10&after=3", NULL, NULL, false },
	{ page_of_timeline, "/timeline", NULL, NULL, false },
	{ page_of_about, "/about", NULL, NULL, false },
	{ page_of_account, "/account", NULL, NULL, false },
	{ page_of_reset, "/reset/" LIAR_SECRET, NULL, NULL, true },
	{ page_of_reset, "/reset", "uid=2&password=Correct+horse+7", NULL,
	  false },
	{ page_of_reset, "/reset/" LIAR_SECRET,
	  "password=horse+8+new&password2=horse+8+new", NULL, true },
	{ page_of_account, "/account/sessions", "end=all", NULL, false },
	{ page_of_account, "/account/password",
	  "old=Correct+horse+7&password=horse+8+new&password2=horse+8+new",
	  NULL, false },
	{ page_of_export, "/account/export", "", NULL, false },
	{ page_of_timeline, "/timeline.atom", NULL, NULL, false },
	{ page_of_profile, "/@alice", NULL, NULL, false },
	{ page_of_profile, "/@Alice?start=10&after=3", NULL, NULL, false },
	{ page_of_profile, "/@alice.atom", NULL, NULL, false },
	{ page_of_status, "/@alice/2", NULL, NULL, false },
	{ page_of_status, "/@alice/4?after=3", NULL, NULL, false },
	{ page_of_people, "/@alice/followers", NULL, NULL, false },
	{ page_of_people, "/@alice/following?start=20", NULL, NULL, false },
	{ page_of_names, "/@alice/2/names?list=0&from=50", NULL, NULL, false },
	{ page_of_names, "/@alice/2/names?list=none", NULL, NULL, false },
	{ page_of_names, "/@alice/2/names?list=read", NULL, NULL, false },
	{ page_of_names, "/@alice/2/answers.csv", NULL, NULL, false },
	{ page_of_photo, "/@alice/2/1", NULL, NULL, false },
	{ page_of_mentions, "/@alice/mentions", NULL, NULL, false },
	{ page_of_mentions, "/@alice/mentions.atom", NULL, NULL, false },
	{ page_of_notifications, "/notifications", NULL, NULL, false },
	{ page_of_search, "/search?q=al", NULL, NULL, false },
	{ page_of_tag, "/tag/tag", NULL, NULL, false },
	{ page_of_tag, "/tag/tag.atom", NULL, NULL, false },
	{ page_of_likes, "/likes", NULL, NULL, false },
	{ page_of_saved, "/saved", NULL, NULL, false },
	{ page_of_announcements, "/announcements", NULL, NULL, false },
	{ page_of_dates, "/dates", NULL, NULL, false },
	{ page_of_dates, "/dates?start=5&after=3", NULL, NULL, true },
	{ page_of_edit, "/edit?date=2", NULL, NULL, false },
	{ page_of_edit, "/edit", "id=2&version=0&date=2030-01-02&place=x",
	  NULL, false },
	{ page_of_act, "/act", "cancel=2", NULL, false },
	{ page_of_members, "/members", NULL, NULL, false },
	{ page_of_members, "/members?q=al", NULL, NULL, false },
	{ page_of_members, "/members?letter=other&after=3.al", NULL, NULL,
	  false },
	{ page_of_members, "/members?standing=host&after=2", NULL, NULL,
	  false },
	{ page_of_members, "/members.csv", NULL, NULL, false },
	{ page_of_scheduled, "/scheduled", NULL, NULL, false },
	{ page_of_scheduled, "/scheduled", "id=nonce", NULL, false },
	{ page_of_feed, "/feed", NULL, NULL, false },
	{ page_of_feed, "/feed/" LIAR_SECRET ".atom", NULL, NULL, false },
	{ page_of_feed, "/feed", "feed=new", NULL, false },
	{ page_of_feed, "/feed", "calendar=new", NULL, false },
	{ page_of_calendar, "/calendar/" LIAR_SECRET ".ics", NULL, NULL,
	  false },
	{ page_of_calendar, "/@alice/2.ics", NULL, NULL, false },
	{ page_of_standing, "/standing", "uid=2&standing=stopped", NULL,
	  false },
	{ page_of_site, "/site", NULL, NULL, false },
	{ page_of_site, "/site", "rules=x&readers=members&post_max=9", NULL,
	  false },
	{ page_of_standing, "/standing",
	  "uid=2&standing=stopped&confirm=1&reason=why&until=2030-01-02", NULL,
	  false },
	{ page_of_remove, "/remove?id=2", NULL, NULL, false },
	{ page_of_remove, "/remove", "id=2&reason=why", NULL, false },
	{ page_of_remove, "/remove", "restore=2", NULL, false },
	{ page_of_log, "/log", NULL, NULL, false },
	{ page_of_report, "/report?post=2", NULL, NULL, false },
	{ page_of_report, "/report?member=2", NULL, NULL, false },
	{ page_of_report, "/report", "post=2&reason=other&text=why", NULL,
	  false },
	{ page_of_report, "/report", "member=2&reason=spam", NULL, false },
	{ page_of_reports, "/reports", NULL, NULL, false },
	{ page_of_reports, "/reports?case=2", NULL, NULL, false },
	{ page_of_reports, "/reports?case=2&do=remove&post=2", NULL, NULL,
	  false },
	{ page_of_reports, "/reports", "case=2&do=remove&post=2&reason=why",
	  NULL, false },
	{ page_of_reports, "/reports",
	  "case=2&do=suspend&reason=why&until=2030-01-02", NULL, false },
	{ page_of_reports, "/reports", "case=2&do=note&text=why", NULL,
	  false },
	{ page_of_reports, "/reports", "case=2&do=close", NULL, false },
	{ page_of_waiting, "/waiting", NULL, NULL, false },
	{ page_of_waiting, "/waiting",
	  "approve=2&approve=3&refuse=4&reason=why", NULL, false },
	{ page_of_invitations, "/invitations", NULL, NULL, false },
	{ page_of_invitations, "/invitations", "uses=2&days=3", NULL, false },
	{ page_of_invitations, "/invitations", "revoke=" LIAR_SECRET, NULL,
	  false },
	{ page_of_join, "/join/" LIAR_SECRET, NULL, NULL, true },
	{ page_of_register, "/register",
	  "username=carol&password=Correct+horse+7&password2=Correct+horse+7"
	  "&nonce=n&invite=" LIAR_SECRET,
	  NULL, true },
	{ page_of_bio, "/bio", NULL, NULL, false },
	{ page_of_bio, "/bio", "bio=one+line", NULL, false },
	{ page_of_bio, "/bio", "seen=off", NULL, false },
	{ page_of_face, "/account/face", NULL, NULL, false },
	{ page_of_face, "/account/face", "remove=1", NULL, false },
	{ page_of_face, "/account/face", "uid=2&remove=1", NULL, false },
	{ page_of_face, "/site/mark", NULL, NULL, false },
	{ page_of_face, "/site/mark", "remove=1", NULL, false },
	{ page_of_delete, "/delete?id=2", NULL, NULL, false },
	{ page_of_delete, "/delete", "id=2", NULL, false },
	{ page_of_edit, "/edit?id=2", NULL, NULL, false },
	{ page_of_edit, "/edit", "id=2&version=0&status=%40bob+%23tag", NULL,
	  false },
	{ page_of_edit, "/edit?scheduled=token", NULL, NULL, false },
	{ page_of_edit, "/edit",
	  "scheduled=token&version=0&status=now&at=" TOMORROW "T12:00", NULL,
	  false },
	{ page_of_post, "/post",
	  "status=hello+%40alice+%23tag&nonce=n"
	  "&reply_to=2",
	  NULL, false },
	{ page_of_post, "/post",
	  "status=later&comes=1&secret=1&at=" TOMORROW "T12:00", NULL, false },
	{ page_of_follow, "/follow", "follow=2", NULL, false },
	{ page_of_follow, "/follow", "unfollow=2", NULL, false },
	{ page_of_quiet, "/account/quiet", NULL, NULL, false },
	{ page_of_quiet, "/quiet?block=2", NULL, NULL, false },
	{ page_of_quiet, "/quiet", "mute=2&back=/", NULL, false },
	{ page_of_quiet, "/quiet", "unmute=2", NULL, false },
	{ page_of_quiet, "/quiet", "block=2", NULL, false },
	{ page_of_quiet, "/quiet", "unblock=2", NULL, false },
	{ page_of_act, "/act", "like=2&back=/", NULL, false },
	{ page_of_act, "/act", "save=2&back=/", NULL, false },
	{ page_of_act, "/act", "pin=2&back=/", NULL, false },
	{ page_of_act, "/act", "unlike=2", NULL, false },
	{ page_of_act, "/act", "repost=2", NULL, false },
	{ page_of_act, "/act", "unrepost=2", NULL, false },
	{ page_of_act, "/act", "leave=2", NULL, false },
	{ page_of_act, "/act", "join=2", NULL, false },
	{ page_of_act, "/act", "read=2", NULL, false },
	{ page_of_act, "/act", "answer=2.1&back=/", NULL, false },
	{ page_of_act, "/act", "unanswer=2.1", NULL, false },
	{ page_of_answer, "/answer", "answer=2.0&guests=1", NULL, false },
	{ page_of_answer, "/answer", "answer=2.0&guests=99", NULL, false },
	{ page_of_logout, "/logout", NULL, NULL, false },
	{ page_of_logout, "/logout", "", NULL, false },
	{ page_of_login, "/login", NULL, NULL, false },
	{ page_of_register, "/register", NULL, NULL, false },
	{ page_of_home, "/", NULL, NULL, true },
	{ page_of_register, "/register",
	  "username=carol&password=Correct+horse+7&password2=Correct+horse+7",
	  NULL, true },
	{ page_of_login, "/login", "username=alice&password=Correct+horse+7",
	  NULL, true },
	{ page_of_post, "/post", "status=hello", NULL, true },
	{ NULL, NULL, NULL, worker_jobs, false },
	{ NULL, NULL, NULL, worker_looks, false },
	{ NULL, NULL, NULL, worker_orders, false },
	{ NULL, NULL, NULL, worker_schedule, false },
	{ NULL, NULL, NULL, worker_last_seen, false },
	{ NULL, NULL, NULL, worker_sweep, false },
	{ NULL, NULL, NULL, worker_quiet, false },
	{ NULL, NULL, NULL, worker_reports, false },
	{ NULL, NULL, NULL, worker_erases, false },
	{ NULL, NULL, NULL, worker_exports, false },
	{ page_of_health, "/health", NULL, NULL, true },
	{ page_of_code, "/account/code", NULL, NULL, false },
	{ page_of_code, "/account/code", "password=Correct+horse+7", NULL,
	  false },
	{ page_of_code, "/account/code", "code=123456", NULL, false },
	{ page_of_code, "/account/code",
	  "off=off&password=Correct+horse+7&code=12345-67890", NULL, false },
	{ page_of_code, "/account/code",
	  "spare=new&password=Correct+horse+7&code=123456", NULL, false },
	{ page_of_login, "/login", "code=12345-67890", NULL, true },
	{ page_of_leave, "/account/leave", NULL, NULL, false },
	{ page_of_leave, "/account/leave",
	  "username=alice&password=Correct+horse+7", NULL, false },
	{ NULL, NULL, NULL, worker_leaves, false },
	{ NULL, NULL, NULL, worker_rewrites, false },
	{ NULL, NULL, NULL, worker_indexes, false },
	{ page_of_search, "/search?q=from:alice+hello+world&after=9", NULL,
	  NULL, false },
	{ NULL, NULL, NULL, worker_board, false },
	{ page_of_picture, "/picture/" LIAR_TOKEN "-400.webp", NULL, NULL,
	  false },
	{ page_of_picture, "/picture/" LIAR_TOKEN "-72.webp", NULL, NULL,
	  true },
	{ page_of_picture, "/picture/" LIAR_TOKEN "-180.png", NULL, NULL,
	  true },
	{ NULL, NULL, NULL, worker_pictures, false },
};

const unsigned visits = sizeof table / sizeof *table;

/*
 * The body of a form, with the date and the token that proves that it is our
 * own.
 */
static const char *visit_body(const char *form)
{
	const struct rt_user me = { .secret = LIAR_SECRET };
	char *body = arena_printf(&memory, "%s&csrf=%s", form,
				  rt_csrf(&memory, &me));
	char *date = strstr(body, TOMORROW);
	time_t then = time(NULL) + 86400;
	struct tm t;

	if (date)
		date[strftime(date, sizeof TOMORROW, "%Y-%m-%d",
			      localtime_r(&then, &t))] = 'T';
	return body;
}

/* Nothing that Redis sends may end a header and begin another one. */
static const char *visit_judge(const struct req *q)
{
	for (size_t i = 0; i < q->headers; i++)
		for (const char *c = q->header[i]; *c; c++)
			if ((unsigned char)*c < ' ' || *c == 0x7f)
				return "a control character in a header";
	if (!q->status)
		return "no answer";
	return q->status == 200 && !q->body && !q->stream ? "no page" : NULL;
}

/* A plain CGI program reads the body from its standard input. */
static void visit_run(const struct visit *v, struct req *q, const char *body)
{
	FILE *before = stdin;

	if (*body)
		stdin = fmemopen(arena_strdup(&memory, body), strlen(body),
				 "r");
	if (!req_read(q))
		abort();
	rt_visitor(rt, req_client(q), q->browser);
	v->page(q);
	if (*body)
		fclose(stdin);
	stdin = before;
}

static const char *visit_page(const struct visit *v)
{
	const char *body = v->form ? visit_body(v->form) : "";
	char *env[] = {
		arena_printf(&memory, "REQUEST_URI=%s", v->address),
		arena_printf(&memory, "REQUEST_METHOD=%s",
			     v->form ? "POST" : "GET"),
		arena_printf(&memory, "CONTENT_LENGTH=%zu", strlen(body)),
		arena_strdup(&memory, "HTTP_HOST=localhost"),
		arena_strdup(&memory, "REMOTE_ADDR=192.0.2.1"),
		arena_strdup(&memory, "CONTENT_TYPE="
				      "application/x-www-form-urlencoded"),
		arena_strdup(&memory, "HTTP_COOKIE=auth=" LIAR_SECRET),
		NULL,
	};
	struct req q = { .rt = rt, .a = &memory, .conf = &conf, .env = env };

	if (v->stranger)
		env[6] = NULL;
	visit_run(v, &q, body);
	return visit_judge(&q);
}

/* ---- all --------------------------------------------------------------- */

void visits_open(const char *address)
{
	const char *why;

	setenv("RETWIS_REDIS", address, 1);
	setenv("RETWIS_KEY_FILE", "tests/lib/site.key", 1);
	setenv("RETWIS_LIMIT_SIGN_IN", "off", 1);
	setenv("RETWIS_PICTURES", "/nonexistent", 1);
	if ((why = rt_config_load(&settings, &conf)) ||
	    !tpl_load(TEMPLATES, NULL)) {
		fprintf(stderr, "%s\n", why ? why : "no templates");
		abort();
	}
}

struct making {
	const struct visit *v;
	const char *problem;
};

static int visit_make(void *arg)
{
	struct making *m = arg;

	rt = rt_open(&conf);
	if (m->v->page)
		m->problem = visit_page(m->v);
	else
		m->v->work();
	rt_close(rt);
	arena_reset(&memory);
	return 0;
}

const char *visits_make(unsigned which)
{
	struct making m = { .v = &table[which % visits] };

	fiber_run(visit_make, &m);
	return m.problem;
}
