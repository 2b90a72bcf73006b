#include "libretwis/member/recall.h"

#include <string.h>

#include "base/memo.h"

#define NAME_MAX 24 /* with its NUL; new names have at most 20 characters */

/* This may outlive a request, since it contains only what anybody may read. */
static struct recall_row {
	struct memo_head head;
	char name[NAME_MAX];
	uint64_t id, since;
} recall_rows[1024]; /* 56 KB */
static const struct memo recall_memo = MEMO(recall_rows);

static struct recall_row *recall_find(const char *name)
{
	struct recall_row *row = memo_find(&recall_memo, memo_text(name), 0);

	return row && strcmp(row->name, name) == 0 ? row : NULL;
}

uint64_t recall_id(const char *name)
{
	const struct recall_row *row = recall_find(name);

	return row ? row->id : 0;
}

void recall_store(const char *name, uint64_t id)
{
	size_t len = strlen(name);
	struct recall_row *row;

	if (len >= NAME_MAX || recall_id(name) == id)
		return;
	row = memo_put(&recall_memo, memo_text(name), MEMO_FOR_EVER);
	memcpy(row->name, name, len);
	row->id = id;
}

uint64_t recall_since(const char *name, uint64_t id)
{
	const struct recall_row *row = recall_find(name);

	return row && row->id == id ? row->since : 0;
}

void recall_store_since(const char *name, uint64_t id, uint64_t since)
{
	struct recall_row *row = recall_find(name);

	if (row && row->id == id)
		row->since = since;
}
