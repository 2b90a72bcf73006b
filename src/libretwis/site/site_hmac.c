#include "libretwis/site/site_hmac.h"

#include <string.h>

#include "base/secret.h"
#include "libretwis/site/context.h"
#include "schema/key.h"

const char *rt_site_hmac(const struct rt *rt, struct arena *a,
			 const char *purpose, const char *text)
{
	return secret_mac(a, rt->context->conf->key,
			  arena_printf(a, "%s %s", purpose, text));
}

void site_hmac_key(const struct rt *rt, const char *purpose,
		   unsigned char key[DIGEST_BYTES])
{
	digest_mac(rt->context->conf->key, purpose, key);
}

/* The key can't be derived from it. */
const char *site_hmac_seal(const struct rt *rt, struct arena *a)
{
	return rt_site_hmac(rt, a, "seal", "retwis");
}

static enum rt_err site_hmac_first(struct rt *rt, struct arena *a,
				   const char **found)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "SET " KEY_SEAL " %s NX", site_hmac_seal(rt, a));
	rt_pipe_str(&p, found, "GET " KEY_SEAL);
	return rt_pipe_end(&p);
}

enum rt_err rt_key_fits(struct rt *rt, struct arena *a, bool begins,
			const char **why)
{
	const char *found = NULL;
	enum rt_err err = rt_read_str(rt, a, &found, "GET " KEY_SEAL);

	*why = NULL;
	if (!err && !found && begins)
		err = site_hmac_first(rt, a, &found);
	if (!err && found && strcmp(found, site_hmac_seal(rt, a)) != 0)
		*why = "the database was written with a different key from "
		       "that in RETWIS_KEY_FILE: see docs/hosting.md, "
		       "\"The key\"";
	return err;
}
