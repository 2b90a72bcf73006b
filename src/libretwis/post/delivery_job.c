#include "libretwis/post/delivery_job.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/secret.h"
#include "libretwis/post/indexing_note.h"
#include "schema/key.h"

/* ---- the outbox ----------------------------------------------------- */

/* A date further ahead than this would look like the work of a wrong clock. */
#define AHEAD_MS (CLOCK_AHEAD_MS - 10000)

void outbox_add(struct rt_pipe *p, uint64_t post, uint64_t *added)
{
	rt_pipe_u64(p, added, "ZADD " KEY_OUTBOX " NX %lld " ID,
		    (long long)clock_date_ms(), post);
}

void outbox_drop(struct rt_pipe *p, uint64_t post)
{
	rt_pipe(p, "ZREM " KEY_OUTBOX " " ID, post);
}

/*
 * Redis stores a number inside the key's own memory, where a text would need
 * memory of its own, and the claim on each post of a day holds this value.
 */
static uint64_t outbox_number(struct arena *a, const char *nonce)
{
	return strtoull(arena_strndup(a, nonce, 8), NULL, 16);
}

const char *outbox_job(struct arena *a, uint64_t author, uint64_t post,
		       const char *nonce)
{
	return arena_printf(a, "post " ID " " ID " " ID, post, author,
			    outbox_number(a, nonce ? nonce : secret_new(a)));
}

void outbox_push(struct rt_pipe *bus, uint64_t author, uint64_t post,
		 const char *nonce)
{
	queue_try(bus, DELIVER_QUEUE, outbox_job(bus->a, author, post, nonce));
}

int64_t outbox_ahead_ms(void)
{
	return clock_date_ms() + AHEAD_MS;
}

/* ---- a job ---------------------------------------------------------- */

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

const char *delivery_job_rest(struct arena *a, const struct delivery_job *j,
			      const char *score, const char *member)
{
	return arena_printf(a, "post " ID " " ID " %s %s %s", j->post,
			    j->author, j->nonce, score, member);
}

bool delivery_job_is_late(const struct job *job)
{
	return time(NULL) - job->since >= SENT_SECONDS / 2;
}

void delivery_job_claim(struct rt_pipe *p, const struct delivery_job *j,
			const char **claimed)
{
	rt_pipe_str(p, claimed, "SET " KEY_SENT " %s NX GET EX %d", j->post,
		    j->nonce, SENT_SECONDS);
	indexing_note_new(p, j->post);
	rt_pipe_then(p);
	rt_pipe(p, "ZREM " KEY_OUTBOX " " ID, j->post);
}

bool delivery_job_is_mine(const struct delivery_job *j, const char *claimed)
{
	return !claimed || strcmp(claimed, j->nonce) == 0;
}
