#include "view/pack.h"

#include <stdio.h>
#include <time.h>

#include "http/json.h"

bool pack_part(struct pack *p, enum rt_export_part part,
	       bool (*put)(struct pack *p, const struct rt_export_some *some))
{
	struct rt_export_some some;
	enum rt_err err;

	rt_export_part(p->e, part);
	do {
		arena_reset(&p->chunk);
		if ((err = rt_export_next(p->e, &p->chunk, &some))) {
			fprintf(stderr,
				"retwis: an export was cut short: %s\n",
				rt_strerror(err));
			return false;
		}
		if (!put(p, &some))
			return false;
	} while (some.goes_on);
	return true;
}

/* ---- lists ------------------------------------------------------------- */

/* In an array each object has a line of its own. */
static bool put_row(struct pack *p, const char *row)
{
	return zip_text(p->zip, p->rows++ ? ",\n" : "\n") &&
	       zip_text(p->zip, row);
}

static bool put_array(struct pack *p, const char *file)
{
	p->rows = 0;
	return zip_file(p->zip, file) && zip_text(p->zip, "[");
}

static bool put_post(struct pack *p, const struct rt_post *post)
{
	struct arena *a = &p->chunk;
	const char *reply = "", *origin = "";

	if (post->reply_name && *post->reply_name)
		reply = arena_printf(a, ",\"reply_to\":%llu,\"reply_name\":%s",
				     (unsigned long long)post->reply_to,
				     json_text(a, post->reply_name));
	if (post->origin)
		origin = arena_printf(a, ",\"origin\":%s",
				      json_text(a, post->origin));
	return put_row(
		p,
		arena_printf(
			a,
			"{\"id\":%llu,\"time\":%lld,\"body\":%s,"
			"\"mentions\":%s,\"likes\":%llu,\"reposts\":%llu"
			"%s%s}",
			(unsigned long long)post->id, (long long)post->time,
			json_text(a, post->body), json_text(a, post->mentions),
			(unsigned long long)post->likes,
			(unsigned long long)post->reposts, reply, origin));
}

static bool put_mark(struct pack *p, const struct rt_export_mark *m)
{
	struct arena *a = &p->chunk;
	const char *kind = "", *post = "";

	if (m->kind)
		kind = arena_printf(a, "\"kind\":%s,", json_text(a, m->kind));
	if (m->post)
		post = arena_printf(a, "\"post\":%llu,",
				    (unsigned long long)m->post);
	return put_row(p,
		       arena_printf(a, "{%s%s\"username\":%s,\"time\":%lld}",
				    kind, post, json_text(a, m->name),
				    (long long)m->time));
}

static bool put_some_rows(struct pack *p, const struct rt_export_some *some)
{
	bool is_good = true;

	for (size_t i = 0; is_good && i < some->posts.n; i++)
		is_good = put_post(p, &some->posts.v[i]);
	for (size_t i = 0; is_good && i < some->marks; i++)
		is_good = put_mark(p, &some->mark[i]);
	return is_good;
}

static bool put_list(struct pack *p, const char *file,
		     enum rt_export_part part)
{
	return put_array(p, file) && pack_part(p, part, put_some_rows) &&
	       zip_text(p->zip, "\n]\n");
}

static bool put_lists(struct pack *p)
{
	static const struct {
		const char *file;
		enum rt_export_part part;
	} lists[] = {
		{ "posts.json", RT_EXPORT_POSTS },
		{ "replies.json", RT_EXPORT_REPLIES },
		{ "archive.json", RT_EXPORT_ARCHIVE },
		{ "reposts.json", RT_EXPORT_REPOSTS },
		{ "likes.json", RT_EXPORT_LIKES },
		{ "following.json", RT_EXPORT_FOLLOWING },
		{ "followers.json", RT_EXPORT_FOLLOWERS },
		{ "notices.json", RT_EXPORT_NOTICES },
	};
	bool is_good = true;

	for (size_t i = 0; is_good && i < sizeof lists / sizeof *lists; i++)
		is_good = put_list(p, lists[i].file, lists[i].part);
	return is_good;
}

/* ---- single files ------------------------------------------------------ */

static bool put_site(struct pack *p)
{
	struct arena *a = &p->chunk;

	return zip_file(p->zip, "retwis.json") &&
	       zip_text(p->zip,
			arena_printf(a,
				     "{\"format\":\"retwis\",\"version\":1,"
				     "\"origin\":%s,\"site\":%s,"
				     "\"made\":%lld}\n",
				     json_text(a, p->profile.origin),
				     json_text(a, p->conf->name),
				     (long long)time(NULL)));
}

static bool put_profile(struct pack *p)
{
	const struct rt_export_profile *me = &p->profile;
	struct arena *a = &p->chunk;

	return zip_file(p->zip, "profile.json") &&
	       zip_text(p->zip, arena_printf(a,
					     "{\"id\":%llu,\"username\":%s,"
					     "\"name\":%s,\"bio\":%s,"
					     "\"registered\":%lld}\n",
					     (unsigned long long)me->id,
					     json_text(a, me->name),
					     json_text(a, me->title),
					     json_text(a, me->bio),
					     (long long)me->since));
}

/* Without its token, which opens the door. */
static bool put_invitation(struct pack *p, const struct rt_invitation *i)
{
	struct arena *a = &p->chunk;
	const char *guests = "";

	for (size_t j = 0; j < i->guests; j++)
		guests = arena_printf(a, "%s%s%s", guests, j ? "," : "",
				      json_text(a, i->guest[j].name));
	return put_row(p, arena_printf(a,
				       "{\"end\":%lld,\"uses\":%llu,"
				       "\"left\":%llu,\"guests\":[%s]}",
				       (long long)i->end,
				       (unsigned long long)i->uses,
				       (unsigned long long)i->left, guests));
}

static bool put_invitations(struct pack *p)
{
	struct rt_invitations all = { 0 };
	bool is_good = put_array(p, "invitations.json");

	arena_reset(&p->chunk);
	if (rt_invitations(p->rt, &p->chunk, p->profile.id, &all))
		return false;
	for (size_t i = 0; is_good && i < all.n; i++)
		is_good = put_invitation(p, &all.v[i]);
	return is_good && zip_text(p->zip, "\n]\n");
}

bool pack_json(struct pack *p)
{
	return put_site(p) && put_profile(p) && put_lists(p) &&
	       put_invitations(p);
}
