#include "admin/setup_left.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "admin/folders.h"

/* A list with numbers, of as many entries as there are. */
struct left {
	const struct setup *s;
	const struct setup_done *done;
	const char *domain;
	unsigned n;
};

static void left_begin(struct left *l, const char *what)
{
	if (!l->n)
		printf("\nWhat is left to do:\n");
	printf("\n%u. %s\n", ++l->n, what);
}

static bool left_is_nginx(const struct left *l)
{
	return strcmp(l->s->web.server, "nginx") == 0;
}

static const char *left_reload(const struct left *l)
{
	return left_is_nginx(l) ? "nginx -t && systemctl reload nginx"
				: "apache2ctl configtest && systemctl "
				  "reload apache2";
}

/* ---- the web server ----------------------------------------------------- */

/* Its own file is not touched once the host has edited it. */
static bool left_say_name(struct left *l)
{
	const struct web_file *web = &l->s->web;

	if (web->state != WEB_FILE_EDITED || strcmp(web->name, l->domain) == 0)
		return false;
	left_begin(l, "The domain in the web server's file. You\n"
		      "   have edited it, so write this line yourself:");
	printf("     %s\n   into\n     %s\n",
	       web_file_line(l->s->admin->a, web, l->domain), web->shown);
	return true;
}

/* Apache needs modules, and a certificate before it gets the site. */
static void left_link_site(struct left *l)
{
	const struct web_file *web = &l->s->web;

	if (!left_is_nginx(l)) {
		left_begin(l, "Apache does not serve the site yet. See\n"
			      "   \"Apache\" in hosting.md, and \"A domain\n"
			      "   and a certificate\" for HTTPS.");
		return;
	}
	left_begin(l, "nginx does not serve the site yet:");
	printf("     ln -s %s %s\n", web->shown, web->link);
	if (web->has_default)
		printf("     rm /etc/nginx/sites-enabled/default\n");
	printf("     nginx -t && systemctl restart nginx\n");
}

static void left_web_server(struct left *l)
{
	const struct web_file *web = &l->s->web;
	bool is_new = left_say_name(l) || l->done->has_named;

	if (web->state == WEB_FILE_NONE) {
		left_begin(l, "A web server: neither nginx nor Apache has\n"
			      "   a file for this site. See \"Install\" in\n"
			      "   hosting.md.");
	} else if (!web->is_linked) {
		left_link_site(l);
	} else if (is_new) {
		left_begin(l, "Tell the web server:");
		printf("     %s\n", left_reload(l));
	}
}

/* ---- the certificate ---------------------------------------------------- */

static bool left_has_certificate(const struct left *l)
{
	return access(arena_printf(l->s->admin->a,
				   "%s/etc/letsencrypt/live/%s/fullchain.pem",
				   l->s->admin->root, l->domain),
		      F_OK) == 0;
}

static void left_get_certificate(struct left *l)
{
	left_begin(l,
		   left_is_nginx(l)
			   ? "A certificate, so that nobody can read\n"
			     "   passwords in transit:"
			   : "A certificate, so that nobody can read\n"
			     "   passwords in transit. First Apache needs a\n"
			     "   site for port 80: see \"A domain and a\n"
			     "   certificate\" in hosting.md. Then:");
	if (left_is_nginx(l))
		printf("     apt-get install certbot python3-certbot-nginx\n"
		       "     certbot certonly --nginx -d %s "
		       "--deploy-hook 'systemctl reload nginx'\n",
		       l->domain);
	else
		printf("     apt-get install certbot\n"
		       "     certbot certonly --webroot -w /var/www/html -d %s "
		       "--deploy-hook 'systemctl reload apache2'\n",
		       l->domain);
}

static void left_certificate(struct left *l)
{
	const struct web_file *web = &l->s->web;

	if (!web->server || !setup_is_public(l->domain) ||
	    web->has_certificate)
		return;
	if (!left_has_certificate(l))
		left_get_certificate(l);
	left_begin(
		l,
		left_is_nginx(l)
			? "The `listen` lines with that certificate, and\n"
			  "   a second server that redirects from port 80,\n"
			  "   in"
			: "Port 443 with that certificate, in");
	printf("     %s\n   \"A domain and a certificate\" in hosting.md has\n"
	       "   these lines, to copy.\n",
	       web->shown);
}

/* ---- the site ----------------------------------------------------------- */

static void left_settings(struct left *l)
{
	if (!l->done->has_new_url)
		return;
	left_begin(l, "Make the pages read their settings again:");
	printf("     systemctl restart 'retwis-page@*.service' "
	       "retwis-worker retwis-live\n");
}

/* Once they use the certificate, or else the password crosses in the clear. */
static void left_link(struct left *l)
{
	if (!l->done->link)
		return;
	left_begin(l, "Open this link, and choose your password. It\n"
		      "   works once, and for a day:");
	printf("     %s\n", l->done->link);
	if (!l->done->url)
		printf("   Put the address of the site before it.\n");
	printf("   For another link: retwis-admin reset %s\n",
	       plain_line(l->s->admin->a, l->s->answer[SETUP_HOST]));
}

static void left_texts(struct left *l)
{
	static const enum rt_setting texts[] = { RT_SETTING_RULES,
						 RT_SETTING_PRIVACY };
	struct arena *a = l->s->admin->a;
	bool is_missing = false;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		is_missing |= !*rt_setting_value(a, rt_site(l->s->admin->rt),
						 texts[i]);
	if (!is_missing)
		return;
	left_begin(l, "Rules, and what you do about privacy. Write\n"
		      "   them on the site:");
	printf("     %s/site\n", l->done->url ? l->done->url : "");
}

static void left_backup(struct left *l)
{
	left_begin(l, "Copies of the nightly backup, and of the key in");
	printf("   %s, on other machines: see\n"
	       "   \"Backup and restore\" in hosting.md.\n",
	       folders_host);
}

/* The link was only shown once, perhaps on a screen that is gone. */
static void left_hint(const struct left *l)
{
	const char *name =
		plain_line(l->s->admin->a, l->s->present[SETUP_HOST]);

	if (!l->done->link && l->s->hosts.n == 1)
		printf("\nIf @%s cannot sign in yet: retwis-admin reset %s\n",
		       name, name);
}

void setup_print_left(const struct setup *s, const struct setup_done *done)
{
	struct left l = { .s = s,
			  .done = done,
			  .domain = s->answer[SETUP_DOMAIN] };

	/* A container's web server and backup are not for this command. */
	if (setup_has_folder(s)) {
		left_web_server(&l);
		left_certificate(&l);
		left_settings(&l);
	}
	left_link(&l);
	left_texts(&l);
	if (setup_has_folder(s))
		left_backup(&l);
	left_hint(&l);
}
