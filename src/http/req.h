/*
 * A request: what was asked, who asks, and the answer to it.
 *
 * Reading a request never answers it, not even if it is malformed: the guards
 * (view/guard.h) do that.
 */
#ifndef REQ_H
#define REQ_H

#include "libretwis/retwis.h"
#include "http/form.h"

/* The largest body that a form may have. */
#define REQ_BODY_MAX ((size_t)64 * 1024)

/* The same for a page that sets it as `body_max`. */
#define REQ_BODY_LONG (4 * REQ_BODY_MAX)

/* Twice as many as any page sets.  With one more, the answer is a 500. */
#define REQ_HEADERS_MAX 16

struct req {
	struct rt *rt;
	struct arena *a;
	const struct rt_config *conf; /* the settings in force: rt_site() */

	/* What was asked. */
	struct fcgi_reader *fcgi; /* NULL: plain CGI */
	int64_t received_ms; /* when a process received it; by clock_date_ms() */
	char **env;
	const char *method;
	const char *address;       /* path and query, not decoded */
	const char *path;          /* not decoded, without the query */
	const char *secret;        /* the session's cookie, or NULL */
	enum rt_cookie_origin way; /* how that cookie came */
	const char
		*browser; /* the browser's cookie, or NULL; see rt_browser() */
	const char *challenge; /* that cookie, or NULL; see rt_challenge() */
	const char *done; /* what the form before has done; see view/done.h */
	bool is_post;
	struct form query, form;
	size_t body_max;                    /* of its form; 0: REQ_BODY_MAX */
	const struct upload_rules *accepts; /* files, too; see http/upload.h */
	struct upload *upload; /* they; NULL: the form can't have any */
	const struct picture_form
		*pictures; /* that a page took in; see take_pictures.h */
	bool is_again; /* the settings changed, and it is begun once more */
	bool is_form_read; /* from the web server, which sends it once */
	int form_status;   /* and this is what req_read_form() returned */

	int hashes; /* of passwords that it waits for; see overload.h */

	/* Who asks. */
	bool known; /* a page or a guard has found out; see `me` */
	struct rt_user me;

	/* The answer. */
	struct tpl *root;
	bool needs_no_site; /* it is the same whatever the settings are */
	bool is_let_in; /* a link or a draft suffices; see access_check() */
	bool without_buttons; /* posts have none on this page */
	bool is_unreplicated; /* it is done, but see rt_replicas_wait() */
	bool is_unsaved;      /* the database can be read, but not written */
	int status;
	const char *caching; /* Cache-Control; NULL: depends on who asks */
	const char *policy; /* Content-Security-Policy; NULL: that of a page */
	const char
		*live; /* the address of live updates; NULL: only of notices */
	bool has_cookie; /* the answer sets or deletes the session's cookie, or
			    must have none */
	const char *header[REQ_HEADERS_MAX];
	size_t headers; /* more than REQ_HEADERS_MAX if some didn't fit */
	const char *body;
	size_t body_len;

	/* Writes the body while it is sent, from `streamed`; see send.h. */
	bool (*stream)(struct req *q, void *what);
	void *streamed;
	int64_t stream_end; /* its time limit; by clock_ms() */
};

/*
 * Reads method, path, query and cookies.  Returns false if they are malformed,
 * which is a 400.
 */
bool req_read(struct req *q);

/*
 * Reads the form of a POST, or returns what it has returned before: 0, or the
 * HTTP status of what is wrong.
 */
int req_read_form(struct req *q);

/*
 * Reads from the body.  Fewer than `len` bytes mean that it ended or was cut.
 */
size_t req_read_body(const struct req *q, void *to, size_t len);

/* The same, but it returns as soon as something has come. */
size_t req_read_some(const struct req *q, void *to, size_t len);

/* A CGI variable, or NULL if it is not set. */
const char *req_param(const struct req *q, const char *name);

/* If it is missing, a field of the form is "", and one of the query NULL. */
const char *req_field(const struct req *q, const char *name);
const char *req_query(const struct req *q, const char *name);

/* For a page that asks and acts: the field by POST, and the query by GET. */
const char *req_given(const struct req *q, const char *name);

/*
 * How many entries of a list to skip: the parameter of this name, or `start`.
 * 0 if it is missing, RT_NO_START if it is not a number.
 */
int64_t req_skip(const struct req *q, const char *name);
int64_t req_start(const struct req *q);

/*
 * The same together with the parameter `after`, the last post of the page
 * before: 0 if it is not a number.
 */
struct rt_place req_place(const struct req *q);

/* Whether the member is signed in, but waits for approval or is suspended. */
bool req_has_no_access(const struct req *q);

/* Whether the visitor sees that member: see rt_sees(). */
bool req_sees(const struct req *q, const struct rt_user *whom);

/* Whether the visitor may read what members write. */
bool req_may_read(const struct req *q);

/* Whether strangers may register without a link, and whether with one. */
bool req_may_register(const struct req *q);
bool req_may_be_invited(const struct req *q);

/* False for HEAD and for a browser that only prefetches the page. */
bool req_is_viewed(const struct req *q);

/* ---- addresses of members and posts ------------------------------------ */

/*
 * Whether the path ends like that, with something before it.  Removes the
 * ending from the path.
 */
bool req_take_ending(struct req *q, const char *ending);

/*
 * Splits /@NAME or /@NAME/ID into its decoded parts.  `id` is everything after
 * the slash, or NULL if there is none.  Returns false for any other path.
 */
bool req_member_path(const struct req *q, const char **name, const char **id);

/* The rest of the path after `prefix`, decoded; NULL for any other path. */
const char *req_segment(const struct req *q, const char *prefix);

/* /@NAME and /@NAME/ID, encoded. */
const char *view_profile_path(struct arena *a, const char *name);
const char *view_post_path(struct arena *a, const struct rt_post *post);

/* ---- the client, and the address by which it knows this site ----------- */

/*
 * The client's address, as rt_visitor() expects it, and whether it uses HTTPS.
 * If the request comes through a proxy that the host trusts, both are what
 * that proxy says.
 */
const char *req_client(const struct req *q);
bool req_is_https(const struct req *q);

/* What kind of browser it is, for rt_device(). */
const char *req_device(const struct req *q);

/*
 * "http://HOST", as the visitor addressed us; NULL if that HOST is malformed.
 */
const char *req_base(const struct req *q);

/* The full address of a path, or only the path if the HOST is malformed. */
const char *req_link(const struct req *q, const char *path);

/*
 * Whether a POST comes from a page of this site.  Browsers say where it comes
 * from.  A program such as curl needn't, and is allowed.
 */
bool req_is_same_origin(const struct req *q);

/* ---- the log ----------------------------------------------------------- */

/*
 * A page writes its log to stderr, and systemd stores it in the journal under
 * the name of the page.  Nobody should be able to see there who reads what, so
 * only what is listed at log_act() has an address and a name.
 */

/*
 * Logs that a sign-in was refused, if `err` is RT_DENIED or RT_LIMITED.  With
 * RETWIS_LOG_SIGN_IN=on the line has the name and the client's address, for a
 * tool like fail2ban.  That is off by default, because people sometimes type
 * their password into the wrong field, and then it would be in the log.
 */
void log_refused_sign_in(const struct req *q, const char *name,
			 enum rt_err err);

/* The same for a code.  `name` is NULL at the sign-in, which doesn't know it. */
void log_refused_code(const struct req *q, const char *name, enum rt_err err);

/*
 * Logs what a host has done on the web, a sign-in, a new password, and that a
 * member leaves, so that a host can find out later what has happened: the
 * line says who, whom, and from where, as in
 *
 *   retwis: "ann" suspended "kim" from 192.0.2.7
 *
 * A name in it comes from log_name(), which puts it in quotes, and lets none
 * of its bytes end the line or look like something else.
 */
__attribute__((format(printf, 2, 3))) void log_act(const struct req *q,
						   const char *format, ...);
const char *log_name(const struct req *q, const char *name);

/* Logs how long a request took, if it was a second or more. */
void log_slow(int64_t ms);

#endif
