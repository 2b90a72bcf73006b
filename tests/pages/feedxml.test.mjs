// Whatever is in Redis, a feed is XML: bodies and names that none of our forms
// has ever accepted, each of which is given to a real parser.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { request } from '../lib/http.mjs';
import { assertWellFormed, parseFeed } from '../lib/atom.mjs';
import { openRedis } from '../lib/wire.mjs';

const { url, socket } = await borrowStack();
const redis = openRedis(socket);
const bad = '\ufffd';

const digest = (text) => createHash('sha256').update(text).digest('hex');

// Posts 1, 2, ... with these texts and names, and a timeline of all of them.
async function store(posts) {
	await Promise.all([redis('DEL', 'timeline'),
		...posts.flatMap(([body, name], i) => [
			redis('HSET', `post:${i + 1}`, 'user_id', 1, 'time',
				1700000000 + i, 'body', body, 'username', name),
			redis('RPUSH', 'timeline', i + 1)])]);
}

async function timeline() {
	const { status, text } = await request(url, '/timeline.atom');

	assert.equal(status, 200);
	return text;
}

const bytes = (...values) => Buffer.from(values);
const utf8 = (text) => Buffer.from(text, 'utf8');

// [what, stored, read].
const table = [
	['markup', utf8('<a b="c">&amp;\'</a>'), '<a b="c">&amp;\'</a>'],
	['the end of a section', utf8(']]> <![CDATA['), ']]> <![CDATA['],
	['an instruction', utf8('<?xml version="1.0"?>'),
		'<?xml version="1.0"?>'],
	['an entity', utf8('<!DOCTYPE a [<!ENTITY b SYSTEM "/x">]>&b;'),
		'<!DOCTYPE a [<!ENTITY b SYSTEM "/x">]>&b;'],
	['a reference', utf8('&#0; &#xFFFE; &nbsp; &'),
		'&#0; &#xFFFE; &nbsp; &'],
	['a comment', utf8('<!-- -- --'), '<!-- -- --'],
	['a template', utf8('{{TITLE}} {{#ENTRY}}'), '{{TITLE}} {{#ENTRY}}'],
	['line breaks', utf8('a\n\nb\r\nc\rd'), 'a\n\nb\nc\nd'],
	['a tab', utf8('a\tb'), 'a b'],
	['controls', bytes(1, 2, 8, 0xb, 0xc, 0xe, 0x1b, 0x1f, 0x7f),
		bad.repeat(9)],
	['controls of C1', utf8('\x80\x85\x9f'), bad.repeat(3)],
	['no characters', utf8('\ufffe\uffff'), bad.repeat(2)],
	['nearly none', utf8('\ufffd\ufdd0\u{1fffe}\u{10ffff}'),
		'\ufffd\ufdd0\u{1fffe}\u{10ffff}'],
	['surrogates', bytes(0xed, 0xa0, 0x80, 0xed, 0xbf, 0xbf),
		bad.repeat(6)],
	['beyond Unicode', bytes(0xf4, 0x90, 0x80, 0x80), bad.repeat(4)],
	['overlong forms', bytes(0xc0, 0xbc, 0xe0, 0x80, 0xbc), bad.repeat(5)],
	['bytes of nothing', bytes(0xff, 0xfe, 0x80, 0xc3), bad.repeat(4)],
	['Latin-1', Buffer.from('caf\xe9 <', 'latin1'), `caf${bad} <`],
	['half a letter', bytes(0x61, 0xe6, 0xbc), `a${bad}${bad}`],
	['a mark of order', utf8('\ufeffa'), '\ufeffa'],
	['spaces', utf8('\u00a0 \u2028\u2029\u3000x'), '\u00a0 \u2028\u2029\u3000x'],
	['turned round', utf8('\u202e\u2067a'), '\u202e\u2067a\u2069\u202c'],
	['pictures', utf8('👩‍👩‍👧‍👦 e\u0301'), '👩‍👩‍👧‍👦 e\u0301'],
];

for (const [what, stored, read] of table)
	test(`${what}, in a body and in a name`, async () => {
		await store([[stored, utf8('anna')], [utf8('x'), stored]]);
		const { entries: [body, name] } = parseFeed(await timeline());

		assert.equal(body.body, read);
		assert.equal(name.author, read);
		assert.match(name.uri, /^http:\/\/[0-9.:]+\/@[A-Za-z0-9._~%-]+$/);
		assert.match(name.page,
			/^http:\/\/[0-9.:]+\/@[A-Za-z0-9._~%-]+\/2$/);
		assert.notEqual(body.title, '');
	});

for (const [what, stored, read] of table.filter(([, text]) =>
	!/[\r\n]/.test(text.toString('latin1'))))
	test(`${what}, in an answer to a question`, async () => {
		await store([[utf8('x'), utf8('anna')]]);
		await redis('HSET', 'post:1', 'question',
			Buffer.concat([utf8('0\nOne\n'), stored]));
		const { entries: [{ body }] } = parseFeed(await timeline());

		assert.equal(body, `x\n\n– One\n– ${read}`);
		await redis('HDEL', 'post:1', 'question');
	});

test('who comes, in a feed', async () => {
	await store([[utf8('The regatta.'), utf8('anna')]]);
	await redis('HSET', 'post:1', 'question', '0 comes secret');
	const { entries: [{ body }] } = parseFeed(await timeline());

	assert.equal(body, 'The regatta.\n\nWho comes?\n– Yes\n– Maybe\n– No');
	await redis('HDEL', 'post:1', 'question');
});

// The same numbers each time, from xorshift.
function random(seed) {
	let x = seed;

	return (below) => {
		x ^= x << 13;
		x ^= x >>> 17;
		x ^= x << 5;
		return (x >>> 0) % below;
	};
}

// Random bytes, and adjacent pieces of the table.
function randomText(dice) {
	const pieces = Array.from({ length: 1 + dice(8) }, () => {
		if (dice(2))
			return Buffer.from(Array.from({ length: 1 + dice(12) },
				() => 1 + dice(255)));
		const [, piece] = table[dice(table.length)];

		return piece.subarray(dice(piece.length));
	});

	return Buffer.concat(pieces);
}

test('thousands of bodies and names by chance', async () => {
	const dice = random(20261121);

	for (let turn = 0; turn < 60; turn++) {
		await store(Array.from({ length: 50 }, () =>
			[randomText(dice), randomText(dice)]));
		const text = await timeline();

		assertWellFormed(text, `turn ${turn}`);
		assert.equal(text.split('<entry>').length, 51);
	}
});

test('names and tags of feeds by chance', async () => {
	const dice = random(4711);
	const encode = (text) => [...text].map((b) =>
		`%${b.toString(16).padStart(2, '0')}`).join('');

	await store([[utf8('hello'), utf8('anna')]]);
	for (let turn = 0; turn < 40; turn++) {
		const name = randomText(dice).subarray(0, 60);

		await Promise.all([redis('HSET', 'user:7', 'username', name),
			redis('HSET', 'users', name, 7), redis('DEL', 'own:7'),
			redis('RPUSH', 'own:7', 1)]);
		for (const path of [`/@${encode(name)}.atom`,
			`/tag/${encode(name)}.atom`]) {
			const { status, text } = await request(url, path);

			assert.equal(status, 200, path);
			assertWellFormed(text, path);
		}
	}
});

test('a private feed of all that is in order, too', async () => {
	const secret = `${'0'.repeat(32)}7`;

	await redis('HSET', 'user:7', 'username',
		bytes(0x61, 0xff, 0xef, 0xbf, 0xbe, 0x3c), 'feed', digest(secret));
	await redis('RPUSH', 'posts:7', 1);
	await redis('HSET', 'post:1', 'body', '<\uffff>');
	const { status, text } = await request(url, `/feed/${secret}.atom`);
	const feed = parseFeed(text);

	assert.equal(status, 200);
	assert.equal(feed.title, `Home page of @a${bad}${bad}< · Retwis`);
	assert.equal(feed.entries[0].body, `<${bad}>`);
});
