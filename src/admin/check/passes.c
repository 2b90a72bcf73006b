#include "admin/check/passes.h"
#include "schema/key.h"

#include <string.h>

const char *look_key(struct check *c, const char *format, struct subject of)
{
	return of.text ? arena_printf(&c->chunk, format, of.text)
		       : arena_printf(&c->chunk, format, of.id);
}

uint64_t look_entry_id(const char *entry)
{
	const char *tab = strrchr(entry, MEMBERS_TAB);

	return rt_u64(tab ? tab + 1 : entry);
}

static void look_ask_one(struct rt_pipe *p, const struct look *look, int step,
			 struct looked *one)
{
	if (step == 0 && look->reads == A_MEMBER)
		member_hash_ask(p, &one->member,
				look->is_entry ? look_entry_id(one->at.text)
					       : one->at.id);
	if (step == 0 && look->reads == A_POST)
		post_hash_ask(p, &one->post, one->at.id);
	if (look->ask[step])
		look->ask[step](p, one);
}

/* A step that asks nothing makes no round trip. */
enum rt_err look_ask(struct check *c, const struct look *look, struct arena *a,
		     void *v, size_t n)
{
	enum rt_err err = RT_OK;

	for (int step = 0; !err && step < LOOK_STEPS; step++) {
		char *one = v;
		struct rt_pipe p;

		rt_pipe_begin(&p, look->on_bus[step] ? rt_bus(c->rt) : c->rt,
			      a);
		for (size_t i = 0; i < n; i++, one += look->size)
			look_ask_one(&p, look, step, (void *)one);
		err = rt_pipe_end(&p);
	}
	return err;
}

enum rt_err look_at(struct check *c, const struct look *look, struct arena *a,
		    void *v, size_t n)
{
	const char *one = v;
	enum rt_err err = look_ask(c, look, a, v, n);

	for (size_t i = 0; !err && i < n; i++, one += look->size)
		look->judge(c, one);
	return err;
}

void *look_room(struct check *c, const struct look *look,
		const struct subject *v, size_t n)
{
	char *room = arena_alloc(&c->chunk, n * look->size), *one = room;

	for (size_t i = 0; i < n; i++, one += look->size)
		((struct looked *)(void *)one)->at = v[i];
	return room;
}

enum rt_err look_through(struct check *c, const struct look *look,
			 const struct subject *v, size_t n)
{
	return look_at(c, look, &c->chunk, look_room(c, look, v, n), n);
}
