/* Forms with files, in one piece and byte by byte. */
#include "http/multipart.h"
#include "unit.h"

#define TYPE "multipart/form-data; boundary=x"

static const char *heard;

static bool begin(void *who, const char *name, enum multipart_kind kind)
{
	static const char *const kinds[] = { "", " file", " unnamed" };

	(void)who;
	heard = arena_printf(&mem, "%s%s%s:", heard, name, kinds[kind]);
	return strcmp(name, "enough") != 0;
}

static bool bytes(void *who, const char *text, size_t len)
{
	(void)who;
	heard = arena_printf(&mem, "%s%.*s", heard, (int)len, text);
	return true;
}

static bool end(void *who)
{
	(void)who;
	heard = arena_printf(&mem, "%s|", heard);
	return true;
}

/* The result; NULL for a form that makes no sense. */
static const char *parse(const char *type, const char *form, size_t piece)
{
	static const struct multipart_events events = { begin, bytes, end };
	size_t len = strlen(form);
	struct multipart m;

	heard = "";
	if (!multipart_begin(&m, type, &events, NULL))
		return NULL;
	for (size_t at = 0; at < len; at += piece)
		if (!multipart_feed(&m, form + at,
				    len - at < piece ? len - at : piece))
			return NULL;
	return multipart_is_whole(&m) ? heard : NULL;
}

#define FIELD(name)  "--x\r\nContent-Disposition: form-data; name=\"" name "\""
#define BODY(text)   "\r\n\r\n" text "\r\n"
#define END          "--x--\r\n"
#define CSRF         FIELD("csrf") BODY("abc")
#define FILE_(named) "; filename=\"" named "\"\r\nContent-Type: a/b"

TEST(good_forms)
{
	static const struct {
		const char *form, *heard;
	} table[] = {
		{ CSRF END, "csrf:abc|" },
		{ CSRF "--x--", "csrf:abc|" },
		{ FIELD("a") BODY("") END, "a:|" },
		{ CSRF FIELD("file") FILE_("a.zip") BODY("PK") END,
		  "csrf:abc|file file:PK|" },
		{ FIELD("file") FILE_("") BODY("") END, "file unnamed:|" },
		{ FIELD("f") FILE_("a\\\"; name=\\\"b") BODY("1") END,
		  "f file:1|" },
		{ FIELD("f") FILE_("C:\\b") BODY("1") END, "f file:1|" },
		{ FIELD("a") BODY("\r\n--\r\n--y\r\n\r\r\n") END,
		  "a:\r\n--\r\n--y\r\n\r\r\n|" },
		{ "--x\r\ncontent-type: text/plain\r\n"
		  "CONTENT-DISPOSITION:form-data;name=\"a\"" BODY("1") END,
		  "a:1|" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		for (size_t piece = 1; piece < 20; piece++) {
			const char *all = parse(TYPE, table[i].form, piece);

			CHECK(table[i].form, all);
			assert_string_equal(table[i].heard, all);
		}
}

TEST(bad_forms)
{
	static const char *const table[] = {
		"",
		"--x--\r\n",
		CSRF,
		CSRF "--x-",
		CSRF "--x--\r\n\r\n",
		CSRF "--x--more",
		"\r\n" CSRF END,
		"more" CSRF END,
		"--x \r\n\r\n\r\n--x--",
		"--x\r\n\r\n1\r\n" END,
		"--y\r\n" CSRF END,
		FIELD("") BODY("1") END,
		FIELD("a b") BODY("1") END,
		FIELD("a\"; name=\"b") BODY("1") END,
		FIELD("a\"; more=\"b") BODY("1") END,
		FIELD("a") "; filename=\"b" BODY("1") END,
		FIELD("a") " more" BODY("1") END,
		FIELD("a") "\r\nX-More: 1" BODY("1") END,
		FIELD("a") "\r\nContent-Disposition: form-data; name=\"b\"" BODY(
			"1") END,
		"--x\r\nContent-Disposition: attachment; name=\"a\"" BODY("1")
			END,
		FIELD("enough") BODY("1") END,
	};

	for (size_t i = 0; i < COUNT(table); i++)
		for (size_t piece = 1; piece < 20; piece++)
			CHECK(table[i], !parse(TYPE, table[i], piece));
}

/* `n` parts, and the end. */
static const char *repeated(int n)
{
	const char *all = END;

	while (n--)
		all = arena_printf(&mem, "%s%s", CSRF, all);
	return all;
}

TEST(many_parts)
{
	assert_non_null(parse(TYPE, repeated(MULTIPART_PARTS), 1000));
	assert_null(parse(TYPE, repeated(MULTIPART_PARTS + 1), 1000));
}

/* A name of so many letters, as browsers write this one. */
static const char *named(const char *letter, size_t n)
{
	char *name = arena_alloc(&mem, n * strlen(letter) + 1), *end = name;

	while (n--)
		end = stpcpy(end, letter);
	return arena_printf(&mem,
			    FIELD("f") "; filename=\"%s\"\r\n"
				       "Content-Type: image/jpeg" BODY("1")
					       END,
			    name);
}

TEST(long_names)
{
	static const char *const letters[] = { "a", "\xf0\x9f\x98\x80", "%22",
					       "\\\"" };

	for (size_t i = 0; i < COUNT(letters); i++)
		CHECK(letters[i],
		      !!parse(TYPE, named(letters[i], 4000), 1000));
	assert_null(parse(TYPE, named("a", MULTIPART_HEAD), 1000));
}

TEST(boundaries)
{
	static const struct {
		const char *type;
		bool is_good;
	} table[] = {
		{ TYPE, true },
		{ "Multipart/Form-Data;boundary=\"x\"", true },
		{ "multipart/form-data ; boundary=x", true },
		{ "multipart/form-data", false },
		{ "multipart/form-data; boundary=", false },
		{ "multipart/form-data; boundary=\"x", false },
		{ "multipart/form-data; boundary=x; charset=y", false },
		{ "multipart/form-data; charset=y; boundary=x", false },
		{ "multipart/mixed; boundary=x", false },
		{ "application/x-www-form-urlencoded", false },
		{ NULL, false },
	};
	char type[128];

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i].type ? table[i].type : "none",
		      !!parse(table[i].type, CSRF END, 100) ==
			      table[i].is_good);
	for (int len = 70; len <= 71; len++) {
		struct multipart m;

		snprintf(type, sizeof type, "%.30s%0*d", TYPE, len, 7);
		assert_int_equal(len == 70,
				 multipart_begin(&m, type, NULL, NULL));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(good_forms), PLAIN(bad_forms),  PLAIN(many_parts),
		PLAIN(long_names), PLAIN(boundaries),
	};

	return RUN_PLAIN(tests);
}
