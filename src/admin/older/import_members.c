/*
 * Members: their names, which somebody may have taken here, and passwords.
 */
#include <string.h>

#include "base/secret.h"
#include "libretwis/member/notice.h"
#include "libretwis/member/reserved.h"
#include "libretwis/member/user.h"
#include "admin/older/import_state.h"
#include "admin/older/import_members.h"
#include "admin/older/hashing.h"
#include "schema/key.h"

#define NAME_TRIES 100
#define OLDEST     8

/* ---- passwords --------------------------------------------------------- */

/* The md5 of Retwis-RB is never stored bare: it would be a password. */
static enum rt_err import_state_lock(struct import *b,
				     struct import_state *arrival)
{
	if (!b->wish->lazy || b->from.layout == &older_rb)
		return hashing_all(&b->chunk, arrival->v, arrival->n,
				   arrival->stored);
	for (size_t i = 0; i < arrival->n; i++)
		arrival->stored[i] = arrival->v[i].password;
	return RT_OK;
}

/* ---- names ------------------------------------------------------------- */

/* Whether a member who has left had it; the same questions for all at once. */
static enum rt_err import_read_reserved(struct import *b,
					const struct older_member *m, size_t n,
					uint64_t *is)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, b->rt, &b->chunk);
	for (size_t i = 0; i < n; i++)
		reserved_queue(&p, m[i].name, &is[i]);
	return rt_pipe_end(&p);
}

static void import_queue_name(const struct import *b, struct rt_pipe *p,
			      const struct older_member *m, uint64_t *owner)
{
	rt_pipe(p, "HSETNX " KEY_USERS " %s " ID, m->name, b->base + m->id);
	rt_pipe_u64(p, owner, "HGET " KEY_USERS " %s", m->name);
}

static void import_report_rename(struct import *b, const char *name,
				 const char *now)
{
	b->sum.renamed++;
	if (b->wish->rename)
		b->wish->rename(name, now);
}

/* anna_2, anna_3 and so on, until one is ours, now or since an earlier run. */
static enum rt_err import_state_rename(struct import *b,
				       struct older_member *m)
{
	const char *name = m->name;
	uint64_t owner = 0, is_reserved = 0;

	for (unsigned n = 2; n < NAME_TRIES; n++) {
		struct rt_pipe p;
		enum rt_err err;

		m->name = arena_printf(&b->chunk, "%s_%u", name, n);
		if ((err = import_read_reserved(b, m, 1, &is_reserved)))
			return err;
		if (is_reserved)
			continue;
		rt_pipe_begin(&p, b->rt, &b->chunk);
		import_queue_name(b, &p, m, &owner);
		if ((err = rt_pipe_end(&p)))
			return err;
		if (owner == b->base + m->id) {
			m->was = name;
			import_report_rename(b, name, m->name);
			return RT_OK;
		}
	}
	return RT_TAKEN;
}

static enum rt_err import_state_claim(struct import *b,
				      struct import_state *to)
{
	uint64_t is_reserved[ARRIVALS] = { 0 };
	struct rt_pipe p;
	enum rt_err err = import_read_reserved(b, to->v, to->n, is_reserved);

	if (err)
		return err;
	rt_pipe_begin(&p, b->rt, &b->chunk);
	for (size_t i = 0; i < to->n; i++)
		if (!is_reserved[i])
			import_queue_name(b, &p, &to->v[i], &to->owner[i]);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < to->n; i++)
		if (to->owner[i] != b->base + to->v[i].id)
			err = import_state_rename(b, &to->v[i]);
	return err;
}

/* ---- storing ----------------------------------------------------------- */

/* It is there before the name: so the member who has the new one is told. */
static void import_state_store_rename(struct rt_pipe *p, uint64_t id,
				      const struct older_member *m)
{
	if (!m->was || m->is_here)
		return;
	rt_pipe(p, "HSET " KEY_USER " renamed %s", id, m->was);
	notice_add_name(p, id);
}

/* A field that is there stays: the member may have changed it since. */
static void import_state_store_one(struct rt_pipe *p, uint64_t id,
				   const struct older_member *m,
				   const char *stored, uint64_t *fresh)
{
	import_state_store_rename(p, id, m);
	rt_pipe_u64(p, fresh, "HSETNX " KEY_USER " username %s", id, m->name);
	if (stored)
		rt_pipe(p, "HSETNX " KEY_USER " password %s", id, stored);
	if (rt_name_problem(m->name))
		rt_pipe(p, "HSETNX " KEY_NAMES " %s " ID,
			rt_name_fold(p->a, m->name), id);
	rt_pipe(p, "ZADD " KEY_MEMBERS " 0 %s", user_entry(p->a, m->name, id));
}

static enum rt_err import_state_store(struct import *b,
				      const struct import_state *from)
{
	uint64_t fresh[ARRIVALS] = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, b->rt, &b->chunk);
	for (size_t i = 0; i < from->n; i++) {
		import_state_store_one(&p, b->base + from->v[i].id,
				       &from->v[i], from->stored[i],
				       &fresh[i]);
	}
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < from->n; i++)
		b->sum.members += fresh[i];
	return err;
}

/* ---- all of them ------------------------------------------------------- */

static enum rt_err import_state_parse(struct import *b, const uint64_t *id,
				      size_t n, struct id_list *arrived)
{
	struct import_state arrival = { 0 };
	enum rt_err err;

	arena_reset(&b->chunk);
	if ((err = import_state_read(b, id, n, &arrival)) ||
	    (err = import_state_request(b, &arrival)) ||
	    (err = import_state_lock(b, &arrival)) ||
	    (err = import_state_claim(b, &arrival)) ||
	    (err = import_state_store(b, &arrival)) ||
	    (err = rt_do(b->rt, &b->chunk, "HSET " KEY_IMPORT " members " ID,
			 id[0])))
		return err;
	for (size_t i = 0; i < arrival.n; i++)
		ids_add(&b->all, arrived, arrival.v[i].id);
	import_report(b, n);
	return RT_OK;
}

/* From then on those without a name are nobody: they have no posts either. */
enum rt_err import_members(struct import *b)
{
	struct rt_ids ids = b->from.members.ids;
	struct id_list arrived = { 0 };
	enum rt_err err = rt_read_u64(b->rt, &b->all, &b->before,
				      "HGET " KEY_IMPORT " members");

	for (size_t to = ids.n; !err && to > 0;) {
		size_t n = to < ARRIVALS ? to : ARRIVALS;

		to -= n;
		err = import_state_parse(b, ids.v + to, n, &arrived);
	}
	ids_sort(&arrived);
	b->from.members = arrived;
	return err;
}

/* ---- the oldest -------------------------------------------------------- */

enum rt_err import_knows_oldest(struct import *b, bool *known)
{
	struct rt_ids ids = b->from.members.ids;
	size_t n = ids.n < OLDEST ? ids.n : OLDEST;
	const char *here[OLDEST] = { NULL };
	struct import_state oldest = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	arena_reset(&b->chunk);
	if ((err = import_state_read(b, ids.v + ids.n - n, n, &oldest)))
		return err;
	rt_pipe_begin_lenient(&p, b->rt, &b->chunk);
	for (size_t i = 0; i < oldest.n; i++)
		rt_pipe_str(&p, &here[i], "HGET " KEY_USER " username",
			    b->base + oldest.v[i].id);
	if ((err = rt_pipe_end(&p)))
		return err;
	*known = oldest.n > 0;
	for (size_t i = 0; i < oldest.n; i++)
		if (!here[i] ||
		    !import_state_is_known(here[i], oldest.v[i].name))
			*known = false;
	b->sum = (struct rt_imported){ 0 };
	return RT_OK;
}
