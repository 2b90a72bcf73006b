// What the PHP original does with Redis, command by command, so that a test can
// read what we have written, and write what we must be able to read.
import { randomBytes } from 'node:crypto';

const now = () => Math.floor(Date.now() / 1000);

export class Php {
	constructor(redis) {
		this.redis = redis;
	}

	// isLoggedIn(): the member's id, or undefined.
	async session(secret) {
		const id = await this.redis('HGET', 'auths', secret);

		if (id && await this.redis('HGET', `user:${id}`, 'auth') === secret)
			return id;
		return undefined;
	}

	// login.php: the secret for the cookie, or undefined.
	async login(name, password) {
		const id = await this.redis('HGET', 'users', name);

		if (!id || await this.redis('HGET', `user:${id}`, 'password') !==
			password)
			return undefined;
		return this.redis('HGET', `user:${id}`, 'auth');
	}

	async register(name, password) {
		const id = await this.redis('INCR', 'next_user_id');
		const secret = randomBytes(16).toString('hex');

		await this.redis('HSET', 'users', name, id);
		await this.redis('HMSET', `user:${id}`, 'username', name,
			'password', password, 'auth', secret);
		await this.redis('HSET', 'auths', secret, id);
		await this.redis('ZADD', 'users_by_time', now(), name);
		return id;
	}

	async logout(id) {
		const fresh = randomBytes(16).toString('hex');
		const old = await this.redis('HGET', `user:${id}`, 'auth');

		await this.redis('HSET', `user:${id}`, 'auth', fresh);
		await this.redis('HSET', 'auths', fresh, id);
		await this.redis('HDEL', 'auths', old);
	}

	// showPost()
	async post(id) {
		const post = await this.redis('HGETALL', `post:${id}`);
		const name = await this.redis('HGET', `user:${post.user_id}`,
			'username');

		return { name, body: post.body, time: Number(post.time) };
	}

	// showUserPosts(): of posts:ID, or of the timeline.
	async posts(key, start = 0, count = 10) {
		const ids = await this.redis('LRANGE', key, start, start + count);

		return Promise.all(ids.map((id) => this.post(id)));
	}

	async write(id, body) {
		const post = await this.redis('INCR', 'next_post_id');
		const fans = await this.redis('ZRANGE', `followers:${id}`, 0, -1);

		await this.redis('HMSET', `post:${post}`, 'user_id', id, 'time',
			now(), 'body', body);
		for (const fan of [...fans, id])
			await this.redis('LPUSH', `posts:${fan}`, post);
		await this.redis('LPUSH', 'timeline', post);
		await this.redis('LTRIM', 'timeline', 0, 1000);
		return post;
	}

	async follow(me, whom) {
		await this.redis('ZADD', `followers:${whom}`, now(), me);
		await this.redis('ZADD', `following:${me}`, now(), whom);
	}

	// profile.php and home.php
	async isFollowing(me, whom) {
		return await this.redis('ZSCORE', `following:${me}`, whom) !== null;
	}

	async counts(id) {
		return [await this.redis('ZCARD', `followers:${id}`),
			await this.redis('ZCARD', `following:${id}`)];
	}

	newest() {
		return this.redis('ZREVRANGE', 'users_by_time', 0, 9);
	}
}
