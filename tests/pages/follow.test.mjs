// Following: its buttons, also in lists of members, and the results.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followButtons, formFields, people, bodies, count }
	from '../lib/page.mjs';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

const { url, redis } = await borrowStack();
const out = new Visitor(url);
const anna = await member(url, 'anna');
const ben = await member(url, 'ben');
const cleo = await member(url, 'cleo');

await ben.follow('anna');
await cleo.follow('anna');

// The buttons of the list, which is in the last form of the page.
async function rows(visitor, path) {
	const { text } = await visitor.get(path);
	const [list] = text.match(/<form [^>]*>\s*<input[^>]*>\s*<input[^>]*>\s*<ul class="people">.*?<\/form>/s) ?? [''];

	return { buttons: followButtons(list).map(({ name, field }) =>
		`${field} ${name}`), list, text };
}

// As a browser does: the fields of that form, and the button.
function press(visitor, list, name) {
	const { field, value } = followButtons(list)
		.find((button) => button.name === name);

	return visitor.postRaw('/follow', {
		...formFields(`<main>${list}</main>`, '/follow'), [field]: value });
}

const lists = ['/@anna/followers', '/@anna/followers?start=0', '/search?q=cle'];

for (const path of lists)
	test(`${path}: following and unfollowing`, async () => {
		const id = await redis('HGET', 'users', 'cleo');
		const follows = () => redis('ZSCORE', 'following:2', id);

		assert.deepEqual((await rows(ben, path)).buttons, ['follow cleo']);
		for (const [after, is] of [['unfollow cleo', true],
			['follow cleo', false]]) {
			const answer = await press(ben,
				(await rows(ben, path)).list, 'cleo');

			assert.equal(answer.status, 303);
			assert.equal(answer.location, `${path}#m${id}`);
			assert.equal(await follows() !== null, is);
			const { buttons, text } = await rows(ben, path);

			assert.deepEqual(buttons, [after]);
			assert.ok(text.includes(`<li id="m${id}">`));
		}
	});

test('a button says whom it is about, and what it does', async () => {
	const { list } = await rows(ben, '/@anna/followers');

	assert.match(list, />Follow<span class="hush"> @cleo<\/span></);
	await ben.follow('cleo');
	const { list: then } = await rows(ben, '/@anna/followers');

	assert.match(then, /class="quiet"[^>]*>Following ✓<span class="hush"> \(unfollow @cleo\)</);
	await ben.unfollow('cleo');
});

test('strangers have none, and nobody on the own profile', async () => {
	for (const path of lists) {
		const { text } = await out.get(path);

		assert.ok(people(text).some(({ name }) => name === 'cleo'));
		assert.deepEqual(followButtons(text), [], path);
		assert.doesNotMatch(text, /<form[^>]* action="\/follow"/);
	}
	assert.deepEqual((await rows(anna, '/@anna/followers')).buttons,
		['follow cleo', 'follow ben']);
	// If nobody else is in a list there is nothing to press, and so no
	// form.
	assert.doesNotMatch((await cleo.get('/search?q=cleo')).text,
		/action="\/follow"/);
});

test('a newcomer finds five to follow at home', async () => {
	const dora = await member(url, 'dora');

	for (const name of ['eve', 'fay', 'gil'])
		await member(url, name);
	const { buttons, list } = await rows(dora, '/');

	assert.deepEqual(buttons, ['gil', 'fay', 'eve', 'cleo', 'ben']
		.map((name) => `follow ${name}`));
	assert.equal((await press(dora, list, 'cleo')).location,
		`/#m${await redis('HGET', 'users', 'cleo')}`);
	assert.deepEqual((await rows(dora, '/')).buttons,
		['gil', 'fay', 'eve', 'ben', 'anna'].map((name) => `follow ${name}`));
	await dora.write('Hello.');
	assert.doesNotMatch((await dora.get('/')).text, /New members to follow/);
});

test('it leads to no other site', async () => {
	const follow = await redis('HGET', 'users', 'cleo');

	for (const back of ['//evil.example', 'https://evil.example/', 'x',
		'/\r\nSet-Cookie: auth=x'])
		assert.equal((await ben.post('/follow', { follow, back })).location,
			`/#m${follow}`, back);
	assert.equal((await ben.post('/follow', { unfollow: follow })).location,
		'/@cleo');
});

const nobody = out;
let members = 0;

function newMember() {
	return member(url, `reader${++members}`);
}

test('following fills the home timeline, unfollowing empties it', async () => {
	const anna = await newMember();
	const ben = await newMember();
	const profile = `/@${anna.name}`;

	assert.match((await ben.get(profile)).text, />Follow</);
	const answer = await ben.follow(anna.name);

	assert.equal(answer.status, 303);
	assert.equal(answer.location, profile);
	assert.match((await ben.get(profile)).text, />Following ✓</);
	await anna.write('for those who follow');
	assert.deepEqual(bodies((await ben.get('/')).text),
		['for those who follow']);
	await ben.unfollow(anna.name);
	assert.match((await ben.get(profile)).text, />Follow</);
	await anna.write('not for ben');
	assert.deepEqual(bodies((await ben.get('/')).text), []);
	assert.deepEqual(bodies((await ben.get(profile)).text),
		['not for ben', 'for those who follow']);
});

test('followers and following are counted on both sides', async () => {
	const anna = await newMember();
	const ben = await newMember();
	const counts = async (visitor, path) => {
		const { text } = await visitor.get(path);

		return [count(text, 'Followers'), count(text, 'Following')];
	};

	await ben.follow(anna.name);
	assert.deepEqual(await counts(anna, '/'), [1, 0]);
	assert.deepEqual(await counts(ben, '/'), [0, 1]);
	assert.deepEqual(await counts(nobody, `/@${anna.name}`), [1, 0]);
	assert.deepEqual(await counts(nobody, `/@${ben.name}`), [0, 1]);
});
