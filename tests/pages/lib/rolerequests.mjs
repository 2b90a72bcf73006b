// What roles.test.mjs sends: each address of the table of routes with each method,
// and each form, about everything that it can be about.
import { bring, luggage, post as brought } from '../../lib/luggage.mjs';
import { rowOf, routes, sample } from '../../lib/routes.mjs';
import { password } from '../../lib/visitor.mjs';

// ---- what a request can be about ---------------------------------------------

// Lists of [what the table calls it, find(site, role)]. A role for which find()
// returns nothing sends nothing.
const plain = [['-', () => ({})]];

// Something that a member of that role has, as {id, name}.
function thing(title, role, what) {
	return [title, (site, asker) => {
		const { name, [what]: id } = site.thingsOf(role, asker) ?? {};

		return id && { id, name };
	}];
}

function those(...ids) {
	return ids.map((id) => [id, () => ({ id })]);
}

const members = [thing('oneself', 'own', 'id'),
	...['member', 'moderator', 'host', 'waiting', 'suspended'].map((role) =>
		thing(role, role, 'id')),
	['nobody', (site) => ({ id: site.nobody, name: 'nobody' })]];

const allSuspended = [...members,
	thing('suspended by a host', 'suspended by a host', 'id')];

// The Atom feeds of members, and of tags.
const asAtom = members.map(([title, find]) => [`${title}, as Atom`, (...who) => {
	const { id, name } = find(...who) ?? {};

	return id && { id: `${id}.atom`, name: `${name}.atom` };
}]);

const posts = [thing('own', 'own', 'post'),
	thing('own, removed', 'own', 'removed'),
	...['member', 'moderator', 'host', 'suspended'].map((role) =>
		thing(`${role}'s`, role, 'post')),
	thing('member\'s, removed', 'member', 'removed'),
	['nobody\'s', (site) => ({ id: site.nobody, name: 'nobody' })]];

// Files of pictures: of a post, of one that was removed, and of none.
const pictures = [['picture', ''], ['lost', ', in a removed post'],
	['loose', ', in no post']].flatMap(([what, where]) =>
	['own', 'member', 'suspended'].map((role) =>
		thing(`${role === 'own' ? role : `${role}'s`}${where}`, role, what)));

const ownAnd = (what, ...roles) => ['own', ...roles].map((role) =>
	thing(role === 'own' ? role : `${role}'s`, role, what));

// The lists below questions, which are announcements, too, and below secret ones.
const owners = ['member', 'moderator', 'host', 'suspended'];
const listed = (things, ...lists) => lists.flatMap((list) =>
	things.map(([title, find]) => [`${title}, ${list}`, (...who) => {
		const found = find(...who);

		return found && { ...found, list };
	}]));
const ballots = ownAnd('ballot', 'host').map(([title, find]) =>
	[`${title} ballot`, find]);
const nameLists = [...listed(ownAnd('question', ...owners), '0', 'none', 'read',
	'unread'), ...listed(ballots, '0', 'none')];
const answerTables = [...ownAnd('question', ...owners), ...ballots,
	...ownAnd('post', 'host').map(([title, find]) => [`${title} post`, find])];

// What can be reported: as the field, and its value.
const reportable = (things, field) => things.map(([title, find]) => [title,
	(...who) => {
		const { id } = find(...who) ?? {};

		return id && { id: `${field}=${id}`, fields: { [field]: id } };
	}]);
const reportables = [...reportable(posts, 'post'),
	...reportable(members, 'member')];

// Open cases, and the post that was reported.
const cases = [...['own', 'member', 'moderator', 'host', 'suspended'].map((role) =>
	[role === 'own' ? role : `about a ${role}`, (site, asker) => {
		const { case: id, post } = site.thingsOf(role, asker) ?? {};

		return id && { id, post };
	}]), ['nobody\'s', (site) => ({ id: site.nobody, post: site.nobody })]];

const resets = [['member\'s', (site) => ({ id: site.reset })],
	...those('/reset/0123')];

// ---- pages -------------------------------------------------------------------

// The addresses that need a thing, or can be about one: [things, path(thing)]. Those
// without words in capitals are also requested as they are.
const pages = {
	'/account/SETTING': [those('name', 'password', 'sessions', 'nothing'),
		({ id }) => `/account/${id}`],
	'/calendar/TOKEN': [[...ownAnd('calendar', 'member', 'suspended'),
		...those('/calendar/0123.ics')], ({ id }) => id],
	'/delete': [posts, ({ id }) => `/delete?id=${id}`],
	'/edit': [posts, ({ id }) => `/edit?id=${id}`],
	'/feed/TOKEN': [[...ownAnd('feed', 'member', 'suspended'),
		...those('/feed/0123.atom')], ({ id }) => id],
	'/invitations': [those('revoke=1'), ({ id }) => `/invitations?${id}`],
	'/join/TOKEN': [[...ownAnd('invitation', 'member', 'suspended'),
		...those('0123')], ({ id }) => `/join/${id}`],
	'/members': [those('standing=stopped', 'standing=waiting'), ({ id }) =>
		`/members?${id}`],
	'/picture/FILE': [[...pictures, ...those('0'.repeat(32))], ({ id }) =>
		`/picture/${id}-400.webp`],
	'/profile': [members, ({ name }) => `/profile?u=${name}`],
	'/quiet': [members, ({ id }) => `/quiet?block=${id}`],
	'/remove': [posts, ({ id }) => `/remove?id=${id}`],
	'/report': [reportables, ({ id }) => `/report?${id}`],
	'/reports': [cases, ({ id }) => `/reports?case=${id}`],
	'/reset/TOKEN': [resets, ({ id }) => id],
	'/scheduled': [ownAnd('scheduled', 'member'), ({ id }) =>
		`/scheduled?id=${id}`],
	'/search': [[...members, ...those('quiet')], ({ id, name = id }) =>
		`/search?q=${name}`],
	'/site': [those('text=about', 'first=1'), ({ id }) => `/site?${id}`],
	'/standing': [allSuspended, ({ id }) =>
		`/standing?uid=${id}&standing=stopped`],
	'/tag/TAG': [[...members, ...asAtom], ({ id }) => `/tag/by${id}`],
	'/waiting': [members, ({ id }) => `/waiting?refuse=${id}`],
	'/@NAME': [[...members, ...asAtom], ({ name }) => `/@${name}`],
	'/@NAME/ID': [posts, ({ id, name }) => `/@${name}/${id}`],
	'/@NAME/ID/N': [posts, ({ id, name }) => `/@${name}/${id}/1`],
	'/@NAME/ID/answers.csv': [answerTables, ({ id, name }) =>
		`/@${name}/${id}/answers.csv`],
	'/@NAME/ID/names': [nameLists, ({ id, name, list }) =>
		`/@${name}/${id}/names?list=${list}`],
	'/@NAME/ID.ics': [[...posts, ...['member', 'suspended'].map((role) =>
		thing(`${role}'s, dated`, role, 'dated'))],
	({ id, name }) => `/@${name}/${id}.ics`],
	'/@NAME/followers': [members, ({ name }) => `/@${name}/followers`],
	'/@NAME/following': [members, ({ name }) => `/@${name}/following`],
	'/@NAME/mentions': [members, ({ name }) => `/@${name}/mentions`],
	'/@NAME/mentions.atom': [members, ({ name }) =>
		`/@${name}/mentions.atom`],
	'/ANYTHING': [plain, () => '/nothing'],
};

// ---- forms -------------------------------------------------------------------

const fresh = 'another good one';
const reason = 'because';
const inAMonth = new Date(Date.now() + 30 * 86400000).toISOString().slice(0, 10);

// Forms that are about nothing, or about things that one field names.
const alone = (fields = {}) => ({ things: plain, fields: () => fields });
const about = (things, field, more) => ({ things, fields: ({ id }) =>
	({ [field]: id, ...more }) });

const each = (address, things, ...fields) => Object.fromEntries(fields.map(
	(field) => [`${address} ${field}`, about(things, field)]));

// The first answer to the question that each of the posts asks: see `done`.
const answered = (field, more) => ({ things: posts, fields: ({ id }) =>
	({ [field]: `${id}.0`, ...more }) });

const standings = (...words) => Object.fromEntries(words.map((standing) =>
	[`/standing standing=${standing}`, about(allSuspended, 'uid',
		{ standing, confirm: '1', reason, password })]));

const texts = (...names) => Object.fromEntries(names.map((name) =>
	[`/site ${name}`, alone({ [name]: 'a text' })]));

// Each form as its row in the table of routes has it, and each address of a POST
// without such a row: {things, fields(thing), path(thing)}, and instead of
// fields() perhaps send(visitor).
const hasFace = ({ id }) => [['HSET', `user:${id}`, 'face', '0123'.repeat(8)]];

const forms = {
	...each('/act', posts, 'like', 'unlike', 'repost', 'unrepost', 'save',
		'unsave', 'pin', 'unpin', 'cancel', 'leave', 'join', 'read'),
	'/act answer': answered('answer'),
	'/act unanswer': answered('unanswer'),
	'/answer answer': answered('answer', { guests: '2' }),
	...each('/follow', members, 'follow', 'unfollow'),
	...each('/quiet', members, 'mute', 'unmute', 'block', 'unblock'),
	...each('/delete', posts, 'id'),
	...each('/delete', ownAnd('archived'), 'archived'),
	...each('/scheduled', ownAnd('scheduled', 'member'), 'id'),
	'/feed feed=new': alone({ feed: 'new' }),
	'/feed feed=off': alone({ feed: 'off' }),
	'/feed calendar=new': alone({ calendar: 'new' }),
	'/feed calendar=off': alone({ calendar: 'off' }),
	'/bio seen=on': alone({ seen: 'on' }),
	'/bio seen=off': alone({ seen: 'off' }),
	'/bio bio=': alone({ bio: 'a line', name: 'A Name' }),
	'/post status=': { things: [...plain, ...posts], fields: ({ id }) =>
		({ status: 'a post', ...id && { reply_to: id } }) },
	'/edit status=': about(posts, 'id', { version: '0', status: 'changed' }),
	'/edit place': about(posts, 'id', { version: '0', date: inAMonth,
		from: '', to: '', place: 'a place' }),
	'/account/name name': alone({ name: 'A Name' }),
	'/account/password old': alone({ old: password, password: fresh,
		password2: fresh }),
	'/account/sessions end=all': alone({ end: 'all' }),
	...each('/account/sessions', ownAnd('session', 'member'), 'end'),
	'/account/code off': alone({ off: '1', password, code: '123456' }),
	'/account/code spare': alone({ spare: '1', password, code: '123456' }),
	'/account/code code': alone({ code: '123456' }),
	'/account/code password': alone({ password }),
	'/account/export part': alone({ part: 'next' }),
	'/account/face uid': { ...about(members, 'uid', { remove: '1' }),
		before: ({ id, name }) => name === 'nobody' ? [] : hasFace({ id }) },
	'/account/face remove': { things: [...plain, members[0]],
		fields: () => ({ remove: '1' }), before: hasFace },
	// Whoever may choose a picture is told to choose one.
	'/account/face csrf': alone(),
	'/account/export csrf': alone(),
	'/account/import csrf': { things: plain, send: (visitor) =>
		bring(visitor, luggage([brought(1)])) },
	'/account/leave username': { things: members.slice(0, 2),
		fields: ({ name }) => ({ username: name, password }) },
	...each('/invitations', ownAnd('invitation', 'member'), 'revoke'),
	'/invitations uses': alone({ uses: '1', days: '7' }),
	...each('/waiting', members, 'approve'),
	'/waiting refuse': about(members, 'refuse', { reason }),
	...each('/remove', posts, 'restore'),
	'/remove id': about(posts, 'id', { reason }),
	'/report reason': { things: reportables, fields: ({ fields }) =>
		({ ...fields, reason: 'spam', text: 'a text' }) },
	...Object.fromEntries(['remove', 'suspend', 'note', 'close'].map((word) =>
		[`/reports do=${word}`, { things: cases, fields: ({ id, post }) =>
			({ case: id, do: word, post, reason, text: 'a text' }) }])),
	...texts('about', 'rules', 'privacy', 'imprint'),
	'/site skip': alone({ skip: '1' }),
	'/site/mark remove': alone({ remove: '1' }),
	'/site/mark csrf': alone(),
	'/site signup': alone({ signup: 'asked', readers: 'all',
		invites: 'members', log: 'hosts', announce: 'hosts', password }),
	'/site colour': alone({ name: 'A Club', welcome: 'Hello.', colour: 'blue' }),
	'/site post_max': alone({ post_max: '280', edit_minutes: '15' }),
	...standings('host', 'moderator', 'member', 'stopped'),
	'/reset uid': about(members, 'uid', { password }),
	'/reset/TOKEN': { things: resets, path: ({ id }) => id,
		fields: () => ({ password: fresh, password2: fresh }) },
	'/login': { things: members, fields: ({ name }) =>
		({ username: name, password }) },
	'/register': alone({ username: 'newcomer', password, password2: password,
		who: 'it is me' }),
	'/logout everywhere': alone({ everywhere: '1' }),
	'/logout csrf': alone(),
};

// The post has a date, which is far away.
const dated = ({ id }) => [['HSET', `post:${id}`, 'date', '4000000000 0 0\n']];
const asks = ({ id }) => ['HSET', `post:${id}`, 'question', '0 comes'];

// What whoever asks has done before, where a button takes something back, or what
// makes the post an announcement: commands.
const done = {
	answer: (post) => [asks(post)],
	unanswer: ({ id }, me) => [asks({ id }),
		['ZADD', `answers:${id}`, 1, `0 ${me.id}`, 8 * 2 ** 40, me.id],
		['ZADD', `answered:${me.id}`, 1, id]],
	unlike: ({ id }, me) => [['ZADD', `likes:${id}`, 1, me.id],
		['ZADD', `liked:${me.id}`, 1, id]],
	unrepost: ({ id }, me) => [['HSET', 'post:900000', 'user_id', me.id,
		'username', me.name, 'time', 1, 'body', '', 'repost_of', id],
	['ZADD', `reposted:${me.id}`, 900000, id],
	['ZADD', `reposts:${id}`, 1, 900000]],
	unsave: ({ id }, me) => [['ZADD', `saved:${me.id}`, 1, id]],
	unpin: ({ id }, me) => [['HSET', `user:${me.id}`, 'pinned', id]],
	cancel: dated,
	place: dated,
	join: ({ id }, me) => [['ZADD', `left:${me.id}`, 1, id]],
	read: ({ id }) => [['HSET', `post:${id}`, 'announced', '9999999999']],
	unfollow: ({ id }, me) => [['ZADD', `followers:${id}`, 1, me.id],
		['ZADD', `following:${me.id}`, 1, id]],
	unmute: ({ id }, me) => [['ZADD', `quiet:${me.id}`, 1, id],
		['ZADD', `quiet_by:${id}`, 1, me.id]],
	unblock: ({ id }, me) => [['ZADD', `quiet:${me.id}`, -1, id],
		['ZADD', `quiet_by:${id}`, -1, me.id]],
};

// ---- all of them -------------------------------------------------------------

function formName({ address, field, value }) {
	return `${address} ${field}${value === null ? '' : `=${value}`}`;
}

function actOfPage({ address }) {
	const [things, path] = pages[address] ?? [];
	const act = `GET ${address}`;

	if (/[A-Z]/.test(address))
		return [{ act, things, path }];
	return [{ act, things: [...plain, ...things ?? []],
		path: (thing) => 'id' in thing ? path(thing) : address }];
}

// An address without a form in the table of routes has one that strangers send.
function actsOfForms(row) {
	const rows = routes.forms.filter(({ address }) => rowOf(address) === row);
	const names = rows.length ? rows.map(formName) : [row.address];

	return names.map((name) => {
		const [address, field] = name.split(' ');

		return { act: `POST ${name}`, path: () => address,
			before: done[field], ...forms[name] };
	});
}

// With a method that the address does not know it is about nothing.
function actsOf(row, method) {
	if (!row.methods.includes(method))
		return [{ act: `${method} ${row.address}`, things: plain,
			path: () => sample(row) }];
	return method === 'GET' ? actOfPage(row) : actsOfForms(row);
}

const acts = routes.addresses.flatMap((row) => ['GET', 'POST', 'DELETE']
	.flatMap((method) => actsOf(row, method).map((act) =>
		({ ...act, method, page: row.page }))));

// What the table of routes has, and this file does not; and the other way round.
export const unknown = acts.filter(({ things }) => !things)
	.map(({ act }) => act);
export const gone = [...Object.keys(pages).map((name) => `GET ${name}`),
	...Object.keys(forms).map((name) => `POST ${name}`)]
	.filter((name) => !acts.some(({ act }) => act === name));

// Every request: {act, title, page, find(site, role), before(thing, me)}, and what
// send() needs.
export const requests = acts.filter(({ things }) => things)
	.flatMap(({ things, ...act }) => things.map(([title, find]) =>
		({ ...act, title, find })));

// Sends it about that thing.
export function send(visitor, { method, path, fields, send: other }, thing) {
	if (other)
		return other(visitor);
	if (method === 'POST')
		return visitor.submit(path(thing), fields?.(thing));
	return visitor.send(method, path(thing));
}
