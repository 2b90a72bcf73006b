#include "libretwis/check/relations.h"

#include <string.h>

#include "libretwis/post/tag.h"
#include "libretwis/text/markup.h"

/* ---- what belongs into a key ------------------------------------------- */

static bool entry_has_tag(struct check *c, const struct entry *e)
{
	const char *tag[TAGS_MAX];
	size_t n;

	if (!e->is.post.body || e->is.post.repost_of)
		return false;
	n = parts_collect(&c->part, e->is.post.body, RT_TAG, tag, TAGS_MAX);
	for (size_t i = 0; i < n; i++)
		if (strcmp(tag[i], e->is.at.text) == 0)
			return true;
	return false;
}

static bool entry_belongs(struct check *c, const struct entry *e)
{
	const struct post_hash *post = &e->is.post;
	uint64_t of = e->is.at.id;

	switch (e->in - relations) {
	case R_FOLLOWING:
		return e->id != of;
	case R_LIKED:
		return !post->repost_of;
	case R_REPOSTED:
		return rt_u64(post->user_id) == of &&
		       rt_u64(post->repost_of) == e->id;
	case R_REPOSTS:
		return rt_u64(post->repost_of) == of;
	case R_OWN:
		return rt_u64(post->user_id) == of;
	case R_REPLIES:
		return rt_u64(post->reply_to) == of;
	case R_TAGGED:
		return entry_has_tag(c, e);
	default:
		return true;
	}
}

/* ---- the table --------------------------------------------------------- */

/*
 * The key, whose it is, what it is, and what each entry names; the mirror; and
 * what it is called when the entry's member or post is gone, does not belong
 * there, or does not have the owner in the mirror.
 */
/* clang-format off */
const struct relation relations[RELATIONS] = {
	[R_FOLLOWING] = {
		FORMAT_BY_ID(KEY_FOLLOWING), A_MEMBER, A_SET, A_MEMBER,
		FORMAT_BY_ID(KEY_FOLLOWERS),
		.gone = FOLLOW_NOBODY, .wrong = FOLLOW_SELF,
		.half = FOLLOW_HALF },
	[R_FOLLOWERS] = {
		FORMAT_BY_ID(KEY_FOLLOWERS), A_MEMBER, A_SET, A_MEMBER,
		FORMAT_BY_ID(KEY_FOLLOWING),
		.gone = FOLLOWER_NOBODY, .half = UNFOLLOW_HALF },
	[R_LIKED] = {
		FORMAT_BY_ID(KEY_LIKED), A_MEMBER, A_SET, A_POST,
		FORMAT_BY_ID(KEY_LIKES),
		.gone = LIKED_GONE, .wrong = LIKED_GONE, .half = LIKED_HALF,
		.likes = true },
	[R_LIKES] = {
		FORMAT_BY_ID(KEY_LIKES), A_POST, A_SET, A_MEMBER,
		FORMAT_BY_ID(KEY_LIKED),
		.gone = LIKE_NOBODY, .half = LIKE_HALF, .likes = true },
	[R_REPOSTED] = {
		FORMAT_BY_ID(KEY_REPOSTED), A_MEMBER, A_SET, A_POST,
		.gone = REPOST_CUT, .wrong = REPOST_CUT, .by_score = true },
	[R_REPOSTS] = {
		FORMAT_BY_ID(KEY_REPOSTS), A_POST, A_SET, A_POST,
		.gone = REPOSTS_WRONG, .wrong = REPOSTS_WRONG },
	[R_OWN] = {
		FORMAT_BY_ID(KEY_OWN), A_MEMBER, A_LOG, A_POST,
		.gone = LIST_GONE, .wrong = LIST_WRONG },
	[R_TIMELINE] = { KEY_TIMELINE, NOTHING, A_LOG, A_POST,
		.gone = LIST_GONE, .cap = TIMELINE_CAP },
	[R_REPLIES] = {
		FORMAT_BY_ID(KEY_REPLIES), A_POST, A_THREAD, A_POST,
		.gone = LIST_GONE, .wrong = LIST_WRONG },
	[R_TAGGED] = {
		FORMAT_BY_TEXT(KEY_TAG), NOTHING, A_LOG, A_POST,
		.gone = LIST_GONE, .wrong = LIST_WRONG, .cap = RT_TAG_POSTS },
};
/* clang-format on */

const struct relation *relation_of(enum kind kind)
{
	for (int i = 0; i < RELATIONS; i++) {
		const struct relation *r = &relations[i];

		if (r->gone == kind || r->wrong == kind || r->half == kind)
			return r;
	}
	return NULL;
}

/* ---- the look at an entry ---------------------------------------------- */

/* The claim says which repost it is; then that one tells what it is. */
static void entry_ask_score(struct rt_pipe *p, void *one)
{
	struct entry *e = one;

	if (e->in->by_score)
		rt_pipe_str(p, &e->score, "ZSCORE %s " ID, e->key, e->id);
}

static void entry_ask(struct rt_pipe *p, void *one)
{
	struct entry *e = one;
	uint64_t id = e->in->by_score ? rt_u64(e->score) : e->id;

	if (e->in->mirror)
		rt_pipe_str(p, &e->mirror, "ZSCORE %s " ID,
			    arena_printf(p->a, e->in->mirror, id),
			    e->is.at.id);
	if (e->in->names == A_MEMBER)
		member_hash_ask(p, &e->is.member, id);
	else
		post_hash_ask(p, &e->is.post, id);
}

/*
 * A post that is being deleted leaves all its lists before its hash goes.  Where
 * `user_id` is still there, an earlier Retwis deleted it, and the mirrors go
 * first.
 */
static void entry_judge(struct check *c, const void *one)
{
	const struct entry *e = one;
	const struct relation *r = e->in;
	bool is_post = r->names == A_POST;
	bool is_there =
		is_post ? e->is.post.user_id != NULL
			: e->is.member.username || check_is_claimed(c, e->id);
	const char *list = r->shape == A_SET ? NULL : e->key;

	if ((r->by_score && !e->score) ||
	    (is_post && (e->is.post.was || post_is_half(&e->is.post))))
		return;
	if (!is_there)
		check_found(c, r->gone, e->is.at, e->id, list);
	else if (!entry_belongs(c, e))
		check_found(c, r->wrong, e->is.at, e->id, list);
	else if (r->mirror && !e->mirror && !(is_post && e->is.post.gone))
		check_found(c, r->half, e->is.at, e->id, list);
	else if (r == &relations[R_OWN])
		check_mark_own(c, e->id);
}

const struct look entry_look = { .size = sizeof(struct entry),
				 .ask = { entry_ask_score, entry_ask },
				 .judge = entry_judge };
