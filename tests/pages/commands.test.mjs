// The lists of commands at the top of post.c, home.c, status.c, auth.c and
// follow.c are what MONITOR shows, command for command and round trip for round trip.
//
// Only with one Redis: MONITOR shows one server's commands, in their order.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { compare, isSentBy, listOf, commandsOf, usual } from '../lib/commands.mjs';
import { monitor } from '../lib/monitor.mjs';
import { cgi, variables } from '../lib/program.mjs';
import { noting, startStack } from '../lib/stack.mjs';
import { wordDigest } from '../lib/words.mjs';
import { member, password } from '../lib/visitor.mjs';

// Without a worker, which would send commands, too: only those of the page are
// shown.
const stack = await startStack({ env: { ...noting, RETWIS_WORKERS: '0' } });
const { url, redis } = stack;
const watched = await monitor(stack);

after(() => watched.stop());

const lists = {
	post: listOf('post/post.c', 'POST /post'),
	home: listOf('timeline/home.c', 'GET /'),
	status: listOf('post/status.c', 'GET /@NAME/ID'),
	login: listOf('member/auth.c', 'POST /login'),
	follow: listOf('timeline/follow.c', 'POST /follow'),
	search: listOf('post/search.c', 'GET /search'),
	members: listOf('member/members.c', 'GET /members'),
};

// The conditions that have been met in a test.
const met = Object.fromEntries(Object.keys(lists).map((page) =>
	[page, new Set()]));

// One request, and its list: `has` are the conditions that are met, `values`
// the values of the names in the list.
async function look(page, { values, has = [], ...request }) {
	const trips = await commandsOf(watched, page, request);

	has = has.includes('old') ? has : [...has, 'ours'];
	for (const mark of has)
		met[page].add(mark);
	const { was, should } = compare(lists[page], trips,
		{ has, values: { ...usual, ...values } });

	assert.deepEqual(was, should);
	return trips;
}

// {ID, name, cookies, csrf} of a new member.
async function newMember(name) {
	const visitor = await member(url, name);
	const auth = visitor.cookies.get('auth');

	return { id: await redis('HGET', 'users', name), name, visitor,
		cookies: `auth=${auth}`, csrf: await visitor.csrf() };
}

// The secret as PHP makes it, which does not contain its owner's id.
async function signInByPhp(who) {
	const secret = 'c0ffee'.padEnd(32, '0');

	await redis('HSET', `user:${who.id}`, 'auth', secret);
	await redis('HSET', 'auths', secret, who.id);
	who.visitor.cookies.set('auth', secret);
	return { ...who, cookies: `auth=${secret}`,
		csrf: await who.visitor.csrf() };
}

async function newestOf(who) {
	return (await redis('LRANGE', `own:${who.id}`, 0, 0))[0];
}

let anna, ben, carl, dora;

before(async () => {
	anna = await newMember('anna');
	ben = await newMember('ben');
	carl = await newMember('carl');
	dora = await newMember('dora');
});

test('each list exists, and each file sends the commands listed for it', () => {
	for (const [page, list] of Object.entries(lists)) {
		const lines = list.filter((line) => line !== null && !line?.isGap);

		assert.ok(lines.length > 10, `the list of ${page}`);
		for (const line of lines) {
			assert.ok(line, `not a command and its file: ${page}`);
			assert.ok(isSentBy(line), `${line.text} by ${line.file}`);
		}
	}
});

// ---- a post ----------------------------------------------------------------

async function writes(who, fields, values, has) {
	return look('post', { fields: { csrf: who.csrf, ...fields },
		cookies: who.cookies, has, values: { ME: who.id,
			POST: Number(await redis('GET', 'next_post_id')) + 1, ...values } });
}

test('a post', async () => {
	await anna.visitor.get('/');
	const trips = await writes(anna, { status: 'hello', nonce: 'one' }, {}, []);

	assert.deepEqual(trips.map((trip) => trip.length), [3, 2, 2, 7]);
});

test('a reply with a name and a tag', async () => {
	await ben.visitor.submit('/post', { status: 'hello' });
	const reply_to = await newestOf(ben);

	await writes(anna, { status: 'I tell @Carl of #Redis', reply_to },
		{ PARENT: reply_to, AUTHOR: ben.id, TYPED: 'Carl', FOLDED: 'carl',
			NAMED: carl.id, TAG: 'redis', ROOT: reply_to },
		['reply', 'talk', '@', '#']);
});

test('a reply in a conversation that somebody else began', async () => {
	await dora.visitor.submit('/post', { status: 'who comes along?' });
	const root = await newestOf(dora);

	await ben.visitor.submit('/post', { status: 'I do', reply_to: root });
	const reply_to = await newestOf(ben);

	await writes(anna, { status: 'Me too', reply_to },
		{ PARENT: reply_to, AUTHOR: ben.id, ROOT: root, STARTER: dora.id },
		['reply', 'talk', 'far']);
});

test('a reply to a post of PHP Retwis, by somebody with its cookie', async () => {
	await ben.visitor.submit('/post', { status: 'hello' });
	const reply_to = await newestOf(ben);

	await redis('HDEL', `post:${reply_to}`, 'username');
	await writes(await signInByPhp(carl), { status: 'hello', reply_to },
		{ PARENT: reply_to, AUTHOR: ben.id, ROOT: reply_to },
		['reply', 'talk', 'php', 'old']);
});

// ---- the home page ---------------------------------------------------------

// Each page comes from a process that has not shown home yet.
async function looksAtHome(who, values, has, path = '/') {
	const sums = await redis('EXISTS', 'cache:trending') ? [] : ['sums'];

	await look('home', { method: 'GET', path, cookies: who.cookies,
		status: 200, has: [...has, 'first', ...sums],
		values: { ME: who.id, NAME: /[a-z]+/, NEW: /\d+/,
			...values } });
}

// These posts, newest first, are all in a list; the author wrote them.
async function fill(key, author, ids) {
	for (const id of ids)
		await redis('HSET', `post:${id}`, 'user_id', author.id, 'time',
			'1700000000', 'body', `post ${id}`, 'username', author.name);
	await redis('DEL', key);
	await redis('RPUSH', key, ...ids);
}

function numbers(from, to) {
	return Array.from({ length: from - to + 1 }, (_, i) => from - i);
}

test('the home page: first look, later, and with something new', async () => {
	const today = new Date().toLocaleDateString('sv');

	await fill(`posts:${dora.id}`, ben, [1003, 1002, 1001]);
	await looksAtHome(dora, { FROM: 0, TO: 30, POST: /100\d/, ANY: ben.id },
		['place', 'new', 'daily', 'noted', 'cold']);
	await redis('HSET', `user:${dora.id}`, 'last', today);
	await redis('SET', 'cache:trending', 'redis', 'EX', 600);
	await looksAtHome(dora, { FROM: 0, TO: 30, POST: /100\d/, ANY: ben.id },
		['place', 'cold']);
	await redis('DEL', 'cache:trending');
	await fill(`posts:${dora.id}`, ben, [1004, 1003]);
	await looksAtHome(dora, { FROM: 0, TO: 30, POST: /100\d/, ANY: ben.id },
		['place', 'new', 'noted', 'cold']);
	await fill(`posts:${dora.id}`, ben, numbers(1031, 1001));
	await looksAtHome(dora, { AFTER: 1022, POST: /10[12]\d/, ANY: ben.id },
		['after', 'cold'],
		'/?start=10&after=1022');
});

test('the home page: an announcement on top', async () => {
	await fill(`posts:${dora.id}`, ben, [1003, 1002, 1001]);
	await redis('HSET', 'post:2000', 'user_id', ben.id, 'time', '1700000000',
		'body', 'hear', 'username', ben.name);
	await redis('ZADD', 'announcements', 1e10, '2000 1700000000');
	await looksAtHome(dora, { FROM: 0, TO: 30, POST: /100\d/, ANY: ben.id,
		TOP: 2000 }, ['place', 'cold', 'runs']);
	await redis('DEL', 'announcements');
});

test('the home page: a repost, a post of PHP Retwis and one that is gone', async () => {
	const first = /10(?:0[3-9]|1[0-2])/;

	await fill(`posts:${dora.id}`, ben, [900, ...numbers(1012, 1001)]);
	await redis('LREM', `posts:${dora.id}`, 0, 900);
	await redis('HSET', 'post:1012', 'repost_of', 900, 'repost_name', 'ben');
	await redis('HDEL', 'post:1011', 'username');
	await redis('DEL', 'post:1010');
	await looksAtHome(await signInByPhp(dora), { FROM: 0, TO: 30,
		POST: first, ANY: ben.id, ORIGINAL: 900, FURTHER: /100[12]/ },
	['place', 'new', 'noted', 'old', 'cold', 'repost', 'gap']);
});

test('the home page: a late post is put in its place', async () => {
	await fill(`posts:${dora.id}`, ben, numbers(1031, 1001));
	await redis('LPUSH', `posts:${dora.id}`, 1005);
	await redis('HSET', `user:${dora.id}`, 'seen', 1031);
	const values = { FROM: 0, TO: 30, POST: /10[23]\d/, ANY: ben.id };

	await looksAtHome(dora, values, ['place', 'cold', 'late']);
	await looksAtHome(dora, values, ['place', 'cold']);
	assert.deepEqual(await redis('LRANGE', `posts:${dora.id}`, 0, -1),
		numbers(1031, 1001).map(String));
});

test('the home page is there no more', async () => {
	const anyone = { ANY: new RegExp(`(?:${anna.id}|${ben.id})`) };
	const page = { FROM: 0, TO: 30, POST: /\d+/ };

	await fill(`own:${ben.id}`, ben, [1001]);
	await anna.visitor.follow('ben');
	await redis('HSET', `user:${anna.id}`, 'seen', 9999, 'last',
		new Date().toLocaleDateString('sv'));
	await redis('DEL', `posts:${anna.id}`);
	await looksAtHome(anna, { ...anyone, ...page }, ['place', 'gone', 'cold']);
	await redis('DEL', `posts:${anna.id}`);
	await fill(`own:${ben.id}`, ben, numbers(1100, 1001));
	await looksAtHome(anna, { ...anyone, ...page }, ['place', 'gone', 'busy', 'cold']);
});

// ---- a post's page ---------------------------------------------------------

test('the page of a post: alone, in a conversation, and without a root', async () => {
	const today = new Date().toLocaleDateString('sv');
	const looks = (who, [name, id, query = ''], has, values) => look('status', {
		method: 'GET', path: `/@${name}/${id}${query}`, cookies: who.cookies,
		status: 200, has, values: { ME: who.id, POST: id, ...values } });

	const [fred, gina] = [await newMember('fred'), await newMember('gina')];

	await ben.visitor.submit('/post', { status: 'hello' });
	const first = await redis('GET', 'next_post_id');
	const cold = { ROOT: first, ANY: /\d+/ };

	await redis('HDEL', `user:${gina.id}`, 'last');
	await looks(gina, ['ben', first], ['in', 'first', 'root', 'daily', 'cold'],
		cold);
	await redis('HSET', `user:${gina.id}`, 'last', today);
	await fred.visitor.submit('/post', { status: 'hello', reply_to: first });
	const second = await redis('GET', 'next_post_id');

	await ben.visitor.submit('/act', { like: second });
	await looks(gina, ['fred', second], ['in', 'first', 'root', 'reply',
		'others', 'liked', 'cold'], { ...cold, OTHER: first, LIKER: ben.id });
	await looks(gina, ['fred', second, '?after=0'], ['in', 'first', 'root',
		'reply', 'others', 'liked', 'cold'],
	{ ...cold, OTHER: first, LIKER: ben.id });
	await looks(gina, ['ben', first, `?after=${first}`], ['in', 'after', 'root',
		'others', 'cold'], { ...cold, OTHER: second });
	// He is known, and the other author likes the post.
	await looks(fred, ['fred', second], ['in', 'mine', 'first', 'root',
		'reply', 'others', 'liked', 'daily'],
	{ ...cold, OTHER: first, LIKER: ben.id });
	await ben.visitor.submit('/post', { status: 'Tea?', answers: 'yes\nno' });
	const question = await redis('GET', 'next_post_id');

	await redis('ZADD', `answers:${question}`, 1, `0 ${fred.id}`);
	await looks(gina, ['ben', question], ['in', 'first', 'root', 'asks', 'asked',
		'cold'], { ...cold, ROOT: question });
	const announced = `post:${first}`;

	await redis('HSET', announced, 'announced', 9999999999);
	await looks(fred, ['ben', first], ['in', 'first', 'root', 'others', 'told',
		'runs', 'daily', 'cold'], { ...cold, OTHER: second });
	await redis('HSET', announced, 'announced', Math.floor(Date.now() / 1000));
	await looks(fred, ['ben', first], ['in', 'first', 'root', 'others', 'told',
		'daily', 'cold'], { ...cold, OTHER: second });
	await redis('HDEL', announced, 'announced');
	await redis('HDEL', `post:${second}`, 'root', 'root_user_id');
	const classic = await signInByPhp(gina);

	await looks(classic, ['fred', second], ['old', 'in', 'first', 'others',
		'liked', 'cold'], { ...cold, OTHER: first, LIKER: ben.id });
});

// ---- signing in ------------------------------------------------------------

async function signsIn(who, has, cookies = '', stored = {}, ip = usual.IP) {
	const name = who.name.toUpperCase();
	const typed = has.includes('adorned') ? `@${name}` : name;

	await look('login', { cookies, has, ip,
		fields: { username: typed, password }, values: { ME: who.id,
			NAME: who.name, TYPED: typed, FOLDED: typed.toLowerCase(),
			BARE: who.name, LOWER: who.name, STORED: usual.HASH, HASH: '', ...stored } });
}

test('signing in: for the first time from there, and again', async () => {
	await signsIn(ben, ['new', 'strange']);
	await signsIn(ben, ['strange']);
	await signsIn(ben, ['adorned', 'strange']);
	const digits = '0123456789abcdef'.repeat(2);

	await signsIn(ben, ['shown', 'ended', 'strange'],
		`auth=${digits}${ben.id}; browser=${digits}`);
	await signsIn(ben, ['wide', 'new', 'strange'], '',
		{ IP: '2001:db8:1::/48' }, '2001:db8:1:2::3');
});

// What a stranger can see about a name must not depend on whether somebody has
// it.
test('a name that nobody has costs the same commands', async () => {
	const tries = async (username) => watched.asked(async () => {
		const fields = new URLSearchParams({ username,
			password: 'wrong' }).toString();
		const { status } = await cgi('login', { ...variables('POST', '/login',
			fields), RETWIS_REDIS: watched.address, HTTP_HOST: 'localhost',
		REMOTE_ADDR: '198.51.100.9' }, fields);

		assert.equal(status, 401);
	});
	const alike = (trips) => JSON.stringify(trips.map((trip) =>
		trip.map((command) => command.slice(0, 2))))
		.replace(/:\d+"/g, ':ID"').replace(/[\da-f]{64}/g, 'DIGEST');
	const nobody = await tries('nobody');

	assert.equal(alike(nobody), alike(await tries('carl')));
	assert.equal(nobody.length, 4);
});

test('signing in with a password that PHP Retwis has stored', async () => {
	await redis('HSET', `user:${ben.id}`, 'password', password);
	await redis('HDEL', `user:${ben.id}`, 'auth');
	await signsIn(ben, ['strange'], '', { STORED: password, HASH: usual.HASH });
});

// ---- following -------------------------------------------------------------

async function follows(who, whom, button, has) {
	await look('follow', { fields: { csrf: who.csrf, [button]: whom.id },
		cookies: who.cookies, has: [button, ...has],
		values: { ME: who.id, WHOM: whom.id, NAME: whom.name,
			ANY: new RegExp(`(?:${who.id}|${whom.id}|${ben.id})`) } });
}

test('following and unfollowing, with a home timeline or without', async () => {
	const erik = await newMember('erik');

	await follows(erik, dora, 'follow', []);
	await erik.visitor.get('/');
	await follows(erik, dora, 'unfollow', ['there']);
	await redis('DEL', `posts:${erik.id}`);
	await follows(erik, dora, 'unfollow', ['stray']);
	await erik.visitor.get('/');
	await follows(erik, ben, 'follow', ['there', 'busy']);
	await follows(await signInByPhp(erik), dora, 'follow',
		['there', 'busy', 'old']);
});

// ---- the search ------------------------------------------------------------

// No worker runs, so the index is written here.
async function index(word, ids) {
	const digest = wordDigest(word);

	await redis('ZADD', `word:${digest}`, ...ids.flatMap((id) => [id, id]));
	return digest;
}

// Each page comes from a process that has not shown a post yet.
async function searches(q, values, has) {
	await look('search', { method: 'GET', status: 200, has,
		path: `/search?q=${encodeURIComponent(q)}`, cookies: carl.cookies,
		values: { ME: carl.id, TYPED: /[^ ]+( [^ ]+)?/, END: /[^ ]+( [^ ]+)?/,
			WORD: /[0-9a-f]{16}/, TOP: /[^ ]+/, ...values } });
}

test('a search for a post, and for two words of many', async () => {
	await ben.visitor.submit('/post', { status: 'snow and ice' });
	const post = await redis('GET', 'next_post_id');
	const many = Array.from({ length: 1500 }, (_, i) => Number(post) - i);

	await index('snow', many.filter((id) => id > 0).concat(
		Array.from({ length: 1500 }, (_, i) => 1000000 + i)));
	await index('ice', [post]);
	await searches('rain', {}, ['first']);
	await searches('ice', { POST: post, AUTHOR: ben.id },
		['first', 'found', 'daily', 'cold']);
	await searches('snow ice', { POST: post, AUTHOR: ben.id },
		['first', 'found', 'deep', 'daily', 'cold']);
});

test('a search for members and tags', async () => {
	await ben.visitor.submit('/post', { status: 'tea #dorado' });
	await searches('dora', { FOUND: dora.id, TAG: 'dorado' },
		['first', 'member', 'tag', 'daily']);
});

async function listsMembers(who, query, has, values) {
	await look('members', { method: 'GET', status: 200, has,
		path: `/members${query}`, cookies: who.cookies,
		values: { ME: who.id, FIRST: /[^ ]*/, NEXT: /[^ ]+/, TYPED: /[^ ]+/,
			END: /[^ ]+/, NAME: /\w+/, SHOWN: /\d+( \d+)*/, ...values } });
}

test('the list of members', async () => {
	await listsMembers(carl, '', ['listed', 'daily']);
	await listsMembers(carl, '?q=dora', ['typed', 'daily']);
	await redis('HSET', `user:${dora.id}`, 'standing', 'stopped',
		'invited_by', anna.id);
	await redis('ZADD', 'suspended', 1, dora.id);
	await redis('HSET', `user:${carl.id}`, 'standing', 'host');
	await listsMembers(carl, '?standing=stopped',
		['listed', 'only', 'host', 'daily'], { INVITER: anna.id });
});

test('every mark in a list was met', () => {
	for (const [page, list] of Object.entries(lists))
		for (const line of list)
			assert.ok(!line?.when || met[page].has(line.when),
				`${page}: ${line?.when}`);
});
