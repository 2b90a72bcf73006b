// One measurement: wrk, and the processor time that passes meanwhile.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { usage } from './stack.mjs';

const script = new URL('load.lua', import.meta.url).pathname;

const total = used => used.page + used.redis + used.web;

// What the last load has left over is worked off before the next begins.
async function quiet(stack) {
	let before = -1, now = total(usage(stack));

	while (now !== before) {
		await sleep(60);
		before = now;
		now = total(usage(stack));
	}
}

/*
 * wrk prints its line the moment that it stops asking. Then, before it has
 * closed its connections and gone, the time is taken.
 */
async function wrk(stack, args) {
	const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] });
	const end = once(child, 'close');
	let text = '', after;

	child.stdout.on('data', part => {
		text += part;
		if (/^\{.*\}$/m.test(text))
			after ??= usage(stack);
	});
	await end;
	if (!after)
		throw new Error(`wrk fails: ${text}`);
	return { ...JSON.parse(text.match(/^\{.*\}$/m)[0]), after };
}

function check(run, before, name) {
	if (run.refused || run.broken || !run.answers)
		throw new Error(`${name}: ${run.refused} error answers and ` +
			`${run.broken} broken ones beside ${run.answers}`);
	if (String(before.pids) !== String(run.after.pids))
		throw new Error(`${name}: a page process has ended`);
}

/*
 * Answers a second, milliseconds, and microseconds of the processor an answer:
 * all numbers, under the names that table.mjs knows.
 */
export async function load(stack, page, session, conns, seconds) {
	const args = ['-t', '1', '-c', conns, '-d', `${seconds}s`,
		'--timeout', '10s', '-s', script, stack.url + page.path, '--',
		session.cookie];

	if (page.form)
		args.push(session.csrf, randomBytes(8).toString('hex'));
	await quiet(stack);
	const before = usage(stack);
	const run = await wrk(stack, args);

	check(run, before, page.name);
	const each = kind => (run.after[kind] - before[kind]) / run.answers;
	const cost = { page: each('page'), redis: each('redis'), web: each('web') };

	return {
		answers: run.answers, rate: run.answers * 1e6 / run.us,
		p50: run.p50 / 1000, p99: run.p99 / 1000,
		...cost, all: cost.page + cost.redis + cost.web,
	};
}
