#include "http/redirect.h"

#include <string.h>

#include "base/prefix.h"
#include "http/answer.h"
#include "http/form.h"
#include "schema/routes.h"

/*
 * The longest address that a header of ours contains, since a web server
 * reserves only a page of memory for all headers together.
 */
#define ADDRESS_MAX 2000

void page_redirect(struct req *q, const char *address)
{
	q->status = 303;
	page_header(q, "Location: %s", address);
}

/*
 * Browsers take //host and /\\host for another site, and a line break would
 * end the header.
 */
static bool is_local_address(const char *address)
{
	if (address[0] != '/' || address[1] == '/' || address[1] == '\\' ||
	    strlen(address) > ADDRESS_MAX)
		return false;
	for (const char *at = address; *at; at++)
		if (*at <= ' ' || *at > '~' || *at == '#')
			return false;
	return true;
}

static bool is_one_of(const char *address, const char *const *prefixes)
{
	for (; *prefixes; prefixes++)
		if (text_after(address, *prefixes))
			return true;
	return false;
}

static bool is_secret_address(const char *address)
{
#define PREFIX(prefix) prefix,
	static const char *const secrets[] = { EACH_SECRET(PREFIX) NULL };
#undef PREFIX
	return is_one_of(address, secrets);
}

void page_back(struct req *q, const char *letter, uint64_t number)
{
	const char *back = req_field(q, "back");

	if (!is_local_address(back))
		back = "/";
	if (number)
		back = arena_printf(q->a, "%s#%s%llu", back, letter,
				    (unsigned long long)number);
	page_redirect(q, back);
}

/* ---- addresses that are written in another way ------------------------- */

static const char *plain_address(const struct req *q)
{
	const char *name = text_after(q->path, "/%40"), *path = q->path;
	const char *query = q->address + strlen(q->path);
	size_t len;

	if (name)
		path = arena_printf(q->a, "/@%s", name);
	len = strlen(path);
	while (len > 1 && path[len - 1] == '/')
		len--;
	return arena_printf(q->a, "%.*s%s", (int)len, path, query);
}

/*
 * A plain address leads to this site if the one that was asked for does, since
 * it only lacks slashes at the end.
 */
bool page_moved(struct req *q)
{
	bool reads = strcmp(q->method, "GET") == 0 ||
		     strcmp(q->method, "HEAD") == 0;
	const char *plain;

	if (!reads || !is_local_address(q->address) ||
	    is_secret_address(q->address))
		return false;
	plain = plain_address(q);
	if (strcmp(plain, q->address) == 0)
		return false;
	q->status = 301;
	page_header(q, "Location: %s", plain);
	return true;
}

/* ---- signing in on the way --------------------------------------------- */

/* The pages on which nobody wants to be after signing in. */
static bool is_way_in(const char *path)
{
	static const char *const ways[] = { "/login", "/register", "/join/",
					    "/logout", NULL };

	return is_one_of(path, ways);
}

static bool is_home(const char *address)
{
	return address[1] == '\0' || address[1] == '?';
}

const char *req_wanted(const struct req *q)
{
	const char *back = form_get(&q->form, "back");

	if (!back && q->path && is_way_in(q->path))
		back = req_query(q, "back");
	else if (!back && !q->is_post)
		back = q->address;
	if (!back || !is_local_address(back) || is_home(back) ||
	    is_secret_address(back))
		return NULL;
	return back;
}

const char *req_way_in(const struct req *q, const char *form)
{
	const char *wanted = req_wanted(q), *way = form;

	if (wanted)
		way = arena_printf(q->a, "%s?back=%s", form,
				   url_encode(q->a, wanted));
	return strlen(way) > ADDRESS_MAX ? form : way;
}

void page_to_sign_in(struct req *q)
{
	page_redirect(q, req_way_in(q, "/login"));
}

void page_to_wanted(struct req *q)
{
	const char *wanted = req_wanted(q);

	page_redirect(q, wanted ? wanted : "/");
}
