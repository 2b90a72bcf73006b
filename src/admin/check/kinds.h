/*
 * The table of all kinds of faults.
 *
 * There are three classes.  BREAK: no crash and no order of commands leads to
 * this, so it means a bug, lost data, or changes by somebody else.  LEFTOVER:
 * by design this is what a crash leaves, or two members who act at the same
 * moment.  Nobody sees anything wrong for long, and whoever presses the button
 * next finishes it.  REMARK: something that the host should know.
 *
 * A row is KIND(its name in C, the name that hosts read, its class, whether its
 * repair ADDS or REMOVES something or there is NONE, the function that repairs
 * it, a sentence).  In the sentence {id} and {name} are what was checked, and
 * {other} and {what} are what is wrong with it.
 *
 * A repair adds what is missing on one side, or removes the entry of what does
 * not exist.  It never deletes what somebody wrote, nor a member who has a
 * name: a post that was stored, but never came into a list, is put there.  It
 * finishes a deletion that somebody has begun.  Where two sides disagree, the
 * truth counts, such as following:, unless so much of it is missing that it
 * must have been lost.
 *
 * What is missing in one place makes others seem to be wrong: without likes:
 * the notice of a like is not true.  So repairs add first, and remove only
 * what the next check still finds.
 */
#ifndef KINDS_H
#define KINDS_H

#define CHECK_KINDS(KIND)                                                     \
	/* nothing else is checked until it is gone */                        \
	KIND(WRONG_TYPE, "key of the wrong type", BREAK, NONE, NULL,          \
	     "{what}; nothing else was checked")                              \
	/* members */                                                         \
	KIND(CLAIM_EMPTY, "name half taken", BREAK, REMOVES, repair_claim,    \
	     "@{name} is claimed by member {id}, who does not exist; "        \
	     "retwis-admin delete finishes a deletion")                       \
	KIND(REMOVAL_CUT, "deletion of a member cut short", LEFTOVER,         \
	     REMOVES, repair_removal,                                         \
	     "@{name}, member {id}, was being deleted")                       \
	KIND(CLAIM_OTHER, "name and claim", BREAK, ADDS, repair_name,         \
	     "@{name} is claimed by member {id}, who is called @{what}")      \
	KIND(NAME_LOST, "name lost", BREAK, ADDS, repair_name_lost,           \
	     "member {id} has no name, but @{name} points there")             \
	KIND(CLAIM_LOST, "claim lost", BREAK, ADDS, repair_claim_lost,        \
	     "member {id} is called @{what}, but does not hold that name")    \
	KIND(UNCLAIMED, "registration cut short", LEFTOVER, REMOVES,          \
	     repair_unclaimed, "member {id}, @{what}, was never completed")   \
	KIND(PASSWORD_NONE, "no password", BREAK, NONE, NULL,                 \
	     "member {id}, @{what}: see retwis-admin passwd")                 \
	KIND(SECRET_NONE, "no session secret", LEFTOVER, ADDS, repair_secret, \
	     "member {id}, @{what}: signing in makes one")                    \
	KIND(UNLISTED, "member not listed", LEFTOVER, ADDS, repair_missing,   \
	     "member {id} is missing from {what}")                            \
	KIND(FOLDED_MISSING, "older name free", LEFTOVER, ADDS,               \
	     repair_missing, "@{name} in lower case is free for others")      \
	KIND(FOLDED_WRONG, "older name", BREAK, REMOVES, repair_extra,        \
	     "{name} in names points to member {other}, who has another "     \
	     "name")                                                          \
	KIND(AUTHS_STALE, "secret without a member", LEFTOVER, REMOVES,       \
	     repair_extra,                                                    \
	     "a secret in auths points to member {other}, who has another")   \
	KIND(BY_TIME_STALE, "newest members", BREAK, REMOVES, repair_extra,   \
	     "@{name} in users_by_time is not a member")                      \
	KIND(MEMBERS_STALE, "search entry", LEFTOVER, REMOVES, repair_extra,  \
	     "{name} in members is not a member")                             \
	KIND(WAITING_STALE, "no longer waiting", LEFTOVER, REMOVES,           \
	     repair_extra, "member {name} is in waiting, but is not waiting") \
	KIND(MODERATORS_STALE, "no longer moderator", LEFTOVER, REMOVES,      \
	     repair_extra,                                                    \
	     "member {name} is in moderators, but is no moderator")           \
	KIND(SUSPENDED_STALE, "no longer suspended", LEFTOVER, REMOVES,       \
	     repair_extra,                                                    \
	     "member {name} is in suspended, but is not suspended")           \
	KIND(DIRECTORY_STALE, "list of members", LEFTOVER, REMOVES,           \
	     repair_extra, "{name} in directory is not a member")             \
	KIND(INVITED_STALE, "invitation by another", LEFTOVER, REMOVES,       \
	     repair_extra,                                                    \
	     "invited:{id} has member {other}, who was not invited by {id}")  \
	KIND(HOST_NOBODY, "host does not exist", LEFTOVER, REMOVES,           \
	     repair_host_nobody, "hosts has member {id}, who does not exist") \
	KIND(HOST_UNMARKED, "host not marked", LEFTOVER, ADDS,                \
	     repair_host_mark,                                                \
	     "hosts has member {id}, whose standing is {what}")               \
	KIND(HOST_MARK, "mark of a host", LEFTOVER, REMOVES,                  \
	     repair_host_mark,                                                \
	     "@{name}, member {id}, is marked as a host, "                    \
	     "but is not in hosts")                                           \
	KIND(NOBODY, "keys without a member", LEFTOVER, REMOVES,              \
	     repair_nobody, "member {id} does not exist, but {what} does")    \
	KIND(USER_COUNTER, "member counter", BREAK, ADDS, repair_counter,     \
	     "next_user_id is too low: there is a member {other}")            \
	KIND(POST_COUNTER, "post counter", BREAK, ADDS, repair_counter,       \
	     "next_post_id is too low: there is a post {other}")              \
	/* follows */                                                         \
	KIND(FOLLOW_HALF, "follow cut short", LEFTOVER, ADDS, repair_half,    \
	     "member {id} follows {other}, who has no such follower")         \
	KIND(UNFOLLOW_HALF, "unfollow cut short", LEFTOVER, ADDS,             \
	     repair_half,                                                     \
	     "member {id} has the follower {other}, who does not follow")     \
	KIND(FOLLOW_NOBODY, "follow of a missing member", BREAK, REMOVES,     \
	     repair_extra, "member {id} follows {other}, who does not exist") \
	KIND(FOLLOWER_NOBODY, "follower does not exist", BREAK, REMOVES,      \
	     repair_extra,                                                    \
	     "member {id} is followed by {other}, who does not exist")        \
	KIND(FOLLOW_SELF, "self-follow", LEFTOVER, REMOVES, repair_extra,     \
	     "member {id} is their own follower")                             \
	/* mutes and blocks */                                                \
	KIND(QUIET_HALF, "mute cut short", LEFTOVER, ADDS, repair_half,       \
	     "member {id} has muted {other}, who has no entry of it")         \
	KIND(UNQUIET_HALF, "unmute cut short", LEFTOVER, ADDS, repair_half,   \
	     "member {id} has an entry of a mute by {other}, who has none")   \
	KIND(QUIET_NOBODY, "mute of a missing member", BREAK, REMOVES,        \
	     repair_extra,                                                    \
	     "member {id} has muted {other}, who does not exist")             \
	KIND(QUIET_BY_NOBODY, "mute by a missing member", BREAK, REMOVES,     \
	     repair_extra,                                                    \
	     "member {id} is muted by {other}, who does not exist")           \
	KIND(QUIET_SELF, "self-mute", LEFTOVER, REMOVES, repair_extra,        \
	     "member {id} has muted themselves")                              \
	/* likes and reposts */                                               \
	KIND(LIKE_HALF, "like cut short", LEFTOVER, ADDS, repair_half,        \
	     "post {id} is liked by {other}, who has no such like")           \
	KIND(LIKED_HALF, "unlike cut short", LEFTOVER, ADDS, repair_half,     \
	     "member {id} likes post {other}, which has no such like")        \
	KIND(LIKE_NOBODY, "like of a missing member", BREAK, REMOVES,         \
	     repair_extra,                                                    \
	     "post {id} is liked by {other}, who does not exist")             \
	KIND(LIKED_GONE, "liked post gone", LEFTOVER, REMOVES, repair_extra,  \
	     "member {id} likes post {other}, which cannot be liked")         \
	KIND(SAVED_GONE, "saved post gone", LEFTOVER, REMOVES, repair_extra,  \
	     "member {id} has saved post {other}, which is gone")             \
	KIND(ANSWERED_GONE, "answered question gone", LEFTOVER, REMOVES,      \
	     repair_extra,                                                    \
	     "member {id} has answered post {other}, which is gone")          \
	KIND(ANSWER_NOBODY, "answer of a missing member", BREAK, REMOVES,     \
	     repair_answer_nobody,                                            \
	     "post {id} was answered by {other}, who does not exist")         \
	KIND(ANSWER_UNLISTED, "answer not listed", BREAK, ADDS,               \
	     repair_answer_unlisted,                                          \
	     "answered:{other} lacks post {id}, which that member answered")  \
	KIND(REPOST_CUT, "repost cut short", LEFTOVER, REMOVES,               \
	     repair_repost_cut,                                               \
	     "member {id} claims a repost of {other}, which does not exist")  \
	KIND(REPOST_UNCLAIMED, "repost not claimed", LEFTOVER, ADDS,          \
	     repair_repost_unclaimed,                                         \
	     "repost {id} is not the one its author has of post {other}")     \
	KIND(REPOST_GONE, "repost of nothing", LEFTOVER, REMOVES,             \
	     repair_repost_gone,                                              \
	     "repost {id} shows post {other}, which is gone")                 \
	KIND(REPOST_UNKNOWN, "repost not counted", LEFTOVER, ADDS,            \
	     repair_missing, "post {other} does not list its repost {id}")    \
	KIND(REPOSTS_WRONG, "counted repost gone", LEFTOVER, REMOVES,         \
	     repair_extra, "post {id} has no repost {other}")                 \
	/* posts */                                                           \
	KIND(POST_HALF, "post incomplete", BREAK, ADDS, repair_post_half,     \
	     "post {id} lacks its {what}")                                    \
	KIND(POST_OF_NOBODY, "post without an author", BREAK, NONE, NULL,     \
	     "post {id} is by member {other}, who does not exist; "           \
	     "retwis-admin delete removes it")                                \
	KIND(POST_CLOSED, "deletion cut short", LEFTOVER, REMOVES,            \
	     repair_closed, "post {id} was being deleted")                    \
	KIND(POST_MARK, "mark of a deleted post", LEFTOVER, REMOVES,          \
	     repair_mark, "post {id} is gone, but its mark never expires")    \
	KIND(POST_REMAINS, "keys of a deleted post", LEFTOVER, REMOVES,       \
	     repair_remains, "post {id} is gone, but {what} still exists")    \
	KIND(NOT_OWN, "post missing", BREAK, ADDS, repair_missing,            \
	     "post {id} is missing from {what}")                              \
	KIND(UNPUBLISHED, "post in no list", BREAK, ADDS, repair_unpublished, \
	     "post {id} is missing from {what} and everywhere else, "         \
	     "and no worker knows of it")                                     \
	KIND(BY_PHP, "post by PHP", LEFTOVER, ADDS, repair_missing,           \
	     "post {id} is missing from {what}: see retwis-admin adopt")      \
	KIND(NOT_LISTED, "post not listed", LEFTOVER, ADDS, repair_missing,   \
	     "post {id} is missing from {what}")                              \
	KIND(TAG_TYPE, "tag or trend of the wrong type", BREAK, NONE, NULL,   \
	     "{what}: rename or delete it")                                   \
	KIND(TAG_UNUSED, "tag not in use", LEFTOVER, ADDS, repair_tag,        \
	     "tags has no {what}, but post {id} does")                        \
	KIND(TAG_EMPTY, "tag without posts", LEFTOVER, REMOVES, repair_tag,   \
	     "tags has {name}, but no post does")                             \
	KIND(ANNOUNCED_STALE, "list of announcements", LEFTOVER, REMOVES,     \
	     repair_extra, "{name} in announcements is no announcement")      \
	KIND(DATES_STALE, "list of dates", LEFTOVER, REMOVES, repair_extra,   \
	     "post {name} in dates has no date")                              \
	KIND(READER_NOBODY, "reader does not exist", LEFTOVER, REMOVES,       \
	     repair_extra,                                                    \
	     "post {id} was read by {other}, who does not exist")             \
	KIND(READ_NOTHING, "readers of no announcement", LEFTOVER, REMOVES,   \
	     repair_read_nothing,                                             \
	     "post {id} is no announcement, but has readers")                 \
	KIND(NOT_THREADED, "reply not listed", LEFTOVER, ADDS,                \
	     repair_missing, "post {other} does not list its reply {id}")     \
	KIND(NOT_IN_TALK, "reply not in its conversation", LEFTOVER, ADDS,    \
	     repair_missing, "conversation {other} lacks its reply {id}")     \
	KIND(TALK_GONE, "deleted reply in a conversation", LEFTOVER, REMOVES, \
	     repair_talk_gone,                                                \
	     "conversation {id} has reply {other}, which is gone")            \
	KIND(TALK_WRONG, "wrong entry in a conversation", BREAK, REMOVES,     \
	     repair_talk_wrong,                                               \
	     "conversation {id} has {what}, which does not belong there")     \
	KIND(COUNT, "number", LEFTOVER, REMOVES, repair_count,                \
	     "post {id} claims {other} {what}, but has more or fewer")        \
	KIND(NOT_INDEXED, "post not indexed", LEFTOVER, ADDS, repair_words,   \
	     "the search does not know all words of post {id}: see "          \
	     "retwis-admin adopt")                                            \
	KIND(WORD_GONE, "deleted post in the search", LEFTOVER, REMOVES,      \
	     repair_extra, "word:{name} has post {other}, which is gone")     \
	KIND(WORD_WRONG, "wrong word in the search", LEFTOVER, REMOVES,       \
	     repair_extra,                                                    \
	     "word:{name} has post {other}, which does not have that word")   \
	/* lists of posts */                                                  \
	KIND(LIST_GONE, "deleted post in a list", LEFTOVER, REMOVES,          \
	     repair_extra, "{what} has post {other}, which is gone")          \
	KIND(LIST_WRONG, "wrong post in a list", BREAK, REMOVES,              \
	     repair_extra,                                                    \
	     "{what} has post {other}, which does not belong there")          \
	KIND(LIST_DOUBLE, "post twice in a list", BREAK, REMOVES,             \
	     repair_doubles, "{what} has post {other} more than once")        \
	KIND(LIST_ORDER, "list out of order", BREAK, REMOVES, repair_order,   \
	     "{what} has post {other} out of its place")                      \
	KIND(LIST_LONG, "list too long", BREAK, REMOVES, repair_long,         \
	     "{what} has {other} entries")                                    \
	/* home timelines */                                                  \
	KIND(HOME_WRONG, "post of a stranger", BREAK, REMOVES, repair_home,   \
	     "posts:{id} has post {other} of somebody not followed")          \
	KIND(HOME_LEFT, "unfollowed, but still shown", LEFTOVER, REMOVES,     \
	     repair_home,                                                     \
	     "posts:{id} has post {other} of somebody unfollowed")            \
	KIND(HOME_MISSING, "post not delivered", BREAK, REMOVES, repair_home, \
	     "posts:{id} lacks post {other} of somebody followed")            \
	KIND(HOME_STALE, "follow not shown", LEFTOVER, REMOVES, repair_home,  \
	     "posts:{id} lacks post {other} from before a follow")            \
	KIND(HOME_PENDING, "deliveries waiting", REMARK, NONE, NULL,          \
	     "posts are waiting for a worker, so home timelines were not "    \
	     "checked for gaps")                                              \
	/* notices */                                                         \
	KIND(NOTICE_MARK, "mark in notifications", BREAK, ADDS,               \
	     repair_notice_mark, "notices:{id} has no mark")                  \
	KIND(NOTICE_ODD, "invalid notification", BREAK, REMOVES,              \
	     repair_notice, "notices:{id} has {what}, which is invalid")      \
	KIND(NOTICE_STALE, "outdated notification", LEFTOVER, REMOVES,        \
	     repair_notice,                                                   \
	     "notices:{id} has {what}, which is no longer true")              \
	KIND(NOTICE_LONG, "too many notifications", BREAK, REMOVES,           \
	     repair_notices_long, "notices:{id} has {other} entries")         \
	/* reports */                                                         \
	KIND(CASE_LACKS, "case cut short", LEFTOVER, ADDS, repair_case_lacks, \
	     "case {id} is missing from {what}")                              \
	KIND(CASE_NOBODY, "case about a missing member", LEFTOVER, REMOVES,   \
	     repair_case_nobody,                                              \
	     "case {id} is about member {other}, who does not exist")         \
	KIND(CASE_ABOUT_OTHER, "case about somebody else", LEFTOVER, REMOVES, \
	     repair_case_about_other,                                         \
	     "cases:{id} has case {other}, which is not about this member")   \
	KIND(CASE_UNREPORTED, "case without that report", LEFTOVER, REMOVES,  \
	     repair_case_unreported,                                          \
	     "reported:{id} has case {other}, without a report by them")      \
	KIND(CASE_NOT_OPEN, "case not open", LEFTOVER, REMOVES,               \
	     repair_case_not_open,                                            \
	     "cases has case {other} about member {name}, which is not open") \
	KIND(SCHEDULED, "scheduled post forgotten", BREAK, ADDS,              \
	     repair_scheduled,                                                \
	     "member {id} has a scheduled post that is never due")            \
	/* pictures */                                                        \
	KIND(PICTURES_OFF, "pictures off", REMARK, NONE, NULL,                \
	     "RETWIS_PICTURES is off, but there are pictures: they were not " \
	     "checked")                                                       \
	KIND(PICTURES_AWAY, "pictures away", BREAK, NONE, NULL,               \
	     "the pictures are away: {what}; they were not checked")          \
	KIND(PICTURE_ODD, "invalid picture", BREAK, NONE, NULL,               \
	     "picture:{name} makes no sense; rename or delete it")            \
	KIND(PICTURE_UNHELD, "picture in nothing", LEFTOVER, ADDS,            \
	     repair_picture_unheld,                                           \
	     "picture {name} is in nothing, and no worker knows of it")       \
	KIND(PICTURE_LACKS, "picture incomplete", BREAK, NONE, NULL,          \
	     "picture {name} lacks its file {what}")                          \
	KIND(PICTURE_UNREADABLE, "picture unreadable", BREAK, NONE, NULL,     \
	     "the files of picture {name} cannot be read: {what}")            \
	KIND(PICTURE_LOST, "picture without files", BREAK, REMOVES,           \
	     repair_picture_lost, "picture {name} has no files")              \
	KIND(PICTURES_MANY, "many pictures without files", BREAK, NONE, NULL, \
	     "{other} of {what} pictures have no files: that is more than "   \
	     "one in a hundred, so none of them is dropped; copy the files "  \
	     "back from a backup")                                            \
	KIND(PICTURE_ROWLESS, "picture without a row", BREAK, ADDS,           \
	     repair_picture_rowless,                                          \
	     "post {id} has picture {what}, which has no row")                \
	KIND(FACE_ROWLESS, "face without a row", BREAK, ADDS,                 \
	     repair_face_rowless,                                             \
	     "member {id} has the face {what}, which has no row")             \
	KIND(MARK_ROWLESS, "site's mark without a row", BREAK, ADDS,          \
	     repair_mark_rowless,                                             \
	     "the site has the mark {what}, which has no row")                \
	KIND(PICTURE_GONE, "picture lost", LEFTOVER, NONE, NULL,              \
	     "post {id} has picture {what}, of which nothing is left")        \
	KIND(FACE_GONE, "face lost", LEFTOVER, NONE, NULL,                    \
	     "member {id} has the face {what}, of which nothing is left")     \
	KIND(MARK_GONE, "site's mark lost", LEFTOVER, NONE, NULL,             \
	     "the site has the mark {what}, of which nothing is left")        \
	KIND(FILES_STRAY, "files without a picture", LEFTOVER, REMOVES,       \
	     repair_files_stray,                                              \
	     "{other} in {name} are of no picture, the first is {what}; "     \
	     "--repair moves them to lost/")                                  \
	KIND(FILES_OLD, "files in lost/", LEFTOVER, REMOVES,                  \
	     repair_files_old,                                                \
	     "{other} have been in lost/ for more than 30 days")              \
	KIND(PICTURES_COUNT, "number of pictures", LEFTOVER, REMOVES,         \
	     repair_pictures_count,                                           \
	     "{name} in pictures_count is {what}, but should be {other}")     \
	/* keys and queues */                                                 \
	KIND(FOR_EVER, "key without an expiry", BREAK, REMOVES,               \
	     repair_for_ever, "{name} never expires")                         \
	KIND(JOBS_DEAD, "failed jobs", REMARK, NONE, NULL,                    \
	     "{other} jobs failed in the queue {name}: see retwis-admin "     \
	     "queue")                                                         \
	KIND(JOB_ODD, "unknown job", REMARK, NONE, NULL,                      \
	     "the queue {name} has the job: {what}")                          \
	KIND(JOB_LOST, "lost job", BREAK, ADDS, repair_job_lost,              \
	     "{name} has a job, but no worker")

enum repair_effect { NONE, ADDS, REMOVES };

enum kind {
#define KIND(kind, name, severity, how, repair, says) kind,
	CHECK_KINDS(KIND)
#undef KIND
		KINDS
};

#endif
