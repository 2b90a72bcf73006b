// A program caches the HTML of a post, for everybody who sees it: even so, what
// each of them sees is current, and nothing that belongs to one is shown to
// another.
import assert from 'node:assert/strict';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { postOn, press, state, write } from '../lib/acts.mjs';
import { bodies, formFields, posts } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { fastcgi, variables } from '../lib/program.mjs';
import { borrowStack, build, programs, root, runKept, temporaryFolder,
	unref } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const { url, redis, socket } = await borrowStack();
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const out = new Visitor(url);

const articles = (html) =>
	html.match(/<article class="post".*?<\/article>/gs) ?? [];

// Until each of its processes has shown everything.
async function showAll(visitor, path) {
	for (let i = 0; i < 8; i++)
		await visitor.get(path);
}

test('two members look at a post alternately', async () => {
	const id = await write(anna, 'By turns.');

	await press(anna, '/timeline', 'like', id);
	await press(ben, '/timeline', 'repost', id);
	for (let i = 0; i < 8; i++) {
		assert.deepEqual(await state(anna, '/timeline', id),
			[true, 1, false, 1]);
		assert.deepEqual(await state(ben, '/timeline', id),
			[false, 1, true, 1]);
		assert.deepEqual(await state(out, '/timeline', id),
			[false, 1, false, 1]);
	}
	await press(anna, '/timeline', 'like', id);
	for (let i = 0; i < 4; i++)
		for (const visitor of [anna, ben, out])
			assert.equal((await postOn(visitor, '/timeline', id))
				.like.count, 0);
});

test('no post contains anything about its reader', async () => {
	const id = await write(anna, 'For everybody.');

	await showAll(anna, '/timeline');
	for (const path of ['/timeline', `/@anna/${id}`, '/@anna']) {
		const seen = [];

		for (const visitor of [anna, ben]) {
			const { text } = await visitor.get(`${path}?x=${visitor.name}`);
			const { csrf, back } = formFields(text, '/act');
			const secret = visitor.cookies.get('auth');

			assert.ok(csrf.length > 20 && secret.length > 20);
			assert.equal(back, `${path}?x=${visitor.name}`);
			for (const one of articles(text))
				for (const word of [csrf, secret, back, 'csrf'])
					assert.ok(!one.includes(word), word);
			seen.push(articles(text)[0]);
		}
		assert.equal(seen[0], seen[1], path);
	}
});

test('a member who signs out sees no button at the next request', async () => {
	const cleo = await member(url, 'cleo');
	const id = await write(cleo, 'Good-bye.');

	await showAll(cleo, '/timeline');
	await cleo.logout();
	for (let i = 0; i < 4; i++) {
		const { text } = await cleo.get('/timeline');

		assert.equal(bodies(text)[0], 'Good-bye.');
		assert.doesNotMatch(text, /<button/);
		assert.equal((await postOn(cleo, '/timeline', id)).like.field,
			undefined);
	}
});

test('a post that its author deletes is gone for everybody', async () => {
	const id = await write(anna, 'Not for long.');

	for (const visitor of [anna, ben, out])
		await showAll(visitor, '/timeline');
	const ask = await anna.get(`/delete?id=${id}`);

	assert.equal(bodies(ask.text)[0], 'Not for long.');
	assert.doesNotMatch(articles(ask.text)[0], /<button/);
	await anna.post('/delete', { id });
	for (let i = 0; i < 4; i++)
		for (const visitor of [anna, ben, out])
			for (const path of ['/timeline', '/@anna'])
				assert.ok(!(await visitor.get(path)).text
					.includes('Not for long.'));
});

test('a post says whose repost shows it', async () => {
	const fan = await member(url, 'fan');
	const id = await write(anna, 'Once more.');

	await showAll(out, '/@anna');
	await fan.post('/act', { repost: id });
	for (let i = 0; i < 4; i++) {
		assert.equal((await postOn(out, '/@fan', id)).by, 'fan');
		assert.equal((await postOn(out, '/@anna', id)).by, undefined);
	}
	await fan.post('/act', { unrepost: id });
	assert.deepEqual(articles((await out.get('/@fan')).text), []);
});

// ---- a changed clock -------------------------------------------------------

const library = [`/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}` +
	'-linux-gnu/faketime/libfaketime.so.1'].find(existsSync);

// A separate program, with a clock that set() moves forward by that many
// seconds.
async function startByClock(page) {
	const folder = temporaryFolder();
	const listen = `${folder}/page.sock`;
	const set = (seconds) => {
		writeFileSync(`${folder}/new`, `+${seconds}\n`);
		renameSync(`${folder}/new`, `${folder}/clock`);
	};

	set(0);
	const child = runKept(folder, { RETWIS_REDIS: `unix:retwis@${socket}`,
		RETWIS_TEMPLATES: `${build}/templates`, LD_PRELOAD: library,
		FAKETIME_TIMESTAMP_FILE: `${folder}/clock`,
		FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
	'spawn-fcgi', '-n', '-s', listen, '--', `${programs}/${page}`);

	unref(child);
	await until('it listens', () => existsSync(listen));
	return { set, get: (path) => fastcgi(listen, variables('GET', path)),
		stop: () => { child.kill(); rmSync(folder,
			{ recursive: true, force: true }); } };
}

// A sanitizer must be loaded first, and so must the clock.
test('a post grows older', { skip: /-san/.test(build) ||
	(library ? false : 'there is no libfaketime') }, async () => {
	const clock = await startByClock('timeline');
	const id = await write(anna, 'Just now.');
	const second = (await redis('HGET', `post:${id}`, 'time')) * 1000;
	const day = new Date(second).getFullYear();
	const ago = async (seconds) => {
		clock.set(seconds);
		const [one] = posts((await clock.get('/timeline')).text);

		assert.equal(one.body, 'Just now.');
		assert.equal(new Date(one.when).getTime(), second);
		return one.ago;
	};

	for (const [seconds, words] of [[0, 'just now'], [0, 'just now'],
		[90, '1 minute ago'], [150, '2 minutes ago'],
		[3550, '59 minutes ago'], [3630, '1 hour ago'],
		[86370, '23 hours ago'], [90, '1 minute ago'], [0, 'just now']])
		assert.equal(await ago(seconds), words);
	assert.match(await ago(86430), new RegExp(`^\\d+ \\w{3}( ${day})?$`));
	clock.stop();
});
