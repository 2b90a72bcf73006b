/*
 * Reads a calendar with libical, and prints what it has understood: a line for
 * each property of each event, as NAME<tab>VALUE, where a line break within a
 * value is \n, and an empty line after each event.  Fails if libical finds any
 * error in it.
 */
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>

#define INPUT_MAX ((size_t)16 * 1024 * 1024)

static void print_value(const char *value)
{
	for (; *value; value++)
		if (*value == '\n')
			fputs("\\n", stdout);
		else if (*value == '\\')
			fputs("\\\\", stdout);
		else
			putchar(*value);
	putchar('\n');
}

/* A text without its escapes; anything else as it is written. */
static const char *value_of(icalproperty *property)
{
	icalvalue *value = icalproperty_get_value(property);

	if (icalvalue_isa(value) == ICAL_TEXT_VALUE)
		return icalvalue_get_text(value);
	return icalvalue_as_ical_string(value);
}

static void print_event(icalcomponent *event)
{
	icalproperty *p =
		icalcomponent_get_first_property(event, ICAL_ANY_PROPERTY);

	for (; p;
	     p = icalcomponent_get_next_property(event, ICAL_ANY_PROPERTY)) {
		printf("%s\t", icalproperty_get_property_name(p));
		print_value(value_of(p));
	}
	putchar('\n');
}

int main(void)
{
	char *text = calloc(1, INPUT_MAX + 1);
	icalcomponent *calendar, *event;

	if (!text)
		return 1;
	text[fread(text, 1, INPUT_MAX, stdin)] = '\0';
	calendar = icalparser_parse_string(text);
	if (!calendar ||
	    icalcomponent_isa(calendar) != ICAL_VCALENDAR_COMPONENT ||
	    icalcomponent_count_errors(calendar) ||
	    !icalrestriction_check(calendar))
		return 1;
	event = icalcomponent_get_first_component(calendar,
						  ICAL_VEVENT_COMPONENT);
	for (; event; event = icalcomponent_get_next_component(
			      calendar, ICAL_VEVENT_COMPONENT))
		print_event(event);
	icalcomponent_free(calendar);
	free(text);
	return 0;
}
