// Compares what the pages of a site show with what its model says.
import assert from 'node:assert/strict';
import { acts, newest, notices, pager, people, posts, questions, unread } from
	'../../lib/page.mjs';
import { Visitor } from '../../lib/visitor.mjs';

const feedMost = 50; // posts in a feed
const feedLeast = 10; // as many are there if the site has them
const likersMost = 10; // names below a post

export class Pages {
	// `tell` says where in the run we are; `pick` draws one of a list, and
	// `chance` a number below another.
	constructor({ url, redis, model, visitors, ids, feeds, vocabulary, pick,
		chance, tell }) {
		Object.assign(this, { redis, model, visitors, ids, feeds, vocabulary,
			pick, chance, tell, nobody: new Visitor(url) });
	}

	visitorOf(reader) {
		return this.visitors.get(reader) ?? this.nobody;
	}

	same(shown, expected, what) {
		assert.deepEqual(shown, expected, `${this.tell()}: ${what}`);
	}

	// Each post has a number of its own, and those of posts that the reader
	// must not see are nowhere on the page.
	assertNoLeak(reader, text, what, but) {
		const numbers = new Set(text.match(/\b1\d{5}\b/g));

		for (const post of this.model.originals())
			if (!this.model.shows(reader, post, but.profile) &&
				post.id !== but.post && !this.model.announces(reader, post))
				assert.ok(!numbers.has(post.text.match(/\d{6}$/)[0]),
					`${this.tell()}: ${reader} reads ${post.id} on ${what}`);
	}

	async read(reader, path, but = {}) {
		const { status, text } = await this.visitorOf(reader).get(path,
			{ 'sec-purpose': 'prefetch' });

		assert.equal(status, 200, `${this.tell()}: ${reader} ${path}`);
		this.assertNoLeak(reader, text, path, but);
		return text;
	}

	async refuses(reader, path, status) {
		const answer = await this.visitorOf(reader).get(path);

		this.same(answer.status, status, `${reader} ${path}`);
	}

	// ---- lists of posts --------------------------------------------------

	assertCounts(reader, { id, like, repost }, what) {
		const { liked, posts } = this.model;
		const reposts = [...posts.values()].filter(({ shows }) => shows === id);

		this.same([like.count, repost.count], [[...liked.values()]
			.filter((of) => of.has(id)).length, reposts.length], `${what} ${id}`);
		if (reader)
			this.same([like.done, repost.done], [liked.get(reader).has(id),
				reposts.some(({ by }) => by === reader)], `${what} ${id}`);
	}

	// How often each answer was given, and which ones by the reader.
	assertAnswers(reader, text, what) {
		for (const [id, shown] of Object.entries(questions(text))) {
			const { question, given } = this.model.posts.get(Number(id));

			this.same(shown, question.words.map((word, n) => ({
				own: given.get(reader)?.has(n) ?? false,
				count: [...given.values()].filter((all) => all.has(n)).length,
			})), `${reader} ${what}: answers to ${id}`);
		}
	}

	assertBodies(text, what) {
		for (const { path, body } of posts(text))
			this.same(body, this.model.posts.get(Number(path.split('/')[2])).text,
				`${what}: the text of ${path}`);
	}

	// The ids of the posts on a page and on all older ones, in their order. A
	// post and its repost may be on two pages, and on none of them twice.
	async postsOn(reader, path, profile) {
		const shown = new Set();

		for (let at = path; at;) {
			const text = await this.read(reader, at, { profile });
			const here = acts(text);

			assert.equal(new Set(here.map(({ id }) => id)).size, here.length, at);
			for (const post of here) {
				shown.add(post.id);
				this.assertCounts(reader, post, at);
				assert.ok(!post.by ||
					!this.model.hides(reader, post.by, profile),
				`${this.tell()}: ${reader} reads ${post.by} on ${at}`);
			}
			this.assertBodies(text, at);
			this.assertAnswers(reader, text, at);
			const { Older } = pager(text);

			at = Older && new URL(Older, `http://x${at}`);
			at &&= at.pathname + at.search;
		}
		return [...shown];
	}

	async compareList(reader, path, expected, profile) {
		this.same(await this.postsOn(reader, path, profile), expected,
			`${reader} ${path}`);
	}

	// A feed may have fewer posts than there are, if some of them are hidden.
	// Announcements that run are in it as well.
	async compareFeed(reader, path, expected, profile, running = []) {
		const text = await this.read(reader, path, { profile });
		const shown = [...text.matchAll(
			/<link rel="alternate" type="text\/html" href="[^"]*\/@\w+\/(\d+)"/g)]
			.map(([, id]) => Number(id));

		assert.ok(shown.length >= Math.min(feedLeast, expected.length), path);
		assert.ok(shown.length <= feedMost + running.length, path);
		for (const id of running)
			this.same(shown.filter((one) => one === id), [id], path);
		const others = shown.filter((id) => !running.includes(id));

		this.same(others, expected.filter((id) => !running.includes(id))
			.slice(0, others.length), path);
	}

	running(reader) {
		return this.model.announcements(reader).filter(({ runs }) => runs)
			.map(({ id }) => id);
	}

	// Those that run come first.
	async compareAnnouncements(reader) {
		const expected = this.model.announcements(reader).map(({ id }) => id);
		const shown = await this.postsOn(reader, '/announcements');
		const running = this.running(reader);

		this.same([...shown].sort(), [...expected].sort(), `${reader} announcements`);
		this.same(shown.slice(0, running.length).sort(), [...running].sort(),
			`${reader}: announcements that run`);
	}

	// ---- what only its owner sees ----------------------------------------

	async compareOwn(reader) {
		const { model } = this;

		await this.compareList(reader, '/', model.below(reader,
			model.home(reader)));
		await this.compareList(reader, '/likes', model.kept(reader, model.liked));
		await this.compareList(reader, '/saved', model.kept(reader, model.saved));
		// For the feed, which has no session, nobody is a moderator.
		if (!model.staff.has(reader))
			await this.compareFeed(reader, this.feeds.get(reader),
				model.home(reader), null, this.running(reader));
		await this.compareAnnouncements(reader);
		await this.compareNotices(reader);
		await this.compareQuiet(reader);
		await this.comparePeople(reader, '/members', model.members(reader));
	}

	async compareQuiet(reader) {
		const text = await this.read(reader, '/account/quiet');
		const byId = new Map([...this.ids].map(([name, id]) => [`${id}`, name]));

		this.same([...text.matchAll(/name="un(mute|block)" value="(\d+)"/g)]
			.map(([, kind, id]) => `${byId.get(id)} ${kind}`).sort(),
		[...this.model.quiet.get(reader)].map((pair) => pair.join(' ')).sort(),
		`${reader}: /account/quiet`);
	}

	// Those that are stored. A mention that was read, then corrected away and
	// then deleted with its post is found only by the next look.
	async storedNotices(reader) {
		const byId = new Map([...this.ids].map(([name, id]) => [`${id}`, name]));
		const entries = await this.redis('ZRANGE',
			`notices:${this.ids.get(reader)}`, 0, -1);
		const isThere = (post) => post === '0' ||
			this.model.posts.has(Number(post));

		return entries.map((entry) => entry.split(' '))
			.filter(([kind, post]) => kind !== 'seen' && isThere(post))
			.map(([kind, post, by]) => `${kind} ${post} ${byId.get(by) ?? by}`);
	}

	async compareNotices(reader) {
		const text = await this.read(reader, '/notifications');

		this.same(await this.storedNotices(reader),
			[...this.model.notices.of.get(reader)]
				.filter((entry) => !entry.startsWith('announced ')),
			`${reader}: notices`);
		this.same(notices(text).map(({ text: says, isNew, path }) =>
			({ isNew, text: says, path })), this.model.notices.page(reader),
		`${reader}: /notifications`);
		this.same(Number(unread(await this.read(reader, '/search'))),
			this.model.notices.unread(reader), `${reader}: the bell`);
	}

	// ---- what others see, too --------------------------------------------

	async compareShared(reader) {
		const { model, pick } = this;
		const tag = pick(this.vocabulary);
		const query = pick([tag, `${pick(this.vocabulary)} ${tag}`,
			`from:${pick(model.names)} ${tag}`]);
		const timeline = await this.read(reader, '/timeline');

		await this.compareList(reader, '/timeline', model.timeline(reader));
		this.same(newest(timeline).map(({ name }) => name).sort(), model.names
			.filter((one) => model.sees(reader, one)).sort(), `${reader}: newest`);
		await this.compareList(reader, `/tag/${tag}`, model.tag(reader, tag));
		await this.compareList(reader, `/search?q=${encodeURIComponent(query)}`,
			model.found(reader, query));
		for (const name of new Set([reader ?? 'anna', pick(model.names)]))
			await this.compareMember(reader, name);
	}

	async comparePeople(reader, path, expected) {
		this.same(people(await this.read(reader, path)).map(({ name }) => name),
			expected, `${reader} ${path}`);
	}

	async compareMember(reader, name) {
		const { model } = this, sees = model.sees(reader, name);

		await this.comparePeople(reader, `/search?q=${name}`, sees ? [name] : []);
		if (!sees) {
			for (const path of ['', '/mentions', '/followers', '/following',
				'.atom', '/mentions.atom'])
				await this.refuses(reader, `/@${name}${path}`, 404);
			return;
		}
		await this.compareList(reader, `/@${name}`, model.profile(reader, name),
			name);
		await this.compareList(reader, `/@${name}/mentions`,
			model.mentions(reader, name));
		await this.comparePeople(reader, `/@${name}/followers`,
			model.followers(reader, name));
		await this.comparePeople(reader, `/@${name}/following`,
			model.following(reader, name));
	}

	// On a site that everybody may read these are the same for everybody.
	async comparePublicFeeds() {
		const { model } = this, tag = this.pick(this.vocabulary);
		const name = this.pick(model.names);

		await this.compareFeed(null, '/timeline.atom', model.timeline(null));
		await this.compareFeed(null, `/tag/${tag}.atom`, model.tag(null, tag));
		if (!model.sees(null, name))
			return;
		await this.compareFeed(null, `/@${name}.atom`, model.own(null, name),
			name);
		await this.compareFeed(null, `/@${name}/mentions.atom`,
			model.mentions(null, name));
	}

	// ---- conversations ---------------------------------------------------

	turnsIn(text) {
		return [...text.matchAll(new RegExp(
			'<article class="post[^"]*" id="p(\\d+)"|' +
			'<p class="gone">([^<]*)</p>', 'g'))]
			.map(([, id, gone]) => id ? Number(id)
				: gone.match(/deleted|removed|\d+ hidden \w+/)[0]);
	}

	likersIn(text) {
		const [line] = text.match(/<p class="known">Liked by.*?<\/p>/s) ?? [''];

		return [...line.matchAll(/<bdi>@(\w+)<\/bdi>/g)].map(([, name]) => name);
	}

	// "Read by 2 of 6", for members.
	assertReaders(reader, post, text) {
		const { model } = this;
		const [line] = text.match(/Read by \d+ of \d+/) ?? [];
		const belong = model.names.length - model.suspended.size;

		this.same(line, reader && post.readers
			? `Read by ${post.readers.size} of ${belong}` : undefined,
		`readers of ${post.id}`);
	}

	async compareConversation(reader, post) {
		const path = `/@${post.by}/${post.id}`, but = { post: post.id };
		const pages = this.model.conversation(reader, post.id, post.root);

		for (let after = '0', i = 0; after; i++) {
			const text = await this.read(reader, `${path}?after=${after}`, but);

			this.same(this.turnsIn(text), pages[i], `${reader} ${path} ${i}`);
			this.assertAnswers(reader, text, path);
			if (text.includes(`id="p${post.id}"`))
				this.same(this.likersIn(text), this.model
					.likers(reader, post.id).slice(0, likersMost),
				`${reader} ${path}: likers`);
			if (text.includes(`id="p${post.id}"`))
				this.assertReaders(reader, post, text);
			[, after] = text.match(/<a href="\?after=(\d+)" rel="next"/) ?? [];
			assert.equal(Boolean(after), i + 1 < pages.length, path);
		}
	}

	async comparePost(reader, post) {
		const { model } = this, path = `/@${post.by}/${post.id}`;

		if (post.removed && model.staff.has(reader))
			await this.refuses(reader, path, 303);
		else if (post.removed && post.by === reader)
			await this.read(reader, path); // the reason, and none of its words
		else if (post.removed || !model.sees(reader, post.by))
			await this.refuses(reader, path, 404);
		else
			await this.compareConversation(reader, post);
	}

	// ---- all of it -------------------------------------------------------

	// Everybody may read the timeline here, and they don't see themselves there.
	async compareSuspended(name) {
		for (const path of ['/', '/likes', '/saved', '/notifications'])
			await this.refuses(name, path, 403);
		await this.compareList(name, '/timeline', this.model.timeline(name));
		await this.refuses(null, this.feeds.get(name), 404);
	}

	async compare() {
		const { model, pick, chance } = this;
		const readers = model.names.filter((name) => !model.suspended.has(name));

		for (const reader of readers) {
			await this.compareOwn(reader);
			await this.compareShared(reader);
		}
		for (const name of model.suspended.keys())
			await this.compareSuspended(name);
		await this.compareShared(null);
		await this.comparePublicFeeds();
		for (const post of model.originals())
			if (!chance(3))
				await this.comparePost(pick([...readers, null]), post);
	}
}
