// A display name: chosen, refused, removed, and shown next to the name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertWellFormed } from '../lib/atom.mjs';
import { until } from '../lib/processes.mjs';
import { faults, formValue, heading, messages, notices, unescapeHtml }
	from '../lib/page.mjs';
import { borrowStack, lean } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

// One process for each page: it has to remember an id before it remembers its
// name.
const stack = await borrowStack({ ...lean, RETWIS_SIGNUP: 'open' });
const { url, redis } = stack;
const { idOf, stand } = membersOf(stack);
const nobody = new Visitor(url);
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const carl = await member(url, 'carl');

await ben.follow('anna');
await carl.follow('anna');
await carl.follow('ben');
await anna.write('Hello'); // 1
await ben.post('/post', { status: 'To you', reply_to: 1 }); // 2
await ben.post('/act', { repost: 1 }); // 3
await ben.post('/act', { like: 1 });

async function call(visitor, name) {
	const answer = await visitor.post('/account/name', { name });

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/account');
}

async function named(visitor, path) {
	const { text, status } = await visitor.get(path);

	assert.equal(status, 200, path);
	return text;
}

// A process may remember a name for ten seconds.
async function shows(visitor, path, pattern) {
	let text;

	await until(`${path} says ${pattern}`, async () =>
		pattern.test(text = await named(visitor, path)));
	return text;
}

// A member who has never been shown without that display name, and a post.
async function newMember(name, display) {
	const visitor = await member(url, name);

	await call(visitor, display);
	await visitor.write('Hello');
	const [id] = await redis('LRANGE', 'timeline', 0, 0);

	return { visitor, id };
}

const both = (display, name) =>
	new RegExp(`<bdi( class="called")?>${display}</bdi> (<span>)?<bdi>@${name}</bdi>`);

test('the form, on the hub', async () => {
	let text = await named(anna, '/account');

	assert.equal(formValue(text, 'name'), '');
	assert.deepEqual([...text.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)]
		.map(([, title]) => title).slice(0, 5), ['Display name',
		'New password', 'Two-step sign-in', 'Where you\'re signed in',
		'Private feed and calendar']);
	for (const path of ['/bio', '/feed', '/scheduled', '/likes'])
		assert.match(text, new RegExp(`<a href="${path}">`));
	await call(anna, '  Anna   Berger ');
	text = await named(anna, '/account');
	assert.equal(formValue(text, 'name'), 'Anna Berger');
	assert.match(text, /Display name saved/);
	assert.equal((await anna.get('/account/name')).location, '/account');
});

test('it is shown next to the name wherever that is', async () => {
	await call(anna, 'Anna Berger');
	await call(ben, 'Ben B');
	for (const [visitor, path, display, name, more] of [
		[anna, '/', 'Anna Berger', 'anna', /data-face="A"/],
		[carl, '/', 'Ben B', 'ben', /reposted/],
		[nobody, '/timeline', 'Anna Berger', 'anna'],
		[nobody, '/@anna', 'Anna Berger', 'anna',
			/<title>Anna Berger @anna · Retwis<\/title>/],
		[nobody, '/@anna', 'Anna Berger', 'anna', /<h1 class="two">/],
		[carl, '/@anna', 'Ben B', 'ben', /1 follower you know/],
		[nobody, '/@anna/followers', 'Ben B', 'ben',
			/<title>Followers of Anna Berger @anna · /],
		[nobody, '/@ben/following', 'Anna Berger', 'anna'],
		[nobody, '/@anna/1', 'Ben B', 'ben', /Liked by/],
		[nobody, '/@anna/1', 'Anna Berger', 'anna',
			/og:title" content="Anna Berger @anna">/],
		[nobody, '/@anna/1', 'Anna Berger', 'anna',
			/<title>Anna Berger @anna: Hello · /],
		[anna, '/notifications', 'Ben B', 'ben'],
		[ben, '/likes', 'Anna Berger', 'anna'],
		[anna, '/delete?id=1', 'Anna Berger', 'anna'],
		[nobody, '/search?q=berg', 'Anna Berger', 'anna'],
	]) {
		const text = await shows(visitor, path, both(display, name));

		if (more)
			assert.match(text, more, path);
	}
	assert.equal(notices(await named(anna, '/notifications'))[0].text,
		'Ben B @ben liked your post');
	assert.equal(heading(await named(nobody, '/@anna')), 'Anna Berger @anna');
});

test('a process that remembers new members has it soon', async () => {
	const list = /<ul class="members">.*?<\/ul>/s;

	await until('it knows them', async () => both('Anna Berger', 'anna').test(
		(await named(nobody, '/timeline')).match(list)[0]));
	await call(anna, 'Anna Later');
	await until('it looks again', async () => both('Anna Later', 'anna').test(
		(await named(nobody, '/timeline')).match(list)[0]));
});

test('the address says whose page it is, and not the display name', async () => {
	const { id } = await newMember('nora', 'Ben');

	assert.match(await named(nobody, `/@nora/${id}`),
		/<a class="who two" href="\/@nora"><bdi class="called">Ben<\/bdi> <span><bdi>@nora<\/bdi><\/span><\/a>/);
	assert.equal((await nobody.get(`/@ben/${id}`)).location, `/@nora/${id}`);
});

test('feeds', async () => {
	const { id } = await newMember('olga', 'Olga & <Berger>');

	await ben.post('/act', { repost: id });
	for (const path of ['/@olga.atom', '/@ben.atom', '/timeline.atom']) {
		const text = await named(nobody, path);

		assertWellFormed(text, path);
		assert.match(text,
			/<name>Olga &amp; &lt;Berger&gt; @olga<\/name>\n<uri>[^<]*\/@olga</);
	}
	assert.match(await named(nobody, '/@ben.atom'),
		/<title>Ben B @ben reposted: Hello<\/title>/);
	assert.match(await named(nobody, '/@ben.atom'), /<title>Ben B @ben · /);
});

test('an invitation shows who invites, and who came', async () => {
	await call(anna, 'Anna Berger');
	await anna.submit('/invitations', { uses: 1, days: 1 });
	const [, link] = (await named(anna, '/invitations')).match(
		/value="[^"]*(\/join\/[^"]*)"/);

	assert.match(await named(nobody, link), both('Anna Berger', 'anna'));
	const dora = new Visitor(url);
	const form = await named(dora, link);

	await dora.postRaw('/register', { username: 'dora',
		password: 'correct horse battery', password2: 'correct horse battery',
		invite: formValue(form, 'invite'), nonce: formValue(form, 'nonce') });
	await dora.post('/account/name', { name: 'Dora D' });
	assert.match(await named(anna, '/invitations'), both('Dora D', 'dora'));
});

test('the search finds it by each word, and a member once', async () => {
	await call(anna, 'Ännchen von Anna');
	for (const q of ['änn', 'ÄNN', 'von', 'anna', '@anna', 'von anna']) {
		const text = await named(nobody, `/search?q=${encodeURIComponent(q)}`);

		assert.equal(text.match(/href="\/@anna"/g)?.length, 1, q);
	}
	await call(anna, 'Jörg Müller');
	for (const q of ['jorg', 'joerg', 'JÖRG', 'muller', 'Mueller'])
		assert.match(await named(nobody, `/search?q=${encodeURIComponent(q)}`),
			/href="\/@anna"/, q);
	await call(anna, 'Anna');
	assert.match(await named(nobody, '/search?q=von'), /No member's name|no tag/);
});

test('joiners where letters and emoji need them', async () => {
	for (const name of ['علی‌رضا', 'പ്രവീണ്‍', 'ශ්‍රී', '👨‍👩‍👧', '🏳️‍🌈 Kim', 'Mia 🚣‍♀️']) {
		await call(anna, name);
		assert.equal(await redis('HGET', 'user:1', 'display'), name);
		assert.equal(formValue(await named(anna, '/account'), 'name'), name);
	}
});

test('two members may share one, but nobody looks like a host', async () => {
	const hugo = await member(url, 'hugo');

	for (const visitor of [anna, ben, hugo])
		await call(visitor, 'Anna Berger');
	const id = await stand('hugo', 'host');

	await call(ben, 'Ben B');
	for (const name of ['Anna Berger', 'ANNA BERGER', 'Аnnа Berger', 'Hugo']) {
		const page = await ben.post('/account/name', { name });

		assert.equal(page.status, 422, name);
		assert.match(messages(page.text)['name-bad'], /host or moderator/);
		assert.equal(formValue(page.text, 'name'), name);
	}
	await call(anna, 'Anna Berger');
	await call(hugo, 'Anna Berger');
	await call(hugo, '');
	await redis('SREM', 'hosts', id);
	await redis('HDEL', `user:${id}`, 'standing');
});

const bad = [
	['x'.repeat(41), /41 characters; the limit is 40/],
	['an\u200dna', /invisible joiner/], ['👩\u200d', /invisible joiner/],
	['a\u0301\u0302\u0303', /too many accents/],
	// with a Cyrillic е, and with a capital i
	['ben', /looks like @ben/], ['bеn', /looks like @ben/],
	['Bеn', /looks like @ben/], ['carI', /looks like @carl/],
	['Host', /this site calls/], ['Моdеrаtоr', /this site calls/],
	['a\u202eb', /direction/], ['a\u2067b', /direction/],
	['a\u200bb', /invisible/], ['a\tb', /control/], ['a\nb', /line breaks/],
	['@ben', /can't start with an @/], ['   ', /Nobody would see/],
	['\u3164', /Nobody would see/],
];

for (const [name, says] of bad)
	test(`not ${JSON.stringify(name).slice(0, 30)}`, async () => {
		await call(anna, 'Anna');
		const state = async () => [await redis('HGETALL', 'user:1'),
			await redis('ZRANGE', 'members', 0, -1)];
		const before = await state();
		const page = await anna.post('/account/name', { name });

		assert.equal(page.status, 422);
		assert.match(messages(page.text)['name-bad'], says);
		assert.ok(faults(page.text).includes('name-bad'));
		assert.deepEqual(await state(), before);
		assert.equal(before[0].display, 'Anna');
		if (!/[\n\t]/.test(name))
			assert.equal(formValue(page.text, 'name'), name);
	});

test('hostile names are text', async () => {
	const names = ['<b>x</b> & "q" {{NAME}}', '\'><script>alert(1)</script>',
		'שלום עולם', 'a&#x202e;b'];

	for (const [i, name] of names.entries()) {
		const { id } = await newMember(`evil${i}`, name);

		await ben.post('/act', { repost: id });
		await ben.follow(`evil${i}`);
		for (const path of [`/@evil${i}`, `/@evil${i}/${id}`, '/timeline',
			'/@ben', '/@ben/following', `/search?q=evil${i}`]) {
			const text = await named(nobody, path);
			const [, shown] = text.match(new RegExp('<bdi(?: class="called")?>' +
				`([^<]*)</bdi> (?:<span>)?<bdi>@evil${i}`));

			assert.equal(unescapeHtml(shown), name, path);
			assert.doesNotMatch(text, /<b>x|<script>a/, path);
		}
	}
});

test('an empty field removes it, everywhere', async () => {
	const paths = ['/@anna', '/@anna/1', '/@ben/following', '/timeline'];

	await call(anna, 'Zoe');
	for (const path of paths)
		await shows(nobody, path, both('Zoe', 'anna'));
	await call(anna, '');
	assert.equal(await redis('HEXISTS', 'user:1', 'display'), 0);
	for (const path of paths)
		await shows(nobody, path, /^(?!.*Zoe)/s);
	assert.doesNotMatch(await named(nobody, '/search?q=zo'), /<bdi>@anna/);
	assert.match(await named(nobody, '/@anna'), /<h1><bdi>@anna<\/bdi><\/h1>/);
	assert.deepEqual(await redis('EVAL', `local all = {}
		for _, entry in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
		if entry:match('\t1$') then table.insert(all, entry) end end
		return table.concat(all, ' ')`, 1, 'members'), 'anna\t1');
});

test('a waiting or suspended member cannot set one', async () => {
	const stan = await member(url, 'stan');
	const id = await idOf('stan');

	for (const standing of ['waiting', 'stopped']) {
		await redis('HSET', `user:${id}`, 'standing', standing);
		const page = await stan.get('/account');

		assert.equal(page.status, 200);
		assert.doesNotMatch(page.text, /\/account\/name/);
		const answer = await stan.post('/account/name', { name: 'Stan' });

		assert.equal(answer.status, 403);
	}
	assert.equal(await redis('HEXISTS', `user:${id}`, 'display'), 0);
	assert.equal((await nobody.get('/account/name')).location,
		'/login?back=%2Faccount%2Fname');
});

test('a form from before the session keeps what was typed', async () => {
	const page = await anna.postRaw('/account/name',
		{ name: 'Anna <B>', csrf: '0'.repeat(64) });

	assert.equal(page.status, 403);
	assert.equal(formValue(page.text, 'name'), 'Anna <B>');
	assert.match(page.text, /Save the display name/);
});
