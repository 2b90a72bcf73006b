/*
 * What leads to members by something else than the id: `names`, `auths`,
 * `users_by_time` and `members`; who waits, and who is a host.
 */
#include <string.h>

#include "admin/check/checks.h"
#include "admin/check/repairs.h"
#include "libretwis/member/display_name.h"
#include "libretwis/standing.h"
#include "schema/key.h"

/* ---- looking ----------------------------------------------------------- */

static void index_judge(struct check *c, const struct pass_subject *is,
			bool fits, enum kind stale)
{
	if (!fits)
		check_found(c, stale, is->at, is->at.id, NULL);
}

static void names_judge(struct check *c, const void *one)
{
	const struct pass_subject *is = one;
	const char *name = is->member.username;
	bool fits =
		name ? strcmp(rt_name_fold(&c->chunk, name), is->at.text) == 0
		     : check_is_claimed(c, is->at.id);

	index_judge(c, is, fits, FOLDED_WRONG);
}

static void auths_judge(struct check *c, const void *one)
{
	const struct pass_subject *is = one;
	const char *auth = is->member.auth;

	index_judge(c, is, auth && strcmp(auth, is->at.text) == 0,
		    AUTHS_STALE);
}

/* An entry may be one of the name, or one of the display name. */
static void members_judge(struct check *c, const void *one)
{
	const struct pass_subject *is = one;
	const char *entry = is->at.text;
	const struct rt_display_name called = { .name = is->member.username,
						.display =
							is->member.display };

	index_judge(c, is,
		    called.name && display_name_has_entry(&c->chunk, &called,
							  pass_entry_id(entry),
							  entry),
		    MEMBERS_STALE);
}

static void waiting_judge(struct check *c, const void *one)
{
	const struct pass_subject *is = one;

	index_judge(c, is, rt_standing_read(is->member.standing) == RT_WAITING,
		    WAITING_STALE);
}

static void hosts_judge(struct check *c, const void *one)
{
	const struct pass_subject *is = one;
	const char *standing = is->member.standing;

	if (!is->member.username)
		check_found(c, HOST_NOBODY, is->at, 0, NULL);
	else if (rt_standing_read(standing) != RT_HOST)
		check_found(c, HOST_UNMARKED, is->at, 0,
			    standing ? standing : rt_standing_word(RT_MEMBER));
}

const struct pass names_pass = { sizeof(struct pass_subject), A_MEMBER,
				 .judge = names_judge };
const struct pass auths_pass = { sizeof(struct pass_subject), A_MEMBER,
				 .judge = auths_judge };
const struct pass members_pass = { sizeof(struct pass_subject), A_MEMBER,
				   .is_entry = true, .judge = members_judge };
const struct pass waiting_pass = { sizeof(struct pass_subject), A_MEMBER,
				   .is_entry = true, .judge = waiting_judge };
const struct pass hosts_pass = { sizeof(struct pass_subject), A_MEMBER,
				 .judge = hosts_judge };

/* Of the newest members only the names are known. */
struct newest_members {
	struct pass_subject is;
	uint64_t claimed;
};

static void by_time_queue(struct rt_pipe *p, void *one)
{
	struct newest_members *m = one;

	rt_pipe_u64(p, &m->claimed, "HGET " KEY_USERS " %s", m->is.at.text);
}

static void by_time_judge(struct check *c, const void *one)
{
	const struct newest_members *m = one;

	index_judge(c, &m->is, m->claimed, BY_TIME_STALE);
}

const struct pass by_time_pass = { .size = sizeof(struct newest_members),
				   .ask = { by_time_queue },
				   .judge = by_time_judge };

/* ---- mending ----------------------------------------------------------- */

enum rt_err repair_hint(struct check *c, const struct fault *f)
{
	return hash_drop(c, f->kind == AUTHS_STALE ? KEY_AUTHS : KEY_NAMES,
			 f->at.text, f->at.id);
}

enum rt_err repair_listed(struct check *c, const struct fault *f)
{
	const char *key = f->kind == BY_TIME_STALE   ? KEY_BY_TIME
			  : f->kind == MEMBERS_STALE ? KEY_MEMBERS
						     : KEY_WAITING;

	return rt_do(c->rt, &c->chunk, "ZREM %s %s", key, f->at.text);
}

/* Ids are given once: nobody can have become this member since. */
enum rt_err repair_host_nobody(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "SREM " KEY_HOSTS " " ID, f->at.id);
}

/* The set decides, and the copy follows. */
enum rt_err repair_host_mark(struct check *c, const struct fault *f)
{
	bool is_host = false;
	enum rt_err err = rt_is_host(c->rt, &c->chunk, f->at.id, &is_host);

	if (err || is_host != (f->kind == HOST_UNMARKED))
		return err;
	if (is_host)
		return rt_set_standing(c->rt, &c->chunk, f->at.id, RT_HOST);
	return rt_do(c->rt, &c->chunk, "HDEL " KEY_USER " standing", f->at.id);
}
