#include "libretwis/member/impostor.h"

#include <string.h>

#include "base/message.h"
#include "libretwis/member/hosts.h"
#include "libretwis/standing.h"
#include "schema/key.h"

/* ---- who it might be --------------------------------------------------- */

/* The name itself is among them, since a classic user name may be anything. */
void impostor_queue(struct rt_pipe *p, struct impostor *c)
{
	struct look_names names;

	if (!*c->display)
		return;
	c->look = look_of(p->a, c->display);
	c->letters = look_of_letters(p->a, c->display);
	names = look_names(p->a, &c->look);
	c->claims = names.n + 1;
	c->claim = arena_alloc(p->a, c->claims * sizeof *c->claim);
	for (size_t i = 0; i < names.n; i++)
		user_queue(p, &c->claim[i], names.v[i]);
	user_queue(p, &c->claim[names.n], c->display);
	staff_queue(p, &c->hosts, &c->moderators);
}

static void impostor_add(struct impostor *c, uint64_t id)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->other[i] == id)
			return;
	if (id && id != c->id)
		c->other[c->n++] = id;
}

static void impostor_collect(struct arena *a, struct impostor *c)
{
	size_t most = c->claims + c->hosts.n + c->moderators.n;

	c->other = arena_alloc(a, most * sizeof *c->other);
	c->fields = arena_alloc(a, most * sizeof *c->fields);
	for (size_t i = 0; i < c->hosts.n; i++)
		impostor_add(c, c->hosts.v[i]);
	for (size_t i = 0; i < c->moderators.n; i++)
		impostor_add(c, c->moderators.v[i]);
	for (size_t i = 0; i < c->claims; i++)
		impostor_add(c, user_claimed(&c->claim[i]));
}

enum rt_err impostor_read(struct rt *rt, struct arena *a, struct impostor *c)
{
	struct rt_pipe p;

	impostor_collect(a, c);
	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < c->n; i++)
		user_fields_queue(&p, &c->fields[i], c->other[i],
				  USER_USERNAME | USER_DISPLAY |
					  USER_STANDING);
	return rt_pipe_end(&p);
}

/* ---- whether it looks like them ---------------------------------------- */

static bool impostor_is_like(struct arena *a, const struct impostor *c,
			     const char *name)
{
	struct look look = look_of(a, name);

	return look_same(&c->look, &look);
}

static bool impostor_is_like_staff(struct arena *a, const struct impostor *c,
				   const char *name)
{
	struct look letters = look_of_letters(a, name);

	return look_same(&c->letters, &letters) ||
	       impostor_is_like(a, c, name);
}

/* Hanna, for another member than @hanna. */
static bool impostor_has_capital(struct arena *a, const struct impostor *c,
				 const char *name)
{
	return *c->display >= 'A' && *c->display <= 'Z' &&
	       strcmp(rt_name_fold(a, c->display), name) == 0;
}

static const char *impostor_judge(struct arena *a, const struct impostor *c,
				  const union user_fields *is)
{
	enum rt_standing standing = rt_standing_read(is->standing);

	/* Nobody but hosts may find out who waits for approval. */
	if (!is->username || standing == RT_WAITING)
		return NULL;
	if (standing == RT_HOST || standing == RT_MODERATOR) {
		if (impostor_is_like_staff(a, c, is->username) ||
		    (is->display && impostor_is_like_staff(a, c, is->display)))
			return _(
				"That looks like the name of a host or "
				"moderator of this site. Choose another one.");
	} else if (impostor_is_like(a, c, is->username) &&
		   !impostor_has_capital(a, c, is->username)) {
		return message_fill(a,
				    _("That looks like @{name}, the name of "
				      "another member. Add your last name, or "
				      "choose another name."),
				    "name", is->username);
	}
	return NULL;
}

const char *impostor_problem(struct arena *a, const struct impostor *c)
{
	const char *problem = NULL;

	for (size_t i = 0; i < c->n && !problem; i++)
		problem = impostor_judge(a, c, &c->fields[i]);
	return problem;
}
