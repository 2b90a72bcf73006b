// A member's upload, of posts or of a picture: who may not send one, and slow
// senders.
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
function begin(url, { cookie, localAddress, length, text,
	path = '/account/import' }) {
	const { hostname, port } = new URL(url);
	const upload = { answer: undefined, isOver: false };
	const out = open({ hostname, port, path, method: 'POST', agent: false,
		localAddress, headers: { 'content-type': formType, 'content-length': length,
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

const field = { '/account/import': 'file', '/account/face': 'face' };

// A member's form, up to the beginning of the file, and the rest of it.
async function formOf(visitor, file, path) {
	const body = form({ csrf: await visitor.csrf() }, file, 'name', field[path]);

	return [body.subarray(0, 600), body.subarray(600)];
}

async function beginAs(visitor, url, localAddress, path = '/account/import') {
	const file = luggage([post(1, { body: 'x'.repeat(200) })]);
	const [text, rest] = await formOf(visitor, file, path);

	return Object.assign(begin(url, { cookie: visitor.cookieHeader(), localAddress,
		text, path, length: text.length + rest.length }),
	{ who: visitor, rest });
}

// Keeps sending a little at a time, for as long as it is allowed: `text`, and
// then the letter x.
function endlessUpload(port, localAddress, path, text = '') {
	const socket = connect({ port, host: '127.0.0.1', localAddress,
		allowHalfOpen: true });
	const upload = { text: '', isOver: false };
	const timer = setInterval(() => socket.write('x'), 500).unref();

	socket.setEncoding('latin1').on('error', () => {})
		.on('data', (text) => { upload.text += text; })
		.on('close', () => {
			clearInterval(timer);
			upload.isOver = true;
		});
	socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n` +
		`Content-Type: ${formType}\r\nContent-Length: ${long}\r\n\r\n${text}`);
	upload.stop = () => socket.destroy();
	return upload;
}

// Of a form with a picture, the page reads what stands before it, and gives it
// back.
const typed = form({ status: 'typed' }, 'x', 'name', 'face')
	.toString('latin1').split('\r\nx')[0];

for (const [path, text, answer] of [['/account/import', '', '303'],
	['/account/face', `${typed}\r\nx`, '401']])
	test(`nginx: ${path} answers a stranger before the file comes`, async () => {
		const { port, var: folder, stop } = await startStack();
		const uploads = Array.from({ length: 20 }, (_, i) =>
			endlessUpload(port, `127.0.1.${i + 1}`, path, text));

		for (const upload of uploads)
			await until('it is answered', () => upload.text, 5);
		assert.ok(uploads.every((upload) =>
			upload.text.startsWith(`HTTP/1.1 ${answer} `)));
		assert.deepEqual(bodiesOf(folder), []);
		// The page has finished with them, while they continue.
		await until('the page has closed all', () =>
			openFiles(folder, path.replace('/account', '/pages'))
				.filter((file) => file.startsWith('socket:'))
				.length < uploads.length / 2, 5);
		assert.ok(uploads.every((upload) => !upload.isOver));
		for (const upload of uploads)
			upload.stop();
		await stop();
	});

// The page does not read what it refuses, and closes the connection: nginx must
// not send it anything more over that one.
for (const path of ['/account/import', '/account/face', '/post'])
	test(`nginx: a form that ${path} refuses breaks no connection`, async () => {
		const { url, stop } = await startStack();
		const body = form({}, Buffer.alloc(200_000), 'name', field[path]);
		const refused = async (localAddress) => {
			const agent = new Agent({ keepAlive: true, localAddress });

			for (let i = 0; i < 400; i++) {
				const { status } = await request(url, path, { agent,
					method: 'POST', body,
					headers: { 'content-type': formType } });

				assert.ok(status >= 300 && status < 500,
					`${status}, ${localAddress}, ${i}`);
			}
			agent.destroy();
		};

		await Promise.all([1, 2, 3, 4, 5, 6].map((i) =>
			refused(`127.0.2.${i}`)));
		await stop();
	});

for (const path of Object.keys(field))
	test(`nginx: nothing of a file for ${path} is on its disk`, async () => {
		const { url, var: folder, stop } = await startStack();
		const anna = await member(url, 'anna');
		const body = form({ csrf: await anna.csrf() }, Buffer.alloc(8 << 20),
			'name', field[path]);
		const upload = begin(url, { cookie: anna.cookieHeader(), path,
			length: body.length, text: body.subarray(0, 6 << 20) });

		await upload.sent;
		assert.deepEqual(bodiesOf(folder), []);
		upload.send(body.subarray(6 << 20));
		await answered(upload);
		assert.ok([404, 422].includes(upload.answer.statusCode));
		await stop();
	});

// Its first half is in a file without a name.
const isKept = (file) => file.endsWith(' (deleted)');

test('nginx: of senders who stop half way nothing is left', async () => {
	const { url, var: folder, stop } = await startStack();
	const anna = await member(url, 'anna');
	const body = form({ csrf: await anna.csrf() }, Buffer.alloc(8 << 20), 'name',
		'face');
	const kept = () => openFiles(folder, '/pages/face').filter(isKept).length;
	const uploads = Array.from({ length: 5 }, () => begin(url, {
		cookie: anna.cookieHeader(), path: '/account/face',
		length: body.length, text: body.subarray(0, 4 << 20) }));

	await until('all have begun', () => kept() === uploads.length);
	// The page goes on with others meanwhile.
	assert.ok((await anna.get('/account/face')).status < 500);
	for (const upload of uploads)
		upload.stop();
	await until('nothing is left', () => kept() === 0);
	assert.deepEqual(readdirSync(process.env.TMPDIR ?? '/var/tmp')
		.filter((name) => name.startsWith('retwis-') && name.length === 13), []);
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
const servers = [['nginx', 10], ['nginx-fcgiwrap', 2], ['apache', 2],
	['apache-cgi', 2]];

for (const [[server, most], path] of servers.flatMap((row) =>
	Object.keys(field).map((path) => [row, path])))
	test(`${server}: ${path} takes ${most} files of a client at a time`, async () => {
		const { url, stop } = await startStack({ server });
		const members = await Promise.all(Array.from({ length: most + 1 },
			(_, i) => member(url, `member${i}`)));
		const uploads = await Promise.all(members.map((who) =>
			beginAs(who, url, '127.0.0.2', path)));
		const refused = () => uploads.filter((u) => u.answer || u.isOver);

		await until('one is refused', () => refused().length > 0);
		assert.deepEqual(refused().map((u) => u.answer?.statusCode), [429]);
		const { who } = refused()[0];
		const others = uploads.filter((u) => u.who !== who);

		refused()[0].stop();
		for (const upload of [...others, await beginAs(who, url, '127.0.0.3', path)]) {
			upload.send(upload.rest);
			await answered(upload);
			assert.ok([303, 404, 422].includes(upload.answer?.statusCode));
		}
		await stop();
	});
