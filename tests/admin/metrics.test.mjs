// retwis-admin metrics: the text exposition format of Prometheus.
import assert from 'node:assert/strict';
import { totalmem } from 'node:os';
import { after, test } from 'node:test';
import { startBus, worker } from './lib/bus.mjs';
import { until } from '../lib/processes.mjs';

const bus = await startBus();
const { redis, admin } = bus;

after(() => bus.stopAll());

// As Prometheus reads it: {name{labels}: value}. Each family begins with HELP
// and TYPE, followed by all of its samples.
function parse(text) {
	const families = new Map();
	const values = {};
	let family;

	assert.ok(text.endsWith('\n'));
	for (const line of text.trimEnd().split('\n')) {
		const [, help] = line.match(/^# HELP (\w+) \S.*$/) ?? [];
		const [, name, type] =
			line.match(/^# TYPE (\w+) (gauge|counter)$/) ?? [];
		const [, sample, labels, value] = line.match(
			/^(\w+)(\{(?:\w+="[^"\\]*",?)+\})? (\d+)$/) ?? [];

		if (help) {
			assert.ok(!families.has(help), `${help} twice`);
			family = help;
		} else if (name) {
			assert.equal(name, family);
			assert.equal(name.endsWith('_total'), type === 'counter');
			families.set(name, type);
		} else {
			assert.equal(sample, family, line);
			assert.ok(families.has(sample), line);
			values[sample + (labels ?? '')] = Number(value);
		}
	}
	return values;
}

async function metrics() {
	const ran = await admin(['metrics']);

	assert.deepEqual([ran.errors, ran.status], ['', 0]);
	return parse(ran.output);
}

test('an empty site has all numbers, and most are 0', async () => {
	const m = await metrics();

	assert.ok(m['retwis_redis_memory_bytes{link="data"}'] > 100000);
	delete m['retwis_redis_memory_bytes{link="data"}'];
	assert.ok(Math.abs(m['retwis_redis_machine_memory_bytes{link="data"}'] -
		totalmem()) < 1 << 20);
	delete m['retwis_redis_machine_memory_bytes{link="data"}'];
	assert.deepEqual(m, {
		retwis_members: 0, retwis_posts_total: 0,
		retwis_scheduled_posts: 0, retwis_pictures: 0,
		retwis_picture_bytes: 0, retwis_pictures_refused_total: 0,
		'retwis_jobs{state="waiting"}': 0, 'retwis_jobs{state="in_hand"}': 0,
		'retwis_jobs{state="dead"}': 0, retwis_oldest_job_age_seconds: 0,
		retwis_outbox_posts: 0,
		'retwis_programs{kind="worker",state="working"}': 0,
		'retwis_programs{kind="worker",state="paused"}': 0,
		'retwis_programs{kind="worker",state="ending"}': 0,
		'retwis_programs{kind="gateway",state="working"}': 0,
		'retwis_programs{kind="gateway",state="paused"}': 0,
		'retwis_programs{kind="gateway",state="ending"}': 0,
		'retwis_redis_memory_limit_bytes{link="data"}': 0,
		retwis_writable: 1,
	});
});

test('all that there is is counted', async () => {
	await redis('CONFIG', 'SET', 'maxmemory', 1 << 30);
	await redis('HSET', 'users', 'anna', 1, 'ben', 2);
	await redis('SET', 'next_post_id', 77);
	await redis('ZADD', 'outbox', 1, 5);
	await redis('HSET', 'pictures_count', 'count', 9, 'bytes', 8000000000,
		'refused', 4);
	await redis('ZADD', '{later}:due', 1, 'a', 2, 'b', 3, 'c');
	await redis('RPUSH', '{fanout}:jobs', '1000000000 0 a', '1100000000 0 b');
	await redis('RPUSH', '{fanout}:dead', '1 5 c');
	await redis('ZADD', '{fanout}:workers', 1, 'x');
	await redis('RPUSH', '{fanout}:taken:x', '1200000000 0 d');
	const m = await metrics();

	assert.equal(m.retwis_members, 2);
	assert.equal(m.retwis_posts_total, 77);
	assert.equal(m.retwis_outbox_posts, 1);
	assert.equal(m.retwis_pictures, 9);
	assert.equal(m.retwis_picture_bytes, 8000000000);
	assert.equal(m.retwis_pictures_refused_total, 4);
	assert.equal(m.retwis_scheduled_posts, 3);
	assert.equal(m['retwis_jobs{state="waiting"}'], 2);
	assert.equal(m['retwis_jobs{state="in_hand"}'], 1);
	assert.equal(m['retwis_jobs{state="dead"}'], 1);
	assert.ok(Math.abs(Date.now() / 1000 - 1e9 -
		m.retwis_oldest_job_age_seconds) < 60);
	assert.equal(m['retwis_redis_memory_limit_bytes{link="data"}'], 1 << 30);
	await redis('FLUSHALL');
});

test('workers are counted by state', async () => {
	bus.start(worker);
	await until('a worker listens', async () =>
		await redis('PUBLISH', 'control', 'pause') === 1);
	const m = await metrics();

	assert.equal(m['retwis_programs{kind="worker",state="paused"}'], 1);
	assert.equal(m['retwis_programs{kind="worker",state="working"}'], 0);
});

test('a key of a wrong type is named by check', async () => {
	await redis('SET', '{fanout}:jobs', 'text');
	const ran = await admin(['metrics']);

	assert.equal(ran.status, 1);
	assert.match(ran.errors, /; run retwis-admin check to find the reason\n$/);
	assert.match((await admin(['check'])).output,
		/ \{fanout\}:jobs is a string, but should be a list; /);
	await redis('DEL', '{fanout}:jobs');
});

test('without Redis there are no numbers, and a status', async () => {
	const ran = await admin(['metrics'],
		{ address: 'unix:/nowhere/redis.sock' });

	assert.deepEqual([ran.output, ran.status], ['', 1]);
	assert.match(ran.errors, /Redis does not answer\n$/);
});
