#include "libretwis/member/attempt.h"

#include <string.h>
#include <time.h>

#include "base/day.h"
#include "base/digits.h"
#include "base/network.h"
#include "base/secret.h"
#include "libretwis/member/known_places_note.lua.h"
#include "libretwis/site/site_hmac.h"
#include "schema/key.h"
#include "libretwis/site/context.h"

/* ---- known places ------------------------------------------------------ */

/*
 * An address is forgotten sooner than a browser: where somebody was is not to
 * be stored for a year, not even as a digest.
 */
#define ADDRESS_DAYS 30
#define BROWSER_DAYS 365

static uint64_t known_places_today(void)
{
	return (uint64_t)time(NULL) / DAY_SECONDS;
}

/*
 * The id is part of the digest, so that two members' entries for one place
 * can't be matched.
 */
static const char *known_places_digest(struct rt_pipe *p, uint64_t id,
				       const char *place)
{
	return rt_site_hmac(p->rt, p->a, "known",
			    arena_printf(p->a, "%s " ID, place, id));
}

void known_places_queue(struct rt_pipe *p, const char **entry, uint64_t id,
			const char *place)
{
	rt_pipe_str(p, entry, "HGET " KEY_KNOWN_PLACES " %s", id,
		    known_places_digest(p, id, place));
	rt_pipe_lenient(p);
}

bool known_places_is(const char *entry)
{
	uint64_t last, end;

	return entry && digits_read(&entry, &last) && *entry++ == ' ' &&
	       digits_read(&entry, &end) && !*entry &&
	       end > known_places_today();
}

void known_places_note(struct rt_pipe *p, uint64_t id, const char *address,
		       const char *browser)
{
	uint64_t today = known_places_today();

	rt_pipe(p,
		"EVAL %s 1 " KEY_KNOWN_PLACES " %d " ID " %d %s " ID " %s " ID,
		KNOWN_PLACES_NOTE_LUA, id, KNOWN_PLACES_CAP, today,
		KNOWN_PLACES_SECONDS, known_places_digest(p, id, address),
		today + ADDRESS_DAYS, known_places_digest(p, id, browser),
		today + BROWSER_DAYS);
}

/* ---- attempts ---------------------------------------------------------- */

/*
 * This many attempts for a name are always left to each network, whatever
 * others have guessed, up to the limit of a day.  The cost is that a stranger
 * with many addresses has this many guesses from each.  The benefit is that,
 * below the limit of a day, nobody can be locked out.
 */
#define ALWAYS_ALLOWED 2

/* The n-th word of the browser's cookie, or NULL. */
static const char *attempt_word(const struct rt *rt, struct arena *a, int n)
{
	const char *word = rt->context->browser;

	for (; word && n > 0; n--) {
		word = strchr(word, '.');
		if (word)
			word++;
	}
	return word ? arena_strndup(a, word, strcspn(word, ".")) : NULL;
}

static const char *attempt_place(const struct rt *rt, struct arena *a,
				 int from)
{
	switch (from) {
	case FROM_ADDRESS:
		return rt->context->visitor;
	case FROM_NETWORK:
		return network_wide(a, rt->context->visitor);
	default:
		return attempt_word(rt, a, from - FROM_BROWSER);
	}
}

/*
 * Place and name, separated by a blank.  No place contains one, so different
 * pairs never give the same text.
 */
static void attempt_queue_from(struct rt_pipe *p, struct attempt *t, int from)
{
	const char *place = attempt_place(p->rt, p->a, from);
	const char *both = arena_printf(p->a, "%s %s", place, t->name);

	if (place)
		rate_limit_queue(p, &t->from[from].limit, RT_RATE_SIGN_IN,
				 rt_site_hmac(p->rt, p->a, "sign-in", both));
}

struct attempt attempt_first(struct rt *rt, struct arena *a, const char *name)
{
	return (struct attempt){
		.name = rt->context->visitor ? rt_name_typed(a, name) : NULL,
		.network =
			rt->context->visitor &&
					network_wide(a, rt->context->visitor)
				? FROM_NETWORK
				: FROM_ADDRESS,
	};
}

void attempt_count(struct rt_pipe *p, struct attempt *t, const char *name)
{
	*t = attempt_first(p->rt, p->a, name);
	for (int i = 0; t->name && i < FROMS; i++)
		attempt_queue_from(p, t, i);
	rate_limit_times(p, &t->from[t->network].limit, &t->times);
}

static void attempt_queue_places(struct rt_pipe *p, struct attempt *t,
				 uint64_t id)
{
	for (int i = 0; t->name && i < FROM_NETWORK; i++) {
		const char *place = attempt_place(p->rt, p->a, i);

		if (place)
			known_places_queue(p, &t->from[i].entry, id, place);
	}
}

static bool attempt_knows(const struct attempt *t, int from)
{
	return known_places_is(t->from[from].entry);
}

/* The place of the word that is known; 0: none. */
static int attempt_known_browser(const struct attempt *t)
{
	for (int from = FROM_BROWSER; from < FROM_NETWORK; from++)
		if (attempt_knows(t, from))
			return from;
	return 0;
}

/* The count that decides is that of the place which is known best. */
static enum rt_err attempt_check_best_known(struct rt *rt,
					    const struct attempt *t)
{
	int from = attempt_known_browser(t);

	if (!from)
		from = attempt_knows(t, FROM_ADDRESS) ? FROM_ADDRESS
						      : t->network;

	return rate_limit_check(rt, &t->from[from].limit);
}

enum rt_err attempt_check_early(struct rt *rt, const struct attempt *t)
{
	bool is_in_vain = !limit_allows(&t->from[t->network].limit.count);

	for (int i = 0; i < FROMS; i++)
		if (t->from[i].limit.what &&
		    limit_allows(&t->from[i].limit.count))
			is_in_vain = false;
	return is_in_vain ? attempt_check_best_known(rt, t) : RT_OK;
}

enum rt_err attempt_check_member(struct rt *rt, struct arena *a,
				 struct attempt *t, uint64_t id)
{
	struct rt_pipe p;
	enum rt_err err;

	if (!t->name)
		return RT_OK;
	rt_pipe_begin_lenient(&p, rt, a);
	attempt_queue_places(&p, t, id);
	err = rt_pipe_end(&p);
	return err ? err : attempt_check_best_known(rt, t);
}

enum rt_err attempt_begin(struct rt *rt, struct arena *a, struct attempt *t,
			  const struct rt_user *me)
{
	struct rt_pipe p;
	enum rt_err err;

	*t = attempt_first(rt, a, me->name);
	if (!t->name)
		return RT_OK;
	rt_pipe_begin(&p, rt, a);
	attempt_count(&p, t, me->name);
	t->has_session = true;
	attempt_queue_places(&p, t, me->id);
	err = rt_pipe_end(&p);
	return err ? err : attempt_check_best_known(rt, t);
}

void attempt_count_strangers(struct rt_pipe *p, struct attempt *t)
{
	const char *wide, *whose;

	if (!t->name || attempt_knows(t, FROM_ADDRESS) ||
	    attempt_known_browser(t))
		return;
	wide = network_wide(p->a, p->rt->context->visitor);
	whose = rt_site_hmac(p->rt, p->a, "sign-in-name", t->name);
	rate_limit_queue(p, &t->by_address, RT_RATE_SIGN_IN_ADDRESS,
			 wide ? wide : p->rt->context->visitor);
	rate_limit_queue(p, &t->by_name, RT_RATE_SIGN_IN_NAME, whose);
	rate_limit_queue(p, &t->by_day, RT_RATE_SIGN_IN_DAY, whose);
	if (!t->has_session)
		attempt_count_site(p, &t->by_site);
}

void attempt_count_site(struct rt_pipe *p, struct rate_limit *by_site)
{
	rate_limit_queue(p, by_site, RT_RATE_SIGN_IN_ALL, "site");
}

enum rt_err attempt_check_site(struct rt *rt, const struct rate_limit *by_site)
{
	return rate_limit_check(rt, by_site) ? RT_LATE : RT_OK;
}

static const struct rate_limit *attempt_worst(const struct attempt *t)
{
	bool is_free = t->times > 0 && t->times <= ALWAYS_ALLOWED;
	const struct rate_limit *worst = &t->by_address;

	if (!is_free && t->by_name.count.wait > worst->count.wait)
		worst = &t->by_name;
	if (t->by_day.count.wait > worst->count.wait)
		worst = &t->by_day;
	return worst;
}

/* If this fails, one attempt too many is counted for a moment. */
static void attempt_take_back_site(struct rt *rt, struct arena *a,
				   const struct attempt *t)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rate_limit_take_back(&p, &t->by_site);
	rt_pipe_end(&p);
}

enum rt_err attempt_check(struct rt *rt, struct arena *a,
			  const struct attempt *t)
{
	enum rt_err err = rate_limit_check(rt, attempt_worst(t));

	if (err && t->by_site.what)
		attempt_take_back_site(rt, a, t);
	return err ? err : attempt_check_site(rt, &t->by_site);
}

bool attempt_is_strange(const struct attempt *t)
{
	return t->name &&
	       (!attempt_knows(t, FROM_ADDRESS) || !attempt_known_browser(t));
}

void attempt_take_back(struct rt_pipe *p, const struct attempt *t)
{
	rate_limit_take_back(p, &t->by_address);
	rate_limit_take_back(p, &t->by_name);
	rate_limit_take_back(p, &t->by_day);
	for (int i = 0; i < FROMS; i++)
		rate_limit_take_back(p, &t->from[i].limit);
}

enum rt_err attempt_cancel(struct rt *rt, struct arena *a,
			   const struct attempt *t)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	attempt_take_back(&p, t);
	rate_limit_take_back(&p, &t->by_site);
	return rt_pipe_end(&p);
}

/* A new word before the others, of which the last may have no room. */
static const char *attempt_add_word(const struct rt *rt, struct arena *a)
{
	const char *fresh = secret_new(a), *all = fresh, *word;

	for (int n = 0; n < RT_BROWSER_WORDS - 1; n++) {
		word = attempt_word(rt, a, n);
		if (word)
			all = arena_printf(a, "%s.%s", all, word);
	}
	rt->context->browser = all;
	return fresh;
}

void attempt_succeed(struct rt_pipe *p, const struct attempt *t, uint64_t id)
{
	int known = attempt_known_browser(t);

	if (!t->name)
		return;
	attempt_take_back(p, t);
	known_places_note(p, id, p->rt->context->visitor,
			  known ? attempt_place(p->rt, p->a, known)
				: attempt_add_word(p->rt, p->a));
}
