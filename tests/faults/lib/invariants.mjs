// What is true whatever has died: every post that was acknowledged is there,
// all who follow its author have it once, nobody else has it, no name is half
// taken, and nothing is left to be done.
import assert from 'node:assert/strict';
import { faults, keysOf, readAll } from '../../lib/faults.mjs';
import { until } from '../../lib/processes.mjs';
import { run } from '../../lib/program.mjs';
import { build } from '../../lib/stack.mjs';

const CAP = 1000;

// Posts that are still to be delivered, deleted or indexed wait for some time
// before anybody sweeps them; this function ends that time. Returns whether
// there were any. A second has so many of the units of each key.
const NOTES = { outbox: 1e3, erasing: 1e3, indexing: 1e6 };

async function passTimeOf(data, [key, second]) {
	const entries = await data('ZRANGE', key, 0, -1, 'WITHSCORES');

	for (let i = 0; i < entries.length; i += 2)
		await data('ZADD', key, 'XX', Number(entries[i + 1]) - 60 * second,
			entries[i]);
	return entries.length > 0;
}

async function passTime(data) {
	const any = await Promise.all(Object.entries(NOTES).map((note) =>
		passTimeOf(data, note)));

	return any.includes(true);
}

// How often workers have started over: after two more rounds, whatever one of
// them was doing is done.
async function turns({ bus }) {
	const beats = await bus('ZRANGE', '{fanout}:workers', 0, -1,
		'WITHSCORES');

	return Math.max(0, ...beats.filter((_, i) => i % 2).map(Number));
}

const JOBS = "return redis.call('LLEN', '{fanout}:jobs') + " +
	"#redis.call('KEYS', '{fanout}:taken:*')";

// Whether nobody has a job. A job moves back and forth between the lists, so
// these are read in one step.
export const jobsDone = async ({ bus }) => await bus('EVAL', JOBS, 0) === 0;

// Whether nothing waits: a post is listed until a worker has its job, has
// deleted or indexed it.
async function isDrained({ data, bus }) {
	const noted = await Promise.all(Object.keys(NOTES).map((key) =>
		data('ZCARD', key)));

	return noted.every((n) => n === 0) && await jobsDone({ bus });
}

// Waits until nothing is left to be delivered, and no worker is busy. After a
// kill that takes a sweep, and thus seconds; otherwise it is soon so without.
export async function drained(site, seconds = 30) {
	const drains = (within) => until('the queue drains',
		() => isDrained(site), within);

	if (await drains(0.3).then(() => true, () => false))
		return;
	const isSwept = await passTime(site.data);

	await drains(seconds);
	if (!isSwept)
		return;
	const before = await turns(site);

	await until('the sweep is over', async () =>
		await turns(site) > before + 1, seconds);
}

// A post that is delivered while its reader's timeline is rebuilt may be there
// twice until the reader looks. This rebuilds the timeline of somebody who
// follows and unfollows while others post, at a time when nobody delivers.
export async function rebuildHome(site, reader, author) {
	await drained(site);
	const { status } = await reader.follow(author);

	assert.equal(status, 303);
}

const byId = (a, b) => Number(b) - Number(a);

function difference(a, b) {
	const there = new Set(b);

	return a.filter((one) => !there.has(one));
}

function twice(list) {
	return list.filter((one, i) => list.indexOf(one) !== i);
}

// `0` marks a timeline that contains nothing.
function homeOf(all, id, post) {
	return all[`posts:${id}`]?.filter((one) => one !== '0' && post(one));
}

function wrongHomes(all, post) {
	const members = Object.values(all.users ?? {});
	const own = (id) => all[`own:${id}`] ?? [];

	return members.flatMap((id) => {
		const home = homeOf(all, id, post);
		const read = [id, ...Object.keys(all[`following:${id}`] ?? {})];
		const wanted = read.flatMap(own).sort(byId).slice(0, CAP);

		return home ? [
			...twice(home).map((p) => `${p} is twice in posts:${id}`),
			...difference(wanted, home).map((p) =>
				`${p} is not in posts:${id}`),
			...difference(home, read.flatMap(own)).map((p) =>
				`${p} is in posts:${id}, of somebody else`),
		] : [];
	});
}

// A post is once in the list of its author, and once in everybody's.
function wrongPosts(all, post) {
	const lists = (id) => [`own:${post(id).user_id}`, 'timeline'];

	return keysOf(all, 'post').filter(post).flatMap((id) =>
		lists(id).map((key) => [key, (all[key] ?? []).filter((one) =>
			one === id).length])
			.filter(([, n]) => n !== 1)
			.map(([key, n]) => `post ${id} is ${n} times in ${key}`));
}

function wrongFollows(all) {
	const pairs = (kind) => keysOf(all, kind).flatMap((id) =>
		Object.keys(all[`${kind}:${id}`]).map((other) => [id, other]));
	const following = pairs('following').map(([a, b]) => `${a} of ${b}`);
	const followers = pairs('followers').map(([a, b]) => `${b} of ${a}`);

	return [...difference(following, followers),
		...difference(followers, following)]
		.map((pair) => `half a follower: ${pair}`);
}

function wrongNames(all) {
	return Object.entries(all.users ?? {}).flatMap(([name, id]) => {
		const user = all[`user:${id}`] ?? {};

		return [
			[user.username === name, 'has another hash'],
			[user.password, 'has no password'],
			[!('auth' in user), 'has a secret that opens a session'],
			[name in (all.users_by_time ?? {}), 'has no time'],
			[`${name}\t${id}` in (all.members ?? {}), 'is not found'],
		].filter(([isGood]) => !isGood).map(([, why]) => `${name} ${why}`);
	});
}

// {author, body}: as often as it was acknowledged, and no more.
function wrongAcknowledged(all, post, acknowledged) {
	const stored = keysOf(all, 'post').filter(post)
		.map((id) => `${post(id).user_id} ${post(id).body}`);
	const given = acknowledged.map(({ author, body }) => `${author} ${body}`);

	return [
		...difference(given, stored).map((one) => `lost: ${one}`),
		...twice(stored).map((one) => `twice: ${one}`),
	];
}

// retwis-admin finds nothing, except for what may be there.
export async function wrongByHost({ sockets, env }, mayBe = () => false) {
	const ran = await run(`${build}/retwis-admin`, ['check'],
		{ RETWIS_REDIS: `unix:${sockets.data}`,
			RETWIS_BUS: `unix:${sockets.bus}`, ...env,
			RETWIS_REDIS_TIMEOUT: '2500' });
	const found = ran.output.match(/^(Broken|Left over|Note), .*$/gm) ?? [];

	return ran.status === 0 && found.every(mayBe) ? []
		: [`check: ${ran.output}${ran.errors}`];
}

async function look(site) {
	await drained(site);
	const all = await readAll(site.data);

	return { all, post: (id) => all[`post:${id}`]?.body && all[`post:${id}`] };
}

// What a crash must never leave behind, in words. `acknowledged`: {author,
// body}.
export async function lost(site, acknowledged) {
	const { all, post } = await look(site);

	return [
		...wrongPosts(all, post),
		...wrongAcknowledged(all, post, acknowledged),
		...await wrongByHost(site, (line) => line.startsWith('Left over')),
	];
}

// Everything that is wrong, including faults that disappear when somebody presses
// the same button again. `mayBe`: findings of retwis-admin check that no button
// repairs.
export async function broken(site, acknowledged, mayBe = []) {
	const { all, post } = await look(site);

	return [
		...await faults(site.data),
		...wrongHomes(all, post), ...wrongPosts(all, post),
		...wrongFollows(all), ...wrongNames(all),
		...wrongAcknowledged(all, post, acknowledged),
		...await wrongByHost(site, (line) => mayBe.includes(line)),
	].slice(0, 20);
}
