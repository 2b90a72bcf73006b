/*
 * Imports the members: their names, which may be taken here, and their
 * passwords.
 */
#include "admin/older/import.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "base/prefix.h"
#include "base/secret.h"
#include "libretwis/member/name_index.h"
#include "libretwis/member/notice.h"
#include "libretwis/member/user.h"
#include "libretwis/member/user_fields.h"
#include "schema/key.h"

#define NAME_TRIES 100

/*
 * So many members at a time; to hash their passwords takes one processor 2 s.
 */
#define MEMBER_CHUNK 64

struct member_batch {
	struct older_member v[MEMBER_CHUNK];
	const char *stored[MEMBER_CHUNK]; /* what is stored as the password */
	uint64_t owner[MEMBER_CHUNK];     /* who has the name */
	size_t n;
};

/* ---- hashing on all processors ------------------------------------------ */

#define HASHERS_MAX 16

/* Each thread takes every `step`th member, into an arena of its own. */
struct hasher {
	const struct older_member *v;
	const char **stored;
	size_t n, first, step;
	struct arena a;
	pthread_t thread;
	bool runs;
	enum rt_err err;
};

static void *hasher_work(void *arg)
{
	struct hasher *h = arg;

	for (size_t i = h->first; !h->err && i < h->n; i += h->step) {
		const struct older_member *m = &h->v[i];

		if (!m->password)
			continue;
		h->err = m->salt ? secret_wrap(&h->a, m->salt, m->password,
					       &h->stored[i])
				 : secret_hash(&h->a, m->password,
					       &h->stored[i]);
	}
	return NULL;
}

static size_t hasher_count(void)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	if (processors < 1)
		return 1;
	return processors < HASHERS_MAX ? (size_t)processors : HASHERS_MAX;
}

/* If no thread can be created, this one does the work. */
static void hasher_begin(struct hasher *h)
{
	h->runs = pthread_create(&h->thread, NULL, hasher_work, h) == 0;
	if (!h->runs)
		hasher_work(h);
}

static enum rt_err hasher_end(struct hasher *h)
{
	if (h->runs)
		pthread_join(h->thread, NULL);
	return h->err;
}

/*
 * Hashes the passwords of `n` members, or wraps their md5, on all processors.
 * What to store is put into `stored` and lives in `a`; it is NULL for a member
 * without a password.  RT_BROKEN without memory for a hash.
 */
static enum rt_err hasher_run(struct arena *a, const struct older_member *v,
			      size_t n, const char **stored)
{
	struct hasher h[HASHERS_MAX];
	size_t threads = hasher_count();
	enum rt_err err = RT_OK;

	for (size_t i = 0; i < threads; i++) {
		h[i] = (struct hasher){ .v = v,
					.stored = stored,
					.n = n,
					.first = i,
					.step = threads };
		hasher_begin(&h[i]);
	}
	for (size_t i = 0; i < threads; i++)
		if (hasher_end(&h[i]))
			err = RT_BROKEN;
	for (size_t i = 0; i < n; i++)
		if (stored[i])
			stored[i] = arena_strdup(a, stored[i]);
	for (size_t i = 0; i < threads; i++)
		arena_free(&h[i].a);
	return err;
}

/* ---- passwords ---------------------------------------------------------- */

/*
 * With --lazy a password in clear text is stored as it is, and hashed when its
 * owner signs in.  The md5 of Retwis-RB is always wrapped in a hash: stored as
 * it is, it would be taken for a password in clear text, and let in whoever has
 * read it.
 */
static enum rt_err members_hash(struct import *im, struct member_batch *batch)
{
	if (!im->options->lazy || im->from.layout == &older_rb)
		return hasher_run(&im->chunk, batch->v, batch->n,
				  batch->stored);
	for (size_t i = 0; i < batch->n; i++)
		batch->stored[i] = batch->v[i].password;
	return RT_OK;
}

/* ---- reading ------------------------------------------------------------ */

/* Reads those of these members who have a name. */
static enum rt_err members_read(struct import *im, const uint64_t *id,
				size_t n, struct member_batch *batch)
{
	enum rt_err err =
		source_read_members(&im->from, &im->chunk, id, n, batch->v);

	for (size_t i = 0; !err && i < n; i++)
		if (*batch->v[i].name)
			batch->v[batch->n++] = batch->v[i];
		else
			im->sum.nameless++;
	return err;
}

/* ---- who is here already ------------------------------------------------ */

/*
 * If an earlier run has stored the member's password, it is not hashed again,
 * since that takes time.  Members who have been deleted here since are not
 * imported again, and an id that somebody else has cannot be used.
 */
static bool members_is_importable(struct import *im, struct older_member *m,
				  const union user_fields *here)
{
	if (!here->username)
		return m->id > im->before;
	if (!import_is_same_name(here->username, m->name)) {
		im->sum.taken_member_ids++;
		return false;
	}
	if (here->password)
		m->password = NULL;
	m->is_here = true;
	return true;
}

/* Removes those who cannot be imported, and marks who is here already. */
static enum rt_err members_check_existing(struct import *im,
					  struct member_batch *batch)
{
	union user_fields here[MEMBER_CHUNK];
	size_t n = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, im->rt, &im->chunk);
	for (size_t i = 0; i < batch->n; i++)
		user_fields_queue(&p, &here[i], im->base + batch->v[i].id,
				  USER_USERNAME | USER_PASSWORD);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < batch->n; i++)
		if (members_is_importable(im, &batch->v[i], &here[i]))
			batch->v[n++] = batch->v[i];
	batch->n = n;
	return RT_OK;
}

/* ---- names -------------------------------------------------------------- */

/*
 * Which of these names belonged to a member who has left: nobody can take them.
 */
static enum rt_err members_read_reserved(struct import *im,
					 const struct older_member *m,
					 size_t n, uint64_t *is)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, im->rt, &im->chunk);
	for (size_t i = 0; i < n; i++)
		reserved_queue(&p, m[i].name, &is[i]);
	return rt_pipe_end(&p);
}

static void members_queue_claim(const struct import *im, struct rt_pipe *p,
				const struct older_member *m, uint64_t *owner)
{
	rt_pipe(p, "HSETNX " KEY_USERS " %s " ID, m->name, im->base + m->id);
	rt_pipe_u64(p, owner, "HGET " KEY_USERS " %s", m->name);
}

static void members_report_rename(struct import *im, const char *name,
				  const char *now)
{
	im->sum.renamed++;
	if (im->options->rename)
		im->options->rename(name, now);
}

/* Tries anna_2, anna_3 and so on, until one is free or was claimed earlier. */
static enum rt_err members_rename(struct import *im, struct older_member *m)
{
	const char *name = m->name;
	uint64_t owner = 0, is_reserved = 0;

	for (unsigned n = 2; n < NAME_TRIES; n++) {
		struct rt_pipe p;
		enum rt_err err;

		m->name = arena_printf(&im->chunk, "%s_%u", name, n);
		if ((err = members_read_reserved(im, m, 1, &is_reserved)))
			return err;
		if (is_reserved)
			continue;
		rt_pipe_begin(&p, im->rt, &im->chunk);
		members_queue_claim(im, &p, m, &owner);
		if ((err = rt_pipe_end(&p)))
			return err;
		if (owner == im->base + m->id) {
			m->renamed_from = name;
			members_report_rename(im, name, m->name);
			return RT_OK;
		}
	}
	return RT_TAKEN;
}

static enum rt_err members_claim_names(struct import *im,
				       struct member_batch *batch)
{
	uint64_t is_reserved[MEMBER_CHUNK] = { 0 };
	struct rt_pipe p;
	enum rt_err err =
		members_read_reserved(im, batch->v, batch->n, is_reserved);

	if (err)
		return err;
	rt_pipe_begin(&p, im->rt, &im->chunk);
	for (size_t i = 0; i < batch->n; i++)
		if (!is_reserved[i])
			members_queue_claim(im, &p, &batch->v[i],
					    &batch->owner[i]);
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < batch->n; i++)
		if (batch->owner[i] != im->base + batch->v[i].id)
			err = members_rename(im, &batch->v[i]);
	return err;
}

/* ---- storing ------------------------------------------------------------ */

/*
 * Stored before the name is, so that if the import is interrupted in between,
 * the next run still finds a member without a name, and stores the notice.
 */
static void members_queue_rename(struct rt_pipe *p, uint64_t id,
				 const struct older_member *m)
{
	if (!m->renamed_from || m->is_here)
		return;
	rt_pipe(p, "HSET " KEY_USER " renamed %s", id, m->renamed_from);
	notice_add_name(p, id);
}

/*
 * No field that exists is replaced, since the member may have changed it after
 * an earlier run.
 */
static void members_queue_member(struct rt_pipe *p, uint64_t id,
				 const struct older_member *m,
				 const char *stored, uint64_t *is_new)
{
	members_queue_rename(p, id, m);
	rt_pipe_u64(p, is_new, "HSETNX " KEY_USER " username %s", id, m->name);
	if (stored)
		rt_pipe(p, "HSETNX " KEY_USER " password %s", id, stored);
	if (rt_name_problem(m->name))
		rt_pipe(p, "HSETNX " KEY_NAMES " %s " ID,
			rt_name_fold(p->a, m->name), id);
	name_index_list(p, &(struct rt_names){ .name = m->name }, id);
	directory_list(p, m->name, id);
}

static enum rt_err members_store(struct import *im,
				 const struct member_batch *batch)
{
	uint64_t is_new[MEMBER_CHUNK] = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, im->rt, &im->chunk);
	for (size_t i = 0; i < batch->n; i++) {
		members_queue_member(&p, im->base + batch->v[i].id,
				     &batch->v[i], batch->stored[i],
				     &is_new[i]);
	}
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < batch->n; i++)
		im->sum.members += is_new[i];
	return err;
}

/* ---- all of them -------------------------------------------------------- */

static enum rt_err members_import_chunk(struct import *im, const uint64_t *id,
					size_t n, struct id_list *imported)
{
	struct member_batch batch = { 0 };
	enum rt_err err;

	arena_reset(&im->chunk);
	if ((err = members_read(im, id, n, &batch)) ||
	    (err = members_check_existing(im, &batch)) ||
	    (err = members_hash(im, &batch)) ||
	    (err = members_claim_names(im, &batch)) ||
	    (err = members_store(im, &batch)) ||
	    (err = rt_do(im->rt, &im->chunk, "HSET " KEY_IMPORT " members " ID,
			 id[0])))
		return err;
	for (size_t i = 0; i < batch.n; i++)
		ids_add(&im->all, imported, batch.v[i].id);
	import_report(im, n);
	return RT_OK;
}

/*
 * Afterwards `from.members` has only those who were imported.  The posts and
 * follows of the others are left out, because their ids are not found there.
 */
static enum rt_err members_import(struct import *im)
{
	struct rt_ids ids = im->from.members.ids;
	struct id_list imported = { 0 };
	enum rt_err err = rt_read_u64(im->rt, &im->all, &im->before,
				      "HGET " KEY_IMPORT " members");

	for (size_t to = ids.n; !err && to > 0;) {
		size_t n = to < MEMBER_CHUNK ? to : MEMBER_CHUNK;

		to -= n;
		err = members_import_chunk(im, ids.v + to, n, &imported);
	}
	ids_sort(&imported);
	im->from.members = imported;
	return err;
}

const struct import_step import_members = { members_import };
