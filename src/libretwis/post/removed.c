#include "libretwis/post/removed.h"

#include <string.h>

#include "libretwis/member/member_names.h"
#include "libretwis/member/notice.h"
#include "libretwis/post/posts.h"
#include "schema/key.h"

/* ---- the words --------------------------------------------------------- */

/* The control character RS, which is in no text that somebody writes here. */
#define SEPARATOR "\x1e"

struct removed_words removed_words_of(const union post_fields *post)
{
	struct removed_words w = {
		.of = { post->body, post->mentions, post->before,
			post->before_mentions },
	};

	for (int i = 0; i < WORDS; i++)
		if (!w.of[i])
			w.of[i] = "";
	return w;
}

const char *removed_words_join(struct arena *a, const struct removed_words *w)
{
	return arena_printf(a,
			    "%s" SEPARATOR "%s" SEPARATOR "%s" SEPARATOR "%s",
			    w->of[WORD_BODY], w->of[WORD_MENTIONS],
			    w->of[WORD_BEFORE], w->of[WORD_BEFORE_MENTIONS]);
}

struct removed_words removed_words_split(struct arena *a, const char *text)
{
	struct removed_words w;

	for (int i = 0; i < WORDS; i++) {
		size_t len = strcspn(text, SEPARATOR);

		w.of[i] = arena_strndup(a, text, len);
		text += len + (text[len] != '\0');
	}
	return w;
}

bool removed_parse(struct arena *a, const union post_fields *post,
		   struct act_mark *removed)
{
	if (!post->removed)
		return false;
	*removed = act_mark_parse(a, post->removed);
	return removed->token;
}

void removed_queue_words(struct rt_pipe *p, uint64_t id,
			 const union post_fields *post, const char **words)
{
	struct act_mark removed;

	*words = NULL;
	if (post->removed && removed_parse(p->a, post, &removed))
		rt_pipe_str(p, words, "HGET " KEY_REMOVED " %s", id,
			    removed.token);
}

void removed_take_words(struct arena *a, const char *words,
			union post_fields *post)
{
	struct removed_words w;

	if (!words)
		return;
	w = removed_words_split(a, words);
	post->body = w.of[WORD_BODY];
	post->mentions = w.of[WORD_MENTIONS];
	post->before = w.of[WORD_BEFORE];
	post->before_mentions = w.of[WORD_BEFORE_MENTIONS];
}

/* ---- notices ----------------------------------------------------------- */

void removed_tell(struct rt_pipe *p, uint64_t author, uint64_t id,
		  enum rt_act what)
{
	bool is_removed = what == RT_ACT_REMOVE;

	notice_drop(p, author,
		    is_removed ? RT_NOTICE_RESTORED : RT_NOTICE_REMOVED, id,
		    0);
	notice_add(p, author,
		   is_removed ? RT_NOTICE_REMOVED : RT_NOTICE_RESTORED, id, 0);
	rt_pipe_optional(p);
}

/* ---- reading it -------------------------------------------------------- */

enum rt_err rt_post_removed(struct rt *rt, struct arena *a, uint64_t id,
			    struct rt_removed *out)
{
	struct member_names names = { 0 };
	struct rt_ids ids = { .v = &id, .n = 1 };
	struct act_mark removed;
	struct rt_posts posts;
	struct post_load l;
	const char *words;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	posts_queue(&p, &l, 0, &names, ids);
	l.hides_nobody = true;
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!removed_parse(a, &l.fields[0], &removed))
		return RT_NOT_FOUND;
	rt_pipe_begin_lenient(&p, rt, a);
	removed_queue_words(&p, id, &l.fields[0], &words);
	member_names_queue_fresh(&p, &names, removed.by);
	if ((err = rt_pipe_end(&p)))
		return err;
	removed_take_words(a, words, &l.fields[0]);
	if ((err = posts_parse(rt, a, &l, &posts)))
		return err;
	if (!posts.n)
		return RT_NOT_FOUND;
	*out = (struct rt_removed){
		.post = posts.v[0],
		.at = removed.time,
		.until = removed.time + REMOVED_SECONDS,
		.by = removed.by,
		.by_who = member_names_get(&names, removed.by),
		.system = removed.system,
		.reason = removed.text,
	};
	return RT_OK;
}
