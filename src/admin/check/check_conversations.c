/*
 * Conversations: each entry is a reply that is there and belongs to it, or one
 * that is gone and that another reply answers.  What is missing there is found
 * from the posts, by derive.c.
 *
 * The beginning of a conversation may be gone, so all ids are looked at.
 */
#include <string.h>

#include "admin/check/checks.h"
#include "libretwis/post/conversation.h"
#include "schema/key.h"

/* The entries of one conversation; a full one may have one too many. */
#define ENTRIES (CONVERSATION_CAP + 1)

struct talk {
	struct record is; /* its beginning */
	struct rt_texts texts;
};

/* One entry, and the post that it names. */
struct talk_entry {
	struct record from;
	uint64_t root;
	const char *text;
	struct conversation_entry says;
	bool is_answered; /* by another entry */
};

struct talk_batch {
	struct talk_entry v[CHECK_PART];
	size_t n;
};

/* ---- an entry ------------------------------------------------------------ */

static bool talk_parse(const char *text, struct talk_entry *e)
{
	e->text = text;
	if (!conversation_read_entry(text, &e->says))
		return false;
	e->from.at.id = e->says.id;
	return true;
}

static void talk_queue_post(struct rt_pipe *p, void *one)
{
	struct talk_entry *e = one;

	post_hash_queue(p, &e->from.post, e->from.at.id);
}

static bool talk_belongs(struct arena *a, const struct talk_entry *e)
{
	struct joined to = conversation_of(&e->from.post);
	const char *should =
		arena_printf(a, ID " " ID, e->from.at.id, to.parent);

	return !e->from.post.repost_of && to.root == e->root &&
	       strcmp(e->text, should) == 0;
}

/*
 * A post that is being deleted still has its `was_user_id`, or with an earlier
 * Retwis its `user_id`, and its entry is about to be removed.
 */
static void talk_judge(struct check *c, const void *one)
{
	const struct talk_entry *e = one;
	const union post_fields *post = &e->from.post;

	if (post->was_user_id || (post->gone && post->user_id) ||
	    post_is_half(post))
		return;
	if (post->user_id && !talk_belongs(&c->part, e))
		check_found(c, TALK_WRONG, AT(e->root), 0, e->text);
	else if (!post->user_id && !(e->says.gone && e->is_answered))
		check_found(c, TALK_GONE, AT(e->root), e->from.at.id, NULL);
}

static const struct pass talk_pass = { .size = sizeof(struct talk_entry),
				       .step = { talk_queue_post },
				       .judge = talk_judge };

static enum rt_err talk_flush(struct check *c, struct talk_batch *b)
{
	size_t n = b->n;

	b->n = 0;
	arena_reset(&c->part);
	return pass_judge(c, &talk_pass, &c->part, b->v, n);
}

/* ---- one conversation ---------------------------------------------------- */

static void talk_find_answers(struct talk_entry *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; v[i].says.gone && j < n; j++)
			v[i].is_answered |=
				j != i && v[j].says.parent == v[i].from.at.id;
}

static enum rt_err talk_check(struct check *c, struct talk_batch *b,
			      const struct talk *t)
{
	struct talk_entry *v = arena_alloc(&c->chunk, t->texts.n * sizeof *v);
	enum rt_err err = RT_OK;
	size_t n = 0;

	for (size_t i = 0; i < t->texts.n; i++) {
		v[n] = (struct talk_entry){ .root = t->is.at.id };
		v[n].from.c = c;
		if (talk_parse(t->texts.v[i], &v[n]))
			n++;
		else
			check_found(c, TALK_WRONG, t->is.at, 0, t->texts.v[i]);
	}
	talk_find_answers(v, n);
	for (size_t i = 0; !err && i < n; i++) {
		b->v[b->n++] = v[i];
		if (b->n == CHECK_PART)
			err = talk_flush(c, b);
	}
	return err;
}

/* ---- all of them --------------------------------------------------------- */

static void talk_queue(struct rt_pipe *p, void *one)
{
	struct talk *t = one;

	rt_pipe_texts(p, &t->texts, ENTRIES,
		      "ZRANGE " KEY_CONVERSATION " 0 %d", t->is.at.id,
		      ENTRIES - 1);
}

enum rt_err check_conversations(struct check *c, const struct subject *v,
				size_t n)
{
	static const struct pass pass = { .size = sizeof(struct talk),
					  .step = { talk_queue } };
	struct talk *t = pass_room(c, &pass, v, n);
	struct talk_batch *b = arena_alloc(&c->chunk, sizeof *b);
	enum rt_err err = pass_queue(c, &pass, &c->chunk, t, n);

	for (size_t i = 0; !err && i < n; i++)
		err = talk_check(c, b, &t[i]);
	return err ? err : talk_flush(c, b);
}

/* ---- repairs ------------------------------------------------------------- */

/* The script keeps what another reply answers, and only marks it. */
enum rt_err repair_talk_gone(struct check *c, const struct fault *f)
{
	union post_fields post;
	struct rt_pipe p;
	enum rt_err err = post_hash_read(c, &post, f->other);

	if (err || post.user_id)
		return err;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	conversation_drop(&p, f->at.id, f->other);
	return rt_pipe_end(&p);
}

enum rt_err repair_talk_wrong(struct check *c, const struct fault *f)
{
	struct talk_entry e = { .root = f->at.id };
	enum rt_err err = RT_OK;
	bool is_entry = talk_parse(f->what, &e);

	if (is_entry)
		err = post_hash_read(c, &e.from.post, e.from.at.id);
	if (err || (is_entry && talk_belongs(&c->chunk, &e)))
		return err;
	return rt_do(c->rt, &c->chunk, "ZREM " KEY_CONVERSATION " %s",
		     f->at.id, f->what);
}
