#include "web/view_member.h"

#include <string.h>

#include "web/view_face.h"
#include "web/view_list.h"
#include "web/view_time.h"

static void show_own_links(struct req *q, struct tpl *own)
{
	if (q->conf->last_seen)
		tpl_section(own, "LAST_VISIT");
}

static void show_relation(struct req *q, struct tpl *t,
			  const struct rt_member *m)
{
	if (q->me.id == m->id) {
		show_own_links(q, tpl_section(t, "ITS_ME"));
	} else if (q->me.id) {
		struct tpl *other = tpl_section(t, "OTHER");

		tpl_set_int(other, "ID", (long long)m->id);
		tpl_section(other, m->followed ? "CAN_STOP" : "CAN_FOLLOW");
	}
	if (m->follows_me)
		tpl_section(t, "FOLLOWS_ME");
}

/* "3 followers you know: @a, @b, @c"; nothing where no name is left. */
static void show_known_followers(struct tpl *t, const struct rt_member *m)
{
	struct tpl *known =
		view_names(t, "KNOWN", m->known_name, RT_KNOWN, m->known);

	if (!known)
		return;
	tpl_set_int(known, "KNOWN", (long long)m->known);
	if (m->known > 1)
		tpl_section(known, "SEVERAL");
}

static void show_member_head(struct req *q, struct tpl *t,
			     const struct rt_member *m)
{
	tpl_set(t, "NAME", m->name);
	view_face(q->a, t, m->id, m->name);
	if (m->bio)
		tpl_set(tpl_section(t, "BIO"), "BIO", m->bio);
	if (m->since)
		tpl_set(tpl_section(t, "SINCE"), "SINCE",
			view_date(q->a, m->since));
	if (m->last_seen)
		tpl_set(tpl_section(t, "LAST_SEEN"), "DAY",
			view_day(q->a, m->last_seen));
	show_relation(q, t, m);
	show_known_followers(t, m);
}

static void show_member_tabs(struct tpl *t, const struct rt_member *m,
			     const char *at)
{
	tpl_set(t, "NAME", m->name);
	tpl_set_int(t, "FOLLOWERS", (long long)m->followers);
	if (m->followers != 1)
		tpl_section(t, "SEVERAL");
	tpl_set_int(t, "FOLLOWING", (long long)m->following);
	tpl_section(t, at);
}

void view_member(struct req *q, struct tpl *t, const struct rt_member *member,
		 const char *at)
{
	show_member_head(q, tpl_include(t, "MEMBER", "member.tpl"), member);
	show_member_tabs(tpl_include(t, "TABS", "tabs.tpl"), member, at);
}
