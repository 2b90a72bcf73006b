#include "view/overload.h"

#include <string.h>

#include "base/clock.h"
#include "base/digits.h"
#include "base/message.h"
#include "base/prefix.h"
#include "http/answer.h"
#include "view/frame.h"
#include "view/failure.h"
#include "view/view_form.h"

#define NUMBER_MAX 16 /* digits: enough for a date in microseconds */

/*
 * So that the answer is there within five seconds, whatever else takes time.
 * Strangers have half of that: however many come, they leave the other half to
 * members, and to browsers in which somebody has signed in before.
 */
#define ANSWER_MS          3500
#define ANSWER_STRANGER_MS (ANSWER_MS / 2)

/* An estimate until the first hash has been measured. */
#define FIRST_HASH_MS 50

/* After such a short wait a hash is worth a try, however long it takes. */
#define SHORT_WAIT_MS 100

/* Web servers give up long before, so nobody waits this long. */
#define GIVEN_UP_MS 60000

#define RETRY_MAX_MS 59000

/* ---- how long a request has waited ------------------------------------- */

/* Reads a number and the suffix, and moves `text` past both. */
static bool overload_number(const char **text, const char *suffix, uint64_t *n)
{
	const char *at = *text;

	if (!digits_read(&at, n) || at - *text > NUMBER_MAX)
		return false;
	*text = text_after(at, suffix);
	return *text;
}

static bool overload_read_nginx(const char *text, uint64_t *ms)
{
	uint64_t seconds, thousandths;

	if (!overload_number(&text, ".", &seconds) || strlen(text) != 3 ||
	    !overload_number(&text, "", &thousandths) || *text)
		return false;
	*ms = seconds * 1000 + thousandths;
	return true;
}

static bool overload_read_apache(const char *text, uint64_t *ms)
{
	uint64_t first, rest;

	text = text_after(text, "t=");
	if (!text || !overload_number(&text, " D=", &first) ||
	    !overload_number(&text, "", &rest) || *text)
		return false;
	*ms = (first + rest) / 1000;
	return true;
}

int64_t overload_waited_ms(const char *header, int64_t now)
{
	uint64_t then, until = (uint64_t)now;

	if (!header || (!overload_read_nginx(header, &then) &&
			!overload_read_apache(header, &then)))
		return 0;
	return then < until && until - then < GIVEN_UP_MS
		       ? (int64_t)(until - then)
		       : 0;
}

static int64_t overload_answer_ms(bool is_stranger)
{
	return is_stranger ? ANSWER_STRANGER_MS : ANSWER_MS;
}

bool overload_is_late(int64_t waited_ms, int64_t hash_ms, bool is_stranger)
{
	return waited_ms > SHORT_WAIT_MS &&
	       waited_ms + hash_ms > overload_answer_ms(is_stranger);
}

/* The hashes that requests of this process wait for. */
static int64_t hashing;

/*
 * A body that arrived slowly hasn't waited for others, so that time doesn't
 * count.  Requests that came before have their hashes first.  Although several
 * threads hash, they share the processors with everything else that a rush
 * causes, so we count on one of them only.
 */
bool req_is_overload(struct req *q, int hashes)
{
	int64_t waited = overload_waited_ms(req_param(q, "HTTP_RETWIS_ASKED"),
					    q->received_ms);
	int64_t hash_ms = rt_hash_ms() ? rt_hash_ms() : FIRST_HASH_MS;
	int64_t begun_ms = clock_ms() - waited;
	bool is_stranger = !q->me.id && !q->browser;

	if (overload_is_late(waited + hashing * hash_ms, hashes * hash_ms,
			     is_stranger))
		return true;
	rt_hash_deadline(q->rt, begun_ms + SHORT_WAIT_MS,
			 begun_ms + overload_answer_ms(is_stranger));
	q->hashes = hashes;
	hashing += hashes;
	return false;
}

void overload_end(const struct req *q)
{
	hashing -= q->hashes;
}

/* ---- when to try again ------------------------------------------------- */

uint64_t overload_retry(int64_t now, int64_t hash_ms)
{
	static int64_t reserved_until_ms; /* given to others already */

	if (reserved_until_ms < now)
		reserved_until_ms = now;
	reserved_until_ms += hash_ms;
	if (reserved_until_ms > now + RETRY_MAX_MS)
		reserved_until_ms = now + RETRY_MAX_MS;
	return (uint64_t)(reserved_until_ms - now) / 1000 + 1;
}

void page_overload(struct req *q, struct tpl *form)
{
	uint64_t wait = overload_retry(clock_ms(), rt_hash_ms());

	if (wait < rt_retry_after(q->rt))
		wait = rt_retry_after(q->rt);
	view_problem(form, false, "BAD_FORM",
		     message_fill(q->a,
				  _("Too many people are signing in right "
				    "now. Try again in {time}."),
				  "time", view_wait(q->a, wait)));
	page_header(q, "Retry-After: %llu", (unsigned long long)wait);
	page_end(q, 429);
}
