#include "calls.h"

#include "base/secret.h"
#include "looped.h"

#define OUT_MAX   16384
#define UNTOUCHED 0x5a

/* Alice's secret: in a real one the digits are random, and the id follows. */
#define PICTURE_TOKEN "0123456789abcdef0123456789abcdef"
#define FEED_SECRET   "0123456789abcdef0123456789abcdef1"

static const struct rt_user alice = {
	.id = 1,
	.name = "alice",
	.secret = "secret0of0alice",
};

static const struct rt_user writer = { .id = 2, .name = "bob" };

static enum rt_err run_register(void *out)
{
	return rt_register(rt, &mem, "carol", "opensesame", out);
}

static enum rt_err run_sign_in(void *out)
{
	return rt_sign_in(rt, &mem, "alice", "opensesame", out);
}

static enum rt_err run_sign_out(void *out)
{
	(void)out;
	return rt_sign_out(rt, &mem, &alice);
}

static enum rt_err run_reset_begin(void *out)
{
	return rt_reset_begin(rt, &mem, &alice, &nobody, out);
}

static enum rt_err run_two_step(void *out)
{
	return rt_two_step(rt, &mem, 2, out);
}

static enum rt_err run_two_step_begin(void *out)
{
	return rt_two_step_begin(rt, &mem, 2, out);
}

/* The secret of nobody: what counts here is that it asks. */
static enum rt_err run_two_step_on(void *out)
{
	enum rt_err err = rt_two_step_on(rt, &mem, 1, "123456", out);

	return err == RT_NOT_FOUND ? RT_OK : err;
}

static enum rt_err run_two_step_off(void *out)
{
	(void)out;
	return rt_two_step_off(rt, &mem, 2);
}

static enum rt_err run_prove_code(void *out)
{
	enum rt_err err = rt_prove_code(rt, &mem, 1, "123456");

	(void)out;
	return err == RT_DENIED ? RT_OK : err;
}

/* Neither has any, so these two end early. */
static enum rt_err run_renew_spare_codes(void *out)
{
	enum rt_err err = rt_renew_spare_codes(rt, &mem, 1, out);

	return err == RT_NOT_FOUND ? RT_OK : err;
}

static enum rt_err run_sign_in_code(void *out)
{
	enum rt_err err = rt_sign_in_code(rt, &mem, "0123abcd", "123456", out);

	return err == RT_NOT_FOUND ? RT_OK : err;
}

static enum rt_err run_sessions(void *out)
{
	return rt_sessions(rt, &mem, &alice, out);
}

static enum rt_err run_session_end(void *out)
{
	(void)out;
	return rt_session_end(rt, &mem, &alice, "digest");
}

static enum rt_err run_set_password(void *out)
{
	(void)out;
	return rt_set_password(rt, &mem, &alice, "opensesame");
}

static enum rt_err run_change_password(void *out)
{
	struct rt_password_change r = { .old = "opensesame",
					.password = "open sesame again" };
	struct rt_user me = alice;

	(void)out;
	return rt_change_password(rt, &mem, &r, &me);
}

static enum rt_err run_follow(void *out)
{
	(void)out;
	return rt_follow(rt, &mem, 1, 2);
}

static enum rt_err run_unfollow(void *out)
{
	(void)out;
	return rt_unfollow(rt, &mem, 1, 2);
}

static enum rt_err run_mute(void *out)
{
	(void)out;
	return rt_mute(rt, &mem, 1, 2);
}

static enum rt_err run_unmute(void *out)
{
	(void)out;
	return rt_unmute(rt, &mem, 1, 2);
}

static enum rt_err run_block(void *out)
{
	(void)out;
	return rt_block(rt, &mem, 1, 2);
}

static enum rt_err run_unblock(void *out)
{
	(void)out;
	return rt_unblock(rt, &mem, 1, 2);
}

static enum rt_err run_quiet_lists(void *out)
{
	return rt_quiet_lists(rt, &mem, 1, out);
}

static enum rt_err run_post_create(void *out)
{
	struct rt_draft draft = { .nonce = "nonce", .body = "hello" };

	return rt_post_create(rt, &mem, &alice, &draft, out);
}

static enum rt_err run_post_is_stored(void *out)
{
	struct rt_draft draft = { .nonce = "nonce", .body = "hello" };

	return rt_post_is_stored(rt, &mem, &alice, &draft, out);
}

static enum rt_err run_session(void *out)
{
	return rt_session(rt, &mem, alice.secret, out);
}

static enum rt_err run_by_name(void *out)
{
	return rt_user_by_name(rt, &mem, "alice", out);
}

static enum rt_err run_by_id(void *out)
{
	return rt_user_by_id(rt, &mem, 2, out);
}

static enum rt_err run_home(void *out)
{
	return rt_home(rt, &mem, alice.secret, RT_NO_PLACE, out);
}

static enum rt_err run_public(void *out)
{
	return rt_public(rt, &mem, alice.secret, RT_NO_PLACE, out);
}

static enum rt_err run_profile(void *out)
{
	return rt_profile(rt, &mem, alice.secret, "bob", RT_NO_PLACE, out);
}

static enum rt_err run_status(void *out)
{
	return rt_status(rt, &mem, alice.secret, 1, RT_NO_AFTER, out);
}

static enum rt_err run_post_read(void *out)
{
	return rt_post_read(rt, &mem, 1, out);
}

static enum rt_err run_photo(void *out)
{
	return rt_photo(rt, &mem, alice.secret, 1, out);
}

static enum rt_err run_people(void *out)
{
	return rt_people(rt, &mem, alice.secret, "bob", RT_FOLLOWERS, 0, out);
}

static enum rt_err run_bio(void *out)
{
	return rt_bio(rt, &mem, 1, out);
}

static enum rt_err run_set_bio(void *out)
{
	(void)out;
	return rt_set_bio(rt, &mem, 1, "hello");
}

static enum rt_err run_search(void *out)
{
	return rt_search(rt, &mem, alice.secret, "al", 0, out);
}

static enum rt_err run_mentions(void *out)
{
	return rt_mentions(rt, &mem, alice.secret, "alice", RT_NO_PLACE, out);
}

static enum rt_err run_tagged(void *out)
{
	return rt_tagged(rt, &mem, alice.secret, "tag", RT_NO_PLACE, out);
}

static enum rt_err run_feed(void *out)
{
	return rt_feed(rt, &mem, FEED_SECRET, out);
}

static enum rt_err run_has_private(void *out)
{
	return rt_has_private(rt, &mem, 1, out);
}

static enum rt_err run_private_renew(void *out)
{
	const struct rt_user bob = { .id = 2, .secret = "secret0of0bob" };

	return rt_private_renew(rt, &mem, &bob, RT_PRIVATE_FEED, out);
}

static enum rt_err run_private_revoke(void *out)
{
	(void)out;
	return rt_private_revoke(rt, &mem, 2, RT_PRIVATE_FEED);
}

static enum rt_err run_calendar(void *out)
{
	return rt_calendar(rt, &mem, FEED_SECRET, out);
}

static enum rt_err run_dated(void *out)
{
	return rt_dated(rt, &mem, alice.secret, 1, out);
}

static enum rt_err run_notices(void *out)
{
	return rt_notices(rt, &mem, alice.secret, out);
}

static enum rt_err run_notices_seen(void *out)
{
	struct rt_notices n = {
		.me = { .id = 1, .unread = 1 },
		.newest = 1,
	};

	(void)out;
	return rt_notices_seen(rt, &mem, &n);
}

static enum rt_err run_like(void *out)
{
	(void)out;
	return rt_like(rt, &mem, &(struct rt_user){ .id = 1 }, 1);
}

static enum rt_err run_unlike(void *out)
{
	(void)out;
	return rt_unlike(rt, &mem, &(struct rt_user){ .id = 1 }, 1);
}

static enum rt_err run_answer(void *out)
{
	(void)out;
	return rt_answer(rt, &mem, &alice, 6, 0, 0);
}

static enum rt_err run_unanswer(void *out)
{
	(void)out;
	return rt_unanswer(rt, &mem, &alice, 6, 0);
}

static enum rt_err run_repost(void *out)
{
	(void)out;
	return rt_repost(rt, &mem, &alice, 1);
}

static enum rt_err run_unrepost(void *out)
{
	(void)out;
	return rt_unrepost(rt, &mem, &alice, 1);
}

static enum rt_err run_leave_conversation(void *out)
{
	(void)out;
	return rt_leave_conversation(rt, &mem, &alice, 2);
}

static enum rt_err run_join_conversation(void *out)
{
	(void)out;
	return rt_join_conversation(rt, &mem, &alice, 2);
}

static enum rt_err run_set_display(void *out)
{
	const char *problem;

	(void)out;
	return rt_set_display_name(rt, &mem, &alice, "Anna Berger", &problem);
}

static enum rt_err run_set_last_seen(void *out)
{
	(void)out;
	return rt_set_last_seen(rt, &mem, 2, false);
}

static enum rt_err run_seen_run(void *out)
{
	(void)out;
	return rt_last_seen_run(rt, &mem);
}

static const struct rt_draft draft = {
	.nonce = "nonce",
	.body = "later",
	.reply_to = 1,
};

static enum rt_err run_schedule(void *out)
{
	(void)out;
	return rt_schedule(rt, &mem, &alice, &draft, 2000000000);
}

static enum rt_err run_schedule_is_stored(void *out)
{
	return rt_schedule_is_stored(rt, &mem, &alice, &draft, 2000000000,
				     out);
}

static enum rt_err run_schedule_list(void *out)
{
	return rt_schedule_list(rt, &mem, 1, out);
}

static enum rt_err run_schedule_cancel(void *out)
{
	enum rt_err err;

	(void)out;
	err = rt_schedule_cancel(rt, &mem, 1, "token");
	return err == RT_NOT_FOUND ? RT_OK : err;
}

static enum rt_err run_schedule_edit(void *out)
{
	const struct rt_schedule_edit edit = {
		.token = "token", .version = "x", .body = "text", .at = 2
	};
	enum rt_err err;

	(void)out;
	err = rt_schedule_edit(rt, &mem, &alice, &edit);
	return err == RT_NOT_FOUND ? RT_OK : err;
}

static enum rt_err run_edit_begin(void *out)
{
	return rt_edit_begin(rt, &mem, &writer, 1, out);
}

static enum rt_err run_edit(void *out)
{
	const struct rt_edit edit = { .id = 1,
				      .version = "0",
				      .body = "ha #tag" };

	(void)out;
	return rt_edit(rt, &mem, &writer, &edit);
}

static enum rt_err run_schedule_run(void *out)
{
	(void)out;
	return rt_schedule_run(rt, &mem);
}

static enum rt_err run_likes(void *out)
{
	return rt_likes(rt, &mem, alice.secret, RT_NO_PLACE, out);
}

static enum rt_err run_dates(void *out)
{
	return rt_dates(rt, &mem, alice.secret, 0, RT_NO_PLACE, out);
}

/* It may be cancelled already. */
static enum rt_err run_date_change(void *out)
{
	const struct rt_date_change change = {
		.id = 1,
		.date = { .begins = 4000000001 },
	};

	enum rt_err err = rt_date_change(rt, &mem, &writer, &change);

	(void)out;
	return err == RT_LATE ? RT_OK : err;
}

static enum rt_err run_date_cancel(void *out)
{
	(void)out;
	return rt_date_cancel(rt, &mem, &writer, 1);
}

static enum rt_err run_saved(void *out)
{
	return rt_saved(rt, &mem, alice.secret, RT_NO_PLACE, out);
}

static enum rt_err run_announcements(void *out)
{
	return rt_announcements(rt, &mem, alice.secret, RT_NO_PLACE, out);
}

static enum rt_err run_announcement_read(void *out)
{
	(void)out;
	return rt_announcement_read(rt, &mem, &alice, 1);
}

static enum rt_err run_members(void *out)
{
	const struct rt_members_query query = { .letter = RT_LETTERS,
						.standing = RT_STANDINGS };

	return rt_members(rt, &mem, alice.secret, &query, out);
}

static enum rt_err run_members_next(void *out)
{
	struct rt_members_walk walk = { .after = NULL };

	return rt_members_next(rt, &mem, &mem, &walk, out);
}

static enum rt_err run_roster_page(void *out)
{
	const struct rt_roster_query query = { .kind = RT_ROSTER_UNREAD };

	return rt_roster_page(rt, &mem, alice.secret, 1, &query, out);
}

static enum rt_err run_answers_next(void *out)
{
	const struct rt_question question = { .answers = RT_ANSWERS_MAX };
	const struct rt_post post = { .id = 1,
				      .attached = { .question = &question } };
	struct rt_answers_walk walk = { .from = 0 };

	return rt_answers_next(rt, &mem, &alice, &post, &walk, out);
}

static enum rt_err run_save(void *out)
{
	(void)out;
	return rt_save(rt, &mem, &alice, 1);
}

static enum rt_err run_unsave(void *out)
{
	(void)out;
	return rt_unsave(rt, &mem, &alice, 1);
}

/* Post 1 is bob's. */
static enum rt_err run_pin(void *out)
{
	(void)out;
	return rt_pin(rt, &mem, &(struct rt_user){ .id = 2 }, 1);
}

static enum rt_err run_unpin(void *out)
{
	(void)out;
	return rt_unpin(rt, &mem, &(struct rt_user){ .id = 2 }, 1);
}

static enum rt_err run_log(void *out)
{
	return rt_log(rt, &mem, 0, out);
}

static enum rt_err run_log_add(void *out)
{
	(void)out;
	return rt_log_add(rt, &mem, RT_ACT_PASSWORD, 1, &nobody);
}

/* Post 4 was removed. */
static enum rt_err run_removed(void *out)
{
	return rt_post_removed(rt, &mem, 4, out);
}

static enum rt_err run_remove(void *out)
{
	enum rt_err err = rt_post_remove(rt, &mem, 2, &nobody);

	(void)out;
	return err == RT_TAKEN ? RT_OK : err;
}

static enum rt_err run_restore(void *out)
{
	enum rt_err err = rt_post_restore(rt, &mem, 5, &nobody);

	(void)out;
	return err == RT_NOT_FOUND ? RT_OK : err;
}

static enum rt_err run_acts_run(void *out)
{
	(void)out;
	return rt_acts_run(rt, &mem);
}

static enum rt_err run_removed_run(void *out)
{
	(void)out;
	return rt_removed_run(rt, &mem);
}

/* Alice is not suspended. */
static enum rt_err run_suspension(void *out)
{
	struct rt_suspension suspension;
	enum rt_err err = rt_suspension(rt, &mem, 1, &suspension);

	(void)out;
	return err == RT_NOT_FOUND ? RT_OK : err;
}

static enum rt_err run_change_standing(void *out)
{
	(void)out;
	return unit_standing(1, RT_MODERATOR);
}

static enum rt_err run_suspended_run(void *out)
{
	(void)out;
	return rt_suspended_run(rt, &mem);
}

/* Bob's post 1, and alice is the one who reports. */
static const struct rt_report report = {
	.whom = 2,
	.post = 1,
	.words = "hi",
	.reason = RT_REPORT_SPAM,
	.text = "",
};

static enum rt_err run_report(void *out)
{
	(void)out;
	return rt_report(rt, &mem, &alice, &report);
}

static enum rt_err run_cases(void *out)
{
	return rt_cases(rt, &mem, &alice, 0, out);
}

static enum rt_err run_case(void *out)
{
	return rt_case(rt, &mem, &alice, 1, out);
}

static enum rt_err run_case_note(void *out)
{
	(void)out;
	return rt_case_note(rt, &mem, 1, "hello", &nobody);
}

static enum rt_err run_case_close(void *out)
{
	enum rt_err err = rt_case_close(rt, &mem, 2, RT_CASE_LOOKED, &nobody);

	(void)out;
	return err == RT_TAKEN ? RT_OK : err;
}

static enum rt_err run_cases_run(void *out)
{
	(void)out;
	return rt_cases_run(rt, &mem);
}

static enum rt_err run_board_run(void *out)
{
	(void)out;
	return rt_board_run(rt, &mem);
}

static enum rt_err run_pictures_run(void *out)
{
	(void)out;
	return rt_pictures_run(rt, &mem);
}

static enum rt_err run_pictures_kept(void *out)
{
	struct rt_picture is[RT_PICTURES_MAX];
	bool is_missing;

	return rt_pictures_kept(rt, &mem, &alice, PICTURE_TOKEN, is, out,
				&is_missing);
}

static enum rt_err run_face_set(void *out)
{
	(void)out;
	return rt_face_set(rt, &mem, &alice, PICTURE_TOKEN);
}

static enum rt_err run_face_remove(void *out)
{
	(void)out;
	return rt_face_remove(rt, &mem, &alice);
}

static enum rt_err run_face_moderate(void *out)
{
	(void)out;
	return rt_face_moderate(rt, &mem, &writer, RT_HOST, &nobody);
}

static enum rt_err run_mark_set(void *out)
{
	(void)out;
	return rt_mark_set(rt, &mem, PICTURE_TOKEN, &nobody);
}

static enum rt_err run_picture_read(void *out)
{
	return rt_picture_read(rt, &mem, NULL, PICTURE_TOKEN "-400.webp", out);
}

static enum rt_err run_news(void *out)
{
	struct rt_live_state news = { .secret = alice.secret,
				      .asks_home = true };
	struct rt_live_conversation conversation = { .root = 1 };
	struct rt_live_lists lists = { .conversation = &conversation,
				       .conversations = 1 };
	enum rt_err err = looped_live_state(&news, 1, &lists);

	/* It is an input, too (what to count), and so is not `out` itself. */
	if (!err)
		*(struct rt_newest *)out = conversation.replies;
	return err;
}

static enum rt_err run_removal(void *out)
{
	return rt_removal(rt, &mem, "alice", out);
}

static enum rt_err run_backlog(void *out)
{
	return rt_backlog(rt, &mem, out);
}

static enum rt_err run_check(void *out)
{
	return rt_check(rt, &(struct rt_check){ .pause_ms = 1 }, out);
}

static enum rt_err run_site_read(void *out)
{
	(void)out;
	return rt_site_read(rt, &mem);
}

static enum rt_err run_settings_store(void *out)
{
	static const char *const value[RT_SETTINGS] = { [RT_SETTING_NAME] =
								"Club" };

	(void)out;
	return rt_settings_store(rt, &mem, value, &nobody);
}

/* Those that change alice's secret come last. */
const struct call calls[CALLS] = {
	{ "session", CALL_READS, run_session, sizeof(struct rt_user) },
	{ "by name", CALL_READS, run_by_name, sizeof(struct rt_user) },
	{ "by id", CALL_READS, run_by_id, sizeof(struct rt_user) },
	{ "home", CALL_READS, run_home, sizeof(struct rt_home) },
	{ "public", CALL_READS, run_public, sizeof(struct rt_public) },
	{ "profile", CALL_READS, run_profile, sizeof(struct rt_profile) },
	{ "people", CALL_READS, run_people, sizeof(struct rt_people) },
	{ "bio", CALL_READS, run_bio, sizeof(const char *) },
	{ "status", CALL_READS, run_status, sizeof(struct rt_status) },
	{ "post read", CALL_READS, run_post_read, sizeof(struct rt_post) },
	{ "photo", CALL_READS, run_photo, sizeof(struct rt_photo) },
	{ "search", CALL_READS, run_search, sizeof(struct rt_search) },
	{ "mentions", CALL_READS, run_mentions, sizeof(struct rt_mentions) },
	{ "tagged", CALL_READS, run_tagged, sizeof(struct rt_tagged) },
	{ "feed", CALL_READS, run_feed, sizeof(struct rt_feed) },
	{ "calendar", CALL_READS, run_calendar, sizeof(struct rt_calendar) },
	{ "dated", CALL_READS, run_dated, sizeof(struct rt_dated) },
	{ "has private", CALL_READS, run_has_private, sizeof(bool[2]) },
	{ "notices", CALL_READS, run_notices, sizeof(struct rt_notices) },
	{ "edit begin", CALL_READS, run_edit_begin,
	  sizeof(struct rt_editable) },
	{ "scheduled", CALL_READS, run_schedule_list,
	  sizeof(struct rt_schedule) },
	{ "likes", CALL_READS, run_likes, sizeof(struct rt_private_list) },
	{ "saved", CALL_READS, run_saved, sizeof(struct rt_private_list) },
	{ "announcements", CALL_READS, run_announcements,
	  sizeof(struct rt_announcements) },
	{ "announcement read", CALL_WRITES, run_announcement_read, 0 },
	{ "dates", CALL_READS, run_dates, sizeof(struct rt_dates) },
	{ "members", CALL_READS, run_members, sizeof(struct rt_members) },
	{ "members next", CALL_READS, run_members_next,
	  sizeof(struct rt_people_list) },
	{ "roster page", CALL_READS, run_roster_page,
	  sizeof(struct rt_roster_page) },
	{ "answers next", CALL_READS, run_answers_next,
	  sizeof(struct rt_answer_rows) },
	{ "news", CALL_READS, run_news, sizeof(struct rt_newest) },
	{ "removal", CALL_READS, run_removal, sizeof(struct rt_removal) },
	{ "backlog", CALL_READS, run_backlog, sizeof(struct rt_backlog) },
	{ "check", CALL_READS, run_check, sizeof(struct rt_checked) },
	{ "log", CALL_READS, run_log, sizeof(struct rt_log) },
	{ "removed", CALL_READS, run_removed, sizeof(struct rt_removed) },
	{ "suspension", CALL_READS, run_suspension, 0 },
	{ "two-step", CALL_READS, run_two_step, sizeof(struct rt_two_step) },
	{ "two-step on", CALL_READS, run_two_step_on,
	  sizeof(struct rt_spare_codes) },
	{ "prove code", CALL_READS, run_prove_code, 0 },
	{ "sign in with a code", CALL_FREES, run_sign_in_code,
	  sizeof(struct rt_user) },
	{ "spare codes", CALL_READS, run_renew_spare_codes,
	  sizeof(struct rt_spare_codes) },
	{ "two-step begin", CALL_WRITES, run_two_step_begin,
	  sizeof(const char *) },
	{ "two-step off", CALL_FREES, run_two_step_off, 0 },
	{ "settings", CALL_READS, run_site_read, 0 },
	{ "set settings", CALL_WRITES, run_settings_store, 0 },
	{ "cases", CALL_READS, run_cases, sizeof(struct rt_cases) },
	{ "case", CALL_READS, run_case, sizeof(struct rt_case) },
	{ "notices seen", CALL_WRITES, run_notices_seen, 0 },
	{ "follow", CALL_WRITES, run_follow, 0 },
	{ "unfollow", CALL_FREES, run_unfollow, 0 },
	{ "quiet lists", CALL_READS, run_quiet_lists,
	  sizeof(struct rt_quiet_lists) },
	{ "mute", CALL_WRITES, run_mute, 0 },
	{ "unmute", CALL_FREES, run_unmute, 0 },
	{ "block", CALL_WRITES, run_block, 0 },
	{ "unblock", CALL_FREES, run_unblock, 0 },
	{ "like", CALL_WRITES, run_like, 0 },
	{ "unlike", CALL_FREES, run_unlike, 0 },
	{ "answer", CALL_WRITES, run_answer, 0 },
	{ "take back an answer", CALL_FREES, run_unanswer, 0 },
	{ "save", CALL_WRITES, run_save, 0 },
	{ "unsave", CALL_FREES, run_unsave, 0 },
	{ "pin", CALL_WRITES, run_pin, 0 },
	{ "unpin", CALL_FREES, run_unpin, 0 },
	{ "repost", CALL_WRITES, run_repost, 0 },
	{ "unrepost", CALL_FREES, run_unrepost, 0 },
	{ "leave a conversation", CALL_WRITES, run_leave_conversation, 0 },
	{ "join it again", CALL_FREES, run_join_conversation, 0 },
	{ "set bio", CALL_WRITES, run_set_bio, 0 },
	{ "set display", CALL_WRITES, run_set_display, 0 },
	{ "schedule", CALL_WRITES, run_schedule, 0 },
	{ "schedule stored", CALL_READS, run_schedule_is_stored,
	  sizeof(bool) },
	{ "cancel", CALL_READS, run_schedule_cancel, 0 },
	{ "edit scheduled", CALL_READS, run_schedule_edit, 0 },
	{ "schedule run", CALL_WRITES, run_schedule_run, 0 },
	{ "last seen", CALL_WRITES, run_set_last_seen, 0 },
	{ "seen run", CALL_WRITES, run_seen_run, 0 },
	{ "private renew", CALL_WRITES, run_private_renew,
	  sizeof(const char *) },
	{ "private revoke", CALL_FREES, run_private_revoke, 0 },
	{ "edit", CALL_WRITES, run_edit, 0 },
	{ "change date", CALL_WRITES, run_date_change, 0 },
	{ "cancel date", CALL_WRITES, run_date_cancel, 0 },
	{ "remove", CALL_FREES, run_remove, 0 },
	{ "restore", CALL_WRITES, run_restore, 0 },
	{ "log add", CALL_FREES, run_log_add, 0 },
	{ "change standing", CALL_WRITES, run_change_standing, 0 },
	{ "suspended run", CALL_WRITES, run_suspended_run, 0 },
	{ "report", CALL_WRITES, run_report, 0 },
	{ "case note", CALL_WRITES, run_case_note, 0 },
	{ "case close", CALL_FREES, run_case_close, 0 },
	{ "cases run", CALL_WRITES, run_cases_run, 0 },
	{ "board run", CALL_WRITES, run_board_run, 0 },
	{ "pictures kept", CALL_WRITES, run_pictures_kept, sizeof(size_t) },
	{ "pictures run", CALL_WRITES, run_pictures_run, 0 },
	{ "set face", CALL_WRITES, run_face_set, 0 },
	{ "remove face", CALL_FREES, run_face_remove, 0 },
	{ "moderate face", CALL_FREES, run_face_moderate, 0 },
	{ "set mark", CALL_WRITES, run_mark_set, 0 },
	{ "picture read", CALL_READS, run_picture_read,
	  sizeof(struct rt_picture_file) },
	{ "acts run", CALL_WRITES, run_acts_run, 0 },
	{ "removed run", CALL_WRITES, run_removed_run, 0 },
	{ "post", CALL_WRITES, run_post_create, sizeof(uint64_t) },
	{ "post stored", CALL_READS, run_post_is_stored, sizeof(bool) },
	{ "register", CALL_WRITES, run_register, sizeof(struct rt_user) },
	{ "sign in", CALL_WRITES, run_sign_in, sizeof(struct rt_user) },
	{ "password", CALL_WRITES, run_set_password, 0 },
	{ "own password", CALL_WRITES, run_change_password, 0 },
	{ "reset begin", CALL_WRITES, run_reset_begin, sizeof(char *) },
	{ "sessions", CALL_READS, run_sessions, sizeof(struct rt_devices) },
	{ "session end", CALL_FREES, run_session_end, 0 },
	{ "sign out", CALL_FREES, run_sign_out, 0 },
};

void calls_members(void)
{
	unit_member("alice");
	redis("HSET user:1 password opensesame feed %s calendar %s",
	      secret_digest(&mem, FEED_SECRET),
	      secret_digest(&mem, FEED_SECRET));
	redis("SET origin here");
	unit_member("bob");
	unit_post(&writer, "hi");
	redis("HSET post:1 announced 9999999999");
	unit_reply(&writer, "ho #tag", 1);
	/* So that there is something to take back. */
	rt_repost(rt, &mem, &alice, 1);
	/* For workers. */
	redis("ZADD {later}:due 1 %s", "2 token 0 now");
	redis("ZADD {seen}:due 1 %s", "0 2 2026-11-01");
	unit_post(&writer, "he #tag");
	rt_post_remove(rt, &mem, 4, &nobody);
	unit_post(&writer, "hm");
	rt_post_remove(rt, &mem, 5, &nobody);
	unit_post(&writer, "And?");
	redis("HSET post:6 question %s", "0 comes");
	redis("ZADD answers:6 100 %s", "0 2");
	redis("ZADD {acts}:due 1 %s", "0 nothing");
	redis("ZADD {removed}:due 1 %s", "0 99");
	redis("ZADD {suspended}:due 1 %s", "0 99 5");
	rt_report(rt, &mem, &alice, &report);
	rt_report(rt, &mem, &writer,
		  &(struct rt_report){ .whom = 1, .text = "" });
	redis("ZADD {cases}:due 1 %s", "0 99 5");
	redis("ZADD {board}:due 1 %s", "0 end 99");
	conf.pictures = "/nonexistent";
	redis("HSET picture:" PICTURE_TOKEN " user_id 1 use post width 4"
	      " height 3");
	redis("ZADD {pictures}:due 1 %s", "0 " PICTURE_TOKEN);
	redis("HSET post:1 date %s", "4000000000 0 0\n");
	/* New to alice, who can read it even if that cannot be recorded. */
	redis("LPUSH posts:1 1");
}

enum rt_err calls_run(const struct call *call)
{
	_Alignas(max_align_t) unsigned char out[OUT_MAX];
	enum rt_err err;

	memset(out, UNTOUCHED, sizeof out);
	err = call->run(out);
	for (size_t i = err ? 0 : call->size; i < sizeof out; i++)
		if (out[i] != UNTOUCHED)
			fail_msg("%s touched its output", call->name);
	return err;
}
