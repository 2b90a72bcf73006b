// What is compressed behind one of the web servers of conf/, for site.mjs.
import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { request } from '../lib/http.mjs';
import { member } from '../lib/visitor.mjs';

const accepted = { 'accept-encoding': 'gzip, deflate, br' };

// The answer to a browser, with its encoding and the headers that it varies by.
async function get(url, path, headers = {}) {
	const answer = await request(url, path,
		{ headers: { ...accepted, ...headers } });

	return { ...answer, vary: answer.rawHeaders.filter((_, i, all) =>
		all[i - 1]?.toLowerCase() === 'vary').join(', ').toLowerCase(),
	encoding: answer.headers['content-encoding'] };
}

export function testZip(test, { url }) {
	test('only what has no secret in it is compressed', async () => {
		const zoe = await member(url, 'zoe');
		const cookie = zoe.cookieHeader();

		await zoe.write('Long enough to be worth it. #zip');
		const own = await zoe.makeFeed();

		for (const path of ['/', '/timeline', '/@zoe', '/tag/zip',
			'/login', '/timeline.atom', '/@zoe.atom',
			'/tag/zip.atom']) {
			const plain = await get(url, path, { 'accept-encoding': '' });
			const zipped = await get(url, path);

			assert.equal(plain.encoding, undefined, path);
			assert.equal(zipped.encoding, 'gzip', path);
			for (const { vary } of [plain, zipped]) {
				assert.match(vary, /accept-encoding/, path);
				if (!path.endsWith('.atom'))
					assert.match(vary, /cookie/, path);
			}
			assert.ok(zipped.bytes.length < plain.bytes.length, path);
			assert.equal(gunzipSync(zipped.bytes).toString(), plain.text);
			for (const more of [cookie, 'theme=dark'])
				assert.equal((await get(url, path, { cookie: more }))
					.encoding, undefined, path);
		}
		for (const path of [own, '/health'])
			assert.equal((await get(url, path)).encoding, undefined, path);
		// The stylesheet is no secret.
		assert.equal((await get(url, '/static/style.css', { cookie }))
			.encoding, 'gzip');
	});

	test('a reader of compressed feeds gets a 304 if nothing is new', async () => {
		for (const path of ['/timeline.atom', '/@zoe.atom']) {
			const { headers, encoding } = await get(url, path);

			assert.equal(encoding, 'gzip');
			const again = await get(url, path,
				{ 'if-none-match': headers.etag });

			assert.equal(again.status, 304, headers.etag);
		}
	});
}
