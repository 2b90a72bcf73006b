/* The questions of `retwis-admin setup`, and the answers to them. */
#ifndef SETUP_ANSWERS_H
#define SETUP_ANSWERS_H

#include "admin/commands.h"
#include "admin/web_file.h"

enum setup_question {
	SETUP_NAME,
	SETUP_DOMAIN,
	SETUP_SIGNUP,
	SETUP_READERS,
	SETUP_HOST,
	SETUP_QUESTIONS
};

struct setup {
	struct admin *admin;
	struct web_file web;
	const char *url;           /* RETWIS_URL, or NULL */
	struct rt_host_list hosts; /* there are at present */
	struct rt_user
		host; /* who becomes the first; id 0: not a member yet */
	/* "" is no domain, and no host. */
	const char *present[SETUP_QUESTIONS];
	const char *answer[SETUP_QUESTIONS];
};

/* The setting that a question is about; RT_SETTINGS: none. */
enum rt_setting setup_setting(enum setup_question question);

/* What the question is about, as a noun, such as "the name of the site". */
const char *setup_subject(enum setup_question question);

/* Whether the answer differs from what is at present. */
bool setup_changes(const struct setup *s, enum setup_question question);

/*
 * Whether this installation has a folder for the files of the host.  A container
 * has none, and is told its domain where it is started.
 */
bool setup_has_folder(const struct setup *s);

/* Fills in `present`, of which everything else follows. */
enum rt_err setup_begin(struct setup *s);

/*
 * Fill in `answer`, at a terminal, or from a file of NAME=value lines.  On
 * failure they have printed the reason.
 */
bool setup_ask(struct setup *s);
bool setup_read(struct setup *s, const char *path);

/* Whether an authority that all browsers trust can certify the domain. */
bool setup_is_public(const char *domain);

#endif
