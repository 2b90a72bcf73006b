/*
 * What a correct Redis could answer. It stores nothing: the members are alice
 * and bob, and there are a few posts. That is enough to bring every page to
 * its end, where one odd answer among correct ones does more harm than at its
 * beginning.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "liar.h"

#define ANSWER_MAX 8192

static const struct {
	const char *field, *value;
} fields[] = {
	{ "username", "alice" },
	{ "auth", LIAR_SECRET },
	{ "feed", LIAR_SECRET },
	{ "calendar", LIAR_SECRET },
	{ "seen", "1" },
	{ "last", "2026-11-20" },
	{ "bio", "a line" },
	{ "password", "Correct horse 7" }, /* as PHP Retwis stores it */
	{ "user_id", "1" },
	{ "time", "1700000000" },
	{ "body", "hello @alice #tag https://example.org/" },
	{ "mentions", "alice" },
	{ "date", "1900000000 1900003600 1\nHall 3, left; first floor" },
	{ "likes", "3" },
	{ "use", "post" }, /* of a picture */
	{ "post", "2" },
	{ "width", "1600" },
	{ "height", "900" },
	{ "pictures", LIAR_TOKEN " 1600 900\tA cat" },
	{ "face", LIAR_TOKEN },
	{ "mark", LIAR_TOKEN },
};

/* By command and key. */
static const struct {
	const char *command, *key, *answer;
} answers[] = {
	{ "PING", "", "+PONG" },
	{ "SET", "", "+OK" },
	{ "GET", "once:", "$2" },
	{ "GET", "sent:", "$nonce" },
	{ "GET", "layout", "$1" },
	{ "GET", "cache:", "_" },
	{ "GET", "", "$1" },
	{ "HGET", "names", "_" },
	{ "HSETNX", "", ":1" },
	{ "HGET", "auths", "$1" },
	{ "INCR", "", ":2" },
	{ "TTL", "", ":100000" },
	{ "EXISTS", "", ":0" },
	{ "LRANGE", "own:", "[4|3|2" },
	{ "LRANGE", "{", "[1700000000 0 post 2 1 nonce" },
	{ "LRANGE", "", "[4|3|2|1" },
	{ "LINDEX", "", "$1700000000 0 post 2 1 nonce" },
	{ "BLMOVE", "", "$1700000000 0 post 2 1 nonce" },
	{ "ZRANGE", "{fanout}", "[711-a|5" },
	{ "ZRANGE", "{later}", "[nonce 0 body|1700000000000" },
	{ "ZREVRANGE", "notices:",
	  "[like 2 1|1700000000000003|seen|1700000000000002|follow 0 1"
	  "|1700000000000001" },
	{ "ZREVRANGE", "users_by_time", "[alice|bob" },
	{ "ZREVRANGE", "", "[3|2|1" },
	{ "ZRANGEBYLEX", "members", "[alice\t1" },
	{ "ZRANGEBYLEX", "directory", "[alice\t1|bob\t2" },
	{ "ZRANGEBYLEX", "", "[tag" },
	{ "ZREVRANGEBYSCORE", "trend:", "[tag|3" },
	{ "ZREVRANGEBYSCORE", "", "[2|3" },
	{ "ZRANGEBYSCORE", "", "[2" },
	{ "ZRANGE", "", "[3|2|1" },
	{ "ZMSCORE", "", "[1|_|1" },
	{ "ZSCORE", "", "$3" },
	{ "ZREVRANK", "", ":1" },
	{ "EVAL", "limit:", ":0" },
	{ "EVAL", "followers:", "[2|3|1700000000" },
	{ "EVAL", "{later}", "[1 nonce 0 body|1700000000000" },
	{ "EVAL", "{seen}", "[0 1 2026-11-20|1700000000000" },
	{ "EVAL", "own:", "[0|4|3|2" },
	{ "EVAL", "answers:", "[2|1|1|4|2|1|2" },
	{ "SUBSCRIBE", "", "[subscribe|control|1" },
	{ "", "", ":1" },
};

static const char *usual_field(const char *key, const char *name)
{
	if (strcmp(key, "user:2") == 0 && strcmp(name, "username") == 0)
		return "bob";
	if (strcmp(key, "post:2") == 0 && strcmp(name, "question") == 0)
		return "0 comes";
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (strcmp(fields[i].field, name) == 0)
			return fields[i].value;
	return NULL;
}

/* HMGET user:1 username auth */
static const char *usual_fields(const struct words *w, char *text)
{
	size_t n = (size_t)sprintf(text, "[");

	for (size_t i = 2; i < w->n; i++) {
		const char *value = usual_field(w->v[1], w->v[i]);

		n += (size_t)snprintf(text + n, ANSWER_MAX - n, "%s%s",
				      i > 2 ? "|" : "", value ? value : "_");
	}
	return text;
}

/*
 * Post 2 asks who comes, 3 is a repost of it, and 4 a reply to it; PHP wrote 1.
 */
static const char *usual_post(const char *key, char *text)
{
	const char *id = strchr(key, ':');
	const char *more = "";

	id = id ? id + 1 : "";
	if (strcmp(id, "2") == 0)
		more = "|question|0 comes|pictures|" LIAR_TOKEN
		       " 1600 900\tA cat";
	else if (strcmp(id, "3") == 0)
		more = "|repost_of|2|repost_name|alice";
	else if (strcmp(id, "4") == 0)
		more = "|reply_to|2|reply_name|alice";
	sprintf(text, "[user_id|1|time|%lld|body|%s%s%s",
		(long long)time(NULL) - 60, usual_field(key, "body"),
		strcmp(id, "1") ? "|username|alice|mentions|alice" : "", more);
	return text;
}

/* The key, which in a script follows the text and a number. */
static const char *usual_key(const struct words *w)
{
	size_t at = strcmp(w->v[0], "EVAL") == 0 ? 3 : 1;

	return at < w->n ? w->v[at] : "";
}

/* Commands without a rule of their own; NULL if this one has none. */
static const char *usual_special(const struct words *w, const char *key)
{
	static char text[ANSWER_MAX];
	const char *value;

	if (strcmp(w->v[0], "HMGET") == 0)
		return usual_fields(w, text);
	if (strcmp(w->v[0], "HGETALL") == 0)
		return usual_post(key, text);
	if (strcmp(w->v[0], "HGET") == 0 && w->n > 2 &&
	    (value = usual_field(key, w->v[2])))
		return sprintf(text, "$%s", value) ? text : NULL;
	if (strcmp(w->v[0], "HGET") == 0 && w->n > 2 &&
	    strcmp(key, "users") == 0)
		return strcmp(w->v[2], "bob") == 0     ? "$2"
		       : strcmp(w->v[2], "alice") == 0 ? "$1"
						       : "_";
	/* Commands that move something from one key to another. */
	if (strcmp(w->v[0], "EVAL") == 0 && w->n > 2 &&
	    strcmp(w->v[2], "2") == 0)
		return ":2";
	return NULL;
}

const char *usual(const struct words *w)
{
	const char *key = usual_key(w), *answer = usual_special(w, key);

	for (size_t i = 0; !answer; i++)
		if ((!*answers[i].command ||
		     strcmp(answers[i].command, w->v[0]) == 0) &&
		    strncmp(answers[i].key, key, strlen(answers[i].key)) == 0)
			answer = answers[i].answer;
	return answer;
}
