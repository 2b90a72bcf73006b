// Who may request what: every address, for each kind of visitor, with every
// method, on sites that everybody may read and on sites that only members may
// read.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { heading, withoutAddress } from '../lib/page.mjs';
import { borrowStack, lean, programs } from '../lib/stack.mjs';
import { membersOf } from '../lib/standing.mjs';
import { Visitor, member } from '../lib/visitor.mjs';

// Each page program, with addresses that it answers. A page that is missing
// here fails the first test. An address is for
//   all      everybody who may read
//   members  full members
//   account  all who are signed in
//   hosts    hosts
//   staff    hosts and moderators
//   open     everybody
const table = {
	about: { open: ['/about', '/manifest.json', '/robots.txt',
		'/.well-known/change-password'] },
	account: { account: ['/account', '/account/name',
		'/account/password', '/account/sessions'] },
	act: { members: ['/act'] },
	announcements: { all: ['/announcements'] },
	answer: { members: ['/answer'] },
	bio: { members: ['/bio'] },
	calendar: { all: ['/@anna/1.ics', '/@noone/99.ics',
		'/calendar/x.ics'] },
	code: { account: ['/account/code'] },
	dates: { all: ['/dates', '/dates?start=50&after=1'] },
	delete: { members: ['/delete?id=1'] },
	edit: { members: ['/edit?id=1'] },
	export: { account: ['/account/export'] },
	face: { members: ['/account/face'], hosts: ['/site/mark'] },
	feed: { members: ['/feed'], all: ['/feed/x.atom'] },
	follow: { members: ['/follow'] },
	health: { open: ['/health'] },
	home: { all: ['/nothing'], members: ['/'] },
	import: { members: ['/account/import'] },
	invitations: { members: ['/invitations'] },
	join: { open: ['/join/x'] },
	leave: { account: ['/account/leave'] },
	likes: { members: ['/likes'] },
	saved: { members: ['/saved'] },
	log: { staff: ['/log', '/log?before=5'] },
	login: { open: ['/login'] },
	logout: { account: ['/logout'] },
	members: { members: ['/members', '/members?letter=a', '/members?q=a'],
		hosts: ['/members.csv'] },
	mentions: { all: ['/@anna/mentions', '/@anna/mentions.atom',
		'/@noone/mentions'] },
	names: { members: ['/@anna/1/names', '/@anna/1/names?list=1'],
		all: ['/@anna/1/answers.csv'] },
	notifications: { members: ['/notifications'] },
	people: { all: ['/@anna/followers', '/@anna/following',
		'/@noone/followers'] },
	photo: { all: ['/@anna/1/1', '/@noone/1/1'] },
	picture: { all: ['/picture/x', `/picture/${'0'.repeat(32)}-400.webp`] },
	post: { members: ['/post'] },
	profile: { all: ['/@anna', '/@anna.atom', '/@noone', '/@wanda',
		'/profile?u=anna'] },
	quiet: { members: ['/quiet', '/quiet?block=3', '/account/quiet'] },
	register: { open: ['/register'] },
	reset: { open: ['/reset/x'] },
	remove: { staff: ['/remove?id=1', '/remove'] },
	report: { members: ['/report?post=1', '/report?member=2'] },
	reports: { staff: ['/reports', '/reports?case=1', '/reports?after=5'] },
	scheduled: { members: ['/scheduled'] },
	search: { all: ['/search', '/search?q=anna'] },
	site: { hosts: ['/site', '/site?first', '/site?text=rules'] },
	standing: { staff: ['/standing', '/standing?uid=3&standing=stopped',
		'/standing?uid=1&standing=member'] },
	status: { all: ['/@anna/1', '/@anna/99'] },
	tag: { all: ['/tag/quiet', '/tag/quiet.atom', '/tag/loud'] },
	timeline: { all: ['/timeline', '/timeline.atom'] },
	waiting: { staff: ['/waiting'] },
};

const rows = Object.values(table).flatMap((kinds) =>
	Object.entries(kinds).flatMap(([whom, paths]) =>
		paths.map((path) => ({ whom, path }))));

const noAccess = { wanda: 'Waiting for approval', stan: 'Your account is suspended' };

test('the table names each page', () => {
	assert.deepEqual(Object.keys(table).sort(), readdirSync(programs).sort());
});

async function people(stack) {
	const { stand } = membersOf(stack);
	const visitors = { nobody: new Visitor(stack.url) };
	const standings = { anna: 'host', mona: 'moderator', plain: '',
		wanda: 'waiting', stan: 'stopped' };

	for (const [name, standing] of Object.entries(standings)) {
		visitors[name] = await member(stack.url, name);
		if (name === 'anna')
			await visitors[name].post('/post',
				{ status: 'A word, #quiet', answers: 'comes' });
		// Before this is checked, the form to sign out is not even
		// read.
		await visitors[name].csrf();
		if (standing)
			await stand(name, standing);
	}
	return visitors;
}

const conditional = { 'if-none-match': '*',
	'if-modified-since': new Date().toUTCString() };

function ask(visitor, method, path) {
	if (method === 'POST')
		return visitor.submit(path, { uid: '1', standing: 'stopped' });
	if (method === 'again')
		return visitor.get(path, conditional);
	return visitor.send(method, path);
}

const methods = ['GET', 'HEAD', 'again', 'POST', 'DELETE'];

// The answer to everybody who may not: [status, heading]; undefined: no trace
// of the page.
function denial({ whom, path }, who, members) {
	const isIn = !['nobody', 'wanda', 'stan'].includes(who);

	const isHidden = ['hosts', 'staff'].includes(whom);

	if (whom === 'open' || (isIn && !isHidden) || who === 'anna' ||
		(whom === 'staff' && who === 'mona') ||
		(whom === 'account' && who in noAccess))
		return undefined;
	if (members && who === 'nobody')
		return [401, 'A small place to talk.'];
	if (members && who in noAccess)
		return [403, noAccess[who]];
	if (isHidden)
		return [404, 'Page not found.'];
	if (whom === 'all' || (path === '/' && who === 'nobody'))
		return undefined;
	return who in noAccess ? [403, noAccess[who]] : [303];
}

function checkDenial(answer, [status, title], method, what) {
	assert.equal(answer.status, status, what);
	if (status === 303)
		assert.match(answer.location, /^\/(login(\?back=.*)?)?$/, what);
	else if (method !== 'HEAD')
		assert.equal(heading(answer.text), title, what);
	assert.doesNotMatch(answer.text, /A word|#quiet/, what);
}

for (const readers of ['all', 'members']) {
	const stack = await borrowStack({ RETWIS_READERS: readers, ...lean });
	const { redis } = stack;
	const visitors = await people(stack);
	const members = readers === 'members';

	for (const [who, visitor] of Object.entries(visitors))
		test(`${readers} read: ${who}`, async () => {
			for (const row of rows) {
				const denied = denial(row, who, members);

				for (const method of denied ? methods : []) {
					const answer = await ask(visitor, method,
						row.path);
					const what = `${method} ${row.path}`;

					// A method that the address does not
					// support.
					if (answer.status !== 405 || members)
						checkDenial(answer, denied, method,
							what);
				}
			}
		});

	for (const who of members ? ['nobody', 'wanda', 'stan'] : [])
		test(`the same bytes for ${who}, whatever there is`, async () => {
			const first = withoutAddress(await visitors[who].get('/'));

			for (const row of rows.filter(({ whom }) =>
				!['open', 'account'].includes(whom)))
				assert.deepEqual(withoutAddress(
					await visitors[who].get(row.path)), first,
				row.path);
		});

	test(`${readers} read: those who may, do`, async () => {
		for (const [who, path, status] of [
			['plain', '/', 200], ['mona', '/@anna/1', 200],
			['anna', '/standing', 400], ['wanda', '/account', 200],
			['stan', '/account', 200], ['stan', '/logout', 200],
			['stan', '/about', 404], ['wanda', '/login', 303],
			['plain', '/@wanda', 404], ['anna', '/@wanda', 404],
			['plain', '/@stan', 404], ['mona', '/@stan', 200],
			['anna', '/@stan', 200], ['plain', '/bio', 200]]) {
			const answer = await visitors[who].get(path);

			assert.equal(answer.status, status, `${who} ${path}`);
		}
	});

	test(`${readers} read: nothing of it has happened`, async () => {
		assert.deepEqual(await redis('HMGET', 'user:1', 'standing',
			'username'), ['host', 'anna']);
		assert.equal(await redis('GET', 'next_post_id'), '1');
		assert.equal(await redis('SMEMBERS', 'hosts').then(String), '1');
	});
}
