#include "libretwis/member/member.h"

#include <string.h>

#include "base/clock.h"
#include "base/day.h"
#include "base/memo.h"
#include "base/utf8.h"
#include "libretwis/member/last_visit.h"
#include "libretwis/member/member_names.h"
#include "libretwis/site/context.h"
#include "schema/key.h"
#include "redis/pipe.h"

/*
 * Reading a thousand scores would take Redis twice as long as the rest of the
 * profile, and nobody reads so many names.
 */
#define FRIENDS_MAX 100

static void member_queue_relation(struct rt_pipe *p, struct member *m)
{
	uint64_t me = m->visitor.id;

	m->followed = m->follows_me = NULL;
	if (!me || me == m->id)
		return;
	rt_pipe_str(p, &m->followed, "ZSCORE " KEY_FOLLOWING " " ID, me,
		    m->id);
	rt_pipe_str(p, &m->follows_me, "ZSCORE " KEY_FOLLOWING " " ID, m->id,
		    me);
}

static void member_queue_head(struct rt_pipe *p, struct member *m)
{
	session_check(p, &m->visitor);
	user_fields_queue(p, &m->fields, m->id,
			  USER_USERNAME | USER_BIO | USER_LAST |
				  USER_STANDING | USER_DISPLAY | USER_PINNED |
				  user_fields_face(p->rt));
	rt_pipe_u64(p, &m->followers, "ZCARD " KEY_FOLLOWERS, m->id);
	rt_pipe_u64(p, &m->following, "ZCARD " KEY_FOLLOWING, m->id);
	member_queue_relation(p, m);
}

/* ---- followers whom the visitor knows ---------------------------------- */

static struct known_followers_key member_known_key(const struct member *m)
{
	return (struct known_followers_key){
		.me = m->visitor.id,
		.id = m->id,
		.friends = m->friends_n,
		.followers = m->followers,
		.quiet = session_quiet(&m->visitor).pairs.n
	};
}

static void member_queue_friends(struct rt_pipe *p, struct member *m)
{
	rt_pipe_ids(p, &m->friends, FRIENDS_MAX,
		    "ZREVRANGE " KEY_FOLLOWING " 0 %d", m->visitor.id,
		    FRIENDS_MAX - 1);
	m->step = KNOWN_SHARED;
}

static void member_queue_shared(struct rt_pipe *p, struct member *m)
{
	m->shared = arena_alloc(p->a, m->friends.n * sizeof *m->shared);
	rt_pipe_each(p, m->shared, m->friends, "ZMSCORE " KEY_FOLLOWERS,
		     m->id);
	m->step = KNOWN_NAMES;
}

/*
 * In a classic database members may follow themselves; these are not counted.
 */
static void member_find_known(struct rt_pipe *p, struct member *m)
{
	struct known_followers *k = &m->known;

	for (size_t i = 0; i < m->friends.n; i++) {
		uint64_t id = m->friends.v[i];

		if (!m->shared[i] || id == m->visitor.id || id == m->id ||
		    member_names_hides(&m->names, id))
			continue;
		if (k->n < RT_KNOWN) {
			k->who[k->n] = id;
			member_names_queue_fresh(p, &m->names, id);
		}
		k->n++;
	}
	m->step = KNOWN_FOUND;
}

void member_queue_known(struct rt_pipe *p, struct member *m)
{
	invited_queue_names(p, &m->invited, &m->names);
	if (m->step == KNOWN_FRIENDS)
		member_queue_friends(p, m);
	else if (m->step == KNOWN_SHARED)
		member_queue_shared(p, m);
	else if (m->step == KNOWN_NAMES)
		member_find_known(p, m);
}

/*
 * With an answer in memory that is still right, there is no need to read whom
 * the visitor follows.
 */
static void member_begin_known(struct rt_pipe *p, struct member *m)
{
	uint64_t me = m->visitor.id;

	if (!me || me == m->id)
		return;
	m->step = KNOWN_FRIENDS;
	rt_pipe_u64(p, &m->friends_n, "ZCARD " KEY_FOLLOWING, me);
	if (!m->id || !known_followers_about(me, m->id, clock_ms()))
		member_queue_friends(p, m);
}

static void member_recall_known(struct rt_pipe *p, struct member *m)
{
	const struct known_followers_key key = member_known_key(m);

	if (!session_user(&m->visitor).id ||
	    (m->step == KNOWN_FRIENDS &&
	     known_followers_recall(&key, clock_ms(), &m->known)))
		m->step = KNOWN_NOTHING;
	for (size_t i = 0; i < RT_KNOWN; i++)
		member_names_queue(p, &m->names, m->known.who[i]);
}

/* ---- the steps --------------------------------------------------------- */

/*
 * A secret of PHP's doesn't contain its owner's id; then nothing can be
 * guessed until the first pipeline has read it.
 */
void member_queue(struct rt_pipe *p, struct member *m, const char *secret,
		  const char *name)
{
	*m = (struct member){ .typed = name, .names.visitor = &m->visitor };
	session_queue(p, &m->visitor, secret);
	rt_pipe_u64(p, &m->claim.exact, "HGET " KEY_USERS " %s", name);
	if (!secret || m->visitor.id)
		m->id = name_cache_id(name);
	member_begin_known(p, m);
	if (m->id)
		member_queue_head(p, m);
}

bool member_guessed(const struct member *m)
{
	const char *name = m->fields.username;

	return m->id && m->id == m->claim.exact && name &&
	       strcmp(name, m->typed) == 0;
}

void member_request(struct rt_pipe *p, struct member *m)
{
	if (m->id)
		name_cache_store(m->typed, 0);
	m->id = user_claimed(&m->claim);
	if (!m->id) {
		session_check(p, &m->visitor);
		user_queue_folded(p, &m->claim, m->typed);
		return;
	}
	member_queue_head(p, m);
	if (m->visitor.id == m->id)
		m->step = KNOWN_NOTHING;
	member_queue_known(p, m);
}

bool member_must_reread(const struct member *m)
{
	return !m->id && user_claimed(&m->claim);
}

static enum rt_standing member_standing(const struct member *m)
{
	return rt_standing_read(m->fields.standing);
}

/*
 * Nobody sees newcomers before a host has approved them, and only hosts and
 * moderators see members who are suspended.
 */
bool member_exists(const struct member *m)
{
	return m->id && m->fields.username &&
	       member_standing(m) != RT_WAITING &&
	       session_sees(&m->visitor, m->fields.standing);
}

void member_finish(struct rt_pipe *p, struct member *m)
{
	const char *name = m->fields.username;
	const struct rt_names names = { .name = name,
					.display = m->fields.display,
					.standing = m->fields.standing,
					.face = m->fields.face };

	member_names_set(p->a, &m->names, m->id, &names);
	m->since = name_cache_since(name, m->id);
	if (!m->since)
		rt_pipe_u64(p, &m->since, "ZSCORE " KEY_BY_TIME " %s", name);
	member_recall_known(p, m);
	member_queue_known(p, m);
	if (session_user(&m->visitor).standing == RT_HOST)
		invited_queue(p, &m->invited, m->id);
}

void member_note(struct rt_pipe *p, const struct member *m)
{
	last_visit_note(p, &m->visitor);
}

/* An answer from memory is not stored again, so it expires on time. */
static void member_store(struct member *m)
{
	const struct known_followers_key key = member_known_key(m);

	member_names_remember(&m->names);
	if (member_guessed(m))
		name_cache_store(m->typed, m->id);
	name_cache_store_since(m->fields.username, m->id, m->since);
	if (m->step == KNOWN_FOUND)
		known_followers_store(&key, clock_ms(), &m->known);
}

struct rt_member member_parse(struct rt *rt, struct arena *a, struct member *m)
{
	bool is_known = session_user(&m->visitor).id;
	const struct quiet_list quiet = session_quiet(&m->visitor);
	struct rt_member r = {
		.id = m->id,
		.name = m->fields.username,
		.display = m->fields.display,
		.face = m->fields.face,
		.standing = member_standing(m),
		.bio = bio_shown(a, m->fields.bio),
		.followers = m->followers,
		.following = m->following,
		.since = clock_stored(m->since),
		.followed = is_known && m->followed,
		.follows_me = is_known && m->follows_me,
		.quiet = quiet_is(&quiet, m->id),
		.known = m->known.n,
	};

	member_store(m);
	if (is_known && rt->context->conf->last_seen)
		r.last_seen = day_noon(m->fields.last);
	for (size_t i = 0; i < RT_KNOWN; i++)
		if (!member_names_leaves_out(&m->names, m->known.who[i]))
			r.known_who[i] =
				member_names_get(&m->names, m->known.who[i]);
	invited_parse(&m->invited, &m->names, &r);
	return r;
}

/* ---- followers you know, from memory ----------------------------------- */

/*
 * Each answer belongs to a visitor, whose session the page has checked before
 * it uses the answer.
 */
static struct known_followers_row {
	struct memo_head head;
	struct known_followers_key key;
	struct known_followers known;
} known_followers_rows[1024]; /* 80 KB */
static const struct memo known_followers_memo = MEMO(known_followers_rows);

static const struct known_followers_row *known_followers_find(uint64_t me,
							      uint64_t id,
							      int64_t now)
{
	const struct known_followers_row *row =
		memo_find(&known_followers_memo, memo_pair(me, id), now);

	return row && row->key.me == me && row->key.id == id ? row : NULL;
}

bool known_followers_about(uint64_t me, uint64_t id, int64_t now)
{
	return known_followers_find(me, id, now);
}

bool known_followers_recall(const struct known_followers_key *key, int64_t now,
			    struct known_followers *known)
{
	const struct known_followers_row *row =
		known_followers_find(key->me, key->id, now);

	if (!row || row->key.friends != key->friends ||
	    row->key.followers != key->followers ||
	    row->key.quiet != key->quiet)
		return false;
	*known = row->known;
	return true;
}

void known_followers_store(const struct known_followers_key *key, int64_t now,
			   const struct known_followers *known)
{
	struct known_followers_row *row =
		memo_put(&known_followers_memo, memo_pair(key->me, key->id),
			 now + KNOWN_FOLLOWERS_MS);

	row->key = *key;
	row->known = *known;
}

/* ---- bios -------------------------------------------------------------- */

const char *bio_shown(struct arena *a, const char *stored)
{
	return stored && *stored ? rt_text_clean(a, stored) : NULL;
}

enum rt_err rt_bio(struct rt *rt, struct arena *a, uint64_t id,
		   const char **bio)
{
	const char *stored = NULL;
	enum rt_err err;

	err = rt_read_str(rt, a, &stored, "HGET " KEY_USER " bio", id);
	if (!err)
		*bio = bio_shown(a, stored);
	return err;
}

enum rt_err rt_set_bio(struct rt *rt, struct arena *a, uint64_t id,
		       const char *bio)
{
	if (*bio)
		return rt_do(rt, a, "HSET " KEY_USER " bio %s", id, bio);
	return rt_do(rt, a, "HDEL " KEY_USER " bio", id);
}
