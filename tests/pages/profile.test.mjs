// Profiles: what they show, and which addresses lead to them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { borrowStack } from '../lib/stack.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { bodies, followButtons, heading, posts } from '../lib/page.mjs';
import { writersOf } from './lib/writers.mjs';

const { url } = await borrowStack();
const nobody = new Visitor(url);
const { newMember, writer } = writersOf(url);

test('a profile shows only what its member wrote', async () => {
	const anna = await newMember();
	const ben = await newMember();

	await ben.follow(anna.name);
	await anna.write('by anna');
	await ben.write('by ben');
	assert.deepEqual(bodies((await nobody.get(`/@${ben.name}`)).text),
		['by ben']);
});

test('a profile has a button for others, none for its member', async () => {
	const anna = await newMember();
	const mine = await anna.get(`/@${anna.name}`);
	const theirs = await nobody.get(`/@${anna.name}`);

	assert.equal(heading(mine.text), `@${anna.name}`);
	assert.deepEqual(followButtons(mine.text), []);
	assert.match(mine.text, />Edit profile</);
	assert.deepEqual(followButtons(theirs.text), []);
	assert.match(theirs.text, /<a href="\/login\?back=[^"]*">Sign in<\/a> to follow/);
	assert.match(theirs.text, /Joined \d+ \w+ 2\d{3}/);
});

test('another name or other letters lead to the right address', async () => {
	const anna = await writer(1);
	const ben = await newMember();
	const [{ path }] = posts((await anna.get('/')).text);
	const id = path.split('/').pop();
	const upper = anna.name.toUpperCase();
	const table = [
		[`/@${ben.name}/${id}`, path],
		[`/@${upper}/${id}`, path],
		[`/@nobody.at.all/${id}`, path],
		[`/@${upper}`, `/@${anna.name}`],
		[`/profile?u=${anna.name}`, `/@${anna.name}`],
		[`/profile?u=${upper}`, `/@${anna.name}`],
		[`/profile?u=%40${anna.name}+`, `/@${anna.name}`],
		[`/profile?u=%C2%A0${upper}`, `/@${anna.name}`],
	];

	for (const [from, to] of table) {
		const answer = await nobody.get(from);

		assert.equal(answer.status, 303, from);
		assert.equal(answer.location, to);
	}
});

test('members and posts that do not exist are not found', async () => {
	const anna = await writer(1);
	const [{ path }] = posts((await anna.get('/')).text);
	const paths = ['/@nobody', '/@nobody/999999', `/@${anna.name}/999999`,
		`/@${anna.name}/0`, `/@${anna.name}/x`, `${path}x`,
		`${path}/1`, '/@', '/@/1',
		'/profile', '/profile?u=', '/profile?u=nobody', '/nothing',
		'/index.html', '//', '/@%20'];

	for (const visitor of [nobody, anna])
		for (const one of paths) {
			const page = await visitor.get(one);

			assert.equal(page.status, 404, one);
			assert.equal(heading(page.text), 'Page not found.');
		}
});
