#include "libretwis/member/name_index.h"

#include <string.h>

#include "base/utf8.h"
#include "libretwis/text/search_fold.h"
#include "schema/key.h"

static bool name_list_has(const char *const *v, size_t n, const char *text)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(v[i], text) == 0)
			return true;
	return false;
}

/* ---- entries ----------------------------------------------------------- */

static void name_entries_add(struct arena *a, struct name_entries *e,
			     const char *folded, uint64_t id)
{
	const char *entry = arena_printf(a, MEMBER_ENTRY, folded, id);

	if (*folded && !name_list_has(e->v, e->n, entry))
		e->v[e->n++] = entry;
}

static void name_entries_add_both(struct arena *a, struct name_entries *e,
				  const char *text, uint64_t id)
{
	struct search_fold fold = search_fold(a, text);

	name_entries_add(a, e, fold.plain, id);
	name_entries_add(a, e, fold.replaced, id);
}

static const char *name_next_word(const char *text)
{
	text += strcspn(text, " ");
	return text + strspn(text, " ");
}

struct name_entries name_entries(struct arena *a, const struct rt_names *names,
				 uint64_t id)
{
	const char *word = names->display ? names->display : "";
	struct name_entries e = { .n = 0 };

	name_entries_add_both(a, &e, names->name, id);
	for (size_t i = 0; *word && i < NAME_INDEX_WORDS; i++) {
		name_entries_add_both(a, &e, word, id);
		word = name_next_word(word);
	}
	return e;
}

struct name_entries name_entries_earlier(struct arena *a,
					 const struct rt_names *names,
					 uint64_t id)
{
	const char *word = names->display ? utf8_fold(a, names->display) : "";
	struct name_entries e = { .n = 0 };

	name_entries_add(a, &e, rt_name_fold(a, names->name), id);
	for (size_t i = 0; *word && i < NAME_INDEX_WORDS; i++) {
		name_entries_add(a, &e, word, id);
		word = name_next_word(word);
	}
	return e;
}

bool name_index_has(struct arena *a, const struct rt_names *names, uint64_t id,
		    const char *entry)
{
	struct name_entries now = name_entries(a, names, id);
	struct name_entries earlier = name_entries_earlier(a, names, id);

	return name_list_has(now.v, now.n, entry) ||
	       name_list_has(earlier.v, earlier.n, entry);
}

/* ---- changing the index ------------------------------------------------ */

static void name_entries_remove(struct rt_pipe *p,
				const struct name_entries *e,
				const struct name_entries *kept)
{
	for (size_t i = 0; i < e->n; i++)
		if (!name_list_has(kept->v, kept->n, e->v[i]))
			rt_pipe(p, "ZREM " KEY_MEMBERS " %s", e->v[i]);
}

void name_index_list(struct rt_pipe *p, const struct rt_names *names,
		     uint64_t id)
{
	struct name_entries now = name_entries(p->a, names, id);
	struct name_entries earlier = name_entries_earlier(p->a, names, id);

	for (size_t i = 0; i < now.n; i++)
		rt_pipe(p, "ZADD " KEY_MEMBERS " 0 %s", now.v[i]);
	name_entries_remove(p, &earlier, &now);
}

void name_index_unlist(struct rt_pipe *p, const struct rt_names *names,
		       uint64_t id, const struct rt_names *kept)
{
	struct name_entries now = name_entries(p->a, names, id);
	struct name_entries earlier = name_entries_earlier(p->a, names, id);
	struct name_entries stay = { .n = 0 };

	if (kept)
		stay = name_entries(p->a, kept, id);
	name_entries_remove(p, &now, &stay);
	name_entries_remove(p, &earlier, &stay);
}

/* ---- what was typed ---------------------------------------------------- */

static void name_forms_add(struct name_forms *f, const char *form)
{
	if (*form && !name_list_has(f->v, f->n, form))
		f->v[f->n++] = form;
}

struct name_forms name_forms(struct arena *a, const char *typed)
{
	struct search_fold fold = search_fold(a, typed);
	struct name_forms f = { .n = 0 };

	name_forms_add(&f, utf8_fold(a, typed));
	name_forms_add(&f, rt_name_fold(a, typed));
	name_forms_add(&f, fold.replaced);
	name_forms_add(&f, fold.plain);
	/* Each name may be typed in another way: "bjorn mueller". */
	if (strchr(fold.plain, ' '))
		name_forms_add(&f, search_squeeze(a, fold.plain));
	return f;
}

/* ---- the list of members ----------------------------------------------- */

const char *directory_entry(struct arena *a, const char *name, uint64_t id)
{
	return arena_printf(a, MEMBER_ENTRY, search_fold(a, name).plain, id);
}

void directory_list(struct rt_pipe *p, const char *name, uint64_t id)
{
	rt_pipe(p, "ZADD " KEY_DIRECTORY " 0 %s",
		directory_entry(p->a, name, id));
}

void directory_unlist(struct rt_pipe *p, const char *name, uint64_t id)
{
	rt_pipe(p, "ZREM " KEY_DIRECTORY " %s",
		directory_entry(p->a, name, id));
}
