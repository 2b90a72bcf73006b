// The notices of a model: "KIND POST BY" for each member, the oldest first.
const named = 3; // of those who did the same

const says = {
	mention: 'mentioned you',
	reply: 'replied to you',
	conversation: 'replied in a conversation you started',
	like: 'liked your post',
	repost: 'reposted your post',
	removed: 'A moderator removed your post: Not nice.',
	restored: 'A moderator restored your post',
	announced: 'announced',
};

function read(entry) {
	const [kind, post, by] = entry.split(' ');

	return { entry, kind, post: Number(post), by };
}

// Likes of one post are one notice, and so are its reposts, and all follows
// since the last look, and all before it.
function groupOf({ kind, post, isNew, entry }) {
	if (kind === 'follow')
		return `${kind} ${isNew}`;
	return ['like', 'repost'].includes(kind) ? `${kind} ${post}` : entry;
}

export class Notices {
	constructor(model, names) {
		this.model = model;
		this.of = new Map(names.map((name) => [name, new Set()]));
		this.seen = new Map(names.map((name) => [name, new Set()]));
	}

	// ---- writing them ----------------------------------------------------

	add(name, kind, post, by) {
		if (name !== by && !this.model.mutes(name, by))
			this.of.get(name).add(`${kind} ${post} ${by}`);
	}

	drop(name, kind, post, by) {
		this.dropEntry(name, `${kind} ${post} ${by}`);
	}

	// If it comes back, it is new.
	dropEntry(name, entry) {
		this.of.get(name).delete(entry);
		this.seen.get(name).delete(entry);
	}

	dropIf(name, isDropped) {
		for (const entry of [...this.of.get(name)])
			if (isDropped(read(entry)))
				this.dropEntry(name, entry);
	}

	dropPost(id) {
		for (const name of this.of.keys())
			this.dropIf(name, ({ post }) => post === id);
	}

	dropBy(name, whom) {
		this.dropIf(name, ({ by, kind }) => by === whom && kind !== 'announced');
	}

	// Everybody but its author hears of it, while it runs, whoever is muted.
	ofAnnouncement({ id, by }) {
		for (const [name, entries] of this.of)
			if (name !== by)
				entries.add(`announced ${id} ${by}`);
	}

	dropAnnouncement({ id, by }) {
		for (const name of this.of.keys())
			this.drop(name, 'announced', id, by);
	}

	// Whoever is answered, or mentioned, or has begun the conversation; each
	// only once. Nobody who has left the conversation, unless by name.
	ofPost(post, parent) {
		const root = this.model.posts.get(post.root);
		const told = new Set();
		const once = (name, kind) => {
			if (!told.has(name))
				this.add(name, kind, post.id, post.by);
			told.add(name);
		};
		const stays = (name) => !this.model.left.get(name).has(post.root);

		if (parent && stays(parent.by))
			once(parent.by, 'reply');
		for (const name of this.model.mentioned(post))
			once(name, 'mention');
		if (parent && root && stays(root.by))
			once(root.by, 'conversation');
	}

	// Whoever has a notice of the post gets no second one.
	isTold(name, id) {
		return [...this.of.get(name)].map(read).some(({ kind, post }) =>
			post === id && ['mention', 'reply', 'conversation'].includes(kind));
	}

	addOnce(name, kind, { id, by }) {
		if (!this.isTold(name, id))
			this.add(name, kind, id, by);
	}

	ofMentions(post) {
		for (const name of this.model.mentioned(post))
			this.addOnce(name, 'mention', post);
	}

	// A mention that was taken back is no notice any more, unless its member
	// has read it. Whoever began the conversation is then told of the reply.
	ofEdit(post, before) {
		const now = this.model.mentioned(post);
		const { id, by, answers, root } = post;
		const starter = answers && this.model.posts.get(root)?.by;

		this.ofMentions(post);
		for (const name of before) {
			if (now.has(name))
				continue;
			if (!this.seen.get(name).has(`mention ${id} ${by}`))
				this.drop(name, 'mention', id, by);
			if (name === starter && !this.model.left.get(name).has(root))
				this.addOnce(name, 'conversation', post);
		}
	}

	// ---- reading them ----------------------------------------------------

	// All entries as notices of the page, the newest first: what is in each,
	// without what is about a removed post, which may be restored. Only three
	// members of a notice are named, and only those can be left out.
	groups(name) {
		const groups = new Map(), seen = this.seen.get(name);

		for (const entry of [...this.of.get(name)].reverse()) {
			const one = { ...read(entry), isNew: !seen.has(entry) };
			const key = groupOf(one);

			if (!groups.has(key))
				groups.set(key, { ...one, all: [] });
			groups.get(key).all.push(one);
		}
		for (const group of groups.values()) {
			const away = group.all.filter(({ by }, i) => i < named &&
				!this.model.sees(name, by));

			group.quoted = this.model.posts.get(group.post)?.by;
			group.left = group.all.filter((one) => !away.includes(one) &&
				(one.kind === 'removed' ||
				!this.model.posts.get(one.post)?.removed));
			group.who = group.all.slice(0, named)
				.filter((one) => group.left.includes(one))
				.map(({ by }) => by);
		}
		return [...groups.values()];
	}

	// What /notifications shows: {text, isNew, path}.
	page(name) {
		const groups = this.groups(name).filter(({ who, kind, quoted }) =>
			who.length && !(kind === 'ended' && this.model.hides(name, quoted)));

		return groups.map((group) => ({ isNew: group.isNew,
			text: this.sentence(name, group), path: this.pathOf(group) }));
	}

	// "Your question has ended: Red 2, Blue 0"
	ending(name, post) {
		const counts = post.question.words.map((word, n) => `${word} ` +
			[...post.given.values()].filter((given) => given.has(n)).length);

		return `${name === post.by ? 'Your question' : 'A question you answered'} ` +
			`has ended: ${counts.join(', ')}`;
	}

	sentence(name, { kind, post, who, left }) {
		const n = left.length;

		if (kind === 'ended')
			return this.ending(name, this.model.posts.get(post));
		const shown = who.slice(0, n > named ? named - 1 : n);
		const names = shown.map((one, i) => (i === 0 ? '' : i + 1 === n
			? ' and ' : ', ') + `@${one}`).join('');
		const rest = n - shown.length;
		const others = !rest ? '' : ` and ${rest} other${rest > 1 ? 's' : ''}`;

		if (kind === 'removed' || kind === 'restored')
			return says[kind];
		return `${names}${others} ${kind !== 'follow' ? says[kind]
			: n === 1 ? 'follows you' : 'follow you'}`;
	}

	pathOf({ kind, post }) {
		return kind === 'follow' || kind === 'removed' ? undefined
			: `/@${this.model.posts.get(post).by}/${post}`;
	}

	// Entries that nobody has seen: the number on the bell. It also counts
	// what is hidden for a while.
	unread(name) {
		return [...this.of.get(name)].filter((entry) =>
			!this.seen.get(name).has(entry)).length;
	}

	look(name) {
		this.seen.set(name, new Set(this.of.get(name)));
	}
}
