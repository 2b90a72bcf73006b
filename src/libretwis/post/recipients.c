#include "libretwis/post/recipients.h"

#include <string.h>

#include "libretwis/member/notify.h"
#include "libretwis/member/notice.h"
#include "schema/key.h"

void recipients_notice(struct rt_pipe *p, const struct mentions *m,
		       uint64_t answered, uint64_t post, uint64_t by)
{
	notice_add(p, answered, RT_NOTICE_REPLY, post, by);
	for (size_t i = 0; i < m->n; i++)
		if (m->id[i] != answered)
			notice_add(p, m->id[i], RT_NOTICE_MENTION, post, by);
}

void recipients_queue(struct rt_pipe *p, struct recipients *t,
		      const char *reply_name, const char *mentions)
{
	size_t n = 0;

	*t = (struct recipients){ 0 };
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

void recipients_drop(struct rt_pipe *p, const struct recipients *t,
		     uint64_t post, uint64_t by)
{
	notice_drop(p, t->answered, RT_NOTICE_REPLY, post, by);
	for (size_t i = 0; i <= MENTIONS_MAX; i++) {
		uint64_t id = t->mentioned[i];

		if (id)
			rt_pipe(p, "LREM " KEY_MENTIONS " 0 " ID, id, post);
		notice_drop(p, id, RT_NOTICE_MENTION, post, by);
	}
}

void recipients_notify(struct rt_pipe *bus, const struct mentions *m,
		       uint64_t answered)
{
	notify_timeline(bus);
	notify_member(bus, answered);
	for (size_t i = 0; i < m->n; i++)
		if (m->id[i] != answered)
			notify_member(bus, m->id[i]);
}
