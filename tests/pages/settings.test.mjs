// The site's settings, which hosts change at /site: what is stored, what comes
// back, where it counts, and that a site that was closed is never shown open.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { oneRedis } from '../lib/database.mjs';
import { whileStopped } from '../lib/outage.mjs';
import { faults, formFields, heading, messages, unescapeHtml } from
	'../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { cgi, fastcgi, startPage, variables } from '../lib/program.mjs';
import { settingsIn } from '../lib/site.mjs';
import { root, startStack, temporaryFolder } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';

const stack = await startStack({ env: {
	RETWIS_LIMIT_SIGN_IN: '1000/600' } });
const { url, redis, socket } = stack;
const host = await membersOf(stack).memberAs('helen', 'host');
const anna = await member(url, 'anna');
const nobody = new Visitor(url);
const folder = temporaryFolder();

after(() => rmSync(folder, { recursive: true }));

const stored = () => settingsIn(redis);
const save = (fields) => host.submit('/site', fields);

async function saved(fields) {
	const { status, location } = await save(fields);

	assert.deepEqual([status, location], [303, '/site']);
}

async function refused(fields, why) {
	const before = await stored();
	const answer = await save(fields);

	assert.equal(answer.status, 422);
	assert.deepEqual(messages(answer.text), why);
	assert.deepEqual(await stored(), before);
	return answer.text;
}

// The choice that is marked.
function chosen(text, name) {
	return text.match(new RegExp(
		`name="${name}" value="(\\w+)" checked>`))?.[1];
}

// A process that has not read the settings yet, with its own environment.
function fresh(page, method, path, { who, fields, env = {} } = {}) {
	const body = new URLSearchParams(fields).toString();

	return cgi(page, { RETWIS_REDIS: `unix:${socket}`, ...env,
		...variables(method, path, body, { REMOTE_ADDR: '192.0.2.1',
			HTTP_COOKIE: who?.cookieHeader() ?? '' }) }, body);
}

// ---- what is stored --------------------------------------------------------

test('only what has changed is stored, and what is not sent stays', async () => {
	await saved({ name: 'Rowing club', welcome: '', colour: 'green' });
	assert.deepEqual(await stored(), { name: 'Rowing club', setup: '1' });
	await saved({ signup: 'asked', readers: 'all', invites: 'hosts',
		log: 'members', announce: 'moderators' });
	await saved({ post_max: '500', edit_minutes: '15' });
	assert.deepEqual(await stored(), { name: 'Rowing club', setup: '1',
		signup: 'asked', invites: 'hosts', log: 'members', announce: 'moderators',
		post_max: '500' });
	const { text } = await host.get('/site');
	const fields = formFields(text, '/site');

	assert.match(text, /<title>Site settings · Rowing club<\/title>/);
	assert.equal(fields.name, 'Rowing club');
	assert.equal(chosen(text, 'signup'), 'asked');
	assert.equal(chosen(text, 'readers'), 'all');
	assert.equal(chosen(text, 'announce'), 'moderators');
	assert.equal(chosen(text, 'colour'), 'green');
	assert.match(text, /name="post_max" value="500"/);
	await redis('DEL', 'site');
});

test('an empty name, sentence or text is the default again', async () => {
	await saved({ name: 'Club', welcome: 'Hello.', rules: 'Row.' });
	await saved({ name: ' ', welcome: '', rules: '\r\n' });
	assert.deepEqual(await stored(), { setup: '1' });
	assert.equal((await nobody.get('/rules')).status, 404);
	await redis('DEL', 'site');
});

test('at the border', async () => {
	await saved({ name: 'ü'.repeat(40), welcome: 'ü'.repeat(200),
		post_max: '1', edit_minutes: '1440' });
	await saved({ post_max: '10000', edit_minutes: '0',
		privacy: '👩‍👩‍👧‍👦'.repeat(1000), imprint: 'ж'.repeat(20000) });
	assert.equal((await redis('HGET', 'site', 'imprint')).length, 20000);
	await redis('DEL', 'site');
});

test('what is refused comes back with the reason, and nothing is stored', async () => {
	const line = 'This has to be one line of up to';
	const text = await refused({ name: 'x'.repeat(41), welcome: '"a\u0007"',
		colour: 'pink' }, { 'name-bad': `${line} 40 characters.`,
		'welcome-bad': `${line} 200 characters.`,
		'colour-bad': 'This has to be green, teal, blue, violet, plum, red, ' +
			'brown or grey.' });
	const fields = formFields(text, '/site');

	assert.equal(fields.name, 'x'.repeat(41));
	assert.equal(fields.welcome, '"a\ufffd"');
	assert.deepEqual(faults(text), ['name-hint', 'name-bad', 'welcome-hint',
		'welcome-bad', 'colour-bad']);
	await refused({ post_max: '0', edit_minutes: '1441' }, {
		'post-max-bad': 'This has to be a number from 1 to 10000.',
		'edit-minutes-bad': 'This has to be a number from 0 to 1440.' });
	await refused({ signup: 'yes', readers: '', invites: 'x', log: '1',
		announce: 'all' }, {
		'signup-bad': 'This has to be open, asked, invited or closed.',
		'readers-bad': 'This has to be all or members.',
		'invites-bad': 'This has to be members or hosts.',
		'log-bad': 'This has to be hosts or members.',
		'announce-bad': 'This has to be hosts, moderators or members.' });
	await refused({ name: 'Club', post_max: '-1' },
		{ 'post-max-bad': 'This has to be a number from 1 to 10000.' });
});

test('texts that are refused come back whole', async () => {
	const typed = `<b>${'ж'.repeat(20000)}</b>\n\n"&`;
	const text = await refused({ rules: typed }, { 'rules-bad':
		'Your text has 20011 characters; the limit is 20000.' });

	assert.equal(heading(text), 'Rules');
	assert.equal(formFields(text, '/site').rules, typed);
	await refused({ about: 'a\u0001' }, { 'about-bad': 'Your text can have ' +
		'line breaks, but no other control characters.' });
	// Together with something else, which comes back, too.
	const both = await refused({ name: 'Club', about: 'a\u0001' }, {
		'about-bad': 'Your text can have line breaks, but no other ' +
			'control characters.' });

	assert.equal(formFields(both, '/site').name, 'Club');
	assert.equal((await save({ rules: 'x'.repeat(256 * 1024) })).status, 413);
});

test('a text is shown before it is saved, and then at its address', async () => {
	const rules = 'Be kind.\n\nMore at https://example.org/rules <b>';
	const { status, text } = await save({ rules, preview: '1' });

	assert.equal(status, 200);
	assert.match(text, /<a href="https:\/\/example.org\/rules"/);
	assert.equal(formFields(text, '/site').rules, rules);
	assert.deepEqual(await stored(), {});
	await saved({ rules });
	await until('all pages know', async () =>
		(await nobody.get('/rules')).status === 200);
	const page = (await nobody.get('/rules')).text;

	assert.match(page, /Be kind\.\n\nMore at <a href=/);
	assert.match(page, /&lt;b&gt;/);
	assert.match((await host.get('/site')).text, /Rules<[^\n]*written here/);
	assert.equal((await host.get('/site?text=name')).status, 404);
	assert.equal((await host.get('/site?text=nothing')).status, 404);
	await redis('DEL', 'site');
});

test('the site has a text about privacy before a host writes one', async () => {
	const { text } = await host.get('/site');

	assert.match(text, /Rules<[^\n]*none yet/);
	assert.match(text, /Privacy<[^\n]*as it comes with Retwis/);
});

// ---- the password ----------------------------------------------------------

test('closing needs no password, and opening does', async () => {
	await saved({ readers: 'members', signup: 'closed' });
	for (const fields of [{ readers: 'all' }, { signup: 'open' },
		{ name: 'Club', readers: 'all' }, { first: '1', signup: 'open' }]) {
		await refused(fields, { 'password-bad': 'Enter your password.' });
		await refused({ ...fields, password: 'wrong horse' },
			{ 'password-bad': 'Wrong password.' });
	}
	await saved({ signup: 'invited' });
	await saved({ readers: 'all', password });
	await saved({ signup: 'open', password });
	assert.deepEqual(await stored(),
		{ readers: 'all', signup: 'open', setup: '1' });
	await redis('DEL', 'site');
});

// ---- where it counts -------------------------------------------------------

// tests/unit/test_site.c has the seconds.
test('all programs follow', async () => {
	const author = await member(url, 'vera');

	await anna.write('hello');
	await author.get('/');
	await saved({ readers: 'members', signup: 'closed', post_max: '3',
		edit_minutes: '0', welcome: 'We row.', name: 'Club' });
	const posted = (status) => author.submit('/post', { status, nonce: status });

	await until('everything is closed', async () => {
		const answers = await Promise.all(['/timeline', '/@anna', '/@anna/1',
			'/tag/x', '/search', '/timeline.atom'].map((path) =>
			nobody.get(path)));

		return answers.every(({ status }) => status === 401);
	});
	await until('a post is too long', async () =>
		(await posted('four')).status === 422);
	await until('nobody can register', async () => !formFields(
		(await nobody.get('/register')).text, '/register'));
	await until('nothing can be edited', async () =>
		(await anna.get('/edit?id=1')).status !== 200);
	await until('the welcome is ours', async () => {
		const { text } = await nobody.get('/');

		return /We row\./.test(text) && /<title>Welcome · Club</.test(text);
	});
	assert.equal((await posted('one')).status, 303);
	assert.match((await nobody.get('/manifest.json')).text, /"name": "Club"/);
	await redis('DEL', 'site');
	await until('everything is open again', async () =>
		(await nobody.get('/timeline')).status === 200);
});

test('a program that has just started knows it at its first request', async () => {
	await redis('HSET', 'site', 'readers', 'members', 'signup', 'closed',
		'post_max', '3');
	assert.equal((await fresh('timeline', 'GET', '/timeline')).status, 401);
	assert.equal((await fresh('home', 'GET', '/')).status, 401);
	const typed = { username: 'new', password, password2: password };
	const registered = await fresh('register', 'POST', '/register',
		{ fields: typed });

	assert.equal(registered.status, 403);
	assert.equal(await redis('HEXISTS', 'users', 'new'), 0);
	const posted = await fresh('post', 'POST', '/post', { who: anna,
		fields: { csrf: await anna.csrf(), status: 'four', nonce: 'n' } });

	assert.equal(posted.status, 422);
	assert.match(posted.text, /four/);
	await redis('HSET', 'site', 'readers', 'all', 'signup', 'open');
	assert.equal((await fresh('timeline', 'GET', '/timeline',
		{ env: { RETWIS_READERS: 'members' } })).status, 200);
	await redis('DEL', 'site');
});

test('nonsense in the hash leaves a site as closed as it was', async () => {
	const closed = { env: { RETWIS_READERS: 'members' } };

	for (const value of ['ALL', 'all ', '', 'nobody', '\0all', 'x'.repeat(1e6)]) {
		await redis('HSET', 'site', 'readers', value, 'name', value,
			'post_max', value, 'rules', '\u0001');
		assert.equal((await fresh('timeline', 'GET', '/timeline', closed)).status,
			401, value.slice(0, 9));
		assert.equal((await fresh('timeline', 'GET', '/timeline')).status, 200);
	}
	await redis('DEL', 'site');
	await redis('SET', 'site', 'all');
	assert.equal((await fresh('timeline', 'GET', '/timeline', closed)).status,
		401);
	await redis('DEL', 'site');
});

test('while Redis is away a closed site stays closed', { skip: oneRedis },
	async () => {
		const page = await startPage('timeline', folder,
			{ RETWIS_REDIS: `unix:${socket}` });
		const ask = () => fastcgi(page.socket, variables('GET', '/timeline'));
		const statusOf = async () => Number(String((await ask()).status));

		await redis('HSET', 'site', 'readers', 'members');
		assert.equal(await statusOf(), 401);
		await whileStopped(stack, async () => {
			assert.equal(await statusOf(), 401);
			assert.equal((await fresh('timeline', 'GET', '/timeline')).status,
				503);
		});
		await redis('DEL', 'site');
		page.stop();
		await page.ended;
	});

// ---- root has the last word ------------------------------------------------

test('what is locked is shown, and cannot be changed', async () => {
	const env = { RETWIS_LOCKED: 'readers,name,rules', RETWIS_READERS: 'members' };
	const request = async (fields) => fresh('site', 'POST', '/site', { env,
		who: host, fields: { csrf: await host.csrf(), ...fields } });

	await redis('HSET', 'site', 'readers', 'all');
	const { text } = await fresh('site', 'GET', '/site', { env, who: host });

	assert.equal(chosen(text, 'readers'), 'members');
	assert.match(text, /<fieldset class="choices" disabled\s*>\s*<legend>Who can read</);
	assert.match(text, /Set on the server: hosts can't change it here\./);
	for (const fields of [{ readers: 'all' }, { name: 'Club' },
		{ rules: 'None.' }]) {
		const answer = await request({ password, ...fields });

		assert.equal(answer.status, 422);
		assert.deepEqual(Object.values(messages(answer.text)),
			['This is set on the server, and can\'t be changed here.']);
	}
	assert.equal((await request({ readers: 'members' })).status, 303);
	assert.equal((await request({ welcome: 'Hello.' })).status, 303);
	await redis('DEL', 'site');
});

// ---- a new site ------------------------------------------------------------

test('the hosts of a site without a name are led to a short form', async () => {
	const isLed = async (who) => /<a href="\/site\?first">/.test(
		(await who.get('/')).text);

	await until('all is forgotten', () => isLed(host));
	assert.equal(await isLed(anna), false);
	const { text } = await host.get('/site?first');

	assert.equal(heading(text), 'Name your site');
	assert.deepEqual(Object.keys(formFields(text, '/site')).sort(),
		['csrf', 'first', 'name', 'signup', 'welcome']);
	const answer = await save({ first: '1', name: '', skip: '1' });

	assert.deepEqual([answer.status, answer.location], [303, '/']);
	assert.equal(await isLed(host), false); // right after it
	await until('it is not asked again', async () => !await isLed(host));
	await redis('DEL', 'site');
	const named = await save({ first: '1', name: 'Club', signup: 'asked' });

	assert.deepEqual([named.status, named.location], [303, '/']);
	assert.deepEqual(await stored(), { name: 'Club', signup: 'asked', setup: '1' });
	assert.equal((await fresh('home', 'GET', '/', { who: host,
		env: { RETWIS_NAME: 'Ours' } })).text.includes('/site?first'), false);
	await redis('DEL', 'site');
});

// ---- colours ---------------------------------------------------------------

// The relative luminance and the contrast of WCAG 2.
function luminance(colour) {
	const [r, g, b] = colour.match(/[0-9a-f]{2}/g).map((hex) => {
		const c = parseInt(hex, 16) / 255;

		return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
	});

	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
	const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);

	return (light + 0.05) / (dark + 0.05);
}

const variablesOf = (block) => Object.fromEntries([...block.matchAll(
	/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]));

test('each colour can be read, on light and on dark pages', async () => {
	const style = readFileSync(`${root}/static/style.css`, 'utf8');
	const [light, dark] = [...style.matchAll(/^\t?:root \{([^}]*--paper[^}]*)\}/gm)]
		.map(([, block]) => variablesOf(block));
	const blocks = [...style.matchAll(/^(\t?)\[data-colour="(\w+)"\] \{(.*)\}$/gm)];
	const { text } = await host.get('/site');
	const offered = [...text.matchAll(/name="colour" value="(\w+)"/g)]
		.map(([, name]) => name);

	assert.equal(offered.length, 8);
	for (const [tab, common] of [['', light], ['\t', dark]]) {
		const own = blocks.filter(([, t]) => t === tab);

		assert.deepEqual(own.map(([, , name]) => name), offered);
		for (const [, , name, block] of own) {
			const all = { ...common, ...variablesOf(block) };

			for (const [front, ...backs] of [
				['accent', 'paper', 'sheet', 'tint'],
				['accent-strong', 'paper', 'sheet', 'tint'],
				['on-accent', 'accent', 'accent-strong'],
				['ink', 'paper', 'sheet', 'tint'],
				['soft', 'paper', 'sheet', 'tint']])
				for (const back of backs)
					assert.ok(contrast(all[front], all[back]) >= 4.5,
						`${name}: ${front} on ${back}${tab && ', dark'}`);
		}
	}
	assert.deepEqual(variablesOf(blocks[0][3]), Object.fromEntries(
		['accent', 'accent-strong', 'tint'].map((name) => [name, light[name]])));
});

test('the colour of the site is that of each page', async () => {
	await redis('HSET', 'site', 'colour', 'violet');
	assert.match((await fresh('login', 'GET', '/login')).text,
		/<html lang="en" dir="ltr" data-colour="violet">/);
	await redis('HSET', 'site', 'colour', '"><script>');
	assert.match((await fresh('login', 'GET', '/login')).text,
		/<html lang="en" dir="ltr" data-colour="green">/);
	await redis('DEL', 'site');
});

test('what hosts write is escaped', async () => {
	const mean = '<i>"&\'</i>';

	await redis('HSET', 'site', 'name', mean, 'welcome', mean, 'about', mean);
	const { text } = await fresh('home', 'GET', '/');

	assert.doesNotMatch(text, /<i>/);
	assert.equal(unescapeHtml(text.match(/<title>Welcome · (.*)<\/title>/)[1]),
		mean);
	assert.equal(unescapeHtml(text.match(/<p class="body" dir="auto">(.*)<\/p>/)[1]),
		mean);
	await redis('DEL', 'site');
});
