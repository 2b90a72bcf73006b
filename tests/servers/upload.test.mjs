// A member's upload: who may not send one, and slow senders.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readdirSync, readlinkSync } from 'node:fs';
import { Agent, request as open } from 'node:http';
import { connect } from 'node:net';
import { request } from '../lib/http.mjs';
import { form, formType, luggage, post } from '../lib/luggage.mjs';
import { startStack } from '../lib/stack.mjs';
import { processesIn, until } from '../lib/processes.mjs';
import { member } from '../lib/visitor.mjs';

const long = 60 << 20;

// The first bytes of a form with a file; nothing more is sent before send().
function begin(url, { cookie, localAddress, length, text }) {
	const { hostname, port } = new URL(url);
	const upload = { answer: undefined, isOver: false };
	const out = open({ hostname, port, path: '/account/import',
		method: 'POST', agent: false, localAddress,
		headers: { 'content-type': formType, 'content-length': length,
			cookie } }, (message) => {
		upload.answer = message;
		message.resume();
	});

	out.on('error', () => {}).on('close', () => { upload.isOver = true; });
	out.flushHeaders();
	upload.sent = new Promise((done) => out.write(text, done));
	upload.send = (bytes) => out.end(bytes);
	upload.stop = () => out.destroy();
	return upload;
}

function readLink(link) {
	try {
		return readlinkSync(link);
	} catch {
		return ''; // It has just been closed.
	}
}

// The open files of this program's processes.
function openFiles(folder, program) {
	return processesIn(folder).filter((p) => p.program.endsWith(program))
		.flatMap(({ pid }) => readdirSync(`/proc/${pid}/fd`)
			.map((fd) => readLink(`/proc/${pid}/fd/${fd}`)));
}

// A body that nginx stores is a file that has already lost its name.
function bodiesOf(folder) {
	return openFiles(folder, '/nginx').filter((file) =>
		file.startsWith(`${folder}/tmp/body/`));
}

const answered = (upload) => until('there is an answer', () =>
	upload.answer || upload.isOver, 20);

// A member's form, up to the beginning of the file, and the rest of it.
async function formOf(visitor, file) {
	const body = form({ csrf: await visitor.csrf() }, file);

	return [body.subarray(0, 600), body.subarray(600)];
}

async function beginAs(visitor, url, localAddress) {
	const file = luggage([post(1, { body: 'x'.repeat(200) })]);
	const [text, rest] = await formOf(visitor, file);

	return Object.assign(begin(url, { cookie: visitor.cookieHeader(), localAddress,
		text, length: text.length + rest.length }),
	{ who: visitor, rest });
}

// Keeps sending a little at a time, for as long as it is allowed.
function endlessUpload(port, localAddress) {
	const socket = connect({ port, host: '127.0.0.1', localAddress,
		allowHalfOpen: true });
	const upload = { text: '', isOver: false };
	const timer = setInterval(() => socket.write('x'), 500);

	socket.setEncoding('latin1').on('error', () => {})
		.on('data', (text) => { upload.text += text; })
		.on('close', () => {
			clearInterval(timer);
			upload.isOver = true;
		});
	socket.write('POST /account/import HTTP/1.1\r\nHost: x\r\n' +
		`Content-Type: ${formType}\r\nContent-Length: ${long}\r\n\r\n`);
	upload.stop = () => socket.destroy();
	return upload;
}

test('nginx: a stranger is answered before the file comes', async () => {
	const { port, var: folder, stop } = await startStack();
	const uploads = Array.from({ length: 20 }, (_, i) =>
		endlessUpload(port, `127.0.1.${i + 1}`));

	for (const upload of uploads)
		await until('it is answered', () => upload.text, 5);
	assert.ok(uploads.every(({ text }) => text.startsWith('HTTP/1.1 303 ')));
	assert.deepEqual(bodiesOf(folder), []);
	// The page has finished with them, while they continue.
	await until('the page has closed all', () =>
		openFiles(folder, '/pages/import').filter((file) =>
			file.startsWith('socket:')).length < uploads.length / 2, 5);
	assert.ok(uploads.every((upload) => !upload.isOver));
	for (const upload of uploads)
		upload.stop();
	await stop();
});

// The page does not read what it refuses, and closes the connection: nginx must
// not send it anything more over that one.
test('nginx: a refused upload leaves no broken connection', async () => {
	const { url, stop } = await startStack();
	const body = form({}, Buffer.alloc(200_000));
	const refused = async (localAddress) => {
		const agent = new Agent({ keepAlive: true, localAddress });

		for (let i = 0; i < 400; i++) {
			const { status } = await request(url, '/account/import', {
				agent, method: 'POST', body,
				headers: { 'content-type': formType } });

			assert.equal(status, 303, `${localAddress}, ${i}`);
		}
		agent.destroy();
	};

	await Promise.all([1, 2, 3, 4, 5, 6].map((i) => refused(`127.0.2.${i}`)));
	await stop();
});

test('nginx: nothing of a file is on its disk', async () => {
	const { url, var: folder, stop } = await startStack();
	const anna = await member(url, 'anna');
	const body = form({ csrf: await anna.csrf() }, Buffer.alloc(8 << 20));
	const upload = begin(url, { cookie: anna.cookieHeader(), length: body.length,
		text: body.subarray(0, 6 << 20) });

	await upload.sent;
	assert.deepEqual(bodiesOf(folder), []);
	upload.send(body.subarray(6 << 20));
	await answered(upload);
	assert.equal(upload.answer.statusCode, 422);
	await stop();
});

test('nginx: a file may take longer than its claim lasts', async () => {
	const { url, redis, stop } = await startStack();
	const anna = await member(url, 'anna');
	const key = `luggage:${await redis('HGET', 'users', 'anna')}`;

	for (const [meanwhile, status] of [
		[['DEL', key], 303], [['LSET', key, 0, 'of another attempt'], 429]]) {
		const upload = await beginAs(anna, url);

		await until('it is claimed', () => redis('EXISTS', key));
		await redis(...meanwhile);
		upload.send(upload.rest);
		await answered(upload);
		assert.equal(upload.answer?.statusCode, status);
		await until('the worker has taken it', async () => status !== 303 ||
			!await redis('EXISTS', key));
	}
	await stop();
});

// How many files a client may send at a time: few if all of them are written to
// the disk first.
for (const [server, most] of [['nginx', 10], ['nginx-fcgiwrap', 2], ['apache', 2],
	['apache-cgi', 2]])
	test(`${server}: a client sends ${most} files at a time`, async () => {
		const { url, stop } = await startStack({ server });
		const members = await Promise.all(Array.from({ length: most + 1 },
			(_, i) => member(url, `member${i}`)));
		const uploads = await Promise.all(members.map((who) =>
			beginAs(who, url, '127.0.0.2')));
		const refused = () => uploads.filter((u) => u.answer || u.isOver);

		await until('one is refused', () => refused().length > 0);
		assert.deepEqual(refused().map((u) => u.answer?.statusCode), [429]);
		const { who } = refused()[0];
		const others = uploads.filter((u) => u.who !== who);

		refused()[0].stop();
		for (const upload of [...others, await beginAs(who, url, '127.0.0.3')]) {
			upload.send(upload.rest);
			await answered(upload);
			assert.equal(upload.answer?.statusCode, 303);
			assert.match(upload.answer.headers.location, /brought=1/);
		}
		await stop();
	});
