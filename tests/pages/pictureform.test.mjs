// Pictures in the form of a post: what is taken in, what is refused and why, and
// that a form that comes back has kept everything else.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { at, hour, waiting } from '../lib/later.mjs';
import { encode, formType, sendFiles } from '../lib/multipart.mjs';
import { whilePaused } from '../lib/outage.mjs';
import { formFields, formValue, messages, unescapeHtml } from '../lib/page.mjs';
import { png } from '../lib/pictures.mjs';
import { lean, startStack, unlimited } from '../lib/stack.mjs';
import { newestPost, note, persist, signIn, typing } from '../lib/typing.mjs';
import { member, password } from '../lib/visitor.mjs';

const stack = await startStack({ env: unlimited });
const { url, redis } = stack;
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const token = /^[0-9a-f]{32}$/;
const red = png(90, 60, [200, 40, 40]), green = png(40, 80, [40, 160, 40]);
const notOne = Buffer.from('This is no picture.');

async function nonceOf(visitor) {
	return formValue((await visitor.get('/')).text, 'nonce');
}

// Sends these files in one field each; `undefined` is a field without one.
async function send(visitor, fields, files, more) {
	const nonce = await nonceOf(visitor);

	return sendFiles(visitor, '/post', { status: 'Look!', nonce, ...fields },
		files.map((bytes) => ['pictures', bytes]), more);
}

// [token, width, height, '', what it shows] of each.
async function stored(post) {
	const { pictures = '' } = post ?? await newestPost(redis);

	return pictures.split('\n').filter(Boolean).map((line) => {
		const [head, alt] = line.split('\t');
		const [is, width, height] = head.split(' ');

		assert.match(is, token);
		return { token: is, width: Number(width), height: Number(height), alt };
	});
}

// What is wrong, in the order of the form.
const faultsOf = ({ text }) => Object.values(messages(text));
const shown = (list) => list.map(({ width, height, alt }) =>
	`${width}x${height} ${alt}`);

// {token, alt} of the pictures that a form which came back has kept.
function kept({ text }) {
	const found = text.matchAll(new RegExp('<input type="checkbox" ' +
		'name="kept" value="(.*?)" checked>\\s*<img src="/picture/(.*?)' +
		'-400.webp"[^>]*>\\s*<span>(.*?)</span>', 'gs'));

	return [...found].map(([, is, file, alt]) => {
		assert.match(is, token);
		assert.equal(file, is);
		return { token: is, alt: unescapeHtml(alt.replace(/<\/?bdi>/g, '')) };
	});
}

const tokens = (list) => list.map((one) => one.token);

function alts({ text }) {
	return [1, 2, 3, 4].map((n) => formValue(text, `alt${n}`));
}

// Sends a form that came back once more, as it is.
async function sendAgain(visitor, { text }, fields, files = []) {
	const back = formFields(text, '/post');
	const more = { ...back, ...fields };
	const pairs = Object.entries(more).filter(([name]) => name !== 'kept');

	for (const one of kept({ text }))
		pairs.push(['kept', one.token]);
	return sendFiles(visitor, '/post', pairs,
		files.map((bytes) => ['pictures', bytes]));
}

async function paused(action) {
	let answer;

	await whilePaused(stack, async () => { answer = await action(); });
	return answer;
}

async function withoutPost(action) {
	const before = await redis('GET', 'next_post_id');
	const answer = await action();

	assert.equal(await redis('GET', 'next_post_id'), before, 'a post');
	return answer;
}

// ---- what is taken in -------------------------------------------------------

test('the form has four fields, with all texts before all files', async () => {
	const { text } = await anna.get('/');
	const [form] = text.match(/<form class="write".*?<\/form>/s);
	const names = [...form.matchAll(/ name="(.*?)"/g)].map(([, name]) => name);

	assert.match(form, /^<form [^>]*enctype="multipart\/form-data">/);
	assert.deepEqual(names.slice(-8), ['alt1', 'alt2', 'alt3', 'alt4',
		'pictures', 'pictures', 'pictures', 'pictures']);
	assert.equal(form.match(/<input id="picture\d" type="file"/g).length, 4);
	assert.match(form, /accept="image\/jpeg,image\/png,image\/webp,image\/gif"/);
	assert.match(form, /<details class="adding">/);
});

test('a text without pictures, in both encodings', async () => {
	const plain = await anna.write('Urlencoded.');
	const form = await send(anna, { status: 'Multipart.' },
		[undefined, undefined, undefined, undefined]);

	assert.deepEqual([plain.status, form.status], [303, 303]);
	const { body, pictures } = await newestPost(redis);

	assert.deepEqual([body, pictures], ['Multipart.', undefined]);
});

test('four pictures in their order, each with its own text', async () => {
	const answer = await send(anna,
		{ alt1: 'A field', alt2: '', alt3: ' two\nlines ', alt4: '"<b>"' },
		[red, green, red, green]);

	assert.equal(answer.status, 303);
	assert.equal(answer.location, '/');
	assert.deepEqual(shown(await stored()), ['90x60 A field', '40x80 ',
		'90x60 two lines', '40x80 "<b>"']);
	assert.equal(new Set(tokens(await stored())).size, 4);
});

test('a text belongs to its field, also if others are empty', async () => {
	await send(anna, { alt2: 'Second', alt4: 'Fourth' },
		[undefined, red, undefined, green]);
	assert.deepEqual(shown(await stored()), ['90x60 Second', '40x80 Fourth']);
});

test('the same picture twice, and a name of 4,000 characters', async () => {
	const files = [red, red].map((bytes) =>
		['pictures', bytes, `${'n'.repeat(4000)}.png`, 'image/heic']);
	const answer = await sendFiles(anna, '/post', { status: 'Twice' }, files);

	assert.equal(answer.status, 303);
	assert.deepEqual(shown(await stored()), ['90x60 ', '90x60 ']);
});

test('a reply with a picture', async () => {
	await anna.write('What did you see?');
	const { user_id: by } = await newestPost(redis);
	const [id] = await redis('LRANGE', 'timeline', 0, 0);
	const answer = await send(ben, { reply_to: id, alt1: 'This' }, [red]);

	assert.equal(by, '1');
	assert.match(answer.location, new RegExp('^/@ben/\\d+#p\\d+$'));
	const reply = answer.location.match(/\/(\d+)#/)[1];

	assert.deepEqual(shown(await stored(await redis('HGETALL',
		`post:${reply}`))), ['90x60 This']);
});

test('the same form twice is one post, with the first one\'s pictures',
	async () => {
		const fields = { status: 'Once', nonce: await nonceOf(anna),
			alt1: 'One' };
		const post = () => sendFiles(anna, '/post', fields,
			[['pictures', red]]);
		const first = await post();
		const before = await newestPost(redis);
		const second = await post();

		assert.deepEqual([first.status, second.status], [303, 303]);
		assert.deepEqual(await newestPost(redis), before);
		assert.deepEqual(shown(await stored()), ['90x60 One']);
	});

test('two forms at once', async () => {
	const answers = await Promise.all(['One', 'Other'].map((status) =>
		send(anna, { status, alt1: status }, [red, green])));

	assert.deepEqual(answers.map(({ status }) => status), [303, 303]);
	for (const id of await redis('LRANGE', 'timeline', 0, 1)) {
		const post = await redis('HGETALL', `post:${id}`);

		assert.deepEqual(shown(await stored(post)),
			[`90x60 ${post.body}`, '40x80 ']);
	}
});

test('a post for later has them, too, and its page shows them', async () => {
	const answer = await send(anna, { status: 'Later', at: at(hour),
		alt1: 'A "field"' }, [red, green]);

	assert.equal(answer.location, '/scheduled');
	const page = await anna.get('/scheduled');
	const [one] = waiting(page.text);

	assert.equal(one.body, 'Later');
	for (const path of ['/scheduled', `/scheduled?id=${one.id}`]) {
		const { text } = await anna.get(path);
		const [list] = text.match(/<p class="thumbs">.*?<\/p>/s);

		assert.deepEqual([...list.matchAll(/<img src="(.*?)" width="(\d+)" /g)]
			.map(([, src, width]) => [/^\/picture\/[0-9a-f]{32}-400\.webp$/
				.test(src), width]), [[true, '90'], [true, '40']]);
		assert.deepEqual([...list.matchAll(/alt="(.*?)"/g)]
			.map(([, alt]) => unescapeHtml(alt)),
		['A "field"', 'Picture without a description']);
	}
	await anna.post('/scheduled', { id: one.id });
});

// ---- what is refused --------------------------------------------------------

test('a file that is no picture: which, why, and the other one is kept',
	async () => {
		const page = await withoutPost(() => send(anna,
			{ alt1: 'Good', alt2: 'Bad' }, [red, notOne]));

		assert.equal(page.status, 422);
		assert.deepEqual(faultsOf(page), ['Picture 2: This file isn\'t ' +
			'a JPEG, PNG, WebP or GIF picture. Save it as one of these ' +
			'first.']);
		assert.equal(formValue(page.text, 'status'), undefined);
		assert.match(page.text, /<textarea id="status"[^>]*>\s*Look!</);
		assert.match(page.text, /<details class="adding" open>/);
		assert.deepEqual(kept(page).map(({ alt }) => alt), ['Good']);
		assert.deepEqual(alts(page), ['', 'Bad', '', '']);
		const after = await sendAgain(anna, page, { alt1: 'Now',
			alt2: '' }, [green]);

		assert.equal(after.status, 303);
		assert.deepEqual(shown(await stored()), ['90x60 Good', '40x80 Now']);
		assert.deepEqual(tokens(await stored())[0], kept(page)[0].token);
	});

test('a picture that is damaged, and an empty file', async () => {
	const page = await withoutPost(() =>
		send(anna, {}, [red.subarray(0, 60), Buffer.alloc(0)]));

	assert.equal(page.status, 422);
	assert.equal(faultsOf(page).length, 2);
	assert.match(faultsOf(page)[0], /^Picture 1: .*damaged/);
	assert.match(faultsOf(page)[1], /^Picture 2: .*isn't a JPEG/);
	assert.deepEqual(kept(page), []);
});

test('a text that is refused does not cost the pictures', async () => {
	for (const [fields, why] of [[{ status: '' }, /Write something/],
		[{ status: 'x'.repeat(281) }, /characters/],
		[{ at: 'yesterday' }, /./], [{ place: 'Here' }, /day/]]) {
		const page = await withoutPost(() => send(anna,
			{ alt1: 'A', ...fields }, [red, green]));

		assert.equal(page.status, 422);
		assert.match(faultsOf(page).join(), why);
		assert.deepEqual(kept(page).map(({ alt }) => alt),
			['A', 'Picture without a description']);
		const after = await sendAgain(anna, page,
			{ status: 'Better', at: '', place: '' });

		assert.equal(after.status, 303);
		assert.deepEqual(tokens(await stored()), tokens(kept(page)));
	}
});

test('one that is unticked is left out', async () => {
	const page = await send(anna, { status: '' }, [red, green]);
	const [, second] = kept(page);

	await sendFiles(anna, '/post', { status: 'One', kept: second.token }, []);
	assert.deepEqual(tokens(await stored()), [second.token]);
});

test('five pictures: the first four are kept', async () => {
	const page = await withoutPost(() =>
		send(anna, {}, [red, green, red, green, red]));

	assert.equal(page.status, 422);
	assert.deepEqual(faultsOf(page), ['Choose up to 4 pictures.']);
	assert.equal(kept(page).length, 4);
	const more = await withoutPost(() =>
		sendAgain(anna, page, { alt1: 'Fifth' }, [red]));

	assert.equal(more.status, 422);
	assert.match(faultsOf(more)[0], /^Picture 1: .*up to four/);
	assert.deepEqual(tokens(kept(more)), tokens(kept(page)));
	assert.deepEqual(alts(more), ['Fifth', '', '', '']);
});

test('what a picture shows: controls, too long, and without a picture',
	async () => {
		const longest = 'x'.repeat(500);
		const bad = { alt1: longest, alt2: `${longest}x`, alt3: 'a\x01b',
			alt4: 'Nothing' };
		const page = await withoutPost(() =>
			send(anna, bad, [red, red, green]));

		assert.equal(page.status, 422);
		const [two, three, four, ...rest] = faultsOf(page);

		assert.match(two, /^Picture 2: The description.*500/);
		assert.match(three, /^Picture 3: /);
		assert.match(four, /^Picture 4: Choose the picture/);
		assert.deepEqual(rest, []);
		assert.deepEqual(kept(page).map(({ alt }) => alt), [longest]);
		assert.equal(alts(page)[1], bad.alt2);
		assert.equal(alts(page)[3], 'Nothing');
	});

test('larger than 20 MB: which, and those before it are kept', async () => {
	const page = await withoutPost(() => send(anna,
		{ alt1: 'Small', alt2: 'Large' },
		[red, Buffer.alloc(20 * 1024 * 1024 + 1), green]));

	assert.equal(page.status, 413);
	assert.deepEqual(faultsOf(page), ['Picture 2: This file is larger ' +
		'than 20 MB. Save a smaller copy of it.']);
	assert.deepEqual(kept(page).map(({ alt }) => alt), ['Small']);
	assert.deepEqual(alts(page), ['', 'Large', '', '']);
});

test('a form with names of files instead of files', async () => {
	const page = await withoutPost(async () => anna.post('/post',
		{ status: 'Look!', pictures: 'a.png', nonce: await nonceOf(anna) }));

	assert.equal(page.status, 422);
	assert.match(faultsOf(page)[0], /only its name/);
});

// ---- those that were kept ---------------------------------------------------

test('kept: of somebody else, unknown, no token, of a post', async () => {
	const [mine] = kept(await send(anna, { status: '' }, [red]));
	const [others] = kept(await send(ben, { status: '' }, [red]));

	await send(anna, { status: 'Has one' }, [green]);
	const [used] = await stored();

	for (const bad of [others.token, 'f'.repeat(32), '*', used.token,
		mine.token.toUpperCase(), `x${mine.token}`]) {
		const page = await withoutPost(() => sendFiles(anna, '/post',
			{ status: 'Look!', kept: `${mine.token} ${bad}` }, []));

		assert.equal(page.status, 422, bad);
		assert.match(faultsOf(page)[0], /no longer here/);
		assert.deepEqual(tokens(kept(page)), [mine.token]);
	}
	assert.equal(await redis('HGET', `picture:${others.token}`, 'user_id'),
		'2');
});

test('kept: twice, with blanks, and in both encodings', async () => {
	const page = await send(anna, { status: '' }, [red, green]);
	const [a, b] = tokens(kept(page));

	await anna.post('/post', { status: 'Both', nonce: 'n',
		kept: `  ${a}  ${b} ${a} ` });
	assert.deepEqual(tokens(await stored()), [a, b]);
});

test('a copy of a form that came back, after the first one was stored',
	async () => {
		const page = await send(anna, { status: '' }, [red]);
		const fields = { status: 'Said twice' };
		const answers = [await sendAgain(anna, page, fields),
			await sendAgain(anna, page, fields)];

		assert.deepEqual(answers.map(({ status }) => status), [303, 303]);
		assert.deepEqual(tokens(await stored()), tokens(kept(page)));
		const other = await withoutPost(() =>
			sendAgain(anna, page, { status: 'Changed after Back' }));

		assert.equal(other.status, 422);
		assert.match(faultsOf(other)[0], /no longer here/);
	});

test('the same for later', async () => {
	const page = await send(anna, { status: '' }, [red]);
	const fields = { status: 'Tomorrow', at: at(hour) };
	const answers = [await sendAgain(anna, page, fields),
		await sendAgain(anna, page, fields)];

	assert.deepEqual(answers.map(({ status }) => status), [303, 303]);
	const all = waiting((await anna.get('/scheduled')).text);

	assert.equal(all.length, 1);
	await anna.post('/scheduled', { id: all[0].id });
});

// ---- sessions and outages ---------------------------------------------------

test('the session has ended: the text is kept, the pictures are not',
	async () => {
		await member(url, 'carl');
		const { visitor, fields } = await typing(url, 'carl');
		const both = ['a', 'b'].map((digit) => digit.repeat(32));
		const pairs = [...Object.entries({ ...fields, status: 'Mine',
			alt1: 'A' }), ...both.map((is) => ['kept', is])];
		const page = await withoutPost(() => sendFiles(visitor, '/post', pairs,
			[['pictures', red]]));

		assert.equal(page.status, 401);
		assert.match(note(page), /won't lose your text.*pictures were not kept/);
		assert.equal(formValue(page.text, 'kept').trim(), both.join(' '));
		const hidden = [...page.text.matchAll(/type="hidden" name="(.*?)"/g)]
			.map(([, name]) => name);

		// A browser sends each of them, and a form has no field twice.
		assert.deepEqual(hidden, [...new Set(hidden)]);
		const after = await signIn(visitor, page,
			{ username: 'carl', password });

		assert.equal(after.status, 200);
		assert.match(after.text, /<textarea id="status"[^>]*>\s*Mine</);
		assert.deepEqual(alts(after), ['A', '', '', '']);
	});

test('somebody has signed in again meanwhile', async () => {
	const page = await send(ben, { status: '' }, [red]);
	const [one] = kept(page);
	const old = await ben.csrf();

	await ben.logout();
	await ben.login('ben');
	const stale = await withoutPost(() => sendFiles(ben, '/post',
		[['csrf', old], ['status', 'Still'], ['kept', one.token]],
		[['pictures', green]]));

	assert.equal(stale.status, 403);
	assert.match(note(stale), /pictures were not kept/);
	assert.match(stale.text, new RegExp('<input type="hidden" name="kept" ' +
		`value=" ${one.token}">`));
	const after = await ben.post('/post', formFields(stale.text, '/post'));

	assert.equal(after.status, 303);
	assert.deepEqual(tokens(await stored()), [one.token]);
});

test('without the database, the text comes back', async () => {
	const body = encode({ csrf: await anna.csrf(), status: 'Not now',
		alt1: 'A' }, [['pictures', red]]);
	const page = await paused(() => anna.send('POST', '/post',
		{ 'content-type': formType, 'content-length': body.length }, body));

	assert.equal(page.status, 503);
	assert.match(page.text, /<textarea id="status"[^>]*>\s*Not now</);
	assert.match(note(page), /pictures were not kept/);
	assert.deepEqual(alts(page), ['A', '', '', '']);
	await persist(() => anna.get('/'));
});

// ---- other sites ------------------------------------------------------------

test('no more than a day\'s megabytes: when to try again', async () => {
	const small = await startStack({ env: { ...lean,
		RETWIS_LIMIT_PICTURES: '2/86400' } });
	const dora = await member(small.url, 'dora');
	const page = await send(dora, {}, [red, green, red, green]);

	assert.equal(page.status, 429);
	assert.match(page.headers['retry-after'], /^\d+$/);
	assert.equal(kept(page).length, 2);
	assert.equal(faultsOf(page).length, 2);
	assert.match(faultsOf(page)[0],
		/^Picture 3: You've sent very many .* Try again in \d+ hours\.$/);
	await small.stop();
});

test('retwis-picture is not there: a sentence, and the text', async () => {
	const away = await startStack({ env: { ...lean,
		RETWIS_PICTURE_SOCKET: '/nowhere.sock' } });
	const dora = await member(away.url, 'dora');
	const page = await send(dora, { alt1: 'A' }, [red, green]);

	assert.equal(page.status, 503);
	assert.equal(faultsOf(page).length, 2);
	assert.match(faultsOf(page)[0], /^Picture 1: .*can't be stored/);
	assert.deepEqual(alts(page), ['A', '', '', '']);
	assert.equal((await dora.write('Without.')).status, 303);
	rmSync(`${away.var}/pictures`, { recursive: true });
	assert.equal((await send(dora, {}, [red])).status, 503);
	await away.stop();
});

test('a site without pictures offers none, and takes none', async () => {
	const off = await startStack({ env: { ...lean, RETWIS_PICTURES: 'off' } });
	const dora = await member(off.url, 'dora');
	const { text } = await dora.get('/');

	assert.doesNotMatch(text, /enctype|pictures|type="file"/);
	assert.equal((await send(dora, {}, [red])).status, 415);
	assert.equal((await dora.post('/post', { status: 'Text', nonce: 'n',
		kept: 'f'.repeat(32), pictures: 'a.png', alt1: 'A' })).status, 303);
	await off.stop();
});
