/*
 * Members: their names, which somebody may have taken here, and passwords.
 */
#include <string.h>

#include "libretwis/base/prefix.h"
#include "libretwis/base/secret.h"
#include "libretwis/base/utf8.h"
#include "libretwis/member/user.h"
#include "libretwis/older/bring_members.h"
#include "libretwis/older/hashing.h"

#define CHUNK      64 /* hashes take two seconds, for one processor */
#define NAME_TRIES 100
#define OLDEST     8

/* Some members on their way. */
struct arrival {
	struct older_member v[CHUNK];
	const char *stored[CHUNK]; /* what stands in the place of a password */
	uint64_t owner[CHUNK];     /* of the name */
	size_t n;
};

/* ---- reading ----------------------------------------------------------- */

/* A name is one line, and no blanks stand around it. */
static const char *arrival_name(struct bring *b, const char *name)
{
	return utf8_trim(&b->chunk,
			 rt_first_line(&b->chunk, bring_text(b, name)));
}

static enum rt_err arrival_read(struct bring *b, const uint64_t *id, size_t n,
				struct arrival *to)
{
	const char *field[CHUNK][OLDER_FIELDS] = { 0 };
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
		m.name = arrival_name(b, m.name);
		if (*m.name)
			to->v[to->n++] = m;
		else
			b->sum.nameless++;
	}
	return RT_OK;
}

/* ---- passwords --------------------------------------------------------- */

/* Whom an earlier run has brought has one, and a hash takes its time. */
static enum rt_err arrival_skip_known(struct bring *b, struct arrival *arrival)
{
	uint64_t known[CHUNK] = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, b->rt, &b->chunk);
	for (size_t i = 0; i < arrival->n; i++)
		rt_pipe_u64(&p, &known[i], "HEXISTS " KEY_USER " password",
			    arrival->v[i].id);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < arrival->n; i++)
		if (known[i])
			arrival->v[i].password = NULL;
	return RT_OK;
}

/* The md5 of Retwis-RB is never stored bare: it would be a password. */
static enum rt_err arrival_lock(struct bring *b, struct arrival *arrival)
{
	if (!b->wish->lazy || b->from.layout == &older_rb)
		return hashing_all(&b->chunk, arrival->v, arrival->n,
				   arrival->stored);
	for (size_t i = 0; i < arrival->n; i++)
		arrival->stored[i] = arrival->v[i].password;
	return RT_OK;
}

/* ---- names ------------------------------------------------------------- */

static void arrival_ask_name(struct rt_pipe *p, const struct older_member *m,
			     uint64_t *owner)
{
	rt_pipe(p, "HSETNX " KEY_USERS " %s " ID, m->name, m->id);
	rt_pipe_u64(p, owner, "HGET " KEY_USERS " %s", m->name);
}

static void arrival_tell_rename(struct bring *b, const char *name,
				const char *now)
{
	b->sum.renamed++;
	if (b->wish->rename)
		b->wish->rename(name, now);
}

/* anna_2, anna_3 and so on, until one is ours, now or since an earlier run. */
static enum rt_err arrival_rename(struct bring *b, struct older_member *m)
{
	const char *name = m->name;
	uint64_t owner = 0;

	for (unsigned n = 2; n < NAME_TRIES; n++) {
		struct rt_pipe p;
		enum rt_err err;

		m->name = arena_printf(&b->chunk, "%s_%u", name, n);
		rt_pipe_begin(&p, b->rt, &b->chunk);
		arrival_ask_name(&p, m, &owner);
		if ((err = rt_pipe_end(&p)))
			return err;
		if (owner == m->id) {
			arrival_tell_rename(b, name, m->name);
			return RT_OK;
		}
	}
	return RT_TAKEN;
}

static enum rt_err arrival_claim(struct bring *b, struct arrival *to)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, b->rt, &b->chunk);
	for (size_t i = 0; i < to->n; i++)
		arrival_ask_name(&p, &to->v[i], &to->owner[i]);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < to->n; i++)
		if (to->owner[i] != to->v[i].id)
			err = arrival_rename(b, &to->v[i]);
	return err;
}

/* ---- storing ----------------------------------------------------------- */

/* A field that is there stays: the member may have changed it since. */
static void arrival_store_one(struct rt_pipe *p, const struct older_member *m,
			      const char *stored, uint64_t *fresh)
{
	rt_pipe_u64(p, fresh, "HSETNX " KEY_USER " username %s", m->id,
		    m->name);
	if (stored)
		rt_pipe(p, "HSETNX " KEY_USER " password %s", m->id, stored);
	rt_pipe(p, "HSETNX " KEY_USER " auth %s", m->id,
		secret_of(p->a, m->id));
	if (rt_name_problem(m->name))
		rt_pipe(p, "HSETNX " KEY_NAMES " %s " ID,
			rt_name_fold(p->a, m->name), m->id);
	rt_pipe(p, "ZADD " KEY_MEMBERS " 0 %s",
		user_entry(p->a, m->name, m->id));
}

static enum rt_err arrival_store(struct bring *b, const struct arrival *from)
{
	const char *secret[CHUNK] = { 0 };
	uint64_t fresh[CHUNK] = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, b->rt, &b->chunk);
	for (size_t i = 0; i < from->n; i++) {
		arrival_store_one(&p, &from->v[i], from->stored[i], &fresh[i]);
		rt_pipe_str(&p, &secret[i], "HGET " KEY_USER " auth",
			    from->v[i].id);
	}
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, b->rt, &b->chunk);
	for (size_t i = 0; i < from->n; i++) {
		b->sum.members += fresh[i];
		if (secret[i])
			rt_pipe(&p, "HSET " KEY_AUTHS " %s " ID, secret[i],
				from->v[i].id);
	}
	return rt_pipe_end(&p);
}

/* ---- all of them ------------------------------------------------------- */

static enum rt_err arrival_take(struct bring *b, const uint64_t *id, size_t n,
				struct id_list *arrived)
{
	struct arrival arrival = { 0 };
	enum rt_err err;

	arena_reset(&b->chunk);
	if ((err = arrival_read(b, id, n, &arrival)) ||
	    (err = arrival_skip_known(b, &arrival)) ||
	    (err = arrival_lock(b, &arrival)) ||
	    (err = arrival_claim(b, &arrival)) ||
	    (err = arrival_store(b, &arrival)))
		return err;
	for (size_t i = 0; i < arrival.n; i++)
		ids_add(&b->all, arrived, arrival.v[i].id);
	bring_tell(b, n);
	return RT_OK;
}

/* From then on those without a name are nobody: they have no posts either. */
enum rt_err bring_members(struct bring *b)
{
	struct rt_ids ids = b->from.members.ids;
	struct id_list arrived = { 0 };
	enum rt_err err = RT_OK;

	for (size_t to = ids.n; !err && to > 0;) {
		size_t n = to < CHUNK ? to : CHUNK;

		to -= n;
		err = arrival_take(b, ids.v + to, n, &arrived);
	}
	ids_sort(&arrived);
	b->from.members = arrived;
	return err;
}

/* ---- the oldest -------------------------------------------------------- */

enum rt_err bring_knows_oldest(struct bring *b, bool *known)
{
	struct rt_ids ids = b->from.members.ids;
	size_t n = ids.n < OLDEST ? ids.n : OLDEST;
	const char *here[OLDEST] = { NULL };
	struct arrival oldest = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	arena_reset(&b->chunk);
	if ((err = arrival_read(b, ids.v + ids.n - n, n, &oldest)))
		return err;
	rt_pipe_look(&p, b->rt, &b->chunk);
	for (size_t i = 0; i < oldest.n; i++)
		rt_pipe_str(&p, &here[i], "HGET " KEY_USER " username",
			    oldest.v[i].id);
	if ((err = rt_pipe_end(&p)))
		return err;
	*known = oldest.n > 0;
	for (size_t i = 0; i < oldest.n; i++)
		if (!here[i] || !text_after(here[i], oldest.v[i].name))
			*known = false;
	b->sum = (struct rt_imported){ 0 };
	return RT_OK;
}
