// Posts that members save for themselves: the button on a post's own page, and
// the list that only they see.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { write } from '../lib/acts.mjs';
import { bodies, formFields, heading, pager } from '../lib/page.mjs';
import { until } from '../lib/processes.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';

const { url, redis } = await borrowStack();
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const out = new Visitor(url);
const id = await write(anna, 'Keep me.');
const path = `/@anna/${id}`;
const me = await redis('HGET', 'users', 'ben');

// The buttons below the post, as [field, text] by their fields.
const tools = (html) => Object.fromEntries([...(html.match(
	/<p class="tools">(.*?)<\/p>/s)?.[1] ?? '').matchAll(
	/<button [^>]*name="(\w+)" value="(\d+)"[^>]*>([^<]*)</g)]
	.map(([, name, value, text]) => [name, [Number(value), text]]));

async function press(visitor, name) {
	const { text } = await visitor.get(path);
	const [value] = tools(text)[name];

	return visitor.postRaw('/act',
		{ ...formFields(text, '/act'), [name]: value });
}

test('a button saves it, and the same place takes it back', async () => {
	assert.deepEqual(tools((await ben.get(path)).text),
		{ save: [id, 'Save'] });
	assert.equal((await press(ben, 'save')).location, `${path}#p${id}`);
	assert.deepEqual(tools((await ben.get(path)).text),
		{ unsave: [id, 'Saved (undo)'] });
	assert.deepEqual(bodies((await ben.get('/saved')).text), ['Keep me.']);
	await press(ben, 'unsave');
	assert.deepEqual(tools((await ben.get(path)).text),
		{ save: [id, 'Save'] });
	assert.equal(await redis('EXISTS', `saved:${me}`), 0);
});

// What anna sees of her own post, and of what others have done.
async function seenByAnna() {
	const main = async (page) => (await anna.get(page)).text
		.match(/<main.*<\/main>/s)[0].replace(/ value="[^"]*"/g, '');

	return [await main(path), await main('/notifications')];
}

test('nobody else sees that', async () => {
	const before = await seenByAnna();

	await ben.post('/act', { save: id });
	assert.deepEqual(await seenByAnna(), before);
	assert.deepEqual(bodies((await anna.get('/saved')).text), []);
});

test('only its own page has the button, and only for members', async () => {
	assert.deepEqual(tools((await out.get(path)).text), {});
	for (const list of ['/', '/timeline', '/@anna', '/saved'])
		assert.doesNotMatch((await ben.get(list)).text,
			/name="(un)?save"/, list);
});

test('the list: the latest first, ten a page', async () => {
	const dora = await member(url, 'dora');
	const empty = await dora.get('/saved');
	const ids = [];

	assert.equal(heading(empty.text), 'Saved posts');
	assert.match(empty.text, /No posts here\./);
	for (let i = 0; i < 12; i++) {
		ids.push(await write(anna, `Number ${i}`));
		await dora.post('/act', { save: ids[i] });
	}
	const first = await dora.get('/saved');

	assert.deepEqual(bodies(first.text), Array.from({ length: 10 },
		(_, i) => `Number ${11 - i}`));
	const { Older } = pager(first.text);

	assert.equal(Older, `?start=10&after=${ids[2]}`);
	// Whatever is saved meanwhile, the next page goes on from there.
	await dora.post('/act', { save: id });
	const older = await dora.get(`/saved${Older}`);

	assert.deepEqual(bodies(older.text), ['Number 1', 'Number 0']);
	assert.deepEqual(pager(older.text), { Newer: '?start=1' });
	for (const start of ['99', '-1', 'x', '9'.repeat(40)])
		assert.deepEqual(bodies((await dora.get(
			`/saved?start=${start}`)).text), []);
});

test('a post that is deleted is no longer there', async () => {
	const gone = await write(anna, 'Soon gone.');

	await ben.post('/act', { save: gone });
	await ben.post('/act', { save: id });
	await anna.post('/delete', { id: gone });
	assert.deepEqual(bodies((await ben.get('/saved')).text), ['Keep me.']);
	assert.equal((await ben.get('/saved')).status, 200);
	await ben.post('/act', { unsave: gone });
	assert.equal(await redis('ZSCORE', `saved:${me}`, gone), null);
});

test('its page is linked where your likes are', async () => {
	for (const page of ['/@ben', '/account'])
		assert.match((await ben.get(page)).text, /href="\/saved"/, page);
	assert.doesNotMatch((await ben.get('/@anna')).text, /href="\/saved"/);
	assert.equal((await out.get('/saved')).location, '/login?back=%2Fsaved');
	for (const method of ['POST', 'PUT', 'DELETE']) {
		const answer = await ben.send(method, '/saved');

		assert.equal(answer.status, 405);
		assert.equal(answer.headers.allow, 'GET, HEAD');
	}
});

test('a member who leaves takes the list along', async () => {
	const cleo = await member(url, 'cleo');
	const number = await redis('HGET', 'users', 'cleo');

	await cleo.post('/act', { save: id });
	assert.equal(await redis('ZCARD', `saved:${number}`), 1);
	await cleo.submit('/account/leave', { username: 'cleo', password });
	await until('the list is gone', async () =>
		await redis('EXISTS', `saved:${number}`) === 0);
});
