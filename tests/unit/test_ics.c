/* Lines of calendars: what is escaped, and where they are folded. */
#include "unit.h"
#include "view/ics.h"

#define BERLIN_TIME "CET-1CEST,M3.5.0,M10.5.0/3"

static const char *written(const struct ics *c)
{
	return arena_strndup(&mem, c->text, c->len);
}

static const char *line(const char *text)
{
	struct ics c = { .a = &mem };

	ics_line(&c, text);
	return written(&c);
}

static const char *property(const char *text)
{
	struct ics c = { .a = &mem };

	ics_text(&c, "N", text);
	return written(&c);
}

/* ---- escaping ----------------------------------------------------------- */

TEST(what_is_escaped)
{
	static const char *const table[][2] = {
		{ "", "N:\r\n" },
		{ "plain: \"text\"", "N:plain: \"text\"\r\n" },
		{ "Hall 3, left; first \\ floor",
		  "N:Hall 3\\, left\\; first \\\\ floor\r\n" },
		{ "one\ntwo\r\nthree\rfour",
		  "N:one\\ntwo\\nthree\\nfour\r\n" },
		{ "\\n is not a break", "N:\\\\n is not a break\r\n" },
		{ "a\tb", "N:a b\r\n" },
		{ "a\x01"
		  "b\xff",
		  "N:a\uFFFDb\uFFFD\r\n" },
		{ "مرحبا، يا", "N:مرحبا، يا\r\n" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal(table[i][1], property(table[i][0]));
}

/* ---- folding ------------------------------------------------------------ */

static const char *many(const char *text, size_t n)
{
	const char *all = "";

	while (n--)
		all = arena_printf(&mem, "%s%s", all, text);
	return all;
}

TEST(seventy_five_bytes_are_one_line)
{
	assert_string_equal(arena_printf(&mem, "%s\r\n", many("x", 75)),
			    line(many("x", 75)));
	assert_string_equal(arena_printf(&mem, "%s\r\n x\r\n", many("x", 75)),
			    line(many("x", 76)));
	/* The space counts. */
	assert_string_equal(arena_printf(&mem, "%s\r\n %s\r\n %s\r\n",
					 many("x", 75), many("x", 74), "x"),
			    line(many("x", 150)));
}

TEST(no_character_is_folded)
{
	/* 73 bytes, and one of four. */
	assert_string_equal(
		arena_printf(&mem, "%s\r\n \U0001F600\r\n", many("x", 73)),
		line(arena_printf(&mem, "%s\U0001F600", many("x", 73))));
	assert_string_equal(
		arena_printf(&mem, "%s\U0001F600\r\n", many("x", 71)),
		line(arena_printf(&mem, "%s\U0001F600", many("x", 71))));
	/* Nor what a backslash escapes. */
	assert_string_equal(
		arena_printf(&mem, "%s\r\n \\n\r\n", many("x", 74)),
		line(arena_printf(&mem, "%s\\n", many("x", 74))));
}

/* As a calendar program does it. */
static const char *unfold(const char *text)
{
	char *all = arena_strdup(&mem, text), *to = all;

	for (; *text; text++) {
		if (strncmp(text, "\r\n ", 3) == 0)
			text += 2;
		else
			*to++ = *text;
	}
	*to = '\0';
	return all;
}

static const char *unescape(const char *text)
{
	char *all = arena_strdup(&mem, text), *to = all;

	for (; *text; text++) {
		bool is_escaped = *text == '\\';

		text += is_escaped;
		*to++ = is_escaped && *text == 'n' ? '\n' : *text;
	}
	*to = '\0';
	return all;
}

static void assert_lines_are_short(const char *text)
{
	const char *one;

	for (size_t len; *text; text += len + 2) {
		len = strcspn(text, "\r\n");
		assert_in_range(len, 0, 75);
		assert_memory_equal("\r\n", text + len, 2);
		one = arena_strndup(&mem, text, len);
		assert_string_equal(one, rt_text_clean(&mem, one));
	}
}

/* Whatever a text is made of, programs read it as it was. */
TEST(texts_by_chance)
{
	static const char *const pieces[] = {
		"x",
		"word ",
		"\\",
		";",
		",",
		"\n",
		"\\n",
		"é",
		"ß",
		"م",
		"日",
		"\U0001F600",
		"\U0001F468\u200D\U0001F469",
		":",
		"\"",
		" ",
		"N:",
		"BEGIN:",
		"e\u0301",
		"END:VEVENT",
	};

	srand(27);
	for (int n = 0; n < 2000; n++) {
		const char *text = "", *ics;

		for (int i = rand() % 120; i > 0; i--)
			text = arena_printf(
				&mem, "%s%s", text,
				pieces[(size_t)rand() % COUNT(pieces)]);
		ics = property(text);
		assert_lines_are_short(ics);
		assert_string_equal(arena_printf(&mem, "N:%s\r\n", text),
				    unescape(unfold(ics)));
		arena_reset(&mem);
	}
}

/* ---- times -------------------------------------------------------------- */

static int in_berlin(void **state)
{
	(void)state;
	setenv("TZ", BERLIN_TIME, 1);
	tzset();
	return 0;
}

TEST(times_are_utc_and_days_are_ours)
{
	struct ics c = { .a = &mem };

	ics_time(&c, "DTSTART", 1806192000);
	ics_day(&c, "DTSTART", 1806188400); /* midnight, with an hour less */
	ics_day(&c, "DTEND", 1806188400 + 23 * 3600);
	ics_time(&c, "DTSTAMP", 0);
	ics_number(&c, "SEQUENCE", 12);
	assert_string_equal("DTSTART:20270328T000000Z\r\n"
			    "DTSTART;VALUE=DATE:20270328\r\n"
			    "DTEND;VALUE=DATE:20270329\r\n"
			    "DTSTAMP:19700101T000000Z\r\n"
			    "SEQUENCE:12\r\n",
			    written(&c));
}

/* A text that is larger than all that was there. */
TEST(a_long_text)
{
	struct ics c = { .a = &mem };
	const char *text = many("0123456789", 2000);

	ics_line(&c, "BEGIN:VCALENDAR");
	ics_text(&c, "N", text);
	ics_line(&c, "END:VCALENDAR");
	assert_string_equal(
		arena_printf(&mem,
			     "BEGIN:VCALENDAR\r\nN:%s\r\nEND:VCALENDAR\r\n",
			     text),
		unfold(written(&c)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(what_is_escaped),
		PLAIN(seventy_five_bytes_are_one_line),
		PLAIN(no_character_is_folded),
		PLAIN(texts_by_chance),
		PLAIN(times_are_utc_and_days_are_ours),
		PLAIN(a_long_text),
	};

	return RUN_GROUP(tests, in_berlin, NULL);
}
