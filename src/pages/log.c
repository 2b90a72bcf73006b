/*
 * GET /log         what hosts and moderators have done, the latest first.
 *   before         begins with what is older than this, from the link "Older"
 *
 * If the site says so, all members may read it.  Otherwise this address doesn't
 * exist for those who are neither hosts nor moderators (404).
 */
#include "base/message.h"
#include "view/page.h"
#include "view/view_act.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"log.tpl",
	"actor.tpl",
	NULL,
};

/* Who was reported is for those who handle it. */
static bool is_on_case(const struct rt_log_line *line)
{
	return line->what == RT_ACT_CLOSE || line->what == RT_ACT_NOTE;
}

/* Only hosts and moderators can open what has been removed or reported. */
static bool has_link(const struct rt_log_line *line)
{
	return line->what == RT_ACT_REMOVE || line->what == RT_ACT_RESTORE ||
	       is_on_case(line);
}

/* Returns the section of the sentence, which differs for who has left. */
static struct tpl *show_whom(struct tpl *t, const char *name)
{
	if (!name)
		return tpl_section(t, "FORMER");
	t = tpl_section(t, "KNOWN");
	view_actor(tpl_include(t, "WHOM", "actor.tpl"), name, NULL);
	return t;
}

static void show_line(struct req *q, struct tpl *t,
		      const struct rt_log_line *line)
{
	static const char *const sections[] = {
		[RT_ACT_REMOVE] = "REMOVE",
		[RT_ACT_RESTORE] = "RESTORE",
		[RT_ACT_DELETE] = "DELETE",
		[RT_ACT_APPROVE] = "APPROVE",
		[RT_ACT_REFUSE] = "REFUSE",
		[RT_ACT_HOST] = "HOST",
		[RT_ACT_MODERATOR] = "MODERATOR",
		[RT_ACT_MEMBER] = "PLAIN",
		[RT_ACT_SUSPEND] = "SUSPEND",
		[RT_ACT_READMIT] = "READMIT",
		[RT_ACT_LINK] = "RESET",
		[RT_ACT_PASSWORD] = "PASSWORD",
		[RT_ACT_SITE] = "SETTING",
		[RT_ACT_CODE] = "CODE",
		[RT_ACT_EXPEL] = "EXPEL",
		[RT_ACT_CLOSE] = "CLOSE",
		[RT_ACT_NOTE] = "NOTE",
		[RT_ACT_DATE] = "DATE_OF",
		[RT_ACT_CANCEL] = "CANCEL",
		[RT_ACT_FACE] = "FACE",
	};
	struct tpl *what = tpl_section(t, sections[line->what]);
	bool is_staff = rt_moderates(q->me.standing);

	if (has_link(line))
		what = tpl_section(what, is_staff ? "LINK" : "NO_LINK");
	tpl_set_int(what, "POST", (long long)line->post);
	if (line->whom && (is_staff || !is_on_case(line)))
		what = show_whom(what, line->whom_who.name);
	view_who(what, line->by_who.name, line->system, _("A former member"));
	view_time(q, t, line->time);
	if (*line->reason)
		tpl_set(tpl_section(t, "WHY"), "REASON",
			rt_text_shown(q->a, line->reason));
}

static void show_log(struct req *q, const struct rt_log *log)
{
	struct tpl *t = page_begin(q, "log.tpl", _("Log"));

	if (!log->n)
		tpl_section(t, "EMPTY");
	for (size_t i = 0; i < log->n; i++)
		show_line(q, tpl_section(t, "LINE"), &log->v[i]);
	if (log->older)
		tpl_set_int(tpl_section(t, "OLDER"), "BEFORE",
			    (long long)log->older);
	page_end(q, 200);
}

/* Returns false if it has answered. */
static bool may_read_log(struct req *q)
{
	if (!q->conf->log_public)
		return req_require_staff(q, "/log", "GET, HEAD");
	return req_require(q, "/log", "GET, HEAD") && req_require_user(q);
}

void page(struct req *q)
{
	const char *text;
	uint64_t before = 0;
	struct rt_log log;

	if (!may_read_log(q))
		return;
	text = req_query(q, "before");
	if (text && !form_number(text, &before)) {
		page_error(q, 404);
		return;
	}
	if (req_ok(q, rt_log(q->rt, q->a, before, &log)))
		show_log(q, &log);
}
