#include "asked.h"

#include "base/clock.h"

#include <stdio.h>
#include <unistd.h>

#define PRAGMA        "{{%AUTOESCAPE context=\"HTML\"}}\n"
#define VARIABLES_MAX 16

static struct req request;
static char *environment[VARIABLES_MAX + 1];

static void write_file(const char *name, const char *text, size_t len)
{
	FILE *file = fopen(server_path(name), "w");

	assert_non_null(file);
	assert_int_equal(len, fwrite(text, 1, len, file));
	assert_int_equal(0, fclose(file));
}

void asked_template(const char *name, const char *text)
{
	write_file(name, text, strlen(text));
}

int asked_start(void **state)
{
	if (unit_start(state) != 0)
		return -1;
	asked_template("layout.tpl", PRAGMA "{{>CONTENT}}\n");
	asked_template("error.tpl", PRAGMA "{{STATUS}} {{HEADING}}\n");
	return !tpl_load(server_path(""), NULL);
}

static void take_back(void)
{
	request = (struct req){ .received_ms = clock_date_ms() };
}

int asked_forget(void **state)
{
	take_back();
	return unit_forget(state);
}

struct req *asked(const char *const *variables)
{
	size_t n = 0;

	take_back();
	for (; variables[n]; n++) {
		assert_true(n < VARIABLES_MAX);
		environment[n] = arena_strdup(&mem, variables[n]);
	}
	environment[n] = NULL;
	request.rt = rt;
	request.a = &mem;
	request.conf = &conf;
	request.env = environment;
	return &request;
}

struct req *asked_with(const char *const *variables, const char *body,
		       size_t len)
{
	write_file("body", body, len);
	assert_non_null(freopen(server_path("body"), "r", stdin));
	return asked(variables);
}

const char *asked_answer(struct req *q)
{
	static char text[16384];
	int kept = dup(STDOUT_FILENO);
	FILE *file = fopen(server_path("answer"), "w+");
	size_t len;

	fflush(stdout);
	dup2(fileno(file), STDOUT_FILENO);
	page_send(q);
	fflush(stdout);
	dup2(kept, STDOUT_FILENO);
	close(kept);
	rewind(file);
	len = fread(text, 1, sizeof text - 1, file);
	text[len] = '\0';
	fclose(file);
	return text;
}

const char *asked_header(const struct req *q, const char *name)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < q->headers; i++)
		if (strncmp(q->header[i], name, len) == 0 &&
		    strncmp(q->header[i] + len, ": ", 2) == 0)
			return q->header[i] + len + 2;
	return NULL;
}
