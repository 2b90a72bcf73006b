// The log of what hosts and moderators have done.
import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { test } from 'node:test';
import { adminOf } from '../admin/lib/admin.mjs';
import { write } from '../lib/acts.mjs';
import { unescapeHtml } from '../lib/page.mjs';
import { startStack } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { switchOn } from '../lib/totp.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';

const stack = await startStack();
const { url, redis } = stack;
const admin = adminOf(stack);

const { idOf, memberAs } = membersOf(stack);
const anna = await member(url, 'anna');
const host = await memberAs('hella', 'host');
const mona = await memberAs('mona', 'moderator');

// The lines, each as text without its time.
async function lines(path = '/log', visitor = host) {
	const { status, text } = await visitor.get(path);

	assert.equal(status, 200);
	return [...text.matchAll(/<li>\n(<p>.*?)<time.*?<\/time><\/p>(.*?)<\/li>/gs)]
		.map(([, sentence, why]) =>
			unescapeHtml(`${sentence} ${why}`.replace(/<[^>]*>/g, ''))
				.replace(/\s+/g, ' ').trim());
}

test('who did what, to whom, and why, the latest first', async () => {
	const id = await write(anna, 'one');

	assert.deepEqual(await lines(), []);
	await mona.submit('/remove', { id, reason: 'Not <here>.' });
	await host.submit('/remove', { restore: id });
	await host.submit('/reset', { uid: await idOf('anna'), password });
	assert.deepEqual(await lines(), [
		'@hella created a link for a new password for @anna',
		'@hella restored a post by @anna',
		'@mona removed a post by @anna Not <here>.']);
	assert.deepEqual(await lines('/log', mona), await lines());
});

test('what they make of members', async () => {
	const uid = await idOf('anna');

	for (const fields of [{ standing: 'moderator' }, { standing: 'member' },
		{ standing: 'stopped', reason: 'Loud.' }])
		await host.submit('/standing', { uid, confirm: 1, ...fields });
	assert.match((await mona.get('/@anna')).text,
		/<span class="mark">Suspended</);
	await host.submit('/standing', { uid, standing: 'member', confirm: 1 });
	assert.deepEqual((await lines()).slice(0, 4), [
		'@hella ended the suspension of @anna',
		'@hella suspended @anna Loud.',
		'@hella made @anna a plain member',
		'@hella made @anna a moderator']);
});

test('whom they let in', async () => {
	await memberAs('wim', 'waiting');
	await memberAs('wum', 'waiting');
	await mona.submit('/waiting', { approve: await idOf('wim') });
	await mona.submit('/waiting', { approve: await idOf('wim') });
	const refuse = await idOf('wum');

	assert.equal((await mona.submit('/waiting', { refuse, reason: '' })).status,
		422);
	assert.equal((await mona.submit('/waiting',
		{ refuse, reason: 'Nobody knows them.' })).status, 303);
	assert.deepEqual((await lines()).slice(0, 2), [
		'@mona declined a request to join by a former member ' +
			'Nobody knows them.',
		'@mona let in @wim']);
});

test('what is done on the server, and by whom there', async () => {
	const root = { env: { SUDO_USER: 'kim' } };
	const id = await write(anna, 'two');

	await member(url, 'leaver');
	await switchOn(anna);
	for (const words of [['delete', '--yes', String(id)],
		['delete', '--yes', 'leaver'], ['reset', 'anna'],
		['two-step', '--off', 'anna']]) {
		const ran = await admin(words, root);

		assert.equal(ran.status, 0, ran.errors);
	}
	const whom = process.getuid() === 0 ? 'kim' : userInfo().username;

	assert.deepEqual((await lines()).slice(0, 4), [
		`${whom}, on the server, switched off two-step sign-in of @anna`,
		`${whom}, on the server, created a link for a new password for @anna`,
		`${whom}, on the server, deleted the account of a former member`,
		`${whom}, on the server, deleted a post by @anna`]);
});

test('what hosts change of the site', async () => {
	await host.submit('/site', { colour: 'blue', rules: 'Be <kind>.' });
	assert.deepEqual((await lines()).slice(0, 2).sort(), [
		'@hella changed a setting of the site colour: green → blue',
		'@hella changed a setting of the site rules']);
	await host.submit('/site', { colour: 'green' });
	assert.equal((await lines())[0],
		'@hella changed a setting of the site colour: blue → green');
});

// What is said of each act, where * is to whom.
const sentences = {
	remove: 'removed a post by *', restore: 'restored a post by *',
	delete: 'deleted a post by *', approve: 'let in *',
	refuse: 'declined a request to join by *', host: 'made * a host',
	moderator: 'made * a moderator', member: 'made * a plain member',
	suspend: 'suspended *', readmit: 'ended the suspension of *',
	link: 'created a link for a new password for *',
	password: 'set a new password for *', site: 'changed a setting of the site',
	code: 'switched off two-step sign-in of *', expel: 'deleted the account of *',
	close: 'closed a case about *', note: 'sent a note about a case to *',
	date: 'changed the date of a post by *',
	cancel: 'cancelled the date of a post by *',
	face: 'removed the profile picture of *',
};

test('a sentence for each act, also when somebody has left', async () => {
	const here = await idOf('anna'), by = await idOf('mona');
	const words = Object.keys(sentences);
	const people = [[here, '@anna', by, '@mona'],
		[999, 'a former member', 998, 'A former member']];

	for (const [whom, called, actor, who] of people) {
		await redis('DEL', 'log');
		for (const [i, word] of words.entries())
			await redis('ZADD', 'log', i + 1,
				`${i + 1} ${word} ${actor} ${word === 'site' ? 0 : whom} 7 `);
		assert.deepEqual((await lines()).reverse(), words.map((word) =>
			`${who} ${sentences[word].replace('*', called)}`));
	}
});

test('fifty on a page', async () => {
	await redis('DEL', 'log');
	for (let i = 1; i <= 120; i++)
		await redis('ZADD', 'log', i * 1000000,
			`${i * 1000000} remove 3 1 ${i} number ${i}`);
	const seen = [];
	let path = '/log';

	while (path) {
		const { text } = await host.get(path);

		const here = [...text.matchAll(/number (\d+)/g)]
			.map(([, n]) => Number(n));

		assert.equal(here.length, Math.min(50, 120 - seen.length), path);
		seen.push(...here);
		path = /<a href="(\/log\?before=\d+)" rel="next"/.exec(text)?.[1];
	}
	assert.deepEqual(seen, Array.from({ length: 120 }, (_, i) => 120 - i));
	assert.equal((await host.get('/log?before=x')).status, 404);
});

test('for all members, if the site says so', async () => {
	const open = await startStack({ env: { RETWIS_LOG: 'members' } });
	const one = await member(open.url, 'one');
	const two = await membersOf(open).memberAs('two', 'moderator');

	await one.write('hm');
	assert.match((await two.get('/remove?id=1')).text,
		/All members will read this reason in\s+the log/);
	await two.submit('/remove', { id: '1', reason: 'Why not.' });
	const { status, text } = await one.get('/log');

	assert.equal(status, 200);
	assert.match(text, /removed a post by\s/);
	assert.match(text, /Why not\./);
	// But whom a case was about is for those who handle it.
	await (await member(open.url, 'three')).submit('/report',
		{ member: 1, reason: 'spam' });
	await two.submit('/reports', { case: 1, do: 'close' });
	assert.match((await one.get('/log')).text, /closed a case\s+<time/);
	assert.match((await two.get('/log')).text,
		/closed <a href="\/reports\?case=1">a case<\/a> about\s+<a href="\/@one">/);
	assert.match((await one.get('/@one')).text, /href="\/log"/);
	assert.equal((await new Visitor(open.url).get('/log')).status, 303);
	assert.doesNotMatch((await host.get('/remove?id=1')).text, /All members/);
});

test('for hosts and moderators only', async () => {
	assert.equal((await anna.get('/log')).status, 404);
	assert.equal((await new Visitor(url).get('/log')).status, 404);
});
