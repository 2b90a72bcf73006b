/*
 * A body of the type multipart/form-data (RFC 7578), as browsers send it, while
 * it comes: nothing of a file is kept here.
 *
 * Strict: no text before the first part or behind the last, no header but those
 * that browsers send, no part within a part.
 */
#ifndef MULTIPART_H
#define MULTIPART_H

#include <stdbool.h>
#include <stddef.h>

#define MULTIPART_BOUNDARY 70   /* letters at most */
#define MULTIPART_NAME     32   /* of a field */
#define MULTIPART_HEAD     2048 /* bytes of a part's headers */
#define MULTIPART_PARTS    8

/* Each is false to say that it is enough: then so is multipart_feed(). */
struct multipart_events {
	bool (*begin)(void *who, const char *name, bool is_file);
	bool (*bytes)(void *who, const char *bytes, size_t len);
	bool (*end)(void *who);
};

struct multipart {
	const struct multipart_events *events;
	void *who;
	char mark[MULTIPART_BOUNDARY + 5]; /* "\r\n--" and the boundary */
	char head[MULTIPART_HEAD + 1];
	size_t met; /* so many bytes of the mark, or of what follows it */
	size_t len; /* of the head */
	size_t parts;
	enum {
		MULTIPART_DATA,  /* of a part, or nothing before the first */
		MULTIPART_AFTER, /* behind a mark */
		MULTIPART_LINES, /* headers */
		MULTIPART_END
	} state;
};

/* Takes the boundary out of a Content-Type.  False if there is none. */
bool multipart_begin(struct multipart *m, const char *type,
		     const struct multipart_events *events, void *who);

/* The next bytes.  False where they make no sense, or an event said no. */
bool multipart_feed(struct multipart *m, const char *bytes, size_t len);

/* Whether that was all. */
bool multipart_is_whole(const struct multipart *m);

#endif
