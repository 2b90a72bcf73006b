#include "libretwis/post/attached.h"

#include <string.h>

#include "base/clock.h"
#include "base/day.h"
#include "base/digits.h"
#include "libretwis/picture/folder.h"
#include "libretwis/writing.h"

/*
 * A field begins with a line of numbers and words, such as
 * "1764000000 several secret", and then has lines of text.
 */

/* ---- writing ------------------------------------------------------------ */

const char *attached_announced(struct arena *a,
			       const struct rt_attached *attached)
{
	if (!attached->announced)
		return "";
	return arena_printf(a, "%lld", (long long)attached->announced);
}

const char *attached_question(struct arena *a,
			      const struct rt_attached *attached)
{
	const struct rt_question *q = attached->question;
	const char *text;

	if (!q)
		return "";
	text = arena_printf(
		a, "%lld%s%s%s%s", (long long)q->ends,
		q->comes ? " comes" : "", q->several ? " several" : "",
		q->secret ? " secret" : "", q->reminds ? " reminds" : "");
	for (size_t i = 0; !q->comes && i < q->answers; i++)
		text = arena_printf(a, "%s\n%s", text, q->answer[i]);
	return text;
}

const char *attached_date(struct arena *a, const struct rt_attached *attached)
{
	const struct rt_date *d = attached->date;

	if (!d)
		return "";
	return arena_printf(
		a, "%lld %lld " ID "%s%s\n%s", (long long)d->begins,
		(long long)d->ends, d->changes, d->is_all_day ? " day" : "",
		d->is_cancelled ? " cancelled" : "", d->place ? d->place : "");
}

/* A description is one line, and has no tab: see rt_alt_problem(). */
const char *attached_pictures(struct arena *a,
			      const struct rt_attached *attached)
{
	const char *text = "";

	for (size_t i = 0; i < attached->pictures; i++) {
		const struct rt_picture *is = &attached->picture[i];

		text = arena_printf(a, "%s%s%s %u %u%s\t%s", text,
				    i ? "\n" : "", is->token, is->width,
				    is->height,
				    is->is_animated ? " animated" : "",
				    is->alt ? is->alt : "");
	}
	return text;
}

/* ---- reading ------------------------------------------------------------ */

/* Reads a number, and skips the space after it. */
static bool attached_number(const char **at, uint64_t *number)
{
	if (!digits_read(at, number))
		return false;
	*at += **at == ' ';
	return true;
}

/* Whether the rest of the first line has this word. */
static bool attached_has(const char *at, const char *word)
{
	size_t line = strcspn(at, "\n"), len;

	for (const char *end = at + line; at < end;
	     at += len + (at[len] == ' ')) {
		len = strcspn(at, " \n");
		if (len == strlen(word) && strncmp(at, word, len) == 0)
			return true;
	}
	return false;
}

static const char *attached_rest(const char *at)
{
	at += strcspn(at, "\n");
	return at + (*at == '\n');
}

static void attached_read_answers(struct arena *a, const char *lines,
				  struct rt_question *q)
{
	size_t len;

	for (; *lines && q->answers < RT_ANSWERS_MAX;
	     lines += len + (lines[len] != '\0')) {
		len = strcspn(lines, "\n");
		q->answer[q->answers++] =
			rt_text_clean(a, arena_strndup(a, lines, len));
	}
}

static const struct rt_question *attached_read_question(struct arena *a,
							const char *text)
{
	struct rt_question *q;
	uint64_t ends;

	if (!text || !attached_number(&text, &ends))
		return NULL;
	q = arena_alloc(a, sizeof *q);
	*q = (struct rt_question){
		.ends = clock_stored(ends),
		.several = attached_has(text, "several"),
		.secret = attached_has(text, "secret"),
		.reminds = attached_has(text, "reminds"),
	};
	if (attached_has(text, RT_COMES))
		rt_ask_who_comes(q);
	else
		attached_read_answers(a, attached_rest(text), q);
	return q->answers >= RT_ANSWERS_MIN ? q : NULL;
}

static const struct rt_date *attached_read_date(struct arena *a,
						const char *text)
{
	uint64_t begins, ends, changes;
	const char *place;
	struct rt_date *d;

	if (!text || !attached_number(&text, &begins) ||
	    !attached_number(&text, &ends) ||
	    !attached_number(&text, &changes) || !clock_stored(begins))
		return NULL;
	place = attached_rest(text);
	d = arena_alloc(a, sizeof *d);
	*d = (struct rt_date){
		.begins = clock_stored(begins),
		.ends = clock_stored(ends),
		.is_all_day = attached_has(text, "day"),
		.is_cancelled = attached_has(text, "cancelled"),
		.place = *place ? arena_strdup(a, place) : NULL,
		.changes = changes,
	};
	return d;
}

static bool attached_read_picture(struct arena *a, const char *line,
				  struct rt_picture *is)
{
	const char *token = line, *alt = strchr(line, '\t'), *at;
	uint64_t width, height;

	if (!alt || strcspn(line, " ") != FOLDER_TOKEN)
		return false;
	token = arena_strndup(a, line, FOLDER_TOKEN);
	at = line + FOLDER_TOKEN + 1;
	if (!folder_is_token(token) || !attached_number(&at, &width) ||
	    !attached_number(&at, &height))
		return false;
	*is = (struct rt_picture){
		.token = token,
		.width = (unsigned)width,
		.height = (unsigned)height,
		.is_animated = strncmp(at, "animated\t", 9) == 0,
		.alt = rt_text_clean(a, alt + 1),
	};
	return width && height;
}

static void attached_read_pictures(struct arena *a, const char *text,
				   struct rt_attached *all)
{
	struct rt_picture *v;
	size_t len;

	if (!text || !*text)
		return;
	all->picture = v = arena_alloc(a, RT_PICTURES_MAX * sizeof *v);
	for (; *text && all->pictures < RT_PICTURES_MAX;
	     text += len + (text[len] != '\0')) {
		len = strcspn(text, "\n");
		all->pictures += attached_read_picture(
			a, arena_strndup(a, text, len), &v[all->pictures]);
	}
}

struct rt_attached attached_read(struct arena *a,
				 const union post_fields *fields)
{
	struct rt_attached all = { 0 };
	const char *announced = fields->announced;
	uint64_t until;

	if (announced && attached_number(&announced, &until)) {
		all.announced = clock_stored(until);
		all.readers = rt_u64(announced);
	}
	all.question = attached_read_question(a, fields->question);
	all.date = attached_read_date(a, fields->date);
	attached_read_pictures(a, fields->pictures, &all);
	return all;
}

/* ---- changing ----------------------------------------------------------- */

static const struct rt_picture_change *attached_find_change(
	const struct rt_picture_change *change, size_t n, const char *token)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(change[i].token, token) == 0)
			return &change[i];
	return NULL;
}

bool attached_change_pictures(struct arena *a, struct rt_attached *attached,
			      const struct rt_picture_change *change, size_t n,
			      struct rt_attached *out)
{
	const struct rt_attached was = *attached;
	struct rt_picture *in = arena_alloc(a, was.pictures * sizeof *in);
	struct rt_picture *outs = arena_alloc(a, was.pictures * sizeof *outs);
	bool has_changed = false;

	*out = (struct rt_attached){ .picture = outs };
	attached->picture = in;
	attached->pictures = 0;
	for (size_t i = 0; i < was.pictures; i++) {
		const struct rt_picture_change *is =
			attached_find_change(change, n, was.picture[i].token);

		if (is && is->is_out) {
			outs[out->pictures++] = was.picture[i];
			continue;
		}
		in[attached->pictures] = was.picture[i];
		if (is && strcmp(is->alt, was.picture[i].alt) != 0) {
			in[attached->pictures].alt = is->alt;
			has_changed = true;
		}
		attached->pictures++;
	}
	return has_changed || out->pictures;
}

/* ---- what there is ------------------------------------------------------ */

bool attached_is_any(const struct rt_attached *attached)
{
	return attached->announced || attached->question || attached->date ||
	       attached->pictures;
}

/* ---- now ---------------------------------------------------------------- */

bool rt_announcement_runs(const struct rt_attached *attached)
{
	return attached->announced > time(NULL);
}

bool rt_question_has_ended(const struct rt_question *question)
{
	return question->ends && question->ends <= time(NULL);
}

bool rt_date_has_begun(const struct rt_date *date)
{
	return date->begins <= time(NULL);
}

/* ---- until when it can be published ------------------------------------- */

/* The earlier one of two times, where 0 is none. */
static time_t attached_earlier(time_t one, time_t other)
{
	if (!one || !other)
		return one ? one : other;
	return one < other ? one : other;
}

time_t rt_attached_deadline(const struct rt_attached *attached)
{
	const struct rt_question *question = attached->question;
	const struct rt_date *date = attached->date;
	time_t deadline = attached->announced;

	if (question)
		deadline = attached_earlier(deadline, question->ends);
	if (date)
		deadline = attached_earlier(
			deadline, date->is_all_day ? day_after(date->begins, 1)
						   : date->begins);
	return deadline;
}
