// What the web server answers when it cannot ask a page: a page of ours, which
// says that the site is back in a moment, and never its own bare one.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { heading } from '../lib/page.mjs';
import { startStack } from '../lib/stack.mjs';
import { Visitor } from '../lib/visitor.mjs';

function checkAway({ status, headers, text }, what) {
	assert.equal(status, 503, what);
	assert.equal(heading(text), 'Back in a moment.', what);
	assert.match(text, /<link /, what);
	assert.match(headers['retry-after'], /^[1-9]\d*$/, what);
}

// A body of this many bytes to the page that takes files.
const upload = (visitor, bytes) => visitor.send('POST', '/account/import',
	{ 'content-type': 'application/zip', 'content-length': bytes },
	Buffer.alloc(bytes, 'x'));

for (const server of ['nginx', 'nginx-fcgiwrap', 'apache'])
	test(`${server}: a page is away, for a body of any length`, async () => {
		const stack = await startStack({ server });
		const visitor = new Visitor(stack.url);

		for (const name of ['import', 'home', 'fcgiwrap'])
			rmSync(`${stack.var}/${name}.sock`, { force: true });
		checkAway(await visitor.get('/'), 'a page');
		for (const bytes of [1, 1000, 65537, 1 << 20])
			checkAway(await upload(visitor, bytes), `${bytes} bytes`);
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
