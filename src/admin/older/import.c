/*
 * Imports the database of an older Retwis: checks whether it may begin, and
 * runs the steps that import.h lists.
 */
#include "admin/older/import.h"

#include <string.h>

#include "admin/check/raise_counter.lua.h"
#include "libretwis/member/user.h"
#include "libretwis/site/context.h"
#include "schema/key.h"

/* ---- may it begin? ------------------------------------------------------ */

/* What the site has: an earlier run of an import, or data of its own. */
enum { SOURCE, LAYOUT, MODE, BASE, STATE_FIELDS };

struct import_found {
	const char *earlier[STATE_FIELDS]; /* NULL: no earlier run */
	uint64_t next_user, next_post, users, adopted;
};

static const char *const modes[] = {
	[IMPORT_WHOLE] = "whole",
	[IMPORT_MEMBERS] = "members",
	[IMPORT_ARCHIVES] = "archives",
};

static enum rt_err import_read(struct import *im, struct import_found *found)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, im->rt, &im->all);
	rt_pipe_strs(&p, found->earlier, STATE_FIELDS,
		     "HMGET " KEY_IMPORT " source layout mode base");
	rt_pipe_u64(&p, &found->next_user, "EXISTS " KEY_NEXT_USER);
	rt_pipe_u64(&p, &found->next_post, "EXISTS " KEY_NEXT_POST);
	rt_pipe_u64(&p, &found->users, "EXISTS " KEY_USERS);
	rt_pipe_u64(&p, &found->adopted, "EXISTS " KEY_LAYOUT);
	return rt_pipe_end(&p);
}

static bool import_is_first(const struct import_found *found)
{
	return !found->earlier[SOURCE] && !found->next_user &&
	       !found->next_post && !found->users;
}

/* An earlier run decides the mode, even if somebody has posted since. */
static enum import_mode import_mode(const struct import_found *found)
{
	for (size_t i = 0;
	     found->earlier[MODE] && i < sizeof modes / sizeof *modes; i++)
		if (strcmp(found->earlier[MODE], modes[i]) == 0)
			return (enum import_mode)i;
	if (found->earlier[SOURCE] || import_is_first(found))
		return IMPORT_WHOLE;
	return found->next_post ? IMPORT_ARCHIVES : IMPORT_MEMBERS;
}

static const char *import_refuse(const struct import *im,
				 const struct import_found *found,
				 const char *here)
{
	if (strcmp(here, im->from.identity) == 0)
		return "the source is this database itself";
	if (!import_is_first(found) && !found->earlier[SOURCE] &&
	    !found->adopted)
		return "this site is not adopted yet: run retwis-admin adopt "
		       "first";
	if (found->earlier[LAYOUT] &&
	    strcmp(found->earlier[LAYOUT], im->from.layout->name) != 0)
		return "the import that was started here read it as another "
		       "layout";
	return NULL;
}

#define OLDEST 8 /* members */

/*
 * Whether the oldest members of the source have been imported here, by their
 * ids and names.  Two round trips.
 */
static enum rt_err import_has_oldest(struct import *im, bool *has)
{
	struct rt_ids ids = im->from.members.ids;
	size_t n = ids.n < OLDEST ? ids.n : OLDEST, named = 0;
	const char *here[OLDEST] = { NULL };
	struct older_member oldest[OLDEST];
	struct rt_pipe p;
	enum rt_err err;

	arena_reset(&im->chunk);
	if ((err = source_read_members(&im->from, &im->chunk,
				       ids.v + ids.n - n, n, oldest)))
		return err;
	im->from.recoded = 0; /* these are read again, and counted then */
	for (size_t i = 0; i < n; i++)
		if (*oldest[i].name)
			oldest[named++] = oldest[i];
	rt_pipe_begin_lenient(&p, im->rt, &im->chunk);
	for (size_t i = 0; i < named; i++)
		rt_pipe_str(&p, &here[i], "HGET " KEY_USER " username",
			    im->base + oldest[i].id);
	if ((err = rt_pipe_end(&p)))
		return err;
	*has = named > 0;
	for (size_t i = 0; i < named; i++)
		if (!here[i] || !import_is_same_name(here[i], oldest[i].name))
			*has = false;
	return RT_OK;
}

/*
 * A server that has restarted has another run id, but still the same members:
 * so the oldest of them are compared where the ids differ.
 */
static enum rt_err import_check_source(struct import *im,
				       const struct import_found *found,
				       const char **why)
{
	bool is_same = true;
	enum rt_err err = RT_OK;

	if (found->earlier[SOURCE] &&
	    strcmp(found->earlier[SOURCE], im->from.identity) != 0)
		err = import_has_oldest(im, &is_same);
	if (!err && !is_same)
		*why = "an import of another database was started here";
	return err;
}

/*
 * Twemproxy closes the connection at INFO, and there are several servers behind
 * it: none of them can be the source.
 */
static enum rt_err import_identify(struct import *im, const char **here)
{
	struct source target = { .link = im->rt };

	*here = "";
	return im->rt->is_proxied ? RT_OK
				  : source_identify(&target, &im->all, here);
}

static enum rt_err import_may_begin(struct import *im, const char **why)
{
	struct import_found found = { 0 };
	const char *here = NULL;
	enum rt_err err;

	if ((err = import_identify(im, &here)) ||
	    (err = import_read(im, &found)))
		return err;
	im->mode = import_mode(&found);
	im->base = rt_u64(found.earlier[BASE]);
	*why = import_refuse(im, &found, here);
	if (!*why && (err = import_check_source(im, &found, why)))
		return err;
	return *why ? RT_DENIED : RT_OK;
}

/* ---- all of it ---------------------------------------------------------- */

/*
 * After a failover the counter may be lower than ids that are in use, which
 * must not be given to the members who come.
 */
static enum rt_err import_raise_counter(struct import *im)
{
	struct id_list here = { 0 };
	struct arena all = { 0 };
	enum rt_err err = users_all(im->rt, &all, &im->chunk, &here);

	if (!err && here.ids.n)
		err = rt_do(im->rt, &im->chunk,
			    "EVAL %s 1 " KEY_NEXT_USER " " ID,
			    RAISE_COUNTER_LUA, here.ids.v[0]);
	arena_free(&all);
	return err;
}

/* Reserves as many ids as the source may use; `base` is the last one before. */
static enum rt_err import_reserve(struct import *im)
{
	uint64_t last = 0;
	struct rt_pipe p;
	enum rt_err err;

	if (im->mode == IMPORT_WHOLE || im->base)
		return RT_OK;
	if ((err = import_raise_counter(im)))
		return err;
	err = rt_read_u64(im->rt, &im->chunk, &last,
			  "INCRBY " KEY_NEXT_USER " " ID, im->from.next_user);
	if (err)
		return err;
	rt_pipe_begin(&p, im->rt, &im->chunk);
	rt_pipe(&p, "HSETNX " KEY_IMPORT " base " ID,
		last - im->from.next_user);
	rt_pipe_u64(&p, &im->base, "HGET " KEY_IMPORT " base");
	return rt_pipe_end(&p);
}

static enum rt_err import_begin(struct import *im)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, im->rt, &im->chunk);
	rt_pipe(&p, "HSET " KEY_IMPORT " source %s layout %s mode %s",
		im->from.identity, im->from.layout->name, modes[im->mode]);
	rt_pipe(&p, "HSETNX " KEY_IMPORT " began " ID, (uint64_t)time(NULL));
	if ((err = rt_pipe_end(&p)) || (err = import_reserve(im)))
		return err;
	rt_pipe_begin(&p, im->rt, &im->chunk);
	rt_pipe(&p, "EVAL %s 1 " KEY_NEXT_USER " " ID, RAISE_COUNTER_LUA,
		im->base + im->from.next_user);
	if (im->mode != IMPORT_ARCHIVES)
		rt_pipe(&p, "EVAL %s 1 " KEY_NEXT_POST " " ID,
			RAISE_COUNTER_LUA, im->from.next_post);
	rt_pipe(&p, "SET " KEY_LAYOUT " " LAYOUT_OURS);
	return rt_pipe_end(&p);
}

static const struct import_step *const steps[] = { &import_members,
						   &import_posts,
						   &import_follows, NULL };

static enum rt_err import_all(struct import *im)
{
	enum rt_err err;

	if (im->options->dry_run) {
		im->sum.members = im->from.members.ids.n;
		im->sum.posts = im->from.posts.ids.n;
		return RT_OK;
	}
	im->total = 2 * im->from.members.ids.n + im->from.posts.ids.n;
	err = import_begin(im);
	for (size_t i = 0; !err && steps[i]; i++)
		err = steps[i]->run(im);
	return err;
}

static enum rt_err import_run(struct import *im,
			      const struct rt_import *options,
			      const char **why)
{
	enum rt_err err;

	if (!source_open(&im->all, &im->from, im->rt->context->conf,
			 options->source, options->password, why))
		return RT_DENIED;
	if ((err = source_survey(&im->from, &im->all, &im->chunk,
				 options->from, why)) ||
	    (err = import_may_begin(im, why)) || (err = import_all(im)))
		return err;
	im->sum.recoded = im->from.recoded;
	im->sum.layout = im->from.layout->name;
	im->sum.are_archives = im->mode == IMPORT_ARCHIVES;
	return RT_OK;
}

enum rt_err rt_import(struct rt *rt, struct arena *a,
		      const struct rt_import *options,
		      struct rt_imported *done, const char **why)
{
	struct import im = { .rt = rt, .options = options };
	const char *reason = NULL;
	enum rt_err err = import_run(&im, options, &reason);

	if (reason)
		*why = arena_strdup(a, reason);
	if (!err)
		*done = im.sum;
	source_close(&im.from);
	arena_free(&im.chunk);
	arena_free(&im.all);
	return err;
}

enum rt_err rt_import_forget(struct rt *rt, struct arena *a)
{
	return rt_do(rt, a, "DEL " KEY_IMPORT);
}
