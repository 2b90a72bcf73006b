#include "view/retry.h"

#include "http/answer.h"
#include "view/frame.h"
#include "view/view_form.h"

#define MINUTE 60
#define HOUR   3600

const char *view_wait(struct arena *a, uint64_t seconds)
{
	uint64_t unit = seconds >= 2 * HOUR     ? HOUR
			: seconds >= 2 * MINUTE ? MINUTE
						: 1;
	const char *name = unit == HOUR     ? "hour"
			   : unit == MINUTE ? "minute"
					    : "second";
	uint64_t n = (seconds + unit - 1) / unit;

	return arena_printf(a, "%llu %s%s", (unsigned long long)n, name,
			    n == 1 ? "" : "s");
}

const char *page_wait(struct req *q)
{
	return arena_printf(q->a, "Try again in %s.",
			    view_wait(q->a, rt_wait(q->rt)));
}

void page_retry(struct req *q, int status)
{
	if (status == 429)
		page_header(q, "Retry-After: %llu",
			    (unsigned long long)rt_wait(q->rt));
	if (status == 503)
		page_header(q, "Retry-After: 2");
}

void page_limited_or(struct req *q, struct tpl *form, const char *advice)
{
	bool is_long = rt_wait(q->rt) >= 2 * HOUR;

	view_bad(form, false, "BAD_FORM",
		 arena_printf(q->a,
			      "Too many attempts in a short time. %s%s%s",
			      page_wait(q), is_long && *advice ? " " : "",
			      is_long ? advice : ""));
	page_retry(q, 429);
	page_end(q, 429);
}

void page_limited(struct req *q, struct tpl *form)
{
	page_limited_or(q, form, "");
}
