#include "libretwis/text/idn.h"

#include <idn2.h>
#include <string.h>
#include <unictype.h>

#include "base/utf8.h"

/*
 * The script of a code point; NULL for what all scripts have in common.
 * Japanese, Korean and Chinese use several together, which count as one here.
 */
static const uc_script_t *idn_script(uint32_t code)
{
	static const uint32_t east_asian[] = {
		0x3042, 0x30a2, 0xac00, 0x3105 /* kana, Hangul, Bopomofo */
	};
	const uc_script_t *script = uc_script(code);

	if (script == uc_script('-') || script == uc_script(0x301))
		return NULL;
	for (size_t i = 0; i < sizeof east_asian / sizeof *east_asian; i++)
		if (script == uc_script(east_asian[i]))
			return uc_script(0x4e00);
	return script;
}

/* The scripts of a host name. */
struct idn_scripts {
	bool has_latin;              /* anywhere */
	bool latin_here, other_here; /* in the present label */
	bool label_mixes;
	const uc_script_t *other;
	bool has_third;
};

static void idn_count(struct idn_scripts *n, uint32_t code)
{
	const uc_script_t *script = idn_script(code);

	if (code == '.')
		n->latin_here = n->other_here = false;
	if (!script)
		return;
	if (script == uc_script('a')) {
		n->has_latin = n->latin_here = true;
	} else {
		n->has_third |= n->other && n->other != script;
		n->other = script;
		n->other_here = true;
	}
	n->label_mixes |= n->latin_here && n->other_here;
}

/*
 * Latin letters may be in one name with another script, such as those of .com,
 * but not in one label, except that East Asian names have both.  Many letters
 * of Greek and Cyrillic look just like Latin ones, and so do whole words.
 */
static bool idn_mixes(const char *host)
{
	struct idn_scripts n = { 0 };

	for (; *host; host += utf8_step(host))
		idn_count(&n, utf8_at(host));
	if (!n.other || n.other == uc_script(0x4e00))
		return n.has_third;
	return n.has_third || n.label_mixes ||
	       (n.has_latin &&
		(n.other == uc_script(0x3b1) || n.other == uc_script(0x430)));
}

static bool idn_is_ascii(const char *host)
{
	while (*host > 0)
		host++;
	return !*host;
}

const char *idn_shown(struct arena *a, const char *host)
{
	const char *shown = NULL;
	char *ascii = NULL;

	if (idn_is_ascii(host) || !idn_mixes(host))
		return host;
	if (idn2_to_ascii_8z(host, &ascii,
			     IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL) == IDN2_OK)
		shown = arena_strdup(a, ascii);
	idn2_free(ascii);
	return shown;
}
