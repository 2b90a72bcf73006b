#include "libretwis/check/checking.h"

void check_found(struct check *c, enum kind kind, struct subject at,
		 uint64_t other, const char *what)
{
	faults_add(&c->all, &c->found,
		   (struct fault){ .kind = kind,
				   .walk = c->walk,
				   .at = at,
				   .other = other,
				   .what = what });
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

bool check_is_half(const char *user_id, const char *body)
{
	return !user_id != !body;
}

/* They are in order, the biggest first. */
bool check_is_claimed(const struct check *c, uint64_t id)
{
	size_t place = ids_place(c->claimed.ids, id);

	return place < c->claimed.ids.n && c->claimed.ids.v[place] == id;
}
