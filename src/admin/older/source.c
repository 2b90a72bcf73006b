#include "admin/older/source.h"

#include <iconv.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "admin/older/scan_page.lua.h"
#include "base/prefix.h"
#include "base/utf8.h"
#include "redis/address.h"

/* ---- the connection ----------------------------------------------------- */

/* Cuts the number of the database off the address; false if it is no number. */
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
	struct address at;
	bool is_valid = source_split(plain, &s->db) &&
			!address_parse(&at, plain) && at.kind == ADDRESS_REDIS;

	s->conf = *conf;
	s->conf.servers.redis = s->conf.servers.bus = plain;
	s->password = password;
	if (!is_valid) {
		*why = "the source must be unix:PATH[?db=N] or "
		       "tcp://host:port[/N]";
		return false;
	}
	s->rt = rt_open(&s->conf);
	s->link = rt_bus(s->rt);
	if (source_identify(s, a, &s->identity) == RT_OK)
		return true;
	*why = arena_printf(a, "no Redis answers as expected at %s", plain);
	return false;
}

void source_close(struct source *s)
{
	if (s->rt)
		rt_close(s->rt);
}

void source_begin(struct rt_pipe *p, struct source *s, struct arena *a)
{
	rt_pipe_begin_lenient(p, s->link, a);
	if (s->password)
		rt_pipe(p, "AUTH %s", s->password);
	if (s->db)
		rt_pipe(p, "SELECT %d", (int)s->db);
	rt_pipe_lenient_on(p);
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

/* ---- texts -------------------------------------------------------------- */

/* Any character is valid here: only the encoding is tested. */
static bool source_accept_all(uint32_t code)
{
	(void)code;
	return true;
}

/* Windows-1252 has no character for five bytes: they become question marks. */
static const char *source_recode(struct arena *a, const char *s)
{
	iconv_t conversion = iconv_open("UTF-8", "WINDOWS-1252");
	size_t left = strlen(s), room = 3 * left;
	char *from = arena_strdup(a, s), *to = arena_alloc(a, room + 1);
	const char *text = to;

	if (conversion == (iconv_t)-1)
		return s;
	while (left &&
	       iconv(conversion, &from, &left, &to, &room) == (size_t)-1) {
		*to++ = '?';
		room--;
		from++;
		left--;
	}
	iconv_close(conversion);
	return text;
}

const char *source_text(struct source *s, struct arena *a, const char *text)
{
	const char *normal;

	if (!text)
		return "";
	if (!utf8_all(text, source_accept_all)) {
		text = source_recode(a, text);
		s->recoded++;
	}
	normal = rt_text_imported(a, text);
	return normal ? normal : "";
}

/* ---- names that only a key has ------------------------------------------ */

/*
 * In the edition of 2009 a key led from each name to its member.  For some
 * members that key is the only place that still has the name.
 */
struct name_index_entry {
	const char *key, *name;
	uint64_t id;
};

/* The name in username:NAME:id or username:NAME:uid; NULL for another key. */
static const char *name_index_entry_name(struct arena *a, const char *key)
{
	const char *name = text_after(key, "username:"), *end;

	if (!name || !(end = strrchr(name, ':')) ||
	    (strcmp(end, ":id") != 0 && strcmp(end, ":uid") != 0))
		return NULL;
	return arena_strndup(a, name, (size_t)(end - name));
}

static void name_index_add(struct arena *a, struct name_index *l,
			   struct name_index_entry one)
{
	if (l->n == l->room) {
		struct name_index_entry *v;

		l->room = l->room ? 2 * l->room : 16;
		v = arena_alloc(a, l->room * sizeof *v);
		if (l->n)
			memcpy(v, l->v, l->n * sizeof *v);
		l->v = v;
	}
	one.name = arena_strdup(a, one.name);
	one.key = NULL;
	l->v[l->n++] = one;
}

/* Entries for those of the keys that have a name in them, `n` of them. */
static struct name_index_entry *name_index_select(struct arena *a,
						  const struct rt_texts *keys,
						  size_t *n)
{
	struct name_index_entry *entry =
		arena_alloc(a, keys->n * sizeof *entry);

	*n = 0;
	for (size_t i = 0; i < keys->n; i++)
		if ((entry[*n].name = name_index_entry_name(a, keys->v[i])))
			entry[(*n)++].key = keys->v[i];
	return entry;
}

/* Reads the member of each entry, and whether that member has a name. */
static enum rt_err name_index_resolve(struct source *s, struct arena *chunk,
				      struct name_index_entry *entry, size_t n,
				      uint64_t *has_name)
{
	struct rt_pipe p;
	enum rt_err err;

	source_begin(&p, s, chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe_u64(&p, &entry[i].id, "GET %s", entry[i].key);
	if ((err = rt_pipe_end(&p)))
		return err;
	source_begin(&p, s, chunk);
	for (size_t i = 0; i < n; i++)
		rt_pipe_u64(&p, &has_name[i], "EXISTS uid:" ID ":username",
			    entry[i].id);
	return rt_pipe_end(&p);
}

/*
 * Adds to `found` the names, among these keys, of members who have no other
 * name, and adds those members to `members`.  A name whose key leads nowhere is
 * ignored.  Two round trips, or none.
 */
static enum rt_err name_index_read(struct source *s, struct arena *a,
				   struct arena *chunk,
				   const struct rt_texts *keys,
				   struct name_index *found,
				   struct id_list *members)
{
	size_t n;
	struct name_index_entry *entry = name_index_select(chunk, keys, &n);
	uint64_t *has_name = arena_alloc(chunk, n * sizeof *has_name);
	enum rt_err err =
		n ? name_index_resolve(s, chunk, entry, n, has_name) : RT_OK;

	for (size_t i = 0; !err && i < n; i++) {
		if (!entry[i].id || entry[i].id > OLDER_ID_MAX || has_name[i])
			continue;
		name_index_add(a, found, entry[i]);
		ids_add(a, members, entry[i].id);
	}
	return err;
}

static int name_index_entry_compare(const void *one, const void *other)
{
	const struct name_index_entry *a = one, *b = other;

	return (a->id > b->id) - (a->id < b->id);
}

/* For name_index_name(), once all keys have been read. */
static void name_index_sort(struct name_index *l)
{
	if (l->n)
		qsort(l->v, l->n, sizeof *l->v, name_index_entry_compare);
}

/* NULL if no name leads to that member. */
static const char *name_index_name(const struct name_index *l, uint64_t id)
{
	const struct name_index_entry key = { .id = id };
	const struct name_index_entry *found =
		l->n ? bsearch(&key, l->v, l->n, sizeof key,
			       name_index_entry_compare)
		     : NULL;

	return found ? found->name : NULL;
}

/* ---- the survey --------------------------------------------------------- */

#define LAYOUTS    3
#define WITH_NAMES 0 /* the index of the one that has a name_index */

static const struct older_layout *const layouts[LAYOUTS] = { &older_2009,
							     &older_rb,
							     &older_java };

/* What was found, by the index of the layout. */
struct survey {
	struct id_list members[LAYOUTS], posts[LAYOUTS];
};

static void survey_key(struct arena *a, struct survey *v, const char *key)
{
	uint64_t id;

	for (size_t i = 0; i < LAYOUTS; i++) {
		if (older_key_matches(layouts[i]->member_key, key, &id))
			ids_add(a, &v->members[i], id);
		if (older_key_matches(layouts[i]->post_key, key, &id))
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
		rt_pipe_texts(&p, &keys, RT_ALL, "EVAL %s 0 " ID,
			      SCAN_PAGE_LUA, cursor);
		if ((err = rt_pipe_end(&p)) || !keys.n)
			return err ? err : RT_BROKEN;
		cursor = rt_u64(keys.v[0]);
		for (size_t i = 1; i < keys.n; i++)
			survey_key(a, v, keys.v[i]);
		if ((err = name_index_read(s, a, chunk, &keys, &s->names,
					   &v->members[WITH_NAMES])))
			return err;
	} while (cursor);
	name_index_sort(&s->names);
	return RT_OK;
}

/* The layout of that name; or, if `from` is NULL, the one that has members. */
static size_t survey_choose(const struct survey *v, const char *from,
			    const char **why)
{
	size_t chosen = LAYOUTS;

	for (size_t i = 0; i < LAYOUTS; i++) {
		if (from ? strcmp(layouts[i]->name, from) != 0
			 : !v->members[i].ids.n)
			continue;
		if (chosen < LAYOUTS)
			*why = "two older Retwis have data there: choose one "
			       "with --from";
		chosen = i;
	}
	if (chosen == LAYOUTS)
		*why = "no older Retwis has members there";
	else if (!v->members[chosen].ids.n)
		*why = "that older Retwis has no members there";
	return chosen;
}

/*
 * A counter may be lower than the greatest id, if a key was lost or restored;
 * the greater number counts.
 */
static enum rt_err survey_counters(struct source *s, struct arena *chunk)
{
	struct rt_pipe p;
	enum rt_err err;

	source_begin(&p, s, chunk);
	s->layout->queue_counters(&p, &s->next_user, &s->next_post);
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

/* ---- members ------------------------------------------------------------ */

size_t source_find_member(const struct source *s, uint64_t id)
{
	struct rt_ids ids = s->members.ids;
	size_t place = ids_place(ids, id);

	return place < ids.n && ids.v[place] == id ? place : ids.n;
}

/* A name is one line, and has no blanks around it. */
static const char *source_name(struct source *s, struct arena *a,
			       const char *name)
{
	return utf8_trim(a, rt_first_line(a, source_text(s, a, name)));
}

enum rt_err source_read_members(struct source *s, struct arena *a,
				const uint64_t *id, size_t n,
				struct older_member *m)
{
	const char *(*field)[OLDER_FIELDS] = arena_alloc(a, n * sizeof *field);
	struct rt_pipe p;
	enum rt_err err;

	source_begin(&p, s, a);
	for (size_t i = 0; i < n; i++)
		s->layout->queue_member(&p, id[i], field[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < n; i++) {
		m[i] = (struct older_member){ .id = id[i] };
		s->layout->parse_member(field[i], &m[i]);
		m[i].name = source_name(
			s, a,
			m[i].name ? m[i].name
				  : name_index_name(&s->names, m[i].id));
	}
	return RT_OK;
}
