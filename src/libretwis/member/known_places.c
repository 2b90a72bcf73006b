#include "libretwis/member/known_places.h"

#include <time.h>

#include "base/digits.h"
#include "libretwis/member/known_places_note.lua.h"
#include "libretwis/site/site_hmac.h"
#include "schema/key.h"

/*
 * An address is forgotten sooner than a browser: where somebody was is not to
 * be stored for a year, not even as a digest.
 */
#define ADDRESS_DAYS 30
#define BROWSER_DAYS 365

#define DAY_SECONDS 86400

static uint64_t known_places_today(void)
{
	return (uint64_t)time(NULL) / DAY_SECONDS;
}

/*
 * The id is part of the digest, so that two members' entries for one place
 * can't be matched.
 */
static const char *known_places_digest(struct rt_pipe *p, uint64_t id,
				       const char *place)
{
	return rt_site_hmac(p->rt, p->a, "known",
			    arena_printf(p->a, "%s " ID, place, id));
}

void known_places_queue(struct rt_pipe *p, const char **entry, uint64_t id,
			const char *place)
{
	rt_pipe_str(p, entry, "HGET " KEY_KNOWN_PLACES " %s", id,
		    known_places_digest(p, id, place));
	rt_pipe_lenient(p);
}

bool known_places_is(const char *entry)
{
	uint64_t last, end;

	return entry && digits_read(&entry, &last) && *entry++ == ' ' &&
	       digits_read(&entry, &end) && !*entry &&
	       end > known_places_today();
}

void known_places_note(struct rt_pipe *p, uint64_t id, const char *address,
		       const char *browser)
{
	uint64_t today = known_places_today();

	rt_pipe(p,
		"EVAL %s 1 " KEY_KNOWN_PLACES " %d " ID " %d %s " ID " %s " ID,
		KNOWN_PLACES_NOTE_LUA, id, KNOWN_PLACES_CAP, today,
		KNOWN_PLACES_SECONDS, known_places_digest(p, id, address),
		today + ADDRESS_DAYS, known_places_digest(p, id, browser),
		today + BROWSER_DAYS);
}
