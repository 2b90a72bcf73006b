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
	const help = await run(program, ['--help'], { RETWIS_REDIS: 'x' });
	const version = await run(program, ['--version'], nowhere);

	assert.equal(help.status, 0);
	assert.match(help.output, /^Usage: retwis-admin add NAME\n/);
	assert.equal(version.status, 0);
	assert.match(version.output, /^Retwis \d+\.\d+/);
	assert.equal(help.errors + version.errors, '');
});

test('the manual has every command and option of --help', async () => {
	const page = readFileSync(`${root}/man/retwis-admin.8`, 'utf8');
	const { output } = await run(program, ['--help']);
	const options = output.match(/--[a-z-]+/g);
	const usage = [...output.matchAll(/retwis-admin ([a-z-]+)/g)]
		.map(([, name]) => name);
	const commands = [...new Set(usage)];

	assert.deepEqual(commands, ['add', 'passwd', 'reset', 'host',
		'two-step', 'delete', 'release', 'site', 'adopt', 'import', 'rebuild', 'workers', 'queue', 'check', 'metrics',
		'config', 'clock']);
	for (const name of commands)
		assert.ok(page.replaceAll('\\', '').includes(`\n.It Cm ${name}`));
	const listed = [...page.matchAll(/^\.It Fl (\S+)(?: Ar \w+)?$/gm)]
		.map(([, name]) => `-${name.replaceAll('\\', '')}`);

	for (const option of new Set(options))
		assert.ok(listed.includes(option), option);
});

test('a command line that makes no sense', async () => {
	await mistake([], /no command/);
	await mistake(['remove', 'anna'], /unknown command remove/);
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
