#include "redis/find_master.h"

#include <stdio.h>
#include <string.h>

#include "redis/outage.h"

void find_master_begin(struct find_master *s, const struct address *a)
{
	*s = (struct find_master){ .a = a };
}

bool find_master_is_direct(const struct address *a)
{
	return a->kind == ADDRESS_REDIS || a->kind == ADDRESS_PROXY;
}

/* A master that was just named is tried before the next Sentinel. */
bool find_master_next(struct find_master *s)
{
	s->is_master = s->is_named;
	s->is_named = false;
	if (s->is_master)
		return true;
	if (s->tried == s->a->n)
		return false;
	s->at = s->a->end[s->tried++];
	return true;
}

/* There is one share for each end, and one for the master. */
unsigned find_master_time_ms(const struct find_master *s, unsigned timeout_ms)
{
	return timeout_ms / ((unsigned)s->a->n + 1) + 1;
}

static bool find_master_is_at_sentinel(const struct find_master *s)
{
	return s->a->kind == ADDRESS_SENTINEL && !s->is_master;
}

void find_master_append_command(const struct find_master *s,
				redisContext *context)
{
	if (find_master_is_at_sentinel(s))
		redisAppendCommand(context,
				   "SENTINEL GET-MASTER-ADDR-BY-NAME %s",
				   s->a->name);
	else if (s->is_master)
		redisAppendCommand(context, "ROLE");
	else
		redisAppendCommand(context, "PING");
}

bool find_master_may_fail_auth(const struct find_master *s)
{
	return find_master_is_at_sentinel(s);
}

/* The reply is a host and a port, or nil if the name is unknown. */
static void find_master_read_address(struct find_master *s,
				     const redisReply *r)
{
	s->is_unknown |= r->type == REDIS_REPLY_NIL;
	s->is_named =
		r->type == REDIS_REPLY_ARRAY && r->elements == 2 &&
		r->element[0]->type == REDIS_REPLY_STRING &&
		r->element[1]->type == REDIS_REPLY_STRING &&
		address_set(&s->at, r->element[0]->str, r->element[1]->str);
}

static bool find_master_is_role_master(const redisReply *r)
{
	return r->type == REDIS_REPLY_ARRAY && r->elements > 0 &&
	       r->element[0]->type == REDIS_REPLY_STRING &&
	       strcmp(r->element[0]->str, "master") == 0;
}

bool find_master_read_reply(struct find_master *s, const redisReply *r)
{
	if (r->type == REDIS_REPLY_ERROR)
		outage_begin("", r->str);
	else if (find_master_is_at_sentinel(s))
		find_master_read_address(s, r);
	else
		return !s->is_master || find_master_is_role_master(r);
	return false;
}

void find_master_log_failure(const struct find_master *s)
{
	char why[ADDRESS_NAME_MAX + 32];

	snprintf(why, sizeof why, "Sentinel knows no master \"%s\"",
		 s->a->name);
	outage_begin("", s->is_unknown ? why
			 : s->a->kind == ADDRESS_SENTINEL
				 ? "no Sentinel knows of a master now"
				 : "no node of the cluster answers");
}
