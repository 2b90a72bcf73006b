// Every page of the site (src/schema/routes has them all), and every state of
// it that looks different. Each is an address or, with `form`, the page that
// comes back when that page's form is sent with these fields; `who` as in
// world.mjs. Status and heading show whether we are really there.
import assert from 'node:assert/strict';
import { pageOf, routes, sample } from '../../lib/routes.mjs';
import { password } from '../../lib/visitor.mjs';
import { leadsOn } from './browser.mjs';
import { inviteToken, longName, longWord, resetToken } from './world.mjs';

const profile = (name) => `/@${encodeURIComponent(name)}`;

function errorPages(...statuses) {
	return statuses.map((status) => ({ name: `file of error ${status}`,
		path: `/static/errors/${status}.html`, heading: /./ }));
}

const missing = { status: 404, heading: 'Page not found.' };

const signedOut = [
	{ name: 'welcome', path: '/', heading: 'A small place to talk.' },
	{ name: 'register', path: '/register', heading: 'Register' },
	{ name: 'register refused', path: '/register', form: '/register',
		fields: { username: 'a b', password: 'short', password2: 'x' },
		status: 422, heading: 'Register' },
	{ name: 'login', path: '/login', heading: 'Sign in' },
	{ name: 'login, left', path: '/login?left=1', heading: 'Sign in' },
	{ name: 'login refused', path: '/', form: '/login',
		fields: { username: 'anna', password: 'not this' },
		status: 401, heading: 'Sign in' },
	{ name: 'login too often', path: '/login', form: '/login',
		fields: { username: 'guessed', password: 'not this',
			status: 'Hm.' }, status: 429, heading: 'Sign in' },
	{ name: 'login incomplete', path: '/login', form: '/login',
		fields: {}, status: 422, heading: 'Sign in' },
	{ name: 'login, code', path: '/login', form: '/login',
		fields: { username: 'coded', password: 'clear text',
			status: longWord }, heading: 'Enter your code' },
	{ name: 'login, code refused', path: '/login', form: '/login',
		fields: { username: '', code: 'x' }, status: 422,
		heading: 'Enter your code' },
	{ name: 'session ended, post kept', path: '/', form: '/post',
		fields: { status: `\n${longWord}\n"&<`, reply_to: '1' },
		status: 401, heading: 'Sign in' },
	{ name: 'session ended, question kept', path: '/', form: '/post',
		fields: { status: 'Which?', answers: `${longWord}\n"<`,
			place: '"', comes: '1' }, status: 401, heading: 'Sign in' },
	{ name: 'session ended, line kept', path: '/', form: '/bio',
		fields: { bio: longWord }, status: 401, heading: 'Sign in' },
	{ name: 'login refused, post kept', path: '/login', form: '/login',
		fields: { username: 'anna', password: 'not this', status: 'Hm.',
			nonce: 'x' }, status: 401, heading: 'Sign in' },
	{ name: 'timeline', path: '/timeline', heading: 'Everyone' },
	{ name: 'profile', path: '/@anna', heading: '@anna' },
	{ name: 'profile, older', path: '/@anna?start=10', heading: '@anna' },
	{ name: 'profile, empty', path: '/@newcomer', heading: '@newcomer' },
	{ name: 'profile, long name', path: profile(longName),
		heading: `@${longName}` },
	{ name: 'status', path: '/@anna/1', heading: 'Post by @anna' },
	{ name: 'thread', path: '/@ben/31', heading: 'Post by @ben' },
	{ name: 'thread, further', path: '/@anna/30?after=30',
		heading: 'Post by @anna' },
	{ name: 'status, liked', path: '/@anna/30', heading: 'Post by @anna' },
	{ name: 'picture', path: '/@anna/30/2', heading: 'Picture 2 of 3 by @anna' },
	{ name: 'picture, long words', path: '/@ben/31/1', heading: 'Picture by @ben' },
	{ name: 'picture, hostile words', path: '/@anna/30/1',
		heading: 'Picture 1 of 3 by @anna' },
	{ name: 'profile, reposts', path: '/@ben', heading: '@ben' },
	{ name: 'tag', path: '/tag/minutes', heading: '#minutes' },
	{ name: 'tag, none', path: '/tag/nothing', heading: '#nothing' },
	{ name: 'followers', path: '/@anna/followers', heading: '@anna' },
	{ name: 'followers, beyond the end', path: '/@newcomer/followers?start=50',
		heading: '@newcomer' },
	{ name: 'followers, long name', path: `${profile(longName)}/followers`,
		heading: `@${longName}` },
	{ name: 'mentions', path: '/@anna/mentions', heading: '@anna' },
	{ name: 'mentions, none', path: '/@newcomer/mentions',
		heading: '@newcomer' },
	{ name: 'search', path: '/search', heading: 'Search' },
	{ name: 'search, found', path: '/search?q=a', heading: 'Search' },
	{ name: 'search, long name', path: '/search?q=%22%3E',
		heading: 'Search' },
	{ name: 'search, tags', path: '/search?q=%23m', heading: 'Search' },
	{ name: 'search, members and tags', path: '/search?q=n',
		heading: 'Search' },
	{ name: 'search, long tag', path: '/search?q=%23donau',
		heading: 'Search' },
	{ name: 'search, no tag', path: `/search?q=%23${longWord}`,
		heading: 'Search' },
	{ name: 'search, nobody', path: `/search?q=${longWord}`,
		heading: 'Search' },
	{ name: 'not found', path: '/nowhere', ...missing },
	{ name: 'link that was used', path: '/reset/x', status: 410,
		heading: 'This link no longer works.' },
	{ name: 'invitation', path: `/join/${inviteToken}`,
		heading: 'Register' },
	{ name: 'new password by a link', path: `/reset/${resetToken}`,
		heading: 'New password' },
	{ name: 'bad address', path: '/?start=%', status: 400,
		heading: 'We don\'t understand that.' },
	{ name: 'wrong method', path: '/post', status: 405,
		heading: 'That doesn\'t work here.' },
	...errorPages(400, 413, 429, 503),
];

const signedIn = [
	{ name: 'home', path: '/', heading: 'Home' },
	{ name: 'home, older', path: '/?start=10', heading: 'Home' },
	{ name: 'home, beyond the end', path: '/?start=999', heading: 'Home' },
	{ name: 'post of spaces refused', path: '/', form: '/post',
		fields: { status: '   ' },
		status: 422, heading: 'Not posted yet' },
	{ name: 'long post refused', path: '/', form: '/post',
		fields: { status: longWord + longWord },
		status: 422, heading: 'Not posted yet' },
	{ name: 'form of another session', path: '/', form: '/post',
		fields: { status: 'Hello', csrf: 'forged' }, status: 403,
		heading: 'Not posted yet' },
	{ name: 'reply of another session', path: '/@ben/31', form: '/post',
		fields: { status: longWord, csrf: 'forged' }, status: 403,
		heading: 'Not posted yet' },
	{ name: 'line of another session', path: '/bio', form: '/bio',
		fields: { bio: 'Hello', csrf: 'forged' }, status: 403,
		heading: 'Edit profile' },
	{ name: 'nothing of our own', path: '/', form: '/follow',
		fields: { csrf: 'forged' }, status: 403,
		heading: 'That form has expired.' },
	{ name: 'stale tab', path: '/', form: '/follow',
		fields: { csrf: 'f'.repeat(64), follow: '1' }, status: 403,
		heading: 'That form has expired.' },
	{ name: 'stale tab with a password', path: '/account',
		form: '/account/password', fields: { csrf: 'f'.repeat(64), old: 'x',
			password: 'x', password2: 'x' }, status: 403,
		heading: 'That form has expired.' },
	{ name: 'time refused', path: '/', form: '/post',
		fields: { status: 'Hello', at: '2020-02-02T20:20' },
		status: 422, heading: 'Not posted yet' },
	{ name: 'question and date refused', path: '/', form: '/post',
		fields: { status: 'Which?', answers: `Red\n${longWord}\nRed`,
			ends: '2020-02-02T20:20', secret: '1', remind: '1',
			date: '2020-02-02', from: '20:20', place: longWord },
		status: 422, heading: 'Not posted yet' },
	{ name: 'question in a reply', path: '/@anna/1', form: '/post',
		fields: { status: 'Which?', comes: '1', remind: '1' },
		status: 422, heading: 'Not posted yet' },
	{ name: 'guests refused', path: '/@anna/30', form: '/answer',
		fields: { answer: '30.0', guests: '300' },
		status: 422, heading: 'Not answered yet' },
	{ name: 'scheduled', path: '/scheduled', heading: 'Scheduled posts' },
	{ name: 'cancelled earlier', path: '/scheduled?id=gone', status: 404,
		heading: 'Scheduled posts' },
	{ name: 'own profile', path: '/@ben', heading: '@ben' },
	{ name: 'profile followed', path: '/@anna', heading: '@anna' },
	{ name: 'profile not followed', path: '/@newcomer',
		heading: '@newcomer' },
	{ name: 'followers of one followed', path: '/@anna/followers',
		heading: '@anna' },
	{ name: 'own following', path: '/@ben/following', heading: '@ben' },
	{ name: 'bio', path: '/bio', heading: 'Edit profile' },
	{ name: 'bio refused', path: '/bio', form: '/bio',
		fields: { bio: longWord }, status: 422, heading: 'Edit profile' },
	{ name: 'account', path: '/account', heading: 'Account' },
	{ name: 'no further part', path: '/account/export?part=next',
		heading: 'Your data in parts' },
	{ name: 'face', path: '/account/face', heading: 'Profile picture' },
	{ name: 'face refused', path: '/account/face', form: '/account/face',
		fields: {}, status: 422, heading: 'Profile picture' },
	{ name: 'new password refused', path: '/account',
		form: '/account/password',
		fields: { old: 'wrong', password: 'short', password2: 'short' },
		status: 422, heading: 'Account' },
	{ name: 'two-step sign-in', path: '/account/code',
		heading: 'Two-step sign-in' },
	{ name: 'two-step sign-in, secret', path: '/account/code',
		form: '/account/code', fields: { password },
		heading: 'Two-step sign-in' },
	{ name: 'two-step sign-in, wrong code', path: '/account/code',
		form: '/account/code', fields: { code: '12345' }, status: 422,
		heading: 'Two-step sign-in' },
	{ name: 'leave', path: '/account/leave', heading: 'Leave Retwis' },
	{ name: 'leave refused', path: '/account/leave', form: '/account/leave',
		fields: { username: 'anna', password: '' }, status: 422,
		heading: 'Leave Retwis' },
	{ name: 'feed, none', path: '/feed', heading: 'Private feed' },
	{ name: 'timeline', path: '/timeline', heading: 'Everyone' },
	{ name: 'announcements', path: '/announcements',
		heading: 'Announcements' },
	{ name: 'status', path: '/@anna/1', heading: 'Post by @anna' },
	{ name: 'thread', path: '/@ben/31', heading: 'Post by @ben' },
	{ name: 'thread, further', path: '/@anna/30?after=30',
		heading: 'Post by @anna' },
	{ name: 'status, liked', path: '/@anna/30', heading: 'Post by @anna' },
	{ name: 'status, answered', path: '/@anna/2', heading: 'Post by @anna' },
	{ name: 'names', path: '/@anna/2/names', heading: 'Who has answered' },
	{ name: 'likes', path: '/likes', heading: 'Your likes' },
	{ name: 'likes, older', path: '/likes?start=10', heading: 'Your likes' },
	{ name: 'saved', path: '/saved', heading: 'Saved posts' },
	{ name: 'saved, older', path: '/saved?start=10', heading: 'Saved posts' },
	{ name: 'muted and blocked, none', path: '/account/quiet',
		heading: 'Muted and blocked members' },
	{ name: 'block?', path: '/quiet?block=1', heading: /^Block @anna\?$/ },
	{ name: 'members', path: '/members', heading: 'Members' },
	{ name: 'members, other letters', path: '/members?letter=other',
		heading: 'Members' },
	{ name: 'members, not found', path: `/members?q=${longWord}`,
		heading: 'Members' },
	{ name: 'reply to what is gone', path: '/@ben/33',
		heading: 'Post by @ben' },
	{ name: 'reply refused', path: '/@anna/30', form: '/post',
		fields: { status: ' ' }, status: 422, heading: 'Not posted yet' },
	{ name: 'delete', path: '/delete?id=31', heading: /^Delete this post\?$/ },
	{ name: 'edit', path: '/edit?id=31', heading: 'Edit post' },
	{ name: 'edit refused', path: '/edit?id=31', form: '/edit',
		fields: { status: longWord.repeat(2) }, status: 422,
		heading: 'Edit post' },
	{ name: 'dates', path: '/dates', heading: 'Dates' },
	{ name: 'notifications', path: '/notifications',
		heading: 'Notifications' },
	{ name: 'notifications, read', path: '/notifications',
		heading: 'Notifications' },
	{ name: 'sign out', path: '/logout', heading: 'Sign out' },
	{ name: 'not found', path: '/nowhere', ...missing },
];

const others = [
	{ name: 'welcome of a new member', who: 'fresh', path: '/?welcome=1',
		heading: 'Home' },
	{ name: 'feed', who: 'anna', path: '/feed', heading: 'Private feed' },
	{ name: 'new feed?', who: 'anna', path: '/feed?feed=new',
		heading: /^Create a new address\?$/ },
	{ name: 'new calendar?', who: 'anna', path: '/feed?calendar=new',
		heading: /^Create a new address\?$/ },
	{ name: 'new calendar', who: 'anna', path: '/feed?calendar=new',
		form: '/feed', fields: { calendar: 'new' },
		heading: 'Private calendar' },
	{ name: 'own profile, empty', who: 'fresh', path: '/@newcomer',
		heading: '@newcomer' },
	{ name: 'too many posts', who: 'fresh', path: '/@anna/30',
		form: '/post', fields: { status: longWord }, status: 429,
		heading: 'Not posted yet' },
	{ name: 'too many follows', who: 'fresh', path: '/@ben',
		form: '/follow', fields: { follow: '1000' }, status: 429,
		heading: 'One moment, please.' },
	{ name: 'saved, none', who: 'fresh', path: '/saved',
		heading: 'Saved posts' },
	{ name: 'likes, none', who: 'fresh', path: '/likes',
		heading: 'Your likes' },
	{ name: 'date of another', who: 'fresh', path: '/edit?date=29',
		status: 403, heading: /^That isn't your post\.$/ },
	{ name: 'muted and blocked', who: 'fresh', path: '/account/quiet',
		heading: 'Muted and blocked members' },
	{ name: 'mute refused', who: 'fresh', path: '/quiet?block=1',
		form: '/quiet', fields: { mute: '' }, ...missing },
	{ name: 'profile muted', who: 'fresh', path: '/@ben', heading: '@ben' },
	{ name: 'profile blocked', who: 'fresh', path: profile(longName),
		heading: `@${longName}` },
	{ name: 'thread, partly hidden', who: 'fresh', path: '/@anna/30',
		heading: 'Post by @anna' },
	{ name: 'scheduled, none', who: 'fresh', path: '/scheduled',
		heading: 'Scheduled posts' },
	{ name: 'home, long name', who: 'long', path: '/?welcome=1',
		heading: 'Home' },
	{ name: 'own profile, long name', who: 'long',
		path: profile(longName), heading: `@${longName}` },
	{ name: 'date changed?', who: 'anna', path: '/edit?date=29',
		heading: 'Change the date' },
	{ name: 'date refused', who: 'anna', path: '/edit?date=29', form: '/edit',
		fields: { id: '29', date: '2020-01-01', place: longWord.repeat(2) }, status: 422,
		heading: 'Change the date' },
	{ name: 'date cancelled?', who: 'anna', path: '/edit?cancel=29',
		heading: 'Cancel this date\\?' },
	{ name: 'invitations', who: 'anna', path: '/invitations',
		heading: 'Invitations' },
	{ name: 'invitation revoked?', who: 'anna', path: '/invitations?revoke=1',
		heading: /^Revoke this link\?$/ },
	{ name: 'invitation refused', who: 'anna', path: '/invitations',
		form: '/invitations', fields: { uses: '0', days: '99' },
		status: 422, heading: 'Invitations' },
	{ name: 'who waits', who: 'anna', path: '/waiting',
		heading: 'Requests to join' },
	{ name: 'status, answered, for its author', who: 'anna', path: '/@anna/2',
		heading: 'Post by @anna' },
	{ name: 'names, not answered', who: 'anna',
		path: '/@anna/2/names?list=none', heading: 'Who has answered' },
	{ name: 'members, for a host', who: 'anna', path: '/members',
		heading: 'Members' },
	{ name: 'members who are suspended', who: 'anna',
		path: '/members?standing=stopped', heading: 'Members' },
	{ name: 'everybody approved?', who: 'anna', path: '/waiting?all=1',
		heading: /^Approve \d+\?$/ },
	{ name: 'host?', who: 'anna', path: '/standing?uid=1000&standing=host',
		heading: /^Make @W+ a host\?$/ },
	{ name: 'host refused', who: 'anna', path:
		'/standing?uid=1000&standing=host', form: '/standing',
		fields: { uid: '1000', standing: 'host', confirm: '1',
			password: 'not this' },
		status: 422, heading: /^Make @W+ a host\?$/ },
	{ name: 'post removed?', who: 'anna', path: '/remove?id=31',
		heading: 'Remove this post\\?' },
	{ name: 'post removed without a reason', who: 'anna',
		path: '/remove?id=31', form: '/remove', fields: { id: '31' },
		status: 422, heading: 'Remove this post\\?' },
	{ name: 'report?', who: 'ben', path: '/report?post=30',
		heading: 'Report this post\\?' },
	{ name: 'member reported?', who: 'ben', path: '/report?member=1000',
		heading: /^Report @W+\?$/ },
	{ name: 'report refused', who: 'ben', path: '/report?post=30',
		form: '/report', fields: { post: '30', text: longWord.repeat(2) },
		status: 422, heading: 'Report this post\\?' },
	{ name: 'reports', who: 'anna', path: '/reports', heading: 'Reports' },
	{ name: 'case', who: 'anna', path: '/reports?case=2',
		heading: 'Reports about @ben' },
	{ name: 'case, closed', who: 'anna', path: '/reports?case=1',
		heading: 'Reports about @ben' },
	{ name: 'case closed already', who: 'anna', path: '/reports?case=2',
		form: '/reports', fields: { case: '1', do: 'close' }, status: 409,
		heading: 'This case has been closed already' },
	{ name: 'post of a case removed?', who: 'anna',
		path: '/reports?case=2&do=remove&post=31',
		heading: 'Remove this post\\?' },
	{ name: 'suspended for a case, refused', who: 'anna',
		path: '/reports?case=2&do=suspend', form: '/reports',
		fields: { case: '2', do: 'suspend', until: '2000-01-01' },
		status: 422, heading: 'Suspend @ben\\?' },
	{ name: 'note?', who: 'anna', path: '/reports?case=2&do=note',
		heading: 'Write to @ben' },
	{ name: 'note refused', who: 'anna', path: '/reports?case=2&do=note',
		form: '/reports', fields: { case: '2', do: 'note', text: ' ' },
		status: 422, heading: 'Write to @ben' },
	{ name: 'log', who: 'anna', path: '/log', heading: 'Log' },
	{ name: 'suspended?', who: 'anna',
		path: '/standing?uid=1000&standing=stopped',
		heading: /^Suspend @W+\?$/ },
	{ name: 'suspended without a reason', who: 'anna',
		path: '/standing?uid=1000&standing=stopped', form: '/standing',
		fields: { uid: '1000', standing: 'stopped', confirm: '1',
			until: '2000-01-01' }, status: 422,
		heading: /^Suspend @W+\?$/ },
	{ name: 'announcement refused', who: 'anna', path: '/', form: '/post',
		fields: { status: 'Hear!', announce: '1', until: '2020-02-02' },
		status: 422, heading: 'Not posted yet' },
	{ name: 'site', who: 'anna', path: '/site', heading: 'Site settings' },
	{ name: 'site, first', who: 'anna', path: '/site?first',
		heading: 'Name your site' },
	{ name: 'site, text', who: 'anna', path: '/site?text=imprint',
		heading: 'Imprint' },
	{ name: 'site, preview', who: 'anna', path: '/site?text=rules',
		form: '/site', fields: { rules: `Be kind.\n\n${longWord}`,
			preview: '1' }, status: 200, heading: 'Rules' },
	{ name: 'site icon', who: 'anna', path: '/site/mark', heading: 'Site icon' },
	{ name: 'site refused', who: 'anna', path: '/site', form: '/site',
		fields: { name: 'x'.repeat(41), welcome: '\u0007', colour: 'pink' },
		status: 422, heading: 'Site settings' },
	{ name: 'profile, for a host', who: 'anna', path: '/@ben',
		heading: '@ben' },
	{ name: 'profile of a host', who: 'anna', path: '/@anna',
		heading: '@anna' },
	{ name: 'link for a new password refused', who: 'anna', path: '/@ben',
		form: '/reset', fields: { uid: '1000', password: 'not this' },
		status: 422,
		heading: 'Password reset link' },
	{ name: 'home, stopped', who: 'stopped', path: '/', status: 403,
		heading: 'Your account is suspended' },
	{ name: 'account, stopped', who: 'stopped', path: '/account',
		heading: 'Account' },
	{ name: 'two-step sign-in, on', who: 'stopped', path: '/account/code',
		heading: 'Two-step sign-in' },
	{ name: 'two-step sign-in, not switched off', who: 'stopped',
		path: '/account/code', form: '/account/code',
		fields: { off: 'off', password: '', code: '' }, status: 422,
		heading: 'Two-step sign-in' },
	{ name: 'notifications, none', who: 'fresh', path: '/notifications',
		heading: 'Notifications' },
];

const listed = [
	...signedOut.map((place) => ({ who: 'out', ...place })),
	...signedIn.map((place) => ({ who: 'ben', ...place })),
	...others,
];

// These have no page to look at on this site: a text that its host has not
// written, redirections, addresses for programs, and the files of pictures.
const bare = ['about', 'calendar', 'health', 'import', 'picture'];

// Pages of the table that are in no list above. So a new page is tested from
// its first day on.
function unlisted() {
	const known = new Set([...bare, ...listed.map(({ path }) =>
		!path.startsWith('/static/') && pageOf(path))]);

	return routes.pages.filter(({ name }) => !known.has(name))
		.map(({ name }) => routes.addresses.find(({ page, methods }) =>
			page === name && methods.includes('GET')))
		.filter(Boolean).map((row) => ({ name: row.page, who: 'ben',
			path: sample(row), heading: /./ }));
}

export const places = [...listed, ...unlisted()].map((place) => ({ status: 200, ...place,
	title: `${place.name} (${place.who})` }));

// A site without posts that takes no members: RETWIS_SIGNUP=closed.
export const closedPlaces = [
	{ name: 'welcome', path: '/', heading: 'A small place to talk.' },
	{ name: 'register', path: '/register', heading: 'Register' },
	{ name: 'timeline', path: '/timeline', heading: 'Everyone' },
].map((place) => ({ who: 'out', status: 200, ...place,
	title: `${place.name} (closed site)` }));

// Runs in the page: sends the form, or a made-up one if there is none like it. No
// script hears of it, so that the answer becomes the page.
// Values are set by script, since no polite browser would send these.
function sendForm({ form: action, fields }) {
	const form = [...document.querySelectorAll(`form[action="${action}"]`)]
		.pop() ?? document.createElement('form');

	Object.assign(form, { method: 'post', action, noValidate: true });
	for (const [name, value] of Object.entries(fields)) {
		let field = form.elements[name];

		// Several of a name are a list.
		if (!field || (field[0] ?? field).type === 'submit') {
			field = document.createElement('textarea');
			form.prepend(Object.assign(field, { name }));
		}
		field.value = value;
		field.checked = true;
	}
	if (!form.isConnected)
		document.body.append(form);
	form.submit();
}

// Takes the page to the place: returns the response.
export async function visit(page, place) {
	let response = await page.goto(place.path);

	if (place.form)
		response = await leadsOn(page, () =>
			page.evaluate(sendForm, place));
	assert.equal(response.status(), place.status, place.title);
	assert.match(await page.locator('h1').innerText(),
		place.heading instanceof RegExp ? place.heading
			: new RegExp(`^${place.heading}$`), place.title);
	return response;
}
