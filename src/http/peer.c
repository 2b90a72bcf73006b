#include "http/peer.h"

#include <string.h>

#include "http/agent.h"
#include "http/scheme.h"

/*
 * All lines of one header, as one list.  A proxy may add a line of its own to
 * the client's, instead of a word; of the two, req_param() takes the first,
 * which is the client's, and the client may write anything there.
 */
static const char *header_lines(const struct req *q, const char *name)
{
	const char *all = NULL;
	size_t len = strlen(name);

	for (char **at = q->env; *at; at++)
		if (strncmp(*at, name, len) == 0 && (*at)[len] == '=') {
			const char *value = *at + len + 1;

			all = all ? arena_printf(q->a, "%s,%s", all, value)
				  : value;
		}
	return all;
}

const char *req_client(const struct req *q)
{
	return rt_client(q->a, q->conf->proxies, req_param(q, "REMOTE_ADDR"),
			 header_lines(q, "HTTP_X_FORWARDED_FOR"));
}

bool req_is_https(const struct req *q)
{
	const struct scheme scheme = {
		.https = req_param(q, "HTTPS"),
		.remote = req_param(q, "REMOTE_ADDR"),
		.forwarded = header_lines(q, "HTTP_X_FORWARDED_PROTO"),
	};

	return scheme_is_https(&scheme, q->conf->proxies);
}

const char *req_device(const struct req *q)
{
	return agent_name(q->a, req_param(q, "HTTP_USER_AGENT"));
}
