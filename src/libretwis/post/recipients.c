#include "libretwis/post/recipients.h"

#include <string.h>

#include "libretwis/member/notify.h"
#include "libretwis/member/notice.h"
#include "schema/key.h"

void told_notice(struct rt_pipe *p, const struct mentions *m,
		 uint64_t answered, uint64_t post, uint64_t by)
{
	notice_tell(p, answered, RT_NOTICE_REPLY, post, by);
	for (size_t i = 0; i < m->n; i++)
		if (m->id[i] != answered)
			notice_tell(p, m->id[i], RT_NOTICE_MENTION, post, by);
}

void told_look(struct rt_pipe *p, struct told *t, const char *reply_name,
	       const char *mentions)
{
	size_t n = 0;

	*t = (struct told){ 0 };
	if (reply_name)
		rt_pipe_u64(p, &t->answered, "HGET " KEY_USERS " %s",
			    reply_name);
	while (mentions && *mentions && n <= MENTIONS_MAX) {
		size_t len = strcspn(mentions, " ");

		rt_pipe_u64(p, &t->mentioned[n++], "HGET " KEY_USERS " %s",
			    arena_strndup(p->a, mentions, len));
		mentions += len + (mentions[len] == ' ');
	}
}

void told_drop(struct rt_pipe *p, const struct told *t, uint64_t post,
	       uint64_t by)
{
	notice_drop(p, t->answered, RT_NOTICE_REPLY, post, by);
	for (size_t i = 0; i <= MENTIONS_MAX; i++)
		notice_drop(p, t->mentioned[i], RT_NOTICE_MENTION, post, by);
}

void told_hint(struct rt_pipe *bus, const struct mentions *m,
	       uint64_t answered)
{
	hint_timeline(bus);
	hint_member(bus, answered);
	for (size_t i = 0; i < m->n; i++)
		if (m->id[i] != answered)
			hint_member(bus, m->id[i]);
}
