/* What stands below and beside lists: the way to older ones, and names. */
#ifndef VIEW_LIST_H
#define VIEW_LIST_H

#include "http/req.h"
#include "view/tpl.h"

/*
 * The links to newer and older.  Newer goes back by `step`; 0 stands for a
 * page beyond the end, from which it leads to the newest.
 */
void view_pager(struct tpl *t, struct rt_place here, struct rt_place older,
		int64_t step);

/*
 * A section with one WHO for each NAME that is not NULL, and with MORE if
 * there are more in `total`.  NULL, and no section, without any name.
 */
struct tpl *view_names(struct tpl *t, const char *section,
		       const struct rt_display_name *called, size_t n,
		       uint64_t total);

#endif
