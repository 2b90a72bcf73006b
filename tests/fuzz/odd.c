/* The answers of a hostile Redis, made from the fuzzer's bytes. */
#include <stdlib.h>
#include <string.h>

#include "liar.h"

#define DEPTH_MAX 4

/* ---- parts of an answer ------------------------------------------------ */

static void odd_text(struct bytes *out, const char *text, size_t n)
{
	bytes_put(out, "$%zu\r\n", n);
	bytes_add(out, text, n);
	bytes_add(out, "\r\n", 2);
}

/* In the notation of usual(). */
static void odd_plain(struct bytes *out, const char *word, size_t n)
{
	if (n == 1 && *word == '_')
		bytes_put(out, "$-1\r\n");
	else
		odd_text(out, word, n);
}

static void odd_word(struct input *in, struct bytes *out)
{
	static const char *const words[] = {
		"",
		"0",
		"1",
		"-5",
		" 7x",
		"18446744073709551615",
		"99999999999999999999999",
		"1e+308",
		"nan",
		"alice",
		"seen",
		"user_id",
		"username",
		"body",
		"like 2 1",
		"like",
		"post",
		"1 x 0 b",
		"x",
		"0 1 2026-11-20",
		"0 1 9999-99-99",
		"1700000000 0 post 2 1 nonce",
		"0 0 post 2 1 n 5 3",
		"a\r\nSet-Cookie: b=c",
		"<b>\"'&",
		"\xff\xfe",
		"\xe2\x80\xae",
		"//evil.example/",
		"$argon2id$v=19$m=8,t=1,p=1$",
		LIAR_SECRET,
	};
	const char *word =
		words[input_below(in, sizeof words / sizeof *words)];

	odd_text(out, word, strlen(word));
}

static void odd_bytes(struct input *in, struct bytes *out)
{
	size_t n = input_byte(in);
	char text[256];

	for (size_t i = 0; i < n; i++)
		text[i] = (char)input_byte(in);
	odd_text(out, text, n);
}

static void odd_number(struct input *in, struct bytes *out)
{
	static const long long numbers[] = {
		0,         1,    -1,   -2, 2,          10,
		11,        1000, 1001, 60, 1700000000, -INT64_MAX - 1,
		INT64_MAX,
	};

	bytes_put(out, ":%lld\r\n",
		  numbers[input_below(in, sizeof numbers / sizeof *numbers)]);
}

static void odd_error(struct input *in, struct bytes *out)
{
	static const char *const errors[] = {
		"ERR x",     "WRONGTYPE x", "OOM x",         "MISCONF x",
		"LOADING x", "NOAUTH x",    "CLUSTERDOWN x", "",
	};

	bytes_put(out, "-%s\r\n",
		  errors[input_below(in, sizeof errors / sizeof *errors)]);
}

static void odd_value(struct input *in, struct bytes *out, int depth);

static void odd_array(struct input *in, struct bytes *out, int depth)
{
	unsigned n = input_below(in, 32);

	bytes_put(out, "*%u\r\n", n);
	while (n--)
		odd_value(in, out, depth + 1);
}

/* The same entry many times: more than was asked for. */
static void odd_row(struct input *in, struct bytes *out)
{
	static const unsigned counts[] = {
		11, 21, 51, 101, 202, 402, 1001,
	};
	unsigned n = counts[input_below(in, sizeof counts / sizeof *counts)];
	struct bytes one = { 0 };

	odd_value(in, &one, DEPTH_MAX);
	bytes_put(out, "*%u\r\n", n);
	while (n--)
		bytes_add(out, one.v, one.n);
	free(one.v);
}

enum kind {
	NIL,
	NUMBER,
	WORD,
	TEXT,
	STATUS,
	ERROR,
	NO_ARRAY,
	FLAT,
	ARRAY,
	ROW,
	KINDS
};

static void odd_value(struct input *in, struct bytes *out, int depth)
{
	switch ((enum kind)input_below(in, depth < DEPTH_MAX ? KINDS : FLAT)) {
	case NIL:
	case FLAT:
		bytes_put(out, "$-1\r\n");
		break;
	case NUMBER:
		odd_number(in, out);
		break;
	case WORD:
		odd_word(in, out);
		break;
	case TEXT:
		odd_bytes(in, out);
		break;
	case STATUS:
		bytes_put(out, "+OK\r\n");
		break;
	case ERROR:
		odd_error(in, out);
		break;
	case NO_ARRAY:
		bytes_put(out, "*-1\r\n");
		break;
	case ARRAY:
		odd_array(in, out, depth);
		break;
	default:
		odd_row(in, out);
	}
}

/* ---- the usual answer, and variations of it ----------------------------- */

static size_t odd_count(const char *list)
{
	size_t n = 1;

	for (; *list; list++)
		n += *list == '|';
	return n;
}

/*
 * The usual array with a different entry at `at`; or cut off before it, or
 * longer.
 */
static void odd_list(struct input *in, struct bytes *out, const char *list,
		     size_t at, size_t n)
{
	bytes_put(out, "*%zu\r\n", n);
	for (size_t i = 0; i < n; i++) {
		size_t len = strcspn(list, "|");

		if (i == at)
			odd_value(in, out, DEPTH_MAX - 1);
		else
			odd_plain(out, list, len);
		list += len + (list[len] == '|');
	}
}

static void odd_usual(struct bytes *out, const char *answer)
{
	if (*answer == '[')
		odd_list(NULL, out, answer + 1, SIZE_MAX,
			 odd_count(answer + 1));
	else if (*answer == '+' || *answer == ':')
		bytes_put(out, "%s\r\n", answer);
	else
		odd_plain(out, answer + (*answer == '$'),
			  strlen(answer + (*answer == '$')));
}

static void odd_changed(struct input *in, struct bytes *out,
			const char *answer)
{
	size_t n = odd_count(answer);
	size_t at = input_below(in, (unsigned)n);

	if (*answer != '[')
		odd_value(in, out, 0);
	else
		odd_list(in, out, answer + 1, at, n);
}

static void odd_long_or_short(struct input *in, struct bytes *out,
			      const char *answer)
{
	size_t n = input_byte(in);

	if (*answer != '[')
		odd_value(in, out, 0);
	else
		odd_list(in, out, answer + 1, SIZE_MAX, n);
}

/* No answer at all: the protocol itself is broken. */
static void odd_noise(struct input *in, struct bytes *out)
{
	static const char *const noise[] = {
		"*2147483647\r\n",
		"*4194305\r\n",
		"*9999999999\r\n",
		"$536870913\r\n",
		"$-2\r\n",
		"*-2\r\n",
		":x\r\n",
		"\r\n",
		"?",
		"*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n",
	};
	unsigned which = input_below(in, 1 + sizeof noise / sizeof *noise);

	if (which < sizeof noise / sizeof *noise)
		bytes_put(out, "%s", noise[which]);
	else
		for (size_t n = input_byte(in); n; n--) {
			char byte = (char)input_byte(in);

			bytes_add(out, &byte, 1);
		}
}

/* A message on the channel that was subscribed to. */
static void odd_orders(struct input *in, struct bytes *out)
{
	static const char *const orders[] = {
		"pause",
		"resume",
		"throttle 5",
		"throttle 99999999999",
		"report control:x",
		"report ",
		": exit",
		"1-a worker working 1 0 1 1 1 1700000000",
	};

	for (unsigned n = input_below(in, 8); n; n--) {
		const char *order = orders[input_below(in, 8)];

		if (input_below(in, 4) == 0) {
			odd_value(in, out, 0);
			continue;
		}
		bytes_put(out, "*3\r\n$7\r\nmessage\r\n$7\r\ncontrol\r\n");
		odd_plain(out, order, strlen(order));
	}
}

static bool odd_answer(struct input *in, const char *answer, struct bytes *out)
{
	switch (input_below(in, 8)) {
	case 1:
	case 2:
		odd_changed(in, out, answer);
		break;
	case 3:
		odd_value(in, out, 0);
		break;
	case 4:
		odd_long_or_short(in, out, answer);
		break;
	case 5:
		odd_row(in, out);
		break;
	case 6:
		odd_noise(in, out);
		return false;
	default:
		odd_usual(out, answer);
	}
	return true;
}

bool odd(struct input *in, const struct words *command, struct bytes *out)
{
	bool goes_on = odd_answer(in, usual(command), out);

	if (goes_on && strcmp(command->v[0], "SUBSCRIBE") == 0)
		odd_orders(in, out);
	return goes_on;
}
