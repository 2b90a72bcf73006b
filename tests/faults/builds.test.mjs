// During an update, programs of two versions use one database for a while:
// pages and workers of an earlier build, and of this one.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { after, test } from 'node:test';
import { bodies, formValue } from '../lib/page.mjs';
import { run, variables } from '../lib/program.mjs';
import { settled } from '../lib/redis.mjs';
import { build, cleanEnvironment, lean, makeEnvironment, root, startStack }
	from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

// A commit whose programs are still in use somewhere.
const before = '43e8a039';
const older = `${homedir()}/.cache/retwis/builds/${before}`;

// Built once, and kept for the next time.
function buildOlder() {
	if (existsSync(`${older}/build/retwis-admin`))
		return true;
	const making = `${older}.new`;

	rmSync(making, { recursive: true, force: true });
	mkdirSync(making, { recursive: true });
	const made = spawnSync('sh', ['-c', `git archive ${before} Makefile conf src ` +
		`templates | tar -x -C ${making} && exec make -s -C ${making} -j2 all`],
	{ cwd: root, encoding: 'utf8', env: makeEnvironment() });

	if (made.status !== 0) {
		console.error(made.stderr);
		return false;
	}
	rmSync(older, { recursive: true, force: true });
	renameSync(making, older);
	return true;
}

const isKnown = spawnSync('git', ['cat-file', '-e', `${before}^{commit}`],
	{ cwd: root }).status === 0;
const skip = isKnown ? false : `there is no ${before} in this clone, or no git`;
const stack = isKnown && await startStack({ env: { RETWIS_WORKERS: '0', ...lean } });
const workers = [];

after(() => workers.forEach((worker) => worker.kill('SIGKILL')));

// As plain CGI: a page of this build, or of the earlier one.
const trees = { new: { programs: build, templates: `${build}/templates` },
	old: { programs: `${older}/build`, templates: `${older}/templates` } };

async function ask(which, page, visitor, path, fields) {
	const body = fields ? new URLSearchParams(fields).toString() : '';
	const ran = await run(`${trees[which].programs}/pages/${page}`, [],
		{ GATEWAY_INTERFACE: 'CGI/1.1', RETWIS_REDIS: stack.address,
			RETWIS_TEMPLATES: trees[which].templates,
			...variables(fields ? 'POST' : 'GET', path, body),
			HTTP_HOST: new URL(stack.url).host, REMOTE_ADDR: '127.0.0.1',
			HTTP_COOKIE: visitor.cookieHeader() }, body);

	assert.equal(ran.errors, '');
	return { status: Number(ran.output.match(/^Status: (\d+)/)[1]),
		// The earlier build isolates a name without its @.
		text: ran.output.replaceAll('@<bdi>', '<bdi>@') };
}

async function post(which, visitor, status, more = {}) {
	const home = await ask(which, 'home', visitor, '/');
	const answer = await ask(which, 'post', visitor, '/post', { status,
		csrf: formValue(home.text, 'csrf'),
		nonce: formValue(home.text, 'nonce'), ...more });

	assert.equal(answer.status, 303, answer.text);
}

// The posts on the visitor's home page, according to the pages of each build.
async function homes(visitor) {
	await settled(stack.redis);
	const [one, other] = await Promise.all(['old', 'new'].map(async (which) =>
		bodies((await ask(which, 'home', visitor, '/')).text)));

	assert.deepEqual(one, other);
	return one;
}

async function startWorker(which) {
	const worker = spawn(`${trees[which].programs}/retwis-worker`, [],
		{ stdio: 'inherit', env: cleanEnvironment({
			RETWIS_REDIS: stack.address }) });

	workers.push(worker);
	await once(worker, 'spawn');
	return async () => {
		worker.kill();
		const [status] = await once(worker, 'exit');

		assert.equal(status, 0);
	};
}

test('pages and workers of two builds, on one database', { skip }, async () => {
	assert.ok(buildOlder());
	const [anna, ben] = await Promise.all(['anna', 'ben'].map((name) =>
		member(stack.url, name)));
	const all = [];

	await ben.press('anna', 'follow');
	await homes(ben);
	for (const worker of ['old', 'new']) {
		const stop = await startWorker(worker);

		for (const page of ['old', 'new']) {
			const text = `by the ${page} page and the ${worker} worker`;

			await post(page, anna, text);
			all.unshift(text);
			assert.deepEqual(await homes(ben), all.slice(0, 10));
		}
		// Rebuilt by one build while the other one delivers.
		for (const page of ['old', 'new']) {
			await stack.redis('UNLINK', 'posts:2');
			await ask(page, 'home', ben, '/');
			const text = `after ${page} made it, by the ${worker} worker`;

			await post(page === 'old' ? 'new' : 'old', anna, text);
			all.unshift(text);
			assert.deepEqual(await homes(ben), all.slice(0, 10));
		}
		await stop();
	}
});

test('both workers at a time deliver each post once', { skip }, async () => {
	const visitors = await Promise.all(['carla', 'dora'].map((name) =>
		member(stack.url, name)));
	const [carla, dora] = visitors;
	const stops = await Promise.all(['old', 'new', 'old'].map(startWorker));
	const all = Array.from({ length: 30 }, (_, i) => `post ${i}`);

	await dora.press('carla', 'follow');
	for (const [i, text] of all.entries())
		await post(i % 2 ? 'old' : 'new', carla, text);
	const seen = await homes(dora);

	assert.equal(new Set(seen).size, seen.length);
	assert.deepEqual(seen, [...all].reverse().slice(0, seen.length));
	await Promise.all(stops.map((stop) => stop()));
});

test('a display name of either build is shown by both', { skip }, async () => {
	const anna = await new Visitor(stack.url);
	const stop = await startWorker('old');

	await anna.login('anna');
	for (const which of ['old', 'new']) {
		const account = await ask(which, 'account', anna, '/account');
		const name = `Anna of the ${which}`;
		const set = await ask(which, 'account', anna, '/account/name',
			{ name, csrf: formValue(account.text, 'csrf') });

		assert.equal(set.status, 303);
		await post(which, anna, `as ${name}`);
		await settled(stack.redis);
		for (const page of ['old', 'new'])
			assert.ok((await ask(page, 'profile', anna, '/@anna')).text
				.includes(name), `${which} by ${page}`);
	}
	await stop();
});

test('retwis-admin of this build finds nothing wrong then', { skip }, async () => {
	const stop = await startWorker('new');

	await settled(stack.redis);
	const check = await run(`${build}/retwis-admin`, ['check'],
		{ RETWIS_REDIS: stack.address });

	assert.equal(check.status, 0, check.output + check.errors);
	await stop();
});
