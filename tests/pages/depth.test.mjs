// Each request has a stack of a fixed size. The pages that use most of it leave
// more than half of it untouched.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { borrowStack, build, programs } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { bring, luggage, post } from '../lib/luggage.mjs';
import { sendFiles } from '../lib/multipart.mjs';
import { png } from '../lib/pictures.mjs';
import { pagesIn } from '../lib/processes.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { write } from '../lib/acts.mjs';

const stack = await borrowStack();
const KB_OF_A_STACK = 256;
const KB_OF_A_GUARD = 128;

const words = '@anna #tag https://example.com/&<>"\' ';
const heavy = (n) => `${words.repeat(6)}${n}`;

async function fill(anna, ben) {
	await ben.follow('anna');
	let to = await write(anna, heavy(0));

	for (let i = 1; i < 50; i++) {
		const { status } = await (i % 2 ? ben : anna).submit('/post',
			{ status: heavy(i), nonce: `n${i}`,
				...i === 6 ? { answers: 'comes' } : {},
				...i % 3 ? { reply_to: to } : {} });

		assert.equal(status, 303);
		to = await stack.redis('GET', 'next_post_id');
	}
	await stack.redis('HSET', 'post:1', 'question', '0 comes');
	for (const id of [1, 2])
		await stack.redis('ZADD', 'answers:1', id, `0 ${id}`, 8 * 2 ** 40, id);
	await stack.redis('HSET', 'post:1', 'date',
		`1900000000 1900003600 2\n${words}`);
	await stack.redis('HSET', 'post:1', 'pictures', [1, 2, 3, 4].map((n) =>
		`${String(n).repeat(32)} 1600 ${n}00 animated\t${words.repeat(12)}`)
		.join('\n'));
	await ben.post('/act', { like: 1, back: '/' });
	await ben.post('/act', { repost: 1 });
	await ben.post('/act', { answer: '7.0' });
	await ben.post('/bio', { bio: words.repeat(3) });
}

// Forms with as much in them as their pages take: names that look like many
// others, letters with marks, addresses in several alphabets, and a file.
async function fillForms(anna, ben) {
	const marked = 'e\u0301'.repeat(20);
	const secret = 'e\u0301 '.repeat(24);
	const forms = [
		['/account/name', 303, { name: 'rnvvO0l1'.repeat(5) }],
		['/bio', 303, { name: marked, bio: words.repeat(3) }],
		['/post', 303, { status:
			'https://\u0430pple.example/\u0646 #e\u0301\u30fb '.repeat(8) }],
		['/account/password', 303, { old: password, password: secret,
			password2: secret }],
		['/standing', 303,
			{ uid: 2, standing: 'host', confirm: 1, password: secret }],
		['/account/code', 200, { password: secret }],
		['/account/code', 422, { code: '١٢٣ ٤٥٦' }],
		['/site', 303, { about: words.repeat(99), name: marked, signup: 'asked' }],
		['/account/leave', 422, { username: 'anna', password: 'wrong' }],
		['/waiting', 303, { approve: 2 }],
		['/remove', 303, { id: 3, reason: marked.repeat(7) }],
		['/report', 303, { post: 4, reason: 'other', text: words.repeat(6) }],
		['/reports', 303, { case: 1, do: 'note', text: words.repeat(6) }],
		['/reports', 303, { case: 1, do: 'remove', post: 4,
			reason: marked.repeat(7) }],
		['/answer', 422, { answer: '7.0', guests: '3'.repeat(99) }],
		['/account/export', 200, {}],
	];

	for (const [path, status, fields] of forms)
		assert.equal((await anna.post(path, fields)).status, status, path);
	for (const [path, field] of [['/account/face', 'face'], ['/site/mark', 'mark']])
		assert.equal((await sendFiles(anna, path, {}, [[field, png(64, 64)]]))
			.status, 303, path);
	const brought = await bring(ben, luggage([post(1, { body: heavy('') })]));

	assert.equal(brought.location, '/account?brought=1#import');
	await ben.logout();
	assert.equal((await ben.login('ben')).status, 303);
}

const paths = ['/', '/timeline', '/@anna', '/@ben', '/@anna/1', '/@anna/1/2',
	'/tag/tag',
	'/search?q=example', '/search?q=anna', '/notifications', '/likes',
	'/@anna/followers', '/@anna/1/names', '/@anna/1/names?list=none',
	'/@anna/1/answers.csv', '/bio', '/feed', '/scheduled', '/@anna/1.ics', '/timeline.atom',
	'/@anna.atom', '/tag/tag.atom', '/delete?id=1', '/edit?id=1', '/saved',
	'/health', '/announcements', '/dates', '/logout', '/log', '/remove?id=3',
	'/reports',
	'/reports?case=1', '/members', '/members?q=a',
	'/members.csv', '/site', '/site?text=about', '/about', '/account', '/account/code', '/account/face',
	'/site/mark', '/account/leave',
	'/account/quiet', '/invitations', '/manifest.json',
	'/@anna/mentions', `/search?q=${'%C3%A4%C3%9F'.repeat(25)}`];
// The posts of others are not his to change, and a case about him is not shown.
const bens = { '/delete?id=1': 403, '/edit?id=1': 403, '/reports?case=1': 404 };
const refused = [['/nothing', 404], ['/picture/x', 404],
	['/join/0123', 410], ['/reset/0123', 410]];

// [KB of size, KB touched] of each stack: below it is memory that may be neither
// read nor written.
function stacksOf(pid) {
	const maps = readFileSync(`/proc/${pid}/smaps`, 'latin1')
		.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)
		.map((text) => ({ rights: text.split(' ')[1],
			size: Number(text.match(/^Size: +(\d+)/m)[1]),
			touched: Number(text.match(/^Rss: +(\d+)/m)[1]) }));

	return maps.filter(({ rights, size }, i) => rights === 'rw-p' &&
		size === KB_OF_A_STACK && maps[i - 1]?.rights === '---p' &&
		maps[i - 1].size >= KB_OF_A_GUARD);
}

// A sanitizer's frames are larger, and so are its stacks.
test('stacks are deep enough', { skip: /-san/.test(build) }, async () => {
	const [anna, ben] = [await member(stack.url, 'anna'),
		await member(stack.url, 'ben')];

	await fill(anna, ben);
	await membersOf(stack).stand('anna', 'host');
	await fillForms(anna, ben);
	for (const who of [anna, ben])
		for (const path of paths) {
			const { status } = await who.get(path);

			assert.equal(status, (who === ben && bens[path]) || 200, path);
		}
	for (const [path, status] of refused)
		assert.equal((await new Visitor(stack.url).get(path)).status, status,
			path);
	const stacks = pagesIn(stack.var).flatMap(({ pid, program }) =>
		stacksOf(pid).map(({ touched }) =>
			({ touched, page: basename(program) })));

	assert.deepEqual([...new Set(stacks.map(({ page }) => page))].sort(),
		readdirSync(programs).sort());
	for (const { touched, page } of stacks)
		assert.ok(touched < KB_OF_A_STACK / 2, `${page}: ${touched} KB`);
});
