#include "view/overload.h"

#include <string.h>

#include "base/clock.h"
#include "base/digits.h"
#include "base/prefix.h"
#include "http/answer.h"
#include "view/frame.h"
#include "view/failure.h"
#include "view/view_form.h"

#define NUMBER_MAX 16 /* digits: a date in microseconds */

/* So that it is there within five seconds, whatever else takes its time. */
#define ANSWER_MS 3500

/* Before we know better. */
#define FIRST_HASH_MS 50

/* If nobody was waiting it is worth a try, however long a hash takes. */
#define SOON_MS 100

/* A web server has given up long before: nobody waits for so long. */
#define NOBODY_MS 60000

#define RETRY_MAX_MS 59000

/* ---- how long it has waited -------------------------------------------- */

/* Reads a number and what follows it, and moves `text` behind both. */
static bool overload_number(const char **text, const char *then, uint64_t *n)
{
	const char *at = *text;

	if (!digits_read(&at, n) || at - *text > NUMBER_MAX)
		return false;
	*text = text_after(at, then);
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

int64_t overload_waited_ms(const char *asked, int64_t now)
{
	uint64_t then, until = (uint64_t)now;

	if (!asked || (!overload_read_nginx(asked, &then) &&
		       !overload_read_apache(asked, &then)))
		return 0;
	return then < until && until - then < NOBODY_MS
		       ? (int64_t)(until - then)
		       : 0;
}

bool overload_is(int64_t waited_ms, int64_t hash_ms)
{
	return waited_ms > SOON_MS && waited_ms + hash_ms > ANSWER_MS;
}

/* Requests of this process that hash, or will. */
static int64_t hashing;

/*
 * A body that came slowly has not waited for others.  Those who were here
 * before have their hashes first.  Several threads work on these, but share the
 * processors with all that a rush brings: we count on no more than one of them.
 */
bool req_is_overload(struct req *q)
{
	int64_t waited = overload_waited_ms(req_param(q, "HTTP_RETWIS_ASKED"),
					    q->taken_ms);
	int64_t hash_ms = rt_hash_ms() ? rt_hash_ms() : FIRST_HASH_MS;
	int64_t came = clock_ms() - waited;

	if (overload_is(waited + hashing * hash_ms, hash_ms))
		return true;
	rt_hash_by(q->rt, came + SOON_MS, came + ANSWER_MS);
	q->hashes = true;
	hashing++;
	return false;
}

void overload_end(const struct req *q)
{
	if (q->hashes)
		hashing--;
}

/* ---- when there will be time ------------------------------------------- */

uint64_t overload_retry(int64_t now, int64_t hash_ms)
{
	static int64_t taken; /* all time until then */

	if (taken < now)
		taken = now;
	taken += hash_ms;
	if (taken > now + RETRY_MAX_MS)
		taken = now + RETRY_MAX_MS;
	return (uint64_t)(taken - now) / 1000 + 1;
}

void page_overload(struct req *q, struct tpl *form)
{
	uint64_t wait = overload_retry(clock_ms(), rt_hash_ms());

	view_bad(form, false, "BAD_FORM",
		 arena_printf(q->a,
			      "Too many people are signing in right now. "
			      "Try again in %s.",
			      view_wait(q->a, wait)));
	page_header(q, "Retry-After: %llu", (unsigned long long)wait);
	page_end(q, 429);
}
