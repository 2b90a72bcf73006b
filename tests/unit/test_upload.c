/* Forms with several files. */
#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#include "asked.h"
#include "http/upload.h"

#define TYPE          "CONTENT_TYPE=multipart/form-data; boundary=x"
#define FIELD(name)   "--x\r\nContent-Disposition: form-data; name=\"" name "\""
#define TEXT(name, v) FIELD(name) "\r\n\r\n" v "\r\n"
#define FILE_(name, file, v)                                                  \
	FIELD(name)                                                           \
	"; filename=\"" file "\"\r\nContent-Type: a/b\r\n\r\n" v "\r\n"
#define PICTURE(v) FILE_("pictures", "a.png", v)
#define UNCHOSEN   FILE_("pictures", "", "")
#define END        "--x--\r\n"

/* Replaced by the right one. */
#define CSRF TEXT("csrf", "@")

static const struct upload_rules rules = {
	.field = "pictures",
	.files_max = 3,
	.file_max = 10,
	.total_max = 15,
};

static const struct rt_user alice = {
	.id = 1,
	.name = "alice",
	.secret = "secret0of0alice",
};

static size_t open_files(void)
{
	DIR *folder = opendir("/proc/self/fd");
	size_t n = 0;

	assert_non_null(folder);
	while (readdir(folder))
		n++;
	closedir(folder);
	return n;
}

static struct req *sent(const char *body, size_t len, uint64_t declared)
{
	const char *const variables[] = {
		TYPE,
		arena_printf(&mem, "CONTENT_LENGTH=%llu",
			     (unsigned long long)declared),
		NULL,
	};
	struct req *q = asked_with(variables, body, len);

	q->accepts = &rules;
	q->me = alice;
	assert_true(req_sends_files(q));
	return q;
}

/* Alice's form. */
static struct req *form(const char *text)
{
	const char *at = strchr(text, '@');

	if (at)
		text = arena_printf(&mem, "%.*s%s%s", (int)(at - text), text,
				    rt_csrf(&mem, &alice), at + 1);
	return sent(text, strlen(text), strlen(text));
}

static void check_file(const struct upload_file *file, unsigned part,
		       const char *text)
{
	char got[32] = "";

	assert_int_equal(part, file->part);
	assert_int_equal(strlen(text), file->size);
	assert_int_equal(file->size, read(file->fd, got, sizeof got - 1));
	assert_string_equal(text, got);
}

TEST(all_that_a_form_can_have)
{
	struct req *q = form(CSRF TEXT("status", "a\r\nb") TEXT("kept", "1")
				     TEXT("kept", "2") PICTURE("one")
					     UNCHOSEN PICTURE("\r\n--") END);
	const struct upload *u = req_upload(q);
	size_t before = open_files(), at = 0;

	assert_int_equal(0, u->n);
	assert_int_equal(0, req_read_upload(q));
	u = req_upload(q);
	assert_int_equal(UPLOAD_FINE, u->problem);
	assert_int_equal(2, u->n);
	assert_int_equal(3, u->parts);
	check_file(&u->file[0], 1, "one");
	check_file(&u->file[1], 3, "\r\n--");
	assert_string_equal("a\r\nb", req_field(q, "status"));
	assert_string_equal("1", form_next(&q->form, "kept", &at));
	assert_string_equal("2", form_next(&q->form, "kept", &at));
	assert_int_equal(before + 2, open_files());
	/* The request may begin again. */
	assert_int_equal(0, req_read_upload(q));
	assert_ptr_equal(u, req_upload(q));
	req_close_upload(q);
	assert_int_equal(before, open_files());
}

TEST(what_a_page_can_tell_apart)
{
	static const struct {
		const char *form;
		enum upload_problem problem;
		unsigned part;
		size_t n;
		int status;
	} table[] = {
		{ CSRF END, UPLOAD_FINE, 0, 0, 0 },
		{ END, UPLOAD_FINE, 0, 0, 0 },
		{ CSRF UNCHOSEN UNCHOSEN UNCHOSEN UNCHOSEN END, UPLOAD_FINE, 0,
		  0, 0 },
		{ CSRF PICTURE("") END, UPLOAD_FINE, 0, 1, 0 },
		{ CSRF FILE_("pictures", "", "x") END, UPLOAD_FINE, 0, 1, 0 },
		{ PICTURE("1") END, UPLOAD_UNASKED, 1, 0, 403 },
		{ UNCHOSEN PICTURE("") END, UPLOAD_UNASKED, 2, 0, 403 },
		{ TEXT("csrf", "x") UNCHOSEN END, UPLOAD_FINE, 0, 0, 0 },
		{ CSRF PICTURE("1") PICTURE("2") PICTURE("3") PICTURE("4") END,
		  UPLOAD_TOO_MANY, 4, 3, 422 },
		{ CSRF UNCHOSEN UNCHOSEN UNCHOSEN PICTURE("4") END,
		  UPLOAD_TOO_MANY, 4, 0, 422 },
		{ CSRF PICTURE("0123456789") END, UPLOAD_FINE, 0, 1, 0 },
		{ CSRF PICTURE("1") PICTURE("0123456789x") END,
		  UPLOAD_FILE_LARGE, 2, 1, 413 },
		{ CSRF PICTURE("12345678") PICTURE("12345678") END,
		  UPLOAD_ALL_LARGE, 2, 1, 413 },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct req *q = form(arena_printf(
			&mem, TEXT("status", "typed") "%s", table[i].form));
		size_t before = open_files();
		const struct upload *u;

		CHECK(table[i].form, !req_read_upload(q));
		u = req_upload(q);
		CHECK(table[i].form, u->problem == table[i].problem);
		CHECK(table[i].form, u->part == table[i].part);
		CHECK(table[i].form, u->n == table[i].n);
		CHECK(table[i].form,
		      upload_status(u->problem) == table[i].status);
		CHECK(table[i].form,
		      strcmp(req_field(q, "status"), "typed") == 0);
		CHECK(table[i].form, open_files() == before + u->n);
		req_close_upload(q);
		CHECK(table[i].form, open_files() == before);
	}
}

TEST(malformed_forms)
{
	static const char *const table[] = {
		"",
		CSRF,
		CSRF PICTURE("1") TEXT("status", "a") END,
		CSRF UNCHOSEN TEXT("status", "a") END,
		CSRF FILE_("picture", "a", "1") END,
		CSRF TEXT("csrf", "1") END,
		CSRF PICTURE("1"),
		CSRF PICTURE("1")
			FIELD("pictures") "; filename=\"b\"\r\n\r\nhal",
		CSRF PICTURE("1") END "more",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct req *q = form(table[i]);
		size_t before = open_files();

		CHECK(table[i], req_read_upload(q) == 400);
		req_close_upload(q);
		CHECK(table[i], open_files() == before);
	}
}

/* A sender who stops in the middle. */
TEST(a_form_cut_short)
{
	const char *text = arena_printf(
		&mem, TEXT("csrf", "%s") PICTURE("one") PICTURE("two") END,
		rt_csrf(&mem, &alice));

	for (size_t len = 0; len < strlen(text); len++) {
		struct req *q = sent(text, len, strlen(text));
		size_t before = open_files();

		assert_int_equal(400, req_read_upload(q));
		req_close_upload(q);
		assert_int_equal(before, open_files());
	}
}

TEST(how_many_fields)
{
	for (int n = FORM_FIELDS_MAX; n <= FORM_FIELDS_MAX + 1; n++) {
		const char *text = PICTURE("1") END;
		struct req *q;

		for (int i = 1; i < n; i++)
			text = arena_printf(&mem, TEXT("f%d", "") "%s", i,
					    text);
		q = form(arena_printf(&mem, CSRF "%s", text));
		assert_int_equal(n == FORM_FIELDS_MAX ? 0 : 400,
				 req_read_upload(q));
		req_close_upload(q);
	}
}

/* ---- who sends it, and how long it is ----------------------------------- */

/* Not more than this is read from anybody whose files are not stored. */
TEST(strangers_and_members_without_access)
{
	static const struct rt_user others[] = {
		{ .id = 0 },
		{ .id = 1, .standing = RT_SUSPENDED },
		{ .id = 1, .standing = RT_WAITING },
	};
	size_t before = open_files();

	for (size_t i = 0; i < COUNT(others); i++) {
		const char *text = arena_printf(
			&mem, TEXT("csrf", "%s") TEXT("status", "typed"),
			rt_csrf(&mem, &alice));
		struct req *q =
			form(arena_printf(&mem, "%s%s%0200000d", text,
					  FILE_("pictures", "a", ""), 1));

		q->me = others[i];
		q->me.secret = alice.secret;
		assert_int_equal(0, req_read_upload(q));
		assert_int_equal(UPLOAD_UNASKED, req_upload(q)->problem);
		assert_string_equal("typed", req_field(q, "status"));
		assert_true(ftell(stdin) <= (long)REQ_BODY_MAX);
		assert_int_equal(before, open_files());
	}
}

TEST(the_longest_text)
{
	size_t most = REQ_BODY_MAX - strlen(TEXT("status", ""));

	for (size_t more = 0; more < 2; more++) {
		char *text = arena_alloc(&mem, most + more + 1);
		struct req *q;

		memset(text, 'a', most + more);
		q = form(arena_printf(&mem, TEXT("status", "%s") END, text));
		assert_int_equal(413, req_read_upload(q));
		assert_true(ftell(stdin) <= (long)REQ_BODY_MAX);
		text[most - strlen(END)] = '\0';
		q = form(arena_printf(&mem, TEXT("status", "%s") END, text));
		assert_int_equal(0, req_read_upload(q));
		assert_string_equal(text, req_field(q, "status"));
	}
}

/* Its text comes back without waiting for all of it. */
TEST(a_form_that_says_it_is_too_long)
{
	const char *text = arena_printf(&mem, TEXT("csrf", "%s") PICTURE("1"),
					rt_csrf(&mem, &alice));
	struct req *q = sent(text, strlen(text), 1000000000);

	assert_int_equal(400, req_read_upload(q));
	text = arena_printf(&mem, "%s%020000d", text, 1);
	q = sent(text, strlen(text), 1000000000);
	assert_int_equal(0, req_read_upload(q));
	assert_int_equal(UPLOAD_ALL_LARGE, req_upload(q)->problem);
	assert_int_equal(1, req_upload(q)->part);
}

TEST(a_nul_in_a_text)
{
	static const char text[] = TEXT("status", "a\0b\0") END;
	struct req *q = sent(text, sizeof text - 1, sizeof text - 1);

	assert_int_equal(0, req_read_upload(q));
	assert_string_equal("a\001b\001", req_field(q, "status"));
}

TEST(no_room)
{
	char *before = getenv("TMPDIR");
	struct req *q = form(CSRF UNCHOSEN PICTURE("1") END);

	before = before ? arena_strdup(&mem, before) : NULL;
	setenv("TMPDIR", "/nowhere", 1);
	assert_int_equal(0, req_read_upload(q));
	assert_int_equal(UPLOAD_NO_ROOM, req_upload(q)->problem);
	assert_int_equal(2, req_upload(q)->part);
	assert_int_equal(507, upload_status(UPLOAD_NO_ROOM));
	if (before)
		setenv("TMPDIR", before, 1);
	else
		unsetenv("TMPDIR");
}

TEST(which_forms_can_have_files)
{
	static const char *const none[] = { NULL };
	static const char *const urlencoded[] = {
		"CONTENT_TYPE=application/x-www-form-urlencoded", NULL
	};
	static const char *const multipart[] = {
		"CONTENT_TYPE=Multipart/Form-Data; boundary=x", NULL
	};
	struct req *q = asked(multipart);

	assert_false(req_sends_files(q));
	q->accepts = &rules;
	assert_true(req_sends_files(q));
	assert_int_equal(411, req_read_upload(q));
	q = asked(urlencoded);
	q->accepts = &rules;
	assert_false(req_sends_files(q));
	q = asked(none);
	q->accepts = &rules;
	assert_false(req_sends_files(q));
	assert_int_equal(UPLOAD_FINE, req_upload(q)->problem);
	req_close_upload(q);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ASKED(all_that_a_form_can_have),
		ASKED(what_a_page_can_tell_apart),
		ASKED(malformed_forms),
		ASKED(a_form_cut_short),
		ASKED(how_many_fields),
		ASKED(strangers_and_members_without_access),
		ASKED(the_longest_text),
		ASKED(a_form_that_says_it_is_too_long),
		ASKED(a_nul_in_a_text),
		ASKED(no_room),
		ASKED(which_forms_can_have_files),
	};

	return RUN_ASKED(tests);
}
