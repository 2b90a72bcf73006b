// Words that make no sense, to each program and script: a line on stderr, and
// exit status 2. tests/admin/command.test.mjs does this for retwis-admin.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../lib/program.mjs';
import { build, keyFile, programs, root } from '../lib/stack.mjs';

const all = [`${build}/retwis-worker`, `${build}/retwis-live`,
	`${build}/retwis-picture`, `${programs}/home`];

async function mistake(program, words, message) {
	const ran = await run(program, words);

	assert.equal(ran.status, 2, `${program} ${words.join(' ')}`);
	assert.equal(ran.output, '');
	assert.match(ran.errors, /^[^\n]+\n$/);
	assert.match(ran.errors, message);
}

test('programs take no words, and only options that they have', async () => {
	for (const program of all) {
		await mistake(program, ['start'], /takes no words; see .* --help/);
		await mistake(program, ['--check', 'now'], /takes no words/);
		await mistake(program, ['--nonsense'], /unrecognized option/);
		await mistake(program, ['--check', '-x'], /invalid option/);
		await mistake(program, ['--check=yes'], /doesn't allow an argument/);
		for (const help of ['--help', '-h']) {
			const ran = await run(program, [help]);

			assert.equal(ran.status, 0);
			assert.match(ran.output, /^Usage: /);
		}
	}
});

// A web server may pass words of a query.
test('a page as plain CGI takes any words', async () => {
	const ran = await run(`${programs}/home`, ['start'],
		{ GATEWAY_INTERFACE: 'CGI/1.1', REQUEST_METHOD: 'GET',
			REQUEST_URI: '/', RETWIS_REDIS: 'unix:/nowhere.sock',
			RETWIS_KEY_FILE: keyFile });

	assert.equal(ran.status, 0, ran.errors);
	assert.match(ran.output, /^Status: 503 /);
});

test('scripts, too', async () => {
	for (const [script, ...words] of [['stack', 'x'], ['render'], ['respawn'],
		['inetd-run', 'log'], ['drop-root'], ['key'], ['key', 'a', 'b', 'c'],
		['install-packages'], ['install-packages', 'nothing'],
		['install'], ['install-packages', '--missing']])
		await mistake(`${root}/conf/${script}`, words, /./);
	await mistake(`${root}/conf/install-packages`, ['build', 'nothing'],
		/there is no part nothing/);
});

// What the C library does not know, it would take for UTC.
test('no program starts with a time zone that does not exist', async () => {
	for (const program of all.filter((name) => !/picture$/.test(name))) {
		const ran = await run(program, ['--check'],
			{ TZ: 'Mars/Base', RETWIS_KEY_FILE: keyFile });

		assert.equal(ran.status, 1);
		assert.match(ran.errors, /: TZ must be a time zone .* no Mars\/Base/);
	}
});
