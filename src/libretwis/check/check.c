/* Looking twice, mending, and looking whether it is mended. */
#include "libretwis/check/check.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What is mended may show what was hidden behind it; not often. */
#define ROUNDS 8

static const struct {
	enum rt_severity severity;
	const char *name, *says;
	mending *mend;
} kinds[KINDS] = {
#define KIND(kind, name, severity, mend, says)                                \
	[kind] = { RT_##severity, name, says, mend },
	CHECK_KINDS(KIND)
#undef KIND
};

/* ---- in words ---------------------------------------------------------- */

static const char *word(struct arena *a, const struct fault *f, char which)
{
	const char *text = which == 'n' ? f->at.text : f->what;

	if (which == 'i')
		return arena_printf(a, ID, f->at.id);
	if (which == 'o')
		return arena_printf(a, ID, f->other);
	return text ? text : "";
}

static const char *in_words(struct arena *a, const struct fault *f)
{
	const char *says = kinds[f->kind].says, *text = "";

	while (*says) {
		size_t plain = strcspn(says, "{");

		text = arena_printf(a, "%s%.*s", text, (int)plain, says);
		says += plain;
		if (*says) {
			text = arena_printf(a, "%s%s", text,
					    word(a, f, says[1]));
			says += strcspn(says, "}") + 1;
		}
	}
	return text;
}

/* ---- two looks --------------------------------------------------------- */

static void pause_ms(unsigned ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000L };

	nanosleep(&t, NULL);
}

/* Both are in order. */
static void keep_common(struct faults *one, const struct faults *other)
{
	size_t n = 0, at = 0;

	for (size_t i = 0; i < one->n; i++) {
		int order = -1;

		while (at < other->n &&
		       (order = check_compare(&other->v[at], &one->v[i])) < 0)
			at++;
		if (order == 0)
			one->v[n++] = one->v[i];
	}
	one->n = n;
}

static enum rt_err look_twice(struct check *c)
{
	struct faults first;
	enum rt_err err = check_look(c, NULL);

	if (err || !c->found.n)
		return err;
	first = c->found;
	pause_ms(c->how->pause_ms);
	rt_rest(c->rt);
	if (!(err = check_look(c, &first)))
		keep_common(&c->found, &first);
	return err;
}

/* ---- mending ----------------------------------------------------------- */

/* What nobody can mend is somebody's to look at. */
static enum rt_err mend_all(struct check *c)
{
	enum rt_err err = RT_OK;

	for (size_t i = 0; !err && i < c->found.n; i++) {
		const struct fault *f = &c->found.v[i];

		arena_reset(&c->chunk);
		if (kinds[f->kind].mend)
			err = kinds[f->kind].mend(c, f);
		if (err == RT_NOT_FOUND || err == RT_TAKEN)
			err = RT_OK;
	}
	return err;
}

static bool has(const struct faults *f, const struct fault *one)
{
	size_t low = 0, high = f->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = check_compare(&f->v[middle], one);

		if (!order)
			return true;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

static int compare(const void *a, const void *b)
{
	return check_compare(a, b);
}

/* What was found before and now; tells whether anything is new. */
static bool merge(struct check *c, struct faults *all)
{
	const struct faults *now = &c->found;
	struct fault *v = arena_alloc(&c->all, (all->n + now->n) * sizeof *v);
	size_t n = all->n;

	if (n)
		memcpy(v, all->v, n * sizeof *v);
	for (size_t i = 0; i < now->n; i++)
		if (!has(all, &now->v[i]))
			v[n++] = now->v[i];
	if (n == all->n)
		return false;
	qsort(v, n, sizeof *v, compare);
	*all = (struct faults){ .v = v, .n = n };
	return true;
}

/* The last look tells what is still wrong. */
static enum rt_err look_and_mend(struct check *c, struct faults *all)
{
	enum rt_err err = look_twice(c);
	bool fresh = !err && merge(c, all);

	for (int round = 0; fresh && c->how->repair && round < ROUNDS;
	     round++) {
		if ((err = mend_all(c)) || (err = look_twice(c)))
			return err;
		fresh = merge(c, all);
	}
	return err;
}

/* ---- all of it --------------------------------------------------------- */

static void tell(struct check *c, const struct fault *f,
		 struct rt_checked *sum)
{
	struct rt_fault told = {
		.severity = kinds[f->kind].severity,
		.kind = kinds[f->kind].name,
		.mended = !has(&c->found, f),
	};

	sum->found[told.severity]++;
	sum->mended[told.severity] += told.mended;
	if (!c->how->found)
		return;
	arena_reset(&c->chunk);
	told.text = in_words(&c->chunk, f);
	c->how->found(&told, c->how->to);
}

static void tell_all(struct check *c, const struct faults *all,
		     struct rt_checked *sum)
{
	for (enum rt_severity s = RT_BREAK; s <= RT_REMARK; s++)
		for (size_t i = 0; i < all->n; i++)
			if (kinds[all->v[i].kind].severity == s)
				tell(c, &all->v[i], sum);
}

enum rt_err rt_check(struct rt *rt, const struct rt_check *how,
		     struct rt_checked *checked)
{
	struct check c = { .rt = rt, .how = how };
	struct faults all = { 0 };
	enum rt_err err;

	if (!(err = look_and_mend(&c, &all))) {
		struct rt_checked sum = { .members = c.members,
					  .posts = c.posts };

		tell_all(&c, &all, &sum);
		*checked = sum;
	}
	arena_free(&c.part);
	arena_free(&c.chunk);
	arena_free(&c.all);
	return err;
}
