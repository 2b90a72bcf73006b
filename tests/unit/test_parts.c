/* Cutting bodies into text, links, mentions and tags. */
#include "libretwis/parts.h"
#include "libretwis/utf8.h"
#include "unit.h"

#define E_ACUTE   "\xc3\xa9"
#define ACCENT    "\xcc\x81"         /* U+0301, combining */
#define VIRAMA    "\xe0\xa5\x8d"     /* U+094D, combining */
#define HA        "\xe0\xa4\xb9"     /* U+0939 */
#define SMILE     "\xf0\x9f\x98\x80" /* U+1F600 */
#define SHALOM    "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d"
#define RLO       "\xe2\x80\xae" /* U+202E */
#define NBSP      "\xc2\xa0"
#define FULL_STOP "\xe3\x80\x82" /* U+3002 */
#define ELLIPSIS  "\xe2\x80\xa6"

/* The parts as one line: <shown to> for a link, @[shown to], #[shown to]. */
static const char *line(const char *body, const char *mentions)
{
	const char *text = "";

	for (struct rt_part *p = rt_parts(&mem, body, mentions); p;
	     p = p->next) {
		static const char *const open[] = { "", "<", "@[", "#[" };
		static const char *const close[] = { "", ">", "]", "]" };

		text = arena_printf(&mem, "%s%s%s%s%s%s", text, open[p->kind],
				    p->shown, p->to ? " " : "",
				    p->to ? p->to : "", close[p->kind]);
	}
	return text;
}

static void check_line(const char *body, const char *expected)
{
	const char *found = line(body, "bob Ann_Lee x1");

	if (strcmp(found, expected) != 0)
		fail_msg("%s\n  gives %s\n  not   %s", body, found, expected);
}

#define CHECK_LINES(table)                                                    \
	for (size_t i = 0; i < COUNT(table); i++)                             \
	check_line(table[i].body, table[i].parts)

TEST(texts)
{
	static const struct {
		const char *body, *parts;
	} table[] = {
		{ "", "" },
		{ "hello", "hello" },
		{ "two\nlines", "two\nlines" },
		{ "@ # @@ ## http https:// www.a.org", "@ # @@ ## http "
						       "https:// www.a.org" },
		{ "<b>&amp;\"'", "<b>&amp;\"'" },
		{ "@", "@" },
		{ "#", "#" },
		{ "h", "h" },
	};

	CHECK_LINES(table);
}

TEST(links)
{
	static const struct {
		const char *body, *parts;
	} table[] = {
		{ "http://a.org", "<a.org http://a.org>" },
		{ "https://a.org/", "<a.org https://a.org/>" },
		{ "HTTPS://A.org/b/", "<A.org/b/ HTTPS://A.org/b/>" },
		{ "see http://a.org now", "see <a.org http://a.org> now" },
		{ "(http://a.org)", "(<a.org http://a.org>)" },
		{ "[http://a.org/b]", "[<a.org/b http://a.org/b>]" },
		{ "http://a.org/b_(c)", "<a.org/b_(c) http://a.org/b_(c)>" },
		{ "(see http://a.org/b_(c))",
		  "(see <a.org/b_(c) http://a.org/b_(c)>)" },
		{ "http://a.org.", "<a.org http://a.org>." },
		{ "http://a.org/b?c=d&e#f!",
		  "<a.org/b?c=d&e#f http://a.org/b?c=d&e#f>!" },
		{ "http://a.org,http://b.org",
		  "<a.org,http://b.org http://a.org,http://b.org>" },
		{ "\"http://a.org\"", "\"<a.org http://a.org>\"" },
		{ "'http://a.org'", "'<a.org http://a.org>'" },
		{ "<http://a.org>", "<<a.org http://a.org>>" },
		{ "http://a.org/it's", "<a.org/it's http://a.org/it's>" },
		{ "http://a.org" FULL_STOP "x",
		  "<a.org http://a.org>" FULL_STOP "x" },
		{ "http://a.org/" RLO "b", "<a.org http://a.org/>" RLO "b" },
		{ "http://a.org" NBSP "b", "<a.org http://a.org>" NBSP "b" },
		{ "http://" SHALOM "/", "<" SHALOM " http://" SHALOM "/>" },
		{ "http://[::1]:80/", "<[::1]:80 http://[::1]:80/>" },
		{ "http://a.org/#b @bob",
		  "<a.org/#b http://a.org/#b> @[bob bob]" },
		{ "http://a.org/@bob", "<a.org/@bob http://a.org/@bob>" },
		{ "http://a.org\\@b.org", "<a.org http://a.org>\\@b.org" },
		{ "http://a@b.org", "http://a@b.org" },
		{ "http://a:b@c.org/d", "http://a:b@c.org/d" },
		{ "http:///a", "http:///a" },
		{ "http://", "http://" },
		{ "http://.", "http://." },
		{ "http://-a", "http://-a" },
		{ "xhttp://a.org", "xhttp://a.org" },
		{ E_ACUTE "http://a.org", E_ACUTE "http://a.org" },
		{ "javascript:alert(1)", "javascript:alert(1)" },
		{ "javascript:http://a.org",
		  "javascript:<a.org http://a.org>" },
		{ "ftp://a.org data:x file:///etc", "ftp://a.org data:x "
						    "file:///etc" },
		{ "mailto:a@b.org", "mailto:a@b.org" },
	};

	CHECK_LINES(table);
}

TEST(long_addresses_lose_their_middle)
{
	static const struct {
		const char *body, *parts;
	} table[] = {
		{ "http://a.org/7890123456789012345678901234567890",
		  "<a.org/7890123456789012345678901234567890 "
		  "http://a.org/7890123456789012345678901234567890>" },
		{ "http://a.org/78901234567890123456789012345678901",
		  "<a.org/78901234567890123456" ELLIPSIS "012345678901 "
		  "http://a.org/78901234567890123456789012345678901>" },
		{ "http://a.org/" SHALOM SHALOM SHALOM SHALOM SHALOM SHALOM
			  SHALOM SHALOM SHALOM,
		  "<a.org/" SHALOM SHALOM SHALOM SHALOM SHALOM ELLIPSIS SHALOM
			  SHALOM SHALOM " http://a.org/" SHALOM SHALOM SHALOM
				  SHALOM SHALOM SHALOM SHALOM SHALOM SHALOM
		  ">" },
	};

	CHECK_LINES(table);
}

TEST(mentions)
{
	static const struct {
		const char *body, *parts;
	} table[] = {
		{ "@bob", "@[bob bob]" },
		{ "@Bob!", "@[Bob bob]!" },
		{ "@ann_lee", "@[ann_lee Ann_Lee]" },
		{ "hi @bob, @x1.", "hi @[bob bob], @[x1 x1]." },
		{ "(@bob)", "(@[bob bob])" },
		{ "@bob's", "@[bob bob]'s" },
		{ "@bob\n@bob", "@[bob bob]\n@[bob bob]" },
		{ "@bobby @bo @alice", "@bobby @bo @alice" },
		{ "a@bob", "a@bob" },
		{ E_ACUTE "@bob", E_ACUTE "@bob" },
		{ "@bob" E_ACUTE, "@bob" E_ACUTE },
		{ "@bob@example.org", "@bob@example.org" },
		{ "x@bob.org @bob", "x@bob.org @[bob bob]" },
		{ "@@bob", "@@bob" },
		{ "/@bob", "/@bob" },
		{ "#@bob", "#@bob" },
		{ SMILE "@bob", SMILE "@[bob bob]" },
		{ "@bob" SMILE, "@[bob bob]" SMILE },
		{ "@bob ann_lee", "@[bob bob] ann_lee" },
	};

	CHECK_LINES(table);
	assert_string_equal("@bob", line("@bob", NULL));
	assert_string_equal("@bob", line("@bob", ""));
	assert_string_equal("@bob", line("@bob", "bobby bo"));
}

TEST(tags)
{
	static const struct {
		const char *body, *parts;
	} table[] = {
		{ "#tag", "#[tag tag]" },
		{ "a #Tag, b", "a #[Tag tag], b" },
		{ "#2026", "#[2026 2026]" },
		{ "(#tag)", "(#[tag tag])" },
		{ "#a_b", "#[a a]_b" },
		{ "#a#b", "#[a a]#b" },
		{ "#a-b", "#[a a]-b" },
		{ "##a", "##a" },
		{ "a#b", "a#b" },
		{ "&#39;", "&#39;" },
		{ "/#a", "/#a" },
		{ "# a", "# a" },
		{ "#" SMILE, "#" SMILE },
		{ "#a" SMILE, "#[a a]" SMILE },
		{ "#" SHALOM, "#[" SHALOM " " SHALOM "]" },
		{ "#CAF\xc3\x89", "#[CAF\xc3\x89 caf" E_ACUTE "]" },
		{ "#cafe" ACCENT "s", "#[cafe" ACCENT "s cafe" ACCENT "s]" },
		{ "#" HA VIRAMA HA, "#[" HA VIRAMA HA " " HA VIRAMA HA "]" },
		{ "#" ACCENT, "#" ACCENT },
	};
	char wide[1004];

	CHECK_LINES(table);
	memset(wide, 'a', sizeof wide);
	wide[0] = '#';
	wide[1003] = '\0';
	check_line(wide, wide);
	wide[51] = '\0';
	assert_non_null(strstr(line(wide, NULL), "#["));
	wide[51] = 'a';
	wide[52] = '\0';
	check_line(wide, wide);
}

TEST(names_to_look_up)
{
	const char *names[3];

	assert_int_equal(0, parts_collect(&mem, "a@b.org @ #bob", RT_MENTION,
					  names, 3));
	assert_int_equal(2, parts_collect(&mem, "@Bob @ann @bob @BOB",
					  RT_MENTION, names, 3));
	assert_string_equal("Bob", names[0]);
	assert_string_equal("ann", names[1]);
	assert_int_equal(3, parts_collect(&mem, "@aa @bb @cc @dd", RT_MENTION,
					  names, 3));
	assert_int_equal(0, parts_collect(&mem, "@a23456789012345678901",
					  RT_MENTION, names, 3));
}

TEST(tags_to_store)
{
	const char *tags[3];

	assert_int_equal(0, parts_collect(&mem, "no tags @bob http://a.org/#b",
					  RT_TAG, tags, 3));
	assert_int_equal(2, parts_collect(&mem, "#One #two #ONE #\xc3\x89",
					  RT_TAG, tags, 2));
	assert_string_equal("one", tags[0]);
	assert_string_equal("two", tags[1]);
	assert_int_equal(1, parts_collect(&mem, "#\xc3\x89 #" E_ACUTE, RT_TAG,
					  tags, 3));
	assert_string_equal(E_ACUTE, tags[0]);
}

TEST(folding)
{
	assert_string_equal("", utf8_fold(&mem, ""));
	assert_string_equal("abc1", utf8_fold(&mem, "AbC1"));
	assert_string_equal(E_ACUTE SHALOM SMILE,
			    utf8_fold(&mem, "\xc3\x89" SHALOM SMILE));
	/* U+023A grows, U+212A shrinks. */
	assert_string_equal("\xe2\xb1\xa5", utf8_fold(&mem, "\xc8\xba"));
	assert_string_equal("k", utf8_fold(&mem, "\xe2\x84\xaa"));
	assert_string_equal("\xff", utf8_fold(&mem, "\xff"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(texts),    PLAIN(links),
		PLAIN(mentions), PLAIN(long_addresses_lose_their_middle),
		PLAIN(tags),     PLAIN(names_to_look_up),
		PLAIN(folding),  PLAIN(tags_to_store),
	};

	return RUN_PLAIN(tests);
}
