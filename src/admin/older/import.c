/* Bringing the database of an older Retwis here. */
#include <string.h>

#include "admin/check/raise_counter.lua.h"
#include "libretwis/member/user.h"
#include "admin/older/import_follows.h"
#include "admin/older/import_members.h"
#include "admin/older/import_posts.h"
#include "admin/older/survey.h"
#include "libretwis/site/context.h"
#include "schema/key.h"

/* ---- may it begin? ----------------------------------------------------- */

/* What the target knows of this import, or has of its own. */
enum { SOURCE, LAYOUT, MODE, BASE, STATE_FIELDS };

struct import_found {
	const char *was[STATE_FIELDS]; /* NULL: there was none */
	uint64_t next_user, next_post, users, adopted;
};

static const char *const modes[] = {
	[IMPORT_WHOLE] = "whole",
	[IMPORT_MEMBERS] = "members",
	[IMPORT_ARCHIVES] = "archives",
};

static enum rt_err import_read(struct import *b, struct import_found *l)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, b->rt, &b->all);
	rt_pipe_strs(&p, l->was, STATE_FIELDS,
		     "HMGET " KEY_IMPORT " source layout mode base");
	rt_pipe_u64(&p, &l->next_user, "EXISTS " KEY_NEXT_USER);
	rt_pipe_u64(&p, &l->next_post, "EXISTS " KEY_NEXT_POST);
	rt_pipe_u64(&p, &l->users, "EXISTS " KEY_USERS);
	rt_pipe_u64(&p, &l->adopted, "EXISTS " KEY_LAYOUT);
	return rt_pipe_end(&p);
}

static bool import_is_first(const struct import_found *l)
{
	return !l->was[SOURCE] && !l->next_user && !l->next_post && !l->users;
}

/* It goes on as it was begun, even if somebody has posted since. */
static enum import_mode import_mode(const struct import_found *l)
{
	for (size_t i = 0; l->was[MODE] && i < sizeof modes / sizeof *modes;
	     i++)
		if (strcmp(l->was[MODE], modes[i]) == 0)
			return (enum import_mode)i;
	if (l->was[SOURCE] || import_is_first(l))
		return IMPORT_WHOLE;
	return l->next_post ? IMPORT_ARCHIVES : IMPORT_MEMBERS;
}

static const char *import_refuse(const struct import *b,
				 const struct import_found *l,
				 const char *here)
{
	if (strcmp(here, b->from.identity) == 0)
		return "the source is this database itself";
	if (!import_is_first(l) && !l->was[SOURCE] && !l->adopted)
		return "this site is not adopted yet: run retwis-admin adopt "
		       "first";
	if (l->was[LAYOUT] &&
	    strcmp(l->was[LAYOUT], b->from.layout->name) != 0)
		return "the import that was started here read it as another "
		       "layout";
	return NULL;
}

/* A server that was started again has another name, and the same members. */
static enum rt_err import_check_source(struct import *b,
				       const struct import_found *l,
				       const char **why)
{
	bool is_same = true;
	enum rt_err err = RT_OK;

	if (l->was[SOURCE] && strcmp(l->was[SOURCE], b->from.identity) != 0)
		err = import_knows_oldest(b, &is_same);
	if (!err && !is_same)
		*why = "an import of another database was started here";
	return err;
}

/* Twemproxy hangs up at INFO; nor is what stands behind it one server. */
static enum rt_err import_identify(struct import *b, const char **here)
{
	struct source target = { .link = b->rt };

	*here = "";
	return b->rt->is_proxied ? RT_OK
				 : source_identify(&target, &b->all, here);
}

static enum rt_err import_may_begin(struct import *b, const char **why)
{
	struct import_found l = { 0 };
	const char *here = NULL;
	enum rt_err err;

	if ((err = import_identify(b, &here)) || (err = import_read(b, &l)))
		return err;
	b->mode = import_mode(&l);
	b->base = rt_u64(l.was[BASE]);
	*why = import_refuse(b, &l, here);
	if (!*why && (err = import_check_source(b, &l, why)))
		return err;
	return *why ? RT_DENIED : RT_OK;
}

/* ---- all of it --------------------------------------------------------- */

/*
 * The counter may have gone back, with a server that took over from another:
 * the ids of those who are here must not be given to those who come.
 */
static enum rt_err import_count_members(struct import *b)
{
	struct id_list here = { 0 };
	struct arena all = { 0 };
	enum rt_err err = users_all(b->rt, &all, &b->chunk, &here);

	if (!err && here.ids.n)
		err = rt_do(b->rt, &b->chunk,
			    "EVAL %s 1 " KEY_NEXT_USER " " ID,
			    RAISE_COUNTER_LUA, here.ids.v[0]);
	arena_free(&all);
	return err;
}

/* As many ids as the source may use; base is the last one before them. */
static enum rt_err import_reserve(struct import *b)
{
	uint64_t last = 0;
	struct rt_pipe p;
	enum rt_err err;

	if (b->mode == IMPORT_WHOLE || b->base)
		return RT_OK;
	if ((err = import_count_members(b)))
		return err;
	err = rt_read_u64(b->rt, &b->chunk, &last,
			  "INCRBY " KEY_NEXT_USER " " ID, b->from.next_user);
	if (err)
		return err;
	rt_pipe_begin(&p, b->rt, &b->chunk);
	rt_pipe(&p, "HSETNX " KEY_IMPORT " base " ID,
		last - b->from.next_user);
	rt_pipe_u64(&p, &b->base, "HGET " KEY_IMPORT " base");
	return rt_pipe_end(&p);
}

static enum rt_err import_begin(struct import *b)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, b->rt, &b->chunk);
	rt_pipe(&p, "HSET " KEY_IMPORT " source %s layout %s mode %s",
		b->from.identity, b->from.layout->name, modes[b->mode]);
	rt_pipe(&p, "HSETNX " KEY_IMPORT " began " ID, (uint64_t)time(NULL));
	if ((err = rt_pipe_end(&p)) || (err = import_reserve(b)))
		return err;
	rt_pipe_begin(&p, b->rt, &b->chunk);
	rt_pipe(&p, "EVAL %s 1 " KEY_NEXT_USER " " ID, RAISE_COUNTER_LUA,
		b->base + b->from.next_user);
	if (b->mode != IMPORT_ARCHIVES)
		rt_pipe(&p, "EVAL %s 1 " KEY_NEXT_POST " " ID,
			RAISE_COUNTER_LUA, b->from.next_post);
	rt_pipe(&p, "SET " KEY_LAYOUT " " LAYOUT_OURS);
	return rt_pipe_end(&p);
}

static enum rt_err import_all(struct import *b)
{
	enum rt_err err;

	if (b->wish->dry_run) {
		b->sum.members = b->from.members.ids.n;
		b->sum.posts = b->from.posts.ids.n;
		return RT_OK;
	}
	b->total = 2 * b->from.members.ids.n + b->from.posts.ids.n;
	if ((err = import_begin(b)) || (err = import_members(b)) ||
	    (err = import_posts(b)))
		return err;
	return import_follows(b);
}

static enum rt_err import_run(struct import *b, const struct rt_import *wish,
			      const char **why)
{
	enum rt_err err;

	if (!source_open(&b->all, &b->from, b->rt->context->conf, wish->source,
			 wish->password, why))
		return RT_DENIED;
	if ((err = survey_source(&b->from, &b->all, &b->chunk, wish->from,
				 why)) ||
	    (err = import_may_begin(b, why)) || (err = import_all(b)))
		return err;
	b->sum.layout = b->from.layout->name;
	b->sum.are_archives = b->mode == IMPORT_ARCHIVES;
	return RT_OK;
}

enum rt_err rt_import(struct rt *rt, struct arena *a,
		      const struct rt_import *wish, struct rt_imported *done,
		      const char **why)
{
	struct import b = { .rt = rt, .wish = wish };
	const char *reason = NULL;
	enum rt_err err = import_run(&b, wish, &reason);

	if (reason)
		*why = arena_strdup(a, reason);
	if (!err)
		*done = b.sum;
	source_close(&b.from);
	arena_free(&b.chunk);
	arena_free(&b.all);
	return err;
}

enum rt_err rt_import_forget(struct rt *rt, struct arena *a)
{
	return rt_do(rt, a, "DEL " KEY_IMPORT);
}
