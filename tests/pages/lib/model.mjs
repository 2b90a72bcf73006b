// A site as plain data: what members did, and what its pages must show then.
// It knows nothing of Redis, and does everything in the slowest and simplest
// way, so that a reader sees that it is right.
import { Notices } from './modelnotices.mjs';

const conversationPage = 50; // posts, with the place holders

// The letters and digits of a text. The tests write only plain words here.
function wordsOf(text) {
	return new Set(text.toLowerCase().match(/[a-z0-9]{2,}/g));
}

function newestFirst(stamps) {
	return [...stamps].sort(([, a], [, b]) => b - a).map(([what]) => what);
}

function perMember(names, Kind) {
	return new Map(names.map((name) => [name, new Kind()]));
}

export class Model {
	// The host and the moderator see those who are suspended, too.
	constructor(names, host, moderator) {
		this.names = names;
		this.host = host;
		this.staff = new Set([host, moderator]);
		this.posts = new Map(); // in the order of their ids
		this.parents = new Map(); // of all replies, deleted ones, too
		this.follows = perMember(names, Map); // whom, since which act
		this.liked = perMember(names, Map); // what, since which act
		this.saved = perMember(names, Map);
		this.left = perMember(names, Set);
		this.quiet = perMember(names, Map); // whom: mute or block
		this.suspended = new Map(); // who: by a host or a moderator
		this.pinned = new Map();
		this.notices = new Notices(this, names);
		this.acts = 0;
	}

	// ---- what members do -------------------------------------------------

	add(id, post) {
		const parent = this.posts.get(post.answers);

		if (parent)
			this.parents.set(id, post.answers);
		this.posts.set(id, { id, ...post, root: parent?.root ?? id });
		this.notices.ofPost(this.posts.get(id), parent);
	}

	edit(id, text) {
		const post = this.posts.get(id);
		const before = this.mentioned(post);

		if (post.text === text)
			return;
		post.text = text;
		this.notices.ofEdit(post, before);
	}

	delete(id) {
		this.posts.delete(id);
		this.notices.dropPost(id);
		for (const posts of [...this.saved.values(), ...this.liked.values()])
			posts.delete(id);
		for (const [name, pinned] of this.pinned)
			if (pinned === id)
				this.pinned.delete(name);
		for (const post of [...this.posts.values()])
			if (post.shows === id)
				this.posts.delete(post.id);
	}

	// A block is not replaced by a mute, and each ends only its own.
	press(name, button, whom) {
		const quiet = this.quiet.get(name), is = quiet.get(whom);

		if (button === 'unmute' && is === 'mute' ||
			button === 'unblock' && is === 'block')
			quiet.delete(whom);
		if (button === 'block' || button === 'mute' && is !== 'block')
			quiet.set(whom, button);
		if (button === 'block' || button === 'mute')
			this.notices.dropBy(name, whom);
		if (button === 'block') {
			this.unfollow(name, whom);
			this.unfollow(whom, name);
		}
	}

	unfollow(name, whom) {
		this.follows.get(name).delete(whom);
		this.notices.drop(whom, 'follow', 0, name);
	}

	removeByModerator({ id, by }, moderator) {
		this.posts.get(id).removed = moderator;
		this.notices.drop(by, 'restored', id, 0);
		this.notices.add(by, 'removed', id, 0);
	}

	restore({ id, by }) {
		const post = this.posts.get(id);

		post.removed = false;
		this.notices.drop(by, 'removed', id, 0);
		this.notices.add(by, 'restored', id, 0);
		this.notices.ofMentions(post);
	}

	// ---- who may do what, and sees whom ----------------------------------

	mutes(name, whom) {
		return this.quiet.get(name)?.has(whom) ?? false;
	}

	blocks(name, whom) {
		return this.quiet.get(name)?.get(whom) === 'block';
	}

	// Nobody answers, likes or reposts that.
	isAway(post) {
		return !post || post.removed || this.suspended.has(post.by);
	}

	sees(reader, name) {
		return !this.suspended.has(name) || this.staff.has(reader);
	}

	// `profile` is whose page it is, where a muted member's posts are shown.
	hides(reader, author, profile) {
		return author !== profile &&
			(this.mutes(reader, author) || !this.sees(reader, author));
	}

	// An announcement that runs is the house's, whoever is muted.
	announces(reader, { announced, removed, by }) {
		return announced && !removed && this.sees(reader, by);
	}

	// Whether the reader sees that post, or what is reposted.
	shows(reader, { by, shows, ...post }, profile) {
		const original = shows ? this.posts.get(shows) : { by, ...post };

		return !original.removed && !this.hides(reader, by, profile) &&
			!this.hides(reader, original.by, profile);
	}

	originals() {
		return [...this.posts.values()].filter(({ shows }) => !shows);
	}

	mentioned({ by, text }) {
		return new Set(this.names.filter((name) =>
			name !== by && text.includes(`@${name}`)));
	}

	// ---- lists of posts --------------------------------------------------

	// What the reader sees of these, by id, each once.
	list(reader, posts, profile) {
		return [...new Set(posts
			.filter((post) => this.shows(reader, post, profile))
			.map(({ id, shows }) => shows ?? id))];
	}

	newest(isWanted) {
		return [...this.posts.values()].reverse().filter(isWanted);
	}

	timeline(reader) {
		return this.below(reader, this.list(reader, this.newest(() => true)));
	}

	// Those that run and that the reader has not read, the newest first.
	onTop(reader) {
		return this.names.includes(reader) && !this.suspended.has(reader)
			? this.newest((post) => post.runs && !post.readers.has(reader) &&
				this.announces(reader, post)).slice(0, 3).map(({ id }) => id)
			: [];
	}

	below(reader, ids) {
		return [...new Set([...this.onTop(reader), ...ids])];
	}

	announcements(reader) {
		return this.newest((post) => this.announces(reader, post));
	}

	// Without the pinned post: a feed.
	own(reader, name) {
		return this.list(reader, this.newest(({ by }) => by === name), name);
	}

	profile(reader, name) {
		const pinned = this.posts.get(this.pinned.get(name));

		return [...new Set([...this.list(reader, pinned ? [pinned] : [], name),
			...this.own(reader, name)])];
	}

	home(reader) {
		const whom = this.follows.get(reader);

		return this.list(reader, this.newest(({ by }) =>
			by === reader || whom.has(by)));
	}

	mentions(reader, name) {
		return this.list(reader, this.newest(({ text }) =>
			text?.includes(`@${name}`)));
	}

	tag(reader, tag) {
		return this.list(reader, this.newest(({ text }) =>
			text?.includes(`#${tag}`)));
	}

	found(reader, query) {
		const words = query.split(' ');
		const from = words.find((word) => word.startsWith('from:'))?.slice(5);
		const wanted = words.filter((word) => !word.startsWith('from:'));

		return this.list(reader, this.newest(({ by, text, shows }) =>
			!shows && (!from || from === by) &&
			wanted.every((word) => wordsOf(text).has(word))));
	}

	kept(reader, posts) {
		return this.list(reader,
			newestFirst(posts.get(reader)).map((id) => this.posts.get(id)));
	}

	// ---- lists of members ------------------------------------------------

	// The list of all members has the suspended ones for hosts alone.
	members(reader) {
		return this.names.filter((one) => reader === this.host ||
			!this.suspended.has(one)).sort();
	}

	following(reader, name) {
		return newestFirst(this.follows.get(name))
			.filter((one) => this.sees(reader, one));
	}

	followers(reader, name) {
		return newestFirst(this.names
			.filter((one) => this.follows.get(one).has(name))
			.map((one) => [one, this.follows.get(one).get(name)]))
			.filter((one) => this.sees(reader, one));
	}

	likers(reader, id) {
		return newestFirst(this.names
			.filter((one) => this.liked.get(one).has(id))
			.map((one) => [one, this.liked.get(one).get(id)]))
			.filter((one) => this.sees(reader, one));
	}

	// ---- conversations ---------------------------------------------------

	// {id, depth} of a conversation in the order of its tree, with the deleted
	// posts that others answer.
	tree(root) {
		const children = new Map();
		const all = this.originals().filter((post) => post.root === root);

		for (const { id } of all)
			for (let at = id; at !== root; at = this.parents.get(at)) {
				const parent = this.parents.get(at);

				if (!children.has(parent))
					children.set(parent, new Set());
				children.get(parent).add(at);
			}
		const walk = (id, depth) => [{ id, depth },
			...[...children.get(id) ?? []].sort((a, b) => a - b)
				.flatMap((child) => walk(child, depth + 1))];

		return walk(root, 0);
	}

	// What is at a post's place; `here` is the post whose page it is.
	turn(reader, here, { id, depth }) {
		const post = this.posts.get(id);

		if (!post || post.removed)
			return { depth, is: post ? 'removed' : 'deleted', gone: true };
		if (id !== here && this.hides(reader, post.by))
			return { depth, hidden: 1 };
		return { depth, is: id };
	}

	// A part of a conversation. A place holder of a post that is gone is only
	// shown above what answers it; and hidden posts are counted together with
	// the hidden ones that follow at their place, or below. `after` is the
	// depth of what follows on the next page.
	turns(reader, here, part, after) {
		const shown = [];
		let below = after;

		for (const of of part.map((one) =>
			this.turn(reader, here, one)).reverse()) {
			if (of.gone && below <= of.depth)
				continue;
			below = of.depth;
			while (of.hidden && shown[0]?.hidden &&
				shown[0].depth >= of.depth)
				of.hidden += shown.shift().hidden;
			shown.unshift(of);
		}
		return shown.map(({ is, hidden, depth }) => is ?? (hidden > 1
			? `${hidden} hidden replies`
			: `1 hidden ${depth ? 'reply' : 'post'}`));
	}

	// What each page of a conversation shows.
	conversation(reader, here, root) {
		const tree = this.tree(root), pages = [];

		for (let at = 0; at < tree.length; at += conversationPage) {
			const end = at + conversationPage;

			pages.push(this.turns(reader, here, tree.slice(at, end),
				tree[end]?.depth ?? 0));
		}
		return pages;
	}
}
