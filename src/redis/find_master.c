#include "redis/find_master.h"

#include <stdio.h>
#include <string.h>

void seek_begin(struct seek *s, const struct address *a)
{
	*s = (struct seek){ .a = a };
}

bool seek_is_short(const struct address *a)
{
	return a->kind == ADDRESS_REDIS || a->kind == ADDRESS_PROXY;
}

/* A master that was named comes before the next Sentinel. */
bool seek_next(struct seek *s)
{
	s->is_master = s->is_named;
	s->is_named = false;
	if (s->is_master)
		return true;
	if (s->asked == s->a->n)
		return false;
	s->at = s->a->end[s->asked++];
	return true;
}

/* One for each end, and one for the master. */
unsigned seek_share_ms(const struct seek *s, unsigned timeout_ms)
{
	return timeout_ms / ((unsigned)s->a->n + 1) + 1;
}

static bool seek_is_at_sentinel(const struct seek *s)
{
	return s->a->kind == ADDRESS_SENTINEL && !s->is_master;
}

void seek_ask(const struct seek *s, redisContext *link)
{
	if (seek_is_at_sentinel(s))
		redisAppendCommand(link, "SENTINEL GET-MASTER-ADDR-BY-NAME %s",
				   s->a->name);
	else if (s->is_master)
		redisAppendCommand(link, "ROLE");
	else
		redisAppendCommand(link, "PING");
}

bool seek_may_refuse(const struct seek *s)
{
	return seek_is_at_sentinel(s);
}

/* A host and a port; nil: it knows no such name. */
static void seek_learn(struct seek *s, const redisReply *r)
{
	s->is_unknown |= r->type == REDIS_REPLY_NIL;
	s->is_named =
		r->type == REDIS_REPLY_ARRAY && r->elements == 2 &&
		r->element[0]->type == REDIS_REPLY_STRING &&
		r->element[1]->type == REDIS_REPLY_STRING &&
		address_set(&s->at, r->element[0]->str, r->element[1]->str);
}

static bool seek_says_master(const redisReply *r)
{
	return r->type == REDIS_REPLY_ARRAY && r->elements > 0 &&
	       r->element[0]->type == REDIS_REPLY_STRING &&
	       strcmp(r->element[0]->str, "master") == 0;
}

bool seek_take(struct seek *s, const redisReply *r)
{
	if (r->type == REDIS_REPLY_ERROR)
		fprintf(stderr, "retwis: Redis: %s\n", r->str);
	else if (seek_is_at_sentinel(s))
		seek_learn(s, r);
	else
		return !s->is_master || seek_says_master(r);
	return false;
}

void seek_complain(const struct seek *s)
{
	if (s->is_unknown)
		fprintf(stderr,
			"retwis: Redis: Sentinel knows no master \"%s\"\n",
			s->a->name);
	else if (s->a->kind == ADDRESS_SENTINEL)
		fprintf(stderr,
			"retwis: Redis: no Sentinel knows of a master now\n");
	else
		fprintf(stderr, "retwis: Redis: no node of the cluster "
				"answers\n");
}
