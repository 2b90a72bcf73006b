// A database is adopted while members and PHP write, while somebody else adopts
// it, too, or only in part, since the program is killed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { cleanEnvironment, borrowStack } from '../lib/stack.mjs';
import { Visitor } from '../lib/visitor.mjs';
import { adminOf, atEachCommand, program } from './lib/admin.mjs';
import { Php, disorder, halfAdopted, writtenBy } from './lib/classic.mjs';
import { dump, openProxy, openRedis } from '../lib/wire.mjs';

// The index of words has as many commands as all else together, and is tested
// in tests/unit/test_adopt.c.
const env = { RETWIS_SEARCH: 'names' };
const stack = { ...await borrowStack(env), env };
const redis = openRedis(stack.socket);
const admin = adminOf(stack);

const own = (id) => redis('LRANGE', `own:${id}`, 0, -1);

test('members write and PHP writes at any moment of an adoption', async () => {
	const visitor = new Visitor(stack.url);
	let site;
	const write = async (status, nonce) => {
		const answer = await visitor.post('/post', { status, nonce });

		assert.equal(answer.status, 303);
	};
	// The secret contains its owner's id, and so survives the adoption.
	const secret = `${'5'.repeat(32)}1`;
	const prepare = async () => {
		site = await halfAdopted(redis);
		await redis('HSET', 'user:1', 'auth', secret);
	};
	const meanwhile = async (after) => {
		await write('first', `n${after}`);
		await site.php.post(site.anna, 'by PHP');
		await write('last', `n${after}`);
	};
	const check = async (ran, after) => {
		assert.equal(ran.status, 0, ran.errors);
		assert.deepEqual(disorder(await own(1)), [], `${after}`);
		await admin(['adopt']);
		for (const id of [site.anna, site.ben, site.carl])
			assert.deepEqual(await own(id),
				await writtenBy(redis, id), `${after}`);
	};

	visitor.cookies.set('auth', secret);
	const commands = await atEachCommand(stack, ['adopt'],
		{ prepare, meanwhile, check });

	assert.ok(commands > 10, `only ${commands} commands`);
});

test('a second adoption runs at any moment of the first', async () => {
	await halfAdopted(redis);
	await admin(['adopt']);
	const expected = await dump(redis);

	const check = async (ran, after) => {
		assert.equal(ran.status, 0, ran.errors);
		assert.deepEqual(await dump(redis), expected, `${after}`);
	};

	await atEachCommand(stack, ['adopt'],
		{ prepare: () => halfAdopted(redis),
			meanwhile: () => admin(['adopt']), check });
});

test('kill -9 in the middle of many posts', async () => {
	await redis('FLUSHALL');
	const anna = await new Php(redis).register('anna');
	const load = [redis('SET', 'next_post_id', 5000)];

	for (let id = 1; id <= 5000; id++)
		load.push(redis('HSET', `post:${id}`, 'user_id', anna,
			'time', id, 'body', 'b'),
		redis('LPUSH', `posts:${anna}`, id));
	await Promise.all(load);
	const proxy = await openProxy(`${stack.var}/proxy.sock`, stack.socket,
		7000, () => { child.kill('SIGKILL'); return 'cut'; });
	const child = spawn(program, ['adopt'], { env:
		cleanEnvironment({ RETWIS_REDIS: proxy.address }) });

	await once(child, 'close');
	await proxy.close();
	const cutAt = await redis('LLEN', `own:${anna}`);

	assert.ok(cutAt > 1000 && cutAt < 5000, `${cutAt}`);
	assert.equal(await redis('EXISTS', 'layout'), 0);
	assert.equal((await admin(['adopt'])).status, 0);
	assert.deepEqual(await own(anna), await writtenBy(redis, anna));
});
