/*
 * The parser of forms with files, with arbitrary input. `make fuzz` builds
 * this with libFuzzer; the unit tests replay the inputs in tests/fuzz/forms.
 *
 * The first byte says in pieces of which length the form arrives: whatever it
 * is, the result must be the same. A line follows, the boundary, and then the
 * form.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "http/multipart.h"

#define TYPE "multipart/form-data; boundary="

/* Returns from the function with a sentence about what is wrong. */
#define HOLDS(condition)                                                      \
	do {                                                                  \
		if (!(condition))                                             \
			return #condition;                                    \
	} while (0)

/* Everything that was read from a form. */
struct heard {
	size_t begun, ended, bytes;
	unsigned long sum; /* of names and bytes, in order */
	bool is_inside, was_odd;
};

static void hear(struct heard *h, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		h->sum = 31 * h->sum + (unsigned char)bytes[i] + 1;
}

static bool form_part(void *who, const char *name, enum multipart_kind kind)
{
	struct heard *h = who;

	h->was_odd |= h->is_inside || !*name || strlen(name) > MULTIPART_NAME;
	h->is_inside = true;
	h->begun++;
	hear(h, name, strlen(name));
	hear(h, &"tfu"[kind], 1);
	return true;
}

static bool form_bytes(void *who, const char *bytes, size_t len)
{
	struct heard *h = who;

	h->was_odd |= !h->is_inside || !len;
	h->bytes += len;
	hear(h, bytes, len);
	return true;
}

static bool form_end(void *who)
{
	struct heard *h = who;

	h->was_odd |= !h->is_inside;
	h->is_inside = false;
	h->ended++;
	hear(h, "", 1);
	return true;
}

/*
 * Copies each piece to a buffer of exactly its size: then the sanitizer
 * detects reads beyond it.
 */
static bool form_feed(struct multipart *m, const char *bytes, size_t len,
		      size_t piece)
{
	bool goes_on = true;

	for (size_t at = 0; goes_on && at < len; at += piece) {
		size_t n = len - at < piece ? len - at : piece;
		char *copy = malloc(n);

		if (!copy)
			abort();
		memcpy(copy, bytes + at, n);
		goes_on = multipart_feed(m, copy, n);
		free(copy);
	}
	return goes_on && multipart_is_whole(m);
}

static const char *form_check(const char *type, const char *bytes, size_t len,
			      size_t piece)
{
	static const struct multipart_events events = { form_part, form_bytes,
							form_end };
	struct heard one = { 0 }, other = { 0 };
	struct multipart m;
	bool is_whole, again;

	if (!multipart_begin(&m, type, &events, &one))
		return NULL;
	is_whole = form_feed(&m, bytes, len, len);
	HOLDS(multipart_begin(&m, type, &events, &other));
	again = form_feed(&m, bytes, len, piece);
	HOLDS(is_whole == again);
	HOLDS(!one.was_odd && !other.was_odd);
	HOLDS(one.bytes <= len && one.begun <= MULTIPART_PARTS);
	HOLDS(!is_whole || (one.begun && one.begun == one.ended));
	HOLDS(!is_whole || one.sum == other.sum);
	return NULL;
}

const char *fuzz_form(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data, *line;
	const char *problem;
	size_t before;
	char *type;

	if (!size || !(line = memchr(text + 1, '\n', size - 1)))
		return NULL;
	before = (size_t)(line - text - 1);
	type = malloc(strlen(TYPE) + before + 1);
	if (!type)
		abort();
	memcpy(type, TYPE, strlen(TYPE));
	memcpy(type + strlen(TYPE), text + 1, before);
	type[strlen(TYPE) + before] = '\0';
	problem = form_check(type, line + 1, size - before - 2,
			     1 + (size_t)data[0] % 64);
	free(type);
	return problem;
}

#ifdef FUZZ_FORM
/* For libFuzzer. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *problem = fuzz_form(data, size);

	if (problem) {
		fprintf(stderr, "does not hold: %s\n", problem);
		abort();
	}
	return 0;
}
#endif
