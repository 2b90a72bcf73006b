// A member's upload behind one of the web servers of conf/: a long body is
// accepted at that address, and at no other; for site.mjs.
import assert from 'node:assert/strict';
import { bring, head, luggage, post } from '../lib/luggage.mjs';
import { archived, heading } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { member } from '../lib/visitor.mjs';
import { zip } from '../lib/zipfile.mjs';

// The beginning of a zip of this size, which cannot be compressed.
const file = (bytes) => zip([['retwis.json', head()],
	['posts.json', JSON.stringify([post(1)])],
	['posts.html', Buffer.alloc(bytes, 'x'), { method: 0 }]]);

const room = file(0).length;
const max = 64 << 20;

export function testImport(test, { url, redis }) {
	test('a file of 64 megabytes is accepted, and not a byte more', async () => {
		const zelda = await member(url, 'zelda');

		assert.equal((await bring(zelda, luggage([post(7)]))).status, 303);
		await until('it is stored', async () =>
			archived((await zelda.get('/@zelda')).text).length === 1);
		const whole = await bring(zelda, file(max - room));

		assert.equal(whole.status, 303, whole.text);
		await until('it is stored, too', async () =>
			archived((await zelda.get('/@zelda')).text).length === 2);
		const long = await bring(zelda, file(max - room + 1));

		assert.equal(long.status, 413);
		const refused = await bring(zelda, file(max - room), { csrf: 'x' });

		assert.equal(refused.status, 403);
		assert.match(heading(refused.text), /form has expired/);
		assert.equal(await redis('KEYS', 'luggage:*').then(String), '');
	});

	test('a long body is taken nowhere else', async () => {
		const zoe = await member(url, 'zofia');
		const body = new URLSearchParams({ csrf: await zoe.csrf(),
			x: 'x'.repeat(5e6) }).toString();

		// Some servers leave it to the page to check what the request
		// is about.
		for (const [path, ...statuses] of [['/account', 405], ['/', 405],
			['/account/password'], ['/account/sessions'], ['/post'],
			['/account/imports', 404], ['/account/import/', 404]])
			assert.ok([413, ...statuses].includes(
				(await zoe.postRaw(path, body)).status), path);
		// And even there not a body that is longer than everything that
		// we accept.
		const answer = await bring(zoe, Buffer.alloc(67 << 20))
			.catch((error) => error);

		assert.ok(answer.status === 413 ||
			/EPIPE|ECONNRESET/.test(answer.code), `${answer.status}`);
	});
}
