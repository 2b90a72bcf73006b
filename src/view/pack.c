#include "view/pack.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "libretwis/retwis.h"
#include "view/tpl.h"
#include "view/view_time.h"

/* ---- JSON -------------------------------------------------------------- */

#define ESCAPED_MAX 6 /* \u000a */

static char *json_put(char *to, unsigned char c)
{
	if (c == '\n')
		return stpcpy(to, "\\n");
	if (c < ' ' || c == 0x7f)
		return to + snprintf(to, ESCAPED_MAX + 1, "\\u%04x", c);
	if (c == '"' || c == '\\')
		*to++ = '\\';
	*to++ = (char)c;
	return to;
}

const char *json_text(struct arena *a, const char *text)
{
	const char *from = rt_text_clean(a, text ? text : "");
	char *json = arena_room(a, ESCAPED_MAX * strlen(from) + sizeof "\"\"");
	char *to = json;

	*to++ = '"';
	for (; *from; from++)
		to = json_put(to, (unsigned char)*from);
	*to++ = '"';
	*to = '\0';
	return json;
}

/* ---- one part of an export --------------------------------------------- */

bool pack_portions(struct pack *p,
		   bool (*put)(struct pack *p,
			       const struct rt_export_some *some))
{
	struct rt_export_some some;
	enum rt_err err;

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

static bool pack_part(struct pack *p, enum rt_export_part part,
		      bool (*put)(struct pack *p,
				  const struct rt_export_some *some))
{
	rt_export_part(p->e, part);
	return pack_portions(p, put);
}

/* ---- lists ------------------------------------------------------------- */

/* Each object of an array is on a line of its own. */
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

/* ["Yes","No"] */
static const char *json_texts(struct arena *a, const char *const *text,
			      size_t n)
{
	const char *json = "[";

	for (size_t i = 0; i < n; i++)
		json = arena_printf(a, "%s%s%s", json, i ? "," : "",
				    json_text(a, text[i]));
	return arena_printf(a, "%s]", json);
}

static const char *json_question(struct arena *a, const struct rt_question *q)
{
	if (!q)
		return "";
	return arena_printf(a,
			    ",\"question\":{\"answers\":%s,\"ends\":%lld,"
			    "\"several\":%s,\"secret\":%s}",
			    json_texts(a, q->answer, q->answers),
			    (long long)q->ends, q->several ? "true" : "false",
			    q->secret ? "true" : "false");
}

static const char *json_date(struct arena *a, const struct rt_date *d)
{
	if (!d)
		return "";
	return arena_printf(
		a,
		",\"date\":{\"begins\":%lld,\"ends\":%lld,\"all_day\":%s,"
		"\"cancelled\":%s,\"place\":%s}",
		(long long)d->begins, (long long)d->ends,
		d->is_all_day ? "true" : "false",
		d->is_cancelled ? "true" : "false", json_text(a, d->place));
}

const char *pack_picture_name(struct arena *a, const struct rt_post *post,
			      size_t n)
{
	return arena_printf(a, "pictures/%llu-%zu%s%s",
			    (unsigned long long)post->id, n + 1,
			    post->origin ? "-" : "",
			    post->origin ? post->origin : "");
}

static const char *json_picture(struct arena *a, const struct rt_post *post,
				size_t n)
{
	const struct rt_picture *is = &post->attached.picture[n];

	return arena_printf(a,
			    "{\"file\":\"%s" PACK_WEBP "\",\"width\":%u,"
			    "\"height\":%u,\"animated\":%s,\"alt\":%s}",
			    pack_picture_name(a, post, n), is->width,
			    is->height, is->is_animated ? "true" : "false",
			    json_text(a, is->alt));
}

/* A site without pictures has none of their files, either. */
static const char *json_pictures(struct pack *p, const struct rt_post *post)
{
	struct arena *a = &p->chunk;
	const char *json = ",\"pictures\":[";

	if (!post->attached.pictures || !rt_has_pictures(p->rt))
		return "";
	p->has_pictures = true;
	for (size_t i = 0; i < post->attached.pictures; i++)
		json = arena_printf(a, "%s%s%s", json, i ? "," : "",
				    json_picture(a, post, i));
	return arena_printf(a, "%s]", json);
}

/* What a post has besides its text; "" if that is nothing. */
static const char *json_attached(struct pack *p, const struct rt_post *post)
{
	const struct rt_attached *attached = &post->attached;
	struct arena *a = &p->chunk;
	const char *announced = "";

	if (attached->announced)
		announced = arena_printf(a, ",\"announced_until\":%lld",
					 (long long)attached->announced);
	return arena_printf(
		a, "%s%s%s%s", announced, json_question(a, attached->question),
		json_date(a, attached->date), json_pictures(p, post));
}

static bool put_post(struct pack *p, const struct rt_post *post)
{
	struct arena *a = &p->chunk;
	const char *reply = "", *origin = "", *edited = "";

	if (post->reply_name && *post->reply_name)
		reply = arena_printf(a, ",\"reply_to\":%llu,\"reply_name\":%s",
				     (unsigned long long)post->reply_to,
				     json_text(a, post->reply_name));
	if (post->origin)
		origin = arena_printf(a, ",\"origin\":%s",
				      json_text(a, post->origin));
	if (post->edited)
		edited = arena_printf(a, ",\"edited\":%lld",
				      (long long)post->edited);
	return put_row(
		p, arena_printf(
			   a,
			   "{\"id\":%llu,\"time\":%lld%s,\"body\":%s,"
			   "\"mentions\":%s,\"likes\":%llu,\"reposts\":%llu"
			   "%s%s%s}",
			   (unsigned long long)post->id, (long long)post->time,
			   edited, json_text(a, post->body),
			   json_text(a, post->mentions),
			   (unsigned long long)post->likes,
			   (unsigned long long)post->reposts, reply, origin,
			   json_attached(p, post)));
}

static bool put_mark(struct pack *p, const struct rt_export_mark *m)
{
	struct arena *a = &p->chunk;
	const char *kind = "", *post = "", *answers = "";

	if (m->kind)
		kind = arena_printf(a, "\"kind\":%s,", json_text(a, m->kind));
	if (m->post)
		post = arena_printf(a, "\"post\":%llu,",
				    (unsigned long long)m->post);
	if (m->answers)
		answers = arena_printf(a, ",\"answers\":%s,\"guests\":%u",
				       json_texts(a, m->answer, m->answers),
				       m->guests);
	return put_row(p,
		       arena_printf(a, "{%s%s\"username\":%s,\"time\":%lld%s}",
				    kind, post, json_text(a, m->name),
				    (long long)m->time, answers));
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
		{ "saved.json", RT_EXPORT_SAVED },
		{ "answers.json", RT_EXPORT_ANSWERS },
		{ "following.json", RT_EXPORT_FOLLOWING },
		{ "followers.json", RT_EXPORT_FOLLOWERS },
		{ "quiet.json", RT_EXPORT_QUIET },
		{ "notices.json", RT_EXPORT_NOTICES },
	};
	bool is_good = true;

	for (size_t i = 0; is_good && i < sizeof lists / sizeof *lists; i++)
		is_good = put_list(p, lists[i].file, lists[i].part);
	return is_good;
}

/* ---- single files ------------------------------------------------------ */

bool pack_site(struct pack *p)
{
	struct arena *a = &p->chunk;
	const char *part = "";

	if (p->place.part > 1)
		part = arena_printf(a, ",\"part\":%llu",
				    (unsigned long long)p->place.part);
	return zip_file(p->zip, "retwis.json") &&
	       zip_text(p->zip,
			arena_printf(a,
				     "{\"format\":\"retwis\",\"version\":1,"
				     "\"origin\":%s,\"site\":%s,"
				     "\"made\":%lld%s}\n",
				     json_text(a, p->profile.origin),
				     json_text(a, p->conf->name),
				     (long long)time(NULL), part));
}

static bool put_profile(struct pack *p)
{
	const struct rt_export_profile *me = &p->profile;
	struct arena *a = &p->chunk;
	const char *face = "";

	if (me->face)
		face = ",\"face\":\"" PACK_FACE PACK_WEBP "\"";

	return zip_file(p->zip, "profile.json") &&
	       zip_text(p->zip, arena_printf(a,
					     "{\"id\":%llu,\"username\":%s,"
					     "\"name\":%s,\"bio\":%s,"
					     "\"registered\":%lld%s}\n",
					     (unsigned long long)me->id,
					     json_text(a, me->name),
					     json_text(a, me->title),
					     json_text(a, me->bio),
					     (long long)me->since, face));
}

/* Without its token: whoever finds the export must not be able to register. */
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
	return put_profile(p) && put_lists(p) && put_invitations(p);
}

/* ---- an HTML page of all posts ----------------------------------------- */

static bool put_html(struct pack *p, struct tpl *t, const char *file)
{
	size_t len;
	const char *html = tpl_render(t, file, &len);

	return html && zip_text(p->zip, html);
}

/* A line break would become a space when the HTML is escaped. */
static void show_lines(struct arena *a, struct tpl *t, const char *text)
{
	for (;;) {
		size_t len = strcspn(text, "\n");
		struct tpl *line = tpl_section(t, "LINE");

		tpl_set(line, "TEXT", arena_strndup(a, text, len));
		if (!text[len])
			return;
		tpl_section(line, "BREAK");
		text += len + 1;
	}
}

static void show_pictures(struct arena *a, struct tpl *t,
			  const struct rt_post *post)
{
	for (size_t i = 0; i < post->attached.pictures; i++) {
		const struct rt_picture *is = &post->attached.picture[i];
		struct tpl *one = tpl_section(t, "PICTURE");

		tpl_set(one, "SRC",
			arena_printf(a, "%s" PACK_WEBP,
				     pack_picture_name(a, post, i)));
		tpl_set(one, "ALT", is->alt);
		tpl_set_int(one, "WIDTH", is->width);
		tpl_set_int(one, "HEIGHT", is->height);
	}
}

static void show_post(struct pack *p, struct tpl *t,
		      const struct rt_post *post)
{
	struct arena *a = &p->chunk;

	tpl_set(t, "WHEN", view_timestamp(a, post->time));
	tpl_set(t, "DATE", view_date(a, post->time));
	show_lines(a, t, post->body);
	if (post->reply_name && *post->reply_name)
		tpl_set(tpl_section(t, "REPLY"), "NAME", post->reply_name);
	else
		tpl_section(t, "NO_REPLY");
	if (rt_has_pictures(p->rt))
		show_pictures(a, t, post);
}

static bool put_some_html(struct pack *p, const struct rt_export_some *some)
{
	struct tpl *t = tpl_new(&p->chunk);

	for (size_t i = 0; i < some->posts.n; i++)
		show_post(p, tpl_section(t, "POST"), &some->posts.v[i]);
	p->rows += some->posts.n;
	return put_html(p, t, "export_posts.tpl");
}

/* Its first posts get a heading above them. */
static bool put_some_archive(struct pack *p, const struct rt_export_some *some)
{
	struct tpl *t;

	if (some->posts.n && !p->was_archive) {
		t = tpl_new(&p->chunk);
		tpl_section(t, "ARCHIVE");
		p->was_archive = put_html(p, t, "export_posts.tpl");
		if (!p->was_archive)
			return false;
	}
	return put_some_html(p, some);
}

static bool put_head(struct pack *p)
{
	struct tpl *t;

	arena_reset(&p->chunk);
	t = tpl_new(&p->chunk);
	tpl_set(t, "NAME", p->profile.name);
	tpl_set(t, "SITE", p->conf->name);
	tpl_set(t, "DATE", view_date(&p->chunk, time(NULL)));
	if (*p->profile.bio)
		tpl_set(tpl_section(t, "BIO"), "TEXT",
			rt_text_clean(&p->chunk, p->profile.bio));
	return put_html(p, t, "export_head.tpl");
}

static bool put_foot(struct pack *p)
{
	struct tpl *t = tpl_new(&p->chunk);

	tpl_section(t, p->rows ? "END" : "NONE");
	return put_html(p, t, "export_foot.tpl");
}

bool pack_html(struct pack *p)
{
	p->rows = 0;
	return zip_file(p->zip, "posts.html") && put_head(p) &&
	       pack_part(p, RT_EXPORT_WRITTEN, put_some_html) &&
	       pack_part(p, RT_EXPORT_ARCHIVE, put_some_archive) &&
	       put_foot(p);
}
