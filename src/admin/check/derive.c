#include "admin/check/derive.h"

#include <string.h>

#include "admin/check/check_words.h"
#include "admin/check/types.h"
#include "libretwis/member/name_index.h"
#include "libretwis/member/user.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/board_lists.h"
#include "libretwis/post/conversation.h"
#include "libretwis/standing.h"
#include "libretwis/text/markup.h"

static const struct subject the_site;

static struct entry *derive_add(struct entries *to, struct subject owner,
				struct subject is, bool must)
{
	struct entry *e = &to->v[to->n++];

	*e = (struct entry){
		.in = to->in, .owner = owner, .is = is, .must = must
	};
	return e;
}

/* ---- what follows from a member ------------------------------------------ */

static void derive_named(struct entries *to, const char *text,
			 const char *value, bool must)
{
	derive_add(to, the_site, NAMED(text), must)->value = value;
}

static const char *derive_id(struct entries *to, const struct record *from)
{
	return arena_printf(to->a, ID, from->at.id);
}

static bool member_waits(const struct record *from)
{
	return rt_standing_read(from->member.standing) == RT_WAITING;
}

static void derive_auths(struct entries *to, const struct record *from)
{
	if (from->member.auth)
		derive_named(to, from->member.auth, derive_id(to, from), true);
}

static void derive_waiting(struct entries *to, const struct record *from)
{
	if (member_waits(from))
		derive_named(to, derive_id(to, from), NULL, true);
}

static void derive_moderators(struct entries *to, const struct record *from)
{
	if (rt_standing_read(from->member.standing) == RT_MODERATOR)
		derive_named(to, derive_id(to, from), "0", from->c->adopted);
}

static void derive_suspended(struct entries *to, const struct record *from)
{
	if (rt_standing_read(from->member.standing) == RT_SUSPENDED)
		derive_named(to, derive_id(to, from), NULL, from->c->adopted);
}

static void derive_invited(struct entries *to, const struct record *from)
{
	struct subject by = AT(rt_u64(from->member.invited_by));
	struct subject is = AT(from->at.id);

	if (by.id && from->member.username)
		derive_add(to, by, is, true);
}

static void derive_by_time(struct entries *to, const struct record *from)
{
	if (from->member.username)
		derive_named(to, from->member.username, NULL,
			     !member_waits(from));
}

/*
 * Only names of a time with capital letters and spaces are not as `users` has.
 */
static void derive_names(struct entries *to, const struct record *from)
{
	const char *name = from->member.username;

	if (name)
		derive_named(to, rt_name_fold(to->a, name),
			     derive_id(to, from),
			     from->c->adopted && !member_waits(from) &&
				     rt_name_problem(name));
}

static void derive_indexed(struct entries *to, struct name_entries e,
			   bool must)
{
	for (size_t i = 0; i < e.n; i++)
		derive_named(to, e.v[i], "0", must);
}

static void derive_members(struct entries *to, const struct record *from)
{
	struct rt_names names = { .name = from->member.username,
				  .display = from->member.display };
	bool must = from->c->adopted && !member_waits(from);

	if (!names.name)
		return;
	derive_indexed(to, name_entries(to->a, &names, from->at.id), must);
	derive_indexed(to, name_entries_earlier(to->a, &names, from->at.id),
		       false);
}

static void derive_directory(struct entries *to, const struct record *from)
{
	const char *name = from->member.username;

	if (name && !member_waits(from))
		derive_named(to, directory_entry(to->a, name, from->at.id),
			     "0", from->c->adopted);
}

/* ---- what follows from a post -------------------------------------------- */

/* A list that is cut has to have only what is newer than its last entry. */
static bool timeline_reaches(struct rt_ids timeline, uint64_t id)
{
	return timeline.n && timeline.v[timeline.n - 1] < id;
}

static bool post_is_listed(const struct entries *to, const struct record *from)
{
	return from->c->adopted && !to->waits;
}

static void derive_own(struct entries *to, const struct record *from)
{
	struct entry *e = derive_add(to, AT(rt_u64(from->post.user_id)),
				     from->at, post_is_listed(to, from));

	e->known = check_is_own(from->c, from->at.id);
}

static void derive_timeline(struct entries *to, const struct record *from)
{
	struct rt_ids timeline = from->c->timeline;
	uint64_t id = from->at.id;
	bool must = post_is_listed(to, from) && timeline_reaches(timeline, id);

	derive_add(to, the_site, from->at, must)->known =
		ids_have(timeline, id);
}

/*
 * PHP Retwis knows no tags, so its posts need not be in their lists.  Nor need
 * one that was corrected just now: a worker has yet to move it.
 */
static void derive_tags(struct entries *to, const struct record *from)
{
	const union post_fields *post = &from->post;
	bool must =
		post_is_listed(to, from) && post->username && !post->before;
	const char *tag[TAGS_MAX];
	size_t n;

	if (!post->body || post->repost_of)
		return;
	n = parts_collect(to->a, post->body, RT_TAG, tag, TAGS_MAX);
	for (size_t i = 0; i < n; i++)
		derive_add(to, NAMED(tag[i]), from->at, must);
}

static void derive_announcements(struct entries *to, const struct record *from)
{
	const struct rt_attached has = attached_read(to->a, &from->post);
	const char *entry = announcement_entry(to->a, from->at.id,
					       rt_u64(from->post.time));

	if (has.announced)
		derive_add(to, the_site, NAMED(entry),
			   post_is_listed(to, from))
			->value =
			arena_printf(to->a, "%lld", (long long)has.announced);
}

static void derive_dates(struct entries *to, const struct record *from)
{
	const struct rt_attached has = attached_read(to->a, &from->post);

	if (has.date)
		derive_add(to, the_site, NAMED(derive_id(to, from)),
			   post_is_listed(to, from))
			->value = arena_printf(to->a, "%lld",
					       (long long)has.date->begins);
}

/* A reply outlives the post that it answers, and then is in no list. */
static void derive_replies(struct entries *to, const struct record *from)
{
	const union post_fields *post = &from->post, *about = to->about;
	bool must = about && about->user_id && !about->gone &&
		    !about->repost_of && !post->repost_of;

	if (post->reply_to)
		derive_add(to, AT(rt_u64(post->reply_to)), from->at, must);
}

/* Once a conversation is full, the later replies are not in it. */
static void derive_conversation(struct entries *to, const struct record *from)
{
	struct joined in = conversation_of(&from->post);
	struct subject is = from->at;

	if (!in.root || from->post.repost_of)
		return;
	is.text = arena_printf(to->a, ID " " ID, is.id, in.parent);
	derive_add(to, AT(in.root), is, post_is_listed(to, from))->value =
		derive_id(to, from);
}

/* The deletion of an original, if one is under way, includes its reposts. */
static bool original_is_there(const union post_fields *about)
{
	return about && about->user_id && !about->was_user_id &&
	       !post_is_half(about);
}

static void derive_reposted(struct entries *to, const struct record *from)
{
	struct subject by = AT(rt_u64(from->post.user_id));
	struct subject of = AT(rt_u64(from->post.repost_of));
	bool must = original_is_there(to->about);

	if (of.id)
		derive_add(to, by, of, must)->value = derive_id(to, from);
}

static void derive_reposts(struct entries *to, const struct record *from)
{
	const union post_fields *post = &from->post;
	bool must = original_is_there(to->about) && !to->about->gone;

	if (post->repost_of)
		derive_add(to, AT(rt_u64(post->repost_of)), from->at, must)
			->value = post->time ? post->time : "0";
}

/* ---- the rows ------------------------------------------------------------ */

/* Nobody follows or mutes themselves. */
static bool follow_belongs(const struct record *from, const struct entry *e)
{
	return from->at.id != e->owner.id;
}

/* Originals are liked, saved and mention somebody, and reposts never. */
static bool original_belongs(const struct record *from,
			     __attribute__((unused)) const struct entry *e)
{
	return !from->post.repost_of;
}

/* Something has happened to it that happens to published posts only. */
static bool post_was_public(const struct record *from,
			    const struct entries *all)
{
	for (size_t i = 0; i < COUNTS; i++)
		if (rt_u64(from->post.field[POST_AT_REPLIES + i]))
			return true;
	for (size_t i = 0; i < all->n; i++)
		if (all->v[i].in == ROW_TAG && all->v[i].at.n)
			return true;
	return ids_have(from->c->timeline, from->at.id);
}

/*
 * In doubt the post was published, and its author has seen it.  A post that a
 * page or a worker has in hand is in the outbox.
 */
static enum kind own_missing(const struct record *from,
			     const struct entries *all)
{
	if (!from->post.username)
		return BY_PHP;
	return post_was_public(from, all) ||
			       !timeline_reaches(from->c->timeline,
						 from->at.id)
		       ? NOT_OWN
		       : UNPUBLISHED;
}

/* clang-format off */
const struct derived derived[] = {
	/* indexes of members */
	[ROW_AUTHS] = { A_MEMBER, .entries = derive_auths,
		.missing = UNLISTED, .gone = AUTHS_STALE,
		.wrong = AUTHS_STALE, .exact = true },
	[ROW_NAMES] = { A_MEMBER, .entries = derive_names,
		.missing = FOLDED_MISSING, .gone = FOLDED_WRONG,
		.wrong = FOLDED_WRONG, .by_claim = true },
	[ROW_MEMBERS] = { A_MEMBER, .entries = derive_members,
		.missing = UNLISTED, .gone = MEMBERS_STALE,
		.wrong = MEMBERS_STALE },
	[ROW_WAITING] = { A_MEMBER, .entries = derive_waiting,
		.missing = UNLISTED, .gone = WAITING_STALE,
		.wrong = WAITING_STALE },
	[ROW_MODERATORS] = { A_MEMBER, .entries = derive_moderators,
		.missing = UNLISTED, .gone = MODERATORS_STALE,
		.wrong = MODERATORS_STALE },
	[ROW_SUSPENDED] = { A_MEMBER, .entries = derive_suspended,
		.missing = UNLISTED, .gone = SUSPENDED_STALE,
		.wrong = SUSPENDED_STALE },
	[ROW_DIRECTORY] = { A_MEMBER, .entries = derive_directory,
		.missing = UNLISTED, .gone = DIRECTORY_STALE,
		.wrong = DIRECTORY_STALE },
	[ROW_INVITED] = { A_MEMBER, .entries = derive_invited,
		.missing = UNLISTED, .gone = INVITED_STALE,
		.wrong = INVITED_STALE },
	[ROW_BY_TIME] = { A_MEMBER, .entries = derive_by_time,
		.missing = UNLISTED, .gone = BY_TIME_STALE, .by_name = true },
	/* follows, mutes and likes, at both ends */
	[ROW_FOLLOWING] = { A_MEMBER, .gone = FOLLOW_NOBODY,
		.wrong = FOLLOW_SELF, .belongs = follow_belongs,
		.half = FOLLOW_HALF },
	[ROW_FOLLOWERS] = { A_MEMBER, .gone = FOLLOWER_NOBODY,
		.half = UNFOLLOW_HALF },
	[ROW_QUIET] = { A_MEMBER, .gone = QUIET_NOBODY,
		.wrong = QUIET_SELF, .belongs = follow_belongs,
		.half = QUIET_HALF },
	[ROW_QUIET_BY] = { A_MEMBER, .gone = QUIET_BY_NOBODY,
		.half = UNQUIET_HALF },
	[ROW_LIKED] = { A_POST, .gone = LIKED_GONE, .wrong = LIKED_GONE,
		.belongs = original_belongs, .half = LIKED_HALF, .likes = true },
	[ROW_SAVED] = { A_POST, .gone = SAVED_GONE, .wrong = SAVED_GONE,
		.belongs = original_belongs },
	[ROW_ANSWERED] = { A_POST, .gone = ANSWERED_GONE,
		.wrong = ANSWERED_GONE, .belongs = original_belongs },
	[ROW_LIKES] = { A_MEMBER, .gone = LIKE_NOBODY, .half = LIKE_HALF,
		.likes = true },
	[ROW_READ_BY] = { A_MEMBER, .gone = READER_NOBODY },
	/* lists and sets of posts */
	[ROW_ANNOUNCEMENTS] = { A_POST, .entries = derive_announcements,
		.missing = NOT_LISTED, .gone = ANNOUNCED_STALE,
		.wrong = ANNOUNCED_STALE, .after = ROW_OWN, .exact = true },
	[ROW_DATES] = { A_POST, .entries = derive_dates,
		.missing = NOT_LISTED, .gone = DATES_STALE,
		.wrong = DATES_STALE, .after = ROW_OWN, .exact = true },
	[ROW_REPOSTED] = { A_POST, .entries = derive_reposted,
		.missing = REPOST_UNCLAIMED, .gone = REPOST_CUT,
		.wrong = REPOST_CUT, .by_score = true, .exact = true },
	[ROW_REPOSTS] = { A_POST, .entries = derive_reposts,
		.missing = REPOST_UNKNOWN, .gone = REPOSTS_WRONG,
		.wrong = REPOSTS_WRONG, .after = ROW_REPOSTED,
		.recount = true },
	[ROW_REPLIES] = { A_POST, .entries = derive_replies,
		.missing = NOT_THREADED, .gone = LIST_GONE,
		.wrong = LIST_WRONG },
	[ROW_CONVERSATION] = { A_POST, .entries = derive_conversation,
		.missing = NOT_IN_TALK },
	[ROW_OWN] = { A_POST, .entries = derive_own, .what = own_missing,
		.gone = LIST_GONE, .wrong = LIST_WRONG,
		.newest_first = true },
	[ROW_TIMELINE] = { A_POST, .entries = derive_timeline,
		.missing = NOT_LISTED, .gone = LIST_GONE, .wrong = LIST_WRONG,
		.after = ROW_OWN, .newest_first = true },
	[ROW_MENTIONS] = { A_POST, .gone = LIST_GONE, .wrong = LIST_WRONG,
		.belongs = original_belongs, .newest_first = true },
	[ROW_WORD] = { A_POST, .gone = WORD_GONE, .wrong = WORD_WRONG,
		.belongs = word_belongs },
	[ROW_TAG] = { A_POST, .entries = derive_tags, .missing = NOT_LISTED,
		.gone = LIST_GONE, .wrong = LIST_WRONG, .after = ROW_OWN,
		.newest_first = true },
};
/* clang-format on */

#define ROWS (sizeof derived / sizeof *derived)

bool derive_knows(enum key_row in)
{
	return in < ROWS && derived[in].from != NOTHING;
}

/* ---- deriving ------------------------------------------------------------ */

const char *entry_key(struct arena *a, const struct entry *e)
{
	return subject_key(a, all_keys[e->in].format, e->owner);
}

const char *entry_text(struct arena *a, const struct entry *e)
{
	return e->is.text ? e->is.text : arena_printf(a, ID, e->is.id);
}

static void derive_into(struct entries *to, enum key_row in,
			const struct record *from)
{
	to->in = in;
	derived[in].entries(to, from);
}

void derive(struct entries *to, enum key_row in, const struct record *from)
{
	to->v = arena_alloc(to->a, ENTRIES_MAX * sizeof *to->v);
	to->n = 0;
	derive_into(to, in, from);
}

static bool subject_is(struct subject a, struct subject b)
{
	return a.text && b.text ? strcmp(a.text, b.text) == 0
				: a.text == b.text && a.id == b.id;
}

bool derive_has(struct arena *a, const struct record *from,
		const struct entry *e)
{
	const struct derived *d = &derived[e->in];
	struct entry v[ENTRIES_MAX];
	struct entries all = { .a = a, .v = v };

	if (!d->entries)
		return !d->belongs || d->belongs(from, e);
	if (e->in == ROW_TAG && from->post.before)
		return true;
	derive_into(&all, e->in, from);
	for (size_t i = 0; i < all.n; i++)
		if (subject_is(v[i].owner, e->owner) &&
		    subject_is(v[i].is, e->is))
			return true;
	return false;
}

/* ---- what is missing ----------------------------------------------------- */

/* The list of a tag may be of another type: the walks over types skip these. */
static void entry_queue_tag(struct rt_pipe *p, struct entry *e)
{
	rt_pipe_lenient(p);
	rt_pipe_str(p, &e->tag.type, "TYPE %s", e->key);
	rt_pipe_u64(p, &e->tag.length, "LLEN %s", e->key);
	rt_pipe_lenient(p);
	rt_pipe_str(p, &e->tag.last, "LINDEX %s -1", e->key);
	rt_pipe_lenient(p);
	rt_pipe_str(p, &e->tag.used, "ZSCORE " KEY_TAGS " %s", e->owner.text);
}

static void entry_queue(struct rt_pipe *p, struct entry *e)
{
	const struct key *key = &all_keys[e->in];
	const char *is;

	if (e->known)
		return;
	e->key = entry_key(p->a, e);
	is = entry_text(p->a, e);
	if (strcmp(key->type, "hash") == 0)
		rt_pipe_str(p, &e->there, "HGET %s %s", e->key, is);
	else if (strcmp(key->type, "zset") == 0)
		rt_pipe_str(p, &e->there, "ZSCORE %s %s", e->key, is);
	else
		rt_pipe_ids(p, &e->at, 1, "LPOS %s %s COUNT 1", e->key, is);
	if (key->of == A_TAG)
		entry_queue_tag(p, e);
	if (e->in == ROW_CONVERSATION)
		rt_pipe_u64(p, &e->length, "ZCARD %s", e->key);
}

void missing_queue(struct rt_pipe *p, struct entries *to, enum named what,
		   const struct record *from)
{
	struct entry v[ENTRIES_MAX] = { { .in = 0 } };
	size_t n = 0;

	to->a = p->a;
	to->v = v;
	to->n = 0;
	for (enum key_row in = 0; in < ROWS; in++)
		if (derived[in].entries && derived[in].from == what)
			derive_into(to, in, from);
	for (size_t i = 0; i < to->n; i++)
		if (v[i].must)
			v[n++] = v[i];
	to->n = n;
	to->v = arena_alloc(p->a, n * sizeof *v);
	for (size_t i = 0; i < n; i++) {
		to->v[i] = v[i];
		entry_queue(p, &to->v[i]);
	}
}

static bool entry_is_there(const struct entry *e)
{
	if (e->known || e->at.n || e->length >= CONVERSATION_CAP)
		return true;
	return e->there &&
	       (!derived[e->in].exact || rt_u64(e->there) == rt_u64(e->value));
}

static bool entries_lack(const struct entries *all, enum key_row in)
{
	for (size_t i = 0; in && i < all->n; i++)
		if (all->v[i].in == in && !entry_is_there(&all->v[i]))
			return true;
	return false;
}

/* A list whose older half was deleted may have cut off older posts before. */
static bool entry_is_reached(const struct entry *e)
{
	return rt_u64(e->tag.last) < e->is.id ||
	       e->tag.length < RT_TAG_POSTS / 2;
}

/* Whether the list of a tag can be looked into, and has to have the post. */
static bool entry_judge_tag(const struct record *from, const struct entry *e)
{
	if (!type_judge(from->c, TAG_TYPE, from->at, e->key, e->tag.type,
			"list"))
		return false;
	if (e->at.n && !e->tag.used)
		check_found(from->c, TAG_UNUSED, from->at, 0, e->owner.text);
	return entry_is_reached(e);
}

static void entry_judge(const struct record *from, const struct entries *all,
			const struct entry *e)
{
	const struct derived *d = &derived[e->in];

	if (entries_lack(all, d->after) ||
	    (all_keys[e->in].of == A_TAG && !entry_judge_tag(from, e)) ||
	    entry_is_there(e))
		return;
	check_found_in(from->c, e->in,
		       d->what ? d->what(from, all) : d->missing, from->at,
		       d->by_score ? e->is.id : e->owner.id, e->key);
}

void missing_judge(const struct record *from, const struct entries *all)
{
	for (size_t i = 0; i < all->n; i++)
		entry_judge(from, all, &all->v[i]);
}
