// A site that only its members can read: everybody else gets the same answer
// for every address, whether it exists or not, and for every method. It only
// repeats the address.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { albumOf } from '../lib/album.mjs';
import { heading, withoutAddress } from '../lib/page.mjs';
import { cgi, variables } from '../lib/program.mjs';
import { routes } from '../lib/routes.mjs';
import { borrowStack, lean, programs } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const stack = await borrowStack({ RETWIS_READERS: 'members', ...lean });
const { url, redis } = stack;
const anna = await member(url, 'anna');

await anna.write('A word among ourselves, #quiet');
const feed = await anna.makeFeed();
const calendar = await anna.makeCalendar();
const album = albumOf(stack);
const picture = await album.add(1);

await album.give(1, picture.token);

// A page that is not listed here is reported as missing: see the first test.
const shut = {
	account: ['/account', '/account/name', '/account/password',
		'/account/sessions', '/account/nothing'],
	act: ['/act'],
	announcements: ['/announcements', '/announcements?start=10'],
	answer: ['/answer'],
	bio: ['/bio'],
	calendar: ['/@anna/1.ics', '/@anna/99.ics', '/calendar/x.ics',
		'/calendar/0123456789abcdef0123456789abcdef.ics',
		calendar.replace('.ics', 'x.ics')],
	code: ['/account/code'],
	dates: ['/dates', '/dates?start=5'],
	delete: ['/delete', '/delete?id=1'],
	edit: ['/edit', '/edit?id=1', '/edit?date=1', '/edit?cancel=1', '/edit?scheduled=x'],
	export: ['/account/export'],
	face: ['/account/face', '/site/mark'],
	feed: ['/feed', '/feed/', '/feed/0123456789abcdef0123456789abcdef.atom',
		feed.replace('.atom', 'x.atom')],
	follow: ['/follow'],
	home: ['/', '/nothing', '/?welcome=1', '/?start=10'],
	import: ['/account/import'],
	invitations: ['/invitations'],
	leave: ['/account/leave'],
	likes: ['/likes'],
	saved: ['/saved'],
	log: ['/log'],
	logout: ['/logout'],
	members: ['/members', '/members?q=anna', '/members.csv'],
	mentions: ['/@anna/mentions', '/@anna/mentions.atom',
		'/@noone/mentions'],
	names: ['/@anna/1/names', '/@anna/1/answers.csv'],
	notifications: ['/notifications'],
	people: ['/@anna/followers', '/@anna/following', '/@noone/followers'],
	picture: ['/picture/x', `/picture/${picture.token}-400.webp`,
		`/picture/${'0'.repeat(32)}-400.webp`],
	post: ['/post'],
	profile: ['/@anna', '/@noone', '/@ANNA', '/@anna.atom',
		'/profile?u=anna', '/profile'],
	remove: ['/remove', '/remove?id=1'],
	quiet: ['/quiet', '/quiet?block=1', '/account/quiet'],
	report: ['/report', '/report?post=1', '/report?member=1'],
	reports: ['/reports', '/reports?case=1'],
	scheduled: ['/scheduled'],
	search: ['/search', '/search?q=anna', '/search?q=noone'],
	site: ['/site', '/site?text=rules'],
	standing: ['/standing', '/standing?uid=1&standing=stopped'],
	status: ['/@anna/1', '/@anna/99', '/@anna/x'],
	tag: ['/tag/quiet', '/tag/loud', '/tag/quiet.atom'],
	timeline: ['/timeline', '/timeline.atom', '/timeline?start=5'],
	waiting: ['/waiting'],
};
const open = {
	about: [['/about', 404], ['/manifest.json', 200], ['/robots.txt', 200],
		['/.well-known/change-password', 303]],
	health: [['/health', 200]],
	join: [['/join/0123', 410]],
	login: [['/login', 200]],
	register: [['/register', 200]],
	reset: [['/reset/0123', 410]],
};
const addresses = Object.values(shut).flat();

function stranger(secret) {
	const visitor = new Visitor(url);

	if (secret)
		visitor.cookies.set('auth', secret);
	return visitor;
}

const strangers = [
	['nobody', stranger()],
	['with nonsense', stranger('nonsense')],
	['with a session that is none',
		stranger(`${'0'.repeat(32)}${await redis('HGET', 'users', 'anna')}`)],
];

const answer = withoutAddress(await stranger().get('/'));

test('the table names each page', () => {
	assert.deepEqual([...Object.keys(shut), ...Object.keys(open)].sort(),
		readdirSync(programs).sort());
	assert.deepEqual(Object.keys(open).sort(), routes.pages
		.filter(({ door }) => door === 'open').map(({ name }) => name).sort());
});

test('the answer says whose site it is, and nothing about its contents', () => {
	assert.equal(answer.status, 401);
	assert.match(answer.text, /Only members can read here/);
	assert.match(answer.text, /action="\/login"/);
	assert.doesNotMatch(answer.text, /anna|quiet|timeline|search/);
	assert.equal(answer.headers['x-robots-tag'], 'noindex');
	assert.equal(answer.headers['cache-control'], 'no-store');
});

for (const [who, visitor] of strangers) {
	test(`one answer for all addresses: ${who}`, async () => {
		for (const path of addresses)
			assert.deepEqual(withoutAddress(await visitor.get(path)), answer,
				path);
	});

	test(`and for all methods: ${who}`, async () => {
		for (const path of addresses) {
			const head = withoutAddress(await visitor.send('HEAD', path));

			assert.deepEqual(head, { ...answer, text: '' }, path);
			assert.deepEqual(withoutAddress(await visitor.postRaw(path, {
				csrf: 'x', like: '1', follow: '1', id: '1' })),
			answer, `POST ${path}`);
			assert.deepEqual(withoutAddress(await visitor.send('DELETE', path)),
				answer, `DELETE ${path}`);
			assert.deepEqual(withoutAddress(await visitor.get(path, {
				'if-none-match': '*',
				'if-modified-since': new Date().toUTCString() })),
			answer, `again ${path}`);
		}
	});

	test(`the ways in are open: ${who}`, async () => {
		for (const [path, status] of Object.values(open).flat()) {
			const got = await visitor.get(path);

			assert.equal(got.status, status, path);
			assert.equal(got.headers['x-robots-tag'], 'noindex');
			assert.doesNotMatch(got.text, /anna|quiet/);
		}
	});
}

// Hosts may have closed it, or opened it.
test('a program that could not read the settings shows nobody anything', async () => {
	for (const env of [{ RETWIS_READERS: 'members' }, { RETWIS_READERS: 'all' }])
		for (const [page, [path]] of Object.entries({ ...shut,
			about: ['/robots.txt'], register: ['/register'] })) {
			const { status, text } = await cgi(page, { ...env,
				RETWIS_REDIS: 'unix:/nowhere.sock',
				...variables('GET', path) });

			assert.equal(status, 503, path);
			assert.equal(heading(text), 'Back in a moment.');
		}
});

test('a member can read, and gets a real 404', async () => {
	for (const [path, status] of [['/', 200], ['/@anna', 200],
		['/@anna/1', 200], ['/tag/quiet', 200], ['/timeline.atom', 200],
		['/nothing', 404], ['/@noone', 404], ['/@ANNA', 303],
		['/post', 405]]) {
		const { status: got, headers } = await anna.get(path);

		assert.equal(got, status, path);
		assert.equal(headers['x-robots-tag'], 'noindex', path);
	}
	assert.equal((await anna.get('/post')).headers.allow, 'POST');
});

test('a feed reader with the address of a private feed reads', async () => {
	const { status, text } = await stranger().get(feed);

	assert.equal(status, 200);
	assert.match(text, /A word among ourselves/);
});

test('a form that a session\'s end interrupts is kept', async () => {
	const { status, text } = await stranger().postRaw('/post',
		{ status: 'not lost', reply_to: '1' });

	assert.equal(status, 401);
	assert.match(text, /not lost/);
	assert.doesNotMatch(text, /among ourselves/);
});

test('a newcomer reads; and no more after signing out', async () => {
	const ben = await member(url, 'ben');

	assert.equal((await ben.get('/@anna')).status, 200);
	assert.equal((await ben.logout()).status, 303);
	assert.deepEqual(withoutAddress(await ben.get('/@anna')), answer);
});
