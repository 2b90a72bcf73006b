// The image: a host runs it with a folder for the data, and a member visits.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { formValue } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { freePort, startRedis } from '../lib/stack.mjs';
import { member, Visitor } from '../lib/visitor.mjs';
import { buildImage, image, imageOf, mustPodman, podman, reasonAgainst,
	reasonAgainstArm } from './lib/podman.mjs';

const skip = await reasonAgainst();
const name = `retwis-test-${process.pid}`;
const port = await freePort();
const url = `http://127.0.0.1:${port}`;

after(async () => {
	if (skip)
		return;
	await podman('rm', '-f', '-t', '0', name);
	await podman('volume', 'rm', '-f', name);
});

const run = (...words) => runImage(image, 60, ...words);

async function runImage(which, seconds, ...words) {
	await mustPodman('run', '-d', '--name', name, '-p', `127.0.0.1:${port}:8080`,
		'-v', `${name}:/var/lib/retwis`, ...words, which);
	await until('the site', async () => {
		const answer = await new Visitor(url).get('/').catch(() => undefined);

		return answer?.status === 200;
	}, seconds).catch(async (error) => {
		throw new Error(`${error.message}\n${await podman('logs', name)}`);
	});
}

const inside = (...words) => mustPodman('exec', name, ...words);

// As a host stops it: everything has ended by itself, before podman would kill it.
async function stop() {
	await mustPodman('stop', '-t', '30', name);
	assert.equal(await mustPodman('inspect', '-f', '{{.State.ExitCode}}', name),
		'0');
	await mustPodman('rm', name);
}

test('an image is built', { skip }, () => buildImage());

test('a site, and the same one in the next container', { skip }, async (t) => {
	await run();
	const anna = await member(url, 'anna');

	await t.test('a member writes, and somebody reads it', async () => {
		await anna.submit('/post', { status: 'Hello from here.',
			nonce: formValue((await anna.get('/')).text, 'nonce') });
		await until('the post', async () => /Hello from here\./.test(
			(await new Visitor(url).get('/timeline')).text));
	});
	await t.test('the host commands find the site', async () => {
		assert.match(await inside('retwis-admin', 'host', 'anna'), /anna/);
		assert.match(await inside('retwis-admin', 'workers'), /working/);
	});
	await t.test('nothing runs as root, and nothing can be changed', async () => {
		const users = (await inside('ps', '-eo', 'user=')).split(/\s+/);

		assert.deepEqual([...new Set(users)], ['retwis']);
		assert.notEqual((await podman('exec', name, 'touch',
			'/usr/lib/retwis/x')).status, 0);
	});
	await t.test('it says whether it is well', async () => {
		await mustPodman('healthcheck', 'run', name);
		await inside('pkill', '-STOP', 'redis-server');
		assert.notEqual((await podman('healthcheck', 'run', name)).status, 0);
		await inside('pkill', '-CONT', 'redis-server');
	});
	await t.test('most pages are one file', async () => {
		const links = await inside('stat', '-c', '%h',
			'/usr/lib/retwis/build/pages/home');

		assert.ok(Number(links) > 20, links);
	});
	await stop();
	await run();
	assert.match((await anna.get('/')).text, /Hello from here\./);
	await stop();
});

test('a Redis elsewhere', { skip }, async () => {
	const socket = await startRedis('--unixsocketperm', '777');

	await run('-v', `${socket}:/run/redis.sock`,
		'-e', 'RETWIS_REDIS=unix:/run/redis.sock');
	await member(url, 'ben');
	assert.match(await inside('retwis-admin', 'host', 'ben'), /ben/);
	assert.equal((await podman('exec', name, 'pgrep', 'redis-server')).status, 1);
	await stop();
});

// Everything is emulated there, so that a page may wait for Redis for longer.
test('an image for ARM, and a site in it', { skip: skip || reasonAgainstArm() },
	async () => {
		await buildImage('arm64');
		await runImage(imageOf('arm64'), 600, '--arch', 'arm64', '-e',
			'RETWIS_REDIS_TIMEOUT=2500');
		assert.match(await inside('uname', '-m'), /aarch64/);
		await member(url, 'carl');
		assert.match(await inside('retwis-admin', 'host', 'carl'), /carl/);
		await stop();
	});
