/* retwis-admin delete NAME, retwis-admin delete POST-ID */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "admin/argument.h"
#include "admin/commands.h"
#include "admin/progress.h"
#include "admin/prompt.h"
#include "admin/say.h"
#include "admin/audit.h"
#include "base/digits.h"

static int confirm_delete(const struct admin *admin, const char *what,
			  const char *ask)
{
	struct question q = { "delete", "deleted", what, ask };

	return prompt_consent(admin, &q);
}

static int delete_member(struct admin *admin, const char *name)
{
	struct rt_removal r;
	const char *what;
	enum rt_err err;

	if ((err = rt_removal(admin->rt, admin->a, name, &r)))
		return say_member_error(err, name);
	if (!r.adopted)
		return say_failed("this database is not adopted, so not all "
				  "posts are known: run retwis-admin adopt");
	what = arena_printf(admin->a,
			    "@%s: posts %" PRIu64 ", followers %" PRIu64
			    ", following %" PRIu64 ", likes %" PRIu64,
			    say_plain(admin->a, r.user.name), r.posts,
			    r.followers, r.following, r.likes);
	if (confirm_delete(admin, what, "Delete this member for good?"))
		return EXIT_FAILURE;
	audit_note(admin);
	err = rt_remove_member(admin->rt, &r, progress_show);
	progress_end();
	if (err == RT_DENIED)
		return say_failed("@%s is the only host: make another member "
				  "a host first, with retwis-admin host",
				  say_plain(admin->a, r.user.name));
	if (err)
		return say_unfinished(err);
	printf("@%s has been deleted.\n", say_plain(admin->a, r.user.name));
	return EXIT_SUCCESS;
}

/* The one who closed the post has said yes before. */
static int finish_post(struct admin *admin, const char *digits, uint64_t id)
{
	enum rt_err err = rt_finish_post(admin->rt, id, progress_show);

	progress_end();
	if (err == RT_NOT_FOUND)
		return say_failed("there is no post %s (a member is @%s)",
				  digits, digits);
	if (err)
		return say_unfinished(err);
	printf("Post %" PRIu64 " has been deleted.\n", id);
	return EXIT_SUCCESS;
}

static int delete_post(struct admin *admin, const char *digits)
{
	uint64_t id = rt_u64(digits);
	struct rt_status s;
	const char *what;
	enum rt_err err;

	if ((err = rt_status(admin->rt, admin->a, NULL, id, 0, &s)))
		return say_error(err);
	if (!s.post.id)
		return finish_post(admin, digits, id);
	if (s.post.id != id)
		return say_failed("%s is a repost of post %" PRIu64
				  ", and is deleted with it",
				  digits, s.post.id);
	what = arena_printf(admin->a, "Post %" PRIu64 " by @%s: %s", id,
			    say_plain(admin->a, s.post.name),
			    say_plain(admin->a, s.post.body));
	if (confirm_delete(admin, what, "Delete this post for good?"))
		return EXIT_FAILURE;
	audit_note(admin);
	err = rt_remove_post(admin->rt, id, progress_show);
	progress_end();
	if (err)
		return say_unfinished(err);
	printf("Post %" PRIu64 " has been deleted.\n", id);
	return EXIT_SUCCESS;
}

static int delete_member_or_post(struct admin *admin, const char *word)
{
	if (argument_is_number(word))
		return delete_post(admin, word);
	return delete_member(admin, argument_name(word));
}

const struct admin_command command_delete = {
	.name = "delete",
	.run = delete_member_or_post,
	.min = 1,
	.max = 1,
	.takes = "one name",
	.options = OPTION_YES,
};
