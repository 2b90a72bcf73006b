/* The tags of the day, beside a list of posts. */
#ifndef VIEW_TRENDING_H
#define VIEW_TRENDING_H

#include "view/tpl.h"

#define TRENDING_TEMPLATES "trending.tpl"

/* The include TRENDING for RT_TRENDING tags, or NULLs; nothing for none. */
void view_trending(struct tpl *t, const char **tag);

#endif
