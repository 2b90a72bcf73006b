// On a cluster, and through Twemproxy: the commands of retwis-admin, and live
// updates.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { adminOf, placesOf } from '../admin/lib/admin.mjs';
import { smallSite } from '../admin/lib/classic.mjs';
import { edition2009 } from '../admin/lib/older.mjs';
import { start, startBus } from '../bench/retwis/databases.mjs';
import { bodies } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { lean, startRedis, startStack } from '../lib/stack.mjs';
import { openStream } from '../lib/stream.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { openRedis } from '../lib/wire.mjs';
import { openClient } from '../bench/retwis/client.mjs';

// A single Redis plays that of 2009: a cluster has only one database.
async function startSource() {
	const socket = await startRedis();

	return { address: `unix:${socket}`, redis: openRedis(socket) };
}

const source = await startSource();

await edition2009(source.redis);

// One of the databases, with its site and its host.
async function open(kind) {
	const database = await start[kind]();
	const bus = kind === 'nutcracker' ? await startBus() : undefined;
	const env = { RETWIS_REDIS: database.address,
		RETWIS_BUS: bus?.address ?? database.address };
	const stack = await startStack({ env: { ...lean, ...env } });
	const redis = database.open();
	const queue = bus ? bus.open() : redis;
	const servers = [...database.processes.filter(({ port }) =>
		!database.address.startsWith('tcp+proxy') ||
		!database.address.endsWith(`:${port}`)), ...bus?.processes ?? []]
		.map(({ port }) => openClient(port));

	return { stack, redis, address: database.address,
		admin: (...words) => adminOf(stack)(words,
			{ env: placesOf({ address: database.address,
				database: bus && { bus: bus.address } }) }),
		delivered: () => until('all is delivered', async () =>
			await redis('ZCARD', 'outbox') === 0 &&
			await queue('LLEN', '{fanout}:jobs') === 0),
		empty: () => Promise.all(servers.map((ask) => ask('FLUSHALL'))),
		stop: async () => {
			await stack.stop();
			await database.stop();
			await bus?.stop();
		} };
}

// Writes what smallSite() writes, without emptying the database first.
const emptied = (site) => async (...words) => words[0] === 'FLUSHALL'
	? site.empty() : site.redis(...words);

// A timeline may contain deleted posts until it is rebuilt.
async function isSound(site, leftOver = 0) {
	const { status, output, errors } = await site.admin('check');

	assert.ok(output.endsWith(`\nBroken: 0, left over: ${leftOver}\n`),
		output);
	assert.deepEqual([status, errors], [0, '']);
}

async function does(site, words, output) {
	const ran = await site.admin(...words);

	assert.deepEqual([ran.status, ran.errors], [0, '']);
	assert.match(ran.output, output);
}

function testTools(kind) {
	let site, anna, ben;

	after(() => site.stop());
	test(`${kind}: a stream announces a post, and a deletion`, async () => {
		site = await open(kind);
		[anna, ben] = [await member(site.stack.url, 'anna'),
			await member(site.stack.url, 'ben')];
		await ben.follow('anna');
		await ben.get('/');
		const watch = () => openStream({ port: site.stack.port },
			'/live?at=home&since=0', ben.cookies.get('auth'));
		const stream = watch();

		await stream.tells(0, 0);
		for (const status of ['one', 'two, @ben'])
			assert.equal((await anna.submit('/post', { status,
				nonce: status })).status, 303);
		await stream.tells(2, 1);
		const [id] = await site.redis('LRANGE', 'own:1', 0, 0);

		assert.equal((await anna.submit('/delete', { id })).status, 303);
		// Nobody is notified when there is less to see; those who look
		// see it.
		const next = watch();

		await next.tells(1, 0);
		for (const one of [stream, next])
			one.close();
		await site.delivered();
	});

	test(`${kind}: check, and rebuild --all`, async () => {
		await isSound(site, 1);
		await site.redis('LPUSH', 'posts:2', 99);
		await does(site, ['rebuild', '--all'],
			/^Home timelines rebuilt: [12]\n$/);
		assert.deepEqual(await site.redis('LRANGE', 'posts:2', 0, -1),
			['1']);
		assert.deepEqual(bodies((await ben.get('/')).text), ['one']);
		await isSound(site);
	});

	test(`${kind}: a classic database is adopted`, async () => {
		const { anna: id } = await smallSite(emptied(site));

		await does(site, ['adopt'], /^Adopted: members 3, posts added 12, older names added 2\n/);
		assert.deepEqual(await site.redis('LRANGE', `own:${id}`, 0, -1),
			['10', '7', '4', '1']);
		await isSound(site);
		assert.deepEqual(bodies((await new Visitor(site.stack.url)
			.get('/@Anna%20Smith')).text),
		['3 by 1', '2 by 1', '1 by 1', '0 by 1']);
	});

	test(`${kind}: an older Retwis is imported`, async () => {
		await site.empty();
		await does(site, ['import', source.address], /^Imported from Retwis 2009: members 3, posts 5, replies among them 0, follows 3\n/);
		await isSound(site);
		const visitor = new Visitor(site.stack.url);

		assert.equal((await visitor.login('ben', 'pass of ben')).status, 303);
		assert.deepEqual(bodies((await visitor.get('/@ben')).text),
			['café€', 'Hello @carl, #tea?']);
		await does(site, ['import', source.address],
			/: members 0, posts 0, .* follows 0\n/);
	});

	test(`${kind}: it is refused as the source of an import`, async () => {
		const { status, errors } = await site.admin('import',
			site.address);

		assert.equal(status, 1);
		assert.match(errors, /the source must be unix:PATH/);
	});
}

testTools('cluster');
testTools('nutcracker');
