// A page program without a web server: as plain CGI, or through FastCGI.
import { connect } from 'node:net';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { build, cleanEnvironment, programs } from './stack.mjs';
import { until } from './processes.mjs';

// Runs a program to its end: {status, signal, output, errors}. started() gets
// the process.
export function run(program, args = [], env = {}, input = '',
	started = () => {}) {
	const child = spawn(program, args, { env: cleanEnvironment({
		RETWIS_TEMPLATES: `${build}/templates`, ...env }) });
	const out = { output: '', errors: '' };

	started(child);
	child.stdout.on('data', (chunk) => { out.output += chunk; });
	child.stderr.on('data', (chunk) => { out.errors += chunk; });
	child.stdin.on('error', () => {});
	child.stdin.end(input);
	return new Promise((done) => child.once('close', (status, signal) =>
		done({ status, signal, ...out })));
}

function parse(output) {
	const end = output.indexOf('\r\n\r\n');
	const headers = {};

	for (const line of output.slice(0, end).split('\r\n')) {
		const [, name, value] = line.match(/^([^:]+): (.*)$/);

		headers[name.toLowerCase()] = value;
	}
	return { status: Number(headers.status?.slice(0, 3)), headers,
		text: output.slice(end + 4) };
}

// The variables that a web server would make from a request.
export function variables(method, path, body = '', more = {}) {
	const form = method === 'POST' ? { CONTENT_LENGTH: `${body.length}`,
		CONTENT_TYPE: 'application/x-www-form-urlencoded' } : {};

	return { REQUEST_METHOD: method, REQUEST_URI: path, ...form, ...more };
}

// One request to a page program as plain CGI. If it is killed, it gives no
// answer.
export async function cgi(page, env, body = '', started = undefined) {
	const ran = await run(`${programs}/${page}`, [],
		{ GATEWAY_INTERFACE: 'CGI/1.1', ...env }, body, started);

	return ran.signal ? ran : { ...ran, ...parse(ran.output) };
}

function record(type, content) {
	const head = Buffer.alloc(8);

	head.writeUInt8(1, 0);
	head.writeUInt8(type, 1);
	head.writeUInt16BE(1, 2);
	head.writeUInt16BE(content.length, 4);
	return Buffer.concat([head, content]);
}

function size(text) {
	const bytes = Buffer.alloc(4);

	bytes.writeUInt32BE((0x80000000 | text.length) >>> 0);
	return bytes;
}

function pairs(params) {
	return Buffer.concat(Object.entries(params).flatMap(([k, v]) =>
		[size(k), size(v), Buffer.from(k), Buffer.from(v)]));
}

const [BEGIN, END, PARAMS, STDIN, STDOUT] = [1, 3, 4, 5, 6];

// Splits the bytes into records; true at the end of an answer.
function takeRecords(state) {
	while (state.input.length >= 8) {
		const length = state.input.readUInt16BE(4);
		const whole = 8 + length + state.input.readUInt8(6);

		if (state.input.length < whole)
			return false;
		const [, type] = state.input;

		if (type === STDOUT)
			state.output.push(state.input.subarray(8, 8 + length));
		state.input = state.input.subarray(whole);
		if (type === END)
			return true;
	}
	return false;
}

// The bytes of a request, as a web server sends them. `keep`: the connection
// must not be closed afterwards. If the variables are a Buffer, that is sent as
// it is.
export function requestBytes(params, body = '', keep = false) {
	const none = Buffer.alloc(0);

	return Buffer.concat([
		record(BEGIN, Buffer.from([0, 1, keep ? 1 : 0, 0, 0, 0, 0, 0])),
		record(PARAMS, Buffer.isBuffer(params) ? params : pairs(params)),
		record(PARAMS, none),
		...(body ? [record(STDIN, Buffer.from(body))] : []),
		record(STDIN, none)]);
}

// One request to the FastCGI program that listens on a socket; `first` is
// called between connecting and sending the first byte.
export async function fastcgi(socketPath, params, body = '', first = () => {}) {
	const connection = new Connection(socketPath);
	const answer = connection.answer();

	await first();
	connection.write(requestBytes(params, body));
	try {
		return await answer;
	} finally {
		connection.leave();
	}
}

// A connection from a web server, which may keep it open.
export class Connection {
	constructor(socketPath) {
		this.state = { input: Buffer.alloc(0), output: [] };
		this.bytes = 0; // that have arrived
		this.answers = [];
		this.waiting = [];
		this.socket = connect(socketPath);
		this.socket.on('error', (error) => { this.error = error; });
		this.closed = new Promise((done) => this.socket.on('close', () => {
			this.isClosed = true;
			done();
			for (const { fail } of this.waiting)
				fail(this.error ?? new Error('closed early'));
		}));
	}

	// Begins to read: until then, answers pile up in the socket.
	listen() {
		if (this.listens)
			return;
		this.listens = true;
		this.socket.on('data', (chunk) => this.take(chunk));
	}

	take(chunk) {
		this.bytes += chunk.length;
		this.state.input = Buffer.concat([this.state.input, chunk]);
		while (takeRecords(this.state)) {
			const all = Buffer.concat(this.state.output);

			this.answers.push({ ...parse(String(all)), bytes:
				all.subarray(all.indexOf('\r\n\r\n') + 4) });
			this.state.output = [];
		}
		while (this.waiting.length && this.answers.length)
			this.waiting.shift().done(this.answers.shift());
	}

	write(bytes) {
		this.socket.write(bytes);
	}

	// The next one that has not been returned yet; fails if it will never
	// arrive.
	answer() {
		this.listen();
		if (this.answers.length)
			return this.answers.shift();
		if (this.isClosed)
			throw this.error ?? new Error('closed early');
		return new Promise((done, fail) =>
			this.waiting.push({ done, fail }));
	}

	// One request after the other, in the order that FastCGI requires.
	ask(params, body = '') {
		const asked = (this.asked ?? Promise.resolve()).then(() => {
			this.write(requestBytes(params, body, true));
			return this.answer();
		});

		this.asked = asked.catch(() => {});
		return asked;
	}

	leave() {
		this.socket.destroy();
	}
}

/* ---- a page program by itself ------------------------------------------- */

function hasEnded(child) {
	return child.exitCode !== null || child.signalCode;
}

// What its event loop waits for: [{fd, events}], according to the kernel.
function waitsFor(pid) {
	try {
		return readdirSync(`/proc/${pid}/fdinfo`).flatMap((name) =>
			[...readFileSync(`/proc/${pid}/fdinfo/${name}`, 'latin1')
				.matchAll(/^tfd:\s+(\d+) events:\s+([0-9a-f]+)/gm)])
			.map(([, fd, events]) => ({ fd: Number(fd),
				events: parseInt(events, 16) }));
	} catch {
		return []; // one has just been closed
	}
}

// Whether its loop waits for connections: that is true only after exec and its
// own preparations, and no longer after it was told to end.
export function listens(pid) {
	return waitsFor(pid).some(({ fd }) => fd === 0);
}

const EPOLLOUT = 4;

// Whether it still has something to write that does not fit into the socket.
export function isStuck(pid) {
	return waitsFor(pid).some(({ events }) => events & EPOLLOUT);
}

export function openFiles(pid) {
	return readdirSync(`/proc/${pid}/fd`).length;
}

const started = new Set();

// For after(): a failed test leaves none behind.
export function endPages() {
	for (const child of started)
		child.kill('SIGKILL');
}

// Starts it without a supervisor, on a socket in `folder`; `env` must contain
// at least RETWIS_REDIS. isReady(pid): whether it has started, for when that
// shows somewhere other than in the process itself.
export async function startPage(page, folder, env, isReady = listens) {
	const socket = `${folder}/${page.split('/').pop()}.sock`;

	rmSync(socket, { force: true });
	const child = spawn('spawn-fcgi', ['-n', '-s', socket, '--',
		page.startsWith('/') ? page : `${programs}/${page}`],
	{ env: cleanEnvironment({
		RETWIS_TEMPLATES: `${build}/templates`, ...env }) });

	started.add(child);
	child.once('exit', () => started.delete(child));
	const out = { errors: '' };
	const ended = new Promise((done) => child.once('exit', (...how) =>
		done(how)));

	child.stderr.on('data', (chunk) => { out.errors += chunk; });
	await until('it waits', () => existsSync(socket) && isReady(child.pid));
	const idle = openFiles(child.pid);

	return { socket, ended, pid: child.pid, out,
		stop: (signal = 'SIGTERM') => child.kill(signal),
		accepted: () => until('it accepts', () =>
			openFiles(child.pid) > idle),
		told: () => until('it is told', () => hasEnded(child) ||
			!listens(child.pid)) };
}
