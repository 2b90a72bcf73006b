// Forms with pictures behind one of the web servers of conf/: long ones are
// accepted at three addresses, and at no other; for site.mjs.
import assert from 'node:assert/strict';
import { form, formType } from '../lib/luggage.mjs';
import { member } from '../lib/visitor.mjs';

const addresses = ['/post', '/account/face', '/site/mark'];
const megabytes = (n) => Buffer.alloc(n << 20);

// Some servers hang up before all of a form has been sent that is too long.
const send = (who, path, body, type = formType) => who.send('POST', path,
	{ 'content-type': type, 'content-length': body.length }, body)
	.catch(({ code }) => {
		assert.match(code, /EPIPE|ECONNRESET/);
		return { status: 413, text: '' };
	});

// The web server's own page, which is not that of a page program.
const isServers = ({ status, text }) => status === 413 &&
	text.includes('too much at once');

export function testPictures(test, { url }) {
	test('a form may have pictures of 60 megabytes', async () => {
		const petra = await member(url, 'petra');

		// So the page refuses all of them, but the server does not.
		for (const path of addresses)
			for (const size of [1, 60]) {
				const body = form({ csrf: 'x' }, megabytes(size));

				assert.ok(!isServers(await send(petra, path, body)),
					`${path} ${size}`);
			}
	});

	test('no form is longer, and none without pictures or elsewhere', async () => {
		const paula = await member(url, 'paula');
		const urlencoded = 'application/x-www-form-urlencoded';
		const long = form({ csrf: 'x' }, megabytes(61));

		for (const path of addresses) {
			assert.equal((await send(paula, path, long)).status, 413, path);
			for (const length of [65537, 200_000, 5_000_000]) {
				const body = Buffer.alloc(length, 'x');

				// The last one is for hosts alone.
				assert.ok((path === '/site/mark' ? [404, 413] : [413])
					.includes((await send(paula, path, body, urlencoded))
						.status), `${path} ${length}`);
			}
		}
		for (const path of ['/edit', '/account/name', '/site/marks'])
			assert.ok([404, 413].includes((await send(paula, path,
				form({ csrf: 'x' }, megabytes(1)))).status), path);
	});

	test('what lies behind the web server has no address', async () => {
		const pamina = await member(url, 'pamina');

		for (const path of ['/-/files', '/-/text', '/-/nothing',
			'/-/pictures/ab/cd/x-400.webp', '/-/pictures'])
			for (const method of ['GET', 'POST']) {
				const { status } = await pamina.send(method, path);

				assert.equal(status, 404, `${method} ${path}`);
			}
	});
}
