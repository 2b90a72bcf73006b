#include "admin/check/checking.h"

void check_found(struct check *c, enum kind kind, struct subject at,
		 uint64_t other, const char *what)
{
	struct fault one = { .kind = kind,
			     .walk = c->walk,
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

/* They are in order, the biggest first. */
bool check_is_claimed(const struct check *c, uint64_t id)
{
	size_t place = ids_place(c->claimed.ids, id);

	return place < c->claimed.ids.n && c->claimed.ids.v[place] == id;
}
