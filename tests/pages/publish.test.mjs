// Posts for later, and days of visits, with a worker that lives and dies.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { build, cleanEnvironment, noting, startStack }
	from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { bodies, formFields } from '../lib/page.mjs';
import { at, waiting } from '../lib/later.mjs';
import { processesIn, until } from '../lib/processes.mjs';

process.env.TZ = 'UTC';
const LATE_MS = 5000;
const stack = await startStack({ env: noting });
const { url, redis } = stack;
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');

await ben.follow('anna');

function workers() {
	return processesIn(stack.var).filter(({ program }) =>
		program.endsWith('/retwis-worker')).map(({ pid }) => pid);
}

// Due in so many milliseconds, to the second: when.
async function schedule(status, ms, more = {}) {
	const time = at(ms);
	const form = formFields((await anna.get('/')).text, '/post');
	const answer = await anna.postRaw('/post',
		{ ...form, status, at: time, ...more });

	assert.equal(answer.location, '/scheduled', answer.text);
	return Date.parse(`${time}Z`);
}

async function isThere(status) {
	return bodies((await ben.get('/')).text).includes(status);
}

// Waits for it in ben's home: so many milliseconds late.
async function lateness(status, due) {
	await until(status, () => isThere(status), 20);
	return Date.now() - due;
}

async function assertOnce(status) {
	const profile = bodies((await anna.get('/@anna')).text);
	const home = bodies((await ben.get('/')).text);

	for (const list of [profile, home])
		assert.equal(list.filter((body) => body === status).length, 1);
	assert.deepEqual(waiting((await anna.get('/scheduled')).text), []);
}

test('it is published in time, and not before', async () => {
	const due = await schedule('In time', 3000);

	assert.equal(await isThere('In time'), false);
	const late = await lateness('In time', due);

	assert.ok(late > -100 && late < LATE_MS, `${late} ms late`);
	await assertOnce('In time');
});

test('also where the worker is killed again and again', async () => {
	const due = await schedule('Killed', 2000);
	let killed = 0, is = false;

	while (Date.now() < due + 500) {
		for (const pid of workers())
			killed += process.kill(pid, 'SIGKILL');
		await new Promise((done) => setTimeout(done, 130));
	}
	is = await lateness('Killed', due);
	assert.ok(killed > 3, `killed ${killed}`);
	assert.ok(is < LATE_MS, `${is} ms late`);
	await assertOnce('Killed');
});

test('due while no worker was there', async () => {
	const [pid] = workers();

	process.kill(pid, 'SIGSTOP');
	const due = await schedule('While away', 2000);

	await new Promise((done) => setTimeout(done, due - Date.now() + 3000));
	assert.equal(await isThere('While away'), false);
	assert.equal(waiting((await anna.get('/scheduled')).text)[0].due, true);
	process.kill(pid, 'SIGCONT');
	const back = Date.now();

	assert.ok(await lateness('While away', back) < LATE_MS);
	await assertOnce('While away');
});

test('two workers publish once', async () => {
	const env = cleanEnvironment({ RETWIS_REDIS: `unix:${stack.socket}` });
	const more = [1, 2, 3].map(() => spawn(`${build}/retwis-worker`, [],
		{ env, stdio: 'ignore' }));
	const all = [];

	for (let i = 0; i < 8; i++)
		all.push([`Many ${i}`, await schedule(`Many ${i}`, 2000)]);
	for (const [status, due] of all)
		assert.ok(await lateness(status, due) < LATE_MS);
	for (const child of more)
		child.kill();
	for (const [status] of all)
		await assertOnce(status);
});

test('what is cancelled does not come', async () => {
	await schedule('Never', 2000);
	const due = await schedule('But this', 2000);

	for (const { id, body } of waiting((await anna.get('/scheduled')).text))
		if (body === 'Never')
			await anna.post('/scheduled', { id });
	await lateness('But this', due);
	await new Promise((done) => setTimeout(done, 1000));
	assert.equal(await isThere('Never'), false);
});

test('the day of a visit is written', async () => {
	const day = new Date().toISOString().slice(0, 10);

	// What is not written yet is due now.
	for (const note of await redis('ZRANGE', '{seen}:due', 0, -1))
		await redis('ZADD', '{seen}:due', 1, note);
	await until('the day is there', async () =>
		await redis('EXISTS', '{seen}:due') === 0, 20);
	assert.equal(await redis('HGET', 'user:1', 'last'), day);
	assert.match((await ben.get('/@anna')).text, /Last seen today/);
});
