#include "view/pack.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "libretwis/retwis.h"
#include "view/tpl.h"
#include "view/view_time.h"

/* ---- the zip ----------------------------------------------------------- */

/* Many programs can't read a larger file in a zip. */
#define FILE_MAX UINT32_MAX

#define BLOCK (16 * 1024) /* bytes that are sent at a time */

struct zip {
	struct zip_out out;
	struct archive *archive;
	uint64_t written; /* bytes of the current file */
};

static la_ssize_t zip_on_bytes(struct archive *archive, void *client,
			       const void *bytes, size_t len)
{
	struct zip *z = client;

	(void)archive;
	return z->out.write(z->out.who, bytes, len) ? (la_ssize_t)len : -1;
}

/* All steps but the last can fail only for lack of memory. */
static bool zip_open(struct zip *z)
{
	struct archive *archive = z->archive = archive_write_new();

	return archive &&
	       archive_write_set_format_zip(archive) == ARCHIVE_OK &&
	       archive_write_set_format_option(archive, "zip", "zip64",
					       NULL) == ARCHIVE_OK &&
	       archive_write_set_bytes_per_block(archive, BLOCK) ==
		       ARCHIVE_OK &&
	       archive_write_set_bytes_in_last_block(archive, 1) ==
		       ARCHIVE_OK &&
	       archive_write_open(archive, z, NULL, zip_on_bytes, NULL) ==
		       ARCHIVE_OK;
}

struct zip *zip_begin(struct arena *a, const struct zip_out *out)
{
	struct zip *z = arena_alloc(a, sizeof *z);

	z->out = *out;
	if (zip_open(z))
		return z;
	zip_end(z, false);
	return NULL;
}

static bool zip_file(struct zip *z, const char *name)
{
	struct archive_entry *entry = archive_entry_new();
	bool is_good;

	if (!entry)
		return false;
	archive_entry_set_pathname(entry, name);
	archive_entry_set_filetype(entry, AE_IFREG);
	archive_entry_set_perm(entry, 0644);
	archive_entry_set_mtime(entry, time(NULL), 0);
	is_good = archive_write_header(z->archive, entry) == ARCHIVE_OK;
	archive_entry_free(entry);
	z->written = 0;
	return is_good;
}

static bool zip_text(struct zip *z, const char *text)
{
	size_t len = strlen(text);

	z->written += len;
	return z->written <= FILE_MAX &&
	       archive_write_data(z->archive, text, len) == (la_ssize_t)len;
}

/* Without archive_write_fail(), freeing the archive would write the table. */
bool zip_end(struct zip *z, bool is_whole)
{
	if (z->archive) {
		is_whole = is_whole &&
			   archive_write_close(z->archive) == ARCHIVE_OK;
		if (!is_whole)
			archive_write_fail(z->archive);
		archive_write_free(z->archive);
	}
	return is_whole;
}

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

static bool pack_part(struct pack *p, enum rt_export_part part,
		      bool (*put)(struct pack *p,
				  const struct rt_export_some *some))
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

/* What a post has besides its text; "" if that is nothing. */
static const char *json_attached(struct arena *a,
				 const struct rt_attached *attached)
{
	const char *announced = "";

	if (attached->announced)
		announced = arena_printf(a, ",\"announced_until\":%lld",
					 (long long)attached->announced);
	return arena_printf(a, "%s%s%s", announced,
			    json_question(a, attached->question),
			    json_date(a, attached->date));
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
			   json_attached(a, &post->attached)));
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
	return put_site(p) && put_profile(p) && put_lists(p) &&
	       put_invitations(p);
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

static void show_post(struct pack *p, struct tpl *t,
		      const struct rt_post *post)
{
	struct arena *a = &p->chunk;

	tpl_set(t, "WHEN", view_timestamp(a, post->time));
	tpl_set(t, "DATE", view_date(a, post->time));
	show_lines(a, t, post->body);
	if (post->reply_name && *post->reply_name)
		tpl_set(tpl_section(t, "REPLY"), "NAME", post->reply_name);
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
