/*
 * The tree of a conversation; private to libretwis.  It reads nothing: its
 * caller has loaded the entries, and whatever they say, the result is a tree.
 */
#ifndef THREAD_H
#define THREAD_H

#include "redis/pipe.h"

/* What is known of the conversation of the post `id`. */
struct thread_source {
	uint64_t root;           /* the post it began with; 0: not known */
	uint64_t id, reply_to;   /* the post, and the one that it answers */
	struct rt_texts entries; /* of conversation:ROOT */
	struct rt_ids replies;   /* of replies:ID */
};

struct thread_post {
	uint64_t id;
	uint64_t parent; /* the post that it answers; 0: the beginning */
	unsigned depth;  /* 0: the beginning */
	bool gone;       /* deleted, and answered by others */
};

/* The beginning, and after each post its replies, the oldest first. */
struct thread {
	struct thread_post *v;
	size_t n;
};

/*
 * Orders a conversation.  Without a root it begins with the post that is
 * answered, or with the post itself.
 *
 *  - A reply of replies:ID that has no entry is below the post: the
 *    conversation had as many as it holds, or is older than such entries.
 *  - A post that is answered and has no entry is below the beginning.  Whether
 *    it exists, only its hash can tell.
 *  - So are posts that answer one another in a circle, and posts that answer
 *    nothing.
 *  - A deleted post that nobody answers is left out.
 *
 * It takes memory and time for the entries that there are, however deep the
 * tree is.
 */
void thread_build(struct arena *a, const struct thread_source *from,
		  struct thread *t);

/* The index of a post, or `n` if it isn't there. */
size_t thread_find(const struct thread *t, uint64_t id);

/*
 * The index at which a page of `size` posts begins: after the post `after`, or
 * with the beginning if that is 0.  If `after` isn't there, or is the last one,
 * it is the page that has the post `id`, where pages are counted from the
 * beginning.
 */
size_t thread_page_from(const struct thread *t, size_t size, uint64_t id,
			uint64_t after);

#endif
