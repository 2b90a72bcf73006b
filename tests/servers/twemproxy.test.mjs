// Follows docs/many-hosts.md literally: Redis behind Twemproxy, whose default
// user may do what our programs do and nothing else. And pages while it is
// full.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { adminOf } from '../admin/lib/admin.mjs';
import { bodies } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { freePort, lean, root, runKept, startStack, temporaryFolder, unref,
	waitForOutput } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { RedisFiles } from './redis_files.mjs';

const page = readFileSync(`${root}/docs/many-hosts.md`, 'utf8');

// The indented parts of a section, a string for each block.
function blocks(heading) {
	const [, section] = page.split(`\n## ${heading}\n`);

	return section.split('\n## ')[0].match(/(\n( {4}.*)?)+(?=\n)/g)
		.map((block) => block.replace(/^ {4}/gm, '').trim()).filter(Boolean);
}

const [proxy, environment, users] = blocks('Behind Twemproxy');
const [, copy, passwords] = blocks('The data host');
const password = passwords.match(/>(\S+)/)[1];

// A host who does this to the users. The test is one more user.
async function startHost(name, ...orders) {
	const folder = temporaryFolder(), port = await freePort();

	const files = new RedisFiles(folder);

	for (const order of orders)
		files.obey(order);
	appendFileSync(`${folder}/redis.acl`,
		'user test on nopass ~* &* +@all\n');
	appendFileSync(files.conf,
		`\nbind 127.0.0.1\nport ${port}\n`);
	const child = runKept(folder, {}, 'redis-server', files.conf);

	await waitForOutput(child, 'Ready to accept');
	unref(child);
	return { port, ask(user, ...words) {
		const ran = spawnSync('redis-cli', ['-p', port, '--user', user,
			'--pass', password, '--no-auth-warning', ...words],
		{ encoding: 'utf8' });

		assert.equal(ran.status, 0, ran.stderr);
		return ran.stdout.trim();
	} };
}

const data = [await startHost('one', copy, users, passwords),
	await startHost('two', copy, users, passwords)];
const bus = await startHost('bus', copy, passwords);

async function startProxy() {
	const folder = temporaryFolder(), port = await freePort();
	const file = `${folder}/nutcracker.yml`;

	writeFileSync(file, `${proxy.replace('22121', port)
		.replace('10.0.0.20:6379', `127.0.0.1:${data[0].port}`)
		.replace('10.0.0.21:6379', `127.0.0.1:${data[1].port}`)}\n`);
	unref(runKept(folder, {}, 'nutcracker', '-c', file, '-o',
		`${folder}/log`, '-s', await freePort(), '-a', '127.0.0.1'));
	const env = Object.fromEntries(environment.replace('22121', port)
		.replace('10.0.0.22:6379', `127.0.0.1:${bus.port}`).split('\n')
		.map((line) => line.match(/^(\w+)=(.*)$/).slice(1)));

	await until('it answers', () => spawnSync('redis-cli', ['-p', port, '-a',
		password, '--no-auth-warning', 'exists', 'here'],
	{ encoding: 'utf8' }).stdout === '0\n');
	return env;
}

const env = await startProxy();
const stack = await startStack({ env: { ...lean, ...env,
	RETWIS_LAST_SEEN: 'on' } });
const admin = adminOf(stack);
const [anna, ben] = [await member(stack.url, 'anna'),
	await member(stack.url, 'ben')];

async function does(words, output) {
	const ran = await admin(words, { address: env.RETWIS_REDIS,
		env: { RETWIS_BUS: env.RETWIS_BUS.replace('retwis:',
			'retwis-admin:') } });

	assert.deepEqual([ran.status, ran.errors], [0, '']);
	assert.match(ran.output, output);
}

const isDelivered = () => until('it is delivered', () =>
	bus.ask('test', 'LLEN', '{fanout}:jobs') === '0' &&
	data.every(({ ask }) => ask('test', 'ZCARD', 'outbox') === '0'));

test('members and a host find all that they need', async () => {
	await ben.follow('anna');
	for (const status of ['one #tea', 'two, @ben', 'three'])
		assert.equal((await anna.submit('/post', { status,
			nonce: status })).status, 303);
	await isDelivered();
	for (const what of [{ like: 2 }, { repost: 1 }, { unrepost: 1 }])
		assert.equal((await ben.submit('/act', what)).status, 303);
	assert.equal((await anna.submit('/delete', { id: 3 })).status, 303);
	await isDelivered();
	assert.deepEqual(bodies((await ben.get('/')).text),
		['two, @ben', 'one #tea']);
	await does(['rebuild', '--all'], /^Home timelines rebuilt: \d\n$/);
	await does(['check'], /\nBroken: 0, left over: 0\n$/);
});

test('each data host has a part of it', () => {
	for (const { ask } of data)
		assert.ok(Number(ask('test', 'DBSIZE')) > 3);
});

// The last writer has the rights of the pages, whichever program it is.
test('nobody who connects through the proxy may do more', () => {
	for (const { ask } of data) {
		assert.match(ask('test', 'CLIENT', 'LIST'), / user=default /);
		for (const words of [['FLUSHALL'], ['CONFIG', 'GET', 'dir'],
			['KEYS', '*'], ['ACL', 'LIST']])
			assert.match(ask('default', ...words), /^NOPERM /);
		assert.match(ask('host', 'ACL', 'LIST'), /user default /);
	}
});

test('pages are read while Redis is full', async () => {
	const paths = ['/', '/timeline', '/@anna', '/@anna/1', '/notifications',
		'/likes', '/search?q=an', '/tag/tea', '/@anna?start=1&after=2'];
	let refused = 0;
	const limit = (bytes) => data.forEach(({ ask }) => assert.equal(
		ask('test', 'CONFIG', 'SET', 'maxmemory', bytes), 'OK'));
	const write = async () => {
		const { status } = await anna.submit('/post', { status: 'more',
			nonce: `${refused}` });

		assert.equal(status, 503);
		refused++;
	};

	limit(1);
	for (let n = 0; n < 10; n++)
		await Promise.all([write(), ...paths.map(async (path) =>
			assert.equal((await ben.get(path)).status, 200, path)),
		write()]);
	limit(0);
	assert.equal(refused, 20);
	assert.equal((await anna.submit('/post', { status: 'more',
		nonce: 'more' })).status, 303);
});
