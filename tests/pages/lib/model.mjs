// A site as plain data: what members did, and what its pages must show then.
// It knows nothing of Redis, and does everything in the slowest and simplest
// way, so that a reader sees that it is right.

// The letters and digits of a text. The tests write only plain words here.
function wordsOf(text) {
	return new Set(text.toLowerCase().match(/[a-z0-9]{2,}/g));
}

export class Model {
	constructor(names) {
		this.names = names;
		this.posts = new Map(); // in the order of their ids
		this.follows = new Map(names.map((name) => [name, new Set()]));
		this.saved = new Map(names.map((name) => [name, new Map()]));
		this.left = new Map(names.map((name) => [name, new Set()]));
		this.pinned = new Map();
		this.notices = new Map(names.map((name) => [name, new Set()]));
		this.acts = 0;
	}

	// ---- what members do -------------------------------------------------

	add(id, post) {
		const parent = this.posts.get(post.answers);

		this.posts.set(id, { id, ...post, likes: new Set(), versions: 0,
			root: parent?.root ?? id });
		this.tell(this.posts.get(id), parent);
	}

	mentioned({ by, text }) {
		return new Set(this.names.filter((name) =>
			name !== by && text.includes(`@${name}`)));
	}

	// Whoever is answered, or mentioned, or has begun the conversation; each
	// only once. Nobody who has left the conversation, unless by name.
	tell(post, parent) {
		const root = this.posts.get(post.root);
		const about = (kind) => `${kind} ${post.id} ${post.by}`;
		const told = new Set([post.by]);
		const once = (name, kind) => {
			if (!told.has(name))
				this.notices.get(name).add(about(kind));
			told.add(name);
		};
		const stays = (name) => !this.left.get(name).has(post.root);

		if (parent && stays(parent.by))
			once(parent.by, 'reply');
		for (const name of this.mentioned(post))
			once(name, 'mention');
		if (parent && root && stays(root.by))
			once(root.by, 'conversation');
	}

	untell(id) {
		for (const notices of this.notices.values())
			for (const notice of notices)
				if (notice.split(' ')[1] === `${id}`)
					notices.delete(notice);
	}

	// Nobody has read a notice here, so one about a mention that is gone is
	// gone, too. Whoever began the conversation is then told of the reply.
	edit(id, text) {
		const post = this.posts.get(id);
		const before = this.mentioned(post);

		if (post.text === text)
			return;
		post.text = text;
		post.versions++;
		const now = this.mentioned(post);

		for (const name of before)
			if (!now.has(name)) {
				this.notices.get(name).delete(`mention ${id} ${post.by}`);
				this.tellStarter(name, post);
			}
		for (const name of now)
			if (!before.has(name) && !this.isTold(name, id))
				this.notices.get(name).add(`mention ${id} ${post.by}`);
	}

	tellStarter(name, { id, by, answers, root }) {
		if (answers && this.posts.get(root)?.by === name &&
			!this.left.get(name).has(root) && !this.isTold(name, id))
			this.notices.get(name).add(`conversation ${id} ${by}`);
	}

	isTold(name, id) {
		return [...this.notices.get(name)].some((notice) =>
			notice.split(' ')[1] === `${id}`);
	}

	delete(id) {
		this.posts.delete(id);
		this.untell(id);
		for (const saved of this.saved.values())
			saved.delete(id);
		for (const [name, pinned] of this.pinned)
			if (pinned === id)
				this.pinned.delete(name);
		for (const post of [...this.posts.values()])
			if (post.shows === id)
				this.posts.delete(post.id);
	}

	originals() {
		return [...this.posts.values()].filter(({ shows }) => !shows);
	}

	// ---- what pages show -------------------------------------------------

	// The ids of a conversation in the order of its tree; 0 where a deleted
	// post is answered. `parents` knows deleted posts, too.
	conversation(root, parents) {
		const children = new Map();
		const all = this.originals().filter((post) => post.root === root);

		for (const { id } of all)
			for (let at = id; at !== root; at = parents.get(at)) {
				const parent = parents.get(at);

				if (!children.has(parent))
					children.set(parent, new Set());
				children.get(parent).add(at);
			}
		const walk = (id) => [this.posts.has(id) ? id : 0,
			...[...children.get(id) ?? []].sort((a, b) => a - b).flatMap(walk)];

		return walk(root);
	}

	profile(name) {
		const own = [...this.posts.values()].reverse()
			.filter(({ by }) => by === name).map(({ id, shows }) => shows ?? id);
		const pinned = this.pinned.get(name);

		return [...new Set(pinned ? [pinned, ...own] : own)];
	}

	home(name) {
		const whom = this.follows.get(name);

		return [...new Set([...this.posts.values()].reverse()
			.filter(({ by }) => by === name || whom.has(by))
			.map(({ id, shows }) => shows ?? id))];
	}

	found(query) {
		const words = query.split(' ');
		const from = words.find((word) => word.startsWith('from:'))?.slice(5);
		const wanted = words.filter((word) => !word.startsWith('from:'));

		return this.originals().reverse().filter(({ by, text }) =>
			(!from || from === by) &&
			wanted.every((word) => wordsOf(text).has(word)))
			.map(({ id }) => id);
	}

	savedBy(name) {
		return [...this.saved.get(name)].sort(([, a], [, b]) => b - a)
			.map(([id]) => id);
	}
}
