#include "patterns/limit.h"

#include <stdlib.h>
#include <string.h>

#include "patterns/limit_count.lua.h"
#include "patterns/limit_take_back.lua.h"
#include "schema/key.h"

#define DIGITS "0123456789"

/* Reads a number from 1 to `max`, and moves `*text` past it. */
static bool limit_number(const char **text, unsigned max, unsigned *out)
{
	size_t digits = strspn(*text, DIGITS);

	if (digits == 0 || digits > 9)
		return false;
	*out = (unsigned)strtoul(*text, NULL, 10);
	*text += digits;
	return *out >= 1 && *out <= max;
}

bool limit_read(const char *text, unsigned longest, unsigned *times,
		unsigned *seconds)
{
	unsigned most = 0, window = 0;

	if (strcmp(text, "off") != 0 && strcmp(text, "0") != 0 &&
	    (!limit_number(&text, LIMIT_TIMES_MAX, &most) || *text++ != '/' ||
	     !limit_number(&text, longest, &window) || *text))
		return false;
	*times = most;
	*seconds = window;
	return true;
}

void limit_queue(struct rt_pipe *p, struct limit *l, const char *what,
		 unsigned max, unsigned seconds)
{
	*l = (struct limit){ 0 };
	rt_pipe_u64(p, &l->wait, "EVAL %s 1 " KEY_LIMIT " " ID " " ID,
		    LIMIT_COUNT_LUA, what, (uint64_t)max, (uint64_t)seconds);
}

void limit_queue_many(struct rt_pipe *p, struct limit *l, const char *what,
		      unsigned max, unsigned seconds, uint64_t times)
{
	*l = (struct limit){ 0 };
	rt_pipe_u64(p, &l->wait, "EVAL %s 1 " KEY_LIMIT " " ID " " ID " " ID,
		    LIMIT_COUNT_LUA, what, (uint64_t)max, (uint64_t)seconds,
		    times);
}

void limit_take_back(struct rt_pipe *p, const char *what)
{
	rt_pipe(p, "EVAL %s 1 " KEY_LIMIT, LIMIT_TAKE_BACK_LUA, what);
}

bool limit_allows(const struct limit *l)
{
	return l->wait == 0;
}
