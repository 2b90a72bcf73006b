#include "libretwis/post/delivery_job.h"
#include "schema/key.h"

#include <string.h>

/* How long the claim on a post lasts. */
#define CLAIM_SECONDS 86400

enum { KIND, POST, AUTHOR, NONCE, SCORE, MEMBER, WORDS };

static bool parcel_is_number(const char *word)
{
	return *word && strspn(word, "0123456789") == strlen(word);
}

bool parcel_read(struct arena *a, const struct job *job, struct parcel *out)
{
	char *word[WORDS + 1] = { NULL }, *rest = NULL;
	char *at = arena_strdup(a, job->payload);
	size_t n = 0;

	while (n <= WORDS && (word[n] = strtok_r(n ? NULL : at, " ", &rest)))
		n++;
	if ((n != SCORE && n != WORDS) || strcmp(word[KIND], "post") != 0 ||
	    !parcel_is_number(word[POST]) || !parcel_is_number(word[AUTHOR]))
		return false;
	*out = (struct parcel){ .post = rt_u64(word[POST]),
				.author = rt_u64(word[AUTHOR]),
				.nonce = word[NONCE],
				.score = word[SCORE],
				.member = word[MEMBER] };
	return true;
}

const char *parcel_rest(struct arena *a, const struct parcel *parcel,
			const char *score, const char *member)
{
	return arena_printf(a, "post " ID " " ID " %s %s %s", parcel->post,
			    parcel->author, parcel->nonce, score, member);
}

bool parcel_is_late(const struct job *job)
{
	return time(NULL) - job->since >= CLAIM_SECONDS / 2;
}

void parcel_claim(struct rt_pipe *p, const struct parcel *parcel,
		  const char **claimed)
{
	rt_pipe_str(p, claimed, "SET " KEY_SENT " %s NX GET EX %d",
		    parcel->post, parcel->nonce, CLAIM_SECONDS);
	rt_pipe(p, "ZREM " KEY_OUTBOX " " ID, parcel->post);
}

bool parcel_is_mine(const struct parcel *parcel, const char *claimed)
{
	return !claimed || strcmp(claimed, parcel->nonce) == 0;
}
