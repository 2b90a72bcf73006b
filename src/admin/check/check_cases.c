/* Cases: all that leads to one is there, and leads to no other. */
#include "admin/check/checks.h"
#include "libretwis/post/case.h"
#include "libretwis/post/case_end.h"
#include "patterns/delayed.h"
#include "schema/key.h"

/* ---- what leads to a case ------------------------------------------------ */

struct checked_case {
	struct record is;
	struct case_facts facts;
	const char *name;      /* the author's */
	const char *due, *own; /* in the queue, and in cases:ID */
	uint64_t open;
	const char **reported; /* for each field, in reported:ID */
};

static void cases_queue(struct rt_pipe *p, void *one)
{
	struct checked_case *k = one;

	case_facts_queue(p, &k->facts, k->is.at.id);
}

static void cases_queue_around(struct rt_pipe *p, void *one)
{
	struct checked_case *k = one;
	const struct case_facts *c = &k->facts;

	case_facts_parse(&k->facts);
	if (!c->author)
		return;
	k->reported = arena_alloc(p->a, c->fields.n * sizeof *k->reported);
	rt_pipe_str(p, &k->name, "HGET " KEY_USER " username", c->author);
	rt_pipe_u64(p, &k->open, "ZSCORE " KEY_CASES " " ID, c->author);
	rt_pipe_str(p, &k->own, "ZSCORE " KEY_CASES_OF " " ID, c->author,
		    c->id);
	rt_pipe_str(p, &k->due, "ZSCORE " KEY_DUE " %s", CASE_QUEUE,
		    arena_printf(p->a, "0 " ID " " ID, c->id, c->author));
	for (size_t i = 0; i < c->fields.n; i++)
		if (case_reporter(c->fields.v[i]))
			rt_pipe_str(p, &k->reported[i],
				    "ZSCORE " KEY_REPORTED " " ID,
				    case_reporter(c->fields.v[i]), c->id);
}

static void case_lacks(struct check *c, const struct checked_case *k,
		       const char *what)
{
	check_found(c, CASE_LACKS, k->is.at, k->facts.author, what);
}

static void cases_judge(struct check *c, const void *one)
{
	const struct checked_case *k = one;
	const struct case_facts *f = &k->facts;

	if (!f->author)
		return;
	if (!k->name) {
		if (!check_is_claimed(c, f->author))
			check_found(c, CASE_NOBODY, k->is.at, f->author, NULL);
		return;
	}
	if (!f->closed && !k->open)
		case_lacks(c, k, KEY_CASES);
	if (!k->own)
		case_lacks(c, k,
			   arena_printf(&c->chunk, KEY_CASES_OF, f->author));
	if (!k->due)
		case_lacks(c, k, "{" CASE_QUEUE "}:due");
	for (size_t i = 0; i < f->fields.n; i++) {
		uint64_t by = case_reporter(f->fields.v[i]);

		if (by && !k->reported[i])
			case_lacks(c, k,
				   arena_printf(&c->chunk, KEY_REPORTED, by));
	}
}

const struct pass cases_pass = { .size = sizeof(struct checked_case),
				 .step = { cases_queue, cases_queue_around },
				 .judge = cases_judge };

/* ---- what leads nowhere -------------------------------------------------- */

/* The entries of one key, and the case of each. */
struct case_list {
	struct rt_ids ids;
	struct case_facts *v;
};

static void case_list_queue(struct rt_pipe *p, struct case_list *l)
{
	l->v = arena_alloc(p->a, l->ids.n * sizeof *l->v);
	for (size_t i = 0; i < l->ids.n; i++)
		case_facts_queue(p, &l->v[i], l->ids.v[i]);
}

static bool case_has_reporter(const struct case_facts *c, uint64_t by)
{
	for (size_t i = 0; i < c->fields.n; i++)
		if (case_reporter(c->fields.v[i]) == by)
			return true;
	return false;
}

struct cases_of {
	struct record is;
	struct case_list about, reported;
};

static void cases_of_queue(struct rt_pipe *p, void *one)
{
	struct cases_of *m = one;

	rt_pipe_ids(p, &m->about.ids, RT_ALL, "ZRANGE " KEY_CASES_OF " 0 -1",
		    m->is.at.id);
	rt_pipe_ids(p, &m->reported.ids, RT_ALL,
		    "ZRANGE " KEY_REPORTED " 0 -1", m->is.at.id);
}

static void cases_of_queue_cases(struct rt_pipe *p, void *one)
{
	struct cases_of *m = one;

	case_list_queue(p, &m->about);
	case_list_queue(p, &m->reported);
}

static void cases_of_judge(struct check *c, const void *one)
{
	const struct cases_of *m = one;

	for (size_t i = 0; i < m->about.ids.n; i++) {
		struct case_facts f = m->about.v[i];

		case_facts_parse(&f);
		if (f.author != m->is.at.id)
			check_found(c, CASE_ABOUT_OTHER, m->is.at, f.id, NULL);
	}
	for (size_t i = 0; i < m->reported.ids.n; i++)
		if (!case_has_reporter(&m->reported.v[i], m->is.at.id))
			check_found(c, CASE_UNREPORTED, m->is.at,
				    m->reported.v[i].id, NULL);
}

const struct pass cases_of_pass = { .size = sizeof(struct cases_of),
				    .step = { cases_of_queue,
					      cases_of_queue_cases },
				    .judge = cases_of_judge };

/* An entry of `cases`: a member, and a score that is the id of the case. */
struct open_case {
	struct record is;
	uint64_t id;
	struct case_facts facts;
};

static void open_case_queue(struct rt_pipe *p, void *one)
{
	struct open_case *o = one;

	rt_pipe_u64(p, &o->id, "ZSCORE " KEY_CASES " %s", o->is.at.text);
}

static void open_case_queue_case(struct rt_pipe *p, void *one)
{
	struct open_case *o = one;

	case_facts_queue(p, &o->facts, o->id);
}

static void open_case_judge(struct check *c, const void *one)
{
	const struct open_case *o = one;
	struct case_facts f = o->facts;

	case_facts_parse(&f);
	if (o->id && (f.author != rt_u64(o->is.at.text) || f.closed))
		check_found(c, CASE_NOT_OPEN, o->is.at, o->id, NULL);
}

const struct pass open_cases_pass = { .size = sizeof(struct open_case),
				      .step = { open_case_queue,
						open_case_queue_case },
				      .judge = open_case_judge };

/* ---- repairs ------------------------------------------------------------- */

/* As a worker does when it looks after a case. */
enum rt_err repair_case_lacks(struct check *c, const struct fault *f)
{
	return case_look_after(c->rt, &c->chunk, f->at.id, f->other);
}

enum rt_err repair_case_nobody(struct check *c, const struct fault *f)
{
	return case_drop(c->rt, &c->chunk, f->at.id, f->other);
}

enum rt_err repair_case_about_other(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "ZREM " KEY_CASES_OF " " ID, f->at.id,
		     f->other);
}

enum rt_err repair_case_unreported(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "ZREM " KEY_REPORTED " " ID, f->at.id,
		     f->other);
}

enum rt_err repair_case_not_open(struct check *c, const struct fault *f)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	case_release(&p, f->other, rt_u64(f->at.text));
	return rt_pipe_end(&p);
}
