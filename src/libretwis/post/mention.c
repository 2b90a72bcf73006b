#include "libretwis/post/mention.h"

#include <strings.h>

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
	for (size_t i = 0; i < m->n; i++) {
		uint64_t id = user_claimed(&m->claim[i]);

		if (!id)
			continue;
		rt_pipe_str(p, &m->stored[i], "HGET " KEY_USER " username",
			    id);
		rt_pipe_lenient(p);
	}
}

/* It takes more than a claim: the member with that id must have the name. */
static bool mention_is_member(const struct mentions *m, size_t i)
{
	return m->stored[i] && strcasecmp(m->stored[i], m->written[i]) == 0;
}

void mentions_parse(struct mentions *m, uint64_t author)
{
	size_t n = 0, others = 0;

	for (size_t i = 0; i < m->n && others < MENTIONS_MAX; i++) {
		uint64_t id = user_claimed(&m->claim[i]);

		if (!mention_is_member(m, i))
			continue;
		others += id != author;
		m->id[n] = id;
		m->stored[n++] = m->stored[i];
	}
	m->n = n;
}

void mentions_push(struct rt_pipe *p, const struct mentions *m, uint64_t post,
		   enum push_look look)
{
	for (size_t i = 0; i < m->n; i++)
		push_mention(p, m->id[i], post, look);
}

const char *mentions_names(struct arena *a, const struct mentions *m)
{
	const char *names = "";

	for (size_t i = 0; i < m->n; i++)
		names = arena_printf(a, "%s%s%s", names, i ? " " : "",
				     m->stored[i]);
	return names;
}
