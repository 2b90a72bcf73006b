/*
 * A request: what was asked, who asks, and what is answered.
 *
 * Reading answers nothing, not even a mistake: the guards (guard.h) do that.
 */
#ifndef REQ_H
#define REQ_H

#include "libretwis/retwis.h"
#include "http/form.h"

/* The largest body that a form may have. */
#define REQ_BODY_MAX ((size_t)64 * 1024)

/* Twice as many as any page has.  With one more it is a 500: see send.c. */
#define REQ_HEADERS_MAX 16

struct req {
	struct rt *rt;
	struct arena *a;
	const struct rt_config *conf;

	/* What was asked. */
	struct fcgi_reader *fcgi; /* NULL: plain CGI */
	int64_t taken_ms; /* when a process took it; by clock_date_ms() */
	char **env;
	const char *method;
	const char *address; /* path and query, raw */
	const char *path;    /* raw, without the query */
	const char *secret;  /* the session's cookie, or NULL */
	enum rt_way way;     /* how that came */
	const char *browser; /* see rt_browser(); a cookie, or NULL */
	bool is_post;
	struct form query, form;

	bool hashes; /* a password; see overload.h */

	/* Who asks; known once a page or a guard has looked. */
	bool known;
	struct rt_user me;

	/* The answer. */
	struct tpl *root;
	bool is_let_in; /* a link or a typed text is enough: see access.h */
	bool still;     /* posts have no buttons here */
	bool is_unsure; /* it was carried out, but see rt_replicas_wait() */
	int status;
	const char *caching; /* Cache-Control; NULL: by who asks */
	const char *live; /* where /live is asked; NULL: for notices alone */
	bool has_cookie;  /* for the session, or takes it away */
	const char *header[REQ_HEADERS_MAX];
	size_t headers; /* or more, where there was no room for all */
	const char *body;
	size_t body_len;

	/* What writes the body while it goes out, for `streamed`; see stream.h. */
	bool (*stream)(struct req *q, void *what);
	void *streamed;
	int64_t stream_end; /* by clock_ms() */
};

/*
 * Reads method, path, query and cookies.  False where these make no sense,
 * which is a 400.
 */
bool req_read(struct req *q);

/* Reads the form of a POST.  An HTTP status; 0 when all is well. */
int req_read_form(struct req *q);

/* Reads bytes of the body: fewer than `len` only where it ends, or is cut. */
size_t req_read_body(const struct req *q, void *to, size_t len);

/* A field of the form, "" if it is missing; of the query, NULL. */
const char *req_field(const struct req *q, const char *name);
const char *req_query(const struct req *q, const char *name);

/*
 * How many entries of a list to skip, as the query says by this name, or by
 * `start`: 0 if it is missing, RT_NO_START if it is no number.
 */
int64_t req_skip(const struct req *q, const char *name);
int64_t req_start(const struct req *q);

/* The same, and `after`, the post before the page: 0 if it is no number. */
struct rt_place req_place(const struct req *q);

/* Whether the one who asks waits to be let in, or was stopped. */
bool req_has_no_access(const struct req *q);

/* Whether that one may read what is written here. */
bool req_may_read(const struct req *q);

/* Whether strangers may register by themselves, and whether by a link. */
bool req_may_register(const struct req *q);
bool req_may_be_invited(const struct req *q);

/* Somebody looks at the page: no HEAD, and no browser that fetches ahead. */
bool req_is_looked_at(const struct req *q);

/* What the web server says about a request. */

struct req;

/* A CGI variable, NULL if it is not set. */
const char *req_param(const struct req *q, const char *name);

/* The addresses of members and posts: taken apart, and written. */

/*
 * Cuts /@NAME or /@NAME/ID into decoded parts.  `id` is whatever stands behind
 * the name, and NULL where nothing does.  False for any other path.
 */
bool req_member_path(const struct req *q, const char **name, const char **id);

/* All of the path after `prefix`, decoded; NULL for any other path. */
const char *req_segment(const struct req *q, const char *prefix);

/* /@NAME and /@NAME/ID, encoded. */
const char *view_profile_path(struct arena *a, const char *name);
const char *view_post_path(struct arena *a, const struct rt_post *post);

/* From where a request comes, through whatever stands before us. */

/*
 * Behind a proxy that the host trusts, both are what that proxy says of the
 * client.  The address is as rt_visitor() wants it.
 */
const char *req_client(const struct req *q);
bool req_is_https(const struct req *q);

/* What it is, for rt_device(). */
const char *req_device(const struct req *q);

/* The address by which a visitor knows this site, and what comes from it. */

/* "http://HOST", as the visitor reached us; NULL without a good host. */
const char *req_base(const struct req *q);

/* The whole address of a path, to hand over; without a good host the path. */
const char *req_link(const struct req *q, const char *path);

/*
 * Whether a POST comes from a page of our own.  A browser says so; a program
 * such as curl need not, and is let through.
 */
bool req_is_same_origin(const struct req *q);

/*
 * What a page writes to its log: lines on stderr, which systemd keeps in the
 * journal under the name of the page.
 *
 * A site of friends has no business in writing down who reads what.  So there
 * is no address and no name in any line, but where the host has asked for it.
 */

/*
 * A sign-in was refused, if `err` is RT_DENIED or RT_LIMITED; else it says
 * nothing.  With RETWIS_LOG_SIGN_IN=on the line tells the name and the client's
 * address, say for fail2ban.  People type passwords into the wrong field, too,
 * and then the log has them: that is why it is off.
 */
void log_refused_sign_in(const struct req *q, const char *name,
			 enum rt_err err);

/* A request took so long; says nothing for one that took less than a second. */
void log_slow(int64_t ms);

#endif
