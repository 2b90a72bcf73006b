/* Members by the beginning of their names: a range of one sorted set. */
#include <string.h>

#include "libretwis/session.h"
#include "libretwis/user.h"
#include "libretwis/utf8.h"

#define SPACES  " \t\r\n"
#define ASK_MAX 100 /* bytes */

/* An entry of `members`, and what that member is called. */
struct hit {
	const char *entry, *name;
	uint64_t id;
};

/* ---- what is looked for ------------------------------------------------ */

/* One @ is how names are shown; a classic name may begin with the next. */
static char *trim(struct arena *a, const char *q)
{
	size_t len;

	q += strspn(q, SPACES);
	q += *q == '@';
	for (len = strlen(q); len && strchr(SPACES, q[len - 1]);)
		len--;
	return arena_strndup(a, q, len);
}

static bool is_blank(const char *q)
{
	size_t left = strlen(q), n;
	uint32_t code;

	for (; left; q += n, left -= n) {
		n = utf8_read(q, left, &code);
		if (!n || !utf8_is_blank(code))
			return false;
	}
	return true;
}

/* No controls: a tab would reach beyond the name, into the id. */
static bool is_part_of_name(const char *q)
{
	size_t left = strlen(q), n;
	uint32_t code;

	if (left > ASK_MAX)
		return false;
	for (; left; q += n, left -= n) {
		n = utf8_read(q, left, &code);
		if (!n || utf8_is_control(code))
			return false;
	}
	return true;
}

/* ---- looking ----------------------------------------------------------- */

/*
 * From al to before am: the last byte of a text in UTF-8 is never 0xff, and
 * so the next one is there.  One more than shown tells whether there are more.
 */
static void ask_entries(struct rt_pipe *p, const char *q, const char **entry)
{
	char *end = rt_name_fold(p->a, q);

	end[strlen(end) - 1]++;
	rt_pipe_strs(p, entry, RT_FOUND + 1,
		     "ZRANGEBYLEX " KEY_MEMBERS " [%s (%s LIMIT 0 %d",
		     rt_name_fold(p->a, q), end, RT_FOUND + 1);
}

static void ask_name(struct rt_pipe *p, struct hit *h, const char *entry)
{
	const char *tab = strrchr(entry, MEMBERS_TAB);

	*h = (struct hit){ .entry = entry, .id = rt_u64(tab) };
	rt_pipe_str(p, &h->name, "HGET " KEY_USER " username", h->id);
}

/*
 * An entry is a hint: the hash says what a member is called, and that there
 * still is one.  Who is gone leaves a gap in the page, which is not filled.
 */
static bool is_member(struct arena *a, const struct hit *h)
{
	return h->name && strcmp(user_entry(a, h->name, h->id), h->entry) == 0;
}

static enum rt_err read_names(struct rt *rt, struct arena *a,
			      struct session *s, const char **entry,
			      struct rt_search *r)
{
	struct hit hit[RT_FOUND];
	struct rt_pipe p;
	size_t n = 0;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	session_check(&p, s);
	for (; n < RT_FOUND && entry[n]; n++)
		ask_name(&p, &hit[n], entry[n]);
	if ((err = rt_pipe_end(&p)))
		return err;
	r->me = session_user(s);
	r->more = n == RT_FOUND && entry[n];
	r->found = arena_alloc(a, n * sizeof *r->found);
	for (size_t i = 0; i < n; i++)
		if (is_member(a, &hit[i]))
			r->found[r->n++] = hit[i].name;
	return RT_OK;
}

enum rt_err rt_search(struct rt *rt, struct arena *a, const char *secret,
		      const char *q, struct rt_search *search)
{
	const char *entry[RT_FOUND + 1] = { NULL };
	const char *begin = trim(a, q ? q : "");
	struct rt_search r = { .asked = !is_blank(begin) };
	struct session s;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	session_look(&p, &s, secret);
	if (r.asked && is_part_of_name(begin))
		ask_entries(&p, begin, entry);
	if ((err = rt_pipe_end(&p)) ||
	    (err = read_names(rt, a, &s, entry, &r)))
		return err;
	*search = r;
	return RT_OK;
}
