// What programs ask a site for: its manifest, what crawlers may read, where a
// password is changed. And what the host says about it on the first page.
import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { heading } from '../lib/page.mjs';
import { cgi, variables } from '../lib/program.mjs';
import { borrowStack, lean, temporaryFolder } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const folder = temporaryFolder();

// The pages run as a different user from ours.
chmodSync(folder, 0o755);
writeFileSync(`${folder}/about.txt`,
	'Where we <b>Millers</b>\nplan our holidays.\n');

const name = 'Müller & "Söhne" \\ </script> it\'s 👋';
const { url, socket } = await borrowStack({ RETWIS_NAME: name, RETWIS_ABOUT: folder });
const nobody = new Visitor(url);
const ask = (path, env) => cgi('about', { RETWIS_REDIS: `unix:${socket}`, ...env,
	...variables('GET', path) });

// ---- the manifest ----------------------------------------------------------

test('the site is installed under its own name', async () => {
	const page = await nobody.get('/');
	const [, path] = page.text.match(/<link rel="manifest" href="([^"]*)">/);
	const { status, headers, text } = await nobody.get(path);
	const manifest = JSON.parse(text);

	assert.equal(status, 200);
	assert.equal(headers['content-type'],
		'application/manifest+json; charset=utf-8');
	assert.equal(manifest.name, name);
	assert.equal(manifest.description,
		'Where we <b>Millers</b> plan our holidays.');
	assert.equal(manifest.start_url, '/');
	assert.equal(manifest.icons.length, 2);
	for (const { src, type } of manifest.icons) {
		const icon = await nobody.get(src);

		assert.equal(icon.headers['content-type'], type);
		assert.match(icon.headers['cache-control'], /immutable/);
	}
});

test('a site without a name of its own', async () => {
	const manifest = JSON.parse((await ask('/manifest.json')).text);

	assert.equal(manifest.name, 'Retwis');
	assert.match(manifest.description, /people who know each other/);
});

// ---- crawlers --------------------------------------------------------------

// {agent: [path]} of the groups of robots.txt (RFC 9309).
function groups(text) {
	const all = {};
	let agents = [], begins = true;

	for (const line of text.trim().split('\n')) {
		const [, field, value] = line.match(/^(User-agent|Disallow): (\S+)$/);

		if (field === 'User-agent') {
			agents = begins ? [...agents, value] : [value];
			begins = true;
			all[value] = [];
		} else {
			begins = false;
			for (const agent of agents)
				all[agent].push(value);
		}
	}
	return all;
}

test('search engines may read, and those who train on it may not', async () => {
	const { status, headers, text } = await nobody.get('/robots.txt');
	const all = groups(text);

	assert.equal(status, 200);
	assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
	assert.deepEqual(all['*'], ['/login', '/register', '/search']);
	for (const agent of ['GPTBot', 'ClaudeBot', 'CCBot', 'Google-Extended',
		'Applebot-Extended', 'Bytespider', 'meta-externalagent'])
		assert.deepEqual(all[agent], ['/'], agent);
});

test('nobody may, if the host wants that, or only members read', async () => {
	for (const env of [{ RETWIS_CRAWLERS: 'none' },
		{ RETWIS_READERS: 'members' },
		{ RETWIS_READERS: 'members', RETWIS_CRAWLERS: 'search' }])
		assert.deepEqual(groups((await ask('/robots.txt', env)).text),
			{ '*': ['/'] });
});

test('all of this without a session, and only to read', async () => {
	for (const path of ['/manifest.json', '/robots.txt']) {
		const { status, headers } = await ask(path,
			{ RETWIS_READERS: 'members' });

		assert.equal(status, 200, path);
		assert.equal(headers['cache-control'], 'public, max-age=3600');
		assert.equal((await nobody.send('POST', path)).status, 405);
		assert.equal((await nobody.get(`${path}x`)).status, 404);
	}
});

// ---- where a password is changed -------------------------------------------

test('a password manager finds where to change the password', async () => {
	const well = '/.well-known/change-password';
	const shut = await borrowStack({ RETWIS_READERS: 'members', ...lean });

	for (const site of [url, shut.url]) {
		const anna = await member(site, 'anna');
		const { status, location } = await anna.get(well);

		assert.deepEqual([status, location], [303, '/account']);
		assert.match((await anna.get(location)).text,
			/autocomplete="new-password"/);
		assert.equal((await new Visitor(site).get(well)).location, '/account');
		// So that a password manager believes it.
		assert.ok((await new Visitor(site).get('/.well-known/' +
			'resource-that-should-not-exist-whose-status-code-should-not-be-200'))
			.status >= 400);
	}
});

// ---- the first page --------------------------------------------------------

test('the host\'s own words welcome visitors', async () => {
	const { text } = await nobody.get('/');

	assert.match(text, /<h1><bdi>Müller &amp; &quot;Söhne&quot; .*<\/bdi><\/h1>/);
	assert.match(text, /Where we &lt;b&gt;Millers&lt;\/b&gt;\nplan our holidays\./);
	assert.doesNotMatch(text, /a club, a school/);
	assert.doesNotMatch(text, />More about/);
	assert.match(text, /<meta name="description" content="Where we &lt;b/);
});

test('of a long text the beginning', async () => {
	const large = temporaryFolder();

	chmodSync(large, 0o755);
	writeFileSync(`${large}/about.txt`, `First. ${'word '.repeat(500)}last.`);
	const site = await borrowStack({ RETWIS_ABOUT: large,
		RETWIS_READERS: 'members' });
	const { status, text } = await new Visitor(site.url).get('/@anna/1');

	assert.equal(status, 401);
	assert.match(text, /First\. (word )+word…/);
	assert.doesNotMatch(text, /last\./);
	assert.match(text, /<a href="\/about">More about Retwis<\/a>/);
});

test('without such a text the page speaks for itself', async () => {
	const site = await borrowStack(lean);
	const { text } = await new Visitor(site.url).get('/');

	assert.equal(heading(text), 'A small place to talk.');
	assert.match(text, /a club, a school/);
});
