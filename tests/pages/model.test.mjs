// Five members do at random whatever members can do with posts and with each
// other, and two moderators remove posts and suspend members. Now and then
// every page must show each of them what a plain model of the site says; and at
// the end the host's checker finds nothing wrong.
//
// SEED=N repeats one run, and ACTS=N makes it longer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminOf } from '../admin/lib/admin.mjs';
import { formValue, heading } from '../lib/page.mjs';
import { restartPages } from '../lib/processes.mjs';
import { indexed } from '../lib/redis.mjs';
import { borrowStack, unlimited } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { member } from '../lib/visitor.mjs';
import { Model } from './lib/model.mjs';
import { Board } from './lib/modelboard.mjs';
import { Pages } from './lib/modelpages.mjs';

const seed = Number(process.env.SEED ?? 36);
const count = Number(process.env.ACTS ?? 600);
const every = 50; // acts between two comparisons
const most = 80; // posts, so that all of them can be compared

const stack = await borrowStack(unlimited);
const { url, redis } = stack;
const { idOf, stand } = membersOf(stack);
const actors = ['anna', 'ben', 'cleo', 'dora', 'emil'];
const staff = ['emil', 'hella'];
const names = [...actors, 'hella'];
const vocabulary = ['boat', 'harbour', 'oars', 'regatta', 'water'];
const visitors = new Map();
const ids = new Map();
const feeds = new Map();

for (const name of names) {
	visitors.set(name, await member(url, name));
	ids.set(name, Number(await idOf(name)));
	feeds.set(name, await visitors.get(name).makeFeed());
}
await stand('emil', 'moderator');
await stand('hella', 'host');

const model = new Model(names, 'hella', 'emil');

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

let texts = 100000; // a number of six digits for each text

function text() {
	const words = [pick(vocabulary), pick(vocabulary)];

	if (!chance(3))
		words.push(`@${pick(actors)}`);
	if (!chance(4))
		words.push(`#${pick(vocabulary)}`);
	return `${words.join(' ')} ${texts++}`;
}

// ---- acts with posts ---------------------------------------------------

async function send(name, path, fields, expected) {
	const { status, text: html } = await visitors.get(name).post(path, fields);

	assert.equal(status, expected, `seed ${seed}, act ${model.acts}: ${name} ` +
		`${path} ${JSON.stringify(fields)} ${heading(html)}`);
}

// Sends the button of a post. What is refused has changed nothing.
async function press(name, button, id, expected = 303) {
	await send(name, '/act', { [button]: id }, expected);
}

// Returns its id.
async function write(name, answers, more = {}) {
	const status = text(), parent = model.posts.get(answers);
	const expected = !answers ? 303 : model.isAway(parent) ? 422
		: model.blocks(parent.by, name) ? 403 : 303;

	await send(name, '/post',
		{ status, ...more, ...answers && { reply_to: answers } }, expected);
	if (expected !== 303)
		return 0;
	const [id] = await redis('LRANGE', `own:${ids.get(name)}`, 0, 0);

	model.add(Number(id), { by: name, text: status, answers });
	return Number(id);
}

async function edit(name, post) {
	const visitor = visitors.get(name);
	const form = await visitor.get(`/edit?id=${post.id}`);

	if (post.removed || post.by !== name || post.answered) {
		assert.equal(form.status, post.removed ? 404 : 403);
		return;
	}
	const status = text();

	await send(name, '/edit', { id: post.id, status,
		version: formValue(form.text, 'version') }, 303);
	await indexed(redis); // what a worker does then is before the next act
	model.edit(post.id, status);
}

// What has ended stays, since the bell counts notices of deleted questions until
// somebody looks.
async function erase(name, post) {
	if (post.ended)
		return;
	if (post.runs && post.by === name)
		isStale = true;
	await send(name, '/delete', { id: post.id }, post.by === name ? 303 : 403);
	if (post.by === name)
		model.delete(post.id);
}

// Whether that is refused, without saying so if the post is gone.
function isRefused(name, post) {
	return model.isAway(post) || model.blocks(post.by, name);
}

function refusal(name, post) {
	return !model.isAway(post) && model.blocks(post.by, name) ? 403 : 303;
}

async function like(name, post) {
	const liked = model.liked.get(name);

	if (liked.has(post.id)) {
		await press(name, 'unlike', post.id);
		liked.delete(post.id);
		model.notices.drop(post.by, 'like', post.id, name);
		return;
	}
	await press(name, 'like', post.id, refusal(name, post));
	if (isRefused(name, post))
		return;
	liked.set(post.id, model.acts);
	model.notices.add(post.by, 'like', post.id, name);
}

async function repost(name, post) {
	const mine = [...model.posts.values()].find(({ by, shows }) =>
		by === name && shows === post.id);

	if (mine) {
		await press(name, 'unrepost', post.id);
		model.posts.delete(mine.id);
		model.notices.drop(post.by, 'repost', post.id, name);
		return;
	}
	await press(name, 'repost', post.id, refusal(name, post));
	if (isRefused(name, post))
		return;
	const id = await redis('ZSCORE', `reposted:${ids.get(name)}`, post.id);

	model.posts.set(Number(id), { id: Number(id), by: name, shows: post.id });
	model.notices.add(post.by, 'repost', post.id, name);
}

async function save(name, post) {
	const saved = model.saved.get(name);
	const button = saved.has(post.id) ? 'unsave' : 'save';

	await press(name, button, post.id);
	if (!saved.delete(post.id) && !post.removed)
		saved.set(post.id, model.acts);
}

async function pin(name, post) {
	if (model.pinned.get(name) === post.id) {
		await press(name, 'unpin', post.id);
		model.pinned.delete(name);
		return;
	}
	await press(name, 'pin', post.id,
		post.removed || post.by === name ? 303 : 403);
	if (!post.removed && post.by === name)
		model.pinned.set(name, post.id);
}

async function leave(name, post) {
	const left = model.left.get(name);

	await press(name, left.has(post.root) ? 'join' : 'leave', post.id);
	if (!left.delete(post.root))
		left.add(post.root);
}

// ---- acts with members -------------------------------------------------

async function follow(name) {
	const whom = pick(actors.filter((other) => other !== name));
	const fields = (button) => ({ [button]: ids.get(whom) });

	if (model.follows.get(name).has(whom)) {
		await send(name, '/follow', fields('unfollow'), 303);
		model.unfollow(name, whom);
		return;
	}
	const expected = model.suspended.has(whom) ? 404
		: model.blocks(name, whom) || model.blocks(whom, name) ? 403 : 303;

	await send(name, '/follow', fields('follow'), expected);
	if (expected !== 303)
		return;
	model.follows.get(name).set(whom, model.acts);
	model.notices.add(whom, 'follow', 0, name);
}

async function quiet(name) {
	const whom = pick(names.filter((other) => other !== name));
	const button = pick(['mute', 'mute', 'block', 'unmute', 'unblock']);

	await send(name, '/quiet', { [button]: ids.get(whom) }, 303);
	model.press(name, button, whom);
}

async function look(name) {
	await visitors.get(name).get('/notifications');
	model.notices.look(name);
}

// ---- acts of moderators ------------------------------------------------

// A moderator restores nobody whom a host has suspended.
async function suspend() {
	const by = pick(staff), as = by === 'hella' ? 'host' : 'moderator';
	const whom = pick(model.suspended.size > 1 ? [...model.suspended.keys()]
		: actors.filter((name) => !staff.includes(name)));
	const was = model.suspended.get(whom);
	const expected = as === 'moderator' && was === 'host' ? 403 : 303;

	await send(by, '/standing', { uid: ids.get(whom), confirm: 1,
		standing: was ? 'member' : 'stopped', reason: 'Be kind.' }, expected);
	if (!was)
		model.suspended.set(whom, as);
	else if (expected === 303)
		model.suspended.delete(whom);
	isStale = true;
}

// Nor their own post that somebody else has removed.
async function moderate(post) {
	const by = pick(staff);
	const may = by === 'hella' || post.by !== by || post.removed === by;

	if (post.removed) {
		await send(by, '/remove', { restore: post.id }, may ? 303 : 403);
		if (!may)
			return;
		await indexed(redis);
		model.restore(post);
		return;
	}
	await send(by, '/remove', { id: post.id, reason: 'Not nice.' }, 303);
	model.removeByModerator(post, by);
}

// ---- questions and announcements ---------------------------------------

const board = new Board({ redis, model, pick, chance, send,
	write: (name, fields) => write(name, 0, fields) });

// Pages remember announcements for ten seconds. They are the host's.
async function changeBoard(post) {
	const is = chance(4);

	if (post?.runs && !post.removed)
		await board.over(post);
	else if (post?.question && !post.ended && !post.removed)
		await board.end(post);
	else if (is === 0 && model.originals().filter(({ runs }) => runs).length < 5)
		await board.announce('hella');
	isStale = true;
}

const questions = () => model.originals().filter(({ question }) => question);
const announced = () => model.originals().filter(({ runs }) => runs);
const answer = (name, post) =>
	board.answer(name, pick([...questions(), post]));
const unanswer = (name, post) =>
	board.unanswer(name, pick([...questions(), post]));
const readIt = (name, post) => board.read(name, pick([...announced(), post]));

// ---- any of them -------------------------------------------------------

// Whoever is suspended can do nothing of all this.
async function tryAnyway(name, post) {
	const [path, fields] = pick([['/post', { status: text() }],
		['/post', { status: text(), reply_to: post.id }],
		['/act', { [pick(['like', 'repost', 'save', 'leave', 'read'])]: post.id }],
		['/act', { [pick(['answer', 'unanswer'])]: `${post.id}.0` }],
		['/follow', { [pick(['follow', 'unfollow'])]: ids.get('anna') }],
		['/quiet', { [pick(['mute', 'block'])]: ids.get('anna') }],
		['/delete', { id: post.id }], ['/edit', { id: post.id, status: text() }]]);

	await send(name, path, fields, 403);
}

const withPost = [edit, edit, erase, like, like, repost, repost, save, pin, leave,
	answer, answer, answer, answer, unanswer, readIt];
const among = [follow, follow, quiet, quiet, look];

async function act() {
	const posts = model.originals(), post = posts.length && pick(posts);
	const name = pick(actors), what = post ? chance(33) : 0;

	model.acts++;
	if (post && model.suspended.has(name))
		await tryAnyway(name, post);
	else if (posts.length > most && !model.suspended.has(post.by))
		await erase(post.by, post);
	else if (what < 2)
		await write(name);
	else if (what < 3)
		await board.ask(name);
	else if (what < 8)
		await write(name, post.id);
	else if (what < 13)
		await among[what - 8](name);
	else if (what < 14)
		await moderate(post);
	else if (what < 15)
		await suspend();
	else if (what < 17)
		await changeBoard(pick([...announced(), ...questions(), undefined]));
	else
		await withPost[what - 17](what < 20 && chance(4) &&
			!model.suspended.has(post.by) ? post.by : name, post);
}

// ---- comparing ---------------------------------------------------------

const pages = new Pages({ url, redis, model, visitors, ids, feeds, vocabulary,
	pick, chance, tell: () => `seed ${seed}, act ${model.acts}` });
let isStale = false;

// Pages remember for ten seconds who is suspended.
async function compare() {
	await indexed(redis);
	if (isStale)
		await restartPages(stack.var);
	isStale = false;
	await pages.compare();
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
