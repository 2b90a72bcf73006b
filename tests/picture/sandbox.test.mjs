// retwis-picture is locked in before it gets a file, and all the while.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, readdirSync, writeFileSync }
	from 'node:fs';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { build } from '../lib/stack.mjs';
import { until } from '../lib/processes.mjs';
import { convert, convertAfter, jpeg, png, webp } from './lib/files.mjs';
import { endings, file, give, program } from './lib/give.mjs';

const picture = jpeg(png({ width: 600, height: 400,
	pixel: (x, y) => [x & 255, y & 255, x * y & 255] }));
const sanitized = build.includes('-san') && 'the sanitizers need more';

// One that waits for its message, locked in: a process. A pipe of node's is a
// Unix socket.
async function waiting(t, input = 'pipe') {
	const child = spawn(program, [], { stdio: [input, 'pipe', 'pipe'] });
	const status = () => readFileSync(`/proc/${child.pid}/status`, 'utf8');

	t.after(() => child.kill('SIGKILL'));
	await until('it is locked in', () => /^Seccomp:\t2$/m.test(status()));
	return child;
}

test('each of its threads is locked in, and can gain nothing', async (t) => {
	const { pid } = await waiting(t);
	const tasks = readdirSync(`/proc/${pid}/task`);

	for (const task of tasks) {
		const status = readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8');

		assert.match(status, /^NoNewPrivs:\t1$/m);
		assert.match(status, /^Seccomp:\t2$/m);
	}
});

test('memory, time, files and their size are limited', { skip: sanitized },
	async (t) => {
		const { pid } = await waiting(t);
		const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
		const expected = { 'address space': 1 << 30, 'cpu time': 10,
			'open files': 16, 'file size': 8 << 20, 'core file size': 0 };

		for (const [what, most] of Object.entries(expected))
			assert.match(limits, new RegExp(
				`^Max ${what} +${most} +${most} `, 'm'));
	});

test('it has nothing open but its three descriptors', async (t) => {
	const { pid } = await waiting(t);
	const open = readdirSync(`/proc/${pid}/fd`).filter((fd) => fd > 2);

	for (const fd of open)
		assert.match(execFileSync('readlink', [`/proc/${pid}/fd/${fd}`],
			{ encoding: 'utf8' }), /^anon_inode:|^pipe:/);
});

test('when its time is over, it says so', async (t) => {
	const path = file('.sock');
	const server = createServer({ pauseOnConnect: true }).listen(path);

	t.after(() => server.close());
	await once(server, 'listening');
	const client = connect(path);
	const [connection] = await once(server, 'connection');
	const child = await waiting(t, connection);
	const answer = once(client, 'data');
	const exit = once(child, 'exit');

	connection.destroy();
	child.kill('SIGALRM');
	assert.equal(`${(await answer)[0]}`, 'refused slow\n');
	assert.deepEqual(await exit, [0, null]);
});

// A script that starts it under strace with these options, which write to the
// log: {path, log}.
function traced(...options) {
	const path = file('.sh');
	const log = file('.log');

	writeFileSync(path, `#!/bin/sh\nexec strace -f -o ${log} ` +
		`${options.join(' ')} ${program}\n`);
	chmodSync(path, 0o755);
	return { path, log };
}

function giveTo(path, word, bytes) {
	const results = endings[word].map((ending) => file(ending));

	return execFileSync(`${build}/tests/picture/give`,
		[path, word, file('.in', bytes), ...results], { encoding: 'utf8' });
}

const noTrace = sanitized || spawnSync('strace', ['-V']).error && 'no strace' ||
	spawnSync('strace', ['-f', 'true']).status !== 0 && 'strace may not trace';

// A library may try, such as malloc() with large pictures, and is refused.
test('it opens nothing once it has the file, and is not killed for it',
	{ skip: noTrace }, () => {
		const large = png({ width: 900, height: 700 });
		const inks = convertAfter(large, ['colourspace', 'cmyk'], '.jpg',
			'jpegsave');

		for (const bytes of [picture, webp(large), inks,
			convert(large, '.png', 'pngsave', '--profile', 'p3')]) {
			const { path, log } = traced();

			assert.match(giveTo(path, 'post', bytes), /^ok \d+ \d+\n/);
			const [, after] = readFileSync(log, 'utf8').split(/recvmsg\(/);

			assert.match(after, /\bpread64\(/);
			assert.doesNotMatch(after, /\b(socket|execve|v?fork)\(|SIGSYS/);
			for (const line of after.match(/.*\b(open|stat|access).*/g) ?? [])
				assert.match(line, /EPERM|<unfinished/);
		}
	});

// strace puts another call in the place of the one that writes a result.
test('a call that is not expected kills it', { skip: noTrace }, () => {
	for (const call of ['getppid', 'getuid']) {
		const { path, log } = traced('-e', 'trace=pwrite64', '-e',
			`inject=pwrite64:retval=0:syscall=${call}`);

		assert.match(giveTo(path, 'post', picture), /^signal 31 /);
		assert.match(readFileSync(log, 'utf8'), /killed by SIGSYS/);
	}
});

test('a message that makes no sense ends it without an answer', () => {
	const path = file('.in', picture);
	const gives = (...args) => spawnSync(`${build}/tests/picture/give`,
		[program, ...args], { encoding: 'utf8' });

	for (const args of [['poster', path, file('')], ['post', path],
		['post', path, ...[1, 2, 3].map(() => file(''))],
		['post', path, ...[1, 2, 3, 4, 5].map(() => file(''))],
		['mark', path, file(''), file('')]]) {
		const { stdout, stderr } = gives(...args);

		assert.match(stdout, /^exit 1 /);
		assert.match(stderr, /^retwis: .*message.*\n$/);
	}
});

test('what is no file cannot be read', () => {
	const results = endings.face.map((ending) => file(ending));
	const { stdout, stderr } = spawnSync('sh', ['-c', 'echo GIF89a | "$@"', '-',
		`${build}/tests/picture/give`, program, 'face', '/dev/stdin', ...results],
	{ encoding: 'utf8' });

	assert.match(stdout, /^exit 1 /);
	assert.match(stderr, /^retwis: cannot read a picture: .+\n$/);
});

test('it is started with a socket, and not by hand', () => {
	const { status, stderr } = spawnSync(program, [], { encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'] });

	assert.equal(status, 1);
	assert.match(stderr, /standard input must be a socket\n$/);
});

test('--check finds that it can do all this', () => {
	const { status, stdout, stderr } = spawnSync(program, ['--check'],
		{ encoding: 'utf8' });

	assert.deepEqual([status, stdout, stderr], [0, '', '']);
});

test('two at once, and none in the way of the other', async () => {
	const both = await Promise.all([1, 2].map((i) => {
		const results = endings.post.map((ending) => file(ending));
		const child = spawn(`${build}/tests/picture/give`,
			[program, 'post', file(`${i}.in`, picture), ...results]);
		let output = '';

		child.stdout.on('data', (chunk) => { output += chunk; });
		return once(child, 'close').then(() => ({ output, results }));
	}));

	for (const { output, results } of both) {
		assert.match(output, /^ok 600 400\nexit 0 /);
		assert.ok(results.every(existsSync));
	}
	assert.deepEqual(both[0].results.map((path) => readFileSync(path)),
		both[1].results.map((path) => readFileSync(path)));
	assert.equal(give('post', picture).end, 'exit 0');
});
