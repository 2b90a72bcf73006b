/* What hosts are told. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "admin/admin.h"
#include "libretwis/base/clock.h"

#define BAR_WIDTH    40
#define BAR_EVERY_MS 100

static bool bar_is_drawn;

static void say_line(const char *format, va_list args, const char *end)
{
	say_progress_end();
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

/* In the biggest unit of which there are two. */
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
	       b.waiting, b.in_hand, b.failed, b.outbox);
	if (b.oldest)
		printf(", the oldest %s", say_age(admin->a, b.oldest));
	putchar('\n');
	return EXIT_SUCCESS;
}

/* ---- progress ---------------------------------------------------------- */

static bool is_time(bool last)
{
	static int64_t drawn;
	int64_t now = clock_ms();

	if (bar_is_drawn && !last && now - drawn < BAR_EVERY_MS)
		return false;
	drawn = now;
	return true;
}

void say_progress(uint64_t done, uint64_t total)
{
	static const char full[] = "########################################";
	int cells, percent;

	if (done > total)
		done = total;
	if (!total || !isatty(STDERR_FILENO) || !is_time(done == total))
		return;
	cells = (int)((double)done / (double)total * BAR_WIDTH);
	percent = (int)((double)done / (double)total * 100);
	fprintf(stderr, "\r[%-*.*s] %3d %%", BAR_WIDTH, cells, full, percent);
	bar_is_drawn = true;
}

void say_progress_end(void)
{
	if (bar_is_drawn)
		fputc('\n', stderr);
	bar_is_drawn = false;
}
