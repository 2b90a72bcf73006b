#include "libretwis/post/post_search.h"

#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "libretwis/post/answers.h"
#include "libretwis/post/word_index.h"
#include "libretwis/site/context.h"
#include "libretwis/text/search_fold.h"
#include "redis/ids.h"
#include "schema/key.h"

#define WINDOW 1000 /* the newest posts of a word */

/*
 * How many posts are loaded: a few more than a page has, since some may be
 * gone.  Where the index does not know all words, most may be others.
 */
#define LOADED        15
#define LOADED_COMMON 50

#define FROM "from:"

/* ---- what is asked for ---------------------------------------------- */

static const char *search_author(struct arena *a, const char *word)
{
	const char *name = rt_name_after_at(word + strlen(FROM));

	return *name ? search_fold(a, name).plain : NULL;
}

/* The text without its first "from:NAME", which goes to `author`. */
static const char *search_take_author(struct arena *a, const char *q,
				      const char **author)
{
	char *rest = arena_strdup(a, q);
	const char *blanks = " \t\r\n";

	for (char *at = rest; *(at += strspn(at, blanks));) {
		size_t len = strcspn(at, blanks);

		if (strncasecmp(at, FROM, strlen(FROM)) == 0 &&
		    (*author = search_author(a, arena_strndup(a, at, len)))) {
			memset(at, ' ', len);
			break;
		}
		at += len;
	}
	return rest;
}

static void search_add_word(struct rt *rt, struct arena *a,
			    struct post_search *s, const struct word *w)
{
	struct sought *x = &s->v[s->n++];

	*x = (struct sought){ .shown = w->spelling[0] };
	for (size_t i = 0; i < WORD_SPELLINGS && w->spelling[i]; i++)
		x->digest[x->keys++] =
			word_index_digest(rt, a, w->spelling[i]);
}

static void search_add_author(struct rt *rt, struct arena *a,
			      struct post_search *s)
{
	s->v[s->n++] = (struct sought){
		.digest = { word_index_author(rt, a, s->author) },
		.shown = s->author,
		.is_author = true,
		.keys = 1,
	};
}

static bool search_any(uint32_t code)
{
	return code;
}

void post_search_read(struct rt *rt, struct arena *a, const char *q,
		      uint64_t after, struct post_search *s,
		      struct rt_search *r)
{
	*s = (struct post_search){ .after = after };
	if (!r->asked || rt->context->conf->names_only ||
	    !utf8_all(q, search_any))
		return;
	r->is_long = utf8_count(q) > RT_SEARCH_LETTERS;
	if (r->is_long)
		return;
	words_find(a, search_take_author(a, q, &s->author), RT_SEARCH_WORDS,
		   &s->words);
	if (s->author)
		search_add_author(rt, a, s);
	for (size_t i = 0; i < s->words.n; i++)
		search_add_word(rt, a, s, &s->words.v[i]);
	r->cut = s->words.more;
	r->by_author = s->author;
	r->for_posts = s->n;
}

/* ---- the newest posts of each word ---------------------------------- */

static void sought_queue_stopped(struct rt_pipe *p, struct sought *x)
{
	for (size_t k = 0; k < x->keys && !x->is_author; k++)
		rt_pipe_str(p, &x->stopped[k], "ZSCORE " KEY_STOP_WORDS " %s",
			    x->digest[k]);
}

static void sought_queue_newest(struct rt_pipe *p, struct sought *x,
				const char *top)
{
	for (size_t k = 0; k < x->keys; k++)
		rt_pipe_ids(p, &x->newest[k], WINDOW + 1,
			    "ZREVRANGEBYSCORE " KEY_WORD " %s -inf LIMIT 0 %d",
			    x->digest[k], top, WINDOW + 1);
}

void post_search_queue(struct rt_pipe *p, struct post_search *s)
{
	const char *top =
		s->after ? arena_printf(p->a, "(" ID, s->after) : "+inf";

	for (size_t i = 0; i < s->n; i++)
		sought_queue_stopped(p, &s->v[i]);
	for (size_t i = 0; i < s->n; i++)
		sought_queue_newest(p, &s->v[i], top);
}

/*
 * A post that is older than the last of a whole thousand may be in the set.
 * One more is read only to see whether there are more.
 */
static void sought_merge(struct arena *a, struct sought *x)
{
	struct id_list all = { 0 };

	for (size_t k = 0; k < x->keys; k++) {
		struct rt_ids ids = x->newest[k];

		x->is_common = x->is_common || x->stopped[k];
		for (size_t i = 0; i < ids.n && i < WINDOW; i++)
			ids_add(a, &all, ids.v[i]);
		if (ids.n > WINDOW && ids.v[WINDOW - 1] > x->floor)
			x->floor = ids.v[WINDOW - 1];
	}
	ids_sort(&all);
	x->all = all.ids;
}

/* The word of which most is known, and of these the one with fewest posts. */
static bool sought_is_better(const struct sought *x, const struct sought *base)
{
	if (x->is_common)
		return false;
	if (!base || x->floor != base->floor)
		return !base || x->floor < base->floor;
	return x->all.n < base->all.n;
}

/* Where the ids below `floor` begin. */
static size_t ids_below(struct rt_ids ids, uint64_t floor)
{
	size_t n = ids.n;

	while (n && ids.v[n - 1] < floor)
		n--;
	return n;
}

static bool sought_may_be(const struct sought *x, uint64_t id)
{
	size_t at;

	if (id < x->floor)
		return true;
	at = ids_place(x->all, id);
	return at < x->all.n && x->all.v[at] == id;
}

static bool search_may_be(const struct post_search *s, uint64_t id)
{
	for (size_t i = 0; i < s->n; i++)
		if (!s->v[i].is_common && !sought_may_be(&s->v[i], id))
			return false;
	return true;
}

static void search_find_ids(struct arena *a, struct post_search *s)
{
	struct rt_ids all = s->base->all;
	size_t n = ids_below(all, s->base->floor);

	s->ids.v = arena_alloc(a, n * sizeof *s->ids.v);
	for (size_t i = 0; i < n; i++)
		if (search_may_be(s, all.v[i]))
			s->ids.v[s->ids.n++] = all.v[i];
}

static void search_choose(struct arena *a, struct post_search *s,
			  struct rt_search *r)
{
	for (size_t i = 0; i < s->n; i++) {
		sought_merge(a, &s->v[i]);
		if (s->v[i].is_common)
			r->common[r->commons++] = s->v[i].shown;
		if (sought_is_better(&s->v[i], s->base))
			s->base = &s->v[i];
	}
	r->only_common = s->n && !s->base;
}

/* ---- which posts have all of them ----------------------------------- */

static void sought_queue_scores(struct rt_pipe *p, struct sought *x,
				struct rt_ids ids)
{
	x->from = ids_below(ids, x->floor);
	ids.v += x->from;
	ids.n -= x->from;
	for (size_t k = 0; k < x->keys; k++) {
		x->score[k] = arena_alloc(p->a, ids.n * sizeof *x->score[k]);
		rt_pipe_each(p, x->score[k], ids, "ZMSCORE " KEY_WORD,
			     x->digest[k]);
	}
}

void post_search_queue_scores(struct rt_pipe *p, struct post_search *s,
			      struct rt_search *r)
{
	search_choose(p->a, s, r);
	if (!s->base)
		return;
	search_find_ids(p->a, s);
	for (size_t i = 0; i < s->n; i++)
		if (&s->v[i] != s->base && !s->v[i].is_common)
			sought_queue_scores(p, &s->v[i], s->ids);
}

bool post_search_is_worth(const struct post_search *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->v[i].all.n)
			return true;
	return false;
}

static bool sought_is(const struct sought *x, size_t i)
{
	for (size_t k = 0; k < x->keys; k++)
		if (x->score[k] && x->score[k][i - x->from])
			return true;
	return false;
}

static bool search_is(const struct post_search *s, size_t i)
{
	for (const struct sought *x = s->v; x < s->v + s->n; x++)
		if (x != s->base && !x->is_common && i >= x->from &&
		    !sought_is(x, i))
			return false;
	return true;
}

/* ---- the posts ------------------------------------------------------ */

static bool search_has_common(const struct post_search *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->v[i].is_common)
			return true;
	return false;
}

void post_search_queue_posts(struct rt_pipe *p, struct post_search *s,
			     uint64_t visitor, struct member_names *names)
{
	size_t most = search_has_common(s) ? LOADED_COMMON : LOADED;
	struct rt_ids ids = s->ids;
	size_t n = 0;

	for (size_t i = 0; i < s->ids.n; i++)
		if (search_is(s, i))
			s->ids.v[n++] = s->ids.v[i];
	s->ids.n = n;
	ids.n = n < most ? n : most;
	s->is_loaded = ids.n;
	if (s->is_loaded)
		posts_queue(p, &s->load, visitor, names, ids);
}

/* The index is a hint, and the post decides. */
static bool search_fits(struct arena *a, const struct post_search *s,
			const union post_fields *post)
{
	if (!post->body || post->repost_of ||
	    !words_are_in(a, &s->words, post->body))
		return false;
	return !s->author || !post->username ||
	       strcmp(search_fold(a, post->username).plain, s->author) == 0;
}

/* How many of the posts that were loaded are others, from `from` on. */
static bool search_has_more(const struct post_search *s, size_t from)
{
	for (size_t i = from; i < s->load.ids.n; i++)
		if (s->load.fields[i].user_id && s->load.fields[i].body)
			return true;
	return false;
}

/* The last post that was looked at, if there may be others after it. */
static uint64_t search_older(const struct post_search *s, size_t used)
{
	size_t loaded = s->load.ids.n;

	if (used && search_has_more(s, used))
		return s->ids.v[used - 1];
	if (loaded < s->ids.n)
		return s->ids.v[loaded - 1];
	return s->base->floor;
}

enum rt_err post_search_parse(struct rt *rt, struct arena *a,
			      struct post_search *s, struct rt_search *r)
{
	struct rt_pipe p;
	enum rt_err err;

	if (!s->is_loaded) {
		r->older = s->base ? s->base->floor : 0;
		return RT_OK;
	}
	/* Without a body it counts as gone. */
	for (size_t i = 0; i < s->load.ids.n; i++)
		if (!search_fits(a, s, &s->load.fields[i]))
			s->load.fields[i].body = NULL;
	rt_pipe_begin_lenient(&p, rt, a);
	posts_queue_rest(&p, &s->load);
	if ((err = rt_pipe_end(&p)))
		return err;
	r->posts.v = arena_alloc(a, RT_PAGE * sizeof *r->posts.v);
	r->older = search_older(
		s, posts_pick(a, &s->load, s->load.ids.n, RT_PAGE, &r->posts));
	return answers_load(rt, a, s->load.visitor, &r->posts);
}
