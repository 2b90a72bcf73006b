#include "view/done.h"

#include <string.h>

#include "http/answer.h"
#include "http/redirect.h"
#include "view/tpl.h"

static const struct {
	const char *word, *sentence;
} dones[] = {
	[DONE_POSTED] = { "posted", "Posted." },
	[DONE_REPLIED] = { "replied", "Your reply is posted." },
	[DONE_SCHEDULED] = { "scheduled", "Your post is scheduled." },
	[DONE_CANCELLED] = { "cancelled", "The post is cancelled." },
	[DONE_DELETED] = { "deleted", "Your post is deleted." },
	[DONE_EDITED] = { "edited", "Your post has been changed." },
	[DONE_DATE_CHANGED] = { "date-changed", "The date has been changed." },
	[DONE_DATE_CANCELLED] = { "date-cancelled", "The date is cancelled." },
	[DONE_RESCHEDULED] = { "rescheduled",
			       "Your scheduled post has been changed." },
	[DONE_SAVED] = { "saved", "Saved." },
	[DONE_RENAMED] = { "renamed", "Display name saved. Your older posts "
				      "will show it in a moment." },
	[DONE_FACE] = { "face", "Profile picture saved. It may take ten "
				"seconds to show everywhere." },
	[DONE_FACE_REMOVED] = { "face-removed",
				"Your profile picture is removed." },
	[DONE_FACE_MODERATED] = { "face-moderated",
				  "The profile picture is removed." },
	[DONE_PASSWORD] = { "password", "Password changed. You're signed out "
					"everywhere else." },
	[DONE_CODE_OFF] = { "code-off", "Two-step sign-in is off." },
	[DONE_APPROVED] = { "approved",
			    "Approved. They can use the site now." },
	[DONE_DECLINED] = { "declined", "Declined. The name is free again." },
	[DONE_HOST] = { "host", "This member is now a host." },
	[DONE_MODERATOR] = { "moderator", "This member is now a moderator." },
	[DONE_MEMBER] = { "member",
			  "This member no longer helps to run the site." },
	[DONE_STEPPED_DOWN] = { "stepped-down", "You're no longer a host." },
	[DONE_RESTORED] = { "restored", "This account is restored." },
	[DONE_SUSPENDED] = { "suspended", "This account is suspended." },
	[DONE_REMOVED] = { "removed", "The post is removed, and its author is "
				      "told why." },
	[DONE_POST_RESTORED] = { "post-restored",
				 "The post is back where it was." },
	[DONE_MUTED] = { "muted", "Muted. You won't see their posts." },
	[DONE_UNMUTED] = { "unmuted", "You'll see their posts again." },
	[DONE_BLOCKED] = { "blocked", "Blocked." },
	[DONE_UNBLOCKED] = { "unblocked",
			     "This member isn't blocked any more." },
	[DONE_SITE] = { "site",
			"Saved. It may take ten seconds to show everywhere." },
	[DONE_SKIPPED] = { "skipped", "You can name your site later: see Site "
				      "settings on your profile." },
	[DONE_REPORTED] = { "reported", "Thank you. The hosts and moderators "
					"will look at it." },
	[DONE_CASE_REMOVED] = { "case-removed", "The post is removed, and the "
						"case is closed." },
	[DONE_CASE_SUSPENDED] = { "case-suspended",
				  "This account is suspended, and the case is "
				  "closed." },
	[DONE_CASE_CLOSED] = { "case-closed", "The case is closed." },
	[DONE_NOTED] = { "noted", "Your note is sent." },
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
			tpl_set(t, "SENTENCE", dones[i].sentence);
			if (is_posted((enum done)i))
				tpl_section(t, "POSTED");
		}
}
