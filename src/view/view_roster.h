/* Lists of members who have answered or read a post, or have not. */
#ifndef VIEW_ROSTER_H
#define VIEW_ROSTER_H

#include "libretwis/retwis.h"
#include "http/req.h"
#include "view/tpl.h"

#define ROSTER_TEMPLATES "roster.tpl"

/*
 * What a list is called, and its word in the address of its page, such as
 * /@anna/17/names?list=none.
 */
const char *view_roster_label(const struct rt_post *post,
			      const struct rt_roster_query *query);
const char *view_roster_word(struct arena *a,
			     const struct rt_roster_query *query);

/* The other way round.  False for any other word. */
bool view_roster_read(const char *word, struct rt_roster_query *query);

/*
 * Calls `each` for all lists of this post that the visitor may see, in the
 * order in which pages show them.
 */
void view_roster_each(struct req *q, const struct rt_post *post, void *what,
		      void (*each)(struct req *q, void *what,
				   const struct rt_post *post,
				   const struct rt_roster_query *query));

/* Includes the names of a page of a list as ROSTER. */
void view_roster(struct tpl *t, const struct rt_roster *roster);

/*
 * On the post's own page: includes as ROSTERS who gave which answer, and links
 * to the other lists.  Nothing if there is none that the visitor may see.
 */
#define ROSTERS_TEMPLATES "rosters.tpl", ROSTER_TEMPLATES

void view_rosters(struct req *q, struct tpl *t, const struct rt_status *s);

#endif
