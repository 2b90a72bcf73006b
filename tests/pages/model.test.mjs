// Five members do at random whatever members can do with posts. Now and then
// every page must show what a plain model of the site says: conversations,
// profiles, home pages, searches, saved posts and notices; and at the end the
// host's checker finds nothing wrong.
//
// SEED=N repeats one run, and ACTS=N makes it longer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminOf } from '../admin/lib/admin.mjs';
import { until } from '../lib/processes.mjs';
import { acts, formValue, pager } from '../lib/page.mjs';
import { borrowStack, unlimited } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { Model } from './lib/model.mjs';

const seed = Number(process.env.SEED ?? 36);
const count = Number(process.env.ACTS ?? 600);
const every = 75; // acts between two comparisons

const stack = await borrowStack(unlimited);
const { url, redis } = stack;
const names = ['anna', 'ben', 'cleo', 'dora', 'emil'];
const vocabulary = ['boat', 'harbour', 'oars', 'regatta', 'water'];
const visitors = new Map();
const ids = new Map();

for (const name of names) {
	visitors.set(name, await member(url, name));
	ids.set(name, Number(await redis('HGET', 'users', name)));
}
const model = new Model(names);
const parents = new Map(); // of all replies, deleted ones, too

// ---- chance ------------------------------------------------------------

// A linear congruential generator: the same numbers for the same seed.
let state = seed;

function chance(n) {
	state = (state * 1103515245 + 12345) % 2 ** 31;
	return Math.floor(state / 2 ** 31 * n);
}

function pick(list) {
	return list[chance(list.length)];
}

function text() {
	const words = [pick(vocabulary), pick(vocabulary)];

	if (!chance(4))
		words.push(`@${pick(names)}`);
	if (!chance(4))
		words.push(`#${pick(vocabulary)}`);
	return `${words.join(' ')} ${chance(1000) + 1000}`;
}

// ---- acts --------------------------------------------------------------

// Sends the button of a post. What is refused has changed nothing.
async function press(name, button, id, expected = 303) {
	const { status } = await visitors.get(name).post('/act', { [button]: id });

	assert.equal(status, expected, `${button} ${id}`);
}

async function write(name, answers) {
	const status = text();
	const { status: code } = await visitors.get(name).post('/post',
		{ status, ...answers && { reply_to: answers } });
	const isGone = answers && !model.posts.has(answers);

	assert.equal(code, isGone ? 422 : 303);
	if (isGone)
		return;
	const [id] = await redis('LRANGE', `own:${ids.get(name)}`, 0, 0);

	if (answers)
		parents.set(Number(id), answers);
	model.add(Number(id), { by: name, text: status, answers });
}

async function edit(name, post) {
	const visitor = visitors.get(name);
	const form = await visitor.get(`/edit?id=${post.id}`);

	if (post.by !== name) {
		assert.equal(form.status, 403);
		return;
	}
	const status = text();
	const answer = await visitor.post('/edit', { id: post.id, status,
		version: formValue(form.text, 'version') });

	assert.equal(answer.status, 303);
	model.edit(post.id, status);
}

async function remove(name, post) {
	const { status } = await visitors.get(name).post('/delete',
		{ id: post.id });

	assert.equal(status, post.by === name ? 303 : 403);
	if (post.by === name)
		model.delete(post.id);
}

async function repost(name, post) {
	const reposts = [...model.posts.values()];
	const mine = reposts.find(({ by, shows }) =>
		by === name && shows === post.id);

	await press(name, mine ? 'unrepost' : 'repost', post.id);
	if (mine) {
		model.posts.delete(mine.id);
		return;
	}
	const id = await redis('ZSCORE', `reposted:${ids.get(name)}`, post.id);

	model.posts.set(Number(id), { id: Number(id), by: name, shows: post.id });
}

async function save(name, post) {
	const saved = model.saved.get(name);

	if (saved.has(post.id)) {
		await press(name, 'unsave', post.id);
		saved.delete(post.id);
		return;
	}
	await press(name, 'save', post.id);
	saved.set(post.id, model.acts);
}

async function pin(name, post) {
	const isPinned = model.pinned.get(name) === post.id;

	await press(name, isPinned ? 'unpin' : 'pin', post.id,
		post.by === name ? 303 : 403);
	if (isPinned)
		model.pinned.delete(name);
	else if (post.by === name)
		model.pinned.set(name, post.id);
}

async function leave(name, post) {
	const left = model.left.get(name);

	await press(name, left.has(post.root) ? 'join' : 'leave', post.id);
	if (!left.delete(post.root))
		left.add(post.root);
}

async function follow(name) {
	const whom = pick(names.filter((other) => other !== name));
	const follows = model.follows.get(name);
	const button = follows.has(whom) ? 'unfollow' : 'follow';

	await visitors.get(name).post('/follow', { [button]: ids.get(whom) });
	if (!follows.delete(whom))
		follows.add(whom);
}

const rarely = [edit, remove, repost, save, pin, leave];

async function act() {
	const name = pick(names), posts = model.originals();
	const post = posts.length ? pick(posts) : undefined;
	const what = post ? chance(12) : 0;

	model.acts++;
	if (what < 2)
		await write(name);
	else if (what < 5)
		await write(name, post.id);
	else if (what < 6)
		await follow(name);
	else
		await rarely[what - 6](what === 7 || what === 6 && chance(4)
			? post.by : name, post);
}

// ---- pages -------------------------------------------------------------

// The ids of the posts on a page and on all older ones, in their order. A post
// and its repost may be on two pages, and on none of them twice.
async function shownOn(name, path) {
	const shown = new Set();

	for (let at = path; at;) {
		const page = await visitors.get(name).get(at);

		assert.equal(page.status, 200, at);
		const here = acts(page.text).map(({ id }) => id);

		assert.equal(new Set(here).size, here.length, at);
		here.forEach((id) => shown.add(id));
		const { Older } = pager(page.text);

		at = Older && new URL(Older, `http://x${at}`);
		at &&= at.pathname + at.search;
	}
	return [...shown];
}

// A conversation on the page of that post: 0 for "This post was deleted".
async function conversationOn(name, post) {
	const { text: html } = await visitors.get(name)
		.get(`/@${post.by}/${post.id}?after=0`);

	return [...html.matchAll(
		/<article class="post[^"]*" id="p(\d+)"|This post was deleted/g)]
		.map(([, id]) => Number(id ?? 0));
}

async function noticesOf(name) {
	const entries = await redis('ZRANGE', `notices:${ids.get(name)}`, 0, -1);
	const byId = new Map([...ids].map(([who, id]) => [`${id}`, who]));

	return entries.filter((entry) => /^(reply|mention|conversation) /.test(entry))
		.map((entry) => entry.replace(/\d+$/, (id) => byId.get(id))).sort();
}

async function compare() {
	await until('the indexes have followed', async () =>
		await redis('ZCARD', 'indexing') === 0);
	for (const name of names) {
		const here = `seed ${seed}, act ${model.acts}, ${name}`;

		assert.deepEqual(await shownOn(name, `/@${name}`),
			model.profile(name), `${here}: profile`);
		assert.deepEqual(await shownOn(name, '/'), model.home(name),
			`${here}: home`);
		assert.deepEqual(await shownOn(name, '/saved'), model.savedBy(name),
			`${here}: saved`);
		assert.deepEqual(await noticesOf(name),
			[...model.notices.get(name)].sort(), `${here}: notices`);
	}
	for (const query of [pick(vocabulary), `${vocabulary[0]} ${vocabulary[1]}`,
		`from:${pick(names)} ${pick(vocabulary)}`])
		assert.deepEqual(await shownOn('anna',
			`/search?q=${encodeURIComponent(query)}`), model.found(query), `seed ${seed}, act ${model.acts}: ${query}`);
	for (const root of new Set(model.originals().map((post) => post.root))) {
		const [post] = model.originals().filter((one) => one.root === root);

		assert.deepEqual(await conversationOn('ben', post),
			model.conversation(root, parents).slice(0, 50),
			`seed ${seed}, act ${model.acts}: conversation ${root}`);
	}
}

test('pages show what the model says', async () => {
	for (let i = 1; i <= count; i++) {
		await act();
		if (i % every === 0 || i === count)
			await compare();
	}
	const { status, output } = await adminOf(stack)(['check']);

	assert.equal(status, 0, output);
});
