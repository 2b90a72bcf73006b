/* Lines of a calendar that other programs read (iCalendar, RFC 5545). */
#ifndef ICS_H
#define ICS_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/arena.h"

/* A text that grows.  It begins with its arena, and nothing else set. */
struct ics {
	struct arena *a;
	char *text;
	size_t len, room;
};

/*
 * Adds a line such as "BEGIN:VEVENT", without control characters.  If it is
 * longer than 75 bytes it is folded, but never inside a character.
 */
void ics_line(struct ics *c, const char *line);

/* The same for a property with a text, such as "SUMMARY", of any bytes. */
void ics_text(struct ics *c, const char *name, const char *text);

void ics_number(struct ics *c, const char *name, uint64_t n);

/* "DTSTAMP:20270328T010000Z" */
void ics_time(struct ics *c, const char *name, time_t time);

/* "DTSTART;VALUE=DATE:20270328", the day in the host's time zone. */
void ics_day(struct ics *c, const char *name, time_t time);

#endif
