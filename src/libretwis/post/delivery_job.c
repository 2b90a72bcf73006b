#include "libretwis/post/delivery_job.h"
#include "schema/key.h"

#include <string.h>

/* How long the claim on a post lasts. */

enum { KIND, POST, AUTHOR, NONCE, SCORE, MEMBER, WORDS };

static bool delivery_job_is_number(const char *word)
{
	return *word && strspn(word, "0123456789") == strlen(word);
}

bool delivery_job_read(struct arena *a, const struct job *job,
		       struct delivery_job *out)
{
	char *word[WORDS + 1] = { NULL }, *rest = NULL;
	char *at = arena_strdup(a, job->payload);
	size_t n = 0;

	while (n <= WORDS && (word[n] = strtok_r(n ? NULL : at, " ", &rest)))
		n++;
	if ((n != SCORE && n != WORDS) || strcmp(word[KIND], "post") != 0 ||
	    !delivery_job_is_number(word[POST]) ||
	    !delivery_job_is_number(word[AUTHOR]))
		return false;
	*out = (struct delivery_job){ .post = rt_u64(word[POST]),
				      .author = rt_u64(word[AUTHOR]),
				      .nonce = word[NONCE],
				      .score = word[SCORE],
				      .member = word[MEMBER] };
	return true;
}

const char *delivery_job_rest(struct arena *a,
			      const struct delivery_job *parcel,
			      const char *score, const char *member)
{
	return arena_printf(a, "post " ID " " ID " %s %s %s", parcel->post,
			    parcel->author, parcel->nonce, score, member);
}

bool delivery_job_is_late(const struct job *job)
{
	return time(NULL) - job->since >= SENT_SECONDS / 2;
}

void delivery_job_claim(struct rt_pipe *p, const struct delivery_job *parcel,
			const char **claimed)
{
	rt_pipe_str(p, claimed, "SET " KEY_SENT " %s NX GET EX %d",
		    parcel->post, parcel->nonce, SENT_SECONDS);
	rt_pipe(p, "ZREM " KEY_OUTBOX " " ID, parcel->post);
}

bool delivery_job_is_mine(const struct delivery_job *parcel,
			  const char *claimed)
{
	return !claimed || strcmp(claimed, parcel->nonce) == 0;
}
