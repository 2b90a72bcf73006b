// The host's texts about the site: files in a folder, a page for each.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { heading } from '../lib/page.mjs';
import { run } from '../lib/program.mjs';
import { borrowStack, programs, temporaryFolder } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

// The pages run as a different user from ours.
function openFolder() {
	const path = temporaryFolder();

	chmodSync(path, 0o755);
	return path;
}

const folder = openFolder();

writeFileSync(`${folder}/about.txt`, 'A club of <b>rowers</b>.\r\n\r\n' +
	'\tWrite to https://example.org, or to @anna.\n\n');
writeFileSync(`${folder}/imprint.txt`, 'Tea Club\nTown 1\n');
writeFileSync(`${folder}/rules.txt`, ' \n');

const { url } = await borrowStack({ RETWIS_ABOUT: folder });
const nobody = new Visitor(url);

const links = (text) => [...text.matchAll(
	/<li><a href="(\/\w+)">(About|Rules|Privacy|Imprint)<\/a>/g)]
	.map(([, path, title]) => `${path} ${title}`);

test('a page for each text, with its lines and links', async () => {
	const { status, text } = await nobody.get('/about');

	assert.equal(status, 200);
	assert.equal(heading(text), 'About');
	assert.match(text, /<title>About · Retwis<\/title>/);
	const [, body] = text.match(/<p class="body" dir="auto"[^>]*>(.*?)<\/p>/s);

	assert.equal(body, 'A club of &lt;b&gt;rowers&lt;/b&gt;.\n\n Write to ' +
		'<a href="https://example.org" rel="nofollow ugc noopener">' +
		'example.org</a>, or to @anna.');
	assert.match((await nobody.get('/imprint?x=1')).text, /Tea Club\nTown 1</);
});

test('a link to each below every page, for members, too', async () => {
	const anna = await member(url, 'anna');
	const expected = ['/about About', '/privacy Privacy', '/imprint Imprint'];

	for (const path of ['/', '/timeline', '/login', '/about', '/@nobody'])
		assert.deepEqual(links((await nobody.get(path)).text), expected, path);
	for (const path of ['/', '/@anna', '/notifications', '/imprint'])
		assert.deepEqual(links((await anna.get(path)).text), expected, path);
	assert.match((await anna.get('/about')).text, /href="\/@anna"/);
});

test('no page for what is not there, or is blank', async () => {
	for (const path of ['/rules', '/about/x', '/aboutx'])
		assert.equal((await nobody.get(path)).status, 404, path);
	assert.equal((await nobody.send('HEAD', '/about')).status, 200);
	const refused = await nobody.send('POST', '/about');

	assert.equal(refused.status, 405);
	assert.equal(refused.headers.allow, 'GET, HEAD');
});

test('about privacy the software speaks itself, until a host does', async () => {
	const { status, text } = await nobody.get('/privacy');

	assert.equal(status, 200);
	assert.match(text, /deleted after 30 days/);
	assert.match(text, /<p>Pictures, as new copies of those that you send: the place/);
	assert.match(text, /within a minute[^]*from it seven days\s+later/);
	assert.doesNotMatch((await nobody.get('/about')).text, /30 days/);
});

test('a folder or file that is not good keeps the site from starting', async () => {
	const odd = `${folder}/odd`;
	const faults = [[null, /is not a folder/],
		['\xff', /about\.txt is not UTF-8 text/], ['a\0b', /is not UTF-8 text/],
		['a\u0007', /is not UTF-8 text/],
		['x'.repeat(65537), /is longer than 64 KiB/]];

	for (const [bytes, why] of faults) {
		if (bytes !== null) {
			mkdirSync(odd, { recursive: true });
			writeFileSync(`${odd}/about.txt`, bytes, 'latin1');
		}
		const ran = await run(`${programs}/home`, ['--check'],
			{ RETWIS_ABOUT: odd });

		assert.equal(ran.status, 1);
		assert.match(ran.errors, /^retwis: RETWIS_ABOUT: \/.*/);
		assert.match(ran.errors, why);
	}
	rmSync(`${odd}/about.txt`);
	mkdirSync(`${odd}/about.txt`);
	assert.match((await run(`${programs}/home`, ['--check'],
		{ RETWIS_ABOUT: odd })).errors, /cannot be read|Is a directory/);
});

test('a text of the greatest length is shown whole', async () => {
	const large = openFolder();

	writeFileSync(`${large}/privacy.txt`, 'word '.repeat(13107));
	const stack = await borrowStack({ RETWIS_ABOUT: large });
	const { text } = await new Visitor(stack.url).get('/privacy');

	assert.ok(text.length > 65000 && text.endsWith('</html>\n'));
});
