#include "libretwis/post/recipients.h"

#include <string.h>
#include <strings.h>

#include "libretwis/member/notice.h"
#include "libretwis/member/notify.h"
#include "libretwis/post/before.h"
#include "libretwis/text/markup.h"
#include "schema/key.h"

void mentions_queue(struct rt_pipe *p, struct mentions *m, const char *body)
{
	*m = (struct mentions){ 0 };
	m->n = parts_collect(p->a, body, RT_MENTION, m->written, NAMES_MAX);
	for (size_t i = 0; i < m->n; i++)
		user_queue(p, &m->claim[i], m->written[i]);
}

void mentions_check(struct rt_pipe *p, struct mentions *m)
{
	m->fields = arena_alloc(p->a, m->n * sizeof *m->fields);
	for (size_t i = 0; i < m->n; i++) {
		uint64_t id = user_claimed(&m->claim[i]);

		if (!id)
			continue;
		user_fields_queue(p, &m->fields[i], id,
				  USER_USERNAME | USER_STANDING);
		rt_pipe_lenient(p);
	}
}

/* A claim is not enough: the member with that id must have that name. */
static bool mentions_is_member(const struct mentions *m, size_t i)
{
	const char *name = m->fields[i].username;

	return name && strcasecmp(name, m->written[i]) == 0 &&
	       rt_standing_read(m->fields[i].standing) != RT_WAITING;
}

void mentions_parse(struct mentions *m, uint64_t author)
{
	size_t n = 0, others = 0;

	for (size_t i = 0; i < m->n && others < MENTIONS_MAX; i++) {
		uint64_t id = user_claimed(&m->claim[i]);

		if (!mentions_is_member(m, i))
			continue;
		others += id != author;
		m->id[n] = id;
		m->stored[n++] = m->fields[i].username;
	}
	m->n = n;
}

void mentions_push(struct rt_pipe *p, const struct mentions *m, uint64_t post,
		   enum push_depth depth)
{
	for (size_t i = 0; i < m->n; i++)
		push_mention(p, m->id[i], post, depth);
}

const char *mentions_names(struct arena *a, const struct mentions *m)
{
	const char *names = "";

	for (size_t i = 0; i < m->n; i++)
		names = arena_printf(a, "%s%s%s", names, i ? " " : "",
				     m->stored[i]);
	return names;
}

/* ---- who gets a notice ---------------------------------------------- */

void recipients_add_notices(struct rt_pipe *p, const struct mentions *m,
			    uint64_t answered, uint64_t post, uint64_t by)
{
	notice_add(p, answered, RT_NOTICE_REPLY, post, by);
	for (size_t i = 0; i < m->n; i++)
		if (m->id[i] != answered)
			notice_add(p, m->id[i], RT_NOTICE_MENTION, post, by);
}

/* A post and each text that it had before mention that many. */
#define RECIPIENTS_MAX ((MENTIONS_MAX + 1) * (BEFORE_MAX + 1))

static size_t recipients_count(const char *mentions)
{
	size_t n = mentions && *mentions;

	for (; n && *mentions && n < RECIPIENTS_MAX; mentions++)
		n += *mentions == ' ';
	return n;
}

void recipients_queue(struct rt_pipe *p, struct recipients *r,
		      const char *reply_name, const char *mentions)
{
	size_t max = recipients_count(mentions);

	*r = (struct recipients){
		.mentioned = arena_alloc(p->a, max * sizeof *r->mentioned),
	};
	if (reply_name)
		rt_pipe_u64(p, &r->answered, "HGET " KEY_USERS " %s",
			    reply_name);
	while (r->n < max) {
		size_t len = strcspn(mentions, " ");

		rt_pipe_u64(p, &r->mentioned[r->n++], "HGET " KEY_USERS " %s",
			    arena_strndup(p->a, mentions, len));
		mentions += len + (mentions[len] == ' ');
	}
}

void recipients_drop(struct rt_pipe *p, const struct recipients *r,
		     uint64_t post, uint64_t by)
{
	notice_drop(p, r->answered, RT_NOTICE_REPLY, post, by);
	for (size_t i = 0; i < r->n; i++) {
		uint64_t id = r->mentioned[i];

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
