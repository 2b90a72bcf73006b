#include "admin/check/checking.h"

#include <stdlib.h>
#include <string.h>

/* ---- in what order ----------------------------------------------------- */

static int fault_compare_texts(const char *a, const char *b)
{
	if (!a || !b)
		return (a != NULL) - (b != NULL);
	return strcmp(a, b);
}

static int fault_compare_ids(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* For qsort(): 0 if both say the same. */
static int fault_order(const void *one, const void *other)
{
	const struct fault *a = one, *b = other;
	int order = (int)a->kind - (int)b->kind;

	if (!order)
		order = fault_compare_ids(a->at.id, b->at.id);
	if (!order)
		order = fault_compare_texts(a->at.text, b->at.text);
	if (!order)
		order = fault_compare_ids(a->other, b->other);
	return order ? order : fault_compare_texts(a->what, b->what);
}

/* An entry that moves while its list is read may be found twice. */
void faults_sort(struct faults *f)
{
	size_t n = 0;

	if (!f->n)
		return;
	qsort(f->v, f->n, sizeof *f->v, fault_order);
	for (size_t i = 0; i < f->n; i++)
		if (!n || fault_order(&f->v[i], &f->v[n - 1]) != 0)
			f->v[n++] = f->v[i];
	f->n = n;
}

/* ---- lists of them ----------------------------------------------------- */

static const char *fault_copy(struct arena *a, const char *text)
{
	return text ? arena_strdup(a, text) : NULL;
}

void faults_add(struct arena *a, struct faults *f, struct fault one)
{
	const struct fault *old = f->v;

	if (f->n == f->room) {
		f->room = f->room ? 2 * f->room : 64;
		f->v = arena_alloc(a, f->room * sizeof *f->v);
		if (old)
			memcpy(f->v, old, f->n * sizeof *old);
	}
	one.at.text = fault_copy(a, one.at.text);
	one.what = fault_copy(a, one.what);
	f->v[f->n++] = one;
}

bool faults_have(const struct faults *f, const struct fault *one)
{
	return f->n && bsearch(one, f->v, f->n, sizeof *f->v, fault_order);
}

bool faults_merge(struct arena *a, struct faults *all,
		  const struct faults *now)
{
	size_t n = all->n;

	for (size_t i = 0; i < now->n; i++)
		faults_add(a, all, now->v[i]);
	faults_sort(all);
	return all->n > n;
}

/* ---- suspicions --------------------------------------------------------- */

void check_found(struct check *c, enum kind kind, struct subject at,
		 uint64_t other, const char *what)
{
	check_found_in(c, 0, kind, at, other, what);
}

void check_found_in(struct check *c, enum key_row in, enum kind kind,
		    struct subject at, uint64_t other, const char *what)
{
	struct fault one = { .kind = kind,
			     .walk = c->walk,
			     .in = in,
			     .at = at,
			     .other = other,
			     .what = what };

	if (!c->again || faults_have(c->again, &one))
		faults_add(&c->all, &c->found, one);
}

void check_mark_own(struct check *c, uint64_t post)
{
	if (post <= c->posts)
		c->own[post / 8] |= (unsigned char)(1 << post % 8);
}

bool check_is_own(const struct check *c, uint64_t post)
{
	return post <= c->posts && c->own[post / 8] & 1 << post % 8;
}

/* The ids are sorted, the biggest first. */
bool check_is_claimed(const struct check *c, uint64_t id)
{
	size_t place = ids_place(c->claimed.ids, id);

	return place < c->claimed.ids.n && c->claimed.ids.v[place] == id;
}
