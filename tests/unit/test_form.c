/* Fields of a query or of a form's body. */
#include "unit.h"
#include "http/form.h"

static bool parse(const char *text, struct form *form)
{
	return form_parse(&mem, text, strlen(text), form);
}

/* "name=value" for each field, followed by a "|". */
static const char *written(const struct form *form)
{
	const char *text = "";

	for (size_t i = 0; i < form->n; i++)
		text = arena_printf(&mem, "%s%s=%s|", text,
				    form->field[i].name, form->field[i].value);
	return text;
}

TEST(good_forms)
{
	static const struct {
		const char *text, *fields;
	} table[] = {
		{ "", "" },
		{ "a=1", "a=1|" },
		{ "a=1&b=2", "a=1|b=2|" },
		{ "a=", "a=|" },
		{ "a", "a=|" },
		{ "=1", "=1|" },
		{ "=", "=|" },
		{ "&", "" },
		{ "&&a=1&&b=2&", "a=1|b=2|" },
		{ "a=1=2", "a=1=2|" },
		{ "a+b=c+d", "a b=c d|" },
		{ "%61=%3D%26", "a==&|" },
		{ "status=one%0D%0Atwo", "status=one\r\ntwo|" },
		{ "a;b=1", "a;b=1|" },
		{ "A=1&a=2", "A=1|a=2|" },
		{ "a=%00x", "a=\x01x|" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct form form;

		CHECK(table[i].text, parse(table[i].text, &form));
		assert_string_equal(table[i].fields, written(&form));
	}
}

TEST(bad_forms)
{
	static const char *const table[] = {
		"a=1&a=2",   "a=1&a", "a&a",  "a=1&b=2&a=1",
		"a=1&%61=2", "=1&=2", "a=%",  "a=%4",
		"a=%zz",     "%=1",   "a%zz", "a=1&b=%",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct form form;

		CHECK(table[i], !parse(table[i], &form));
	}
}

/* Other sites add to our addresses: nobody is turned away because of that. */
TEST(in_a_query_the_first_one_counts)
{
	static const struct {
		const char *text, *fields;
	} table[] = {
		{ "a=1&a=2", "a=1|" },         { "utm=a&utm=b", "utm=a|" },
		{ "a=1&b=2&a=3", "a=1|b=2|" }, { "a&a=1", "a=|" },
		{ "a=1&%61=2", "a=1|" },       { "=1&=2", "=1|" },
	};
	struct form form;

	for (size_t i = 0; i < COUNT(table); i++) {
		CHECK(table[i].text,
		      form_parse_query(&mem, table[i].text,
				       strlen(table[i].text), &form));
		assert_string_equal(table[i].fields, written(&form));
	}
	assert_false(form_parse_query(&mem, "a=1&a=%", 7, &form));
}

TEST(how_many_fields)
{
	const char *text = "f0=";
	struct form form;

	for (int i = 1; i < FORM_FIELDS_MAX; i++)
		text = arena_printf(&mem, "%s&f%d=%d", text, i, i);
	assert_true(parse(text, &form));
	assert_int_equal(FORM_FIELDS_MAX, form.n);
	assert_string_equal("31", form_get(&form, "f31"));
	assert_false(parse(arena_printf(&mem, "%s&more", text), &form));
	text = arena_printf(&mem, "%s&f0&f0&f0", text);
	assert_true(form_parse_query(&mem, text, strlen(text), &form));
	text = arena_printf(&mem, "%s&more", text);
	assert_false(form_parse_query(&mem, text, strlen(text), &form));
}

TEST(getting_a_field)
{
	struct form form;

	assert_true(parse("one=1&two=&ONE=3", &form));
	assert_string_equal("1", form_get(&form, "one"));
	assert_string_equal("", form_get(&form, "two"));
	assert_string_equal("3", form_get(&form, "ONE"));
	assert_null(form_get(&form, "three"));
	assert_null(form_get(&form, "on"));
	assert_null(form_get(&form, ""));
}

/* Bytes after the end belong to something else. */
TEST(a_form_ends_where_it_ends)
{
	struct form form;

	assert_true(form_parse(&mem, "a=1&b=2", 3, &form));
	assert_string_equal("a=1|", written(&form));
	assert_true(form_parse(&mem, "a=12", 3, &form));
	assert_string_equal("a=1|", written(&form));
	assert_false(form_parse(&mem, "a=%41", 4, &form));
}

TEST(a_nul_in_the_body_hides_nothing)
{
	struct form form;

	assert_true(form_parse(&mem, "a=1\0b&c=2", 9, &form));
	assert_string_equal("a=1\x01"
			    "b|c=2|",
			    written(&form));
	assert_true(form_parse(&mem, "a\0=1&a=2", 8, &form));
	assert_string_equal("2", form_get(&form, "a"));
}

TEST(a_second_parse_begins_anew)
{
	struct form form;

	assert_true(parse("a=1&b=2", &form));
	assert_true(parse("c=3", &form));
	assert_string_equal("c=3|", written(&form));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(good_forms),
		PLAIN(bad_forms),
		PLAIN(in_a_query_the_first_one_counts),
		PLAIN(how_many_fields),
		PLAIN(getting_a_field),
		PLAIN(a_form_ends_where_it_ends),
		PLAIN(a_nul_in_the_body_hides_nothing),
		PLAIN(a_second_parse_begins_anew),
	};

	return RUN_PLAIN(tests);
}
