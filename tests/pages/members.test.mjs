// The list of all members: by name, by letter, by search; what only hosts see of
// it, and the same as a table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminOf } from '../admin/lib/admin.mjs';
import { heading, pager } from '../lib/page.mjs';
import { cgi, variables } from '../lib/program.mjs';
import { noting, startStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { openRedis } from '../lib/wire.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';

const stack = await startStack({ env: { ...noting } });
const { url, redis } = stack;
const wire = openRedis(stack.socket);
const admin = adminOf(stack);
const out = new Visitor(url);

const { idOf } = membersOf(stack);

async function add(name) {
	const { status, errors } = await admin(['add', name],
		{ input: `${password}\n` });

	assert.equal(status, 0, errors);
}

async function give(host, name, standing) {
	const { status } = await host.submit('/standing',
		{ uid: await idOf(name), standing, confirm: '1', reason: 'Be kind.',
			password });

	assert.equal(status, 303);
}

const anna = await member(url, 'anna');
const helen = await member(url, 'helen');

await admin(['host', 'helen']);
for (const name of ['bert', 'berta', 'zoe', '9lives', '_under'])
	await add(name);
assert.equal((await anna.submit('/account/name',
	{ name: 'Dr. Anna Müller' })).status, 303);

// ---- reading a page ----------------------------------------------------------

// Each row, by the user name in it: its text, without tags, and its button.
function rows(html) {
	const list = html.match(/<ul class="people">.*?<\/ul>/s)?.[0] ?? '';

	return Object.fromEntries(list.split(/<li id="m\d+">/).slice(1).map((row) => [
		row.match(/<bdi>@(.*?)<\/bdi>/)[1],
		{ text: row.replace(/<i .*?<\/i>|<button.*?<\/button>/gs, '')
			.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').trim(),
		button: row.match(/name="(follow|unfollow)"/)?.[1] },
	]));
}

const names = async (visitor, path = '/members') =>
	Object.keys(rows((await visitor.get(path)).text));

// The links of a list of links, as [label, address, whether it is this page].
function links(html, label) {
	const nav = html.match(
		new RegExp(`<nav class="letters" aria-label="${label}">.*?</nav>`, 's'));

	return [...(nav?.[0] ?? '').matchAll(/<a href="([^"]*)"([^>]*)>(.*?)<\/a>/g)]
		.map(([, to, more, text]) => [text, to, /aria-current/.test(more)]);
}

const letters = (html) => links(html, 'First letters').map(([text]) => text);

const everybody = ['9lives', '_under', 'anna', 'bert', 'berta', 'helen', 'zoe'];

// ---- members -----------------------------------------------------------------

test('everybody is there once, by name', async () => {
	const { status, text } = await anna.get('/members');

	assert.equal(status, 200);
	assert.equal(heading(text), 'Members');
	assert.deepEqual(Object.keys(rows(text)), everybody);
	assert.match(rows(text).bert.text, /^@bert Joined \d+ \w+ \d{4}$/);
	assert.equal(rows(text).bert.button, 'follow');
	assert.equal(rows(text).anna.button, undefined);
	assert.doesNotMatch(text, /isn't complete/);
});

test('only members see it, on a site that everybody may read, too', async () => {
	for (const path of ['/members', '/members?letter=b', '/members?q=bert']) {
		const answer = await out.get(path);

		assert.equal(answer.status, 303);
		assert.equal(answer.location,
			`/login?back=${encodeURIComponent(path)}`);
		assert.doesNotMatch(answer.text, /bert[^"]*<\/bdi>/);
	}
	for (const path of ['/timeline', '/search']) {
		assert.match((await anna.get(path)).text, /href="\/members"/);
		assert.doesNotMatch((await out.get(path)).text, /href="\/members"/);
	}
});

test('a button follows, and leads back to the same page', async () => {
	const path = '/members?letter=b';
	const { text } = await anna.get(path);
	const csrf = text.match(/name="csrf" value="(\w+)"/)[1];
	const back = text.match(/name="back" value="([^"]*)"/)[1];

	assert.equal(back, path);
	const { status, location } = await anna.postRaw('/follow',
		{ csrf, back, follow: await idOf('bert') });

	assert.equal(status, 303);
	assert.equal(location, `${path}#m${await idOf('bert')}`);
	assert.equal(rows((await anna.get(path)).text).bert.button, 'unfollow');
});

test('by their first letters, of which only those that exist have a link', async () => {
	const { text } = await anna.get('/members?letter=b');

	assert.deepEqual(Object.keys(rows(text)), ['bert', 'berta']);
	assert.deepEqual(letters(text), ['A', 'B', 'H', 'Z', 'Other']);
	assert.deepEqual(links(text, 'First letters')[1],
		['B', '/members?letter=b', true]);
	assert.deepEqual(await names(anna, '/members?letter=z'), ['zoe']);
	assert.deepEqual(await names(anna, '/members?letter=other'),
		['9lives', '_under']);
	assert.match((await anna.get('/members?letter=q')).text, /Nobody here\./);
	for (const letter of ['', 'B', 'ab', '%C3%A4', 'OTHER', '1'])
		assert.deepEqual(await names(anna, `/members?letter=${letter}`),
			everybody, letter);
});

test('names of another Retwis are under their letters, or others', async () => {
	const older = [['Ärmel Öz', 901], ['مريم', 902], ['{brace}', 903],
		['a"<b>\t7', 904], ['Anna', 905]];

	for (const [name, id] of older) {
		await redis('HSET', `user:${id}`, 'username', name, 'password', 'x');
		await redis('HSET', 'users', name, id);
		await redis('ZADD', 'users_by_time', 1600000000, name);
	}
	assert.equal((await admin(['adopt'])).status, 0);
	const a = (await anna.get('/members?letter=a')).text;
	const other = (await anna.get('/members?letter=other')).text;

	assert.equal(a.match(/<li id="m9/g).length, 3);
	assert.match(a, /<bdi>@Ärmel Öz<\/bdi>/);
	assert.match(a, /<bdi>@a&quot;&lt;b&gt;/);
	assert.match(a, /Joined 13 September 2020/);
	assert.match(other, /<bdi>@مريم<\/bdi>/);
	assert.match(other, /<bdi>@{brace}<\/bdi>/);
	assert.equal(other.match(/<li id="m/g).length, 4);
	for (const [name] of older)
		assert.equal((await admin(['delete', '--yes', name])).status, 0);
	assert.deepEqual(await names(anna), everybody);
});

test('a search finds names and display names', async () => {
	assert.deepEqual(await names(anna, '/members?q=ber'), ['bert', 'berta']);
	assert.deepEqual(await names(anna, '/members?q=+%40BERT+'),
		['bert', 'berta']);
	for (const q of ['mueller', 'Müll', 'anna mul', 'dr.'])
		assert.deepEqual(
			await names(anna, `/members?q=${encodeURIComponent(q)}`),
			['anna'], q);
	assert.deepEqual(await names(anna, '/members?q=+'), everybody);
	for (const q of ['nobody', 'be%09rt', '%ff', 'x'.repeat(500)]) {
		const { status, text } = await anna.get(`/members?q=${q}`);

		assert.equal(status, 200);
		assert.match(text, /No member's name starts like that\./, q);
	}
	assert.match((await anna.get('/members?q=%22%3E%3Cb%3E')).text,
		/name="q" value="&quot;&gt;&lt;b&gt;"/);
});

test('fifty on a page, and each member on one of them', async () => {
	for (let i = 100; i < 220; i++) {
		await wire('HSET', `user:${i}`, 'username', `many${i}`,
			'password', 'x');
		await wire('HSET', 'users', `many${i}`, i);
		await wire('ZADD', 'users_by_time', 1700000000 + i, `many${i}`);
		await wire('ZADD', 'members', 0, `many${i}\t${i}`);
		await wire('ZADD', 'directory', 0, `many${i}\t${i}`);
	}
	for (const [start, all] of [['/members', 127],
		['/members?letter=m', 120]]) {
		const found = [];
		let path = start;

		for (const n of [50, 50, all - 100]) {
			const { text } = await anna.get(path);
			const page = Object.keys(rows(text));
			const { Next, First } = pager(text);

			assert.equal(page.length, n);
			assert.equal(First, path === start ? undefined : start);
			found.push(...page);
			path = Next;
		}
		assert.equal(path, undefined);
		assert.equal(new Set(found).size, all);
		assert.deepEqual(found, [...found].sort());
	}
	const { text } = await anna.get('/members?q=many');

	assert.equal(Object.keys(rows(text)).length, 50);
	assert.match(text, /There are more\./);
	assert.deepEqual(pager(text), {});
});

test('a place in the list that is not one begins at its beginning', async () => {
	for (const after of ['', 'x', '-1', '5', '99999999999999999999.a', '%00'])
		assert.deepEqual((await names(anna, `/members?after=${after}`))
			.slice(0, 7), (await names(anna)).slice(0, 7), after);
	assert.deepEqual(await names(anna, '/members?letter=b&after=1.a'),
		['bert', 'berta']);
	assert.deepEqual(await names(anna, '/members?letter=b&after=1.c'), []);
	assert.deepEqual(await names(anna, '/members?after=1.zz'), []);
});

test('who leaves or is suspended is left out, and the page stays full', async () => {
	for (let i = 100; i < 130; i++)
		await wire('HSET', `user:${i}`, 'standing', 'stopped');
	const page = await names(anna, '/members?letter=m');

	assert.equal(page.length, 50);
	assert.equal(page[0], 'many130');
	assert.equal((await names(helen, '/members?letter=m'))[0], 'many100');
	for (let i = 130; i < 220; i++)
		await wire('HSET', `user:${i}`, 'standing', 'stopped');
	const { text } = await anna.get('/members?letter=m');

	assert.match(text, /Nobody here\./);
	assert.match((await anna.get(pager(text).Next)).text, /Nobody here\./);
	for (let i = 100; i < 220; i++) {
		await wire('DEL', `user:${i}`);
		await wire('HDEL', 'users', `many${i}`);
		await wire('ZREM', 'users_by_time', `many${i}`);
		await wire('ZREM', 'members', `many${i}\t${i}`);
		await wire('ZREM', 'directory', `many${i}\t${i}`);
	}
	await give(helen, 'berta', 'stopped');
	assert.deepEqual(await names(anna, '/members?letter=b'), ['bert']);
	assert.deepEqual(await names(anna, '/members?q=bert'), ['bert']);
	await give(helen, 'berta', 'member');
	assert.deepEqual(await names(anna, '/members?letter=b'), ['bert', 'berta']);
	await add('bruno');
	assert.deepEqual(await names(anna, '/members?letter=b'),
		['bert', 'berta', 'bruno']);
	await admin(['delete', '--yes', 'bruno']);
	assert.deepEqual(await names(anna, '/members?letter=b'), ['bert', 'berta']);
});

test('a list that is not complete says so', async () => {
	const entry = await redis('ZRANGE', 'directory', 0, -1);

	await redis('DEL', 'directory');
	assert.match((await anna.get('/members')).text,
		/This list isn't complete yet\.\s+Some members are missing until a host/);
	assert.match((await helen.get('/members')).text,
		/run <code>retwis-admin adopt<\/code>/);
	assert.match((await admin(['check'])).output, /directory/);
	assert.equal((await admin(['check', '--repair'])).status, 0);
	assert.deepEqual(await redis('ZRANGE', 'directory', 0, -1), entry);
	assert.doesNotMatch((await anna.get('/members')).text, /isn't complete/);
});

// ---- hosts -------------------------------------------------------------------

// A member who registered by a link of this member's.
async function invitedBy(inviter, name) {
	await inviter.submit('/invitations', { uses: 1, days: 1 });
	const { text } = await inviter.get('/invitations');
	const [, path] = text.match(/value="[^"]*(\/join\/[0-9a-f]{33,})"/);
	const visitor = new Visitor(url);
	const page = await visitor.get(path);
	const fields = Object.fromEntries(
		[...page.text.matchAll(/type="hidden" name="(invite|nonce)" value="(\w+)"/g)]
			.map(([, field, value]) => [field, value]));

	await visitor.postRaw('/register', { ...fields, username: name, password,
		password2: password });
	assert.notEqual(await idOf(name), null);
	return visitor;
}

async function makeCompany() {
	const ida = await invitedBy(anna, 'ida');

	await redis('HSET', `user:${await idOf('ida')}`, 'last', '2026-03-01');
	await give(helen, 'zoe', 'moderator');
	await give(helen, 'berta', 'stopped');
	await redis('HSET', 'user:990', 'username', 'wim', 'password', 'x',
		'standing', 'waiting');
	await redis('HSET', 'users', 'wim', 990);
	await redis('ZADD', 'waiting', 1700000000, 990);
	return { ida };
}

let made;

// For all tests below: ida, whom anna has invited, zoe, who is a moderator,
// berta, who is suspended, and wim, who waits. The first test makes them.
const company = () => made ??= makeCompany();

test('hosts see standings, visits and invitations, and others do not', async () => {
	const { ida } = await company();
	const id = await idOf('ida');

	assert.equal(await redis('HGET', `user:${id}`, 'invited_by'),
		await idOf('anna'));
	assert.deepEqual(await redis('ZRANGE', `invited:${await idOf('anna')}`, 0, -1),
		[id]);
	await redis('HSET', `user:${await idOf('zoe')}`, 'last', 'off');
	const seen = rows((await helen.get('/members')).text);

	assert.match(seen.ida.text,
		/^@ida Joined \d+ \w+ \d{4} Last seen on 1 March 2026 Invited by @anna$/);
	assert.match(seen.zoe.text, /^@zoe moderator Joined \d+ \w+ \d{4}$/);
	assert.match(seen.berta.text, /^@berta suspended Joined/);
	assert.match(seen.helen.text, /^@helen host Joined/);
	for (const visitor of [anna, ida]) {
		const { text } = await visitor.get('/members');

		assert.match(rows(text).ida.text, /^@ida Joined \d+ \w+ \d{4}$/);
		assert.equal(rows(text).berta, undefined);
		assert.deepEqual(links(text, 'Standing'), []);
	}
	assert.deepEqual(links((await helen.get('/members')).text, 'Standing')
		.map(([text]) => text),
	['All', 'Hosts', 'Moderators', 'Suspended', 'Waiting']);
});

test('hosts may ask for a standing', async () => {
	await company();
	for (const [standing, who] of [['host', ['helen']],
		['moderator', ['zoe']], ['stopped', ['berta']], ['waiting', ['wim']]]) {
		const path = `/members?standing=${standing}`;

		assert.deepEqual(await names(helen, path), who);
		assert.equal((await names(anna, path)).length,
			(await names(anna)).length);
	}
	assert.match((await helen.get('/members?standing=waiting')).text,
		/<a href="\/waiting"><bdi>@wim<\/bdi>/);
	for (const standing of ['waiting', 'stopped'])
		assert.doesNotMatch((await helen.get(
			`/members?standing=${standing}`)).text, /name="follow"/);
	assert.ok(!(await names(helen)).includes('wim'));
	for (const standing of ['', 'member', 'king'])
		assert.deepEqual(await names(helen, `/members?standing=${standing}`),
			await names(helen));
});

test('of those who were suspended the latest come first, fifty a page', async () => {
	await company();
	for (let i = 0; i < 60; i++) {
		await wire('HSET', `user:${2000 + i}`, 'username', `gone${i}`,
			'password', 'x', 'standing', 'stopped');
		await wire('ZADD', 'suspended', 1000 + i, 2000 + i);
	}
	const first = (await helen.get('/members?standing=stopped')).text;
	const { Next } = pager(first);
	const second = (await helen.get(Next)).text;

	assert.deepEqual(Object.keys(rows(first)).slice(0, 2), ['berta', 'gone59']);
	assert.equal(Object.keys(rows(first)).length, 50);
	assert.equal(Object.keys(rows(second)).length, 11);
	assert.deepEqual(pager(second),
		{ First: '/members?standing=stopped' });
	for (let i = 0; i < 60; i++) {
		await wire('DEL', `user:${2000 + i}`);
		await wire('ZREM', 'suspended', 2000 + i);
	}
});

test('profiles tell hosts who has invited whom, and nobody else', async () => {
	await company();
	const card = async (visitor, path) => [...(await visitor.get(path)).text
		.matchAll(/<p class="known">(.*?)<\/p>/gs)]
		.map(([, text]) => text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').trim())
		.filter((text) => /nvited/.test(text));

	assert.deepEqual(await card(helen, '/@ida'),
		['Invited by Dr. Anna Müller @anna']);
	assert.deepEqual(await card(helen, '/@ida/followers'),
		['Invited by Dr. Anna Müller @anna']);
	assert.deepEqual(await card(helen, '/@anna'), ['Has invited @ida']);
	for (const path of ['/@ida', '/@anna', '/@ida/mentions'])
		assert.deepEqual([...await card(anna, path), ...await card(out, path)],
			[]);
	for (let i = 0; i < 21; i++)
		await wire('ZADD', `invited:${await idOf('anna')}`, i, 5000 + i);
	assert.deepEqual(await card(helen, '/@anna'),
		['Has invited @ida and 21 others']);
	for (let i = 0; i < 21; i++)
		await wire('ZREM', `invited:${await idOf('anna')}`, 5000 + i);
});

// ---- the table ---------------------------------------------------------------

// Each line as its cells.
function cells(text) {
	assert.equal(text[0], '\ufeff');
	assert.ok(text.endsWith('\r\n'));
	return text.slice(1, -2).split('\r\n').map((line) => {
		assert.match(line, /^("([^"]|"")*",){5}"([^"]|"")*"$/);
		return [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)]
			.map(([, cell]) => cell.replaceAll('""', '"'));
	});
}

test('the table has everybody, also who is suspended or waits', async () => {
	await company();
	const { status, headers, text } = await helen.get('/members.csv');
	const day = new Date().toLocaleDateString('sv');
	const [head, ...lines] = cells(text);

	assert.equal(status, 200);
	assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
	assert.match(headers['content-disposition'],
		/^attachment; filename="members-\d{4}-\d\d-\d\d\.csv"$/);
	assert.equal(headers['cache-control'], 'no-store');
	assert.deepEqual(head, ['name', 'display name', 'standing', 'member since',
		'last visit', 'invited by']);
	assert.deepEqual(lines.map(([name]) => name),
		['9lives', '_under', 'anna', 'bert', 'berta', 'helen', 'ida', 'zoe',
			'wim']);
	const by = Object.fromEntries(lines.map((line) => [line[0], line]));

	assert.deepEqual(by.ida.slice(1), ['', 'member', day, '2026-03-01', 'anna']);
	assert.deepEqual(by.berta.slice(1), ['', 'suspended', day, '', '']);
	assert.deepEqual(by.wim.slice(1), ['', 'waiting', '', '', '']);
	assert.deepEqual(by.zoe.slice(1), ['', 'moderator', day, '', '']);
	assert.equal(by.anna[1], 'Dr. Anna Müller');
});

test('a cell that would be a formula is harmless', async () => {
	const key = `user:${await idOf('zoe')}`;

	for (const [display, cell] of [['=1+1', '\'=1+1'], ['+1', '\'+1'],
		['-1', '\'-1'], ['@SUM(1)', '\'@SUM(1)'], ['a=1', 'a=1'],
		['＝1+1', '\'＝1+1'], ['＠SUM(1)', '\'＠SUM(1)'], ['＊', '＊'],
		['"x",y', '"x",y'], ['\'=1', '\'=1'], ['مريم', 'مريم']]) {
		await redis('HSET', key, 'display', display);
		const line = cells((await helen.get('/members.csv')).text)
			.find(([name]) => name === 'zoe');

		assert.equal(line[1], cell);
	}
	await redis('HDEL', key, 'display');
});

// As plain CGI, with the database at this address.
const table = (visitor, method = 'GET') => cgi('members',
	variables(method, '/members.csv', '', { RETWIS_REDIS: stack.address,
		HTTP_HOST: 'localhost', REMOTE_ADDR: '192.0.2.7',
		HTTP_COOKIE: visitor.cookieHeader() }));

test('a download is a line in the log', async () => {
	const { status, text, errors } = await table(helen);

	assert.equal(status, 200);
	assert.deepEqual(cells(text)[0][0], 'name');
	assert.equal(errors, 'retwis: "helen" downloaded the list of members ' +
		'from 192.0.2.7\n');
	assert.equal((await table(anna)).errors, '');
	const head = await table(helen, 'HEAD');

	assert.deepEqual([head.status, head.text, head.errors], [200, '', '']);
});

test('for everybody but hosts there is no table', async () => {
	const zoe = new Visitor(url);

	await company();
	await zoe.login('zoe');
	for (const visitor of [anna, zoe, out]) {
		assert.equal((await visitor.get('/members.csv')).status, 404);
		assert.equal((await visitor.send('POST', '/members.csv')).status, 404);
	}
	const { status, text } = await helen.send('HEAD', '/members.csv');

	assert.deepEqual([status, text], [200, '']);
	assert.equal((await anna.get('/members.txt')).status, 404);
});

test('two hundred at a time, and none twice', async () => {
	for (let i = 0; i < 450; i++) {
		await wire('HSET', `user:${3000 + i}`, 'username', `row${i}`,
			'password', 'x', ...i < 225 ? [] : ['standing', 'waiting']);
		await wire('ZADD', i < 225 ? 'directory' : 'waiting', 0,
			i < 225 ? `row${i}\t${3000 + i}` : 3000 + i);
	}
	const found = cells((await helen.get('/members.csv')).text)
		.map(([name]) => name).filter((name) => name.startsWith('row'));

	assert.equal(found.length, 450);
	assert.equal(new Set(found).size, 450);
});
