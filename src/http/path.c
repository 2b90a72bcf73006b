#include "http/path.h"

#include <string.h>

#include "base/prefix.h"
#include "http/url.h"

bool req_member_path(const struct req *q, const char **name, const char **id)
{
	const char *start = text_after(q->path, "/@");
	const char *slash;
	size_t len;

	if (!start)
		return false;
	slash = strchr(start, '/');
	len = slash ? (size_t)(slash - start) : strlen(start);
	if (len == 0)
		return false;
	*name = url_decode(q->a, start, len, false);
	*id = NULL;
	if (slash)
		*id = url_decode(q->a, slash + 1, strlen(slash + 1), false);
	return *name && (*id || !slash);
}

const char *req_segment(const struct req *q, const char *prefix)
{
	const char *segment = text_after(q->path, prefix);

	if (!segment || !*segment || strchr(segment, '/'))
		return NULL;
	return url_decode(q->a, segment, strlen(segment), false);
}

const char *view_profile_path(struct arena *a, const char *name)
{
	return arena_printf(a, "/@%s", url_encode(a, name));
}

const char *view_post_path(struct arena *a, const struct rt_post *post)
{
	return arena_printf(a, "%s/%llu", view_profile_path(a, post->name),
			    (unsigned long long)post->id);
}
