#include "libretwis/older/source.h"

#include <string.h>

#include "libretwis/base/prefix.h"
#include "libretwis/older/keys.lua.h"
#include "libretwis/redis/address.h"

#define LAYOUTS 3
#define WITH_LEADS 0 /* which of them has such keys */

static const struct older_layout *const layouts[LAYOUTS] = { &older_2009,
							     &older_rb,
							     &older_java };

/* ---- connecting -------------------------------------------------------- */

/* Cuts the number of the database off the address; false: it makes no sense. */
static bool source_split(char *address, unsigned *db)
{
	char *end = text_after(address, "unix:") ? strstr(address, "?db=")
						 : strrchr(address, '/');
	const char *digits;
	uint64_t n = 0;

	*db = 0;
	if (!end || (*end == '/' && end[-1] == '/'))
		return true;
	digits = end + (*end == '?' ? strlen("?db=") : 1);
	*end = '\0';
	if (!digits_read(&digits, &n) || *digits || n > 1000000)
		return false;
	*db = (unsigned)n;
	return true;
}

bool source_open(struct arena *a, struct source *s,
		 const struct rt_config *conf, const char *address,
		 const char *password, const char **why)
{
	char *plain = arena_strdup(a, address);
	bool makes_sense = source_split(plain, &s->db);

	s->conf = *conf;
	s->conf.redis = s->conf.bus = plain;
	s->password = password;
	if (!makes_sense || !rt_address_ok(plain)) {
		*why = "the source must be unix:PATH[?db=N] or "
		       "tcp://host:port[/N]";
		return false;
	}
	s->rt = rt_open(&s->conf);
	s->link = rt_bus(s->rt);
	if (source_identify(s, a, &s->identity) == RT_OK)
		return true;
	*why = arena_printf(a, "no Redis answers at %s as it should", plain);
	return false;
}

void source_close(struct source *s)
{
	if (s->rt)
		rt_close(s->rt);
}

void source_begin(struct rt_pipe *p, struct source *s, struct arena *a)
{
	rt_pipe_look(p, s->link, a);
	if (s->password)
		rt_pipe(p, "AUTH %s", s->password);
	if (s->db)
		rt_pipe(p, "SELECT %d", (int)s->db);
}

enum rt_err source_identify(struct source *s, struct arena *a,
			    const char **identity)
{
	const char *info = NULL, *id;
	struct rt_pipe p;
	enum rt_err err;

	source_begin(&p, s, a);
	rt_pipe_str(&p, &info, "INFO server");
	if ((err = rt_pipe_end(&p)))
		return err;
	id = info ? strstr(info, "run_id:") : NULL;
	if (!id)
		return RT_BROKEN;
	id += strlen("run_id:");
	*identity = arena_printf(a, "%.*s/%u", (int)strcspn(id, "\r\n"), id,
				 s->db);
	return RT_OK;
}

/* ---- which layout it is ------------------------------------------------ */

struct survey {
	struct id_list members[LAYOUTS], posts[LAYOUTS];
};

static void survey_key(struct arena *a, struct survey *v, const char *key)
{
	uint64_t id;

	for (size_t i = 0; i < LAYOUTS; i++) {
		if (older_key_is(layouts[i]->member_key, key, &id))
			ids_add(a, &v->members[i], id);
		if (older_key_is(layouts[i]->post_key, key, &id))
			ids_add(a, &v->posts[i], id);
	}
}

static enum rt_err survey_keys(struct source *s, struct arena *a,
			       struct arena *chunk, struct survey *v)
{
	uint64_t cursor = 0;
	enum rt_err err;

	do {
		struct rt_texts keys = { 0 };
		struct rt_pipe p;

		arena_reset(chunk);
		source_begin(&p, s, chunk);
		rt_pipe_texts(&p, &keys, RT_ALL, "EVAL %s 0 " ID, KEYS_LUA,
			      cursor);
		if ((err = rt_pipe_end(&p)) || !keys.n)
			return err ? err : RT_BROKEN;
		cursor = rt_u64(keys.v[0]);
		for (size_t i = 1; i < keys.n; i++)
			survey_key(a, v, keys.v[i]);
		if ((err = leads_look(s, a, chunk, &keys, &s->leads,
				      &v->members[WITH_LEADS])))
			return err;
	} while (cursor);
	leads_sort(&s->leads);
	return RT_OK;
}

/* The one that is asked for, or else the one that has members. */
static size_t survey_choose(const struct survey *v, const char *from,
			    const char **why)
{
	size_t chosen = LAYOUTS;

	for (size_t i = 0; i < LAYOUTS; i++) {
		if (from ? strcmp(layouts[i]->name, from) != 0
			 : !v->members[i].ids.n)
			continue;
		if (chosen < LAYOUTS)
			*why = "two older Retwis have data there; choose one "
			       "by --from";
		chosen = i;
	}
	if (chosen == LAYOUTS)
		*why = from ? "--from is 2009, rb or java"
			    : "no older Retwis has members there";
	else if (!v->members[chosen].ids.n)
		*why = "that older Retwis has no members there";
	return chosen;
}

static enum rt_err survey_counters(struct source *s, struct arena *chunk)
{
	struct rt_pipe p;
	enum rt_err err;

	source_begin(&p, s, chunk);
	s->layout->ask_counters(&p, &s->next_user, &s->next_post);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (s->next_user < s->members.ids.v[0])
		s->next_user = s->members.ids.v[0];
	if (s->posts.ids.n && s->next_post < s->posts.ids.v[0])
		s->next_post = s->posts.ids.v[0];
	return RT_OK;
}

enum rt_err source_survey(struct source *s, struct arena *a,
			  struct arena *chunk, const char *from,
			  const char **why)
{
	struct survey *v = arena_alloc(a, sizeof *v);
	enum rt_err err;
	size_t i;

	if ((err = survey_keys(s, a, chunk, v)))
		return err;
	i = survey_choose(v, from, why);
	if (*why)
		return RT_DENIED;
	s->layout = layouts[i];
	s->members = v->members[i];
	s->posts = v->posts[i];
	ids_sort(&s->members);
	ids_sort(&s->posts);
	return survey_counters(s, chunk);
}
