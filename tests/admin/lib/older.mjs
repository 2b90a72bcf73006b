// Databases as the older Retwis programs wrote them, each with members who know
// one another, and with a few things that should not be there.
import { createHash } from 'node:crypto';

const md5 = (text) => createHash('md5').update(text).digest('hex');

// A byte that is not UTF-8, as browsers of 2009 sent it.
const latin = "redis.call('SET', KEYS[1], ARGV[1] .. string.char(233, 128))";

// Anna and ben follow each other; carl, whose name is under :uid, has written
// nothing. The counters are too low, and there is no list of the members.
export async function edition2009(redis) {
	const names = { 1000: 'Anna Smith', 1001: 'ben', 1007: 'carl' };

	for (const [id, name] of Object.entries(names)) {
		await redis('SET', `uid:${id}:username`, name);
		await redis('SET', `uid:${id}:password`, `pass of ${name}`);
		await redis('SET', `uid:${id}:auth`, md5(name));
		await redis('SET', `auth:${md5(name)}`, id);
		await redis('SET',
			`username:${name}:${id === '1007' ? 'uid' : 'id'}`, id);
	}
	await redis('SET', 'global:nextUserId', 1001);
	await redis('SADD', 'username:odd:id', 'of another type');
	await redis('SET', 'global:nextPostId', 2);
	await redis('SADD', 'uid:1000:followers', 1001, 1007, 1000);
	await redis('SADD', 'uid:1001:followers', 1000);
	await redis('SADD', 'uid:1000:following', 1001);
	await redis('SADD', 'uid:1001:following', 1000, 4711);
	await redis('SADD', 'uid:1007:following', 1000);
	await redis('SET', 'post:1', '1000|1236000000|Hello | world');
	await redis('SET', 'post:2', '1001|1236000100|Hello @carl, #tea?\r\n');
	await redis('SET', 'post:3', '9999|1236000200|of nobody');
	await redis('SET', 'post:4', '1000|long ago|one\u0007t\0wo');
	await redis('SET', 'post:5', '1000|1236000400|  ');
	await redis('EVAL', latin, 1, 'post:6', '1001|1236000500|caf');
	await redis('SET', 'post:10343', `1000|1236000600|${'long '.repeat(200)}`);
	await redis('LPUSH', 'uid:1000:posts', 1, 2, 3, 4, 5, 6, 10343);
	await redis('LPUSH', 'global:timeline', 1, 2, 3, 4, 5, 6, 10343);
}

export async function retwisRb(redis) {
	for (const [id, name] of [[1, 'anna'], [2, 'ben']]) {
		const user = `user:id:${id}`;

		await redis('SET', `${user}:username`, name);
		await redis('SET', `${user}:salt`, `salt|${id}`);
		await redis('SET', `${user}:hashed_password`,
			md5(`salt|${id}pass of ${name}`));
		await redis('SET', `user:username:${name}`, id);
		await redis('LPUSH', 'users', id);
	}
	await redis('SET', 'user:uid', 2);
	await redis('SET', 'post:uid', 12);
	await redis('SADD', 'user:id:1:followers', 2);
	await redis('SADD', 'user:id:2:followees', 1);
	const posts = [[3, 1, '2009-06-21 10:30:00 +0100', 'the first'],
		[4, 2, 'Sun Jun 21 10:30:00 +0100 2009', '@anna the second'],
		[12, 1, 'yesterday', 'the third']];

	for (const [id, author, time, text] of posts) {
		await redis('SET', `post:id:${id}:content`, text);
		await redis('SET', `post:id:${id}:user_id`, author);
		await redis('SET', `post:id:${id}:created_at`, time);
		await redis('LPUSH', `user:id:${author}:posts`, id);
		await redis('LPUSH', 'timeline', id);
	}
	await redis('LPUSH', 'user:id:1:mentions', 4);
}

export async function retwisJ(redis) {
	for (const [id, name] of [[1, 'anna'], [2, 'ben']]) {
		await redis('HSET', `uid:${id}`, 'name', name,
			'pass', `pass of ${name}`);
		await redis('SET', `user:${name}:uid`, id);
		await redis('SET', `uid:${id}:auth`, `uuid-${id}`);
		await redis('SET', `auth:uuid-${id}`, id);
		await redis('RPUSH', 'users', name);
	}
	await redis('SET', 'global:uid', 2);
	await redis('SET', 'global:pid', 9);
	await redis('SADD', 'uid:1:following', 2, 1);
	await redis('SADD', 'uid:2:followers', 1);
	await redis('SADD', 'uid:1:also:uid:2', 1);
	const posts = [[1, 1, 'a question', {}],
		[2, 2, '@anna an answer', { replyPid: 1, replyUid: 1 }],
		[3, 1, 'and thanks', { replyPid: 2, replyUid: 2 }],
		[4, 2, 'no answer', { replyPid: 'null', replyUid: 'null' }],
		[5, 2, 'lost', { replyPid: 77, replyUid: 1 }],
		[6, 2, 'backwards', { replyPid: 9, replyUid: 1 }]];

	for (const [id, author, text, more] of posts) {
		await redis('HSET', `pid:${id}`, 'content', text, 'uid', author,
			'time', 1300000000000 + id * 1500,
			...Object.entries(more).flat());
		await redis('LPUSH', `uid:${author}:posts`, id);
		await redis('LPUSH', 'timeline', id);
	}
}
