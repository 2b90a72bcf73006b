/*
 * Lists of members below a question or an announcement.  Part of retwis.h.
 *
 * Members see who gave which answer.  Only the author and the hosts see who
 * has not answered yet, and nobody sees names of a secret ballot.  The author,
 * the hosts and the moderators see who has read an announcement and who has
 * not.
 */
#ifndef ROSTERS_H
#define ROSTERS_H

#include "libretwis/writing.h"

#define RT_ROSTER 50 /* names on a page */
#define RT_ROSTER_LOOKS                                                       \
	500 /* members whom a page looks for in vain, at most */

enum rt_roster_kind {
	RT_ROSTER_ANSWER,     /* who gave an answer, the earliest first */
	RT_ROSTER_UNANSWERED, /* who has not answered yet, by name */
	RT_ROSTER_READ,       /* who has read it, the earliest first */
	RT_ROSTER_UNREAD,     /* who has not read it yet, by name */
	RT_ROSTER_TABLE       /* no list, but the table of all answers */
};

struct rt_roster_query {
	enum rt_roster_kind kind;
	unsigned answer; /* for RT_ROSTER_ANSWER: its index */
	uint64_t from;   /* `next` of the page before, or 0 */
};

struct rt_roster_member {
	const char *name;    /* NULL: see below */
	const char *display; /* NULL: none */
	unsigned guests;     /* who come along */
	unsigned answers;    /* in the table: bit 1 << N for the answer N */
};

/*
 * A page of such a list.  Who is suspended is counted among those who have
 * answered or read it, but has no name except for hosts and moderators; nor
 * has anybody who is just leaving.  Neither is among those who have not.
 */
struct rt_roster {
	struct rt_roster_query query;
	struct rt_roster_member *v;
	size_t n;
	uint64_t total; /* of RT_ROSTER_ANSWER and RT_ROSTER_READ: in all */
	uint64_t next;  /* where the next page begins; 0: this is the last */
};

/* Whether this member may see such a list of the post.  No round trip. */
bool rt_may_see_roster(const struct rt_user *me, const struct rt_post *post,
		       const struct rt_roster_query *query);

/*
 * Whether the announcement ended so long ago that only the number of those who
 * have read it is kept: RT_ROSTER_READ then has a total and no names, and
 * RT_ROSTER_UNREAD nothing.
 */
bool rt_readers_are_dropped(const struct rt_post *post);

/*
 * A page of one list, with the post.  The id of the post is 0 if it does not
 * exist, or if the visitor may not see the list.  A list by name is short where
 * RT_ROSTER_LOOKS members in a row are not in it, or somebody is suspended, but
 * `next` leads on.  Three round trips.
 */
struct rt_roster_page {
	struct rt_user me;
	struct rt_post post;
	struct rt_roster roster;
};

enum rt_err rt_roster_page(struct rt *rt, struct arena *a, const char *secret,
			   uint64_t id, const struct rt_roster_query *query,
			   struct rt_roster_page *page);

/*
 * All members who have answered, in small portions, each once with all of
 * their answers: those who bring no guests, then those with one, and so on, the
 * earliest first.  It may begin as
 *
 *	struct rt_answers_walk w = { .from = 0 };
 *
 * and goes on until `is_done`.  Somebody whose answer changes meanwhile may be
 * missing, or be there twice.  Only for those who may see RT_ROSTER_TABLE, and
 * not for a secret ballot: RT_DENIED.  Two round trips, whatever `from` is.
 */
struct rt_answers_walk {
	uint64_t from;
	bool is_done;
};

struct rt_answer_rows {
	struct rt_roster_member *v;
	size_t n;
};

enum rt_err rt_answers_next(struct rt *rt, struct arena *a,
			    const struct rt_user *me,
			    const struct rt_post *post,
			    struct rt_answers_walk *walk,
			    struct rt_answer_rows *some);

#endif
