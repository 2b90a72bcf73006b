#include "admin/check/relations.h"

/*
 * What it is called when an entry's member or post is gone, does not belong
 * there, or does not have the owner in the mirror.
 */
/* clang-format off */
const struct relation relations[RELATIONS] = {
	[R_FOLLOWING] = {
		&all_keys[ROW_FOLLOWING], A_SET,
		.gone = FOLLOW_NOBODY, .wrong = FOLLOW_SELF,
		.half = FOLLOW_HALF },
	[R_FOLLOWERS] = {
		&all_keys[ROW_FOLLOWERS], A_SET,
		.gone = FOLLOWER_NOBODY, .half = UNFOLLOW_HALF },
	[R_LIKED] = {
		&all_keys[ROW_LIKED], A_SET,
		.gone = LIKED_GONE, .wrong = LIKED_GONE, .half = LIKED_HALF,
		.likes = true },
	[R_LIKES] = {
		&all_keys[ROW_LIKES], A_SET,
		.gone = LIKE_NOBODY, .half = LIKE_HALF, .likes = true },
	[R_REPOSTED] = {
		&all_keys[ROW_REPOSTED], A_SET,
		.gone = REPOST_CUT, .wrong = REPOST_CUT, .by_score = true },
	[R_REPOSTS] = {
		&all_keys[ROW_REPOSTS], A_SET,
		.gone = REPOSTS_WRONG, .wrong = REPOSTS_WRONG },
	[R_OWN] = {
		&all_keys[ROW_OWN], A_LOG,
		.gone = LIST_GONE, .wrong = LIST_WRONG },
	[R_TIMELINE] = {
		&all_keys[ROW_TIMELINE], A_LOG, .gone = LIST_GONE },
	[R_REPLIES] = {
		&all_keys[ROW_REPLIES], A_THREAD,
		.gone = LIST_GONE, .wrong = LIST_WRONG },
	[R_TAGGED] = {
		&all_keys[ROW_TAG], A_LOG,
		.gone = LIST_GONE, .wrong = LIST_WRONG },
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
