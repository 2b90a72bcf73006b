// The lists of members below a post: who gave which answer, who has not answered,
// who has read an announcement and who has not; and the table of answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heading, unescapeHtml } from '../lib/page.mjs';
import { noting, startStack, unlimited } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { openRedis } from '../lib/wire.mjs';

const stack = await startStack({ env: { ...noting, ...unlimited } });
const { url, redis } = stack;
const wire = openRedis(stack.socket);
const { idOf, memberAs, stand } = membersOf(stack);
const out = new Visitor(url);

const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const helen = await memberAs('helen', 'host');
const mia = await memberAs('mia', 'moderator');
const sam = await member(url, 'sam');

assert.equal((await sam.submit('/account/name', { name: 'Sam <Sailor>' })).status,
	303);

// ---- what is stored ----------------------------------------------------------

// A post with what it has besides its text; its id.
async function write(who, fields) {
	const { status } = await who.post('/post', { status: 'Who comes?', ...fields });

	assert.equal(status, 303);
	return redis('GET', 'next_post_id');
}

const band = 2 ** 40;
let second = 100;

// As if that member had given the answers, with guests.
async function answers(post, name, given, guests = 0) {
	const id = await idOf(name);

	second++;
	for (const n of given)
		await wire('ZADD', `answers:${post}`, n * band + second, `${n} ${id}`);
	await wire('ZADD', `answers:${post}`, (8 + guests) * band + second, id);
}

// Members with ids from `from` on, who are only in the list of members, until the
// test has ended.
async function add(t, name, from, n, fields = []) {
	const ids = Array.from({ length: n }, (_, i) => from + i);

	for (const id of ids) {
		await wire('HSET', `user:${id}`, 'username', `${name}${id}`, ...fields);
		await wire('ZADD', 'directory', 0, `${name}${id}\t${id}`);
	}
	t.after(async () => {
		await wire('ZREM', 'directory', ...ids.map((id) => `${name}${id}\t${id}`));
		await wire('UNLINK', ...ids.map((id) => `user:${id}`));
	});
}

// They have all given the answer `n`.
async function many(post, n, from, to) {
	for (let id = from; id < to; id++)
		await wire('ZADD', `answers:${post}`, n * band + id, `${n} ${id}`,
			8 * band + id, id);
}

// ---- reading a page ------------------------------------------------------------

const textOf = (html) => unescapeHtml(html.replace(/<[^>]*>/g, ' ')
	.replace(/\s+/g, ' ').trim());

// The names of each list on a page, as text.
const lists = (html) => [...html.matchAll(/<ul class="names">(.*?)<\/ul>/gs)]
	.map(([, list]) => [...list.matchAll(/<li.*?<\/li>/gs)].map(([li]) =>
		textOf(li)));

// [label, count] of each answer on the post's own page.
const headings = (html) => [...html.matchAll(/<h4>(.*?)<\/h4>/gs)]
	.map(([, text]) => textOf(text));

// The links below, as {label: address}.
const links = (html) => Object.fromEntries([...html.matchAll(
	/<a href="(\/@\w+\/\d+\/(?:names|answers\.csv)[^"]*)"[^>]*>(.*?)<\/a>/gs)]
	.map(([, to, label]) => [textOf(label), unescapeHtml(to)]));

const tabs = (html) => [...html.matchAll(
	/<li><a href="\?list=(\w+)"( aria-current="page")?><bdi>(.*?)<\/bdi>/g)]
	.map(([, list, here, label]) =>
		`${list} ${unescapeHtml(label)}${here ? '*' : ''}`);

const next = (html) => unescapeHtml(
	html.match(/<a href="([^"]*)" rel="next">/)?.[1] ?? '');

const cell = (text) => text.replaceAll('""', '"');

// Each line of a table as its cells.
function table({ text }) {
	assert.equal(text[0], '\ufeff');
	assert.ok(text.endsWith('\r\n'));
	return text.slice(1, -2).split('\r\n').map((line) =>
		[...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, is]) => cell(is)));
}

// ---- answers -------------------------------------------------------------------

test('the post\'s own page names who gave which answer', async () => {
	const post = await write(anna, { answers: 'comes' });

	await answers(post, 'sam', [0], 2);
	await answers(post, 'ben', [0]);
	await answers(post, 'mia', [2]);
	const { text } = await ben.get(`/@anna/${post}`);

	assert.deepEqual(headings(text), ['Yes 2', 'No 1']);
	assert.deepEqual(lists(text),
		[['Sam <Sailor> @sam +2', '@ben'], ['@mia']]);
	assert.match(text, /<li><a href="\/@ben">/);
	assert.deepEqual(links(text), { Yes: `/@anna/${post}/names?list=0`,
		No: `/@anna/${post}/names?list=2` });
	// The counts, and nobody's name.
	const strangers = (await out.get(`/@anna/${post}`)).text;

	assert.doesNotMatch(strangers, /class="rosters"|<bdi>@(sam|ben|mia)</);
});

test('a post that asks nothing has no lists', async () => {
	const post = await write(anna, {});
	const { text } = await anna.get(`/@anna/${post}`);

	assert.doesNotMatch(text, /class="rosters"|answers\.csv/);
	for (const list of ['0', 'none', 'read', 'unread'])
		assert.equal((await helen.get(`/@anna/${post}/names?list=${list}`)).status,
			404);
	assert.equal((await helen.get(`/@anna/${post}/answers.csv`)).status, 404);
});

test('an answer that nobody gave has no list, and a page all the same', async () => {
	const post = await write(ben, { answers: 'tea\n<b>coffee</b>' });

	assert.deepEqual(links((await sam.get(`/@ben/${post}`)).text), {});
	const { status, text } = await sam.get(`/@ben/${post}/names?list=1`);

	assert.equal(status, 200);
	assert.equal(heading(text), 'Who has answered');
	assert.match(text,
		/<h2 id="names"><bdi>&lt;b&gt;coffee.*<\/bdi> <span class="count">0</);
	assert.match(text, /Nobody\./);
	assert.deepEqual(tabs(text), ['0 tea', '1 <b>coffee</b>*']);
});

test('fifty on a page, and the next fifty', async (t) => {
	const post = await write(anna, { answers: 'comes' });

	await add(t, 'many', 2000, 120);
	await many(post, 0, 2000, 2120);
	const own = (await ben.get(`/@anna/${post}`)).text;

	assert.deepEqual(headings(own), ['Yes 120']);
	assert.equal(lists(own)[0].length, 50);
	const found = [...lists(own)[0]];
	let path = links(own)['More of: Yes'];

	assert.equal(path, `/@anna/${post}/names?list=0&from=50`);
	for (const n of [50, 20]) {
		const { text } = await ben.get(path);

		assert.equal(lists(text)[0].length, n);
		assert.match(text, /<a href="\?list=0" rel="prev">First</);
		found.push(...lists(text)[0]);
		path = `/@anna/${post}/names${next(text)}`;
	}
	assert.equal(path, `/@anna/${post}/names`);
	assert.equal(new Set(found).size, 120);
	assert.deepEqual(lists((await ben.get(path)).text)[0], found.slice(0, 50));
	// Beyond the end, and what is no number.
	for (const [from, n] of [['500', undefined], ['99999999999999999999', 50],
		['-1', 50], ['x', 50]]) {
		const { status, text } = await ben.get(`${path}?from=${from}`);

		assert.equal(status, 200);
		assert.equal(lists(text)[0]?.length, n, from);
	}
});

test('who is suspended is counted, and named for hosts and moderators', async () => {
	const post = await write(anna, { answers: 'comes' });

	await member(url, 'sid');
	await stand('sid', 'stopped');
	await answers(post, 'sid', [0], 1);
	await answers(post, 'ben', [0]);
	const hidden = '1 member whose name isn\'t shown';

	for (const [who, shown] of [[anna, ['@ben', hidden]],
		[mia, ['@sid +1', '@ben']], [helen, ['@sid +1', '@ben']]])
		for (const path of ['', '/names']) {
			const { text } = await who.get(`/@anna/${post}${path}`);

			assert.deepEqual(lists(text), [shown]);
			assert.match(text, /<span class="count">2</);
		}
});

test('a member who is muted is named all the same, as among likes', async () => {
	const post = await write(anna, { answers: 'comes' });

	await answers(post, 'sam', [0]);
	await ben.submit('/quiet', { mute: await idOf('sam') });
	assert.equal(lists((await ben.get(`/@anna/${post}`)).text)[0].length, 1);
	await ben.submit('/quiet', { unmute: await idOf('sam') });
});

test('only members see lists, on a site that everybody may read, too', async () => {
	const post = await write(anna, { answers: 'comes' });
	const path = `/@anna/${post}/names?list=1`;
	const { status, location } = await out.get(path);

	assert.equal(status, 303);
	assert.equal(location, `/login?back=${encodeURIComponent(path)}`);
	assert.equal((await out.get(`/@anna/${post}/answers.csv`)).status, 404);
});

test('other addresses', async () => {
	const post = await write(anna, { answers: 'comes' });

	for (const [path, status] of [[`/@anna/${post}/names?list=3`, 404],
		[`/@anna/${post}/names?list=x`, 404], [`/@anna/${post}/names?list=`, 404],
		['/@anna/99999/names', 404], ['/@anna/x/names', 404],
		['/@anna/99999/answers.csv', 404],
		[`/@anna/${post}/answers.txt`, 404]])
		assert.equal((await anna.get(path)).status, status, path);
	assert.equal((await anna.send('POST', `/@anna/${post}/names`)).status, 405);
	for (const [page, query] of [['names', '?list=2&from=7'], ['answers.csv', '']]) {
		const { status, location } = await anna.get(`/@ben/${post}/${page}${query}`);

		assert.deepEqual([status, location],
			[303, `/@anna/${post}/${page}${query}`]);
	}
	// Nothing is said about a table that one may not have.
	assert.equal((await sam.get(`/@ben/${post}/answers.csv`)).status, 404);
});

// ---- who has not answered ------------------------------------------------------

test('its author and hosts see who has not answered yet', async () => {
	const post = await write(anna, { answers: 'comes' });

	await answers(post, 'ben', [1]);
	for (const who of [anna, helen]) {
		const own = links((await who.get(`/@anna/${post}`)).text);

		assert.equal(own['Hasn\'t answered yet'],
			`/@anna/${post}/names?list=none`);
		const { text } = await who.get(own['Hasn\'t answered yet']);

		assert.deepEqual(lists(text),
			[['@anna', '@helen', '@mia', 'Sam <Sailor> @sam']]);
		assert.deepEqual(tabs(text), ['0 Yes', '1 Maybe', '2 No',
			'none Hasn\'t answered yet*']);
	}
	for (const who of [ben, mia]) {
		assert.doesNotMatch((await who.get(`/@anna/${post}`)).text, /list=none|csv/);
		assert.equal((await who.get(`/@anna/${post}/names?list=none`)).status, 404);
		assert.doesNotMatch((await who.get(`/@anna/${post}/names`)).text,
			/list=none/);
	}
});

test('it looks at five hundred members at a time', async (t) => {
	const post = await write(anna, { answers: 'comes' });

	await add(t, 'many', 3000, 620);
	await many(post, 0, 3000, 3610);
	const path = `/@anna/${post}/names?list=none`;
	const first = (await anna.get(path)).text;

	assert.equal(next(first), '?list=none&from=500');
	const { text } = await anna.get(`/@anna/${post}/names${next(first)}`);
	const found = [...lists(first)[0], ...lists(text)[0]];

	assert.equal(next(text), '');
	assert.equal(found.filter((name) => name.startsWith('@many')).length, 10);
	assert.match((await anna.get(`${path}&from=600`)).text,
		/list=none" rel="prev">First/);
	// None of five hundred: the page says so, and leads on.
	await many(post, 0, 3610, 3620);
	for (const name of ['anna', 'ben', 'helen', 'mia', 'sam'])
		await answers(post, name, [0]);
	const empty = (await anna.get(path)).text;

	assert.match(empty, /Nobody on this page\./);
	assert.equal(next(empty), '?list=none&from=500');
});

// ---- announcements -------------------------------------------------------------

async function announcement() {
	const post = await write(helen, { status: 'The pier is closed.', announce: 1 });

	await wire('ZADD', `read:${post}`, 20, await idOf('ben'), 10, await idOf('sam'));
	return post;
}

test('who has read an announcement, and who has not', async () => {
	const post = await announcement();

	for (const who of [helen, mia]) {
		const own = links((await who.get(`/@helen/${post}`)).text);

		assert.deepEqual(own, { 'Has read it': `/@helen/${post}/names?list=read`,
			'Hasn\'t read it yet': `/@helen/${post}/names?list=unread` });
		const read = (await who.get(own['Has read it'])).text;

		assert.equal(heading(read), 'Who has read it');
		assert.match(read, /Has read it<\/bdi> <span class="count">2</);
		assert.deepEqual(lists(read), [['Sam <Sailor> @sam', '@ben']]);
		assert.deepEqual(tabs(read), ['read Has read it*',
			'unread Hasn\'t read it yet']);
		assert.deepEqual(lists((await who.get(own['Hasn\'t read it yet'])).text),
			[['@anna', '@helen', '@mia']]);
	}
	for (const list of ['read', 'unread'])
		assert.equal((await ben.get(`/@helen/${post}/names?list=${list}`)).status,
			404);
	assert.doesNotMatch((await ben.get(`/@helen/${post}`)).text, /names\?list/);
	assert.equal((await helen.get(`/@helen/${post}/names`)).status, 404);
	assert.equal((await helen.get(`/@helen/${post}/answers.csv`)).status, 404);
});

test('thirty days after its end only the number is left, and the page says so',
	async () => {
		const post = await announcement();
		const end = Math.floor(Date.now() / 1000) - 31 * 86400;

		await wire('HSET', `post:${post}`, 'announced', `${end} 12`);
		await wire('UNLINK', `read:${post}`);
		const { text } = await helen.get(`/@helen/${post}/names?list=read`);

		assert.match(text, /Has read it<\/bdi> <span class="count">12</);
		assert.match(text, /Only the number of those who have read it is left/);
		assert.deepEqual(lists(text), []);
		const unread = (await helen.get(`/@helen/${post}/names?list=unread`)).text;

		assert.match(unread, /Only the number/);
		assert.deepEqual(lists(unread), []);
	});

// ---- a secret ballot -----------------------------------------------------------

test('nobody sees a name of a secret ballot, nor do hosts', async () => {
	const post = await write(anna, { answers: 'tea\ncoffee', secret: 1 });

	await answers(post, 'sam', [0]);
	for (const who of [anna, ben, mia, helen]) {
		assert.doesNotMatch((await who.get(`/@anna/${post}`)).text,
			/names\?list|<bdi>@sam</);
		for (const list of ['0', '1', 'none'])
			assert.equal((await who.get(`/@anna/${post}/names?list=${list}`))
				.status, 404);
	}
	assert.deepEqual(table(await helen.get(`/@anna/${post}/answers.csv`)),
		[['answer', 'count']]);
	for (const name of ['anna', 'ben', 'mia'])
		await answers(post, name, [1]);
	assert.equal(table(await anna.get(`/@anna/${post}/answers.csv`)).length, 1);
	await answers(post, 'helen', [1]);
	const answer = await anna.get(`/@anna/${post}/answers.csv`);

	assert.deepEqual(table(answer),
		[['answer', 'count'], ['tea', '1'], ['coffee', '4']]);
	assert.doesNotMatch(answer.text, /sam/);
	assert.equal((await ben.get(`/@anna/${post}/answers.csv`)).status, 404);
});

test('with few answers a secret ballot is counted after its end', async () => {
	const post = await write(anna, { answers: 'tea\ncoffee', secret: 1 });

	await answers(post, 'sam', [1]);
	const asked = (await redis('HGET', `post:${post}`, 'question'));

	await wire('HSET', `post:${post}`, 'question', asked.replace(/^0/, '1000'));
	assert.deepEqual(table(await anna.get(`/@anna/${post}/answers.csv`)),
		[['answer', 'count'], ['tea', '0'], ['coffee', '1']]);
});

// ---- the table -----------------------------------------------------------------

test('the table of answers, for the author and hosts', async () => {
	const post = await write(anna, { answers: 'tea\ncoffee\nmilk', several: 1 });

	await answers(post, 'sam', [0, 2]);
	await answers(post, 'ben', [1]);
	for (const who of [anna, helen]) {
		const { text } = await who.get(`/@anna/${post}`);
		const answer = await who.get(links(text)['Download the answers as CSV']);
		const { headers } = answer;

		assert.equal(answer.status, 200);
		assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
		assert.match(headers['content-disposition'], new RegExp(
			`^attachment; filename="answers-${post}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`));
		assert.equal(headers['cache-control'], 'no-store');
		assert.deepEqual(table(answer), [
			['name', 'display name', 'answer', 'guests'],
			['sam', 'Sam <Sailor>', 'tea; milk', '0'],
			['ben', '', 'coffee', '0']]);
	}
	for (const who of [ben, mia, out])
		assert.equal((await who.get(`/@anna/${post}/answers.csv`)).status, 404);
	const head = await anna.send('HEAD', `/@anna/${post}/answers.csv`);

	assert.deepEqual([head.status, head.text], [200, '']);
});

test('guests, and who is suspended', async () => {
	const post = await write(anna, { answers: 'comes' });

	await answers(post, 'sid', [0], 3);
	await answers(post, 'ben', [2]);
	assert.deepEqual(table(await anna.get(`/@anna/${post}/answers.csv`)).slice(1),
		[['ben', '', 'No', '0'], ['', '', 'Yes', '3']]);
	assert.deepEqual(table(await helen.get(`/@anna/${post}/answers.csv`)).slice(1),
		[['ben', '', 'No', '0'], ['sid', '', 'Yes', '3']]);
});

test('a cell that would be a formula is harmless', async (t) => {
	const post = await write(anna, { answers: '=1+1\n@SUM(1)' });

	await add(t, 'fay', 7000, 1, ['display', '+cmd|"x"']);
	await many(post, 0, 7000, 7001);
	assert.deepEqual(table(await anna.get(`/@anna/${post}/answers.csv`))[1],
		['fay7000', '\'+cmd|"x"', '\'=1+1', '0']);
});

test('two hundred at a time, and none twice', async (t) => {
	const post = await write(anna, { answers: 'comes' });

	await add(t, 'row', 5000, 450);
	await many(post, 1, 5000, 5450);
	const found = table(await anna.get(`/@anna/${post}/answers.csv`)).slice(1)
		.map(([name]) => name);

	assert.equal(found.length, 450);
	assert.equal(new Set(found).size, 450);
});
