// Dates for calendar programs: what is in a file, for everybody who may read the
// post, and in the private calendar of a member.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readWithCalcurse, readWithKhal, readWithLibical, type, zone }
	from '../lib/ical.mjs';
import { heading } from '../lib/page.mjs';
import { writesOf } from '../lib/redis.mjs';
import { lean, startStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';

process.env.TZ = zone;
const stack = await startStack({ env: { ...lean, RETWIS_NAME: 'Rowing; Club' } });
const { url, redis } = stack;
const nobody = new Visitor(url);
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const calendar = await ben.makeCalendar();
let forms = 0;

after(() => stack.stop());

// A day in that many days, as the form wants it.
function dayIn(days) {
	return new Date(Date.now() + days * 86400000)
		.toLocaleDateString('sv-SE', { timeZone: zone });
}

// Posts something with a date by the form; returns its id.
async function write(visitor, status, fields) {
	const answer = await visitor.post('/post',
		{ status, nonce: `form ${forms++}`, ...fields });

	assert.equal(answer.status, 303, answer.text);
	return await redis('GET', 'next_post_id');
}

// A post whose date is at fixed seconds, whenever this test runs.
async function store(status, { begins, ends, changes = 0, words = '',
	place = '' }) {
	const id = await write(anna, status, { date: dayIn(3) });
	const seconds = (time) => time ? Date.parse(time) / 1000 : 0;

	await redis('HSET', `post:${id}`, 'date', `${seconds(begins)} ` +
		`${seconds(ends)} ${changes}${words}\n${place}`);
	return id;
}

async function fileOf(id, visitor = nobody) {
	const answer = await visitor.get(`/@anna/${id}.ics`);

	assert.equal(answer.status, 200);
	return answer.text;
}

// ---- what programs read ---------------------------------------------------------

const arabic = 'اجتماع النادي، يوم الأحد؛ عند النهر '.repeat(5).trim();
const emoji = 'Party 🎉👩‍👩‍👧‍👦🏳️‍🌈, and more '.repeat(6).trim();

// What is stored, in UTC, and what it is in Berlin.
const cases = [
	{ title: 'clocks go forward', begins: '2027-03-28T00:30Z',
		ends: '2027-03-28T02:00Z',
		shown: ['2027-03-28 01:30', '2027-03-28 04:00'] },
	{ title: 'clocks go back', begins: '2027-10-30T23:30Z',
		ends: '2027-10-31T03:00Z',
		shown: ['2027-10-31 01:30', '2027-10-31 04:00'] },
	{ title: 'the second half past two', begins: '2027-10-31T01:30Z',
		ends: '2027-10-31T02:30Z',
		shown: ['2027-10-31 02:30', '2027-10-31 03:30'] },
	{ title: 'midnight', begins: '2027-06-04T22:00Z',
		ends: '2027-06-04T23:00Z',
		shown: ['2027-06-05 00:00', '2027-06-05 01:00'] },
	{ title: 'over midnight', begins: '2027-12-04T21:00Z',
		ends: '2027-12-05T01:00Z',
		shown: ['2027-12-04 22:00', '2027-12-05 02:00'] },
	{ title: 'no end', begins: '2027-05-01T10:00Z',
		shown: ['2027-05-01 12:00'] },
	{ title: 'all of a day', begins: '2027-06-04T22:00Z', words: ' day',
		shown: ['2027-06-05'] },
	{ title: 'all of 23 hours', begins: '2027-03-27T23:00Z', words: ' day',
		shown: ['2027-03-28'] },
	{ title: 'all of 25 hours', begins: '2027-10-30T22:00Z', words: ' day',
		shown: ['2027-10-31'] },
	{ title: 'a place, with signs; and \\ such', begins: '2027-05-02T10:00Z',
		ends: '2027-05-02T11:00Z', place: 'Hall 3, left; first \\ "floor": 2',
		shown: ['2027-05-02 12:00', '2027-05-02 13:00'] },
	{ title: 'lines', more: '\none, two;\n\nthree\\four\nEND:VEVENT',
		begins: '2027-05-03T10:00Z', ends: '2027-05-03T11:00Z',
		shown: ['2027-05-03 12:00', '2027-05-03 13:00'] },
	{ title: 'قارب، سباق؛', more: `\n${arabic}`, begins: '2027-05-04T10:00Z',
		ends: '2027-05-04T11:00Z', place: 'النادي، القاعة ٣',
		shown: ['2027-05-04 12:00', '2027-05-04 13:00'] },
	{ title: '🎉 and 👩‍👩‍👧‍👦', more: `\n${emoji}`, begins: '2027-05-05T10:00Z',
		ends: '2027-05-05T11:00Z', place: '🏳️‍🌈, 🎉; 🎉',
		shown: ['2027-05-05 12:00', '2027-05-05 13:00'] },
	{ title: 'cancelled', begins: '2027-05-06T10:00Z',
		ends: '2027-05-06T11:00Z', words: ' cancelled', changes: 1,
		shown: ['2027-05-06 12:00', '2027-05-06 13:00'] },
	{ title: 'changed twice', begins: '2027-05-07T10:00Z',
		ends: '2027-05-07T11:00Z', changes: 2,
		shown: ['2027-05-07 12:00', '2027-05-07 13:00'] },
];

// The characters at which a line of 75 bytes ends, at each of their bytes.
for (let n = 0; n < 12; n++)
	cases.push({ title: `fold ${n}`, more: `\n${'x'.repeat(40 + n)}${
		'é😀م,'.repeat(30)}`, begins: '2027-05-08T10:00Z',
	ends: '2027-05-08T11:00Z', place: `${'x'.repeat(55 + n)}م😀é`,
	shown: ['2027-05-08 12:00', '2027-05-08 13:00'] });

for (const one of cases) {
	one.id = await store(one.title + (one.more ?? ''), one);
	one.file = await fileOf(one.id);
	one.text = `${one.title}${one.more ?? ''}\n\n${url}/@anna/${one.id}`;
	[one.from, one.to] = one.shown;
}
const origin = await redis('GET', 'origin');

test('lines have at most 75 bytes, and end with CRLF', () => {
	for (const { title, file } of cases) {
		const lines = file.split('\r\n');

		assert.equal(lines.pop(), '', title);
		for (const line of lines) {
			assert.ok(Buffer.byteLength(line) <= 75, line);
			assert.doesNotMatch(line, /[\r\n\uFFFD]/);
		}
	}
});

test('libical finds no mistake, and all that was stored', () => {
	for (const one of cases) {
		const [event, ...more] = readWithLibical(one.file);
		const { begins, ends, title, place, text, uid, properties } = event;

		assert.deepEqual([more.length, begins, ends, title, place, text],
			[0, one.from, one.to, one.title, one.place, one.text]);
		assert.equal(uid, `post-${one.id}@${origin}`);
		assert.equal(properties.URL, `${url}/@anna/${one.id}`);
		assert.equal(properties.SEQUENCE, `${one.changes ?? 0}`);
		assert.equal(properties.STATUS, one.words === ' cancelled'
			? 'CANCELLED' : 'CONFIRMED');
		assert.match(properties.DTSTAMP, /^\d{8}T\d{6}Z$/);
	}
});

test('khal imports it', () => {
	const events = readWithKhal(cases.map(({ file }) => file), 2027);

	assert.equal(events.size, cases.length);
	for (const one of cases) {
		const event = events.get(`post-${one.id}@${origin}`);

		// To khal, an event without an end takes an hour.
		if (one.title === 'no end')
			delete event.ends;
		assert.deepEqual([event.begins, event.ends, event.title, event.place,
			event.text], [one.from, one.to, one.title, one.place ?? '',
			one.text], one.title);
		assert.equal(event.status, one.words === ' cancelled'
			? 'CANCELLED' : 'CONFIRMED');
	}
});

test('calcurse imports it', () => {
	for (const one of cases) {
		const event = readWithCalcurse(one.file);

		if (one.title === 'no end')
			delete event.ends;
		assert.deepEqual([event.begins, event.ends, event.title, event.place,
			event.text], [one.from, one.to, one.title, one.place, one.text],
		one.title);
	}
});

// ---- a single date -----------------------------------------------------------------

test('the file of a post, and its head', async () => {
	const id = await write(anna, 'Rowing', { date: dayIn(2), from: '18:00',
		to: '20:00', place: 'Boat house' });
	const { headers, text } = await nobody.get(`/@anna/${id}.ics`);

	assert.equal(headers['content-type'], type);
	assert.equal(headers['cache-control'], 'no-cache');
	assert.doesNotMatch(text, /METHOD|VTIMEZONE|CALNAME|REFRESH/);
	assert.match(text, /^BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:/);
	assert.equal((await nobody.get(`/@anna/${id}.ics`,
		{ 'if-none-match': headers.etag })).status, 304);
	const [event] = readWithLibical(text);

	assert.equal(event.begins, `${dayIn(2)} 18:00`);
	assert.equal(event.ends, `${dayIn(2)} 20:00`);
	assert.ok(event.properties['LAST-MODIFIED']);
	await redis('HSET', `post:${id}`, 'edited', 1900000000);
	assert.equal(readWithLibical(await fileOf(id))[0].properties.DTSTAMP,
		'20300317T174640Z');
});

test('no request decides what the site is called in a UID', async () => {
	const { id } = cases[0];
	const at = async (host) => readWithLibical((await nobody.get(
		`/@anna/${id}.ics`, { host })).text)[0];

	assert.equal((await at('other.example')).uid, `post-${id}@${origin}`);
	assert.equal((await at('other.example')).properties.URL,
		`http://other.example/@anna/${id}`);
	assert.equal((await nobody.get(`/@anna/${id}.ics`,
		{ host: 'a"b<' })).status, 400);
});

test('another name, and reposts, lead to the post\'s own file', async () => {
	const { id } = cases[0];

	for (const path of [`/@ben/${id}.ics`, `/@ANNA/${id}.ics`]) {
		const answer = await nobody.get(path);

		assert.equal(answer.status, 303, path);
		assert.equal(answer.location, `/@anna/${id}.ics`);
	}
	await ben.post('/act', { repost: id });
	const repost = await redis('GET', 'next_post_id');

	assert.equal((await nobody.get(`/@ben/${repost}.ics`)).location,
		`/@anna/${id}.ics`);
});

test('no date, no file', async () => {
	const plain = await write(anna, 'no date', {});
	const deleted = await write(anna, 'deleted', { date: dayIn(2) });
	const gina = await member(url, 'gina');
	const hers = await write(gina, 'suspended', { date: dayIn(2) });

	await anna.post('/delete', { id: deleted });
	await membersOf(stack).stand('gina', 'stopped');
	for (const path of [`/@anna/${plain}.ics`, `/@anna/${deleted}.ics`,
		`/@gina/${hers}.ics`, '/@anna/99999.ics', '/@anna/x.ics',
		'/@anna/.ics', `/@anna/${cases[0].id}.ICS`,
		`/@anna/${cases[0].id}.ics.ics`, `/@anna/${cases[0].id}%2Eics`]) {
		const answer = await nobody.get(path);

		assert.equal(answer.status, 404, path);
		assert.match(answer.headers['content-type'], /^text\/html/);
	}
});

// ---- a private calendar ---------------------------------------------------------------

async function titles(path = calendar) {
	const answer = await nobody.get(path);

	assert.equal(answer.status, 200);
	return readWithLibical(answer.text).map(({ title }) => title);
}

// Only these posts have dates from here on.
async function clear() {
	await redis('DEL', 'dates');
}

test('one address for all dates that come', async () => {
	await clear();
	assert.deepEqual(await titles(), []);
	await write(anna, 'later', { date: dayIn(9), from: '10:00' });
	await write(ben, 'soon', { date: dayIn(2) });
	const answer = await nobody.get(calendar);

	assert.equal(answer.headers['content-type'], type);
	assert.equal(answer.headers['cache-control'], 'private, no-cache');
	assert.equal(answer.headers['set-cookie'], undefined);
	assert.ok(!answer.text.includes(calendar.split(/[/.]/)[2]));
	assert.match(answer.text, /\r\nX-WR-CALNAME:Rowing\\; Club\r\n/);
	assert.match(answer.text, /\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n/);
	assert.match(answer.text, /\r\nX-PUBLISHED-TTL:PT1H\r\n/);
	assert.doesNotMatch(answer.text, /METHOD/);
	assert.deepEqual(await titles(), ['soon', 'later']);
	assert.equal((await nobody.get(calendar,
		{ 'if-none-match': answer.headers.etag })).status, 304);
	assert.equal((await anna.get(calendar)).text, answer.text);
});

test('what was answered with No is left out, and what is deleted', async () => {
	await clear();
	const one = await write(anna, 'one', { date: dayIn(2), comes: '1' });
	const two = await write(anna, 'two', { date: dayIn(3), comes: '1' });
	const id = await redis('HGET', 'users', 'ben');

	assert.deepEqual(await titles(), ['one', 'two']);
	await redis('ZADD', `answers:${one}`, 2 * 2 ** 40 + 1, `2 ${id}`);
	await redis('ZADD', `answers:${two}`, 1, `0 ${id}`);
	assert.deepEqual(await titles(), ['two']);
	await anna.post('/delete', { id: two });
	assert.deepEqual(await titles(), []);
});

test('a cancelled date is there, as such', async () => {
	await clear();
	const id = await write(anna, 'rain', { date: dayIn(2), from: '10:00' });
	const date = await redis('HGET', `post:${id}`, 'date');

	await redis('HSET', `post:${id}`, 'date',
		date.replace(/ 0\n/, ' 1 cancelled\n'));
	const [event] = readWithLibical((await nobody.get(calendar)).text);

	assert.equal(event.properties.STATUS, 'CANCELLED');
	assert.equal(event.properties.SEQUENCE, '1');
	assert.equal(event.properties['LAST-MODIFIED'], undefined);
});

test('members who are muted, but not what they announce', async () => {
	await clear();
	const carl = await member(url, 'carl');
	const path = await carl.makeCalendar();
	const id = await redis('HGET', 'users', 'anna');

	await write(anna, 'private party', { date: dayIn(2) });
	const said = await write(anna, 'for all', { date: dayIn(3) });

	await redis('HSET', `post:${said}`, 'announced', 1900000000);
	assert.deepEqual(await titles(path), ['private party', 'for all']);
	await carl.post('/quiet', { mute: id });
	assert.deepEqual(await titles(path), ['for all']);
	assert.deepEqual(await titles(), ['private party', 'for all']);
});

test('it is made, replaced and switched off, apart from the feed', async () => {
	const dora = await member(url, 'dora');
	const feed = await dora.makeFeed();
	const one = await dora.makeCalendar();

	assert.match(one, /^\/calendar\/[0-9a-f]{33,}\.ics$/);
	const two = await dora.makeCalendar();

	assert.equal((await nobody.get(one)).status, 404);
	assert.equal((await nobody.get(two)).status, 200);
	assert.equal((await nobody.get(two.replace('calendar', 'feed')
		.replace('.ics', '.atom'))).status, 404);
	assert.equal((await nobody.get(feed.replace('feed', 'calendar')
		.replace('.atom', '.ics'))).status, 404);
	const off = await dora.post('/feed', { calendar: 'off' });

	assert.deepEqual([off.status, off.location], [303, '/feed']);
	assert.equal((await nobody.get(two)).status, 404);
	assert.equal((await nobody.get(feed)).status, 200);
});

test('the address is shown once, and what breaks calendars asks', async () => {
	const emil = await member(url, 'emil');
	const questions = { new: 'Create a new address?',
		off: 'Turn the private calendar off?' };

	for (const choice of Object.keys(questions))
		assert.equal(heading((await emil.get(
			`/feed?calendar=${choice}`)).text), 'Private feed');
	const made = await emil.post('/feed', { calendar: 'new' });

	assert.equal(made.headers['cache-control'], 'no-store');
	assert.equal(heading(made.text), 'Private calendar');
	assert.match(made.text, /\/calendar\/[0-9a-f]+\.ics/);
	assert.doesNotMatch((await emil.get('/feed')).text, /\/calendar\//);
	assert.match(await redis('HGET',
		`user:${await redis('HGET', 'users', 'emil')}`, 'calendar'),
	/^[0-9a-f]{64}$/);
	for (const [choice, title] of Object.entries(questions)) {
		const page = await emil.get(`/feed?calendar=${choice}`);

		assert.equal(heading(page.text), title);
		assert.match(page.text, new RegExp(
			`<button [^>]*name="calendar" value="${choice}"`));
	}
});

test('only a member makes one, and only by the form', async () => {
	const before = await writesOf(redis);

	assert.match((await nobody.postRaw('/feed', { calendar: 'new' })).location,
		/^\/login/);
	for (const csrf of ['', 'forged', await ben.csrf()])
		assert.equal((await anna.postRaw('/feed',
			{ calendar: 'new', csrf })).status, 403);
	for (const choice of ['', 'x', 'NEW'])
		assert.equal((await anna.post('/feed',
			{ calendar: choice })).status, 400);
	assert.equal(await writesOf(redis), before);
});

test('wrong secrets, and members without access', async () => {
	const secret = calendar.split(/[/.]/)[2];

	for (const wrong of [secret.slice(0, 32), `${secret}0`, '', 'x', '%01',
		ben.cookies.get('auth'), `${secret}%01`])
		assert.equal((await nobody.get(`/calendar/${wrong}.ics`)).status, 404,
			wrong);
	for (const wrong of [`/calendar/${secret}`, `/calendar/${secret}.ics/`,
		`/calendar//${secret}.ics`, `/calendar/x/${secret}.ics`,
		'/calendar/', `/calendar/?${secret}.ics`, `/calendar/${secret}%2Eics`])
		assert.equal((await nobody.get(wrong)).status, 404, wrong);
	for (const standing of ['waiting', 'stopped']) {
		const name = `is${standing}`;
		const path = await (await member(url, name)).makeCalendar();

		await membersOf(stack).stand(name, standing);
		assert.equal((await nobody.get(path)).status, 404, standing);
	}
});

test('a new password ends it, and leaving', async () => {
	const fay = await member(url, 'fay');
	const path = await fay.makeCalendar();

	await fay.post('/account/sessions', { end: 'all' });
	assert.equal((await nobody.get(path)).status, 200);
	await fay.login('fay');
	await fay.post('/account/password', { old: password,
		password: 'a new one 77', password2: 'a new one 77' });
	assert.equal((await nobody.get(path)).status, 404);
	const again = await fay.makeCalendar();

	assert.equal((await nobody.get(again)).status, 200);
	await fay.post('/account/leave', { username: 'fay',
		password: 'a new one 77' });
	assert.equal((await nobody.get(again)).status, 404);
});
