/*
 * Telling members what others did; private to libretwis.
 *
 * Each is told once, however often it is done or sent, and nobody of one's own
 * doings.  How many are unread is the rank of a mark among what they were
 * told: no counter that could go astray, and the mark moves by itself when
 * something is taken back.
 */
#ifndef NOTICE_H
#define NOTICE_H

#include "libretwis/redis/pipe.h"

/* One entry of notices:ID. */
struct notice {
	enum rt_notice_kind kind;
	uint64_t post; /* 0 for a follow */
	uint64_t by;
};

/* Queue one command; nothing for a member of 0, or told of oneself. */
void notice_tell(struct rt_pipe *p, uint64_t to, enum rt_notice_kind kind,
		 uint64_t post, uint64_t by);
void notice_drop(struct rt_pipe *p, uint64_t to, enum rt_notice_kind kind,
		 uint64_t post, uint64_t by);

/* All that a member was told about a post. */
void notice_drop_post(struct rt_pipe *p, uint64_t to, uint64_t post);

/* False for the mark, and for what nobody here has written. */
bool notice_parse(const char *entry, struct notice *n);

#endif
