#include "libretwis/mention.h"

#include <strings.h>

#include "libretwis/parts.h"

void mentions_look(struct rt_pipe *p, struct mentions *m, const char *body)
{
	*m = (struct mentions){ 0 };
	m->n = parts_collect(p->a, body, RT_MENTION, m->written, MENTIONS_MAX);
	for (size_t i = 0; i < m->n; i++)
		user_look(p, &m->claim[i], m->written[i]);
}

void mentions_check(struct rt_pipe *p, struct mentions *m)
{
	for (size_t i = 0; i < m->n; i++)
		if (user_claimed(&m->claim[i]))
			rt_pipe_str(p, &m->stored[i],
				    "HGET " KEY_USER " username",
				    user_claimed(&m->claim[i]));
}

const char *mentions_names(struct arena *a, const struct mentions *m)
{
	const char *names = "";

	for (size_t i = 0; i < m->n; i++)
		if (m->stored[i] && !strcasecmp(m->stored[i], m->written[i]))
			names = arena_printf(a, "%s%s%s", names,
					     *names ? " " : "", m->stored[i]);
	return names;
}
