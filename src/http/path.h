/* The addresses of members and posts: taken apart, and written. */
#ifndef PATH_H
#define PATH_H

#include "http/req.h"

/*
 * Cuts /@NAME or /@NAME/ID into decoded parts.  `id` is whatever stands behind
 * the name, and NULL where nothing does.  False for any other path.
 */
bool req_member_path(const struct req *q, const char **name, const char **id);

/* All of the path after `prefix`, decoded; NULL for any other path. */
const char *req_segment(const struct req *q, const char *prefix);

/* /@NAME and /@NAME/ID, encoded. */
const char *view_profile_path(struct arena *a, const char *name);
const char *view_post_path(struct arena *a, const struct rt_post *post);

#endif
