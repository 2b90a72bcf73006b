#include "libretwis/member/challenge.h"

#include "base/secret.h"
#include "libretwis/site/context.h"
#include "redis/pipe.h"
#include "schema/key.h"

_Static_assert(RT_CHALLENGE_SECONDS == CHALLENGE_SECONDS,
	       "the cookie lasts as long as the key");

const char *rt_challenge(const struct rt *rt)
{
	return rt->context->challenge;
}

enum rt_err challenge_begin(struct rt *rt, struct arena *a,
			    const struct challenge *c)
{
	const char *token = secret_new(a);
	enum rt_err err;

	if (!c->seconds)
		return RT_NOT_FOUND;
	err = rt_do(rt_bus(rt), a, "SET " KEY_CHALLENGE " %s EX " ID,
		    secret_digest(a, token),
		    arena_printf(a, ID " " ID, c->id, c->generation),
		    c->seconds);
	if (!err)
		rt->context->challenge = token;
	return err;
}

enum rt_err challenge_ask(struct rt *rt, struct arena *a,
			  const struct rt_user *u)
{
	const struct challenge c = { .id = u->id,
				     .generation = u->generation,
				     .seconds = CHALLENGE_SECONDS };
	enum rt_err err = challenge_begin(rt, a, &c);

	return err ? err : RT_CODE;
}

static bool challenge_parse(const char *text, struct challenge *c)
{
	return text && digits_read(&text, &c->id) && *text++ == ' ' &&
	       digits_read(&text, &c->generation) && !*text;
}

enum rt_err challenge_take(struct rt *rt, struct arena *a, const char *token,
			   struct challenge *c)
{
	const char *digest = secret_digest(a, token), *text = NULL;
	struct rt_pipe p;
	enum rt_err err;

	if (!secret_plausible(token))
		return RT_NOT_FOUND;
	*c = (struct challenge){ 0 };
	rt_pipe_begin_lenient(&p, rt_bus(rt), a);
	rt_pipe_u64(&p, &c->seconds, "TTL " KEY_CHALLENGE, digest);
	rt_pipe_str(&p, &text, "GETDEL " KEY_CHALLENGE, digest);
	if ((err = rt_pipe_end(&p)))
		return err;
	return challenge_parse(text, c) ? RT_OK : RT_NOT_FOUND;
}
