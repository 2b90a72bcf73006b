// The clock of all programs jumps an hour forward, and back, while the site is
// in use. Redis keeps the true time: it does not start with libfaketime.
import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync,
	rmSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { Load } from '../lib/load.mjs';
import { until } from '../lib/processes.mjs';
import { build, programs, temporaryFolder } from '../lib/stack.mjs';
import { member, Visitor } from '../lib/visitor.mjs';
import { broken, rebuildHome } from './lib/invariants.mjs';
import { startSite } from './lib/site.mjs';

const library = [`/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}` +
	'-linux-gnu/faketime/libfaketime.so.1'].find(existsSync);
const folder = temporaryFolder();
const clock = `${folder}/clock`;

after(() => rmSync(folder, { recursive: true, force: true }));

function setClock(seconds) {
	writeFileSync(`${clock}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
	chmodSync(`${clock}.new`, 0o644);
	renameSync(`${clock}.new`, clock);
}

// Starts the program of that name with the other clock.
function wrap(from, to) {
	writeFileSync(to, '#!/bin/sh\n' +
		`export FAKETIME_TIMESTAMP_FILE=${clock} FAKETIME_NO_CACHE=1\n` +
		'export FAKETIME_DONT_FAKE_MONOTONIC=1\n' +
		`LD_PRELOAD=${library} exec ${from} "$@"\n`);
	chmodSync(to, 0o755);
}

function wrapAll() {
	chmodSync(folder, 0o755);
	mkdirSync(`${folder}/pages`);
	for (const name of ['conf', 'templates'])
		cpSync(`${build}/${name}`, `${folder}/${name}`, { recursive: true });
	for (const page of readdirSync(programs).filter((p) => p[0] !== '.'))
		wrap(`${programs}/${page}`, `${folder}/pages/${page}`);
	for (const name of ['retwis-worker', 'retwis-live'])
		wrap(`${build}/${name}`, `${folder}/${name}`);
}

const hours = (seconds) =>
	Math.round((seconds - Date.now() / 1000) / 3600) + 0;

// A new post, and by how many hours its time is wrong.
async function wrongHours(site, visitor, n) {
	await visitor.submit('/post', { status: `At ${n}`, nonce: `at ${n}` });
	const [id] = await site.data('LRANGE', 'own:1', 0, 0);

	return hours(await site.data('HGET', `post:${id}`, 'time'));
}

test('the clock jumps an hour', { skip: library ? false :
	'there is no libfaketime' }, async () => {
	setClock(0);
	wrapAll();
	const site = await startSite(false, { env: { BUILD: folder } });
	const load = new Load();
	const [anna, ben, cleo] = [await member(site.url, 'anna'),
		await member(site.url, 'ben'), await member(site.url, 'cleo')];

	await ben.follow('anna');
	await cleo.follow('ben');
	for (const one of [anna, ben, cleo])
		await one.get('/');
	load.writes(ben, 2, 40);
	load.follows(cleo, 1);
	load.reads(ben, () => '/');
	for (const [n, jump] of [3600, 0, -3600, 0].entries()) {
		setClock(jump);
		assert.equal(await wrongHours(site, anna, n), jump / 3600);
		const before = load.written.length;

		await until('all goes on', () =>
			load.written.length > before + 20, 30);
		assert.equal((await new Visitor(site.url).login('ben')).status, 303);
	}
	await load.end();
	await rebuildHome(site, cleo, 'anna');
	assert.deepEqual(load.bad, []);
	const posts = [0, 1, 2, 3].map((n) => ({ author: 1, body: `At ${n}` }));

	assert.deepEqual(await broken(site, [...load.written, ...posts]), []);
	await site.stack.stop();
});
