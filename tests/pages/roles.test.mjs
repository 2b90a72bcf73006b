// Who may do what: each address of the table of routes, with each method and each of
// its forms, about everything that it can be about, sent by each role. The answers
// are in lib/roles.txt, which also says how to add lines for a new page.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { isMany } from '../lib/database.mjs';
import { indexed, settled } from '../lib/redis.mjs';
import { borrowStack, lean, unlimited } from '../lib/stack.mjs';
import { dump, openRedis, putAside } from '../lib/wire.mjs';
import { gone, requests, send, unknown } from './lib/rolerequests.mjs';
import { asked, openSite, roles } from './lib/rolesite.mjs';
import { expected, file, lineOf, nameOf, shutOf, writeTable }
	from './lib/roletable.mjs';

const outsiders = ['visitor', 'waiting', 'suspended'];

// ---- what a request changes ----------------------------------------------------

// What a form uses up even if it is refused, and what disappears by itself: the id
// that a post would have had, the form's nonce, the note before a correction, and
// sums that are kept for a minute.
const passing = /^\w+ (next_post_id|once:\w+|indexing|cache:\w+)$/;

async function stateOf({ wire }) {
	return Object.fromEntries(Object.entries(await dump(wire))
		.filter(([key]) => !passing.test(key))
		.map(([key, value]) => [key, JSON.stringify(value)]));
}

// Every write of any kind adds one, and so does each sign of life of a worker.
async function countWrites({ wire }) {
	const [beats, info] = await Promise.all([
		wire('ZRANGE', '{fanout}:workers', 0, -1, 'WITHSCORES'),
		wire('INFO', 'persistence')]);
	const [, n] = info.match(/rdb_changes_since_last_save:(\d+)/);

	return beats.filter((word, i) => i % 2)
		.reduce((left, beat) => left - beat, Number(n));
}

// The names of the keys that differ from `state`. If nothing was written, there is
// no need to read them.
async function changesSince(site, state, writes) {
	if (!isMany && await countWrites(site) === writes)
		return [];
	const now = await stateOf(site);

	return Object.keys({ ...state, ...now })
		.filter((key) => state[key] !== now[key]);
}

// Restores what was there at first, after the workers have done what is left to do.
// They need not index the words of posts that are about to disappear.
async function bringBack(site) {
	await settled(site.redis);
	await site.wire('ZREMRANGEBYSCORE', 'indexing', '-inf', Date.now() * 1000);
	await indexed(site.redis);
	await site.restore();
}

// Does what whoever asks has done before; returns the state after that.
async function prepare(site, request, role, thing) {
	const me = site.thingsOf('own', role);

	if (!request.before || !me || !thing.id)
		return site.state;
	for (const words of request.before(thing, me))
		await site.wire(...words);
	return stateOf(site);
}

// ---- one request ---------------------------------------------------------------

// The cell of the table for an answer.
function cellOf({ method }, { status, location }, changes) {
	const [first] = location?.match(/^\/[^/?#]*/) ?? [];
	const isShown = first && (method === 'GET' || first === '/login');

	return (isShown ? first.replace(/@.*/, '@') : `${status}`) +
		(changes.length ? '+' : '');
}

// HEAD is answered as GET is.
async function checkHead(site, request, role, thing, { status, location }) {
	const head = await site.visitorOf(role).send('HEAD', request.path(thing));
	const what = `HEAD ${request.path(thing)} by ${role}`;

	assert.deepEqual([head.status, head.location, head.text],
		[status, location, ''], what);
}

// Whoever has the address of a private feed reads it on any site.
function hiddenWords(site, { act }, role) {
	const isShut = site.readers === 'members' && outsiders.includes(role) &&
		!act.includes('TOKEN');

	return [...site.hiddenFrom(role), ...isShut ? site.wordsOfMembers() : []];
}

// The hidden words of an answer, except those that were sent.
function leaksIn(site, request, role, thing, { text, location }) {
	const sent = JSON.stringify([request.path?.(thing), request.fields?.(thing)]);
	const seen = `${location}\n${text}`;

	return hiddenWords(site, request, role).filter((word) =>
		seen.includes(word) && !sent.includes(word));
}

// A page that is only shown, and a form that is refused.
function isWithoutEffect({ method }, role, { status, location }) {
	return method === 'GET' || status >= 400 ||
		(role === 'visitor' && /^\/login/.test(location));
}

async function ask(site, request, role) {
	const thing = request.find(site, role);

	if (!thing)
		return '.';
	const state = await prepare(site, request, role, thing);
	const count = isMany ? 0 : await countWrites(site);
	const answer = await send(site.visitorOf(role), request, thing);

	if (request.method === 'GET')
		await checkHead(site, request, role, thing, answer);
	const changes = await changesSince(site, state, count);
	const cell = cellOf(request, answer, changes);
	const what = `${nameOf(request)}, ${role}: ${cell}`;

	if (changes.length || state !== site.state)
		await bringBack(site);
	site.leaks.push(...leaksIn(site, request, role, thing, answer)
		.map((word) => `${what} ${word}`));
	if (changes.length && isWithoutEffect(request, role, answer))
		site.stains.push(`${what} ${changes}`);
	return cell;
}

// ---- all of them ---------------------------------------------------------------

async function open(readers) {
	const site = await openSite(await borrowStack(
		{ RETWIS_READERS: readers, ...asked, ...lean, ...unlimited }));

	Object.assign(site, { readers, wire: openRedis(site.socket), leaks: [],
		stains: [], cells: new Map() });
	site.state = await stateOf(site);
	site.restore = await putAside(site);
	return site;
}

// Which site it is makes no difference to the forms of those who may read.
function isAsked(readers, { method }, role) {
	return readers === 'all' || method === 'GET' || outsiders.includes(role);
}

// {leaks, stains, cells}: the cells by nameOf(), undefined if they were not asked.
async function askAll(readers) {
	const site = await open(readers);

	for (const request of requests) {
		const cells = [];

		for (const role of roles)
			cells.push(isAsked(readers, request, role)
				? await ask(site, request, role) : undefined);
		site.cells.set(nameOf(request), cells);
	}
	return site;
}

let all, members;

before(async () => {
	[all, members] = await Promise.all(['all', 'members'].map(askAll));
	for (const request of requests) {
		const should = shutOf(request, all.cells.get(nameOf(request)));

		members.cells.set(nameOf(request),
			members.cells.get(nameOf(request))
				.map((cell, i) => cell ?? should[i]));
	}
	if (process.env.WRITE)
		writeTable({ all: all.cells, members: members.cells });
});

// ---- what it should be ---------------------------------------------------------

const howTo = `
With WRITE=1 in its environment this test writes the table anew:

    WRITE=1 node --test tests/pages/roles.test.mjs

Then read each line that is new in
${file}:
it should follow from the comment that begins the page's file in src/pages.
`;

test('the forms and addresses of the table of routes are known here', () => {
	assert.deepEqual(unknown, [], 'Add to tests/pages/lib/rolerequests.mjs what ' +
		'these can be about: an address to `pages`, and a form to `forms`');
	assert.deepEqual(gone, [], 'These are in tests/pages/lib/rolerequests.mjs, ' +
		'but no longer in src/schema/routes');
});

test('each request has a line in the table, and each line a request', () => {
	const names = requests.map(nameOf);

	assert.deepEqual(names.filter((name) => !expected.all.has(name)), [],
		`These requests have no line in the table.\n${howTo}`);
	assert.deepEqual([...expected.all.keys(), ...expected.members.keys()]
		.filter((name) => !names.includes(name)), [],
	`These lines belong to no request any more.\n${howTo}`);
});

// The lines that differ, as they are and as they should be.
function compare(cells, shouldBe) {
	const lines = requests.filter((one) => expected.all.has(nameOf(one)))
		.map((request) => [cells.get(nameOf(request)), shouldBe(request)]
			.map((one) => lineOf(request, one)))
		.filter(([is, should]) => is !== should);
	const column = (i) => lines.map((line) => line[i]).join('\n');

	assert.equal(column(0), column(1));
}

test('where everybody may read', () => {
	compare(all.cells, (request) => expected.all.get(nameOf(request)));
});

test('where only members may read', () => {
	compare(members.cells, (request) => {
		const name = nameOf(request);

		return expected.members.get(name) ??
			shutOf(request, expected.all.get(name));
	});
});

test('no answer has a word that is hidden from who asked', () => {
	assert.deepEqual({ all: all.leaks, members: members.leaks },
		{ all: [], members: [] });
});

test('what is refused has changed nothing, and neither has a page', () => {
	assert.deepEqual({ all: all.stains, members: members.stains },
		{ all: [], members: [] });
});
