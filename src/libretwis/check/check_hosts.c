#include "libretwis/check/check_hosts.h"

#include "libretwis/standing.h"

/* Its username, and its standing. */
enum { HOST_NAME, HOST_STANDING };

static void host_judge(struct check *c, const void *one)
{
	const struct looked *is = one;
	const char *standing = is->field[HOST_STANDING];

	if (!is->field[HOST_NAME])
		check_found(c, HOST_NOBODY, is->at, 0, NULL);
	else if (rt_standing_read(standing) != RT_HOST)
		check_found(c, HOST_UNMARKED, is->at, 0,
			    standing ? standing : rt_standing_word(RT_MEMBER));
}

const struct look hosts_look = { .size = sizeof(struct looked),
				 .hmget = FORMAT_BY_ID("HMGET " KEY_USER
						       " username standing"),
				 .fields = 2,
				 .judge = host_judge };

/* Ids are given once: nobody can have become this member since. */
enum rt_err mend_host_nobody(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "SREM " KEY_HOSTS " " ID, f->at.id);
}

/* The set decides, and the copy follows. */
enum rt_err mend_host_unmarked(struct check *c, const struct fault *f)
{
	bool is_host = false;
	enum rt_err err = rt_is_host(c->rt, &c->chunk, f->at.id, &is_host);

	if (err || !is_host)
		return err;
	return rt_set_standing(c->rt, &c->chunk, f->at.id, RT_HOST);
}

enum rt_err mend_host_mark(struct check *c, const struct fault *f)
{
	bool is_host = false;
	enum rt_err err = rt_is_host(c->rt, &c->chunk, f->at.id, &is_host);

	if (err || is_host)
		return err;
	return rt_do(c->rt, &c->chunk, "HDEL " KEY_USER " standing", f->at.id);
}
