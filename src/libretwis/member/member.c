#include "libretwis/member/member.h"

#include "libretwis/base/clock.h"
#include "libretwis/member/bio.h"
#include "libretwis/member/last.h"

/*
 * To ask for a thousand would take Redis twice as long as all the rest of the
 * profile, and nobody reads so many names.
 */
#define FRIENDS_MAX 100

void member_look(struct rt_pipe *p, struct member *m, const char *secret,
		 const char *name)
{
	*m = (struct member){ 0 };
	session_look(p, &m->visitor, secret);
	user_look(p, &m->claim, name);
	if (m->visitor.id)
		rt_pipe_ids(p, &m->friends, FRIENDS_MAX,
			    "ZREVRANGE " KEY_FOLLOWING " 0 %d", m->visitor.id,
			    FRIENDS_MAX - 1);
}

static void member_ask_relation(struct rt_pipe *p, struct member *m)
{
	uint64_t me = m->visitor.id;

	if (!me || me == m->id)
		return;
	rt_pipe_str(p, &m->followed, "ZSCORE " KEY_FOLLOWING " " ID, me,
		    m->id);
	rt_pipe_str(p, &m->follows_me, "ZSCORE " KEY_FOLLOWING " " ID, m->id,
		    me);
	m->shared = arena_alloc(p->a, m->friends.n * sizeof *m->shared);
	rt_pipe_each(p, m->shared, m->friends, "ZMSCORE " KEY_FOLLOWERS,
		     m->id);
}

void member_ask(struct rt_pipe *p, struct member *m)
{
	m->id = user_claimed(&m->claim);
	session_check(p, &m->visitor);
	rt_pipe_strs(p, m->field, MEMBER_FIELDS,
		     "HMGET " KEY_USER " username bio", m->id);
	rt_pipe_u64(p, &m->followers, "ZCARD " KEY_FOLLOWERS, m->id);
	rt_pipe_u64(p, &m->following, "ZCARD " KEY_FOLLOWING, m->id);
	member_ask_relation(p, m);
}

bool member_exists(const struct member *m)
{
	return m->id && m->field[MEMBER_NAME];
}

/* In a classic database members may follow themselves: leave these out. */
static void member_ask_known(struct rt_pipe *p, struct member *m)
{
	for (size_t i = 0; m->shared && i < m->friends.n; i++) {
		uint64_t id = m->friends.v[i];

		if (!m->shared[i] || id == m->visitor.id || id == m->id)
			continue;
		if (m->known_n < RT_KNOWN)
			rt_pipe_str(p, &m->known[m->known_n],
				    "HGET " KEY_USER " username", id);
		m->known_n++;
	}
}

void member_finish(struct rt_pipe *p, struct member *m)
{
	rt_pipe_u64(p, &m->since, "ZSCORE " KEY_BY_TIME " %s",
		    m->field[MEMBER_NAME]);
	if (!session_user(&m->visitor).id)
		return;
	member_ask_known(p, m);
	last_ask(p, m->id, &m->last);
	last_note(p, &m->visitor);
}

struct rt_member member_take(struct arena *a, const struct member *m)
{
	bool is_known = session_user(&m->visitor).id;
	struct rt_member r = {
		.id = m->id,
		.name = m->field[MEMBER_NAME],
		.bio = bio_shown(a, m->field[MEMBER_BIO]),
		.followers = m->followers,
		.following = m->following,
		.since = clock_stored(m->since),
		.last_seen = last_day(m->last),
		.followed = is_known && m->followed,
		.follows_me = is_known && m->follows_me,
		.known = m->known_n,
	};

	for (size_t i = 0; i < RT_KNOWN; i++)
		r.known_name[i] = m->known[i];
	return r;
}
