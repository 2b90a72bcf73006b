#include "web/view_post.h"

#include "web/view_time.h"

/* Most bodies are text and nothing else. */
static void set_post_body(struct req *q, struct tpl *t,
			  const struct rt_post *post)
{
	static const char *const sections[] = {
		[RT_TEXT] = "TEXT",
		[RT_LINK] = "LINK",
		[RT_MENTION] = "MENTION",
		[RT_TAG] = "TAG",
	};
	struct rt_part *part = rt_parts(q->a, post->body, post->mentions);

	if (!part || (!part->next && part->kind == RT_TEXT)) {
		tpl_set(t, "BODY", post->body);
		return;
	}
	for (; part; part = part->next) {
		struct tpl *p = tpl_section(tpl_section(t, "PART"),
					    sections[part->kind]);

		tpl_set(p, "SHOWN", part->shown);
		if (part->to)
			tpl_set(p, "TO", part->to);
	}
}

static void set_post_context(struct tpl *t, const struct rt_post *post)
{
	struct tpl *reply;

	if (post->reposter)
		tpl_set(tpl_section(t, "REPOSTED"), "BY", post->reposter);
	if (!post->reply_to)
		return;
	reply = tpl_section(t, "REPLY");
	tpl_set_int(reply, "PARENT_ID", (long long)post->reply_to);
	tpl_set(reply, "PARENT_NAME",
		post->reply_name ? post->reply_name : "");
}

static void set_post_count(struct tpl *t, const char *section, uint64_t n)
{
	struct tpl *count;

	if (!n)
		return;
	count = tpl_section(t, section);
	tpl_set_int(count, "COUNT", (long long)n);
	tpl_section(count, n == 1 ? "ONE" : "MANY");
}

/* The buttons of all posts belong to two forms, which the layout holds. */
static void set_button_forms(struct req *q)
{
	if (!q->acts)
		tpl_set(tpl_section(q->root, "ACT"), "BACK", q->address);
	q->acts = true;
}

static void set_buttons(struct req *q, struct tpl *t,
			const struct rt_post *post)
{
	if (!q->me.id || q->still) {
		set_post_count(t, "ANSWERS", post->replies);
		set_post_count(t, "REPOSTS", post->reposts);
		set_post_count(t, "LIKES", post->likes);
		return;
	}
	set_button_forms(q);
	set_post_count(tpl_section(t, "ANSWER"), "SOME", post->replies);
	set_post_count(tpl_section(t, post->reposted ? "UNREPOST" : "REPOST"),
		       "SOME", post->reposts);
	set_post_count(tpl_section(t, post->liked ? "UNLIKE" : "LIKE"), "SOME",
		       post->likes);
}

void view_post(struct req *q, struct tpl *t, const char *place,
	       const struct rt_post *post)
{
	struct tpl *p = tpl_include(t, place, "post.tpl");

	set_post_body(q, p, post);
	view_time(q, p, post->time);
	set_post_context(p, post);
	set_buttons(q, p, post);
	/* The template asks for these most, and the last set is found first. */
	tpl_set(p, "NAME", post->name);
	tpl_set_int(p, "ID", (long long)post->id);
}

void view_posts(struct req *q, struct tpl *t, const struct rt_posts *posts)
{
	for (size_t i = 0; i < posts->n; i++)
		view_post(q, t, "POST", &posts->v[i]);
	if (!posts->n)
		tpl_section(t, "EMPTY");
}
