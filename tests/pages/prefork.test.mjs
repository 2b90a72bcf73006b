// How a page program starts and ends: SIGTERM, SIGHUP, with one process and
// with several, and with more connections than it accepts.
import assert from 'node:assert/strict';
import { copyFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { borrowStack, programs, temporaryFolder } from '../lib/stack.mjs';
import { Connection, endPages, fastcgi, listens, openFiles, startPage,
	variables } from '../lib/program.mjs';
import { CutProxy } from '../lib/cutproxy.mjs';
import { processesIn, until } from '../lib/processes.mjs';
import { member, password } from '../lib/visitor.mjs';

const stack = await borrowStack();
const folder = temporaryFolder();
const proxy = await new CutProxy(stack.socket).open(`${folder}/proxy.sock`);
const env = { RETWIS_REDIS: proxy.address, RETWIS_REDIS_TIMEOUT: '2500' };
const get = variables('GET', '/timeline');

after(() => {
	endPages();
	rmSync(folder, { recursive: true, force: true });
});

const isGood = async (page) =>
	assert.equal((await fastcgi(page.socket, get)).status, 200);

async function endsWell(page) {
	const begun = Date.now();

	page.stop();
	assert.deepEqual(await page.ended, [0, null]);
	assert.ok(Date.now() - begun < 10000);
}

const TAKEN = 500;

test('a request waits when all are busy, and none is closed', async () => {
	const page = await startPage('timeline', folder, env);
	const idle = openFiles(page.pid);
	const all = [...Array(TAKEN + 20).keys()].map(() =>
		new Connection(page.socket));

	await until('it is full', () => !listens(page.pid));
	assert.equal(openFiles(page.pid), idle + TAKEN);
	const late = all.slice(TAKEN);
	const answers = late.map((one) => one.ask(get));

	assert.equal((await all[0].ask(get)).status, 200);
	assert.deepEqual(late.map((one) => one.bytes), late.map(() => 0));
	assert.ok(all.every((one) => !one.isClosed));
	for (const one of all.slice(1, 21))
		one.leave();
	for (const { status } of await Promise.all(answers))
		assert.equal(status, 200);
	for (const one of all)
		one.leave();
	await endsWell(page);
});

/* ---- SIGTERM ------------------------------------------------------------ */

// The web server closes them, since it may just be sending a request over one.
test('told to end, it serves its remaining connections', async () => {
	const page = await startPage('timeline', folder, env);
	const connections = [...Array(30).keys()].map(() =>
		new Connection(page.socket));
	const [begun, kept, silent] = [0, 10, 20].map((i) =>
		connections.slice(i, i + 10));

	await Promise.all([...begun, ...kept].map((one) => one.ask(get)));
	proxy.hold();
	const answers = begun.map((one) => one.ask(get));

	await until('they wait for Redis', () => proxy.isAsked);
	page.stop();
	await page.told();
	proxy.heal();
	for (const { status } of await Promise.all(answers))
		assert.equal(status, 200);
	for (const one of [...kept, ...silent, ...kept])
		assert.equal((await one.ask(get)).status, 200);
	assert.ok(connections.every((one) => !one.isClosed));
	for (const one of connections)
		one.leave();
	assert.deepEqual(await page.ended, [0, null]);
});

test('connections that nobody closes do not keep it for ever', async () => {
	const page = await startPage('timeline', folder, env);
	const [kept, silent] = [0, 1].map(() => new Connection(page.socket));

	await kept.ask(get);
	for (const one of [kept, silent])
		one.listen();
	await endsWell(page);
	await until('both are closed', () => kept.isClosed && silent.isClosed);
});

/* ---- SIGHUP ------------------------------------------------------------- */

const copy = (name) => {
	const file = `${folder}/${name}`;

	copyFileSync(`${programs}/${name}`, `${file}.new`);
	renameSync(`${file}.new`, file);
	return file;
};

const runs = (pid, file) => {
	try {
		return statSync(`/proc/${pid}/exe`).ino === statSync(file).ino;
	} catch {
		return false;
	}
};

// Sends requests until it is told to stop: how many answers there were.
function asking(page) {
	let over = false;
	const ask = async () => {
		let n = 0;

		for (; !over; n++)
			await isGood(page);
		return n;
	};
	const all = [ask(), ask(), ask()];

	return async () => {
		over = true;
		return Promise.all(all);
	};
}

test('SIGHUP: the program that is in its place by then', async () => {
	const file = copy('timeline');
	const page = await startPage(file, folder, env);
	const stop = asking(page);

	for (let i = 0; i < 3; i++) {
		copy('timeline');
		assert.ok(!runs(page.pid, file));
		page.stop('SIGHUP');
		await until('the new one', () => runs(page.pid, file) &&
			listens(page.pid));
	}
	assert.ok((await stop()).every((n) => n > 0));
	await endsWell(page);
});

test('SIGHUP at any moment, and often', async () => {
	const page = await startPage('timeline', folder, env);
	const stop = asking(page);

	for (let i = 0; i < 40; i++) {
		page.stop('SIGHUP');
		await sleep(i % 8); // it starts again at different moments
	}
	await until('it waits', () => listens(page.pid));
	await stop();
	await endsWell(page);
});

test('SIGHUP leaves no files behind', async () => {
	await member(stack.url, 'anna');
	const page = await startPage('login', folder, env);
	const form = `username=anna&password=${encodeURIComponent(password)}`;
	const vars = variables('POST', '/login', form,
		{ HTTP_ORIGIN: 'http://x', HTTP_HOST: 'x' });
	const idle = openFiles(page.pid);

	assert.equal((await fastcgi(page.socket, vars, form)).status, 303);
	page.stop('SIGHUP');
	await until('it has begun again', () => listens(page.pid) &&
		openFiles(page.pid) <= idle);
	await endsWell(page);
});

/* ---- several ------------------------------------------------------------ */

const children = (pid) => processesIn(process.cwd())
	.filter((p) => p.parent === pid && p.state !== 'Z').map((p) => p.pid);
const three = { ...env, RETWIS_PROCESSES: '3' };
const isWhole = (pid) => children(pid).length === 3 &&
	children(pid).every(listens);

test('three of them, of which one has died', async () => {
	const page = await startPage('timeline', folder, three, isWhole);
	const before = children(page.pid);

	process.kill(before[1], 'SIGKILL');
	await until('it is back', () => isWhole(page.pid) &&
		!children(page.pid).includes(before[1]));
	assert.equal(children(page.pid).filter((pid) =>
		before.includes(pid)).length, 2);
	await isGood(page);
	const last = children(page.pid);

	await endsWell(page);
	assert.ok(!last.some(listens));
});

test('SIGHUP to three', async () => {
	const file = copy('timeline');
	const page = await startPage(file, folder, three, isWhole);
	const before = children(page.pid);
	const stop = asking(page);

	copy('timeline');
	page.stop('SIGHUP');
	await until('new ones', () => isWhole(page.pid) &&
		[page.pid, ...children(page.pid)].every((pid) =>
			runs(pid, file)));
	assert.ok(!children(page.pid).some((pid) => before.includes(pid)));
	await stop();
	await endsWell(page);
});

// It is sent while the new one is being loaded, and must not kill it.
for (const [what, more, isReady] of [['one', env], ['three', three, isWhole]])
	test(`SIGTERM right after SIGHUP ends ${what} well`, async () => {
		for (let i = 0; i < 10; i++) {
			const page = await startPage('timeline', folder, more,
				isReady);

			page.stop('SIGHUP');
			await sleep(i); // at different moments
			await endsWell(page);
		}
	});

// Before it has started it is simply killed; later on nothing may swallow the
// signal.
test('SIGTERM while it begins ends it', async () => {
	for (let i = 0; i < 100; i++) {
		const page = await startPage('timeline', folder,
			i % 2 ? three : env, () => true);

		await sleep(i / 5);
		page.stop();
		const ended = await Promise.race([page.ended,
			sleep(10000, 'it goes on', { ref: false })]);

		page.stop('SIGKILL');
		assert.ok(['0,', ',SIGTERM'].includes(`${ended}`), `${ended}`);
	}
});

test('without their supervisor they end', async () => {
	const page = await startPage('timeline', folder, three, isWhole);
	const all = children(page.pid);

	page.stop('SIGKILL');
	await page.ended;
	await until('all have ended', () => !all.some(listens));
});
