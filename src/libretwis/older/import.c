/* Bringing the database of an older Retwis here. */
#include <string.h>

#include "libretwis/check/raise_counter.lua.h"
#include "libretwis/older/bring_follows.h"
#include "libretwis/older/bring_members.h"
#include "libretwis/older/bring_posts.h"

/* ---- may it begin? ----------------------------------------------------- */

/* What the target knows of this import, or has of its own. */
struct import_state {
	const char *source, *layout;
	uint64_t next_user, next_post, users;
};

static enum rt_err import_look(struct bring *b, struct import_state *l)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, b->rt, &b->all);
	rt_pipe_str(&p, &l->source, "HGET " KEY_IMPORT " source");
	rt_pipe_str(&p, &l->layout, "HGET " KEY_IMPORT " layout");
	rt_pipe_u64(&p, &l->next_user, "EXISTS " KEY_NEXT_USER);
	rt_pipe_u64(&p, &l->next_post, "EXISTS " KEY_NEXT_POST);
	rt_pipe_u64(&p, &l->users, "EXISTS " KEY_USERS);
	return rt_pipe_end(&p);
}

static const char *import_refuse(const struct bring *b,
				 const struct import_state *l,
				 const char *here)
{
	if (strcmp(here, b->from.identity) == 0)
		return "the source is this database itself";
	if (!l->source && (l->next_user || l->next_post || l->users))
		return "this site has members already; import into an empty "
		       "database";
	if (l->layout && strcmp(l->layout, b->from.layout->name) != 0)
		return "the import that was begun here took it for another "
		       "layout";
	return NULL;
}

/* A server that was started again has another name, and the same members. */
static enum rt_err import_check_source(struct bring *b,
				       const struct import_state *l,
				       const char **why)
{
	bool is_same = true;
	enum rt_err err = RT_OK;

	if (l->source && strcmp(l->source, b->from.identity) != 0)
		err = bring_knows_oldest(b, &is_same);
	if (!err && !is_same)
		*why = "an import of another database was begun here";
	return err;
}

static enum rt_err import_may_begin(struct bring *b, const char **why)
{
	struct import_state l = { 0 };
	const char *here = NULL;
	enum rt_err err;

	if ((err = source_identify(b->rt, &b->all, 0, &here)) ||
	    (err = import_look(b, &l)))
		return err;
	*why = import_refuse(b, &l, here);
	if (!*why && (err = import_check_source(b, &l, why)))
		return err;
	return *why ? RT_DENIED : RT_OK;
}

/* ---- all of it --------------------------------------------------------- */

static enum rt_err import_begin(struct bring *b)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, b->rt, &b->chunk);
	rt_pipe(&p, "HSET " KEY_IMPORT " source %s layout %s",
		b->from.identity, b->from.layout->name);
	rt_pipe(&p, "HSETNX " KEY_IMPORT " began " ID, (uint64_t)time(NULL));
	rt_pipe(&p, "EVAL %s 1 " KEY_NEXT_USER " " ID, RAISE_COUNTER_LUA,
		b->from.next_user);
	rt_pipe(&p, "EVAL %s 1 " KEY_NEXT_POST " " ID, RAISE_COUNTER_LUA,
		b->from.next_post);
	rt_pipe(&p, "SET " KEY_LAYOUT " " LAYOUT_OURS);
	return rt_pipe_end(&p);
}

static enum rt_err import_all(struct bring *b)
{
	enum rt_err err;

	if (b->wish->dry_run) {
		b->sum.members = b->from.members.ids.n;
		b->sum.posts = b->from.posts.ids.n;
		return RT_OK;
	}
	b->total = 2 * b->from.members.ids.n + b->from.posts.ids.n;
	if ((err = import_begin(b)) || (err = bring_members(b)) ||
	    (err = bring_posts(b)))
		return err;
	return bring_follows(b);
}

static enum rt_err import_run(struct bring *b, const struct rt_import *wish,
			      const char **why)
{
	enum rt_err err;

	if (!source_open(&b->all, &b->from, b->rt->conf, wish->source,
			 wish->password, why))
		return RT_DENIED;
	if ((err = source_survey(&b->from, &b->all, &b->chunk, wish->from,
				 why)) ||
	    (err = import_may_begin(b, why)) || (err = import_all(b)))
		return err;
	b->sum.layout = b->from.layout->name;
	return RT_OK;
}

enum rt_err rt_import(struct rt *rt, struct arena *a,
		      const struct rt_import *wish, struct rt_imported *done,
		      const char **why)
{
	struct bring b = { .rt = rt, .wish = wish };
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
