#include "libretwis/member/known_places.h"

#include <time.h>

#include "base/digits.h"
#include "libretwis/member/known_places_note.lua.h"
#include "libretwis/site/site_hmac.h"
#include "schema/key.h"

/*
 * We forget an address sooner than a browser: where somebody was is nothing to
 * keep for a year, not even as a digest.
 */
#define ADDRESS_DAYS 30
#define BROWSER_DAYS 365

#define DAY_SECONDS 86400

static uint64_t familiar_today(void)
{
	return (uint64_t)time(NULL) / DAY_SECONDS;
}

/* The same place is another one for another member. */
static const char *familiar_digest(struct rt_pipe *p, uint64_t id,
				   const char *place)
{
	return rt_keyed(p->rt, p->a, "known",
			arena_printf(p->a, "%s " ID, place, id));
}

void familiar_ask(struct rt_pipe *p, const char **entry, uint64_t id,
		  const char *place)
{
	rt_pipe_str(p, entry, "HGET " KEY_KNOWN " %s", id,
		    familiar_digest(p, id, place));
	rt_pipe_lenient(p);
}

bool familiar_is(const char *entry)
{
	uint64_t last, end;

	return entry && digits_read(&entry, &last) && *entry++ == ' ' &&
	       digits_read(&entry, &end) && !*entry && end > familiar_today();
}

void familiar_note(struct rt_pipe *p, uint64_t id, const char *address,
		   const char *browser)
{
	uint64_t today = familiar_today();

	rt_pipe(p, "EVAL %s 1 " KEY_KNOWN " %d " ID " %d %s " ID " %s " ID,
		KNOWN_PLACES_NOTE_LUA, id, FAMILIAR_MOST, today,
		(BROWSER_DAYS + 1) * DAY_SECONDS,
		familiar_digest(p, id, address), today + ADDRESS_DAYS,
		familiar_digest(p, id, browser), today + BROWSER_DAYS);
}
