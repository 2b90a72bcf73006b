// retwis-admin and the folder of pictures: what check says and --repair does,
// and what delete takes along. The files are made here, and nobody has decoded
// them.
// Only with one Redis: behind a proxy, rows that nothing names are not found.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, statSync,
	unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../lib/processes.mjs';
import { indexed } from '../lib/redis.mjs';
import { startStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { openRedis } from '../lib/wire.mjs';
import { adminOf } from './lib/admin.mjs';

const stack = await startStack();
const redis = openRedis(stack.socket);
const pictures = `${stack.var}/pictures`;
const admin = adminOf({ ...stack, env: { RETWIS_PICTURES: pictures } });
const anna = await member(stack.url, 'anna');
const now = Math.floor(Date.now() / 1000);

const endings = {
	post: ['-400.webp', '-800.webp', '-1600.webp', '-1200.jpg'],
	face: ['-72.webp', '-288.webp'],
};

after(() => stack.stop());

const fileOf = (token, ending) => `${pictures}/${token.slice(0, 2)}/` +
	`${token.slice(2, 4)}/${token}${ending}`;

// Root does not run a stack as root, and a worker has to delete what is here.
function give(path) {
	const { uid, gid } = statSync(pictures);

	chownSync(path, uid, gid);
}

// An hour old, and counted, as if it had been taken in then.
async function picture(use, fields = []) {
	const token = randomBytes(16).toString('hex');

	for (const ending of endings[use]) {
		mkdirSync(dirname(fileOf(token, ending)), { recursive: true });
		writeFileSync(fileOf(token, ending), 'x');
		utimesSync(fileOf(token, ending), now - 3600, now - 3600);
		give(dirname(fileOf(token, ending)));
	}
	await redis('HSET', `picture:${token}`, 'user_id', 1, 'use', use, 'width',
		640, 'height', 480, 'bytes', endings[use].length, 'time', now - 3600,
		...fields);
	await redis('HINCRBY', 'pictures_count', 'count', 1);
	await redis('HINCRBY', 'pictures_count', 'bytes', endings[use].length);
	return token;
}

async function postWithPicture() {
	await anna.write('Look.');
	const [id] = await redis('LRANGE', 'own:1', 0, 0);
	const token = await picture('post', ['post', id]);

	await redis('HSET', `post:${id}`, 'pictures', `${token} 640 480\tA cat`);
	await indexed(redis);
	return { id, token };
}

async function check(words = []) {
	const { output, errors, status } = await admin(['check', ...words]);

	return { output, errors, status };
}

async function isClean() {
	const { output, errors, status } = await check();

	assert.match(output, /\nBroken: 0, left over: 0\n$/);
	assert.deepEqual([errors, status], ['', 0]);
	assert.ok(!output.includes('ictures'), output);
}

const hasFiles = (token, use) =>
	endings[use].some((ending) => existsSync(fileOf(token, ending)));

// A worker looks after what nothing has half a minute later; here, at once. One
// that has it in hand is left alone.
async function workersHaveLooked() {
	await until('workers have looked', async () => {
		for (const job of await redis('ZRANGEBYSCORE', '{pictures}:due', 2, '+inf'))
			await redis('ZADD', '{pictures}:due', 'XX', 1, job);
		return await redis('ZCARD', '{pictures}:due') === 0;
	});
}

const seal = await redis('GET', 'seal');

writeFileSync(`${pictures}/mark`, `${seal}\n`);
await redis('SET', 'pictures_since', now);

const { id, token } = await postWithPicture();
const face = await picture('face');

await redis('HSET', 'user:1', 'face', face);

test('nothing is wrong', isClean);

test('a folder that is not mounted, and comes back', async () => {
	const away = `${stack.var}/away`;
	const rows = await redis('KEYS', 'picture:*');

	renameSync(pictures, away);
	for (const words of [[], ['--repair']]) {
		const { output, status } = await check(words);

		assert.match(output, /^Broken, pictures away: 1\n {2}the pictures are /);
		assert.ok(output.includes(`away: ${pictures} cannot be read; they were`));
		assert.equal(status, 1);
	}
	mkdirSync(pictures);
	assert.match((await check(['--repair'])).output, /has no mark of a site/);
	assert.deepEqual(readdirSync(pictures), []);
	assert.deepEqual(await redis('KEYS', 'picture:*'), rows);
	renameSync(away, pictures);
	await isClean();
});

test('pictures that were turned off', async () => {
	const off = adminOf(stack);
	const ran = await off(['check', '--repair']);

	assert.match(ran.output, /^Note, pictures off: 1\n {2}RETWIS_PICTURES is off/);
	assert.equal(ran.status, 0);
	await isClean();
});

test('files without a row are in lost/ for a month', async () => {
	const stray = await picture('face');
	const lost = `${pictures}/lost`;

	await redis('DEL', `picture:${stray}`);
	await redis('HINCRBY', 'pictures_count', 'count', -1);
	await redis('HINCRBY', 'pictures_count', 'bytes', -2);
	const before = await check();

	assert.match(before.output, /^Left over, files without a picture: 1\n {2}2 in /);
	assert.equal(before.status, 0);
	assert.ok(hasFiles(stray, 'face'));
	assert.match((await check(['--repair'])).output, / \(repaired\)\n/);
	assert.ok(!hasFiles(stray, 'face'));
	assert.deepEqual(readdirSync(lost).sort(),
		endings.face.map((ending) => stray + ending).sort());
	await isClean();
	utimesSync(`${lost}/${stray}-72.webp`, now - 31 * 86400, now - 31 * 86400);
	assert.match((await check()).output, /^Left over, files in lost\/: 1\n/);
	assert.equal(readdirSync(lost).length, 2);
	await check(['--repair']);
	assert.equal(readdirSync(lost).length, 1);
	await isClean();
});

test('a picture that nothing has is deleted by a worker', async () => {
	const nobodys = await picture('post');

	assert.match((await check()).output, /^Left over, picture in nothing: 1\n/);
	assert.ok(hasFiles(nobodys, 'post'));
	assert.match((await check(['--repair'])).output, / \(repaired\)\n/);
	await workersHaveLooked();
	assert.ok(!hasFiles(nobodys, 'post'));
	assert.equal(await redis('EXISTS', `picture:${nobodys}`), 0);
	await isClean();
});

test('a row without files is kept where there are few', async () => {
	const lost = await picture('post', ['post', id]);

	await redis('HSET', `post:${id}`, 'pictures',
		`${token} 640 480\tA cat\n${lost} 640 480\t`);
	for (const ending of endings.post)
		unlinkSync(fileOf(lost, ending));
	const { output, errors, status } = await check(['--repair']);

	assert.match(output, /^Broken, picture without files: 1\n/);
	assert.match(output, /\n {2}1 of 3 pictures have no files: .*, so none of /);
	assert.match(errors, /not everything that is broken could be repaired/);
	assert.equal(status, 1);
	assert.equal(await redis('EXISTS', `picture:${lost}`), 1);
	await redis('DEL', `picture:${lost}`);
	await redis('HINCRBY', 'pictures_count', 'count', -1);
	await redis('HINCRBY', 'pictures_count', 'bytes', -4);
	const after = await check(['--repair']);

	assert.match(after.output, /^Left over, picture lost: 1\n {2}post \d+ has/);
	assert.equal(after.status, 0);
	await redis('HSET', `post:${id}`, 'pictures', `${token} 640 480\tA cat`);
	await isClean();
});

test('a post that is deleted takes its pictures', async () => {
	const other = await postWithPicture();
	const ran = await admin(['delete', '--yes', other.id]);

	assert.deepEqual([ran.errors, ran.status], ['', 0]);
	await workersHaveLooked();
	assert.ok(!hasFiles(other.token, 'post'));
	assert.ok(hasFiles(token, 'post'));
	await isClean();
});

test('a member who is deleted takes posts\' pictures and the face', async () => {
	const ran = await admin(['delete', '--yes', 'anna']);

	assert.deepEqual([ran.errors, ran.status], ['', 0]);
	await workersHaveLooked();
	for (const [one, use] of [[token, 'post'], [face, 'face']]) {
		assert.ok(!hasFiles(one, use), use);
		assert.equal(await redis('EXISTS', `picture:${one}`), 0, use);
	}
	assert.equal(await redis('HGET', 'pictures_count', 'count'), '0');
	assert.equal(await redis('HGET', 'pictures_count', 'bytes'), '0');
	await isClean();
});
