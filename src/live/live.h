/*
 * The live gateway: one process that holds a connection of each member who
 * looks at a page, and tells them by Server-Sent Events what is new.
 *
 * A connection is READING until its request is there, then WAITING until the
 * database says whose session it is, then STREAMING; LEAVING takes with it
 * what was written last.  Members with connections have their channel of the
 * bus joined.  What is said there makes a member due, and whoever is due is
 * read from the database, many in one pipeline.
 *
 * Nothing here ever waits for a client: what is written goes into a small
 * buffer, and whoever lets that run full is sent away, comes back, and is
 * told how things stand.
 */
#ifndef LIVE_GATEWAY_H
#define LIVE_GATEWAY_H

#include <event2/event.h>
#include <sys/queue.h>

#include "libretwis/work.h"
#include "live/ask.h"

#define MEMBER_BUCKETS 4096
#define MEMBER_CONNS   20 /* streams of one member */

#define QUIET_MS 25000 /* then a stream gets a comment, a member a look */

struct bufferevent;
struct evconnlistener;

enum phase { READING, WAITING, STREAMING, LEAVING, PHASES };

TAILQ_HEAD(conns, conn);
TAILQ_HEAD(members, member);

struct live {
	const struct rt_config *conf;
	struct event_base *base;
	struct rt *rt;
	struct hear *hear;
	struct arena memory;
	struct control control; /* its jobs are looks, its deliveries events */
	char name[40];          /* as the control channel has it */
	bool stopping;
	int64_t end; /* of waiting for the last connections */

	struct evconnlistener *door;
	struct event *tick;
	struct conns conns[PHASES]; /* each with the longest silent first */
	size_t n, max;

	bool is_up;                           /* the bus */
	struct member *table[MEMBER_BUCKETS]; /* by id */
	struct members members; /* the longest not looked at first */

	struct event *look; /* reads what is due */
	struct members due;
	bool timeline_due;
	int64_t next_look;
	unsigned wait_ms; /* after a failure */
};

struct conn {
	struct live *live;
	struct bufferevent *io;
	enum phase phase;
	TAILQ_ENTRY(conn) by_time;
	int64_t time; /* when it came to its phase, or was written to */
	struct ask ask;

	/* Of a stream: whose it is, and what was told. */
	struct member *member;
	TAILQ_ENTRY(conn) of_member;
	bool told;
	uint64_t head, posts, unread;
};

enum presence { AWAY, JOINING, JOINED, PARTING };

struct member {
	uint64_t id;
	char *secret; /* of the session of all connections */
	struct conns conns;
	unsigned n;
	uint64_t unread;
	enum presence channel;
	bool due;
	int64_t time;        /* when it was looked at */
	struct member *next; /* in the table */
	TAILQ_ENTRY(member) by_time, by_due;
};

/* ---- connections (conn.c) ---------------------------------------------- */

/* From now on, on the listening socket `fd`. */
bool conns_open(struct live *live, int fd);
void conns_close(struct live *live);

/* Once a second: comments, and who has been silent for too long. */
void conns_tick(struct live *live, int64_t now);

/* Accepts nobody any more, and asks all to come again. */
void conns_stop(struct live *live);

/* Answers who is WAITING: as a stream, or with a status and the end. */
bool conn_stream(struct conn *c);
void conn_refuse(struct conn *c, int status);

/* False, as above, if it had to go, since it takes nothing. */
bool conn_write(struct conn *c, const char *text, size_t len);

/*
 * Says that there is no session, or none any more, and hangs up.  As an event,
 * since after no HTTP status a page would know that it need not come again.
 */
void conn_end(struct conn *c);

/* ---- members (member.c) ------------------------------------------------ */

void members_open(struct live *live);
void members_close(struct live *live);

/* NULL if nobody of this id is known. */
struct member *member_find(const struct live *live, uint64_t id);

/* Gives a connection to its member; false if there are too many already. */
bool member_add(struct conn *c, uint64_t id, const char *secret);
void member_leave(struct conn *c);

/* What the bus says (see hear.h). */
void members_hear(void *live, enum hear_what what, const char *channel,
		  const char *said);

/* Once a second: who was not looked at for long is due, or forgotten. */
void members_tick(struct live *live, int64_t now);

/* ---- looking (look.c) -------------------------------------------------- */

void look_open(struct live *live);
void look_close(struct live *live);

/* Soon, together with others. */
void look_at(struct live *live, struct member *m);
void look_at_timeline(struct live *live);
void look_soon(struct live *live);

/* As soon as control allows it by now, if anything is due. */
void look_anew(struct live *live);

/* ---- orders (obey.c) --------------------------------------------------- */

void obey_open(struct live *live);

/* One message of the control channel. */
void obey(struct live *live, const char *message);

#endif
