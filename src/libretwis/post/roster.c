/*
 * Who has answered a question or read an announcement, and who has not.
 *
 * A list of those who have is a part of `answers:POST` or `read:POST`, found by
 * its rank.  One of those who have not is a part of `directory` without the
 * members who are in that set.  So no page reads a whole set, however large.
 */
#include "libretwis/post/roster.h"

#include <string.h>

#include "libretwis/member/name_index.h"
#include "libretwis/post/answers.h"
#include "libretwis/post/answers_page.lua.h"
#include "libretwis/post/posts.h"
#include "libretwis/retwis.h"
#include "schema/key.h"

#define PORTION 200 /* rows of the table */

/* No list is that long; a larger number only comes from an address. */
#define FROM_MAX (UINT64_C(1) << 40)

/* What answers_page.lua returns for each entry. */
enum { FOUND_ID, FOUND_GUESTS, FOUND_ANSWERS, FOUND_EACH };

/* ---- who may see it ----------------------------------------------------- */

bool rt_may_see_roster(const struct rt_user *me, const struct rt_post *post,
		       const struct rt_roster_query *query)
{
	const struct rt_question *question = post->attached.question;
	bool is_mine = me->id == post->user_id;

	if (!me->id || !rt_belongs(me->standing))
		return false;
	switch (query->kind) {
	case RT_ROSTER_ANSWER:
		return question && !question->secret &&
		       query->answer < question->answers;
	case RT_ROSTER_UNANSWERED:
		return question && !question->secret &&
		       (is_mine || me->standing == RT_HOST);
	case RT_ROSTER_TABLE:
		return question && (is_mine || me->standing == RT_HOST);
	case RT_ROSTER_READ:
	case RT_ROSTER_UNREAD:
		return post->attached.announced &&
		       (is_mine || rt_moderates(me->standing));
	}
	return false;
}

bool rt_readers_are_dropped(const struct rt_post *post)
{
	const struct rt_attached *is = &post->attached;

	return is->readers || is->announced + READ_BY_SECONDS <= time(NULL);
}

/* ---- who is on it ------------------------------------------------------- */

static bool roster_is_by_name(const struct roster_load *l)
{
	return l->query.kind == RT_ROSTER_UNANSWERED ||
	       l->query.kind == RT_ROSTER_UNREAD;
}

/* Queues a part of the answers; `given`: of how many, which were given. */
static void roster_queue_answers(struct rt_pipe *p, struct rt_ids *found,
				 uint64_t post, const int band[2],
				 uint64_t from, int most, size_t given)
{
	rt_pipe_ids(p, found, (size_t)most * FOUND_EACH,
		    "EVAL %s 1 " KEY_ANSWERS " %d %d " ID " %d %lld %d %d",
		    ANSWERS_PAGE_LUA, post, band[0], band[1], from, most,
		    (long long)ANSWERS_BAND, ANSWERS_MEMBERS, (int)given);
}

void roster_queue(struct rt_pipe *p, struct roster_load *l, uint64_t post,
		  const struct rt_roster_query *query)
{
	int answer = (int)query->answer;
	uint64_t from = query->from < FROM_MAX ? query->from : FROM_MAX;

	*l = (struct roster_load){ .query = *query, .post = post };
	l->query.from = from;
	/* Of each the last one only shows that there are more. */
	if (roster_is_by_name(l))
		rt_pipe_texts(p, &l->entry, RT_ROSTER_LOOKS + 1,
			      "ZRANGE " KEY_DIRECTORY " " ID " " ID, from,
			      from + RT_ROSTER_LOOKS);
	else if (query->kind == RT_ROSTER_ANSWER)
		roster_queue_answers(p, &l->found, post,
				     (int[]){ answer, answer }, from,
				     RT_ROSTER + 1, 0);
	else if (query->kind == RT_ROSTER_READ)
		rt_pipe_ids(p, &l->found, RT_ROSTER + 1,
			    "ZRANGE " KEY_READ_BY " " ID " " ID, post, from,
			    from + RT_ROSTER);
	if (query->kind == RT_ROSTER_READ)
		rt_pipe_u64(p, &l->readers, "ZCARD " KEY_READ_BY, post);
}

/* How many numbers there are for each member. */
static size_t roster_step(const struct roster_load *l)
{
	return l->query.kind == RT_ROSTER_ANSWER ? FOUND_EACH : 1;
}

static size_t roster_found(const struct roster_load *l)
{
	return l->found.n / roster_step(l);
}

static uint64_t roster_id(const struct roster_load *l, size_t i)
{
	return l->found.v[i * roster_step(l)];
}

static void roster_read_listed(struct arena *a, struct roster_load *l)
{
	size_t n = l->entry.n < RT_ROSTER_LOOKS ? l->entry.n : RT_ROSTER_LOOKS;

	l->listed.v = arena_alloc(a, n * sizeof *l->listed.v);
	l->score = arena_alloc(a, n * sizeof *l->score);
	for (; l->listed.n < n; l->listed.n++) {
		const char *tab =
			strrchr(l->entry.v[l->listed.n], MEMBERS_TAB);

		l->listed.v[l->listed.n] = rt_u64(tab ? tab + 1 : NULL);
	}
}

void roster_queue_names(struct rt_pipe *p, struct roster_load *l,
			struct member_names *names)
{
	if (!roster_is_by_name(l)) {
		for (size_t i = 0; i < roster_found(l) && i < RT_ROSTER; i++)
			member_names_queue(p, names, roster_id(l, i));
		return;
	}
	roster_read_listed(p->a, l);
	if (l->query.kind == RT_ROSTER_UNREAD)
		rt_pipe_each(p, l->score, l->listed, "ZMSCORE " KEY_READ_BY,
			     l->post);
	else
		rt_pipe_each(p, l->score, l->listed, "ZMSCORE " KEY_ANSWERS,
			     l->post);
}

/* The place after the first RT_ROSTER members who have not, or after all. */
static size_t roster_end(const struct roster_load *l)
{
	size_t i = 0, n = 0;

	for (; i < l->listed.n && n < RT_ROSTER; i++)
		n += !l->score[i];
	return i;
}

void roster_queue_rest(struct rt_pipe *p, const struct roster_load *l,
		       struct member_names *names)
{
	size_t end = roster_end(l);

	for (size_t i = 0; i < end; i++)
		if (!l->score[i])
			member_names_queue(p, names, l->listed.v[i]);
}

/* ---- the list ----------------------------------------------------------- */

static void roster_parse_found(struct rt_roster *r,
			       const struct roster_load *l,
			       const struct member_names *names)
{
	for (; r->n < roster_found(l) && r->n < RT_ROSTER; r->n++) {
		uint64_t id = roster_id(l, r->n);
		struct rt_names is = member_names_get(names, id);

		if (member_names_leaves_out(names, id))
			is = (struct rt_names){ .name = NULL };
		r->v[r->n].name = is.name;
		r->v[r->n].display = is.display;
		if (l->query.kind == RT_ROSTER_ANSWER)
			r->v[r->n].guests =
				(unsigned)l->found
					.v[r->n * FOUND_EACH + FOUND_GUESTS];
	}
	if (r->n < roster_found(l))
		r->next = r->query.from + r->n;
}

/* An entry is only a hint: the hash decides who has which name. */
static bool roster_is_listed(struct arena *a, const struct roster_load *l,
			     size_t i, const struct rt_names *is)
{
	return is->name && rt_belongs(rt_standing_read(is->standing)) &&
	       strcmp(l->entry.v[i],
		      directory_entry(a, is->name, l->listed.v[i])) == 0;
}

static void roster_parse_listed(struct arena *a, struct rt_roster *r,
				const struct roster_load *l,
				const struct member_names *names)
{
	size_t end = roster_end(l);

	for (size_t i = 0; i < end; i++) {
		const struct rt_names is =
			member_names_get(names, l->listed.v[i]);

		if (!l->score[i] && roster_is_listed(a, l, i, &is))
			r->v[r->n++] = (struct rt_roster_member){
				.name = is.name,
				.display = is.display,
			};
	}
	if (end < l->entry.n)
		r->next = r->query.from + end;
}

struct rt_roster roster_parse(struct arena *a, const struct roster_load *l,
			      const struct member_names *names,
			      const struct rt_post *post)
{
	const struct rt_attached *is = &post->attached;
	bool is_answers = l->query.kind == RT_ROSTER_ANSWER ||
			  l->query.kind == RT_ROSTER_UNANSWERED;
	struct rt_roster r = {
		.query = l->query,
		.v = arena_alloc(a, RT_ROSTER * sizeof *r.v),
	};

	if (l->query.kind == RT_ROSTER_ANSWER)
		r.total = is->question->so_far.count[l->query.answer];
	else
		r.total = is->readers ? is->readers : l->readers;
	if (!is_answers && rt_readers_are_dropped(post))
		return r;
	if (roster_is_by_name(l))
		roster_parse_listed(a, &r, l, names);
	else
		roster_parse_found(&r, l, names);
	return r;
}

/* ---- a page ------------------------------------------------------------- */

struct roster_page {
	struct session visitor;
	struct member_names names;
	struct post_load post;
	struct roster_load list;
};

static enum rt_err roster_read(struct rt *rt, struct arena *a,
			       struct roster_page *l, const char *secret,
			       const struct rt_roster_query *query,
			       struct rt_ids id)
{
	struct rt_pipe p;
	enum rt_err err;

	l->names.visitor = &l->visitor;
	rt_pipe_begin_lenient(&p, rt, a);
	posts_queue_visited(&p, &l->post, &l->visitor, &l->names, secret, id);
	if (secret)
		roster_queue(&p, &l->list, id.v[0], query);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, &l->visitor);
	posts_queue_rest(&p, &l->post);
	roster_queue_names(&p, &l->list, &l->names);
	return rt_pipe_end(&p);
}

/* The names of a list by name, and the numbers that the post shows. */
static enum rt_err roster_read_rest(struct rt *rt, struct arena *a,
				    struct roster_page *l,
				    struct rt_roster_page *r)
{
	struct rt_posts posts = { .v = &r->post, .n = 1 };
	struct answers_load answers;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	answers_queue(&p, &answers, r->me.id, &posts);
	roster_queue_rest(&p, &l->list, &l->names);
	if (!(err = rt_pipe_end(&p)))
		answers_parse(a, &answers, &posts);
	return err;
}

enum rt_err rt_roster_page(struct rt *rt, struct arena *a, const char *secret,
			   uint64_t id, const struct rt_roster_query *query,
			   struct rt_roster_page *page)
{
	struct roster_page *l = arena_alloc(a, sizeof *l);
	struct rt_roster_page r = { 0 };
	enum rt_err err;

	*l = (struct roster_page){ 0 };
	if ((err = roster_read(rt, a, l, secret, query,
			       (struct rt_ids){ .v = &id, .n = 1 })))
		return err;
	r.me = session_user(&l->visitor);
	r.post = posts_pick_one(a, &l->post);
	if (r.post.id != id || !rt_may_see_roster(&r.me, &r.post, query)) {
		*page = (struct rt_roster_page){ .me = r.me };
		return RT_OK;
	}
	if ((err = roster_read_rest(rt, a, l, &r)))
		return err;
	member_names_remember(&l->names);
	r.roster = roster_parse(a, &l->list, &l->names, &r.post);
	*page = r;
	return RT_OK;
}

/* ---- the table ---------------------------------------------------------- */

static struct rt_roster_member roster_row(const struct rt_user *me,
					  const struct member_names *names,
					  const uint64_t *found)
{
	const struct rt_names is = member_names_get(names, found[FOUND_ID]);
	bool is_shown = rt_sees(me->standing, rt_standing_read(is.standing));

	return (struct rt_roster_member){
		.name = is_shown ? is.name : NULL,
		.display = is_shown ? is.display : NULL,
		.guests = (unsigned)found[FOUND_GUESTS],
		.answers = (unsigned)found[FOUND_ANSWERS],
	};
}

static enum rt_err roster_read_row_names(struct rt *rt, struct arena *a,
					 struct member_names *names,
					 struct rt_ids found)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i + FOUND_EACH <= found.n; i += FOUND_EACH)
		member_names_queue(&p, names, found.v[i]);
	return rt_pipe_end(&p);
}

enum rt_err rt_answers_next(struct rt *rt, struct arena *a,
			    const struct rt_user *me,
			    const struct rt_post *post,
			    struct rt_answers_walk *walk,
			    struct rt_answer_rows *some)
{
	static const int all[] = { ANSWERS_MEMBERS,
				   ANSWERS_MEMBERS + RT_GUESTS_MAX };
	const struct rt_question *question = post->attached.question;
	struct member_names names = { 0 };
	struct rt_ids found = { 0 };
	struct rt_answer_rows r = {
		.v = arena_alloc(a, PORTION * sizeof *r.v),
	};
	struct rt_pipe p;
	enum rt_err err;

	if (question->secret)
		return RT_DENIED;
	rt_pipe_begin_lenient(&p, rt, a);
	roster_queue_answers(&p, &found, post->id, all, walk->from, PORTION,
			     question->answers);
	if ((err = rt_pipe_end(&p)) ||
	    (err = roster_read_row_names(rt, a, &names, found)))
		return err;
	for (; (r.n + 1) * FOUND_EACH <= found.n; r.n++)
		r.v[r.n] = roster_row(me, &names, found.v + r.n * FOUND_EACH);
	walk->from += r.n;
	walk->is_done = r.n < PORTION;
	*some = r;
	return RT_OK;
}
