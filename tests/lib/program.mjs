// A page program without a web server: as plain CGI, or spoken to by FastCGI.
import { connect } from 'node:net';
import { spawn } from 'node:child_process';
import { cleanEnvironment, programs, root } from './stack.mjs';

// Runs a program to its end: {status, signal, output, errors}. started() is
// told of the process.
export function run(program, args = [], env = {}, input = '',
	started = () => {}) {
	const child = spawn(program, args, { env: cleanEnvironment({
		RETWIS_TEMPLATES: `${root}/templates`, ...env }) });
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

// The variables of a request, which a web server would make of it.
export function variables(method, path, body = '', more = {}) {
	const form = method === 'POST' ? { CONTENT_LENGTH: `${body.length}`,
		CONTENT_TYPE: 'application/x-www-form-urlencoded' } : {};

	return { REQUEST_METHOD: method, REQUEST_URI: path, ...form, ...more };
}

// One request to a page program as plain CGI. Killed, it gives no answer.
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

// Takes the records apart; true at the end of the request.
function takeRecords(state) {
	while (state.input.length >= 8) {
		const length = state.input.readUInt16BE(4);
		const whole = 8 + length + state.input.readUInt8(6);

		if (state.input.length < whole)
			return false;
		if (state.input[1] === END)
			return true;
		if (state.input[1] === STDOUT)
			state.output += state.input.subarray(8, 8 + length);
		state.input = state.input.subarray(whole);
	}
	return false;
}

// One request to the FastCGI program that listens at a socket; `first` comes
// between connecting and the first byte.
export async function fastcgi(socketPath, params, body = '', first = () => {}) {
	const socket = connect(socketPath);
	const state = { input: Buffer.alloc(0), output: '' };
	const none = Buffer.alloc(0);
	const answer = read(socket, state);

	await first();
	socket.write(Buffer.concat([
		record(BEGIN, Buffer.from([0, 1, 0, 0, 0, 0, 0, 0])),
		record(PARAMS, pairs(params)), record(PARAMS, none),
		...(body ? [record(STDIN, Buffer.from(body))] : []),
		record(STDIN, none)]));
	return answer;
}

function read(socket, state) {
	return new Promise((done, fail) => {
		socket.on('error', fail);
		socket.on('close', () => fail(new Error('closed early')));
		socket.on('data', (chunk) => {
			state.input = Buffer.concat([state.input, chunk]);
			if (takeRecords(state)) {
				done(parse(state.output));
				socket.destroy();
			}
		});
	});
}
