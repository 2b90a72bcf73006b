#include "libretwis/post/thread.h"

#include <stdlib.h>

#include "libretwis/post/conversation.h"

#define THREAD_NONE SIZE_MAX

/* A post of the tree; the others are named by their index. */
struct thread_node {
	struct thread_post post;
	size_t order; /* of two with the same id, the first one counts */
	size_t parent, child, next;
	size_t walk; /* the walk that came by, or 0 */
	bool answered;
};

struct thread_tree {
	struct thread_node *v;
	size_t n;
	uint64_t top; /* the id of the beginning */
};

/* ---- its posts -------------------------------------------------------- */

static void thread_add(struct thread_tree *t, uint64_t id, uint64_t parent,
		       bool gone)
{
	if (!id)
		return;
	if (id == t->top)
		parent = 0;
	else if (!parent || parent == id)
		parent = t->top;
	t->v[t->n] = (struct thread_node){
		.post = { .id = id, .parent = parent, .gone = gone },
		.order = t->n,
		.parent = THREAD_NONE,
		.child = THREAD_NONE,
		.next = THREAD_NONE,
	};
	t->n++;
}

static void thread_add_entry(struct thread_tree *t, const char *text)
{
	struct conversation_entry e;

	if (conversation_read_entry(text, &e))
		thread_add(t, e.id, e.parent, e.gone);
}

static int thread_smaller_first(const void *one, const void *other)
{
	const struct thread_node *a = one, *b = other;

	if (a->post.id != b->post.id)
		return a->post.id > b->post.id ? 1 : -1;
	return (a->order > b->order) - (a->order < b->order);
}

/* By id, and each once. */
static void thread_sort(struct thread_tree *t)
{
	size_t n = 0;

	qsort(t->v, t->n, sizeof *t->v, thread_smaller_first);
	for (size_t i = 0; i < t->n; i++)
		if (!n || t->v[i].post.id != t->v[n - 1].post.id)
			t->v[n++] = t->v[i];
	t->n = n;
}

static size_t thread_place(const struct thread_tree *t, size_t n, uint64_t id)
{
	size_t from = 0, to = n;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (t->v[middle].post.id < id)
			from = middle + 1;
		else
			to = middle;
	}
	return from < n && t->v[from].post.id == id ? from : THREAD_NONE;
}

/* The posts that are answered, and have no entry of their own. */
static void thread_add_missing(struct thread_tree *t)
{
	size_t sorted = t->n;

	for (size_t i = 0; i < sorted; i++) {
		uint64_t parent = t->v[i].post.parent;

		if (parent && thread_place(t, sorted, parent) == THREAD_NONE)
			thread_add(t, parent, t->top, false);
	}
	if (t->n > sorted)
		thread_sort(t);
}

static void thread_collect(struct arena *a, struct thread_tree *t,
			   const struct thread_source *from)
{
	size_t most = 2 + from->entries.n + from->replies.n;

	/* Each of them may answer one that is missing. */
	t->v = arena_alloc(a, 2 * most * sizeof *t->v);
	t->n = 0;
	t->top = from->root       ? from->root
		 : from->reply_to ? from->reply_to
				  : from->id;
	thread_add(t, t->top, 0, false);
	thread_add(t, from->id, from->reply_to, false);
	for (size_t i = 0; i < from->entries.n; i++)
		thread_add_entry(t, from->entries.v[i]);
	for (size_t i = 0; i < from->replies.n; i++)
		thread_add(t, from->replies.v[i], from->id, false);
	thread_sort(t);
	thread_add_missing(t);
}

/* ---- who answers whom ------------------------------------------------- */

static void thread_set_parent(struct thread_tree *t, size_t i, uint64_t parent)
{
	t->v[i].post.parent = parent;
	t->v[i].parent = thread_place(t, t->n, parent);
}

/*
 * From each post up to the beginning, or to a post that an earlier walk has
 * come by.  A walk that meets itself is in a circle, which ends there.
 */
static void thread_break_circles(struct thread_tree *t)
{
	for (size_t i = 0; i < t->n; i++) {
		size_t at = i;

		while (at != THREAD_NONE && !t->v[at].walk) {
			t->v[at].walk = i + 1;
			at = t->v[at].parent;
		}
		if (at != THREAD_NONE && t->v[at].walk == i + 1)
			thread_set_parent(t, at, t->top);
	}
}

static void thread_link(struct thread_tree *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->v[i].post.id != t->top)
			thread_set_parent(t, i, t->v[i].post.parent);
	thread_break_circles(t);
	/* The last one first, so that the oldest one is at the head. */
	for (size_t i = t->n; i-- > 0;) {
		struct thread_node *node = &t->v[i];

		if (node->parent == THREAD_NONE)
			continue;
		node->next = t->v[node->parent].child;
		t->v[node->parent].child = i;
	}
}

/* ---- their order ------------------------------------------------------ */

/* The first reply, or else the next one to the same post, or further up. */
static size_t thread_next(struct thread_tree *t, size_t at)
{
	const struct thread_node *node = &t->v[at];

	if (node->child != THREAD_NONE)
		return node->child;
	while (node->next == THREAD_NONE && node->parent != THREAD_NONE)
		node = &t->v[node->parent];
	return node->next;
}

static size_t thread_list(struct thread_tree *t, size_t *order)
{
	size_t n = 0;

	for (size_t at = thread_place(t, t->n, t->top); at != THREAD_NONE;
	     at = thread_next(t, at)) {
		size_t parent = t->v[at].parent;

		if (parent != THREAD_NONE)
			t->v[at].post.depth = t->v[parent].post.depth + 1;
		order[n++] = at;
	}
	return n;
}

/* Replies are after what they answer, so this begins at the end. */
static void thread_leave_out_gone(struct thread_tree *t, size_t *order,
				  size_t n)
{
	for (size_t i = n; i-- > 0;) {
		const struct thread_node *node = &t->v[order[i]];

		if (node->post.gone && !node->answered)
			order[i] = THREAD_NONE;
		else if (node->parent != THREAD_NONE)
			t->v[node->parent].answered = true;
	}
}

void thread_build(struct arena *a, const struct thread_source *from,
		  struct thread *thread)
{
	struct thread_tree t;
	size_t *order, n;

	thread_collect(a, &t, from);
	thread_link(&t);
	order = arena_alloc(a, t.n * sizeof *order);
	n = thread_list(&t, order);
	thread_leave_out_gone(&t, order, n);
	thread->v = arena_alloc(a, n * sizeof *thread->v);
	thread->n = 0;
	for (size_t i = 0; i < n; i++)
		if (order[i] != THREAD_NONE)
			thread->v[thread->n++] = t.v[order[i]].post;
}

/* ---- pages ------------------------------------------------------------ */

size_t thread_find(const struct thread *t, uint64_t id)
{
	size_t i = 0;

	while (i < t->n && t->v[i].id != id)
		i++;
	return i;
}

size_t thread_page_from(const struct thread *t, size_t size, uint64_t id,
			uint64_t after)
{
	size_t at = thread_find(t, after);

	if (!after)
		return 0;
	if (at + 1 < t->n)
		return at + 1;
	at = thread_find(t, id);
	return at < t->n ? at / size * size : 0;
}
