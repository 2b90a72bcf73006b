#include "libretwis/member/notice.h"

#include <stdlib.h>
#include <string.h>

#include "libretwis/member/notice_drop.lua.h"
#include "libretwis/member/notice_retract.lua.h"
#include "libretwis/member/notice_tell.lua.h"
#include "schema/key.h"

/* No entry says that something was announced. */
static const char *const kinds[] = {
	[RT_NOTICE_MENTION] = "mention",
	[RT_NOTICE_REPLY] = "reply",
	[RT_NOTICE_LIKE] = "like",
	[RT_NOTICE_REPOST] = "repost",
	[RT_NOTICE_FOLLOW] = "follow",
	[RT_NOTICE_ASK] = "ask",
	[RT_NOTICE_RESET] = "reset",
	[RT_NOTICE_ENTER] = "enter",
	[RT_NOTICE_NAME] = "name",
	[RT_NOTICE_CODE] = "code",
	[RT_NOTICE_CONVERSATION] = "conversation",
	[RT_NOTICE_REMOVED] = "removed",
	[RT_NOTICE_RESTORED] = "restored",
	[RT_NOTICE_NOTE] = "note",
	[RT_NOTICE_HANDLED] = "handled",
	[RT_NOTICE_ENDED] = "ended",
	[RT_NOTICE_REMIND] = "remind",
	[RT_NOTICE_CHANGED] = "changed",
	[RT_NOTICE_CANCELLED] = "cancelled",
};

static const char *notice_entry(struct arena *a, enum rt_notice_kind kind,
				uint64_t post, uint64_t by)
{
	return arena_printf(a, "%s " ID " " ID, kinds[kind], post, by);
}

static long long notice_now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (long long)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void notice_put(struct rt_pipe *p, uint64_t to,
		       enum rt_notice_kind kind, uint64_t post, uint64_t by)
{
	rt_pipe(p, "EVAL %s 1 " KEY_NOTICES " %s %lld %d " NOTICES_SEEN,
		NOTICE_TELL_LUA, to, notice_entry(p->a, kind, post, by),
		notice_now_us(), NOTICES_CAP);
	rt_pipe_lenient(p);
}

void notice_add(struct rt_pipe *p, uint64_t to, enum rt_notice_kind kind,
		uint64_t post, uint64_t by)
{
	if (to && to != by)
		notice_put(p, to, kind, post, by);
}

void notice_add_once(struct rt_pipe *p, uint64_t to, enum rt_notice_kind kind,
		     uint64_t post, uint64_t by)
{
	if (!to || to == by)
		return;
	rt_pipe(p,
		"EVAL %s 1 " KEY_NOTICES " %s %lld %d " NOTICES_SEEN
		" %s %s %s",
		NOTICE_TELL_LUA, to, notice_entry(p->a, kind, post, by),
		notice_now_us(), NOTICES_CAP,
		notice_entry(p->a, RT_NOTICE_MENTION, post, by),
		notice_entry(p->a, RT_NOTICE_REPLY, post, by),
		notice_entry(p->a, RT_NOTICE_CONVERSATION, post, by));
	rt_pipe_lenient(p);
}

void notice_add_name(struct rt_pipe *p, uint64_t to)
{
	notice_put(p, to, RT_NOTICE_NAME, 0, to);
}

bool notice_is_on_case(enum rt_notice_kind kind)
{
	return kind == RT_NOTICE_NOTE || kind == RT_NOTICE_HANDLED;
}

void notice_add_on_case(struct rt_pipe *p, uint64_t to,
			enum rt_notice_kind kind, uint64_t id)
{
	notice_put(p, to, kind, 0, id);
	rt_pipe_optional(p);
}

/* Moves one to the top that may be there already. */
static void notice_renew(struct rt_pipe *p, uint64_t to,
			 enum rt_notice_kind kind, uint64_t post, uint64_t by)
{
	rt_pipe(p, "ZREM " KEY_NOTICES " %s", to,
		notice_entry(p->a, kind, post, by));
	rt_pipe_lenient(p);
	notice_put(p, to, kind, post, by);
}

void notice_renew_on_case(struct rt_pipe *p, uint64_t to,
			  enum rt_notice_kind kind, uint64_t id)
{
	notice_renew(p, to, kind, 0, id);
	rt_pipe_optional(p);
}

bool notice_is_of_board(enum rt_notice_kind kind)
{
	return kind >= RT_NOTICE_ENDED && kind <= RT_NOTICE_CANCELLED;
}

void notice_queue_told(struct rt_pipe *p, uint64_t *when, uint64_t to,
		       enum rt_notice_kind kind, uint64_t post)
{
	rt_pipe_u64(p, when, "ZSCORE " KEY_NOTICES " %s", to,
		    notice_entry(p->a, kind, post, 0));
	rt_pipe_lenient(p);
}

void notice_renew_of_board(struct rt_pipe *p, uint64_t to,
			   enum rt_notice_kind kind, uint64_t post)
{
	notice_renew(p, to, kind, post, 0);
}

/*
 * A notice replaces the previous one, since this is not to become a list of
 * all sign-ins.
 */
enum rt_err notice_add_own(struct rt *rt, struct arena *a, uint64_t to,
			   enum rt_notice_kind kind)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	notice_renew(&p, to, kind, 0, to);
	return rt_pipe_end(&p);
}

enum rt_err notice_add_each(struct rt *rt, struct arena *a, struct rt_ids to,
			    enum rt_notice_kind kind, uint64_t by)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < to.n; i++)
		notice_add(&p, to.v[i], kind, 0, by);
	return rt_pipe_end(&p);
}

void notice_drop(struct rt_pipe *p, uint64_t to, enum rt_notice_kind kind,
		 uint64_t post, uint64_t by)
{
	if (!to || to == by)
		return;
	rt_pipe(p, "ZREM " KEY_NOTICES " %s", to,
		notice_entry(p->a, kind, post, by));
	rt_pipe_lenient(p);
}

void notice_retract(struct rt_pipe *p, uint64_t to, enum rt_notice_kind kind,
		    uint64_t post, uint64_t by)
{
	if (!to || to == by)
		return;
	rt_pipe(p, "EVAL %s 1 " KEY_NOTICES " %s " NOTICES_SEEN,
		NOTICE_RETRACT_LUA, to, notice_entry(p->a, kind, post, by));
	rt_pipe_lenient(p);
}

/* An entry is "like 12 3": its kind, its post, and by whom. */
static void notice_drop_all(struct rt_pipe *p, uint64_t to,
			    const char *pattern)
{
	rt_pipe(p, "EVAL %s 1 " KEY_NOTICES " %s", NOTICE_DROP_LUA, to,
		pattern);
	rt_pipe_lenient(p);
}

void notice_drop_post(struct rt_pipe *p, uint64_t to, uint64_t post)
{
	notice_drop_all(
		p, to,
		arena_printf(p->a, "^%%a+ %llu ", (unsigned long long)post));
}

void notice_drop_kind(struct rt_pipe *p, uint64_t to, enum rt_notice_kind kind)
{
	notice_drop_all(p, to, arena_printf(p->a, "^%s ", kinds[kind]));
}

/* The pattern of all notices of that kind by one member. */
static const char *notice_by(struct arena *a, enum rt_notice_kind kind,
			     uint64_t by)
{
	return arena_printf(a, "^%s %%d+ %llu$", kinds[kind],
			    (unsigned long long)by);
}

bool notice_is_by_member(enum rt_notice_kind kind)
{
	return kind <= RT_NOTICE_FOLLOW;
}

void notice_drop_by(struct rt_pipe *p, uint64_t to, uint64_t by)
{
	_Static_assert(RT_NOTICE_FOLLOW == 5, "there is a pattern for each");
	rt_pipe(p, "EVAL %s 1 " KEY_NOTICES " %s %s %s %s %s %s",
		NOTICE_DROP_LUA, to, notice_by(p->a, RT_NOTICE_MENTION, by),
		notice_by(p->a, RT_NOTICE_REPLY, by),
		notice_by(p->a, RT_NOTICE_CONVERSATION, by),
		notice_by(p->a, RT_NOTICE_LIKE, by),
		notice_by(p->a, RT_NOTICE_REPOST, by),
		notice_by(p->a, RT_NOTICE_FOLLOW, by));
	rt_pipe_lenient(p);
}

const char *notice_word(enum rt_notice_kind kind)
{
	return kinds[kind];
}

/* ---- reading an entry -------------------------------------------------- */

/* Reads a number, and skips the character that must end it. */
static bool notice_number(const char **at, char end, uint64_t *number)
{
	return digits_read(at, number) && *(*at)++ == end;
}

bool notice_parse(const char *entry, struct notice *n)
{
	size_t len = strcspn(entry, " "), kind = 0;
	const char *at = entry + len + 1;

	while (kind < sizeof kinds / sizeof *kinds &&
	       (!kinds[kind] || strlen(kinds[kind]) != len ||
		strncmp(kinds[kind], entry, len) != 0))
		kind++;
	n->kind = (enum rt_notice_kind)kind;
	return entry[len] && kind < sizeof kinds / sizeof *kinds &&
	       notice_number(&at, ' ', &n->post) &&
	       notice_number(&at, '\0', &n->by);
}
