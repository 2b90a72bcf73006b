// Invitations: a member makes links, within limits, and revokes them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formValue, messages } from '../lib/page.mjs';
import { Visitor } from '../lib/visitor.mjs';
import { startInviting } from './lib/inviting.mjs';

const { stack, signIn, anna, links, linkFor } = await startInviting();
const { url } = stack;

test('numbers out of bounds', async () => {
	for (const [uses, days, id] of [['0', '7', 'uses'], ['51', '7', 'uses'],
		['', '7', 'uses'], ['1.5', '7', 'uses'], ['-1', '7', 'uses'],
		['1', '0', 'days'], ['1', '31', 'days'], ['1', 'x', 'days'],
		['1', '', 'days']]) {
		const answer = await anna.submit('/invitations', { uses, days });

		assert.equal(answer.status, 422, `${uses} ${days}`);
		assert.match(messages(answer.text)[`${id}-bad`], /number from 1 to/);
		assert.equal(formValue(answer.text, 'uses'), uses);
	}
});

test('a twenty-first link', async () => {
	const fritz = await signIn('fritz');

	for (let i = 0; i < 20; i++)
		assert.equal((await fritz.submit('/invitations',
			{ uses: 1, days: 1 })).status, 303);
	const answer = await fritz.submit('/invitations', { uses: 1, days: 1 });

	assert.equal(answer.status, 422);
	assert.match(messages(answer.text)['form-bad'], /20 working links/);
	const all = await links(fritz);

	assert.equal(all.length, 20);
	await fritz.submit('/invitations', { revoke: all[0].split('/').pop() });
	assert.equal((await fritz.submit('/invitations', { uses: 1, days: 1 }))
		.status, 303);
});

test('a link that works is revoked after a question', async () => {
	const hugo = await signIn('hugo');
	const press = /name="revoke" value="([^"]*)"/g;

	for (const days of [1, 2])
		await hugo.submit('/invitations', { uses: 1, days });
	const [second, first] = await links(hugo);

	assert.doesNotMatch((await hugo.get('/invitations')).text, press);
	for (const [i, path] of [first, second].entries()) {
		const { status, text } = await hugo.get(`/invitations?revoke=${i + 1}`);

		assert.equal(status, 200);
		assert.ok(text.includes(`${path}"`));
		assert.deepEqual([...text.matchAll(press)].map(([, token]) => token),
			[path.split('/').pop()]);
	}
	for (const number of ['0', '3', '99999999999999999999', '', 'x'])
		assert.doesNotMatch((await hugo.get(
			`/invitations?revoke=${number}`)).text, press);
	assert.deepEqual(await links(hugo), [second, first]);
});

test('nobody revokes the link of somebody else', async () => {
	const gina = await signIn('gina');
	const path = await linkFor();

	for (const revoke of [path.split('/').pop(), 'x', '*'])
		assert.equal((await gina.submit('/invitations', { revoke })).status,
			404);
	assert.equal((await new Visitor(url).get(path)).status, 200);
});

// Rows of dark and light modules, read from the picture.
function modules(text) {
	const [, side] = text.match(/viewBox="0 0 (\d+) \1"/);
	const [, path] = text.match(/<path d="([^"]*)"/);
	const rows = Array.from({ length: side }, () =>
		Array.from({ length: side }, () => ' '));

	for (const [, x, y, n] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
		rows[y].fill('#', Number(x), Number(x) + Number(n));
	return rows.map((row) => row.join(''));
}

test('the QR code has its corners, and a margin', async () => {
	await linkFor();
	const rows = modules((await anna.get('/invitations')).text);
	const quiet = ' '.repeat(rows.length);

	for (let i = 0; i < 4; i++) {
		assert.equal(rows[i], quiet);
		assert.equal(rows.at(-1 - i), quiet);
	}
	for (const at of [4, rows.length - 11])
		assert.deepEqual(rows.slice(4, 11).map((row) => row.slice(at, at + 7)),
			['#######', '#     #', '# ### #', '# ### #', '# ### #',
				'#     #', '#######']);
});
