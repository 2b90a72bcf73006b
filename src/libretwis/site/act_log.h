/*
 * The log of acts; private to libretwis.
 *
 * An act changes one hash, that of a post, a member or a case, or `site`, by a
 * script.  No line of the log may be missing, and none may say what was not
 * done.  So
 *
 *  - first act_begin() notes the line in the delayed queue "acts";
 *  - then the script does it, and stores the act's token in the field `acted`
 *    of that hash, before the tokens of the two acts before it;
 *  - at last act_end() adds the line and drops the note, or act_forget() drops
 *    only the note.
 *
 * If the request dies in between, a worker finds the note, and `acted` says
 * whether the line is true (host/acts.c).  It may add a line twice, since the
 * same line is one entry.
 */
#ifndef ACT_LOG_H
#define ACT_LOG_H

#include "libretwis/acts.h"
#include "redis/pipe.h"

#define ACT_LOG_QUEUE "acts"

struct act {
	enum rt_act what;
	uint64_t by, whom;
	uint64_t post; /* or the case, for an act on one */
	const char *system, *reason;
	const char *by_word; /* an id, or ~ and a user of the server */
	const char *token;   /* the microsecond at which it began, in digits */
	const char *line;    /* as it is in the log */
};

/*
 * Gives an act its time and its line.  No two acts of a process have the same
 * time, unless the clock is set back; those of two processes may.
 */
struct act act_new(struct arena *a, enum rt_act what, uint64_t whom,
		   uint64_t post, const struct rt_acting *who);

/*
 * Each queues a command or two.  act_finish() is act_end() or act_forget();
 * act_add_line() is for what was not begun, and so has no note.
 */
void act_begin(struct rt_pipe *p, const struct act *act);
void act_end(struct rt_pipe *p, const struct act *act);
void act_forget(struct rt_pipe *p, const struct act *act);
void act_finish(struct rt_pipe *p, const struct act *act, bool is_done);
void act_add_line(struct rt_pipe *p, const struct act *act);

/*
 * act_forget() in a round trip of its own.  Returns `why` it was not done, or
 * an error.
 */
enum rt_err act_forget_now(struct rt *rt, struct arena *a,
			   const struct act *act, enum rt_err why);

/*
 * For an act that takes long, each in a round trip of its own.  act_end_now()
 * takes its result, and returns that, or an error of its own: after RT_DENIED
 * and RT_NOT_FOUND it was not done, and after any other error a worker may
 * finish it, so that the note stays.
 */
enum rt_err act_begin_now(struct rt *rt, struct arena *a,
			  const struct act *act);
enum rt_err act_end_now(struct rt *rt, struct arena *a, const struct act *act,
			enum rt_err result);

/* Parses a line of the log.  False for anything that isn't one. */
bool act_parse(struct arena *a, const char *line, struct act *act);

/*
 * What the act changes: its field `acted` shows whether the act was done.  And
 * whether the act deletes it, so that no field is left to show that.
 */
enum act_object { ACT_ON_MEMBER, ACT_ON_POST, ACT_ON_SITE, ACT_ON_CASE };

enum act_object act_object(enum rt_act what);
bool act_deletes(enum rt_act what);

/* ---- what it leaves in the hash ---------------------------------------- */

/* A field "TOKEN BY TEXT": what an act has done, and who did it. */
struct act_mark {
	const char *token;  /* NULL: the field is empty */
	const char *system; /* as in struct rt_acting */
	const char *text;   /* "": none */
	uint64_t by;
	time_t time;
};

struct act_mark act_mark_parse(struct arena *a, const char *field);
const char *act_mark_text(struct arena *a, const struct act *act,
			  const char *text);

/* The microsecond of a token, which more text may follow; and the second. */
uint64_t act_us(const char *token);
time_t act_time(const char *token);

#endif
