// Each change by a host is written to the system log, with the user who made
// it. The test listens on a /dev/log of its own, in a mount namespace, which
// not every machine allows.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { rmSync } from 'node:fs';
import { after, test as plainTest } from 'node:test';
import { until } from '../lib/processes.mjs';
import { run } from '../lib/program.mjs';
import { borrowStack, temporaryFolder } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { placesOf, program } from './lib/admin.mjs';

const stack = await borrowStack();
const { url, redis } = stack;

// A /dev that contains only what a program needs, and our socket as its log.
const ownLog = `set -e; old=$1 log=$2; shift 2
	mkdir -p "$old"; mount --rbind /dev "$old"; mount -t tmpfs none /dev
	for f in null urandom random tty; do touch /dev/$f
	mount --bind "$old/$f" /dev/$f; done
	touch /dev/log; mount --bind "$log" /dev/log; exec "$@"`;
const folder = temporaryFolder();
const within = [...process.getuid() ? ['--map-root-user'] : [], '--mount',
	'--propagation', 'private', 'sh', '-c', ownLog, 'sh', `${folder}/dev`,
	`${folder}/log.sock`];

const lines = [];
const server = createServer((link) => link.on('data', (text) =>
	lines.push(...String(text).split('\0').filter(Boolean))));

await new Promise((done) => server.listen(`${folder}/log.sock`, done));
server.unref();
after(() => rmSync(folder, { recursive: true }));

const isPossible = spawnSync('unshare', [...within, 'true']).status === 0;
const test = (name, action) => plainTest(name,
	{ skip: !isPossible && 'no namespaces here' }, action);

// When this message has arrived, so have all before it: connections are
// accepted in order.
async function allIsRead() {
	const link = connect(`${folder}/log.sock`);

	link.end('the end');
	await until('the end', () => lines.at(-1) === 'the end');
	lines.pop();
}

// What the command logs, without time and process id: [lines].
async function logged(words, { input = '', env = {} } = {}) {
	lines.length = 0;
	const ran = await run('unshare', [...within, program, ...words],
		{ ...placesOf(stack), ...env }, input);

	await allIsRead();
	return { ...ran, lines: lines.map((line) => line.replace(
		/^<(\d+)>.{15} retwis-admin\[\d+\]: /, '$1 ')) };
}

const NOTICE = 3 * 8 + 5; // daemon, notice

test('each command that changes something is one line', async () => {
	await member(url, 'anna');
	await member(url, 'ben');
	await (await member(url, 'carl')).write('hello');
	await redis('HSET', 'user:1', 'totp', 'secret');
	await redis('LPUSH', '{fanout}:dead', '1795260308 5 nonsense');
	for (const [words, said, input] of [
		[['add', 'dora'], 'add "dora"', 'correct horse battery\n'],
		[['passwd', '@anna'], 'passwd "@anna"', 'another horse battery\n'],
		[['reset', '@anna'], 'reset "@anna"'],
		[['host', 'dora'], 'host "dora"'],
		[['two-step', '--off', 'anna'], 'two-step "anna" --off'],
		[['delete', '--yes', 'ben'], 'delete "ben"'],
		[['delete', '--yes', '1'], 'delete "1"'],
		[['site', 'set', 'post_max', '99'], 'site "set" "post_max" "99"'],
		[['site', 'set', 'rules', 'Be kind.'], 'site "set" "rules"'],
		[['site', 'unset', 'rules'], 'site "unset" "rules"'],
		[['adopt'], 'adopt'],
		[['rebuild', 'anna'], 'rebuild "anna"'],
		[['rebuild', '--all'], 'rebuild --all'],
		[['queue', 'drop', '--yes', '--all'], 'queue "drop" --all'],
		[['check', '--repair'], 'check --repair'],
		[['workers', 'resume'], 'workers "resume"'],
	]) {
		const ran = await logged(words, { input });

		assert.equal(ran.status, 0, ran.errors);
		assert.deepEqual(ran.lines, [`${NOTICE} uid 0: ${said}`]);
	}
});

test('a command that changes nothing leaves no line', async () => {
	for (const [words, input] of [[['queue']], [['check']], [['metrics']],
		[['site', 'get']], [['site', 'set', 'post_max', '0']],
		[['workers']], [['delete', 'anna']], [['passwd', 'nobody'], 'x'],
		[['add', 'anna']], [['passwd', 'anna'], 'short'],
		[['two-step', '--off', 'anna']]])
		assert.deepEqual((await logged(words, { input })).lines, [],
			words.join(' '));
});

test('behind sudo it says whose order it was, and forges nothing', async () => {
	const { lines: [line] } = await logged(['rebuild', '--all'],
		{ env: { SUDO_USER: 'kim"\nuid 7: adopt' } });

	assert.equal(line,
		`${NOTICE} uid 0 by sudo of "kim\\x22\\x0auid 7: adopt": rebuild --all`);
});

test('words are a stranger\'s, too', async () => {
	await redis('HSET', 'users', 'two\nlines', 99);
	await redis('HSET', 'user:99', 'username', 'two\nlines');
	const { lines: [line] } = await logged(['delete', '--yes', 'two\nlines']);

	assert.equal(line, `${NOTICE} uid 0: delete "two\\x0alines"`);
});
