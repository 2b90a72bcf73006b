#include "libretwis/post/word_index.h"

#include "libretwis/site/site_hmac.h"
#include "libretwis/text/search_fold.h"
#include "schema/key.h"

const char *word_index_digest(const struct rt *rt, struct arena *a,
			      const char *word)
{
	return arena_strndup(a, rt_site_hmac(rt, a, "word", word),
			     WORD_DIGITS);
}

const char *word_index_author(const struct rt *rt, struct arena *a,
			      const char *name)
{
	return word_index_digest(
		rt, a, arena_printf(a, "from:%s", search_fold(a, name).plain));
}

void word_index_add(const struct rt *rt, struct arena *a, const char *text,
		    size_t most, struct rt_texts *digests)
{
	struct words words;

	words_find(a, text ? text : "", most, &words);
	for (size_t i = 0; i < words.n; i++)
		for (size_t j = 0; j < WORD_SPELLINGS; j++) {
			const char *spelling = words.v[i].spelling[j];

			if (spelling && digests->n < WORD_INDEX_MAX)
				digests->v[digests->n++] =
					word_index_digest(rt, a, spelling);
		}
}

void word_index_add_before(const struct rt *rt, struct arena *a,
			   const char *before, struct rt_texts *digests)
{
	struct before b = before_read(a, before);

	for (size_t i = 0; i < b.n; i++)
		word_index_add(rt, a, b.text[i], WORD_INDEX_WORDS, digests);
}

void word_index_drop(struct rt_pipe *p, uint64_t post, const char *text,
		     const char *before, const char *author)
{
	struct rt_texts digests = {
		.v = arena_alloc(p->a, WORD_INDEX_MAX * sizeof *digests.v)
	};

	if (author)
		digests.v[digests.n++] =
			word_index_author(p->rt, p->a, author);
	word_index_add(p->rt, p->a, text, WORD_INDEX_WORDS, &digests);
	word_index_add_before(p->rt, p->a, before, &digests);
	for (size_t i = 0; i < digests.n; i++)
		rt_pipe(p, "ZREM " KEY_WORD " " ID, digests.v[i], post);
}
