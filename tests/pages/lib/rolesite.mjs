// The site to which roles.test.mjs sends every request: somebody of each role, who
// asks, and somebody else of each role, whom it is about. What somebody has written
// is found by their name in it, so no name may be part of a word of our pages.
import assert from 'node:assert/strict';
import { adminOf } from '../../admin/lib/admin.mjs';
import { albumOf } from '../../lib/album.mjs';
import { at, hour } from '../../lib/later.mjs';
import { indexed } from '../../lib/redis.mjs';
import { Visitor, password } from '../../lib/visitor.mjs';

// The settings: newcomers ask, and wait for approval.
export const asked = { RETWIS_SIGNUP: 'asked' };

export const roles = ['visitor', 'waiting', 'member', 'suspended', 'moderator',
	'host'];
const askers = { waiting: 'wendy', member: 'marlene', suspended: 'sammy',
	moderator: 'molly', host: 'helen' };
const others = { waiting: 'wolfgang', member: 'matteo', suspended: 'susanne',
	'suspended by a host': 'bertram', moderator: 'mikael', host: 'hubert' };
const all = [...Object.values(askers), ...Object.values(others)];
const newcomers = ['wendy', 'wolfgang'];
const suspended = ['sammy', 'susanne', 'bertram'];
const full = all.filter((name) => !newcomers.includes(name));

// ---- who and what there is ---------------------------------------------------

class Site {
	constructor(stack) {
		Object.assign(this, { ...stack, admin: adminOf(stack), visitors: {},
			things: {}, nobody: '987654' });
	}

	// Somebody who asks to join.
	async register(name) {
		const visitor = new Visitor(this.url);
		const answer = await visitor.post('/register', { username: name,
			password, password2: password, who: `who${name}` });

		assert.equal(answer.status, 303, answer.text);
		await visitor.csrf();
		this.visitors[name] = visitor;
		this.things[name] = { name,
			id: await this.redis('HGET', 'users', name) };
	}

	async press(name, path, fields, status = 303) {
		const answer = await this.visitors[name].post(path, fields);

		assert.equal(answer.status, status, `${path} ${answer.text}`);
		return answer.text;
	}

	async give(by, name, standing) {
		await this.press(by, '/standing', { uid: this.things[name].id,
			standing, confirm: 1, password,
			reason: standing === 'stopped' ? `why${name}` : '' });
	}

	async write(name, status, fields = {}) {
		await this.press(name, '/post', { status, ...fields });
		return this.redis('LINDEX', `own:${this.things[name].id}`, 0);
	}

	// One of each thing that a member can have.
	async furnish(name) {
		const { redis, url, visitors } = this;
		const { id } = this.things[name];
		const elsewhere = new Visitor(url);
		const here = await redis('HKEYS', `sessions:${id}`);

		await elsewhere.login(name);
		const sessions = await redis('HKEYS', `sessions:${id}`);
		const removed = await this.write(name, `removed${name} #quiet`);
		const post = await this.write(name, `post${name} #quiet #by${id}`);

		await this.press(name, '/post', { status: `later${name}`,
			at: at(48 * hour) });
		await this.press(name, '/invitations', { uses: 5, days: 30 });
		const scheduled = (await visitors[name].get('/scheduled')).text
			.match(/\/scheduled\?id=([^"]*)"/)[1];
		const invitation = (await visitors[name].get('/invitations')).text
			.match(/\/join\/([0-9a-f]{33,})/)[1];

		await redis('ZADD', `archive:${id}`, 1236000001 + 1 / 2 ** 20,
			`1 1236000001\n\n\narchive${name}`);
		const feed = await visitors[name].makeFeed();
		const calendar = await visitors[name].makeCalendar();
		const question = await this.ask(name);
		const ballot = await this.write(name, `ballot${name}`,
			{ answers: 'tea\ncoffee', secret: 1 });
		const dated = await this.write(name, `dated${name}`,
			{ date: at(48 * hour).slice(0, 10) });

		await this.hang(name, { removed, post });
		Object.assign(this.things[name], { removed, post, scheduled, question,
			ballot, invitation, feed, calendar, dated, archived: '1-1236000001',
			session: sessions.find((digest) => !here.includes(digest)) });
	}

	// Pictures: in a post, in one that is removed later, and in none.
	async hang(name, { removed, post }) {
		const album = albumOf(this);
		const add = async () => (await album.add(this.things[name].id)).token;
		const [picture, lost, loose] = [await add(), await add(), await add()];

		await album.give(post, picture);
		await album.give(removed, lost);
		Object.assign(this.things[name], { picture, lost, loose });
	}

	// A question that is an announcement, too; bertram has answered and read it.
	async ask(name) {
		const post = await this.write(name, `asked${name}`, { answers: 'comes' });
		const { id } = this.things.bertram;

		await this.redis('HSET', `post:${post}`, 'announced',
			Math.floor(Date.now() / 1000) + 86400);
		await this.redis('ZADD', `answers:${post}`, 1, `0 ${id}`, 8 * 2 ** 40, id);
		await this.redis('ZADD', `answered:${id}`, 1, post);
		await this.redis('ZADD', `read:${post}`, 1, id);
		return post;
	}

	// What connects whoever asks with bertram, who is suspended later, and with a
	// post that is removed later.
	async meet(name) {
		const { bertram, hubert } = this.things;
		const { id, post } = this.things[name];

		await this.press(name, '/follow', { follow: bertram.id });
		await this.press('bertram', '/follow', { follow: id });
		await this.press('bertram', '/act', { like: post });
		await this.press('bertram', '/post', { reply_to: post,
			status: `answerbertram @${name}` });
		for (const liked of [bertram.post, hubert.removed])
			for (const button of ['like', 'save'])
				await this.press(name, '/act', { [button]: liked });
	}

	async remove(name) {
		await this.press('mikael', '/remove', { id: this.things[name].removed,
			reason: `because${name}` });
	}

	// An open case: a moderator has reported what that member wrote.
	async report(name) {
		const { id, post } = this.things[name];

		await this.press(name === 'mikael' ? 'hubert' : 'mikael', '/report',
			{ post, reason: 'other', text: `told${name}` });
		this.things[name].case = await this.redis('ZSCORE', 'cases', id);
	}

	async linkToReset(name) {
		const text = await this.press('helen', '/reset',
			{ uid: this.things[name].id, password }, 200);

		return text.match(/\/reset\/[0-9a-f]{33,}/)[0];
	}

	// What pages write when they are looked at for the first time.
	async look() {
		for (const visitor of Object.values(this.visitors))
			for (const path of ['/', '/notifications', '/timeline'])
				await visitor.get(path);
		await new Visitor(this.url).get(this.things.helen.calendar);
	}

	// ---- asking for it -----------------------------------------------------

	// Somebody with the cookies of that role, for one request.
	visitorOf(role) {
		const { cookies, csrfFor, csrfValue } =
			this.visitors[askers[role]] ?? new Visitor(this.url);

		return Object.assign(new Visitor(this.url),
			{ cookies: new Map(cookies), csrfFor, csrfValue });
	}

	// What the other member of that role has, or for 'own' the asking one;
	// undefined if there is nobody.
	thingsOf(role, asker) {
		return this.things[role === 'own' ? askers[asker] : others[role]];
	}

	// ---- what nobody must see ----------------------------------------------

	// The words that must be in no answer to that role.
	hiddenFrom(role) {
		const isStaff = ['moderator', 'host'].includes(role);
		const words = Object.values(this.things).flatMap((of) => {
			const isOwn = of.name === askers[role];

			return [...isOwn ? [] : secretsOf(of),
				...isStaff ? [] : ofStaff(of, isOwn),
				...isStaff && !isOwn ? [] : [`told${of.name}`]];
		});

		return [this.reset, '$argon2id$', ...words];
	}

	// And those that only members read, on a site that only they may read.
	wordsOfMembers() {
		return Object.values(this.things).flatMap(ofMembers);
	}
}

// What only that member may know.
function secretsOf({ name, scheduled, invitation, feed, calendar, session }) {
	return [`later${name}`, scheduled, invitation, feed, calendar, session]
		.filter(Boolean);
}

// What members read.
function ofMembers({ name }) {
	return [`post${name}`, `archive${name}`, `answer${name}`, `asked${name}`,
		`ballot${name}`, `dated${name}`];
}

// What hosts and moderators know, too; reasons also whom they are given to.
function ofStaff({ name }, isOwn) {
	const isHidden = [...newcomers, ...suspended].includes(name);

	return [`removed${name}`, `who${name}`,
		...isHidden ? ofMembers({ name }) : [],
		...isOwn ? [] : [`because${name}`, `why${name}`,
			...isHidden ? [name] : []]];
}

// ---- setting it up -----------------------------------------------------------

// The first host is made by root, and lets the others in.
async function letIn(site) {
	const { id } = site.things.helen;

	await site.redis('ZREM', 'waiting', id);
	await site.redis('HDEL', `user:${id}`, 'standing', 'who');
	assert.equal((await site.admin(['host', 'helen'])).status, 0);
	for (const name of full.filter((name) => name !== 'helen'))
		await site.press('helen', '/waiting',
			{ approve: site.things[name].id });
	for (const [name, standing] of [['hubert', 'host'],
		['molly', 'moderator'], ['mikael', 'moderator']])
		await site.give('helen', name, standing);
}

// A site with all of them, where nothing is left to do.
export async function openSite(stack) {
	const site = new Site(stack);

	for (const name of all)
		await site.register(name);
	await letIn(site);
	for (const name of full)
		await site.furnish(name);
	for (const name of full.filter((name) =>
		Object.values(askers).includes(name)))
		await site.meet(name);
	await site.press('matteo', '/act', { repost: site.things.bertram.post });
	await site.press('bertram', '/act', { repost: site.things.matteo.post });
	for (const name of full)
		await site.remove(name);
	site.reset = await site.linkToReset('matteo');
	for (const name of suspended)
		await site.give(name === 'susanne' ? 'mikael' : 'helen', name,
			'stopped');
	for (const name of full)
		await site.report(name);
	await site.look();
	await indexed(site.redis);
	return site;
}
