/* Posts that a member brought along from another Retwis. */
#ifndef VIEW_ARCHIVE_H
#define VIEW_ARCHIVE_H

#include "http/req.h"
#include "view/tpl.h"

#define ARCHIVE_TEMPLATES "archive.tpl", "archived.tpl"

/* One of them, at this place of a template. */
void view_archived(struct req *q, struct tpl *t, const char *place,
		   const struct rt_post *post);

/* A page of them as ARCHIVE, where there are some. */
void view_archive(struct req *q, struct tpl *t,
		  const struct rt_archive *archive);

#endif
