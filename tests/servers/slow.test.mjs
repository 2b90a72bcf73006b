// Clients that are slow, on purpose or not: they hold nobody else up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from 'node:net';
import { startStack } from '../lib/stack.mjs';
import { request } from '../lib/http.mjs';
import { member } from '../lib/visitor.mjs';
import { until } from '../lib/processes.mjs';
import { emptyForm, form } from './site.mjs';

// A client, always from the same address, which begins with this text.
function openClient(port, clients, text) {
	const socket = connect({ port, host: '127.0.0.1',
		localAddress: '127.0.0.2' });

	socket.on('connect', () => {
		clients.opened++;
		socket.write(text);
	});
	socket.on('error', () => {});
	socket.unref();
	return socket;
}

// Each sends an endless request: a byte a second.
function slowClients(port, n, head) {
	const clients = { opened: 0, closed: 0 };

	for (let i = 0; i < n; i++) {
		const socket = openClient(port, clients, head);
		const timer = setInterval(() => socket.write('x'), 1000);

		socket.on('close', () => {
			clearInterval(timer);
			clients.closed++;
		});
		socket.resume();
		timer.unref();
	}
	return clients;
}

// While they are there everybody else is served: the test ends before the first
// of them is cut off after ten seconds, so that is not the reason.
async function checkServed({ url }, visitor) {
	const start = Date.now();

	for (const path of ['/', '/timeline', '/login', '/static/style.css'])
		assert.equal((await request(url, path)).status, 200);
	assert.equal((await emptyForm(url, '/login')).status, 422);
	assert.equal((await visitor.write('still here')).status, 303);
	assert.ok(Date.now() - start < 8000,
		`it took ${Date.now() - start} ms`);
}

const slow = [
	['header', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
	['body', 'POST /login HTTP/1.1\r\nHost: x\r\n' +
		`Content-Type: ${form}\r\nContent-Length: 60000\r\n\r\n` +
		'x'.repeat(20000)],
];

async function checkSlow(stack, server, [what, head]) {
	const anna = await member(stack.url, 'anna');
	const clients = slowClients(stack.port, 150, head);

	await until('all have connected', () => clients.opened === 150);
	for (let i = 0; i < 4; i++) {
		await checkServed(stack, anna);
		await new Promise((done) => setTimeout(done, 500));
	}
	// nginx reads a body as it arrives, and needs no page program for that.
	if (what === 'header' || server.startsWith('apache'))
		await until('all were cut off', () => clients.closed === 150, 40);
	await checkServed(stack, anna);
	await stack.stop();
}

// Pages that nobody reads fill all buffers in between: a hundred of them are
// more than the web server and the system hold for a client.
function deafClients(port, n) {
	const clients = { opened: 0 };
	// nginx has its own pages for those who send no cookie.
	const asked = 'GET /timeline HTTP/1.1\r\nHost: x\r\n' +
		'Cookie: x=y\r\n\r\n';

	for (let i = 0; i < n; i++)
		openClient(port, clients, asked.repeat(100)).pause();
	return clients;
}

async function checkDeaf(stack) {
	const anna = await member(stack.url, 'anna');

	for (let i = 0; i < 20; i++)
		await anna.write(`${i} ${'long '.repeat(50)}`);
	const clients = deafClients(stack.port, 20);

	await until('all have connected', () => clients.opened === 20);
	for (let i = 0; i < 4; i++)
		await checkServed(stack, anna);
	await stack.stop();
}

const start = (server) =>
	startStack({ server, env: { RETWIS_CONNECTIONS: '100' } });

// Both at the same time, since they mostly wait.
async function checkBoth(t, server) {
	const stacks = [await start(server), await start(server)];

	await Promise.all(slow.map((one, i) => t.test(
		`${server}: a slow ${one[0]}`,
		() => checkSlow(stacks[i], server, one))));
}

for (const server of ['nginx', 'apache'])
	test(`${server}: answers that nobody reads hold nobody up`, async () =>
		checkDeaf(await start(server)));

for (const server of ['nginx', 'apache', 'apache-cgi'])
	test(`${server}: slow clients hold nobody up`, { concurrency: true },
		(t) => checkBoth(t, server));
