// The arithmetic behind the table of `make bench-retwis`, and its input.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slotOf } from '../lib/slot.mjs';
import { runAll, runFor } from './retwis/clients.mjs';
import { readSettings } from './retwis/settings.mjs';
import { mixed, percentile, summarize } from './retwis/summary.mjs';
import { toText } from './retwis/table.mjs';

test('a percentile is the smallest that covers its share', () => {
	const hundred = Array.from({ length: 100 }, (_, at) => at + 1);

	assert.equal(percentile(hundred, 0.5), 50);
	assert.equal(percentile(hundred, 0.99), 99);
	assert.equal(percentile([...hundred, 101], 0.99), 100);
	assert.equal(percentile([7], 0.5), 7);
	assert.equal(percentile([], 0.5), undefined);
});

test('registrations that were measured separately slow the mix down', () => {
	assert.equal(mixed(100, 100), 100);
	// A hundred transactions: 95 in 0.1 s, and 5 in 0.1 s.
	assert.equal(Math.round(mixed(950, 50)), 500);
});

const turn = (ms, us, waits = {}) => {
	const all = { add: [], follow: [], post: [], timeline: [], ...waits };

	return { ms, us, own: us / 2, waits: all,
		answers: Object.values(all).flat().length };
};

test('ratios compare adjacent turns, and the median counts', () => {
	const posts = { post: [1, 2, 3, 4] };
	const one = { turns: [turn(100, 40, posts), turn(200, 80, posts),
		turn(400, 80, posts)], apart: [] };
	const two = { turns: [turn(200, 80, posts), turn(400, 80, posts),
		turn(400, 80, posts)], apart: [] };
	const { all, kinds, apart } = summarize(two, one);

	assert.equal(all.rate, 10); // of 20, 10 and 10
	assert.equal(all.times, 0.5); // of 0.5, 0.5 and 1
	assert.equal(all.us, 20);
	assert.equal(all.timesUs, 1); // of 2, 1 and 1
	assert.equal(all.own, 10);
	assert.equal(apart, undefined);
	assert.deepEqual(kinds.find(({ name }) => name === 'post'),
		{ name: 'post', count: 12, p50: 2, p99: 4,
			times50: 1, times99: 1 });
});

test('registrations in separate turns are counted only there', () => {
	const side = { turns: [turn(1000, 1, { post: [1, 1] })],
		apart: [turn(1000, 1, { add: [30] })] };
	const { all, apart, mix, kinds } = summarize(side, undefined);

	assert.equal(all.rate, 2);
	assert.equal(all.times, undefined);
	assert.equal(apart.rate, 1);
	assert.equal(mix, mixed(2, 1));
	assert.equal(kinds[0].name, 'add');
	assert.equal(kinds[0].p50, 30);
});

test('the table has a line for each database and each kind, dashes for what is not', () => {
	const rows = ['one', 'cluster'].map(name => ({ name, faults: 0,
		...summarize({ turns: [turn(1000, 3, { post: [1] })],
			apart: [] }) }));
	const lines = toText('Title', rows).split('\n');

	assert.ok(lines.includes('Title'));
	assert.match(lines.find(line => /^one .* 0$/.test(line)),
		/^one +1 +- +3 +- +2 +- +- +- +0$/);
	assert.equal(lines.filter(line => /post +1 +1\.00 +- +1\.00 +-$/
		.test(line)).length, 2);
});

test('a slot is computed as in Redis Cluster, from what is in braces', () => {
	assert.equal(slotOf('123456789'), 0x31c3);
	assert.equal(slotOf('foo'), 12182);
	assert.equal(slotOf('{user1000}.following'), slotOf('user1000'));
	assert.equal(slotOf('foo{}{bar}'), 8363);
	assert.equal(slotOf('foo{{bar}}zap'), slotOf('{bar'));
	assert.equal(slotOf('foo{bar}{zap}'), slotOf('bar'));
});

test('settings have defaults, and a wrong one is reported in a sentence', () => {
	assert.deepEqual(readSettings({}), { parts: ['raw', 'pages'],
		databases: ['one', 'cluster', 'nutcracker'], seconds: 10,
		members: 300, connections: 16, exponent: 0.75, seed: 1 });
	const some = readSettings({ ONLY: 'nutcracker,raw one', EXPONENT: '1' });

	assert.deepEqual(some.parts, ['raw']);
	assert.deepEqual(some.databases, ['one', 'nutcracker']);
	assert.equal(some.exponent, 1);
	const refuses = (env, why) => assert.throws(() => readSettings(env), why);

	refuses({ ONLY: 'two' }, /ONLY knows raw, .*, and not two/);
	refuses({ SECONDS: 'x' }, /SECONDS is a number from 5 to 3600/);
	refuses({ MEMBERS: '9' }, /MEMBERS is a whole number from 10 /);
	refuses({ CONNECTIONS: '1.5' }, /CONNECTIONS is a whole number/);
	refuses({ EXPONENT: '-1' }, /EXPONENT is a number from 0 to 4/);
});

/* ---- the clients --------------------------------------------------------- */

const post = { kind: 'post' };
const client = (...faults) => ({ post: async () => () => faults });
const failing = { post: async () => { throw new Error('hung up'); } };

// Each client stops after so many wrong answers, so none of these tests waits
// for a time-out.
test('clients count what is answered, and keep what is wrong', async () => {
	let n = 0;
	const later = { post: async () => () => ++n > 2 ? ['odd'] : [] };
	const odd = await runFor(60000, [later], () => post);

	assert.equal(odd.answers, 1002);
	assert.equal(odd.waits.post.length, 1002);
	assert.equal(odd.faults.length, 1000);
	const broken = await runFor(60000, [failing], () => post);

	assert.equal(broken.answers, 0);
	assert.equal(broken.faults[0], 'post: hung up');
});

test('all that comes before the measuring has to be right', async () => {
	await runAll([client(), client()], [post, post, post]);
	await assert.rejects(runAll([client('odd')], [post]), /odd/);
	await assert.rejects(runAll([failing], [post]), /hung up/);
});
