#include "admin/say.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admin/progress.h"
#include "base/utf8.h"

static void say_line(const char *format, va_list args, const char *end)
{
	progress_end();
	fputs("retwis-admin: ", stderr);
	vfprintf(stderr, format, args);
	fputs(end, stderr);
}

int say_failed(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say_line(format, args, "\n");
	va_end(args);
	return EXIT_FAILURE;
}

int say_usage(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say_line(format, args, "; see retwis-admin --help\n");
	va_end(args);
	return EXIT_USAGE;
}

/* Where a reply makes no sense, mostly a key is of a wrong type. */
static const char *say_advice(enum rt_err err)
{
	return err == RT_BROKEN ? "; run retwis-admin check to find the reason"
				: "";
}

int say_error(enum rt_err err)
{
	return say_failed("%s%s", rt_strerror(err), say_advice(err));
}

int say_unfinished(enum rt_err err)
{
	return say_failed("%s%s; run it again to finish", rt_strerror(err),
			  say_advice(err));
}

int say_member_error(enum rt_err err, const char *name)
{
	if (err == RT_NOT_FOUND)
		return say_failed("there is no member @%s", name);
	return say_error(err);
}

/* A terminal obeys some characters, and one that turns the text around lies. */
const char *say_plain(struct arena *a, const char *text)
{
	const char *clean = rt_text_clean(a, text);
	char *line = arena_alloc(a, 2 * strlen(clean) + 1), *to = line;

	for (size_t n; *clean; clean += n) {
		n = utf8_step(clean);
		if (*clean == '\n') {
			*to++ = ' ';
		} else if (utf8_is_turn(utf8_at(clean))) {
			to = stpcpy(to, "\xef\xbf\xbd");
		} else {
			memcpy(to, clean, n);
			to += n;
		}
	}
	return line;
}

/* In the biggest unit that fits twice: "119 s", but "2 min". */
const char *say_age(struct arena *a, time_t since)
{
	static const struct {
		long long seconds;
		const char *name;
	} unit[] = {
		{ 86400, "d" }, { 3600, "h" }, { 60, "min" }, { 1, "s" }
	};
	long long age = (long long)(time(NULL) - since);
	size_t i = 0;

	while (unit[i].seconds > 1 && age < 2 * unit[i].seconds)
		i++;
	age = age > 0 ? age : 0;
	return arena_printf(a, "%lld %s", age / unit[i].seconds, unit[i].name);
}

int say_backlog(struct admin *admin)
{
	struct rt_backlog b;
	enum rt_err err;

	if ((err = rt_backlog(admin->rt, admin->a, &b)))
		return say_error(err);
	printf("Jobs: waiting %" PRIu64 ", in hand %" PRIu64
	       ", failed %" PRIu64 ", posts not begun %" PRIu64,
	       b.waiting, b.in_hand, b.failed + b.unpublished, b.outbox);
	if (b.oldest)
		printf(", the oldest %s", say_age(admin->a, b.oldest));
	putchar('\n');
	return EXIT_SUCCESS;
}
