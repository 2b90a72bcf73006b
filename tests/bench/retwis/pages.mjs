/*
 * The transactions as members do them in a browser, each on one of our pages:
 *
 *   add user   POST /register
 *   follow     POST /follow
 *   post       POST /post
 *   timeline   GET /
 *
 * The session and the token of its forms have been read before, as a browser
 * would have them. When the page has answered, each function returns another
 * function, which judges the answer.
 */
import { Agent } from 'node:http';
import { request } from '../../lib/http.mjs';
import { member, password } from '../../lib/visitor.mjs';
import { judgeTimeline } from './judge.mjs';
import { textOf } from './raw.mjs';

const PAGE = 10;

const article = new RegExp('<article class="post" id="p(\\d+)"[^>]*>' +
	'(?:(?!<article)[^])*?<p class="body" dir="auto">n(\\d+)n ', 'g');

// [{id, n}] of a page, in order; `n` is NaN for posts that are not ours.
export function postsOn(html) {
	const found = [...html.matchAll(article)].map(([, id, n]) =>
		({ id, n: Number(n) }));
	const all = html.split('<article class="post"').length - 1;

	return all === found.length ? found : [...found, { id: 'odd', n: NaN }];
}

const isOf = (html, name) => html.includes(`<h2 id="you"><a href="/@${name}">`);

const isRight = (what, { status }, right) => status === right ? []
	: [`${what}: ${status} instead of ${right}`];

// A browser with one connection, which all members use in turn.
function openBrowser(url) {
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });

	const get = (path, cookie) =>
		request(url, path, { agent, headers: { cookie } });
	const post = (path, fields, cookie) => {
		const body = new URLSearchParams(fields).toString();

		return request(url, path, { method: 'POST', agent, body, headers: {
			...cookie ? { cookie } : {},
			'content-type': 'application/x-www-form-urlencoded',
			'content-length': Buffer.byteLength(body) } });
	};

	return { get, post, close: () => agent.destroy() };
}

// A client that acts for all `people`. `world` records what it does.
export function openPages(url, world, people) {
	const browser = openBrowser(url);

	const add = async ({ newcomer }) => {
		const answer = await browser.post('/register', { password,
			username: `newcomer_${newcomer}`, password2: password });

		return () => [...isRight('/register', answer, 303),
			...answer.headers['set-cookie'] ? []
				: [`newcomer ${newcomer} is not signed in`]];
	};

	// A page that may rebuild the timeline of this member.
	const visit = async (member, ask) => {
		const begun = world.beginVisit(member);

		try {
			return await ask();
		} finally {
			world.endVisit(begun);
		}
	};

	const follow = async ({ member: from, other }) => {
		const { cookie, csrf } = people[from];
		const sent = world.sendFollow(from, other);
		const fields = { csrf,
			[sent.on ? 'follow' : 'unfollow']: people[other].id };
		const answer = await visit(from, () =>
			browser.post('/follow', fields, cookie));

		world.storeFollow(sent);
		return () => isRight('/follow', answer, 303);
	};

	const post = async ({ member: author }) => {
		const { cookie, csrf } = people[author];
		const sent = world.sendPost(author);
		const answer = await browser.post('/post', { csrf,
			nonce: `bench-${sent.n}`, status: textOf(sent.n) }, cookie);

		if (answer.status === 303)
			world.storePost(sent);
		return () => isRight('/post', answer, 303);
	};

	const timeline = async ({ member: reader }) => {
		const { cookie, name } = people[reader];
		const due = world.due(reader);
		const answer = await visit(reader, () =>
			browser.get('/', cookie));

		return () => answer.status !== 200 ? isRight('/', answer, 200) : [
			...isOf(answer.text, name) ? []
				: [`the home of ${name} is another page`],
			...judgeTimeline(world, reader, due, postsOn(answer.text),
				PAGE)];
	};

	return { add, follow, post, timeline, close: browser.close };
}

// As many at a time as there are cores: what takes long is the password hash.
export async function registerAll(url, n) {
	const people = [];
	let next = 0;
	const lane = async () => {
		while (next < n) {
			const at = next++;
			const visitor = await member(url, `member_${at}`);

			people[at] = { name: visitor.name,
				csrf: await visitor.csrf(),
				cookie: visitor.cookieHeader() };
		}
	};

	await Promise.all([lane(), lane()]);
	return people;
}

/* ---- deliveries ---------------------------------------------------------- */

const QUEUE = '{fanout}';

// The jobs that are waiting, those that workers are doing, and posts that
// nobody has begun.
async function left(data, bus) {
	const [waiting, workers, outbox] = await Promise.all([
		bus('LLEN', `${QUEUE}:jobs`),
		bus('ZRANGE', `${QUEUE}:workers`, 0, -1),
		data('ZCARD', 'outbox')]);
	const taken = await Promise.all(workers.map(name =>
		bus('LLEN', `${QUEUE}:taken:${name}`)));

	return taken.reduce((sum, n) => sum + n, waiting + outbox);
}

// Waits until every post is delivered.
export async function delivered(data, bus, sleep) {
	while (await left(data, bus) > 0)
		await sleep(20);
}
