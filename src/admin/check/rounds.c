/* rt_check(): checks twice, repairs, and checks whether that has worked. */
#include <string.h>
#include <time.h>

#include "admin/check/checks.h"
#include "admin/check/walk.h"

/* A repair may reveal another fault.  More rounds than this never help. */
#define ROUNDS 8

static const struct {
	enum rt_severity severity;
	enum repair_effect how;
	const char *name, *says;
	fault_repair *repair;
} kinds[KINDS] = {
#define KIND(kind, name, severity, how, repair, says)                         \
	[kind] = { RT_##severity, how, name, says, repair },
	CHECK_KINDS(KIND)
#undef KIND
};

/* ---- in words ---------------------------------------------------------- */

static const char *fault_word(struct arena *a, const struct fault *f,
			      char which)
{
	const char *text = which == 'n' ? f->at.text : f->what;

	if (which == 'i')
		return arena_printf(a, ID, f->at.id);
	if (which == 'o')
		return arena_printf(a, ID, f->other);
	return text ? text : "";
}

static const char *fault_in_words(struct arena *a, const struct fault *f)
{
	const char *says = kinds[f->kind].says, *text = "";

	while (*says) {
		size_t plain = strcspn(says, "{");

		text = arena_printf(a, "%s%.*s", text, (int)plain, says);
		says += plain;
		if (*says) {
			text = arena_printf(a, "%s%s", text,
					    fault_word(a, f, says[1]));
			says += strcspn(says, "}") + 1;
		}
	}
	return text;
}

/* ---- two passes --------------------------------------------------------- */

static void rounds_pause(unsigned ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000L };

	nanosleep(&t, NULL);
}

static enum rt_err rounds_check(struct check *c)
{
	struct faults first;
	enum rt_err err = walk_everything(c, NULL);

	if (err || !c->found.n)
		return err;
	first = c->found;
	rounds_pause(c->how->pause_ms);
	rt_end_request(c->rt);
	return walk_everything(c, &first);
}

/* ---- repairs ------------------------------------------------------------ */

/* What cannot be repaired is no error: the last check finds it again. */
static enum rt_err rounds_repair(struct check *c, enum repair_effect how,
				 size_t *n)
{
	enum rt_err err = RT_OK;

	*n = 0;
	for (size_t i = 0; !err && i < c->found.n; i++) {
		const struct fault *f = &c->found.v[i];

		if (kinds[f->kind].how != how)
			continue;
		++*n;
		arena_reset(&c->chunk);
		err = kinds[f->kind].repair(c, f);
		if (err == RT_NOT_FOUND || err == RT_TAKEN)
			err = RT_OK;
	}
	return err;
}

/* `fresh`: the check after the repairs has found faults that are new. */
static enum rt_err rounds_turn(struct check *c, enum repair_effect how,
			       struct faults *all, bool *fresh)
{
	size_t n;
	enum rt_err err;

	*fresh = false;
	if ((err = rounds_repair(c, how, &n)) || !n || (err = rounds_check(c)))
		return err;
	*fresh = faults_merge(&c->all, all, &c->found);
	return RT_OK;
}

/* At the end `c->found` has what is still wrong, and `all` what ever was. */
static enum rt_err rounds_all(struct check *c, struct faults *all)
{
	enum rt_err err = rounds_check(c);
	bool fresh = !err && faults_merge(&c->all, all, &c->found);

	for (int round = 0; !err && fresh && c->how->repair && round < ROUNDS;
	     round++) {
		err = rounds_turn(c, ADDS, all, &fresh);
		if (!err && !fresh)
			err = rounds_turn(c, REMOVES, all, &fresh);
	}
	return err;
}

/* ---- all of it --------------------------------------------------------- */

static void rounds_report(struct check *c, const struct fault *f,
			  struct rt_checked *sum)
{
	struct rt_fault fault = {
		.severity = kinds[f->kind].severity,
		.kind = kinds[f->kind].name,
		.mended = !faults_have(&c->found, f),
	};

	sum->found[fault.severity]++;
	sum->mended[fault.severity] += fault.mended;
	if (!c->how->found)
		return;
	arena_reset(&c->chunk);
	fault.text = fault_in_words(&c->chunk, f);
	c->how->found(&fault, c->how->to);
}

static void rounds_report_all(struct check *c, const struct faults *all,
			      struct rt_checked *sum)
{
	for (enum rt_severity s = RT_BREAK; s <= RT_REMARK; s++)
		for (size_t i = 0; i < all->n; i++)
			if (kinds[all->v[i].kind].severity == s)
				rounds_report(c, &all->v[i], sum);
}

enum rt_err rt_check(struct rt *rt, const struct rt_check *how,
		     struct rt_checked *checked)
{
	struct check c = { .rt = rt, .how = how };
	struct faults all = { 0 };
	enum rt_err err;

	if (!(err = rounds_all(&c, &all))) {
		struct rt_checked sum = { .members = c.members,
					  .posts = c.posts };

		rounds_report_all(&c, &all, &sum);
		*checked = sum;
	}
	arena_free(&c.part);
	arena_free(&c.chunk);
	arena_free(&c.all);
	return err;
}
