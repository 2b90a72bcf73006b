// The commands of docs/tour.md are what MONITOR shows, command for command and
// round trip for round trip.
//
// Only with one Redis: MONITOR shows one server's commands, in their order.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { compare, commandsOf, usual } from '../lib/commands.mjs';
import { monitor } from '../lib/monitor.mjs';
import { root, startStack } from '../lib/stack.mjs';
import { member, password } from '../lib/visitor.mjs';

// Without a worker, which would send commands, too.
const stack = await startStack({ env: { RETWIS_WORKERS: '0' } });
const { url, redis } = stack;
const watched = await monitor(stack);
const tour = readFileSync(`${root}/docs/tour.md`, 'utf8');
const walked = new Set();
let anna, ben, cleo;

after(() => watched.stop());

before(async () => {
	[anna, ben, cleo] = [await newMember('anna'), await newMember('ben'),
		await newMember('cleo')];
	await ben.visitor.follow('anna');
	for (const status of ['one', 'two'])
		await anna.visitor.submit('/post', { status });
	// A worker would have delivered these.
	await redis('DEL', `posts:${ben.id}`);
	await redis('RPUSH', `posts:${ben.id}`, 2, 1);
	await ben.visitor.get('/');
	await redis('SET', 'cache:trending', 'redis', 'EX', 600);
	// The first page of a day records the day.
	for (const { id } of [anna, ben, cleo])
		await redis('HSET', `user:${id}`, 'last',
			new Date().toLocaleDateString('sv'));
});

async function newMember(name) {
	const visitor = await member(url, name);

	return { id: await redis('HGET', 'users', name), name, visitor,
		cookies: `auth=${visitor.cookies.get('auth')}`,
		csrf: await visitor.csrf() };
}

// The lines that are indented below a heading, with null for each empty line
// between them.
function lines(section) {
	const indented = section.split('\n').filter((line) =>
		line === '' || line.startsWith('    '));
	const text = indented.join('\n').trimEnd().replace(/^\n+/, '')
		.replace(/\n\n+/g, '\n\n');

	return text ? text.split('\n').map(parse) : [];
}

// A remark that begins with "each" means one command or several.
function parse(line) {
	const [, text, remark = ''] = line.match(/^ {4}(\S.*?)(?: {2,}(.*))?$/) ??
		[];

	return text ? { text, when: '', isSeveral: /^each\b/.test(remark) } : null;
}

const [, beginning, ...sections] = tour.match(
	/^# Tour\n[^]*?(?=^## )|^## [^]*?(?=^## |(?![^]))/gm).flatMap((section, i) =>
	i ? [section] : ['', section]);
const session = lines(beginning);

// The list in the section with this heading.
function listOf(heading) {
	const section = sections.find((text) => text.startsWith(`## ${heading}\n`));

	assert.ok(section, heading);
	walked.add(heading);
	return lines(section).flatMap((line) =>
		line?.text === '(session)' ? session : [line]);
}

async function walk(heading, page, { who, values, fields = {}, ...request }) {
	const trips = await commandsOf(watched, page, { cookies: who?.cookies,
		fields: who ? { csrf: who.csrf, ...fields } : fields, ...request });
	const { was, should } = compare(listOf(heading), trips,
		{ values: { ...usual, ME: who?.id, ...values } });

	assert.deepEqual(was, should);
}

const get = { method: 'GET', status: 200 };
const shown = { POST: /[123]/, NAME: /[a-z]+/, AUTHOR: /[1-4]/ };

test('welcome', () => walk('Welcome: GET /, signed out', 'home',
	{ ...get, path: '/' }));

test('register', () => walk('Register: POST /register', 'register', {
	fields: { username: 'dora', password, password2: password },
	values: { ME: 4, NAME: 'dora' } }));

test('sign in', async () => {
	const request = { cookies: `browser=${ben.visitor.cookies.get('browser')}`,
		fields: { username: 'ben', password } };

	await commandsOf(watched, 'login', request);
	await walk('Sign in: POST /login', 'login',
		{ ...request, values: { ME: ben.id, NAME: 'ben' } });
});

test('home', async () => {
	await walk('Home: GET /', 'home',
		{ ...get, path: '/', who: ben, values: shown });
});

test('post', async () => {
	await walk('Post: POST /post', 'post', { who: anna,
		fields: { status: 'hello', nonce: 'once' }, values: { POST: 3 } });
});

test('follow', async () => {
	await walk('Follow: POST /follow', 'follow', { who: anna,
		fields: { follow: ben.id }, values: { WHOM: ben.id, NAME: 'ben' } });
});

test('profile', async () => {
	await walk('Profile: GET /@NAME', 'profile', { ...get, path: '/@anna',
		who: ben, values: { ...shown, WHOM: anna.id, NAME: 'anna' } });
});

test('timeline', async () => {
	await walk('Timeline: GET /timeline', 'timeline',
		{ ...get, who: ben, values: shown });
});

test('sign out', async () => {
	await walk('Sign out: POST /logout', 'logout', { who: cleo });
});

test('all nine pages were walked', () => {
	assert.equal(sections.length, 9);
	for (const section of sections)
		assert.ok(walked.has(section.split('\n')[0].slice(3)), section);
});

test('it is three screens, and names a file for each page', () => {
	assert.ok(tour.split('\n').length <= 200);
	for (const section of sections)
		assert.match(section, /^Open \[`[\w/]+\.c`\]\(\.\.\/src\/[\w/]+\.c\)/m);
});
