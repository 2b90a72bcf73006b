/*
 * The transactions as plain commands, on the layout of the article on Retwis:
 * what papers measure. At the end of each line they wait for replies.
 *
 *   add user   INCR next_user_id, HGET users NAME
 *              HSET users, HSET user:ID, HSET auths, ZADD users_by_time
 *   follow     HGET auths SECRET, ZADD following:ME, ZADD followers:OTHER
 *              (or ZREM, if ME follows OTHER)
 *   post       HGET auths SECRET, INCR next_post_id, ZRANGE followers:ME
 *              HSET post:ID
 *              LPUSH posts:EACH, LPUSH timeline, LTRIM timeline
 *   timeline   HGET auths SECRET, LRANGE posts:ME 0 9
 *              HMGET post:EACH
 *
 * A post is stored before a list refers to it, so there is a wait in between:
 * several servers keep no common order. When the transaction is over, each
 * function returns another function, which judges the answer.
 */
import { judgeTimeline } from './judge.mjs';

const PAGE = 10;

// About the usual length of a post.
export const textOf = n => `n${n}n as people write them, of a hundred letters ` +
	'or so: the kettle sings and the evening is long.';

export const numberIn = text => Number(/^n(\d+)n /.exec(text ?? '')?.[1]);

const secretOf = id => `secret-of-member-${id}`;
const idOf = member => String(member + 1);

function is(what, reply, right) {
	return String(reply) === String(right) ? []
		: [`${what}: ${reply} instead of ${right}`];
}

const signedIn = (member, reply) => is(`member ${member} signs in`, reply,
	idOf(member));

const seconds = () => Math.floor(Date.now() / 1000);

async function addUser(ask, name) {
	const [id, taken] = await Promise.all([ask('INCR', 'next_user_id'),
		ask('HGET', 'users', name)]);
	const replies = await Promise.all([
		ask('HSET', 'users', name, id),
		ask('HSET', `user:${id}`, 'username', name,
			'password', 'a word in clear', 'auth', secretOf(id)),
		ask('HSET', 'auths', secretOf(id), id),
		ask('ZADD', 'users_by_time', seconds(), name)]);

	return () => [...is(`the name ${name}`, taken, null),
		...is(`adding ${name}`, replies, [1, 3, 1, 1])];
}

// A client that acts for all members. `world` records what it does.
export function openRaw(ask, world) {
	const add = ({ newcomer }) => addUser(ask, `newcomer_${newcomer}`);

	const follow = async ({ member, other }) => {
		const sent = world.sendFollow(member, other);
		const change = (key, id) => sent.on
			? ask('ZADD', key, seconds(), id)
			: ask('ZREM', key, id);
		const [me, ...changed] = await Promise.all([
			ask('HGET', 'auths', secretOf(idOf(member))),
			change(`following:${idOf(member)}`, idOf(other)),
			change(`followers:${idOf(other)}`, idOf(member))]);

		world.storeFollow(sent);
		return () => [...signedIn(member, me),
			...is(`${member} follows ${other}`, changed, [1, 1])];
	};

	const push = (id, readers) => Promise.all([
		...readers.map(reader => ask('LPUSH', `posts:${reader}`, id)),
		ask('LPUSH', 'timeline', id), ask('LTRIM', 'timeline', 0, 999)]);

	const post = async ({ member }) => {
		const sent = world.sendPost(member);
		const [me, id, followers] = await Promise.all([
			ask('HGET', 'auths', secretOf(idOf(member))),
			ask('INCR', 'next_post_id'),
			ask('ZRANGE', `followers:${idOf(member)}`, 0, -1)]);
		const fields = await ask('HSET', `post:${id}`, 'user_id',
			idOf(member), 'time', seconds(),
			'body', textOf(sent.n));
		const lengths = await push(id, [idOf(member), ...followers]);

		world.storePost(sent);
		return () => [...signedIn(member, me),
			...is(`the fields of post ${id}`, fields, 3),
			...is(`the end of post ${id}`, lengths.at(-1), 'OK'),
			...lengths.slice(0, -1).filter(n => !(n > 0))
				.map(n => `post ${id}: a list of ${n}`)];
	};

	const timeline = async ({ member }) => {
		const due = world.due(member);
		const [me, ids] = await Promise.all([
			ask('HGET', 'auths', secretOf(idOf(member))),
			ask('LRANGE', `posts:${idOf(member)}`, 0, PAGE - 1)]);
		const posts = await Promise.all(ids.map(id => ask('HMGET',
			`post:${id}`, 'user_id', 'time', 'body')));

		return () => [...signedIn(member, me),
			...judgeTimeline(world, member, due, posts.map(
				([, , body], at) => ({ id: ids[at],
					n: numberIn(body) })), PAGE)];
	};

	return { add, follow, post, timeline };
}

// Registers the members, whose ids count from 1.
export async function addMembers(ask, n) {
	for (let member = 0; member < n; member++)
		for (const fault of (await addUser(ask, `member_${member}`))())
			throw new Error(fault);
}

const idsOf = (ask, key) => ask('LRANGE', key, 0, -1)
	.then(ids => ids.map(Number));

// [{id, n}] of all posts.
async function readPosts(ask) {
	const last = Number(await ask('GET', 'next_post_id'));
	const bodies = await Promise.all(Array.from({ length: last }, (_, at) =>
		ask('HGET', `post:${at + 1}`, 'body')));

	return bodies.map((body, at) => ({ id: at + 1, n: numberIn(body) }))
		.filter(({ n }) => n);
}

// What judgeEnd() needs; `ids` are the members'. The queries are sent one after
// the other, so that no server has to answer all of them at once.
export async function readAll(ask, ids) {
	const all = { stored: await readPosts(ask), timelines: [], own: [],
		following: [] };

	for (const id of ids) {
		all.timelines.push(await idsOf(ask, `posts:${id}`));
		all.own.push(await idsOf(ask, `own:${id}`));
		const others = await ask('ZRANGE', `following:${id}`, 0, -1);

		all.following.push(others.map(other => ids.indexOf(other)));
	}
	return all;
}
