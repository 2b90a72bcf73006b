// Many at once: one name, one form.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { settled } from '../lib/redis.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { bodies, formValue, messages } from '../lib/page.mjs';

const { url, redis } = await borrowStack();

function atOnce(n, action) {
	return Promise.all(Array.from({ length: n }, (_, i) => action(i)));
}

// For some there may be no time to hash a password: these may come again.
test('two hundred register one name: one wins', async () => {
	const answers = await atOnce(200, () =>
		new Visitor(url).register('wanted'));
	const won = answers.filter((a) => a.status === 303);

	assert.equal(won.length, 1);
	assert.ok(answers.some((a) => a.status === 422));
	for (const answer of answers.filter((a) => a !== won[0])) {
		assert.equal(answer.headers['set-cookie'], undefined);
		if (answer.status === 429)
			continue;
		assert.equal(answer.status, 422);
		assert.match(messages(answer.text)['register-username-bad'],
			/name is taken/);
	}
	const id = await redis('HGET', 'users', 'wanted');

	assert.deepEqual(await redis('HGETALL', 'users'), { wanted: id });
	assert.deepEqual(await redis('KEYS', 'user:*'), [`user:${id}`]);
	assert.deepEqual(await redis('KEYS', 'sessions:*'), [`sessions:${id}`]);
	assert.equal(await redis('ZCARD', 'users_by_time'), 1);
	assert.equal((await new Visitor(url).login('wanted')).status, 303);
});

test('no page reaches the remains of a lost race', async () => {
	const anna = await member(url, 'anna');
	const orphan = await redis('INCR', 'next_user_id');

	await redis('HSET', `user:${orphan}`, 'username', 'wanted', 'password',
		'x', 'auth', 'f'.repeat(32));
	const answer = await anna.post('/follow', { follow: orphan });

	assert.equal(answer.status, 404);
	assert.equal(await redis('EXISTS', `followers:${orphan}`), 0);
	const home = await new Visitor(url).get('/',
		{ cookie: `auth=${'f'.repeat(32)}` });

	assert.match(home.text, /action="\/login"/);
});

test('one form sent twenty times at once is one post', async () => {
	const ben = await member(url, 'ben');
	const clara = await member(url, 'clara');

	await clara.follow('ben');
	await clara.get('/');
	const home = await ben.get('/');
	const form = { csrf: await ben.csrf(), status: 'only once',
		nonce: formValue(home.text, 'nonce') };
	const answers = await atOnce(20, () => ben.postRaw('/post', form));

	assert.deepEqual(new Set(answers.map((a) => a.status)), new Set([303]));
	const id = await redis('HGET', 'users', 'ben');
	const fan = await redis('HGET', 'users', 'clara');
	const posts = await redis('KEYS', 'post:*');

	assert.equal(posts.length, 1);
	const [post] = posts.map((key) => key.slice(5));

	await settled(redis);
	for (const list of [`own:${id}`, 'timeline'])
		assert.deepEqual(await redis('LRANGE', list, 0, -1), [post], list);
	// Both were empty, and say so by a 0.
	for (const list of [`posts:${id}`, `posts:${fan}`])
		assert.deepEqual(await redis('LRANGE', list, 0, -1), [post, '0']);
	assert.equal((await ben.postRaw('/post', form)).status, 303);
	assert.deepEqual(bodies((await clara.get('/')).text), ['only once']);
});

test('a new form, or another text, is another post', async () => {
	const dora = await member(url, 'dora');
	const csrf = await dora.csrf();
	const nonce = formValue((await dora.get('/')).text, 'nonce');

	await dora.postRaw('/post', { csrf, nonce, status: 'one' });
	await dora.postRaw('/post', { csrf, nonce, status: 'two' });
	await dora.write('one');
	assert.deepEqual(bodies((await dora.get('/')).text),
		['one', 'two', 'one']);
});

test('one nonce used by two members gives two posts', async () => {
	for (const name of ['emil', 'fred']) {
		const visitor = await member(url, name);

		await visitor.post('/post', { nonce: 'same', status: 'mine' });
		assert.deepEqual(bodies((await visitor.get(`/@${name}`)).text),
			['mine']);
	}
});

test('a post that was cut off is finished by the same form', async () => {
	const gina = await member(url, 'gina');
	const id = await redis('HGET', 'users', 'gina');
	const form = { csrf: await gina.csrf(), status: 'all of it',
		nonce: formValue((await gina.get('/')).text, 'nonce') };

	await gina.postRaw('/post', form);
	const [post] = await redis('LRANGE', `own:${id}`, 0, -1);

	await redis('DEL', `post:${post}`, `own:${id}`, `posts:${id}`);
	await redis('LREM', 'timeline', 0, post);
	assert.equal((await gina.postRaw('/post', form)).status, 303);
	assert.deepEqual(await redis('LRANGE', `own:${id}`, 0, -1), [post]);
	assert.equal((await redis('LRANGE', 'timeline', 0, 0))[0], post);
	assert.deepEqual(bodies((await gina.get('/')).text), ['all of it']);
	assert.equal(await redis('HGET', `post:${post}`, 'body'), 'all of it');
});
