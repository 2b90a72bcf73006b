// What the web server answers when it cannot ask a page: a page of ours, which
// says that the site is back in a moment, and never its own bare one.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { anotherNginx } from '../lib/nginx.mjs';
import { heading } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { root, startStack } from '../lib/stack.mjs';
import { Visitor } from '../lib/visitor.mjs';

function checkAway({ status, headers, text }, what) {
	assert.equal(status, 503, what);
	assert.equal(heading(text), 'Back in a moment.', what);
	assert.match(text, /<link /, what);
	assert.match(headers['retry-after'], /^[1-9]\d*$/, what);
}

// A body of this many bytes to the page that takes files. Apache accepts two at a
// time, and counts one until a moment after its answer has arrived.
async function upload(visitor, bytes) {
	let answer;

	await until('a free place', async () => {
		answer = await visitor.send('POST', '/account/import',
			{ 'content-type': 'application/zip', 'content-length': bytes },
			Buffer.alloc(bytes, 'x'));
		return answer.status !== 429;
	});
	return answer;
}

for (const server of ['nginx', 'nginx-fcgiwrap', 'apache'])
	test(`${server}: a page is away, for a body of any length`, async () => {
		const stack = await startStack({ server });
		const visitor = new Visitor(stack.url);

		// Not home, which was asked at the start: to that nginx may have kept
		// a connection.
		for (const name of ['import', 'login', 'fcgiwrap'])
			rmSync(`${stack.var}/${name}.sock`, { force: true });
		checkAway(await visitor.get('/login'), 'a page');
		for (const bytes of [1, 1000, 65537, 1 << 20])
			checkAway(await upload(visitor, bytes), `${bytes} bytes`);
		await stack.stop();
	});

// The line that docs/hosting.md offers a host who wants nobody's address there.
test('nginx: the error log says who wanted what, or nothing', async () => {
	const [line] = readFileSync(`${root}/docs/hosting.md`, 'utf8')
		.match(/^ {4}error_log .*;$/m);
	const stack = await startStack();
	const logOf = async (name, more) => {
		const log = `${stack.var}/log/${name}-error.log`;
		const { port, close } = await anotherNginx(stack, name, (free) =>
			[[/listen .*;/, `listen 127.0.0.1:${free};\n${more}`]],
		[['error_log stderr;', `error_log "${log}";`]]);

		checkAway(await new Visitor(`http://127.0.0.1:${port}`).get('/login'));
		close();
		return readFileSync(log, 'utf8');
	};

	rmSync(`${stack.var}/login.sock`);
	assert.match(await logOf('plain', ''),
		/connect\(\) .* client: 127\.0\.0\.1, .* request: "GET \/login HTTP/);
	assert.doesNotMatch(await logOf('quiet', line), /127\.0\.0\.1|login/);
	await stack.stop();
});

// Clients that have begun a request hold connections that nginx also needs to ask
// a page.
test('nginx: it has no connection left for a page', async () => {
	const stack = await startStack();
	const { port, close } = await anotherNginx(stack, 'few', (free) =>
		[[/listen .*;/, `listen 127.0.0.1:${free};`]],
	[[/worker_processes .*;/, 'worker_processes 1;'],
		[/worker_connections .*;/, 'worker_connections 12;']]);
	const visitor = new Visitor(`http://127.0.0.1:${port}`);
	const begun = [], statuses = new Set();

	for (let n = 0; n < 12; n++) {
		const answer = await visitor.get('/login', { connection: 'close' })
			.catch(() => undefined);

		if (answer?.status !== 200 && answer)
			checkAway(answer, `with ${n} others`);
		statuses.add(answer?.status);
		const socket = connect({ port, host: '127.0.0.1' });

		begun.push(socket.on('error', () => {}));
		await new Promise((done) => socket.write('GET / HTTP/1.1\r\n', done));
	}
	assert.ok(statuses.has(200) && statuses.has(503), [...statuses].join());
	begun.forEach((socket) => socket.destroy());
	close();
	await stack.stop();
});

// Apache's answer to a form with a file that is none.
test('apache: a body is malformed', async () => {
	const stack = await startStack({ server: 'apache' });
	const answer = await new Visitor(stack.url).send('POST', '/account/import',
		{ 'content-type': 'multipart/form-data; boundary=x',
			'content-length': 1 }, 'x');

	assert.equal(answer.status, 500);
	assert.match(answer.text, /<link /);
	await stack.stop();
});

// As on a disk that is full: nginx cannot write what it has to write first.
test('nginx-fcgiwrap: there is no room for a file', async () => {
	const stack = await startStack({ server: 'nginx-fcgiwrap' });

	rmSync(`${stack.var}/tmp/body`, { recursive: true });
	checkAway(await upload(new Visitor(stack.url), 1 << 20), 'a file');
	await stack.stop();
});
