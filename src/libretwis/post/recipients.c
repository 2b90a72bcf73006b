#include "libretwis/post/recipients.h"

#include <string.h>
#include <strings.h>

#include "libretwis/member/notice.h"
#include "libretwis/member/notify.h"
#include "libretwis/member/quiet.h"
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

void mentions_queue_quiet(struct rt_pipe *p, struct mentions *m,
			  uint64_t author)
{
	for (size_t i = 0; i < m->n; i++)
		quiet_queue_one(p, &m->quiet[i], user_claimed(&m->claim[i]),
				author);
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
		m->quiet[n] = m->quiet[i];
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

void told_queue(struct rt_pipe *p, struct told *to, uint64_t answered,
		struct joined joins, uint64_t by)
{
	*to = (struct told){ .answered = answered };
	quiet_queue_one(p, &to->answered_quiet, answered, by);
	if (!joins.root)
		return;
	if (answered && answered != by)
		conversation_queue_left(p, answered, joins.root,
					&to->answered_left);
	if (!joins.starter || joins.starter == answered || joins.starter == by)
		return;
	to->starter = joins.starter;
	quiet_queue_one(p, &to->starter_quiet, to->starter, by);
	conversation_queue_left(p, to->starter, joins.root, &to->starter_left);
	rt_pipe_u64(p, &to->began, "HGET " KEY_POST " user_id", joins.root);
	rt_pipe_lenient(p);
}

void told_parse(struct told *to)
{
	if (to->answered_left || quiet_hides(to->answered_quiet))
		to->answered = 0;
	if (to->starter_left || quiet_hides(to->starter_quiet) ||
	    to->began != to->starter)
		to->starter = 0;
}

bool told_is_refused(const struct told *to)
{
	return quiet_refuses(to->answered_quiet);
}

static bool mentions_have(const struct mentions *m, uint64_t id)
{
	for (size_t i = 0; i < m->n; i++)
		if (m->id[i] == id)
			return true;
	return false;
}

void recipients_add_notices(struct rt_pipe *p, const struct mentions *m,
			    const struct told *to, uint64_t post, uint64_t by)
{
	notice_add(p, to->answered, RT_NOTICE_REPLY, post, by);
	for (size_t i = 0; i < m->n; i++)
		if (m->id[i] != to->answered && !quiet_hides(m->quiet[i]))
			notice_add(p, m->id[i], RT_NOTICE_MENTION, post, by);
	if (!mentions_have(m, to->starter))
		notice_add(p, to->starter, RT_NOTICE_CONVERSATION, post, by);
}

/* A post and each text that it had before mention that many. */
#define MENTIONED_MAX ((MENTIONS_MAX + 1) * (BEFORE_MAX + 1))

static size_t mentioned_count(const char *names)
{
	size_t n = names && *names;

	for (; n && *names && n < MENTIONED_MAX; names++)
		n += *names == ' ';
	return n;
}

void mentioned_queue(struct rt_pipe *p, struct mentioned *m, const char *names)
{
	size_t max = mentioned_count(names);

	*m = (struct mentioned){ .id = arena_alloc(p->a,
						   max * sizeof *m->id) };
	while (m->n < max) {
		size_t len = strcspn(names, " ");

		rt_pipe_u64(p, &m->id[m->n++], "HGET " KEY_USERS " %s",
			    arena_strndup(p->a, names, len));
		names += len + (names[len] == ' ');
	}
}

void recipients_queue(struct rt_pipe *p, struct recipients *r,
		      const union post_fields *post)
{
	const char *names = post->mentions ? post->mentions : "";

	if (post->before_mentions)
		names = arena_printf(p->a, "%s%s%s", names, *names ? " " : "",
				     post->before_mentions);
	*r = (struct recipients){ .starter = conversation_of(post).starter };
	if (post->reply_name)
		rt_pipe_u64(p, &r->answered, "HGET " KEY_USERS " %s",
			    post->reply_name);
	mentioned_queue(p, &r->mentioned, names);
}

void recipients_drop(struct rt_pipe *p, const struct recipients *r,
		     uint64_t post, uint64_t by)
{
	notice_drop(p, r->answered, RT_NOTICE_REPLY, post, by);
	notice_drop(p, r->starter, RT_NOTICE_CONVERSATION, post, by);
	for (size_t i = 0; i < r->mentioned.n; i++) {
		uint64_t id = r->mentioned.id[i];

		if (id)
			rt_pipe(p, "LREM " KEY_MENTIONS " 0 " ID, id, post);
		notice_drop(p, id, RT_NOTICE_MENTION, post, by);
	}
}

void recipients_notify(struct rt_pipe *bus, const struct mentions *m,
		       const struct told *to)
{
	notify_timeline(bus);
	notify_member(bus, to->answered);
	for (size_t i = 0; i < m->n; i++)
		if (m->id[i] != to->answered)
			notify_member(bus, m->id[i]);
	if (!mentions_have(m, to->starter))
		notify_member(bus, to->starter);
}
