// The only node that the address names is gone for good, and later so are all
// nodes that had slots when the programs started: running programs continue,
// and so does each link that they open from then on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routed, startCluster } from '../lib/cluster.mjs';
import { until } from '../lib/processes.mjs';
import { lean, startStack } from '../lib/stack.mjs';
import { openStream } from '../lib/stream.mjs';
import { member } from '../lib/visitor.mjs';

// Each master has two, so that one is left to wait for.
const REPLICAS = 2, MASTERS = 3;
const cluster = await startCluster({ masters: MASTERS, replicas: REPLICAS });
const masters = cluster.nodes.slice(0, MASTERS);
const gone = new Set();
const stack = await startStack({ env: { ...lean, RETWIS_SAFE: 'replica',
	RETWIS_REDIS: `cluster://127.0.0.1:${masters[0].port}`,
	RETWIS_REDIS_TIMEOUT: '1000' } });
const [anna, ben] = [await member(stack.url, 'anna'),
	await member(stack.url, 'ben')];
const written = [];
let n = 0;

async function post() {
	const status = `number ${n++}`;
	const answer = await anna.submit('/post', { status, nonce: status });

	if (answer.status === 303)
		written.push(status);
	return answer.status;
}

const role = async (node) => (await node('ROLE'))[0];

// Its first replica takes over, and then the old master ends.
async function replace(i) {
	const next = cluster.nodes[MASTERS + REPLICAS * i];
	const other = cluster.nodes[MASTERS + REPLICAS * i + 1];
	const [, pid] = (await masters[i]('INFO', 'server')).match(
		/process_id:(\d+)/);

	await next('CLUSTER', 'FAILOVER');
	await until('it has taken over', async () =>
		await role(next) === 'master' &&
		(await other('ROLE'))[2] === next.port &&
		(await other('ROLE'))[3] === 'connected');
	gone.add(masters[i]);
	process.kill(Number(pid), 'SIGKILL');
}

const living = () => cluster.nodes.filter((node) => !gone.has(node));

const ask = (...words) => routed(living(), words);

async function goesOn() {
	await until('a page is there', async () =>
		(await anna.get('/')).status === 200);
	await until('a form is taken', async () => await post() === 303);
	// More at once than there are links by now.
	assert.deepEqual(await Promise.all([1, 2, 3, 4, 5].map(post)),
		[303, 303, 303, 303, 303]);
}

await ben.follow('anna');
await ben.get('/');
assert.equal(await post(), 303);

test('the only seed is gone', async () => {
	await replace(0);
	await goesOn();
});

test('pages connect again', async () => {
	for (const node of living())
		await node('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
	await goesOn();
});

test('the workers and the gateway do, too', async () => {
	for (const node of living())
		await node('CLIENT', 'KILL', 'TYPE', 'pubsub');
	let stream;

	await until('the gateway has connected again', async () => {
		stream?.close();
		stream = openStream({ port: stack.port }, '/live?at=home&since=0',
			ben.cookies.get('auth'));
		await stream.until('a status', ({ status }) => status);
		return stream.status === 200;
	});
	assert.equal(await post(), 303);
	await stream.until('it hears of posts', ({ news }) =>
		news.at(-1)?.posts > 0);
	stream.close();
});

// A program that gets few requests may not have noticed any of that.
test('all that had slots when it began are gone', async () => {
	await replace(1);
	await replace(2);
	await goesOn();
});

test('nothing is lost', async () => {
	const home = `posts:${await ask('HGET', 'users', 'ben')}`;
	// The entry that marks an empty timeline is not a post.
	const there = async () => (await ask('LRANGE', home, 0, -1))
		.filter((id) => id !== '0');

	await until('all is delivered', async () =>
		(await there()).length >= written.length);
	assert.deepEqual((await Promise.all((await there()).map((id) =>
		ask('HGET', `post:${id}`, 'body')))).sort(), [...written].sort());
});
