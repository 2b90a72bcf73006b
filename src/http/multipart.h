/*
 * Parses a body of the type multipart/form-data (RFC 7578), as browsers send
 * it, while it arrives.  It holds no more of a file than the piece that was
 * fed.
 *
 * The parser is strict: it rejects text before the first part or after the
 * last, headers that browsers don't send, and parts within parts.
 */
#ifndef MULTIPART_H
#define MULTIPART_H

#include <stdbool.h>
#include <stddef.h>

#define MULTIPART_BOUNDARY 70 /* characters */
#define MULTIPART_NAME     32 /* of a field */

/*
 * Bytes of a part's headers.  The name of a file may have 4,000 characters, of
 * four bytes each; some programs send the whole path.
 */
#define MULTIPART_HEAD ((size_t)17 * 1024)

/* All fields that a form may have, and some files. */
#define MULTIPART_PARTS 40

enum multipart_kind {
	MULTIPART_TEXT,
	MULTIPART_FILE,
	MULTIPART_UNNAMED /* a file without a name: mostly, none was chosen */
};

/* Each may return false to stop: then multipart_feed() does, too. */
struct multipart_events {
	bool (*begin)(void *who, const char *name, enum multipart_kind kind);
	bool (*bytes)(void *who, const char *bytes, size_t len);
	bool (*end)(void *who);
};

struct multipart {
	const struct multipart_events *events;
	void *who;
	char delimiter[MULTIPART_BOUNDARY + 5]; /* "\r\n--" and the boundary */
	char head[MULTIPART_HEAD + 1];
	size_t matched; /* bytes of the delimiter, or of what follows it */
	size_t len;     /* of the head */
	size_t parts;
	enum {
		MULTIPART_DATA,      /* in a part, or before the first one */
		MULTIPART_DELIMITED, /* after a delimiter */
		MULTIPART_HEADERS,
		MULTIPART_END
	} state;
};

/* Reads the boundary from a Content-Type.  Returns false if it has none. */
bool multipart_begin(struct multipart *m, const char *type,
		     const struct multipart_events *events, void *who);

/*
 * Parses the next bytes.  Returns false if they are malformed or an event
 * returned false.
 */
bool multipart_feed(struct multipart *m, const char *bytes, size_t len);

/* Whether the body has ended properly. */
bool multipart_is_whole(const struct multipart *m);

#endif
