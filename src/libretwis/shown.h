/*
 * What the pages show.  Part of retwis.h.
 *
 * Each function takes the secret of the visitor's cookie (NULL without one)
 * and returns the visitor in `me`, so that finding out who it is costs no
 * round trip of its own.
 *
 * Home and the public timeline take two round trips.  A profile, its mentions
 * and a list of followers take two if this process remembers who has the name,
 * else three.  It is one more
 *
 *  - on home and timeline, if a repost shows a post that is not loaded yet,
 *    and on a profile that takes two;
 *  - on each, for the names of authors whose posts this process has not loaded
 *    lately.  This and the previous one share a round trip, except where an
 *    earlier Retwis wrote the repost, or where a profile had loaded the post
 *    already;
 *  - on a profile and a list, if the name is typed in other letters; and two
 *    more, which makes four, if the process remembers which followers you
 *    know, but their number or yours has changed within that minute;
 *  - on the timeline once a minute, when tags are counted;
 *  - on home for a secret that PHP made.
 *
 * A member's first visit in 30 days rebuilds the home timeline, which takes
 * nine more.  A home page with nothing to show takes one more, and once a day
 * two, to suggest members to follow.
 *
 * Some entries show nothing, because the post is gone, or is already shown
 * above as somebody's repost.  The next entries take their places, so that a
 * page is full as long as there are more.  For 20 entries that costs one round
 * trip, or two; and eight at most for the 1120 further entries that are read
 * at most.  Home, the timeline and tags have only 1000 entries.  If a member
 * has deleted more than that at once, a page may be short until a worker has
 * removed them from the list, but `older` still leads on.  A list of people
 * and a search read as many entries again, or twice as many, in one round
 * trip.
 */
#ifndef SHOWN_H
#define SHOWN_H

#include "libretwis/quiet.h"
#include "libretwis/rosters.h"
#include "libretwis/writing.h"

#define RT_PAGE       10 /* posts on a home or profile page */
#define RT_TIMELINE   50 /* posts on the public timeline */
#define RT_LIKERS     10 /* names of those who like a post */
#define RT_THREAD     50 /* posts on a page of a conversation */
#define RT_STEPS      2  /* what is deeper is indented no more */
#define RT_NEWEST     10 /* new members in the timeline's sidebar */
#define RT_TRENDING   10 /* tags in the timeline's sidebar */
#define RT_PEOPLE     15 /* members on a page of followers */
#define RT_FEED       50 /* posts in a feed */
#define RT_KNOWN      3  /* names of followers you know */
#define RT_FACES      5  /* suggestions on an empty home page */
#define RT_BESIDE     3  /* new members in home's sidebar */
#define RT_NEXT_DATES 3  /* dates in both sidebars */
#define RT_INVITED    20 /* members whom one has invited */
#define RT_NO_START   (INT64_MAX / 2) /* beyond the end of any list */

/*
 * Where a page of a list begins: at the entry `start`, or, if `after` isn't 0,
 * right after that post, which is near there.  So a page keeps its contents
 * while others write and delete posts.  In a place called `older`, a `start`
 * of 0 means that there is no older page.
 */
struct rt_place {
	int64_t start; /* 0 is the newest */
	uint64_t after;
	size_t n; /* how many posts from there; 0: RT_PAGE */
};

#define RT_NO_PLACE ((struct rt_place){ 0 })

struct rt_sidebar {
	struct rt_people_list
		people;        /* the newest members, with follow buttons */
	const char **trending; /* as on the public timeline */
	/* The next dates: `id`, `name`, `body` and `attached` of posts. */
	struct rt_posts dates;
};

/*
 * The announcements that run and that a member has not read, whoever wrote
 * them: on the first page of home and of the public timeline, without a round
 * trip of its own.  They may be among the page's other posts, too.
 */
#define RT_ON_TOP 3

struct rt_running {
	struct rt_posts posts; /* the newest, RT_ON_TOP at most */
	uint64_t more;         /* how many there are besides */
};

struct rt_home {
	struct rt_user me;
	struct rt_running running;
	uint64_t followers, following;
	struct rt_posts posts;
	struct rt_place here, older;
	struct rt_people_list faces; /* suggestions, if there are no posts */
	struct rt_sidebar beside;
	uint64_t newest; /* the id at the head of the list, shown or not */
	uint64_t fresh;  /* posts by others since the last visit */
	bool fresher;    /* there may be more than were counted */
};

enum rt_err rt_home(struct rt *rt, struct arena *a, const char *secret,
		    struct rt_place place, struct rt_home *home);

struct rt_public {
	struct rt_user me;
	struct rt_running running;
	struct rt_names *newest; /* RT_NEWEST, or fewer and then NULLs */
	const char **trending; /* RT_TRENDING tags of the last day; the same */
	struct rt_posts dates; /* as next to home */
	struct rt_posts posts;
	struct rt_place here, older;
	uint64_t newest_post; /* the first id of the page, shown or not */
};

enum rt_err rt_public(struct rt *rt, struct arena *a, const char *secret,
		      struct rt_place place, struct rt_public *public);

/*
 * The head of a member's pages.
 *
 * Only visitors who are signed in see whether the member follows them, and the
 * day of the member's last visit: that is for other members of the site and
 * not for the world.
 *
 * `known` counts the members whom the visitor follows and who follow this one,
 * among the last hundred whom the visitor followed.  It is 0 for a visitor
 * whose secret PHP made.
 *
 * Only hosts see who has invited the member, and whom the member has invited.
 * That is one more round trip if this process doesn't remember their names.
 */
struct rt_member {
	uint64_t id; /* 0: there is no such member, and all is empty */
	const char *name, *display;
	const char *face; /* a token; NULL: none */
	enum rt_standing standing;
	const char *bio; /* NULL: none */
	uint64_t followers, following;
	time_t since;     /* 0: not known */
	time_t last_seen; /* noon of that day; 0: not known, or not shown */
	bool followed;    /* by the visitor */
	bool follows_me;  /* the visitor */
	enum rt_quiet
		quiet; /* whether the visitor has muted or blocked them */
	uint64_t known;
	struct rt_names known_who[RT_KNOWN]; /* NULL where there is none */
	struct rt_names invited_by;          /* NULL: nobody, or not shown */
	uint64_t invited;                    /* how many */
	struct rt_names invited_who[RT_INVITED]; /* the latest; as above */
};

/*
 * Posts that a member imported from another Retwis.  They keep the ids that
 * they had there, and are not replies to anything here.
 */
struct rt_archive {
	struct rt_posts posts;
	int64_t start, older; /* `older`: the next page, or 0 */
};

/*
 * On the first page the post that the member has pinned comes first, and not
 * again among the others.
 *
 * An unknown member is not an error: `member.id` is 0, and the page that says
 * so still knows `me`.  In a database that is not adopted, the member's own
 * posts are picked from 300 entries of the home timeline for each page.  Then
 * `older` counts entries of that list, and there is a fourth round trip.
 */
struct rt_profile {
	struct rt_user me;
	struct rt_member member;
	struct rt_posts posts;
	struct rt_place here, older;
	struct rt_archive archive; /* on the last page and after it */
};

enum rt_err rt_profile(struct rt *rt, struct arena *a, const char *secret,
		       const char *name, struct rt_place place,
		       struct rt_profile *profile);

/* Only the archive, from the entry `start` on. */
enum rt_err rt_profile_archive(struct rt *rt, struct arena *a,
			       const char *secret, const char *name,
			       int64_t start, struct rt_profile *profile);

/*
 * The posts that mention a member, newest first, as far as the list goes.
 * Posts from before Retwis had these lists are in them once the host has run
 * `retwis-admin adopt`.
 */
struct rt_mentions {
	struct rt_user me;
	struct rt_member member; /* as in a profile */
	struct rt_posts posts;
	struct rt_place here, older;
};

enum rt_err rt_mentions(struct rt *rt, struct arena *a, const char *secret,
			const char *name, struct rt_place place,
			struct rt_mentions *mentions);

enum rt_side { RT_FOLLOWERS, RT_FOLLOWING };

/*
 * The newest first.  A member whose hash is gone is left out; four round trips
 * if there are such entries.
 */
struct rt_people {
	struct rt_user me;
	struct rt_member member; /* as in a profile */
	struct rt_people_list list;
	int64_t older;
};

enum rt_err rt_people(struct rt *rt, struct arena *a, const char *secret,
		      const char *name, enum rt_side side, int64_t start,
		      struct rt_people *people);

#define RT_FOUND     8    /* members that a search shows, and tags */
#define RT_TAG_POSTS 1000 /* posts that a tag keeps */

/*
 * Finds members and tags that begin with `q`, in the order of their lower-case
 * letters, and members whose display name has a word that does.  Spaces around
 * `q` are ignored.  "@al" finds only members, and "#al" only tags.  Nothing is
 * searched if `q` is NULL or blank, and no members if it is not UTF-8 or
 * longer than 160 bytes.
 *
 * Finds posts, too, that have all words of `q`, the newest first, unless the
 * site searches for names only.  "from:anna" finds only those by anna.  `after`
 * is the `older` of the page before, or 0; then members and tags are left out.
 * RT_LIMITED: there were too many such searches.
 *
 * Two round trips; one more if posts are found, or entries whose members or
 * posts are gone; and one more for authors as above.
 */
#define RT_SEARCH_WORDS   8   /* that are searched for at once */
#define RT_SEARCH_LETTERS 500 /* of a search for posts */

struct rt_found_tag {
	const char *tag;
	uint64_t posts; /* at most RT_TAG_POSTS */
};

struct rt_search {
	struct rt_user me;
	bool asked;                 /* q was not blank */
	bool for_members, for_tags; /* which of them `q` asks for */
	bool more, more_tags;       /* there are more */
	struct rt_people_list found;
	struct rt_found_tag *tag;
	size_t tags;

	bool for_posts; /* there is a word, or an author */
	bool is_long;   /* `q` has more than RT_SEARCH_LETTERS */
	bool cut;       /* only its first RT_SEARCH_WORDS words count */
	bool by_author;
	const char *common[RT_SEARCH_WORDS]; /* words in too many posts */
	size_t commons;
	bool only_common; /* all of them are, and no posts were searched */
	struct rt_posts posts;
	uint64_t older; /* for the next page; 0: there is none */
};

enum rt_err rt_search(struct rt *rt, struct arena *a, const char *secret,
		      const char *q, uint64_t after, struct rt_search *search);

/*
 * One post, and a page of the conversation that it belongs to: its beginning,
 * and after each post the replies to it, the oldest first.
 *
 * `root` is the post with which the conversation began.  A reply by an older
 * Retwis has none until the host has run `retwis-admin adopt`; then the
 * conversation is the post that it answers, the post and its replies.  A
 * conversation holds 1000 replies; further ones are shown only on the page of
 * the post that they answer.
 */
struct rt_thread_post {
	struct rt_post post; /* its id is 0 if it was deleted, or is hidden */
	size_t hidden;       /* how many posts here the visitor doesn't see */
	uint64_t id;
	unsigned depth; /* 0: the beginning */
	bool is_apart;  /* what it answers is not above it, or not in sight */
	bool removed;   /* by a moderator; its post's id is 0 */
};

struct rt_thread {
	struct rt_thread_post *v;
	size_t n;
	uint64_t root;   /* 0: not known */
	uint64_t newest; /* of all its posts, on this page or another */
	bool has_left;   /* the visitor */
	bool is_single;  /* nobody has answered, and it answers nothing */
	bool has_earlier;
	uint64_t earlier; /* the page before begins after this post */
	uint64_t later;   /* and the next one after this; 0: there is none */
};

/*
 * If there is no such post, `post.id` is 0.  The page begins after the post
 * `after`, and with the beginning if that is 0.  If it is RT_NO_AFTER, or not
 * in the conversation, it is the page that has the post itself.
 *
 * Two round trips; one more for authors as above, or for the names of those who
 * have answered the post; one for a reply that this process has not shown
 * before; and one if a post of the page asks a question.
 */
#define RT_NO_AFTER UINT64_MAX

struct rt_status {
	struct rt_user me;
	struct rt_post post;
	struct rt_names liker[RT_LIKERS]; /* the latest first, then NULLs */
	bool saved;                       /* by the visitor */
	bool pinned;      /* to the profile of the visitor, who wrote it */
	uint64_t members; /* who can have read an announcement; 0: not known */
	struct rt_thread thread;

	/* Who gave which answer, as far as the visitor may see that. */
	struct rt_roster roster[RT_ANSWERS_MAX];
	size_t rosters;

	/* If a moderator has removed it: its author, when, and why. */
	uint64_t removed_of; /* 0: it was not removed */
	time_t removed_at, removed_until;
	const char *removed_reason;
};

enum rt_err rt_status(struct rt *rt, struct arena *a, const char *secret,
		      uint64_t id, uint64_t after, struct rt_status *status);

/*
 * The post alone, or the one that a repost shows; its id is 0 if it is gone.
 * One round trip; one more for a repost, one for authors as above, and one for a
 * question.
 */
enum rt_err rt_post_read(struct rt *rt, struct arena *a, uint64_t id,
			 struct rt_post *post);

/*
 * The same for a visitor, for the page of one of its pictures.  `post.id` is
 * also 0 if a moderator has removed the post, or its author is suspended and
 * the visitor does not see that.  How a question was answered is not read.
 * One round trip; one more for a repost, or for an author as above.
 */
struct rt_photo {
	struct rt_user me;
	struct rt_post post;
	bool is_removed;
};

enum rt_err rt_photo(struct rt *rt, struct arena *a, const char *secret,
		     uint64_t id, struct rt_photo *photo);

/*
 * The posts that the visitor likes, and those that the visitor has saved, the
 * latest first; none without a session.  Three round trips, and one more for
 * authors as above.
 */
struct rt_private_list {
	struct rt_user me;
	struct rt_posts posts;
	struct rt_place here, older;
};

enum rt_err rt_likes(struct rt *rt, struct arena *a, const char *secret,
		     struct rt_place place, struct rt_private_list *likes);
enum rt_err rt_saved(struct rt *rt, struct arena *a, const char *secret,
		     struct rt_place place, struct rt_private_list *saved);

/*
 * The newest posts with a tag, in upper or lower case.  Two round trips, and
 * one more for authors as above.
 */
struct rt_tagged {
	struct rt_user me;
	const char *tag; /* in lower case, in NFC */
	struct rt_posts posts;
	struct rt_place here, older;
};

enum rt_err rt_tagged(struct rt *rt, struct arena *a, const char *secret,
		      const char *tag, struct rt_place place,
		      struct rt_tagged *tagged);

/* ---- private feeds ----------------------------------------------------- */

/*
 * The hosts that the site has had, the newest first, each from the second after
 * `since`.  `host` is that of RETWIS_URL, and is noted if it is new.  One round
 * trip.
 */
struct rt_address {
	int64_t since;
	const char *host;
};

struct rt_addresses {
	struct rt_address *v;
	size_t n;
};

enum rt_err rt_addresses(struct rt *rt, struct arena *a, const char *host,
			 struct rt_addresses *addresses);

/* The host that counts for a post of that time, or NULL. */
const char *rt_address_at(const struct rt_addresses *all, time_t time);

struct rt_feed {
	const char *name, *display; /* of the member */
	struct rt_posts posts;
};

/*
 * The posts of a member's home page, at a private address (private_address.h).
 * RT_NOT_FOUND if the secret is nobody's, or its member is suspended or not
 * yet approved.  Two round trips; one more if there are reposts among the
 * posts, or for authors as above.
 */
enum rt_err rt_feed(struct rt *rt, struct arena *a, const char *secret,
		    struct rt_feed *feed);

#endif
