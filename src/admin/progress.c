#include "admin/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define BAR_WIDTH    40
#define BAR_EVERY_MS 100

static bool bar_is_drawn;

static int64_t bar_clock_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool is_bar_due(bool last)
{
	static int64_t drawn;
	int64_t now = bar_clock_ms();

	if (bar_is_drawn && !last && now - drawn < BAR_EVERY_MS)
		return false;
	drawn = now;
	return true;
}

void progress_show(uint64_t done, uint64_t total)
{
	static const char full[] = "########################################";
	int cells, percent;

	if (done > total)
		done = total;
	if (!total || !isatty(STDERR_FILENO) || !is_bar_due(done == total))
		return;
	cells = (int)((double)done / (double)total * BAR_WIDTH);
	percent = (int)((double)done / (double)total * 100);
	fprintf(stderr, "\r[%-*.*s] %3d %%", BAR_WIDTH, cells, full, percent);
	bar_is_drawn = true;
}

void progress_end(void)
{
	if (bar_is_drawn)
		fputc('\n', stderr);
	bar_is_drawn = false;
}
