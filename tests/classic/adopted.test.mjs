// A classic database after retwis-admin adopt: own: lists, folded names, caps.
// Posts that PHP has written since then are adopted by running it again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from '../lib/stack.mjs';
import { run } from '../lib/program.mjs';
import { bodies, messages, pager } from '../lib/page.mjs';
import { Visitor } from '../lib/visitor.mjs';
import { ours, secrets, startClassic, types, typesOf }
	from './database.mjs';

const { url, redis, php, socket } = await startClassic();
const nobody = new Visitor(url);
const lists = ['posts:1000', 'posts:1001', 'posts:1002', 'posts:1004',
	'timeline'];

async function adopt() {
	const ran = await run(`${build}/retwis-admin`, ['adopt'],
		{ RETWIS_REDIS: `unix:retwis@${socket}` });

	assert.equal(ran.status, 0, ran.errors);
	return ran.output;
}

function readLists() {
	return Promise.all(lists.map((key) => redis('LRANGE', key, 0, -1)));
}

function idsOf(from, by) {
	return Array.from({ length: from }, (_, i) => from - i).filter(by)
		.map(String);
}

test('adopting changes no classic list', async () => {
	const before = await readLists();
	const output = await adopt();

	assert.match(output, /members 7, posts added 5003/);
	assert.deepEqual(await readLists(), before);
	assert.notEqual(await redis('GET', 'layout'), null);
});

test('own: lists hold what each member wrote, newest first', async () => {
	const own = (id) => redis('LRANGE', `own:${id}`, 0, -1);

	assert.deepEqual(await own(1000), idsOf(5000, (i) => i % 3 === 0));
	assert.deepEqual(await own(1001), idsOf(5000, (i) => i % 3 !== 0));
	assert.deepEqual(await own(1002), ['5003']);
	assert.deepEqual(await own(1004), ['5002', '5001']);
	assert.deepEqual(await own(1003), []);
});

test('old names are folded, and nobody new takes one', async () => {
	const names = await redis('HGETALL', 'names');

	assert.equal(names['grace hopper'], '1001');
	assert.equal(names.empty, '1005');
	for (const name of ['antirez', 'ada', 'empty', 'half']) {
		const answer = await new Visitor(url).register(name);

		assert.equal(answer.status, 422, name);
		assert.match(messages(answer.text)['register-username-bad'],
			/name is taken/);
	}
});

test('old names are found in any capitals', async () => {
	const table = [['grace hopper', 'a moth!', '1001'],
		['GRACE HOPPER', 'a moth!', '1001'], ['Ada', 'engine', '1002'],
		['ada', 'loom', '1003']];

	for (const [name, password, id] of table) {
		const visitor = new Visitor(url);

		assert.equal((await visitor.login(name, password)).status, 303);
		assert.equal(await redis('EXISTS', `sessions:${id}`), 1);
		assert.equal(await redis('HEXISTS', `user:${id}`, 'auth'), 0);
	}
	const answer = await nobody.get('/@grace%20hopper');

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/@Grace%20Hopper');
});

test('a profile has ten posts per page again', async () => {
	const path = '/@Grace%20Hopper';
	const first = await nobody.get(path);
	const last = await nobody.get(`${path}?start=3330`);

	assert.equal(bodies(first.text).length, 10);
	assert.deepEqual(pager(first.text), { Older: '?start=10&after=4987' });
	assert.deepEqual(bodies(last.text), ['classic post 5',
		'classic post 4', 'classic post 2', 'classic post 1']);
	assert.deepEqual(pager(last.text), { Newer: '?start=3320' });
});

test('now a post keeps home timelines at 1000, and own: whole', async () => {
	const visitor = new Visitor(url);

	await visitor.login('Grace Hopper', 'a moth!');
	assert.equal((await visitor.write('ours')).status, 303);
	assert.equal(await redis('LLEN', 'posts:1001'), 1000);
	assert.equal(await redis('LLEN', 'posts:1002'), 1000);
	assert.equal(await redis('LLEN', 'timeline'), 1000);
	assert.equal(await redis('LLEN', 'own:1001'), 3335);
	assert.equal(await redis('LLEN', 'posts:1000'), 1666);
	assert.equal(bodies((await visitor.get('/')).text)[0], 'ours');
});

test('posts that PHP wrote since are adopted by running it again', async () => {
	const id = await php.register('New By PHP', 'secret');
	const one = await php.write(id, 'the first by PHP');
	const two = await php.write(1001, 'Grace by PHP');

	assert.deepEqual(bodies((await nobody.get('/@New%20By%20PHP')).text), []);
	assert.match(await adopt(), /posts added 2\b/);
	assert.deepEqual(await redis('LRANGE', `own:${id}`, 0, -1), [`${one}`]);
	assert.equal(await redis('LINDEX', 'own:1001', 0), `${two}`);
	assert.equal(await redis('LLEN', 'own:1001'), 3336);
	assert.equal(await redis('HGET', 'names', 'new by php'), `${id}`);
	assert.match(await adopt(), /posts added 0\b/);
});

test('PHP reads on', async () => {
	const [newest] = await php.posts('timeline', 0, 50);
	const mine = await php.posts('posts:1001', 990);

	assert.equal(newest.body, 'Grace by PHP');
	assert.ok(mine.every((post) => post.name && post.body));
	assert.equal(await php.session(secrets.ada), undefined);
	for (const [key, type] of await typesOf(redis)) {
		const expected = types.find(([pattern]) => pattern.test(key));

		assert.ok(expected || ours.test(key), `what is ${key}?`);
		assert.equal(type, expected?.[1] ?? type, key);
	}
});
