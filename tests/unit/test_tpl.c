/* Templates: what is refused at the start, and what is escaped. */
#include <sys/stat.h>

#include "asked.h"
#include "view/tpl.h"

#define PRAGMA "{{%AUTOESCAPE context=\"HTML\"}}\n"

/* A folder with only this template; returns whether it loads. */
static bool loads(const char *text)
{
	static int n;
	const char *folder;

	folder = arena_printf(&mem, "folder%d", n++);
	assert_int_equal(0, mkdir(server_path(folder), 0700));
	if (text)
		asked_template(arena_printf(&mem, "%s/page.tpl", folder),
			       text);
	return tpl_load(server_path(folder), NULL);
}

static const char *render(struct tpl *root, const char *file)
{
	size_t len = 0;
	const char *page = tpl_render(root, file, &len);

	if (!page)
		return NULL;
	assert_int_equal(len, strlen(page));
	return arena_strndup(&mem, page, len);
}

TEST(templates_that_load)
{
	static const char *const table[] = {
		PRAGMA,
		PRAGMA "<p>{{NAME}}</p>\n",
		PRAGMA "{{#A}}{{B}}{{/A}}\n",
		PRAGMA "<a href=\"/@{{NAME:x-path}}\">x</a>\n",
		"{{%AUTOESCAPE context=\"XML\"}}\n<a b=\"{{NAME}}\"/>\n",
	};

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i], loads(table[i]));
}

TEST(templates_that_are_refused)
{
	static const char *const table[] = {
		"",
		"<p>{{NAME}}</p>\n",
		"\n" PRAGMA,
		" " PRAGMA,
		"{{%AUTOESCAPE context=\"CSS\"}}\n",
		PRAGMA "{{#A}}\n",
		PRAGMA "{{/A}}\n",
		PRAGMA "{{NAME\n",
		PRAGMA "{{NAME:no_such_modifier}}\n",
		PRAGMA "<p {{NAME}}=\"x\">\n",
	};

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i], !loads(table[i]));
}

TEST(folders_without_templates)
{
	assert_false(loads(NULL));
	assert_false(tpl_load(server_path("no-such-folder"), NULL));
}

/* A page need not care about what others show. */
TEST(only_those_that_are_named)
{
	static const char *const good[] = { "good.tpl", NULL };
	static const char *const both[] = { "good.tpl", "bad.tpl", NULL };
	static const char *const none[] = { "none.tpl", NULL };

	asked_template("good.tpl", PRAGMA "good");
	asked_template("bad.tpl", PRAGMA "{{#A}}");
	assert_true(tpl_load(server_path(""), good));
	assert_false(tpl_load(server_path(""), both));
	assert_false(tpl_load(server_path(""), none));
	assert_false(tpl_load(server_path("no-such-folder"), good));
}

/* ---- values ------------------------------------------------------------ */

static const char *show(const char *template, const char *value)
{
	struct tpl *root = tpl_new(&mem);
	const char *page;

	assert_true(loads(template));
	tpl_set(root, "V", value);
	page = render(root, "page.tpl");
	return page;
}

TEST(values_are_escaped_where_they_stand)
{
	static const struct {
		const char *template, *value, *page;
	} table[] = {
		{ PRAGMA "<p>{{V}}</p>", "<b>&\"'",
		  "<p>&lt;b&gt;&amp;&quot;&#39;</p>" },
		{ PRAGMA "<p title=\"{{V}}\">", "\"><x>",
		  "<p title=\"&quot;&gt;&lt;x&gt;\">" },
		{ PRAGMA "<a href=\"{{V}}\">", "javascript:alert(1)",
		  "<a href=\"#\">" },
		{ PRAGMA "<p>{{V:pre_escape}}</p>", "one\ntwo <b>",
		  "<p>one\ntwo &lt;b&gt;</p>" },
		{ PRAGMA "<a href=\"/@{{V:x-path}}\">", "Ann Lee/?#&\"+\xc3",
		  "<a href=\"/@Ann%20Lee%2F%3F%23%26%22%2B%C3\">" },
		{ PRAGMA "<a href=\"?u={{V:url_query_escape}}\">", "a b&c=\"",
		  "<a href=\"?u=a+b%26c%3D%22\">" },
		{ PRAGMA "<p>{{V}}</p>", "{{V}}", "<p>{{V}}</p>" },
		{ PRAGMA "<p>{{V}}</p>", "", "<p></p>" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal(table[i].page,
				    show(table[i].template, table[i].value));
}

/*
 * Line breaks and tabs are kept; characters that XML does not allow are
 * removed.
 */
TEST(xml)
{
	static const char template[] =
		"{{%AUTOESCAPE context=\"XML\"}}\n<?xml version=\"1.0\"?>"
		"<a b=\"{{V}}\" c=\"/@{{V:x-path}}\">{{V}}</a>";

	assert_string_equal("<?xml version=\"1.0\"?><a b=\"&lt;&amp;&gt;&quot;"
			    "&#39;\n\t \" c=\"/@%3C%26%3E%22%27%0A%09%01\">"
			    "&lt;&amp;&gt;&quot;&#39;\n\t </a>",
			    show(template, "<&>\"'\n\t\x01"));
}

TEST(numbers_and_sections)
{
	struct tpl *root = tpl_new(&mem), *section;

	assert_true(
		loads(PRAGMA "{{N}}:{{#S}}<{{V}}>{{/S}}{{#NOT}}x{{/NOT}}"));
	tpl_set_int(root, "N", -42);
	section = tpl_section(root, "S");
	tpl_set(section, "V", "one");
	section = tpl_section(root, "S");
	tpl_set(section, "V", "two");
	assert_string_equal("-42:<one><two>", render(root, "page.tpl"));
}

/* Unlike a section of its own, it has the sections beside it. */
TEST(a_section_that_shows_what_is_beside_it)
{
	struct tpl *root = tpl_new(&mem);

	assert_true(loads(PRAGMA "{{#A}}[{{#ONE}}{{V}},{{/ONE}}]{{/A}}"
				 "{{#B}}[{{#ONE}}{{V}};{{/ONE}}]{{/B}}"));
	tpl_set(tpl_section(root, "ONE"), "V", "one");
	tpl_set(tpl_section(root, "ONE"), "V", "two");
	tpl_show(root, "B");
	assert_string_equal("[one;two;]", render(root, "page.tpl"));
}

TEST(included_files)
{
	struct tpl *root = tpl_new(&mem), *part;

	assert_true(loads(PRAGMA "[{{>PART}}]"));
	asked_template("part.tpl",
		       PRAGMA "{{V}}{{HERE}}{{ALL}}{{#ON}}!{{/ON}}");
	tpl_set(root, "HERE", "here");
	tpl_global(root, "ALL", "all");
	tpl_global_section(root, "ON");
	part = tpl_include(root, "PART", server_path("part.tpl"));
	tpl_set(part, "V", "part ");
	assert_string_equal("[part all!]", render(root, "page.tpl"));
}

TEST(a_missing_file_is_no_page)
{
	struct tpl *root = tpl_new(&mem);

	assert_true(loads(PRAGMA "[{{>PART}}]"));
	assert_null(render(root, "none.tpl"));
	tpl_include(root, "PART", "none.tpl");
	assert_null(render(root, "page.tpl"));
}

TEST(nothing_of_one_page_is_in_the_next)
{
	assert_non_null(show(PRAGMA "<p>{{V}}</p>", "secret"));
	assert_string_equal("<p></p>", show(PRAGMA "<p>{{W}}</p>", "x"));
}

/* Other requests are served while an answer is being sent. */
TEST(a_page_stays_while_others_are_made)
{
	struct arena another = { 0 };
	struct tpl *one = tpl_new(&mem), *other = tpl_new(&another);
	const char *page;
	size_t len, other_len;

	assert_true(loads(PRAGMA "<p>{{V}}</p>"));
	tpl_set(one, "V", "one");
	tpl_set(other, "V", "another");
	page = tpl_render(one, "page.tpl", &len);
	assert_non_null(tpl_render(other, "page.tpl", &other_len));
	arena_free(&another);
	assert_int_equal(10, len);
	assert_memory_equal("<p>one</p>", page, len);
}

TEST(pages_of_any_length)
{
	static const size_t table[] = { 0,     1,     12281, 12282,
					12288, 40000, 100000 };
	char *text = arena_alloc(&mem, 100001);

	assert_true(loads(PRAGMA "{{#S}}{{V}}{{/S}}"));
	for (size_t i = 0; i < COUNT(table); i++) {
		struct tpl *root = tpl_new(&mem);
		size_t len = 0;
		const char *page;

		memset(text, 'x', table[i]);
		text[table[i]] = '\0';
		for (int pass = 0; pass < 3; pass++)
			tpl_set(tpl_section(root, "S"), "V", text);
		page = tpl_render(root, "page.tpl", &len);
		assert_non_null(page);
		assert_int_equal(3 * table[i], len);
		assert_int_equal(len, strspn(page, "x"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ASKED(templates_that_load),
		ASKED(templates_that_are_refused),
		ASKED(folders_without_templates),
		ASKED(only_those_that_are_named),
		ASKED(values_are_escaped_where_they_stand),
		ASKED(xml),
		ASKED(numbers_and_sections),
		ASKED(a_section_that_shows_what_is_beside_it),
		ASKED(included_files),
		ASKED(a_missing_file_is_no_page),
		ASKED(nothing_of_one_page_is_in_the_next),
		ASKED(a_page_stays_while_others_are_made),
		ASKED(pages_of_any_length),
	};

	return RUN_ASKED(tests);
}
