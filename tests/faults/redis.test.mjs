// Redis dies, hangs, forgets its scripts, or finds the disk full, while the
// site is in use: each acknowledged post is there, once, and everything
// continues.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { Load } from '../lib/load.mjs';
import { until } from '../lib/processes.mjs';
import { temporaryFolder } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { broken, rebuildHome } from './lib/invariants.mjs';
import { startSite } from './lib/site.mjs';

const SECONDS = 60;
const KILLS = 20;

const idOf = async (site, name) =>
	Number(await site.data('HGET', 'users', name));

// When Redis ends, only writes that were not acknowledged are lost.
async function tryUnderLoad(site, load, fault) {
	const names = ['anna', 'ben', 'cleo', 'dora'];
	const [anna, ben, cleo, dora] = await Promise.all(names.map((name) =>
		member(site.url, name)));

	await cleo.follow('anna');
	await cleo.follow('ben');
	await ben.follow('anna');
	await anna.write('The first.');
	for (const one of [anna, ben, cleo, dora]) {
		await one.get('/');
		await one.csrf();
	}
	load.writes(anna, await idOf(site, 'anna'), 40);
	load.writes(ben, await idOf(site, 'ben'), 40);
	load.likes(cleo, 1);
	load.follows(dora, await idOf(site, 'anna'));
	load.reads(cleo, () => '/');
	load.reads(dora, () => '/timeline');
	await progress(load);
	await fault();
	await progress(load);
	await load.end();
	await rebuildHome(site, dora, 'anna');
	assert.deepEqual(load.bad, []);
	assert.deepEqual(await broken(site, load.written), []);
}

// Whatever the outcome: a client that keeps trying gets an answer, or cannot
// connect.
async function underLoad(site, load, fault) {
	try {
		await tryUnderLoad(site, load, fault);
	} finally {
		const ended = load.end();

		await site.stack.stop();
		await ended;
	}
}

// Members get answers again.
function progress(load) {
	const before = load.written.length;

	return until('more is written', () =>
		load.written.length > before + 15, SECONDS);
}

for (const isBusApart of [false, true]) {
	const where = isBusApart ? 'a bus of its own' : 'one server';

	test(`kill -9 of Redis, ${where}`, async () => {
		const site = await startSite(isBusApart);
		const load = new Load({ mayFail: true });

		await underLoad(site, load, async () => {
			for (let i = 0; i < KILLS; i++) {
				await site.killRedis();
				await progress(load);
			}
		});
	});

	test(`Redis hangs for ten seconds, ${where}`, async () => {
		const site = await startSite(isBusApart);
		const load = new Load({ mayFail: true });

		await underLoad(site, load, async () => {
			await site.signal('SIGSTOP');
			await sleep(10000);
			await site.signal('SIGCONT');
		});
		assert.ok(load.failures > 10, `${load.failures} failures`);
	});

	test(`scripts are forgotten, ${where}`, async () => {
		const site = await startSite(isBusApart);
		const load = new Load();

		await underLoad(site, load, async () => {
			const home = `posts:${await idOf(site, 'cleo')}`;
			const wanted = await site.data('LLEN', home) + 30;

			await until('thirty more are written and delivered', async () => {
				for (let i = 0; i < 50; i++) {
					await site.data('SCRIPT', 'FLUSH');
					await site.bus('SCRIPT', 'FLUSH');
				}
				return await site.data('LLEN', home) >= wanted;
			}, SECONDS);
		});
	});
}

// A small disk of its own.
function mountDisk(folder) {
	const ran = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'none',
		folder], { encoding: 'utf8' });

	return ran.status === 0 ? '' : ran.stderr.trim() || 'no mount';
}

function fillDisk(file) {
	const piece = Buffer.alloc(65536);
	const fd = openSync(file, 'w');

	try {
		for (let size = piece.length; size; size = writeSync(fd, piece))
			continue;
	} catch (error) {
		assert.equal(error.code, 'ENOSPC');
	} finally {
		closeSync(fd);
	}
}

// Sends one form after the other until one is refused, which is the last.
// again() sends that one once more.
async function writeUntilFull(site, load, visitor) {
	const author = await idOf(site, visitor.name);
	let n = 0;
	const send = async () => {
		const body = `Number ${n}`;
		const { status } = await visitor.submit('/post',
			{ status: body, nonce: `${n}` });

		if (status === 303)
			load.written.push({ author, body });
		return status;
	};

	await until('writing fails', async () => {
		n++;
		return await send() === 503;
	}, SECONDS);
	return send;
}

test('the disk is full', async (t) => {
	const folder = temporaryFolder();

	t.after(() => {
		spawnSync('umount', ['-l', folder]);
		rmSync(folder, { recursive: true, force: true });
	});
	const why = mountDisk(folder);

	if (why)
		return t.skip(`a small disk cannot be mounted: ${why}`);
	const site = await startSite(false, { var: folder });
	const load = new Load({ mayFail: true });

	await underLoad(site, load, async () => {
		const emil = await member(site.url, 'emil');

		fillDisk(`${folder}/full`);
		const again = await writeUntilFull(site, load, emil);

		for (const path of ['/', '/timeline', '/@anna', '/@anna/1'])
			assert.equal((await emil.get(path)).status, 200, path);
		rmSync(`${folder}/full`);
		await progress(load);
		await until('it is taken', async () => await again() === 303, SECONDS);
		await site.killRedis();
	});
});
