#include "libretwis/engine/delayed.h"

#include <stdlib.h>
#include <string.h>

#include "libretwis/base/clock.h"

/* ---- entries as texts -------------------------------------------------- */

static const char *entry_of(struct arena *a, uint64_t owner, const char *text)
{
	return arena_printf(a, ID " %s", owner, text);
}

static struct delayed read_entry(const char *entry, const char *score)
{
	const char *space = strchr(entry, ' ');

	return (struct delayed){
		.owner = rt_u64(entry),
		.text = space ? space + 1 : "",
		.due = rt_u64(*score == '-' ? score + 1 : score),
	};
}

/* ---- adding ------------------------------------------------------------ */

#define ADD                                                                   \
	"local due, entry, text = ARGV[1], ARGV[2], ARGV[3] "                 \
	"if redis.call('ZSCORE', KEYS[1], entry) then return 1 end "          \
	"if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[4]) then "          \
	"return 0 end "                                                       \
	"redis.call('ZADD', KEYS[1], 'NX', due, entry) "                      \
	"redis.call('ZADD', KEYS[2], due, text) return 1"

void delayed_add(struct rt_pipe *p, const char *queue, uint64_t owner,
		 const char *text, uint64_t due, uint64_t *added)
{
	rt_pipe_u64(p, added,
		    "EVAL %s 2 " KEY_DUE " " KEY_DUE_OF " " ID " %s %s %d",
		    ADD, queue, queue, owner, due, entry_of(p->a, owner, text),
		    text, DELAYED_LIST);
}

void delayed_note(struct rt_pipe *p, const char *queue, const char *text,
		  uint64_t due)
{
	rt_pipe_try(p, "ZADD " KEY_DUE " NX " ID " %s", queue, due,
		    entry_of(p->a, 0, text));
}

/* ---- a member's own ---------------------------------------------------- */

enum rt_err delayed_list(struct rt *rt, struct arena *a, const char *queue,
			 uint64_t owner, struct delayed_list *list)
{
	const char *field[2 * DELAYED_LIST];
	struct delayed_list l = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_strs(&p, field, 2 * DELAYED_LIST,
		     "ZRANGE " KEY_DUE_OF " 0 %d WITHSCORES", queue, owner,
		     DELAYED_LIST - 1);
	if ((err = rt_pipe_end(&p)))
		return err;
	l.v = arena_alloc(a, DELAYED_LIST * sizeof *l.v);
	for (; l.n < DELAYED_LIST && field[2 * l.n]; l.n++)
		l.v[l.n] = (struct delayed){
			.owner = owner,
			.text = field[2 * l.n],
			.due = rt_u64(field[2 * l.n + 1]),
		};
	*list = l;
	return RT_OK;
}

enum { CANCEL_NONE, CANCEL_LATE };

#define CANCEL                                                                \
	RT_SCRIPT_FREES                                                       \
	"local due = redis.call('ZSCORE', KEYS[1], ARGV[1]) "                 \
	"if not due then "                                                    \
	"return redis.call('ZREM', KEYS[2], ARGV[2]) * 2 end "                \
	"if tonumber(due) < 0 then return 1 end "                             \
	"redis.call('ZREM', KEYS[1], ARGV[1]) "                               \
	"redis.call('ZREM', KEYS[2], ARGV[2]) return 2"

enum rt_err delayed_cancel(struct rt *rt, struct arena *a, const char *queue,
			   uint64_t owner, const char *text)
{
	uint64_t told = CANCEL_NONE;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_u64(&p, &told, "EVAL %s 2 " KEY_DUE " " KEY_DUE_OF " %s %s",
		    CANCEL, queue, queue, owner, entry_of(a, owner, text),
		    text);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (told == CANCEL_NONE)
		return RT_NOT_FOUND;
	return told == CANCEL_LATE ? RT_TAKEN : RT_OK;
}

/* ---- taking ------------------------------------------------------------ */

/*
 * First what was taken before in vain, that of the earliest lease first.  A
 * lease that ends later than one from now was given by a clock that has been
 * put back, and is over, too.
 */
#define TAKE                                                                  \
	"local key, now, max = KEYS[1], ARGV[1], tonumber(ARGV[3]) "          \
	"for _, entry in ipairs(redis.call('ZRANGE', key, '-inf', "           \
	"'(-' .. ARGV[2] + ARGV[4], 'BYSCORE')) do "                          \
	"redis.call('ZADD', key, '-' .. now, entry) end "                     \
	"local got = redis.call('ZRANGE', key, '(0', '-' .. now, "            \
	"'BYSCORE', 'REV', 'LIMIT', 0, max, 'WITHSCORES') "                   \
	"local due = redis.call('ZRANGE', key, 0, now, "                      \
	"'BYSCORE', 'LIMIT', 0, max - #got / 2, 'WITHSCORES') "               \
	"for i = 1, #due do got[#got + 1] = due[i] end "                      \
	"for i = 1, #got, 2 do "                                              \
	"redis.call('ZADD', key, '-' .. ARGV[2], got[i]) end "                \
	"return got"

enum rt_err delayed_take(struct rt *rt, struct arena *a, const char *queue,
			 uint64_t now, uint64_t lease_ms, unsigned max,
			 struct delayed_list *list)
{
	const char *field[2 * DELAYED_LIST];
	struct delayed_list l = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	max = max < DELAYED_LIST ? max : DELAYED_LIST;
	rt_pipe_begin(&p, rt, a);
	rt_pipe_strs(&p, field, 2 * DELAYED_LIST,
		     "EVAL %s 1 " KEY_DUE " " ID " " ID " " ID " %d", TAKE,
		     queue, now, now + lease_ms, (uint64_t)max,
		     CLOCK_AHEAD_MS);
	if ((err = rt_pipe_end(&p)))
		return err;
	l.v = arena_alloc(a, DELAYED_LIST * sizeof *l.v);
	for (; l.n < DELAYED_LIST && field[2 * l.n]; l.n++)
		l.v[l.n] = read_entry(field[2 * l.n], field[2 * l.n + 1]);
	*list = l;
	return RT_OK;
}

/* In this order: what is cut off between the two is taken again. */
void delayed_done(struct rt_pipe *p, const char *queue,
		  const struct delayed *entry)
{
	if (entry->owner)
		rt_pipe(p, "ZREM " KEY_DUE_OF " %s", queue, entry->owner,
			entry->text);
	rt_pipe(p, "ZREM " KEY_DUE " %s", queue,
		entry_of(p->a, entry->owner, entry->text));
}

void delayed_give_up(struct rt_pipe *p, const char *queue,
		     const struct delayed *entry)
{
	rt_pipe(p, "ZREM " KEY_DUE " %s", queue,
		entry_of(p->a, entry->owner, entry->text));
}
