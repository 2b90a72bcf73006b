/* Which names look alike, in any alphabet. */
#include "unit.h"

#include "libretwis/text/lookalike.h"

static bool alike(const char *x, const char *y)
{
	struct look a = look_of(&mem, x), b = look_of(&mem, y);

	return look_same(&a, &b);
}

TEST(these_look_alike)
{
	static const char *const table[][2] = {
		{ "anna", "anna" },
		{ "Anna", "anna" },
		{ "HANNA", "hanna" },
		{ "Iena", "lena" }, /* a capital i */
		{ "1ena", "lena" },
		{ "0tto", "otto" },
		{ "rnia", "mia" },
		{ "\u0430nna", "anna" },                /* Cyrillic a */
		{ "\u041d\u0430nna", "hanna" },         /* H and a */
		{ "\u041d\u043e\u0455\u0442", "Host" }, /* each letter */
		{ "\u0397\u039f\u0405\u03a4", "Host" }, /* and capitals */
		{ "\uff28\uff4f\uff53\uff54", "Host" }, /* full-width */
		{ "\u24d7\u24de\u24e2\u24e3", "Host" }, /* in circles */
		{ "\U0001d407ost", "Host" },            /* bold */
		{ "M\u043ederator", "Moderator" },
		{ "m0derat0r", "Moderator" },
		{ "rnoderator", "Moderator" },
		{ "\u029c\u1d0f\ua731\u1d1b", "Host" }, /* small capitals */
		{ "\U0001f177\U0001f17e\U0001f182\U0001f183", "Host" },
		{ "\U0001f157\U0001f15e\U0001f162\U0001f163", "Host" },
		{ "\u0395\u03bb\u03ad\u03bd\u03b7",
		  "\u0395\u03bb\u03ad\u03bd\u03b7" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i][0], alike(table[i][0], table[i][1]));
}

TEST(these_do_not)
{
	static const char *const table[][2] = {
		{ "anna", "anne" },       { "anna", "anna b" },
		{ "Lili", "illi" },       { "H\u00f6st", "Host" },
		{ "Host Meier", "Host" }, { "", "Host" },
		{ "\U0001f98a", "Host" }, { "anna", "" },
		{ "Ghost", "Host" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i][0], !alike(table[i][0], table[i][1]));
}

TEST(letters_alone_are_alike)
{
	static const struct {
		const char *one, *other;
		bool alike;
	} table[] = {
		{ "Rob Berger", "Rob Berger.", true },
		{ "Rob Berger", "\u2605 ROB-BERGER \u2605", true },
		{ "Host", "(\u24d7\u24de\u24e2\u24e3)", true },
		{ "Rob Berger", "Rob Berger 2", false },
		{ "Rob", "R\u00f6b", false },
		{ "\U0001f98a", "\U0001f43b", false },
		{ "\U0001f98a", "\U0001f98a", true },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct look x = look_of_letters(&mem, table[i].one);
		struct look y = look_of_letters(&mem, table[i].other);

		CHECK(table[i].other, look_same(&x, &y) == table[i].alike);
	}
}

static bool names_have(const char *text, const char *name)
{
	struct look look = look_of(&mem, text);
	struct look_names names = look_names(&mem, &look);

	for (size_t i = 0; i < names.n; i++)
		if (strcmp(names.v[i], name) == 0)
			return true;
	return false;
}

/* Each name that looks like a text is found from the text alone. */
TEST(names_are_found_from_what_looks_like_them)
{
	static const char *const table[][2] = {
		{ "\u041d\u0430nna", "hanna" },
		{ "Mia", "mia" },
		{ "rnia", "mia" },
		{ "Mia", "rnia" },
		{ "Otto", "0tto" },
		{ "Otto", "ott0" },
		{ "Iena", "lena" },
		{ "Lena", "1ena" },
		{ "INGRID", "ingrid" },
		{ "a_b", "a_b" },
	};
	struct look two = look_of(&mem, "anna 2");

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i][0], names_have(table[i][0], table[i][1]));
	assert_int_equal(0, look_names(&mem, &two).n);
}

/* However many letters of a text can be taken for others. */
TEST(names_are_few)
{
	static const char *const table[] = {
		"llllllllllllllllllll",
		"oooooooooooooooooooooooooooooooooooooooo",
		"rnrnrnrnrnrnrnrnrnrnrnrnrnrnrnrnrnrnrnrn",
		"",
		" ",
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct look look = look_of(&mem, table[i]);

		assert_in_range(look_names(&mem, &look).n, 0, LOOK_NAMES);
	}
	assert_true(names_have(table[0], table[0]));
}

/* Nothing that may be typed is too long. */
TEST(what_becomes_longer)
{
	const char *text = "";

	for (int i = 0; i < 40; i++)
		text = arena_printf(&mem, "%s\ufdfa", text);
	assert_true(alike(text, text));
	assert_false(alike(text, "anna"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(these_look_alike),
		PLAIN(these_do_not),
		PLAIN(letters_alone_are_alike),
		PLAIN(names_are_found_from_what_looks_like_them),
		PLAIN(names_are_few),
		PLAIN(what_becomes_longer),
	};

	return RUN_PLAIN(tests);
}
