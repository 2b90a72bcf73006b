#include "admin/say.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "admin/progress.h"

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

int say_error(enum rt_err err)
{
	return say_failed("%s", rt_strerror(err));
}

int say_member_error(enum rt_err err, const char *name)
{
	if (err == RT_NOT_FOUND)
		return say_failed("there is no member @%s", name);
	return say_error(err);
}

const char *say_plain(struct arena *a, const char *text)
{
	char *line = arena_strdup(a, rt_text_clean(a, text));

	for (char *c = line; *c; c++)
		if (*c == '\n')
			*c = ' ';
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
