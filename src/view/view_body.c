#include "view/view_body.h"

#include <string.h>

#include "base/utf8.h"

/* ---- where a long text is folded --------------------------------------- */

#define SHOWN_LINES  12
#define FOLDED_LINES 4  /* fewer are shown, since a fold takes a line, too */
#define LINE_LENGTH  60 /* code points, as on a page of usual width */

/* No link, mention or tag has one of these in it. */
static bool fold_may_follow(uint32_t code)
{
	return code == '\n' || code == ' ' || code == 0x3000 || code == 0x3002;
}

/* Where the part that is shown ends; NULL if there is nothing to fold. */
static const char *fold_find(const char *text)
{
	size_t lines = 0, column = 0;
	const char *fold = NULL;

	for (; *text; text += utf8_step(text)) {
		uint32_t code = utf8_at(text);

		if (code == '\n' || ++column > LINE_LENGTH) {
			lines++;
			column = 0;
		}
		if (!fold && lines >= SHOWN_LINES && fold_may_follow(code))
			fold = text + utf8_step(text);
	}
	return lines >= SHOWN_LINES + FOLDED_LINES ? fold : NULL;
}

static const char *fold_head(struct arena *a, const char *text,
			     const char *fold)
{
	while (fold > text && strchr(" \n", fold[-1]))
		fold--;
	return arena_strndup(a, text, (size_t)(fold - text));
}

/* ---- blocks of text ---------------------------------------------------- */

static void show_parts(struct tpl *block, struct rt_part *part)
{
	static const char *const sections[] = {
		[RT_TEXT] = "TEXT",
		[RT_LINK] = "LINK",
		[RT_MENTION] = "MENTION",
		[RT_TAG] = "TAG",
	};

	for (; part; part = part->next) {
		struct tpl *p = tpl_section(tpl_section(block, "PART"),
					    sections[part->kind]);

		tpl_set(p, "SHOWN", part->shown);
		if (part->sign)
			tpl_set(p, "SIGN", part->sign);
		if (part->to)
			tpl_set(p, "TO", part->to);
	}
}

/*
 * `post` has the names that are mentioned; NULL for a text that has no links.
 * Most posts are plain text, and need no parts.
 */
static struct tpl *show_block(struct arena *a, struct tpl *t, const char *text,
			      const struct rt_post *post)
{
	struct tpl *block = tpl_section(t, "BLOCK");
	struct rt_part *part = post ? rt_parts(a, text, post->mentions) : NULL;
	const char *language = rt_text_language(text);

	if (language)
		tpl_set(tpl_section(block, "SPOKEN"), "LANGUAGE", language);
	if (!part || (!part->next && part->kind == RT_TEXT))
		tpl_set(block, "BODY", text);
	else
		show_parts(block, part);
	return block;
}

static void show_folded(struct arena *a, struct tpl *t, const char *text,
			const struct rt_post *post)
{
	const char *fold = fold_find(text);

	if (!fold) {
		show_block(a, t, text, post);
		return;
	}
	show_block(a, t, fold_head(a, text, fold), post);
	tpl_section(show_block(a, t, fold + strspn(fold, "\n"), post),
		    "FOLDED");
}

static struct tpl *body_include(struct tpl *t)
{
	return tpl_include(t, "TEXT", "body.tpl");
}

void view_body(struct arena *a, struct tpl *t, const struct rt_post *post)
{
	show_folded(a, body_include(t), post->body, post);
}

void view_whole_body(struct arena *a, struct tpl *t,
		     const struct rt_post *post)
{
	show_block(a, body_include(t), post->body, post);
}

void view_text(struct arena *a, struct tpl *t, const char *text)
{
	show_folded(a, body_include(t), text, NULL);
}
