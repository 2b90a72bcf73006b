/* Reading cases: the list of the open ones, and one with all that is known. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "libretwis/member/member_names.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/post/case.h"
#include "libretwis/post/post_fields.h"
#include "libretwis/site/act_log.h"
#include "schema/key.h"

#define FIELDS_MAX (2 * (CASE_CAP + 16)) /* with their values */

/* ---- what was reported ------------------------------------------------- */

/* The post of a field `post:ID`. */
static bool case_post_of(const char *field, uint64_t *post)
{
	return strncmp(field, "post:", 5) == 0 && (*post = rt_u64(field + 5));
}

/* The post of a field `report:BY:ID`, which is 0 if it is of the member. */
static bool case_report_of(const char *field, uint64_t *post)
{
	if (!case_reporter(field))
		return false;
	*post = rt_u64(strrchr(field, ':') + 1);
	return true;
}

static struct rt_reported *case_about(struct rt_case *c, uint64_t post)
{
	for (size_t i = 0; i < c->abouts; i++)
		if (c->about[i].post == post)
			return &c->about[i];
	c->about[c->abouts] = (struct rt_reported){ .post = post };
	return &c->about[c->abouts++];
}

/* Each "SECOND REASON TEXT".  A text may have line breaks. */
static void case_add_report(struct arena *a, struct rt_case *c, uint64_t post,
			    const char *report)
{
	struct rt_reported *about = case_about(c, post);
	char *rest = NULL, *copy = arena_strdup(a, report);
	enum rt_report_reason reason;
	const char *word;

	strtok_r(copy, " ", &rest);
	word = strtok_r(NULL, " ", &rest);
	reason = rt_report_reason_read(word ? word : "");
	about->reports++;
	c->reports++;
	about->n[reason < RT_REPORT_REASONS ? reason : RT_REPORT_OTHER]++;
	if (!rest || !*rest)
		return;
	if (!about->text)
		about->text = arena_alloc(a, CASE_CAP * sizeof *about->text);
	if (about->texts < CASE_CAP)
		about->text[about->texts++] = rest;
}

static int case_compare_abouts(const void *one, const void *other)
{
	const struct rt_reported *a = one, *b = other;

	return a->post < b->post ? -1 : a->post > b->post;
}

static int case_compare_texts(const void *one, const void *other)
{
	return strcmp(*(const char *const *)one, *(const char *const *)other);
}

/*
 * The texts come in alphabetical order: the one in which they were written may
 * tell who wrote them.
 */
static void case_parse_reports(struct arena *a, struct rt_case *c,
			       const struct rt_texts *all)
{
	uint64_t post;

	c->about = arena_alloc(a, (all->n / 2 + 1) * sizeof *c->about);
	for (size_t i = 0; i + 1 < all->n; i += 2) {
		const char *field = all->v[i], *value = all->v[i + 1];

		if (case_post_of(field, &post))
			case_about(c, post)->words = value;
		else if (case_report_of(field, &post))
			case_add_report(a, c, post, value);
	}
	for (size_t i = 0; i < c->abouts; i++)
		if (c->about[i].texts)
			qsort(c->about[i].text, c->about[i].texts,
			      sizeof *c->about[i].text, case_compare_texts);
	qsort(c->about, c->abouts, sizeof *c->about, case_compare_abouts);
}

/* ---- the rest of a case ------------------------------------------------ */

static void case_parse_closed(struct arena *a, struct rt_case *c,
			      const char *closed)
{
	struct act_mark mark = act_mark_parse(a, closed);

	c->closed = mark.time;
	c->by = mark.by;
	c->system = mark.system;
}

static void case_add_note(struct arena *a, struct rt_case *c, const char *note)
{
	struct act_mark mark = act_mark_parse(a, note);

	c->note[c->notes++] = (struct rt_case_note){
		.time = mark.time,
		.by = mark.by,
		.text = mark.text,
	};
}

static void case_parse_notes(struct arena *a, struct rt_case *c,
			     const struct rt_texts *all)
{
	const char **note = arena_alloc(a, (all->n / 2 + 1) * sizeof *note);
	size_t n = 0;

	for (size_t i = 0; i + 1 < all->n; i += 2)
		if (strcmp(all->v[i], "note") == 0 ||
		    strncmp(all->v[i], "note:", 5) == 0)
			note[n++] = all->v[i + 1];
	/* By their tokens, which have equally many digits. */
	qsort(note, n, sizeof *note, case_compare_texts);
	c->note = arena_alloc(a, n * sizeof *c->note);
	for (size_t i = 0; i < n; i++)
		case_add_note(a, c, note[i]);
}

static const char *case_field(const struct rt_texts *all, const char *name)
{
	for (size_t i = 0; i + 1 < all->n; i += 2)
		if (strcmp(all->v[i], name) == 0)
			return all->v[i + 1];
	return NULL;
}

/* Once it is closed the number of reports is stored, and they may be gone. */
static void case_parse(struct arena *a, struct rt_case *c,
		       const struct rt_texts *all)
{
	const char *closed = case_field(all, "closed");

	c->author = rt_u64(case_field(all, "author"));
	c->opened = clock_stored(rt_u64(case_field(all, "opened")));
	case_parse_reports(a, c, all);
	case_parse_notes(a, c, all);
	if (!closed)
		return;
	case_parse_closed(a, c, closed);
	c->outcome = case_outcome_read(case_field(all, "outcome"));
	c->reports = rt_u64(case_field(all, "reports"));
}

static void case_queue(struct rt_pipe *p, uint64_t id, struct rt_texts *all)
{
	*all = (struct rt_texts){ 0 };
	rt_pipe_texts(p, all, FIELDS_MAX, "HGETALL " KEY_CASE, id);
}

/* ---- the list ---------------------------------------------------------- */

/* Members about whom a case is open, and the ids of the cases as scores. */
static enum rt_err cases_find(struct rt *rt, struct arena *a, uint64_t after,
			      struct rt_texts *found)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	rt_pipe_texts(&p, found, 2 * (RT_CASES_PAGE + 1),
		      "ZRANGEBYSCORE " KEY_CASES " (" ID
		      " +inf WITHSCORES LIMIT 0 %d",
		      after, RT_CASES_PAGE + 1);
	return rt_pipe_end(&p);
}

static enum rt_err cases_read(struct rt *rt, struct arena *a,
			      const struct rt_texts *found, size_t n,
			      struct rt_texts *all, struct member_names *names)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < n; i++) {
		case_queue(&p, rt_u64(found->v[2 * i + 1]), &all[i]);
		member_names_queue_fresh(&p, names, rt_u64(found->v[2 * i]));
	}
	return rt_pipe_end(&p);
}

/* One that is not yet, or no longer, what the entry says is left out. */
static void cases_add(struct arena *a, struct rt_cases *cases, uint64_t me,
		      uint64_t id, const struct rt_texts *all,
		      const struct member_names *names)
{
	struct rt_case c = { .id = id };

	case_parse(a, &c, all);
	c.who = member_names_get(names, c.author);
	if (c.who.name && c.author != me && c.outcome == RT_CASE_OPEN)
		cases->v[cases->n++] = c;
}

enum rt_err rt_cases(struct rt *rt, struct arena *a, const struct rt_user *me,
		     uint64_t after, struct rt_cases *out)
{
	struct rt_cases *cases = arena_alloc(a, sizeof *cases);
	struct rt_texts found = { 0 }, all[RT_CASES_PAGE];
	struct member_names names = { 0 };
	enum rt_err err;
	size_t n;

	if ((err = cases_find(rt, a, after, &found)))
		return err;
	n = found.n / 2 < RT_CASES_PAGE ? found.n / 2 : RT_CASES_PAGE;
	if ((err = cases_read(rt, a, &found, n, all, &names)))
		return err;
	*cases = (struct rt_cases){ 0 };
	for (size_t i = 0; i < n; i++)
		cases_add(a, cases, me->id, rt_u64(found.v[2 * i + 1]),
			  &all[i], &names);
	if (found.n / 2 > n)
		cases->later = rt_u64(found.v[2 * n - 1]);
	*out = *cases;
	return RT_OK;
}

/* ---- one case ---------------------------------------------------------- */

/* What is read around it. */
struct case_around {
	struct rt_case *of;
	union user_fields author;
	union post_fields *post; /* for each thing that was reported */
	struct member_names names;
	struct rt_ids before;
	const char *raw[RT_CASES_EARLIER][3]; /* of each case before it */
};

static enum rt_err around_read(struct rt *rt, struct arena *a,
			       struct case_around *r)
{
	struct rt_case *c = r->of;
	struct rt_pipe p;

	r->post = arena_alloc(a, c->abouts * sizeof *r->post);
	rt_pipe_begin_lenient(&p, rt, a);
	user_fields_queue(&p, &r->author, c->author,
			  USER_USERNAME | USER_STANDING | USER_DISPLAY);
	for (size_t i = 0; i < c->abouts; i++)
		if (c->about[i].post)
			post_fields_queue(&p, &r->post[i], c->about[i].post,
					  POST_USER_ID | POST_BODY |
						  POST_REMOVED);
	member_names_queue_fresh(&p, &r->names, c->by);
	for (size_t i = 0; i < c->notes; i++)
		member_names_queue_fresh(&p, &r->names, c->note[i].by);
	rt_pipe_ids(&p, &r->before, RT_CASES_EARLIER,
		    "ZREVRANGEBYSCORE " KEY_CASES_OF " (" ID
		    " -inf LIMIT 0 %d",
		    c->author, c->id, RT_CASES_EARLIER);
	return rt_pipe_end(&p);
}

static enum rt_err around_read_before(struct rt *rt, struct arena *a,
				      struct case_around *r)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < r->before.n; i++)
		rt_pipe_strs(&p, r->raw[i], 3,
			     "HMGET " KEY_CASE " closed outcome reports",
			     r->before.v[i]);
	return rt_pipe_end(&p);
}

static enum rt_reported_state around_state(const union post_fields *post,
					   const struct rt_reported *about)
{
	if (!post->user_id)
		return RT_REPORTED_DELETED;
	if (post->removed)
		return RT_REPORTED_REMOVED;
	if (!post->body)
		return RT_REPORTED_DELETED;
	return about->words && strcmp(post->body, about->words) == 0
		       ? RT_REPORTED_THERE
		       : RT_REPORTED_CHANGED;
}

static void around_add_before(struct arena *a, struct case_around *r)
{
	struct rt_case *c = r->of;

	for (size_t i = 0; i < r->before.n; i++) {
		struct rt_case is = { .id = r->before.v[i] };

		if (!r->raw[i][0])
			continue;
		case_parse_closed(a, &is, r->raw[i][0]);
		c->before[c->befores++] = (struct rt_case_before){
			.id = is.id,
			.closed = is.closed,
			.outcome = case_outcome_read(r->raw[i][1]),
			.reports = rt_u64(r->raw[i][2]),
		};
	}
}

static void around_parse(struct arena *a, struct case_around *r)
{
	struct rt_case *c = r->of;

	c->who = (struct rt_names){ .name = r->author.username,
				    .display = r->author.display };
	c->standing = rt_standing_read(r->author.standing);
	c->by_who = member_names_get(&r->names, c->by);
	for (size_t i = 0; i < c->notes; i++)
		c->note[i].by_who = member_names_get(&r->names, c->note[i].by);
	for (size_t i = 0; i < c->abouts; i++)
		if (c->about[i].post)
			c->about[i].state =
				around_state(&r->post[i], &c->about[i]);
	around_add_before(a, r);
}

enum rt_err rt_case(struct rt *rt, struct arena *a, const struct rt_user *me,
		    uint64_t id, struct rt_case *one)
{
	struct rt_case *c = arena_alloc(a, sizeof *c);
	struct case_around *r = arena_alloc(a, sizeof *r);
	struct rt_texts all;
	struct rt_pipe p;
	enum rt_err err;

	*c = (struct rt_case){ .id = id };
	*r = (struct case_around){ .of = c };
	rt_pipe_begin_lenient(&p, rt, a);
	case_queue(&p, id, &all);
	if ((err = rt_pipe_end(&p)))
		return err;
	case_parse(a, c, &all);
	if (!c->author || c->author == me->id)
		return RT_NOT_FOUND;
	if ((err = around_read(rt, a, r)) ||
	    (err = around_read_before(rt, a, r)))
		return err;
	around_parse(a, r);
	if (!c->who.name)
		return RT_NOT_FOUND;
	*one = *c;
	return RT_OK;
}
