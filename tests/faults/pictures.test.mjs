// kill -9 of a page program after each command with which a member sends
// pictures, has a face, schedules, corrects and deletes. Once their time is
// over, there is no row without its files, and no file without its row; and
// nothing is there that no post and no member has.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { at, hour } from '../lib/later.mjs';
import { sendFiles } from '../lib/multipart.mjs';
import { png } from '../lib/pictures.mjs';
import { until } from '../lib/processes.mjs';
import { drained } from './lib/invariants.mjs';
import { prepare } from './lib/pages.mjs';
import { quick, startSite } from './lib/site.mjs';

const site = await startSite(false, { env: quick });
const { anna } = await prepare(site);

const two = [['pictures', png(40, 30)], ['pictures', png(30, 40)]];
const sent = { status: 'Look.', alt1: 'A cat', alt2: 'A dog' };

// ---- what there is -----------------------------------------------------------

// The endings of each token's files.
function files() {
	const all = {};

	for (const entry of readdirSync(site.pictures, { recursive: true })) {
		const [, token, ending] = entry.match(/([0-9a-f]{32})(-.*)$/) ?? [];

		if (token)
			(all[token] ??= []).push(ending);
	}
	return all;
}

async function keys(pattern) {
	return (await site.data('KEYS', pattern)).sort();
}

// The tokens that posts, members and scheduled posts name.
async function named() {
	const texts = await Promise.all([
		...(await keys('post:*')).map((key) => site.data('HGET', key, 'pictures')),
		...(await keys('user:*')).map((key) => site.data('HGET', key, 'face')),
		...(await keys('{later}:of:*')).map(async (key) =>
			(await site.data('ZRANGE', key, 0, -1)).join(' ').slice(32))]);

	return texts.flatMap((text) => text?.match(/[0-9a-f]{32}/g) ?? []).sort();
}

// Ten minutes pass, and workers do what is due.
async function passTime() {
	await drained(site);
	for (const key of await keys('picture:*'))
		await site.data('HINCRBY', key, 'time', -700);
	for (const job of await site.data('ZRANGE', '{pictures}:due', 0, -1))
		await site.data('ZADD', '{pictures}:due', 'XX', 1, job);
	await until('workers have looked', async () =>
		!await site.data('ZCOUNT', '{pictures}:due', '-inf', Date.now()));
}

// Each has all of its files, and is in something.
async function check(after) {
	await passTime();
	const rows = (await keys('picture:*')).map((key) => key.slice(8));

	assert.deepEqual(Object.keys(files()).sort(), rows, `${after}`);
	assert.deepEqual(await named(), rows, `${after}`);
	for (const endings of Object.values(files()))
		assert.ok(!endings.some((ending) => /new$/.test(ending)), `${after}`);
}

// The folder goes back with the database.
const copy = `${site.pictures}.saved`;
const { save, restore, run } = site;

site.save = async function () {
	execFileSync('rm', ['-rf', copy]);
	execFileSync('cp', ['-a', site.pictures, copy]);
	await save.call(this);
};

site.restore = async function () {
	await restore.call(this);
	execFileSync('find', [site.pictures, '-mindepth', '1', '-delete']);
	execFileSync('cp', ['-a', `${copy}/.`, site.pictures]);
};

// The program that is killed belongs to whoever runs this test, maybe to root,
// and the site does not: without this it couldn't write to folders of its own.
site.run = async function (...act) {
	const result = await run.apply(this, act);

	execFileSync('chown', ['-R', '--reference', this.stack.var, this.pictures]);
	return result;
};

// ---- the acts ------------------------------------------------------------------

// In the end there are `more` pictures than before, whenever it was cut short.
async function cut(act, again, least, more) {
	await site.save();
	const expected = (await named()).length + more;
	const commands = await site.atEachCommand(act, async (after) => {
		await check(after);
		const { status, text } = await again();

		// What was deleted before it was cut short is gone.
		assert.ok(status === 303 || more < 0 && status === 404,
			`${after}: ${text}`);
		await check(after);
		assert.equal((await named()).length, expected, `${after}`);
	});

	assert.ok(commands > least, `only ${commands} commands`);
}

test('a post with pictures is cut short', async () => {
	const fields = { ...sent, nonce: 'p' };

	await cut({ who: anna, page: 'post', fields, files: two },
		() => sendFiles(anna, '/post', fields, two), 18, 2);
});

test('a scheduled post with a picture is cut short', async () => {
	const fields = { status: 'Later.', at: at(24 * hour), nonce: 's' };
	const files = two.slice(0, 1);

	await cut({ who: anna, page: 'post', fields, files },
		() => sendFiles(anna, '/post', fields, files), 10, 1);
});

test('a face is cut short', async () => {
	const files = [['face', png(30, 30)]];
	const act = () => sendFiles(anna, '/account/face', {}, files);

	assert.equal((await act()).status, 303);
	await cut({ who: anna, page: 'face', path: '/account/face', fields: {},
		files }, act, 6, 0);
	await cut({ who: anna, page: 'face', path: '/account/face',
		fields: { remove: 1 } },
	() => anna.submit('/account/face', { remove: 1 }), 3, -1);
});

test('deleting a post with pictures is cut short', async () => {
	const { status } = await sendFiles(anna, '/post', { ...sent, nonce: 'd' }, two);
	const [id] = await site.data('LRANGE', 'own:1', 0, 0);

	assert.equal(status, 303);
	await cut({ who: anna, page: 'delete', fields: { id } },
		() => anna.submit('/delete', { id }), 8, -2);
});
