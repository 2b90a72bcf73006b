/*
 * The list of all members.
 *
 * These are all the commands of the page, in order, each with the file that
 * sends it.  At an empty line the page waits for the replies.  A mark at the
 * end says when the command is sent:
 *
 * listed	without a search
 * typed	a search, for each form of what was typed
 * only		a host asks for those who are suspended
 * host		a host asks, and somebody on the page was invited
 * daily	once a day
 *
 * and "+" means that there may be several such commands.
 *
 * GET /members:
 *
 *   GET layout                                site/layout.c
 *   HMGET user:ME username auth ...           member/session.c
 *   HGET sessions:ME DIGEST                   member/session.c
 *   ZREVRANK notices:ME seen                  member/bell.c
 *   ZREVRANGEBYSCORE announcements +inf ...   site/running.c
 *   ZRANGE quiet:ME 0 399 WITHSCORES          member/quiet.c
 *   # Are there names with each letter, and is everybody in the list?
 *   ZRANGEBYLEX directory [FIRST NEXT LIMIT 0 1  member/members.c  +
 *   ZCARD directory                           member/members.c
 *   ZCARD users_by_time                       member/members.c
 *   # Who is on the page?
 *   ZREVRANGE suspended 0 100                 member/members.c    only
 *   ZRANGEBYLEX members [TYPED (END LIMIT 0 101  member/name_search.c  typed +
 *   ZRANGEBYLEX directory [FIRST NEXT LIMIT 0 101  member/members.c  listed
 *
 *   HMGET user:SHOWN username last ...        member/member_rows.c  +
 *   ZMSCORE following:ME SHOWN                member/user.c
 *   ZADD {seen}:due NX MS ...                 patterns/delayed.c  daily
 *
 *   # Only what this process does not remember.
 *   ZSCORE users_by_time NAME                 member/member_rows.c  +
 *   HMGET user:INVITER username ...           member/display_name.c  host
 *
 *   # How many cases are open?  Remembered for ten seconds.
 *   ZCARD cases                               post/case_count.c   host
 *   ZSCORE cases ME                           post/case_count.c   host
 *
 * A process reads `announcements` every ten seconds.
 *
 * tests/pages/commands.test.mjs compares this list with what MONITOR shows.
 */
#include "libretwis/members.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "libretwis/member/hosts.h"
#include "libretwis/member/last_visit.h"
#include "libretwis/member/member_rows.h"
#include "libretwis/member/name_search.h"
#include "redis/ids.h"
#include "schema/key.h"

/*
 * Half of the entries take the places of members who are not shown.  The last
 * one only shows that there are more.
 */
#define WIDTH (2 * RT_MEMBERS + 1)

struct members_load {
	const struct rt_members_query *query;
	struct session visitor;
	const char *name; /* how a name begins; NULL: no search */
	const char *after;
	uint64_t start; /* of those with a standing: how many to skip */
	bool is_narrowed;

	/* Entries; each ends with NULL. */
	const char *listed[2][WIDTH + 1];
	const char *found[NAME_FORMS][WIDTH + 1];
	const char *letter[RT_LETTERS + 1];
	struct rt_ids standing;
	uint64_t all, registered;

	struct member_rows rows;
	size_t usable; /* rows without the last one */
	bool for_hosts;
};

/* ---- ranges of the list ------------------------------------------------ */

/* Queues a read of the entries from `from` to before `to`, after `after`. */
static void members_queue_range(struct rt_pipe *p, const char **out, int most,
				const char *after, const char *from,
				const char *to)
{
	bool goes_on = after && strcmp(after, from) > 0;

	if (goes_on && *to && strcmp(after, to) >= 0)
		return;
	rt_pipe_strs(p, out, (size_t)most,
		     "ZRANGEBYLEX " KEY_DIRECTORY " %s %s LIMIT 0 %d",
		     arena_printf(p->a, "%c%s", goes_on ? '(' : '[',
				  goes_on ? after : from),
		     *to ? arena_printf(p->a, "(%s", to) : "+", most);
}

/* The letter after z is {, as the bytes go; before a there are digits and _. */
static void members_queue_letter(struct rt_pipe *p, const char **out, int most,
				 const char *after, int letter)
{
	char from[] = { (char)('a' + letter), '\0' };
	char to[] = { (char)('b' + letter), '\0' };

	if (letter == RT_LETTERS)
		members_queue_range(p, out, most, after, "", "");
	else if (letter < RT_OTHER_LETTERS)
		members_queue_range(p, out, most, after, from, to);
	else
		members_queue_range(p, out, most, after, "", "a");
}

static void members_queue_after_z(struct rt_pipe *p, const char **out,
				  int most, const char *after)
{
	members_queue_range(p, out, most, after, "{", "");
}

static void members_queue_letters(struct rt_pipe *p, struct members_load *l)
{
	for (int i = 0; i < RT_LETTERS; i++)
		members_queue_letter(p, &l->letter[i], 1, NULL, i);
	members_queue_after_z(p, &l->letter[RT_LETTERS], 1, NULL);
}

/* ---- the entries of a page --------------------------------------------- */

/* ID.NAME, as members_next() writes it. */
static void members_read_after(struct arena *a, struct members_load *l)
{
	const char *text = l->query->after;

	l->start = 0;
	if (!text || !digits_read(&text, &l->start))
		return;
	if (*text++ == '.')
		l->after = arena_printf(a, MEMBER_ENTRY, text, l->start);
}

static void members_queue_standing(struct rt_pipe *p, struct members_load *l)
{
	const char *key =
		l->query->standing == RT_WAITING ? KEY_WAITING : KEY_SUSPENDED;

	if (l->query->standing == RT_HOST)
		hosts_queue(p, &l->standing);
	else if (l->query->standing == RT_MODERATOR)
		moderators_queue(p, &l->standing);
	else if (l->query->standing != RT_STANDINGS)
		rt_pipe_ids(p, &l->standing, WIDTH, "ZREVRANGE %s " ID " " ID,
			    key, l->start, l->start + WIDTH - 1);
}

static void members_queue_entries(struct rt_pipe *p, struct members_load *l)
{
	int letter = l->query->letter;

	members_queue_letters(p, l);
	rt_pipe_u64(p, &l->all, "ZCARD " KEY_DIRECTORY);
	rt_pipe_u64(p, &l->registered, "ZCARD " KEY_BY_TIME);
	members_queue_standing(p, l);
	if (l->name) {
		struct name_forms forms = name_forms(p->a, l->name);

		for (size_t i = 0; i < forms.n; i++)
			name_range_queue(p, KEY_MEMBERS, forms.v[i], WIDTH,
					 l->found[i]);
		return;
	}
	members_queue_letter(p, l->listed[0], WIDTH, l->after, letter);
	if (letter == RT_OTHER_LETTERS)
		members_queue_after_z(p, l->listed[1], WIDTH, l->after);
}

/* There are few hosts and moderators, and these sets have them in no order. */
static void members_add_standing(struct members_load *l)
{
	enum rt_standing standing = l->query->standing;
	size_t first = 0;

	if (standing == RT_HOST || standing == RT_MODERATOR) {
		qsort(l->standing.v, l->standing.n, sizeof *l->standing.v,
		      ids_smaller_first);
		first = (size_t)l->start;
	}
	for (size_t i = first; i < l->standing.n; i++)
		member_rows_add(&l->rows, l->standing.v[i], NULL);
}

static void members_add_rows(struct members_load *l)
{
	if (l->is_narrowed)
		members_add_standing(l);
	else if (l->name)
		for (size_t i = 0; i < NAME_FORMS; i++)
			member_rows_add_entries(&l->rows, l->found[i]);
	else
		for (size_t i = 0; i < 2; i++)
			member_rows_add_entries(&l->rows, l->listed[i]);
	l->usable = l->rows.n < WIDTH ? l->rows.n : WIDTH - 1;
}

/* ---- who is shown ------------------------------------------------------ */

/* An entry is only a hint: the hash decides. */
static bool members_has_entry(struct arena *a, const struct members_load *l,
			      size_t i)
{
	const union user_fields *is = &l->rows.fields[i];
	const struct rt_names names = { .name = is->username,
					.display = is->display };

	if (!l->name)
		return member_row_is_listed(a, &l->rows, i);
	return name_index_has(a, &names, l->rows.id[i], l->rows.entry[i]);
}

static bool members_shows(struct arena *a, const struct members_load *l,
			  size_t i)
{
	const union user_fields *is = &l->rows.fields[i];
	enum rt_standing standing = rt_standing_read(is->standing);

	if (!is->username)
		return false;
	if (l->is_narrowed)
		return standing == l->query->standing;
	return standing != RT_WAITING &&
	       (l->for_hosts || rt_belongs(standing)) &&
	       members_has_entry(a, l, i);
}

/* Queues the second step for those who are shown, and counts them. */
static size_t members_queue_shown(struct rt_pipe *p, struct members_load *l,
				  size_t from, size_t to)
{
	size_t n = 0;

	for (size_t i = from; i < to; i++)
		if (members_shows(p->a, l, i)) {
			member_row_queue_more(p, &l->rows, i, l->for_hosts);
			n++;
		}
	return n;
}

/* ---- reading ----------------------------------------------------------- */

static enum rt_err members_begin(struct rt *rt, struct arena *a,
				 struct members_load *l, const char *secret)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	session_queue(&p, &l->visitor, secret);
	session_check(&p, &l->visitor);
	if (secret)
		members_queue_entries(&p, l);
	if ((err = rt_pipe_end(&p)))
		return err;
	l->is_narrowed = l->query->standing != RT_STANDINGS &&
			 session_user(&l->visitor).standing == RT_HOST;
	members_add_rows(l);
	return RT_OK;
}

static enum rt_err members_read_rows(struct rt *rt, struct arena *a,
				     struct members_load *l)
{
	size_t first = l->usable < RT_MEMBERS ? l->usable : RT_MEMBERS;
	uint64_t me = l->visitor.id;
	bool is_short;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, &l->visitor);
	member_rows_queue(&p, &l->rows, me, 0, first);
	last_visit_note(&p, &l->visitor);
	if ((err = rt_pipe_end(&p)))
		return err;
	l->for_hosts = session_user(&l->visitor).standing == RT_HOST;
	rt_pipe_begin_lenient(&p, rt, a);
	is_short = members_queue_shown(&p, l, 0, first) < RT_MEMBERS;
	if (is_short)
		member_rows_queue(&p, &l->rows, me, first, l->usable);
	if ((err = rt_pipe_end(&p)) || !is_short)
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	members_queue_shown(&p, l, first, l->usable);
	return rt_pipe_end(&p);
}

/* ---- the result -------------------------------------------------------- */

/* Where the next page begins, after the row before `end`. */
static const char *members_next(struct arena *a, const struct members_load *l,
				size_t end)
{
	const char *entry;

	if (end == l->rows.n)
		return NULL;
	if (l->is_narrowed)
		return arena_printf(a, ID, l->start + end);
	entry = l->rows.entry[end - 1];
	return arena_printf(a, ID ".%.*s", l->rows.id[end - 1],
			    (int)(strrchr(entry, MEMBERS_TAB) - entry), entry);
}

static void members_parse_letters(const struct members_load *l,
				  struct rt_members *r)
{
	for (int i = 0; i < RT_LETTERS; i++)
		r->letters[i] = l->letter[i];
	r->letters[RT_OTHER_LETTERS] |= l->letter[RT_LETTERS] != NULL;
	r->is_partial = l->all < l->registered;
}

static void members_parse(const struct rt *rt, struct arena *a,
			  struct members_load *l, struct rt_members *r)
{
	struct rt_people_list *list = &r->list;
	size_t i = 0;

	list->v = arena_alloc(a, RT_MEMBERS * sizeof *list->v);
	for (; i < l->usable && list->n < RT_MEMBERS; i++) {
		if (!members_shows(a, l, i))
			continue;
		list->v[list->n++] =
			member_row_person(rt, &l->rows, i, l->for_hosts);
		member_row_remember(&l->rows, i);
	}
	member_names_remember(&l->rows.names);
	members_parse_letters(l, r);
	r->for_hosts = l->for_hosts;
	r->next = members_next(a, l, i);
	r->more = l->name && r->next;
	if (l->name && !l->is_narrowed)
		r->next = NULL;
}

enum rt_err rt_members(struct rt *rt, struct arena *a, const char *secret,
		       const struct rt_members_query *query,
		       struct rt_members *members)
{
	struct members_load *l = arena_alloc(a, sizeof *l);
	struct rt_members r = { .for_hosts = false };
	enum rt_err err;

	*l = (struct members_load){ .query = query };
	l->rows = member_rows_new(a, WIDTH);
	l->rows.names.visitor = &l->visitor;
	r.asked = query->q && !utf8_all(query->q, utf8_is_blank);
	if (r.asked)
		l->name = name_search_name(a, query->q);
	members_read_after(a, l);
	if ((err = members_begin(rt, a, l, secret)) ||
	    (err = members_read_rows(rt, a, l)))
		return err;
	r.me = session_user(&l->visitor);
	if (r.me.id)
		members_parse(rt, a, l, &r);
	*members = r;
	return RT_OK;
}
