#include "libretwis/member/known.h"

#include "base/memo.h"

/*
 * Each answer belongs to a visitor, whose session the page has checked before
 * it uses the answer.
 */
static struct known_row {
	struct memo_head head;
	struct known_key key;
	struct known known;
} known_rows[1024]; /* 80 KB */
static const struct memo known_memo = MEMO(known_rows);

static const struct known_row *known_find(uint64_t me, uint64_t id,
					  int64_t now)
{
	const struct known_row *row =
		memo_find(&known_memo, memo_pair(me, id), now);

	return row && row->key.me == me && row->key.id == id ? row : NULL;
}

bool known_about(uint64_t me, uint64_t id, int64_t now)
{
	return known_find(me, id, now);
}

bool known_recall(const struct known_key *key, int64_t now,
		  struct known *known)
{
	const struct known_row *row = known_find(key->me, key->id, now);

	if (!row || row->key.friends != key->friends ||
	    row->key.followers != key->followers)
		return false;
	*known = row->known;
	return true;
}

void known_store(const struct known_key *key, int64_t now,
		 const struct known *known)
{
	struct known_row *row = memo_put(
		&known_memo, memo_pair(key->me, key->id), now + KNOWN_MS);

	row->key = *key;
	row->known = *known;
}
