#include "view/view_announced.h"

#include "base/day.h"
#include "view/view_time.h"

void view_announced(struct arena *a, struct tpl *t, const struct rt_post *post,
		    bool buttons)
{
	const time_t last = post->attached.announced - 1;
	struct tpl *announced;

	if (!rt_announcement_runs(&post->attached))
		return;
	announced = tpl_section(t, "ANNOUNCED");
	tpl_set(announced, "DAY", day_of(a, last));
	tpl_set(announced, "UNTIL", view_day_and_month(a, last));
	if (buttons && !post->attached.read)
		tpl_section(t, "READ");
}

void add_announced(struct fragment_key *key, const struct rt_post *post)
{
	const bool runs = rt_announcement_runs(&post->attached);
	const uint64_t numbers[] = {
		runs ? (uint64_t)post->attached.announced : 0,
		post->attached.read,
	};

	fragment_add(key, numbers, sizeof numbers);
}
