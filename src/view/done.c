#include "view/done.h"

#include <string.h>

#include "base/message.h"
#include "http/answer.h"
#include "http/redirect.h"
#include "view/tpl.h"

static const struct {
	const char *word, *sentence;
} dones[] = {
	[DONE_POSTED] = { "posted", N_("Posted.") },
	[DONE_REPLIED] = { "replied", N_("Your reply is posted.") },
	[DONE_SCHEDULED] = { "scheduled", N_("Your post is scheduled.") },
	[DONE_CANCELLED] = { "cancelled", N_("The post is cancelled.") },
	[DONE_DELETED] = { "deleted", N_("Your post is deleted.") },
	[DONE_EDITED] = { "edited", N_("Your post has been changed.") },
	[DONE_DATE_CHANGED] = { "date-changed",
				N_("The date has been changed.") },
	[DONE_DATE_CANCELLED] = { "date-cancelled",
				  N_("The date is cancelled.") },
	[DONE_RESCHEDULED] = { "rescheduled",
			       N_("Your scheduled post has been changed.") },
	[DONE_SAVED] = { "saved", N_("Saved.") },
	[DONE_RENAMED] = { "renamed",
			   N_("Display name saved. Your older posts "
			      "will show it in a moment.") },
	[DONE_FACE] = { "face", N_("Profile picture saved. It may take ten "
				   "seconds to show everywhere.") },
	[DONE_FACE_REMOVED] = { "face-removed",
				N_("Your profile picture is removed.") },
	[DONE_FACE_MODERATED] = { "face-moderated",
				  N_("The profile picture is removed.") },
	[DONE_PASSWORD] = { "password",
			    N_("Password changed. You're signed out "
			       "everywhere else.") },
	[DONE_CODE_OFF] = { "code-off", N_("Two-step sign-in is off.") },
	[DONE_APPROVED] = { "approved",
			    N_("Approved. They can use the site now.") },
	[DONE_DECLINED] = { "declined",
			    N_("Declined. The name is free again.") },
	[DONE_HOST] = { "host", N_("This member is now a host.") },
	[DONE_MODERATOR] = { "moderator",
			     N_("This member is now a moderator.") },
	[DONE_MEMBER] = { "member",
			  N_("This member no longer helps to run the site.") },
	[DONE_STEPPED_DOWN] = { "stepped-down",
				N_("You're no longer a host.") },
	[DONE_RESTORED] = { "restored", N_("This account is restored.") },
	[DONE_SUSPENDED] = { "suspended", N_("This account is suspended.") },
	[DONE_REMOVED] = { "removed",
			   N_("The post is removed, and its author is "
			      "told why.") },
	[DONE_POST_RESTORED] = { "post-restored",
				 N_("The post is back where it was.") },
	[DONE_MUTED] = { "muted", N_("Muted. You won't see their posts.") },
	[DONE_UNMUTED] = { "unmuted", N_("You'll see their posts again.") },
	[DONE_BLOCKED] = { "blocked", N_("Blocked.") },
	[DONE_UNBLOCKED] = { "unblocked",
			     N_("This member isn't blocked any more.") },
	[DONE_SITE] = { "site",
			N_("Saved. It may take ten seconds to show everywhere.") },
	[DONE_SKIPPED] = { "skipped",
			   N_("You can name your site later: see Site "
			      "settings on your profile.") },
	[DONE_REPORTED] = { "reported",
			    N_("Thank you. The hosts and moderators "
			       "will look at it.") },
	[DONE_CASE_REMOVED] = { "case-removed",
				N_("The post is removed, and the "
				   "case is closed.") },
	[DONE_CASE_SUSPENDED] = { "case-suspended",
				  N_("This account is suspended, and the case is "
				     "closed.") },
	[DONE_CASE_CLOSED] = { "case-closed", N_("The case is closed.") },
	[DONE_NOTED] = { "noted", N_("Your note is sent.") },
};

#define DONES (sizeof dones / sizeof *dones)

/* What was typed is stored now, so that a script may forget its draft. */
static bool is_posted(enum done done)
{
	return done == DONE_POSTED || done == DONE_REPLIED ||
	       done == DONE_SCHEDULED;
}

void page_done(struct req *q, const char *address, enum done done)
{
	page_cookie_done(q, dones[done].word);
	page_redirect(q, address);
}

void page_done_back(struct req *q, enum done done)
{
	page_cookie_done(q, dones[done].word);
	page_back(q, "", 0);
}

/* The answer to a form isn't the page that follows it. */
static bool is_next_page(const struct req *q)
{
	return q->done && q->me.id && !q->is_post && req_is_viewed(q);
}

void view_done(struct req *q)
{
	struct tpl *t;

	if (!is_next_page(q))
		return;
	page_cookie_done(q, NULL);
	for (size_t i = 0; i < DONES; i++)
		if (strcmp(q->done, dones[i].word) == 0) {
			t = tpl_section(q->root, "DONE");
			tpl_set(t, "SENTENCE", _(dones[i].sentence));
			if (is_posted((enum done)i))
				tpl_section(t, "POSTED");
		}
}
