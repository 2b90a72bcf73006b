// The files of pictures behind one of the web servers of conf/, for site.mjs.
import assert from 'node:assert/strict';
import { write } from '../lib/acts.mjs';
import { albumOf, files } from '../lib/album.mjs';
import { heading } from '../lib/page.mjs';
import { request } from '../lib/http.mjs';
import { member } from '../lib/visitor.mjs';

const once = ['content-type', 'content-security-policy', 'cache-control',
	'x-content-type-options', 'cross-origin-resource-policy', 'etag'];
const never = ['set-cookie', 'x-accel-redirect', 'content-encoding',
	'content-disposition', 'status'];

function checkHead({ headers, rawHeaders }, ending, type) {
	const seen = rawHeaders.filter((_, i) => i % 2 === 0)
		.map((name) => name.toLowerCase());

	for (const name of once)
		assert.equal(seen.filter((n) => n === name).length, 1, name);
	for (const name of never)
		assert.ok(!seen.includes(name), name);
	// Apache names what it asks a proxy for; all members share one copy.
	assert.doesNotMatch(headers.vary ?? '', /cookie/i);
	assert.equal(headers['content-type'], type);
	assert.equal(headers['content-security-policy'], "default-src 'none'");
	assert.equal(headers['cache-control'], 'public, max-age=3600');
	assert.equal(headers['x-content-type-options'], 'nosniff');
	assert.equal(headers['cross-origin-resource-policy'],
		ending === '-1200.jpg' ? 'cross-origin' : 'same-origin');
}

export function testPictureFiles(test, stack) {
	const { url, redis } = stack;
	const album = albumOf(stack);
	let philine, picture, post;

	test('pictures of all sizes arrive as they are', async () => {
		philine = await member(url, 'philine');
		post = await write(philine, 'Look');
		picture = await album.add(await redis('HGET', 'users', 'philine'));
		await album.give(post, picture.token);
		for (const [ending, type] of Object.entries(files.post)) {
			const path = picture.paths[ending];
			const answer = await request(url, path);

			assert.equal(answer.status, 200, ending);
			assert.deepEqual(answer.bytes, picture.bytes[ending]);
			checkHead(answer, ending, type);
			const head = await request(url, path, { method: 'HEAD' });

			assert.equal(head.status, 200);
			assert.equal(head.text, '');
			checkHead(head, ending, type);
			const again = await request(url, path,
				{ headers: { 'if-none-match': answer.headers.etag } });

			assert.equal(again.status, 304, ending);
			assert.equal(again.text, '');
			assert.equal(again.headers['cache-control'],
				'public, max-age=3600');
		}
	});

	test('no other spelling of a picture\'s address has it', async () => {
		const { token, paths: { '-400.webp': path } } = picture;
		const within = album.fileOf(token, '-400.webp')
			.slice(album.folder.length);
		const others = [path.replace(token, token.toUpperCase()),
			path.replace(token[0], `%${token.charCodeAt(0).toString(16)}`),
			'/picture/..%2fmark', '/picture/%2e%2e%2fmark', `${path}.new`,
			`/-/pictures${within}`, `/-/pictures/..${within}`, '/-/pictures/mark',
			`/picture${within}`, `/pictures${within}`,
			`/static/..%2fpictures${within}`, `${path}%20`, `${path};x`];

		for (const other of others) {
			const answer = await request(url, other);

			assert.equal(answer.status, 404, other);
			assert.ok(!answer.bytes.includes(picture.bytes['-400.webp']
				.subarray(0, 100)), other);
		}
		// Where nginx and Apache refuse it themselves.
		for (const other of [`/picture/../../pictures${within}`,
			`/picture/..%2f..%2fpictures${within}`, `${path}%00`,
			`/-/../pictures${within}`])
			assert.ok([400, 403, 404].includes(
				(await request(url, other)).status), other);
	});

	test('a client cannot say where the pictures are', async () => {
		const path = picture.paths['-400.webp'];
		const answer = await request(url, path, { headers: {
			'retwis-accel': '/static/', 'x-accel-redirect': '/static/logo.svg' } });

		assert.equal(answer.status, 200);
		assert.deepEqual(answer.bytes, picture.bytes['-400.webp']);
	});

	test('a picture is gone with its post, and a lost file is a 404', async () => {
		const path = picture.paths['-400.webp'];

		album.lose(picture.token, '-800.webp');
		const lost = await request(url, picture.paths['-800.webp']);

		assert.equal(lost.status, 404);
		assert.equal(heading(lost.text), 'Page not found.');
		assert.equal((await request(url, path)).status, 200);
		assert.equal((await philine.post('/delete', { id: post })).status, 303);
		const gone = await request(url, path);

		assert.equal(gone.status, 404);
		assert.equal(heading(gone.text), 'Page not found.');
		assert.match(gone.headers['content-security-policy'], /script-src/);
	});
}
