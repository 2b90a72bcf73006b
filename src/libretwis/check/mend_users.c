/* Mending what is wrong about names and members. */
#include <string.h>

#include "libretwis/base/secret.h"
#include "libretwis/check/check.h"
#include "libretwis/host/drop_member.h"
#include "libretwis/member/user.h"
#include "libretwis/post/posts.h"

/* Takes a field out of a hash if it still leads to the id `ARGV[2]`. */
#define DROP_FIELD                                                            \
	RT_SCRIPT_FREES                                                       \
	"local id = tonumber(redis.call('HGET', KEYS[1], ARGV[1])) or 0 "     \
	"if id == tonumber(ARGV[2]) then "                                    \
	"redis.call('HDEL', KEYS[1], ARGV[1]) end"

static void drop_field(struct rt_pipe *p, const char *key, const char *field,
		       uint64_t id)
{
	rt_pipe(p, "EVAL %s 1 %s %s " ID, DROP_FIELD, key, field, id);
}

static enum rt_err drop_entry(struct check *c, const char *key,
			      const struct fault *f)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	drop_field(&p, key, f->at.text, f->at.id);
	return rt_pipe_end(&p);
}

enum rt_err mend_names_entry(struct check *c, const struct fault *f)
{
	return drop_entry(c, KEY_NAMES, f);
}

enum rt_err mend_auths_entry(struct check *c, const struct fault *f)
{
	return drop_entry(c, KEY_AUTHS, f);
}

/* ---- claims ------------------------------------------------------------ */

/* Who left anything behind may be a member whose hash was lost. */
enum rt_err mend_claim(struct check *c, const struct fault *f)
{
	static const char *const keys[] = { KEY_USER,      KEY_OWN,
					    KEY_POSTS,     KEY_FOLLOWERS,
					    KEY_FOLLOWING, KEY_LIKED,
					    KEY_REPOSTED,  KEY_NOTICES };
	uint64_t has[sizeof keys / sizeof *keys] = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		rt_pipe_u64(&p, &has[i], "EXISTS %s",
			    arena_printf(&c->chunk, keys[i], f->at.id));
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (has[i])
			return RT_OK;
	return drop_entry(c, KEY_USERS, f);
}

/* The claim decides, unless the name in the hash is claimed as well. */
enum rt_err mend_name(struct check *c, const struct fault *f)
{
	uint64_t claimed = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_u64(&p, &claimed, "HGET " KEY_USERS " %s", f->what);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (claimed == f->at.id)
		return drop_entry(c, KEY_USERS, f);
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "HSET " KEY_USER " username %s", f->at.id, f->at.text);
	return rt_pipe_end(&p);
}

/* Unless the hash has been given another name meanwhile. */
enum rt_err mend_claim_lost(struct check *c, const struct fault *f)
{
	const char *name = NULL;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_str(&p, &name, "HGET " KEY_USER " username", f->at.id);
	if ((err = rt_pipe_end(&p)) || !name || strcmp(name, f->what) != 0)
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "HSETNX " KEY_USERS " %s " ID, f->what, f->at.id);
	return rt_pipe_end(&p);
}

/*
 * The name is taken for that moment, so that nobody who was only slow claims
 * it for a hash that is just going.
 */
enum rt_err mend_unclaimed(struct check *c, const struct fault *f)
{
	uint64_t taken = 0, by = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_u64(&p, &taken, "HSETNX " KEY_USERS " %s " ID, f->what,
		    f->at.id);
	rt_pipe_u64(&p, &by, "HGET " KEY_USERS " %s", f->what);
	if ((err = rt_pipe_end(&p)) || (!taken && by == f->at.id))
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "UNLINK " KEY_USER, f->at.id);
	drop_field(&p, KEY_USERS, f->what, f->at.id);
	return rt_pipe_end(&p);
}

/* ---- what sign-in would do --------------------------------------------- */

enum rt_err mend_secret(struct check *c, const struct fault *f)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "HSETNX " KEY_USER " auth %s", f->at.id,
		secret_of(&c->chunk, f->at.id));
	return rt_pipe_end(&p);
}

enum rt_err mend_unlisted(struct check *c, const struct fault *f)
{
	const char *field[2] = { NULL };
	struct rt_user u = { .id = f->at.id };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_strs(&p, field, 2, "HMGET " KEY_USER " username auth", u.id);
	if ((err = rt_pipe_end(&p)) || !field[0] || !field[1])
		return err;
	u.name = field[0];
	u.secret = field[1];
	return user_announce(c->rt, &c->chunk, &u, NULL);
}

enum rt_err mend_folded(struct check *c, const struct fault *f)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "HSETNX " KEY_NAMES " %s " ID,
		rt_name_fold(&c->chunk, f->at.text), f->at.id);
	return rt_pipe_end(&p);
}

/* ---- sets of names ----------------------------------------------------- */

static enum rt_err drop_member(struct check *c, const char *key,
			       const struct fault *f)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "ZREM %s %s", key, f->at.text);
	return rt_pipe_end(&p);
}

enum rt_err mend_by_time(struct check *c, const struct fault *f)
{
	return drop_member(c, KEY_BY_TIME, f);
}

enum rt_err mend_members_entry(struct check *c, const struct fault *f)
{
	return drop_member(c, KEY_MEMBERS, f);
}

/* ---- ids --------------------------------------------------------------- */

/* The first of own: are looked at, and go if all of them are gone. */
static enum rt_err drop_own(struct check *c, uint64_t id, bool *wrote)
{
	struct rt_ids ids = { 0 };
	struct rt_pipe p;
	uint64_t *author;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_ids(&p, &ids, "LRANGE " KEY_OWN " 0 %d", id, CHECK_PART - 1);
	if ((err = rt_pipe_end(&p)) ||
	    (err = posts_authors(c->rt, &c->chunk, ids, &author)))
		return err;
	*wrote = false;
	for (size_t i = 0; i < ids.n; i++)
		*wrote |= author[i] == id;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	if (!*wrote && ids.n)
		rt_pipe(&p, "LTRIM " KEY_OWN " " ID " -1", id,
			(uint64_t)ids.n);
	return rt_pipe_end(&p);
}

/*
 * Who still has posts may have been lost by accident, and where the database
 * is not adopted posts: may be all that tells of them.
 */
enum rt_err mend_nobody(struct check *c, const struct fault *f)
{
	bool wrote = true;
	enum rt_err err = RT_OK;

	if (!c->adopted || (err = drop_own(c, f->at.id, &wrote)) || wrote)
		return err;
	return sweep_remains(c->rt, f->at.id);
}

#define RAISE                                                                 \
	"local is = tonumber(redis.call('GET', KEYS[1])) or 0 "               \
	"if is < tonumber(ARGV[1]) then "                                     \
	"redis.call('SET', KEYS[1], ARGV[1]) end"

static enum rt_err raise(struct check *c, const char *key,
			 const struct fault *f)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe(&p, "EVAL %s 1 %s " ID, RAISE, key, f->other);
	return rt_pipe_end(&p);
}

enum rt_err mend_user_counter(struct check *c, const struct fault *f)
{
	return raise(c, KEY_NEXT_USER, f);
}

enum rt_err mend_post_counter(struct check *c, const struct fault *f)
{
	return raise(c, KEY_NEXT_POST, f);
}
