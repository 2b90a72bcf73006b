// Long work that is interrupted at any point, or runs at the same time as other
// work, has the same result in the end.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { until } from '../lib/processes.mjs';
import { cleanEnvironment, borrowStack } from '../lib/stack.mjs';
import { Visitor } from '../lib/visitor.mjs';
import { adminOf, atEachCommand, program } from './lib/admin.mjs';
import { Php, disorder, likeAndRepost, smallSite, writtenBy }
	from './lib/classic.mjs';
import { cut, dump, openProxy, openRedis } from '../lib/wire.mjs';

// The index of words has as many commands as all else together, and is cut off
// in tests/unit/test_adopt.c.
const env = { RETWIS_SEARCH: 'names' };
const stack = { ...await borrowStack(env), env };
const redis = openRedis(stack.socket);
const admin = adminOf(stack);

const own = (id) => redis('LRANGE', `own:${id}`, 0, -1);

// Some posts are already in own: lists, others belong between them.
async function halfAdopted() {
	const site = await smallSite(redis, 2);

	for (const id of [1, 4])
		await redis('LPUSH', 'own:1', id);
	await site.php.post(site.anna, 'missing');
	await redis('LPUSH', 'own:1', await site.php.post(site.anna, 'known'));
	return site;
}

async function adopted() {
	const site = await smallSite(redis);

	assert.equal((await admin(['adopt'])).status, 0);
	await likeAndRepost(redis, site);
}

// The name has been deleted, and only a worker knows what is left to do.
async function workerEnds(errors) {
	assert.match(errors, /there is no member/);
	await redis('ZADD', '{leaving}:due', 'XX', 0, '0 1');
	await redis('ZADD', '{leaving}:due', 'XX', 0, '0 2');
	await until('the worker has finished it', async () =>
		!await redis('EXISTS', '{leaving}:due'));
}

// The connection ends after each command in turn; then the same command is run
// again.
async function finishes(words, prepare) {
	await prepare();
	assert.equal((await admin(words)).status, 0);
	const expected = await dump(redis);
	const check = async (ran, after) => {
		if (ran.status !== 0) {
			assert.match(ran.errors, /Redis does not answer/);
			const again = await admin(words);

			if (again.status !== 0)
				await workerEnds(again.errors);
		}
		assert.deepEqual(await dump(redis), expected, `${after}`);
	};
	const commands = await atEachCommand(stack, words,
		{ prepare, meanwhile: cut, check });

	assert.ok(commands > 10, `only ${commands} commands`);
}

test('adopting is interrupted after any command', () =>
	finishes(['adopt'], halfAdopted));

test('deleting a member is interrupted after any command', () =>
	finishes(['delete', '--yes', 'Anna Smith'], adopted));

test('deleting a member with a new name is interrupted, too', () =>
	finishes(['delete', '--yes', 'ben'], adopted));

// After the last of the commands the post can no longer be found, so the second
// run has nothing to complain about.
test('deleting a post is interrupted after any command', async () => {
	await adopted();
	await admin(['delete', '--yes', '4']);
	const expected = await dump(redis);

	const check = async (ran, after) => {
		await admin(['delete', '--yes', '4']);
		assert.deepEqual(await dump(redis), expected, `${after}`);
	};

	await atEachCommand(stack, ['delete', '--yes', '4'],
		{ prepare: adopted, meanwhile: cut, check });
});

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
		site = await halfAdopted();
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
	await halfAdopted();
	await admin(['adopt']);
	const expected = await dump(redis);

	const check = async (ran, after) => {
		assert.equal(ran.status, 0, ran.errors);
		assert.deepEqual(await dump(redis), expected, `${after}`);
	};

	await atEachCommand(stack, ['adopt'], { prepare: halfAdopted,
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

	await new Promise((done) => child.once('close', done));
	await proxy.close();
	const cutAt = await redis('LLEN', `own:${anna}`);

	assert.ok(cutAt > 1000 && cutAt < 5000, `${cutAt}`);
	assert.equal(await redis('EXISTS', 'layout'), 0);
	assert.equal((await admin(['adopt'])).status, 0);
	assert.deepEqual(await own(anna), await writtenBy(redis, anna));
});
