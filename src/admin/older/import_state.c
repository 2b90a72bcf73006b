#include "admin/older/import_state.h"

#include <string.h>

#include "base/prefix.h"
#include "base/utf8.h"
#include "libretwis/member/user_fields.h"

/* ---- reading ----------------------------------------------------------- */

/* A name is one line, and no blanks stand around it. */
static const char *import_state_name(struct import *b, const char *name)
{
	return utf8_trim(&b->chunk,
			 rt_first_line(&b->chunk, import_text(b, name)));
}

enum rt_err import_state_read(struct import *b, const uint64_t *id, size_t n,
			      struct import_state *to)
{
	const char *field[ARRIVALS][OLDER_FIELDS] = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	source_begin(&p, &b->from, &b->chunk);
	for (size_t i = 0; i < n; i++)
		b->from.layout->ask_member(&p, id[i], field[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < n; i++) {
		struct older_member m = { .id = id[i] };

		b->from.layout->take_member(field[i], &m);
		m.name = import_state_name(
			b, m.name ? m.name
				  : name_index_name(&b->from.leads, m.id));
		if (*m.name)
			to->v[to->n++] = m;
		else
			b->sum.nameless++;
	}
	return RT_OK;
}

/* ---- who is here already ------------------------------------------------ */

bool import_state_is_known(const char *here, const char *name)
{
	const char *rest = text_after(here, name);

	if (rest && *rest == '_')
		rest += 1 + strspn(rest + 1, "0123456789");
	return rest && !*rest;
}

/*
 * Members that an earlier run has brought have a password: a hash takes its
 * time.  Those who were deleted since stay away, and an id in use is not ours.
 */
static bool import_state_may_come(struct import *b, struct older_member *m,
				  const union user_fields *here)
{
	if (!here->username)
		return m->id > b->before;
	if (!import_state_is_known(here->username, m->name)) {
		b->sum.latecomers++;
		return false;
	}
	if (here->password)
		m->password = NULL;
	m->is_here = true;
	return true;
}

enum rt_err import_state_request(struct import *b,
				 struct import_state *arrival)
{
	union user_fields here[ARRIVALS];
	size_t n = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, b->rt, &b->chunk);
	for (size_t i = 0; i < arrival->n; i++)
		user_fields_queue(&p, &here[i], b->base + arrival->v[i].id,
				  USER_USERNAME | USER_PASSWORD);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < arrival->n; i++)
		if (import_state_may_come(b, &arrival->v[i], &here[i]))
			arrival->v[n++] = arrival->v[i];
	arrival->n = n;
	return RT_OK;
}
