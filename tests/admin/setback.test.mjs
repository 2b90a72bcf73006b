// Both counters go back, as on a server that takes over without having received
// the newest numbers: all existing members and posts are unaffected.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { bodies } from '../lib/page.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { openRedis } from '../lib/wire.mjs';
import { adminOf } from './lib/admin.mjs';
import { startSource } from './lib/importing.mjs';
import { retwisRb } from './lib/older.mjs';

const stack = await borrowStack();
const { url, redis } = stack;
const admin = adminOf(stack);
let anna, ben, link;

// The posts 1 to 4; 3 is ben's repost of 1, and 4 is a reply to it.
beforeEach(async () => {
	await redis('FLUSHALL');
	anna = await member(url, 'anna');
	ben = await member(url, 'ben');
	await anna.write('The first, for @ben. #tea');
	await ben.write('The second.');
	await ben.post('/act', { repost: 1 });
	await ben.post('/post', { status: 'Yes.', reply_to: 1, nonce: 'r' });
	await anna.follow('ben');
	await anna.submit('/invitations', { uses: 5, days: 7 });
	[link] = await redis('ZRANGE', 'invites:1', 0, -1);
});

// What only the owner may change. `seen` and the counts are not among it.
async function kept() {
	const hash = (key, ...fields) => redis('HMGET', key, ...fields);

	return {
		users: await Promise.all([1, 2].map((id) => hash(`user:${id}`,
			'username', 'password', 'generation', 'standing', 'who'))),
		names: await hash('users', 'anna', 'ben'),
		posts: await Promise.all([1, 2, 3, 4].map((id) => hash(`post:${id}`,
			'user_id', 'time', 'body', 'username', 'repost_of',
			'reply_to'))),
	};
}

async function setBack() {
	await redis('SET', 'next_user_id', 0);
	await redis('SET', 'next_post_id', 0);
}

async function isWhole(before) {
	assert.deepEqual(await kept(), before);
	for (const name of ['anna', 'ben'])
		assert.equal((await new Visitor(url).login(name)).status, 303, name);
	const { output } = await admin(['check']);

	assert.doesNotMatch(output,
		/^(?!Broken, (member|post) counter)(Broken|Left over), /m);
}

const idOf = (name) => redis('HGET', 'users', name).then(Number);

test('newcomers get other ids', async () => {
	const before = await kept();

	await setBack();
	await member(url, 'cleo');
	const joined = await new Visitor(url).postRaw('/register', { invite: link,
		nonce: 'j', username: 'dora', password, password2: password });

	assert.equal(joined.status, 303);
	const { errors } = await admin(['add', 'emil'],
		{ input: `${password}\n` });

	assert.equal(errors, '');
	const ids = await Promise.all(['cleo', 'dora', 'emil'].map(idOf));

	assert.ok(ids.every((id) => id > 2), `${ids}`);
	assert.equal(new Set(ids).size, 3);
	assert.equal((await new Visitor(url).login('dora')).status, 303);
	await isWhole(before);
});

test('losers of a name take away only what is theirs', async () => {
	const before = await kept();
	const form = (i) => new Visitor(url).postRaw('/register',
		{ invite: link, nonce: `n${i}`, username: 'cleo',
			password: `${password} ${i}`,
			password2: `${password} ${i}` });

	await setBack();
	const came = await Promise.all([1, 2, 3, 4, 5].map(form));

	assert.equal(came.filter(({ status }) => status === 303).length, 1);
	assert.equal(await redis('HLEN', 'users'), 3);
	await isWhole(before);
});

test('so do posts, replies and reposts', async () => {
	const before = await kept();

	for (const act of [() => anna.write('Another. #tea'),
		() => anna.post('/post', { status: 'No.', reply_to: 2, nonce: 's' }),
		() => anna.post('/act', { repost: 2 })]) {
		await setBack();
		assert.equal((await act()).status, 303);
	}
	assert.deepEqual(bodies((await anna.get('/@anna')).text),
		['The second.', 'No.', 'Another. #tea', 'The first, for @ben. #tea']);
	assert.equal(await redis('LLEN', 'own:2'), 3);
	assert.equal(await redis('ZCARD', 'outbox'), 0);
	await isWhole(before);
});

// Imported members get ids after the existing ones, although the counter says
// 0, and the imported anna is a different member.
test('and members of an older database', async () => {
	const before = await kept();
	const source = await startSource();

	await retwisRb(openRedis(source));
	await setBack();
	const ran = await admin(['import', `unix:${source}`]);

	assert.equal(ran.errors, '');
	assert.match(ran.output, /members 2, /);
	assert.equal(await redis('ZCARD', 'archive:1'), 0);
	assert.equal(await idOf('anna_2'), 3);
	await isWhole(before);
});

test('check names both, and counts on from the last', async () => {
	await setBack();
	const { output } = await admin(['check']);

	assert.match(output, /^Broken, member counter: 1$/m);
	assert.match(output, /^Broken, post counter: 1$/m);
	await admin(['check', '--repair']);
	assert.equal(await redis('GET', 'next_user_id'), '2');
	assert.equal(await redis('GET', 'next_post_id'), '4');
	await member(url, 'cleo');
	assert.equal(await idOf('cleo'), 3);
});
