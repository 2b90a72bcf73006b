// The command line of retwis-admin: help, mistakes and settings.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { run } from '../lib/program.mjs';
import { root } from '../lib/stack.mjs';
import { program } from './lib/admin.mjs';

const nowhere = { RETWIS_REDIS: 'unix:/nonexistent/redis.sock' };

async function mistake(words, message) {
	const ran = await run(program, words, nowhere);

	assert.equal(ran.status, 2, words.join(' '));
	assert.equal(ran.output, '');
	assert.match(ran.errors, /^[^\n]*\n$/);
	assert.match(ran.errors, message);
}

async function failure(words, env, message) {
	const ran = await run(program, words, env);

	assert.equal(ran.status, 1);
	assert.equal(ran.output, '');
	assert.match(ran.errors, message);
}

test('--help and --version need nothing else', async () => {
	const version = await run(program, ['--version'], nowhere);

	assert.equal(version.status, 0);
	assert.match(version.output, /^Retwis \d+\.\d+/);
	for (const words of [['--help'], ['-h'], ['help']]) {
		const help = await run(program, words, { RETWIS_REDIS: 'x' });

		assert.equal(help.status, 0, help.errors);
		assert.match(help.output, /^Usage: retwis-admin COMMAND /);
		assert.equal(help.errors, '');
	}
});

// The commands in the list of all, and the text that explains one.
const listed = async () => [...(await run(program, ['--help'])).output
	.matchAll(/^ {2}([a-z-]+) {2}/gm)].map(([, name]) => name);
const explained = async (name) =>
	(await run(program, ['help', name], nowhere)).output;

test('each command is explained, on lines that a terminal has', async () => {
	for (const name of await listed()) {
		const text = await explained(name);

		assert.match(text, new RegExp(`^Usage: retwis-admin ${name}\\b`));
		for (const form of text.split('\n\n')[0].split('\n'))
			assert.match(form,
				new RegExp(`^(Usage:|      ) retwis-admin ${name}\\b`));
		assert.doesNotMatch(text, /^.{81}/m);
		for (const words of [[name, '--help'], ['-h', name]])
			assert.equal((await run(program, words, nowhere)).output, text);
	}
	assert.doesNotMatch((await run(program, ['--help'])).output, /^.{80}/m);
});

test('the manual has every command and option of help', async () => {
	const page = readFileSync(`${root}/man/retwis-admin.8`, 'utf8')
		.replaceAll('\\', '');
	const options = new Set(['--help', '--version']);
	const commands = await listed();

	assert.deepEqual(commands, ['members', 'show', 'add', 'passwd', 'reset',
		'two-step', 'suspend', 'restore', 'delete', 'release', 'host',
		'moderator', 'member', 'setup', 'site', 'config', 'clock', 'check', 'metrics',
		'workers', 'queue', 'rebuild', 'adopt', 'import', 'help']);
	for (const name of commands) {
		assert.match(page, new RegExp(`^\\.It Cm ${name}\\b`, 'm'));
		for (const option of (await explained(name)).match(/--[a-z-]+/g) ?? [])
			options.add(option);
	}
	const inManual = [...page.matchAll(/^\.It Fl (\S+)(?: Ar \w+)?$/gm)]
		.map(([, name]) => `-${name}`);

	assert.deepEqual([...inManual].sort(), [...options].sort());
});

test('a command line that makes no sense', async () => {
	await mistake([], /no command/);
	await mistake(['remove', 'anna'], /unknown command remove/);
	await mistake(['setup', 'anna'], /setup takes no words/);
	await mistake(['add'], /add takes one name/);
	await mistake(['add', 'anna', 'ben'], /add takes one name/);
	await mistake(['passwd'], /passwd takes one name/);
	await mistake(['reset'], /reset takes one name/);
	await mistake(['host', 'anna', 'ben'], /host takes one name or nothing/);
	await mistake(['delete', '--yes'], /delete takes one name/);
	await mistake(['release'], /release takes one name/);
	await mistake(['release', '--yes', 'anna'], /--yes is not for release/);
	await mistake(['adopt', 'anna'], /adopt takes no name/);
	await mistake(['adopt', '--yes'], /--yes is not for adopt/);
	await mistake(['rebuild'], /rebuild takes one name or --all/);
	await mistake(['rebuild', '--all', 'anna'], /rebuild takes one name/);
	await mistake(['delete', '--all', 'anna'], /--all is not for delete/);
	await mistake(['check', 'anna'], /check takes no name/);
	await mistake(['adopt', '--repair'], /--repair is not for adopt/);
	await mistake(['config', 'one', 'two'], /config takes one file/);
	await mistake(['--no-such', 'adopt'], /unrecognized option/);
	await mistake(['members', 'anna'], /members takes no name/);
	await mistake(['members', '--standing', 'guest'], /--standing takes host/);
	await mistake(['members', '--standing'], /requires an argument/);
	await mistake(['show'], /show takes one name/);
	await mistake(['suspend', 'anna'], /suspend needs --reason/);
	await mistake(['suspend', '--reason', 'x', '--until', 'now', 'anna'],
		/--until: That isn't a date/);
	await mistake(['restore'], /restore takes one name/);
	await mistake(['member'], /member takes one name/);
	await mistake(['moderator', 'anna', 'ben'], /moderator takes one name/);
	await mistake(['help', 'nonsense'], /unknown command nonsense/);
	await mistake(['help', 'add', 'host'], /help takes one command/);
	await mistake(['nonsense', '--help'], /unknown command nonsense/);
	await mistake(['site'], /site takes get/);
	await mistake(['site', 'put'], /site takes get/);
	await mistake(['site', 'get', 'nothing'], /there is no setting nothing/);
	await mistake(['import', '--from', 'php', 'unix:x'], /--from must be 2009/);
	await mistake(['queue', 'retry'], /retry takes one job or --all/);
	await mistake(['queue', 'eat'], /unknown order eat for queue/);
	await mistake(['workers', 'sleep'], /unknown order sleep for workers/);
	await mistake(['workers', 'throttle', 'x'], /throttle takes a number/);
	await mistake(['clock', 'x'], /clock takes nothing/);
});

test('names that begin with a dash come after --', async () => {
	await failure(['passwd', '--', '-anna'], nowhere, /does not answer/);
	await mistake(['passwd', '-anna'], /invalid option/);
});

test('settings that are wrong', async () => {
	await failure(['adopt'], { RETWIS_REDIS: 'redis://x' },
		/^retwis-admin: RETWIS_REDIS must be unix:PATH or [^\n]*\n$/);
	await failure(['adopt'], { RETWIS_SIGNUP: 'maybe' },
		/^retwis-admin: RETWIS_SIGNUP must be open, asked, invited or closed\n$/);
});

test('no Redis', async () => {
	const down = /^retwis-admin: Redis does not answer[^\n]*\n$/m;

	await failure(['adopt'], nowhere, down);
	await failure(['check'], nowhere, down);
	await failure(['check', '--repair'], nowhere, down);
	await failure(['add', 'anna'], nowhere, down);
	await failure(['passwd', 'anna'], nowhere, down);
	await failure(['reset', 'anna'], nowhere, down);
	await failure(['delete', '--yes', 'anna'], nowhere, down);
	await failure(['delete', '--yes', '1'], nowhere, down);
	await failure(['release', 'anna'], nowhere, down);
	for (const words of [['queue'], ['queue', 'retry', '--all'],
		['queue', 'drop', '--yes', '12345678'], ['workers'],
		['workers', 'pause']])
		await failure(words, nowhere, down);
});
