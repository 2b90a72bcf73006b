// Questions and announcements in the run of a model: what members do with them,
// and what must come of it.
import assert from 'node:assert/strict';
import { at, hour } from '../../lib/later.mjs';
import { until } from '../../lib/processes.mjs';

const second = () => Math.floor(Date.now() / 1000);

// What the form says besides the text, and the number of answers.
const kinds = [
	{ fields: { answers: 'Red\nBlue' }, words: ['Red', 'Blue'] },
	{ fields: { answers: 'Soup\nBread\nFish', several: 1 }, several: true,
		words: ['Soup', 'Bread', 'Fish'] },
	{ fields: { comes: 1 }, words: ['Yes', 'Maybe', 'No'] },
];

export class Board {
	// `write(name, fields)` writes a post and returns its id; `send(name, path,
	// fields, status)` sends a form, and checks the answer.
	constructor({ redis, model, pick, chance, write, send }) {
		Object.assign(this, { redis, model, pick, chance, write, send });
	}

	async ask(name) {
		const { fields, ...kind } = this.pick(kinds);
		const id = await this.write(name, { ...fields, ends: at(24 * hour) });

		Object.assign(this.model.posts.get(id), { question: kind,
			given: new Map() });
	}

	// What is refused, and what changes nothing since the post is away.
	refusal(name, post, n) {
		const { model } = this;

		if (post.removed || !post.question)
			return { status: 303 };
		if (n >= post.question.words.length)
			return { status: 404 };
		if (post.ended)
			return { status: 409 };
		if (model.suspended.has(post.by))
			return { status: 303 };
		return model.blocks(post.by, name) && { status: 403 };
	}

	async answer(name, post) {
		const n = this.chance(4);
		const refused = this.refusal(name, post, n);

		await this.send(name, '/act', { answer: `${post.id}.${n}` },
			refused ? refused.status : 303);
		if (refused)
			return;
		const given = post.given.get(name);

		post.answered = true;
		if (post.question.several && given)
			given.add(n);
		else
			post.given.set(name, new Set([n]));
	}

	async unanswer(name, post) {
		const n = this.chance(3);
		const away = post.removed || !post.question;
		const status = away ? 303 : n >= post.question.words.length ? 404
			: post.ended ? 409 : 303;

		await this.send(name, '/act', { unanswer: `${post.id}.${n}` }, status);
		if (away || status !== 303)
			return;
		const given = post.given.get(name);

		if (given?.delete(n) && !given.size)
			post.given.delete(name);
	}

	// Its time is over, and a worker tells everybody. Its end is in the first
	// line of the field.
	async end(post) {
		const { redis, model } = this;
		const job = `0 end ${post.id}`;
		const field = await redis('HGET', `post:${post.id}`, 'question');

		await redis('HSET', `post:${post.id}`, 'question',
			field.replace(/^\d+/, second() - 5));
		await redis('ZADD', '{board}:due', 'XX', 1, job);
		await until('the end is told', async () =>
			await redis('ZSCORE', '{board}:due', job) === null);
		post.ended = true;
		for (const name of new Set([post.by, ...post.given.keys()]))
			model.notices.add(name, 'ended', post.id, '0');
	}

	// A notice of the same second would be older than the announcement.
	async announce(name) {
		const id = await this.write(name, { announce: 1 });
		const { model } = this, post = model.posts.get(id);

		Object.assign(post, { announced: true, runs: true, readers: new Set() });
		model.notices.ofAnnouncement(post);
		const now = second();

		await until('the next second', () => second() > now);
	}

	async read(name, post) {
		await this.send(name, '/act', { read: post.id }, 303);
		if (post.runs && !this.model.isAway(post))
			post.readers.add(name);
	}

	async over(post) {
		const { redis } = this;
		const [entry] = (await redis('ZRANGE', 'announcements', 0, -1))
			.filter((one) => one.startsWith(`${post.id} `));

		assert.ok(entry, `${post.id}`);
		await redis('HSET', `post:${post.id}`, 'announced', second() - 5);
		await redis('ZADD', 'announcements', second() - 5, entry);
		post.runs = false;
		this.model.notices.dropAnnouncement(post);
	}
}
