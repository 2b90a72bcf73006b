// The site's key: a program whose key is not the one of the database, or that
// has none, does not start, and says so in one line.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { borrowStack, build, programs, temporaryFolder }
	from '../lib/stack.mjs';
import { endPages, run, startPage } from '../lib/program.mjs';
import { dump } from '../lib/wire.mjs';

const stack = await borrowStack();
const { redis } = stack;
const folder = temporaryFolder();
const here = { RETWIS_REDIS: stack.address };

after(() => {
	endPages();
	rmSync(folder, { recursive: true });
});

function keyFile(name, text) {
	writeFileSync(`${folder}/${name}`, text);
	return { ...here, RETWIS_KEY_FILE: `${folder}/${name}` };
}

const other = keyFile('other', `${'6'.repeat(64)}\n`);
const admin = `${build}/retwis-admin`;

// Where its input is not a socket, a page is a single request of plain CGI, and
// does not check the key.
const all = [[`${programs}/home`, ['--check']],
	[`${build}/retwis-worker`, ['--check']], [`${build}/retwis-worker`, []],
	[`${build}/retwis-live`, ['--check']], [admin, ['host']]];

async function refuses(env, why) {
	for (const [program, words] of all) {
		const ran = await run(program, words, env);

		assert.equal(ran.status, 1, `${program} ${words}`);
		assert.equal(ran.output, '');
		assert.match(ran.errors, /^retwis[a-z-]*: [^\n]*\n$/);
		assert.match(ran.errors, why, `${program} ${words}`);
	}
}

test('the first program that starts stores the seal of its key', async () => {
	await redis('DEL', 'seal');
	assert.equal((await run(`${programs}/home`, ['--check'], here)).status, 0);
	assert.equal((await run(admin, ['host'], here)).status, 0);
	assert.equal(await redis('EXISTS', 'seal'), 0);
	await startPage('home', folder, here);
	assert.match(await redis('GET', 'seal'), /^[0-9a-f]{64}$/);
});

// spawn-fcgi gives it a socket, and ends when the program does.
test('nor does a page that runs', async () => {
	for (const page of [`${programs}/home`, `${build}/retwis-live`]) {
		const ran = await run('spawn-fcgi', ['-n', '-s',
			`${folder}/page.sock`, '--', page], other);

		assert.equal(ran.status, 1);
		assert.match(ran.errors, /was written with a different key/);
	}
});

test('with a different key nothing starts, and nothing is written', async () => {
	const before = await dump(redis);

	await refuses(other, /was written with a different key/);
	assert.deepEqual(await dump(redis), before);
});

test('without one neither', async () => {
	for (const [name, text, why] of [
		['short', `${'6'.repeat(63)}\n`, /must start with a line of 64 hex/],
		['long', `${'6'.repeat(65)}\n`, /must start with a line of 64 hex/],
		['odd', `${'x'.repeat(64)}\n`, /must start with a line of 64 hex/],
		['empty', '', /must start with a line of 64 hex/]])
		await refuses(keyFile(name, text), why);
	await refuses({ ...here, RETWIS_KEY_FILE: '/nowhere/key' },
		/RETWIS_KEY_FILE cannot be read, \/nowhere\/key: No such file/);
	// The default location, where `make install` creates it.
	await refuses({ ...here, RETWIS_KEY_FILE: '' },
		/RETWIS_KEY_FILE cannot be read, \/etc\/retwis\/key: /);
});

test('a host who has lost it breaks the seal', async () => {
	await redis('DEL', 'seal');
	const { pid, stop, ended } = await startPage('home', folder, other);

	assert.ok(pid);
	await refuses(here, /was written with a different key/);
	stop();
	await ended;
	await redis('DEL', 'seal');
});
