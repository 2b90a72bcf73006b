#include "schema/key.h"

/*
 * The formats of these need no check here: the compiler checks them wherever a
 * command is written with one.
 */
#define FORMAT_BY_NOTHING(format) (format)
#define FORMAT_BY_MORE(format)    (format)

/* clang-format off */
const struct key all_keys[] = {
#define ROW(name, its_type, its_owner, takes, its_entries, its_mirror, its_cap, \
	    its_end, it_says)                                                 \
	{ .format = FORMAT_BY_##takes(KEY_##name), .type = (its_type),        \
	  .of = (its_owner), .by = BY_##takes, .entries = (its_entries),      \
	  .mirror = (its_mirror), .cap = (its_cap),                           \
	  .ends = ENDS_##its_end, .says = SAYS_##it_says },
	EACH_KEY(ROW)
#undef ROW
	{ .format = NULL },
};
/* clang-format on */

bool key_is_of(const struct key *key, enum named owner)
{
	static const enum key_by by[] = {
		[NOTHING] = BY_NOTHING, [A_MEMBER] = BY_ID,
		[A_POST] = BY_ID,       [A_TAG] = BY_TEXT,
		[A_WORD] = BY_TEXT,     [A_QUEUE] = BY_TEXT,
		[A_SHARD] = BY_ID,      [A_CASE] = BY_ID,
	};

	return key->of == owner && key->by == by[owner];
}
