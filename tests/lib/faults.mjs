// Whether likes, reposts, replies and their counts are consistent.
import { dump } from './wire.mjs';

// {"likes:1": {member: score}, "post:1": {field: value}, "own:1": [...]}
export async function readAll(redis) {
	const all = {};

	for (const [key, value] of Object.entries(await dump(redis))) {
		const [type, name] = key.split(' ');

		all[name] = value;
		if (type === 'hash')
			all[name] = Object.fromEntries(value.map((p) =>
				[p.slice(0, p.indexOf('=')), p.slice(p.indexOf('=') + 1)]));
		if (type === 'zset') {
			all[name] = {};
			for (let i = 0; i < value.length; i += 2)
				all[name][value[i]] = value[i + 1];
		}
	}
	return all;
}

export function keysOf(all, kind) {
	return Object.keys(all).filter((key) => key.startsWith(`${kind}:`))
		.map((key) => key.slice(kind.length + 1));
}

// Likes are stored on both sides, and counted; their posts exist.
function wrongLikes(all, post) {
	const wrong = [];

	for (const id of keysOf(all, 'likes')) {
		for (const who of Object.keys(all[`likes:${id}`]))
			if (!(id in (all[`liked:${who}`] ?? {})))
				wrong.push(`${who} does not know of liking ${id}`);
		if (!post(id))
			wrong.push(`likes of ${id}, which is gone`);
	}
	for (const who of keysOf(all, 'liked'))
		for (const id of Object.keys(all[`liked:${who}`]))
			if (!(who in (all[`likes:${id}`] ?? {})))
				wrong.push(`${id} does not know who likes it: ${who}`);
	return wrong;
}

// Each repost is listed with its post, its author, and in the author's list.
function wrongReposts(all, post) {
	const wrong = [];
	const reposts = keysOf(all, 'post').filter((id) => post(id)?.repost_of);

	for (const id of reposts) {
		const { user_id: who, repost_of: of } = post(id);

		if (!(id in (all[`reposts:${of}`] ?? {})))
			wrong.push(`${of} does not know of its repost ${id}`);
		if (all[`reposted:${who}`]?.[of] !== id)
			wrong.push(`${who} does not know of reposting ${of}`);
		if (!all[`own:${who}`]?.includes(id))
			wrong.push(`repost ${id} is in no list`);
		if (!post(of))
			wrong.push(`a repost of ${of}, which is gone`);
	}
	for (const of of keysOf(all, 'reposts'))
		for (const id of Object.keys(all[`reposts:${of}`]))
			if (post(id)?.repost_of !== of)
				wrong.push(`${id} is no repost of ${of}`);
	for (const who of keysOf(all, 'reposted'))
		for (const id of Object.values(all[`reposted:${who}`]))
			if (!reposts.includes(id))
				wrong.push(`${who} claims a repost ${id}`);
	return wrong;
}

function wrongCounts(all, post) {
	const wrong = [];
	const length = { replies: (list) => list.length,
		likes: (set) => Object.keys(set).length,
		reposts: (set) => Object.keys(set).length };

	for (const id of keysOf(all, 'post').filter(post))
		for (const [what, count] of Object.entries(length)) {
			const there = all[`${what}:${id}`];
			const n = there ? count(there) : 0;

			if (Number(post(id)[what] ?? 0) !== n)
				wrong.push(`${post(id)[what]} ${what} of ${id}, not ${n}`);
		}
	return wrong;
}

function wrongLists(all, post) {
	const lists = [...keysOf(all, 'own').map((id) => `own:${id}`), 'timeline'];

	return [
		...lists.flatMap((key) => (all[key] ?? [])
			.filter((id) => !post(id)).map((id) => `${id} in ${key}`)),
		...keysOf(all, 'replies').filter((id) => !post(id))
			.map((id) => `replies of ${id}, which is gone`),
	];
}

// Everything that a member was notified of is still true.
function wrongNotices(all, post) {
	const isSo = {
		like: (id, by) => by in (all[`likes:${id}`] ?? {}),
		repost: (id, by) => id in (all[`reposted:${by}`] ?? {}),
		reply: (id, by) => post(id)?.user_id === by,
		mention: (id, by) => post(id)?.user_id === by,
		follow: (id, by) => `following:${by}` in all,
		enter: (id, by) => `user:${by}` in all,
	};

	return keysOf(all, 'notices').flatMap((who) =>
		Object.keys(all[`notices:${who}`])
			.map((entry) => entry.split(' '))
			.filter(([kind, id, by]) => by && !isSo[kind](id, by))
			.map((entry) => `${who} was told: ${entry.join(' ')}`));
}

// Every inconsistency, in words. Home timelines may contain deleted posts;
// nothing else may.
export async function faults(redis) {
	const all = await readAll(redis);
	const post = (id) => all[`post:${id}`]?.body && all[`post:${id}`];

	return [wrongLikes, wrongReposts, wrongCounts, wrongLists, wrongNotices]
		.flatMap((wrong) => wrong(all, post));
}
