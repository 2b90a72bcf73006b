/* What members have reported, as hosts and moderators see it. */
#ifndef VIEW_CASE_H
#define VIEW_CASE_H

#include "libretwis/retwis.h"
#include "http/req.h"
#include "view/tpl.h"

/* Sets what a list says of an open case. */
void view_case_line(struct req *q, struct tpl *t, const struct rt_case *c);

/* Sets everything that is known of a case, without what can be done about it. */
void view_case(struct req *q, struct tpl *t, const struct rt_case *c);

/* The page /reports with what is in this case, "/reports?case=5". */
const char *view_case_path(struct arena *a, uint64_t id);

#endif
