#include "admin/check/relations.h"

#include "libretwis/post/tag.h"
#include "schema/key.h"

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
