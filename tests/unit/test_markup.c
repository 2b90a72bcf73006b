/* Splitting bodies into text, links, mentions and tags. */
#include "cut.h"
#include "libretwis/text/markup.h"
#include "base/utf8.h"

TEST(texts)
{
	static const struct {
		const char *body, *parts;
	} table[] = {
		{ "", "" },
		{ "hello", "hello" },
		{ "two\nlines", "two\nlines" },
		{ "@ # @@ ## http https:// www. w", "@ # @@ ## http "
						    "https:// www. w" },
		{ "<b>&amp;\"'", "<b>&amp;\"'" },
		{ "@", "@" },
		{ "#", "#" },
		{ "h", "h" },
	};

	CHECK_CUTS(table);
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
		{ "mail bob@x1.org", "mail bob@x1.org" },
		{ "a.b+c@bob", "a.b+c@bob" },
		{ "@a@b", "@a@b" },
		{ "@bob@x1", "@bob@x1" },
		{ "@bob#a", "@[bob bob]#a" },
		{ "@bob_", "@bob_" },
		{ "_@bob", "_@bob" },
		{ "@bob-x1", "@[bob bob]-x1" },
		{ "\"@bob\"", "\"@[bob bob]\"" },
		{ "e" ACCENT "@bob", "e" ACCENT "@bob" },
		{ "@bob" ACCENT, "@bob" ACCENT },
		{ "\xe2\x9d\xa4" EMOJI_16 "@bob",
		  "\xe2\x9d\xa4" EMOJI_16 "@[bob bob]" },
		{ RLM "@bob" RLM, RLM "@[bob bob]" RLM },
		{ CYRILLIC "@bob", CYRILLIC "@bob" },
		{ "@bob" CYRILLIC, "@bob" CYRILLIC },
		{ HAN "@bob" HAN, HAN "@[bob bob]" HAN },
		{ THAI "@bob" HANGUL, THAI "@[bob bob]" HANGUL },
		{ SHALOM "@bob", SHALOM "@bob" },
		{ SHALOM " @bob", SHALOM " @[bob bob]" },
	};

	CHECK_CUTS(table);
	assert_string_equal("@bob", cut_line("@bob", NULL));
	assert_string_equal("@bob", cut_line("@bob", ""));
	assert_string_equal("@bob", cut_line("@bob", "bobby bo"));
}

TEST(tags)
{
	static const struct {
		const char *body, *parts;
	} table[] = {
		{ "#tag", "#[tag tag]" },
		{ "a #Tag, b", "a #[Tag tag], b" },
		{ "#2026", "#2026" },
		{ "#2026_27", "#2026_27" },
		{ "#" ARABIC_12, "#" ARABIC_12 },
		{ "#2026a #a1", "#[2026a 2026a] #[a1 a1]" },
		{ "(#tag)", "(#[tag tag])" },
		{ "#a_b", "#[a_b a_b]" },
		{ "#a_", "#[a a]_" },
		{ "#a__b__", "#[a__b a__b]__" },
		{ "#_a", "#_a" },
		{ "_#a", "_#a" },
		{ "#a#b", "#[a a]#[b b]" },
		{ "#a#B#c.", "#[a a]#[B b]#[c c]." },
		{ "#a##b", "#[a a]##b" },
		{ "#a# b", "#[a a]# b" },
		{ "#a@bob", "#[a a]@bob" },
		{ "#1 #1#a", "#1 #1#a" },
		{ "#a/#b", "#[a a]/#[b b]" },
		{ "#a/#b/#c.", "#[a a]/#[b b]/#[c c]." },
		{ "#a//#b", "#[a a]//#b" },
		{ "x/#a", "x/#a" },
		{ WIDE "tag", WIDE "[tag tag]" },
		{ "x" WIDE "tag", "x" WIDE "tag" },
		{ WIDE "a" WIDE "b#c", WIDE "[a a]" WIDE "[b b]#[c c]" },
		{ WIDE WIDE "a", WIDE WIDE "a" },
		{ WIDE "1", WIDE "1" },
		{ "#col" DOT "legi", "#[col" DOT "legi col" DOT "legi]" },
		{ "#a" DOT, "#[a a]" DOT },
		{ "#" HAN KANA_DOT HAN ",",
		  "#[" HAN KANA_DOT HAN " " HAN KANA_DOT HAN "]," },
		{ "me@x.org#a", "me@x.org#a" },
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
		{ "#cafe" ACCENT "s", "#[cafe" ACCENT "s caf" E_ACUTE "s]" },
		{ "#" HA VIRAMA HA, "#[" HA VIRAMA HA " " HA VIRAMA HA "]" },
		{ "#" ACCENT, "#" ACCENT },
		{ "#" FATHA, "#" FATHA },
		{ "#" SHADDA ", #" SHALOM,
		  "#[" SHADDA " " SHADDA_NFC "], #[" SHALOM " " SHALOM "]" },
		{ RLM "#" SHALOM RLM, RLM "#[" SHALOM " " SHALOM "]" RLM },
		{ "#a" LRM "b", "#[a a]" LRM "b" },
		{ "#a" ZWNJ "b", "#[a" ZWNJ "b a" ZWNJ "b]" },
		{ "#a" ZWNJ " b", "#[a a]" ZWNJ " b" },
		{ "#a" ZWJ SMILE, "#[a a]" ZWJ SMILE },
		{ "#" ZWNJ "a", "#" ZWNJ "a" },
		{ "#a" EMOJI_16, "#[a a]" EMOJI_16 },
		{ "#" FILLER, "#" FILLER },
		{ "#a" FILLER, "#[a a]" FILLER },
		{ "#" HAN, "#[" HAN " " HAN "]" },
		{ HAN "#a", HAN "#[a a]" },
		{ CYRILLIC "#a", CYRILLIC "#a" },
		{ SMILE "#a", SMILE "#[a a]" },
		{ "e" ACCENT "#a", "e" ACCENT "#a" },
		{ "http://a.org/#a #b", "<a.org/#a http://a.org/#a> #[b b]" },
		{ "http://a.org/(#a)", "<a.org/(#a) http://a.org/(#a)>" },
		/* Composed or not, they are the same tag. */
		{ "#\xc3\x89t" E_ACUTE,
		  "#[\xc3\x89t" E_ACUTE " " E_ACUTE "t" E_ACUTE "]" },
		{ "#E" ACCENT "te" ACCENT,
		  "#[E" ACCENT "te" ACCENT " " E_ACUTE "t" E_ACUTE "]" },
	};
	char wide[1004];

	CHECK_CUTS(table);
	memset(wide, 'a', sizeof wide);
	wide[0] = '#';
	wide[1003] = '\0';
	check_cut(wide, wide);
	wide[51] = '\0';
	assert_non_null(strstr(cut_line(wide, NULL), "#["));
	wide[51] = 'a';
	wide[52] = '\0';
	check_cut(wide, wide);
}

/* Fifty of them, composed or not. */
TEST(long_tags_in_any_form)
{
	const char *composed = "", *decomposed = "", *found[1];

	for (int i = 0; i < 50; i++) {
		composed = arena_printf(&mem, "%s" E_ACUTE, composed);
		decomposed = arena_printf(&mem, "%se" ACCENT, decomposed);
	}
	assert_int_equal(1, parts_collect(&mem,
					  arena_printf(&mem, "#%s #%s",
						       composed, decomposed),
					  RT_TAG, found, 1));
	assert_string_equal(composed, found[0]);
	assert_int_equal(
		0, parts_collect(&mem,
				 arena_printf(&mem, "#%se" ACCENT, decomposed),
				 RT_TAG, found, 1));
}

/* What is listed by them has to be found again. */
TEST(tags_of_older_programs)
{
	const char *tag[9];

	assert_int_equal(4, parts_collect_earlier_tags(&mem,
						       "#1 #E" ACCENT
						       " #a/#b " WIDE
						       "c #col" DOT "legi",
						       tag, 9));
	assert_string_equal("1", tag[0]);
	assert_string_equal("e" ACCENT, tag[1]);
	assert_string_equal("a", tag[2]);
	assert_string_equal("col", tag[3]);
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
		PLAIN(texts),
		PLAIN(mentions),
		PLAIN(tags),
		PLAIN(names_to_look_up),
		PLAIN(folding),
		PLAIN(tags_to_store),
		PLAIN(long_tags_in_any_form),
		PLAIN(tags_of_older_programs),
	};

	return RUN_PLAIN(tests);
}
