/*
 * push SOCKET FOLLOWERS POST: the time that a plain loop needs to push a post
 * to the home timelines of all these followers; `make bench` compares
 * deliveries with it.
 *
 * FOLLOWERS is a sorted set of members. Their timelines get the post in the
 * order of the set, which is the order of a delivery, over one connection, and
 * as many at once as a worker sends. It checks nothing, and could not continue
 * after a crash. It prints how many it has pushed, and in how many
 * microseconds, not counting the time to read the followers.
 */
#include <hiredis/hiredis.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define AT_ONCE 1000

static redisContext *redis;

__attribute__((noreturn)) static void die(const char *why)
{
	fprintf(stderr, "push: %s\n", why);
	exit(EXIT_FAILURE);
}

/* The caller frees it. */
static redisReply *next_reply(int type)
{
	redisReply *reply;

	if (redisGetReply(redis, (void **)&reply) != REDIS_OK)
		die(redis->errstr);
	if (reply->type != type)
		die(reply->type == REDIS_REPLY_ERROR ? reply->str
						     : "an odd reply");
	return reply;
}

static redisReply *read_followers(const char *key)
{
	redisAppendCommand(redis, "ZRANGE %s 0 -1", key);
	return next_reply(REDIS_REPLY_ARRAY);
}

static void push_some(redisReply **followers, size_t n, const char *post)
{
	for (size_t i = 0; i < n; i++)
		redisAppendCommand(redis, "LPUSH posts:%s %s",
				   followers[i]->str, post);
	for (size_t i = 0; i < n; i++)
		freeReplyObject(next_reply(REDIS_REPLY_INTEGER));
}

static int64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

int main(int argc, char **argv)
{
	redisReply *followers;
	int64_t begin;
	size_t n;

	if (argc != 4)
		die("say: push SOCKET FOLLOWERS POST");
	redis = redisConnectUnix(argv[1]);
	if (!redis || redis->err)
		die(redis ? redis->errstr : "no memory");
	followers = read_followers(argv[2]);
	n = followers->elements;
	begin = now_us();
	for (size_t at = 0; at < n; at += AT_ONCE)
		push_some(followers->element + at,
			  n - at < AT_ONCE ? n - at : AT_ONCE, argv[3]);
	printf("%zu %lld\n", n, (long long)(now_us() - begin));
	freeReplyObject(followers);
	redisFree(redis);
	return EXIT_SUCCESS;
}
