#include "admin/older/source.h"

#include <string.h>

#include "base/prefix.h"
#include "redis/address.h"

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
	struct address at;
	bool makes_sense = source_split(plain, &s->db) &&
			   !address_parse(&at, plain) &&
			   at.kind == ADDRESS_REDIS;

	s->conf = *conf;
	s->conf.servers.redis = s->conf.servers.bus = plain;
	s->password = password;
	if (!makes_sense) {
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
