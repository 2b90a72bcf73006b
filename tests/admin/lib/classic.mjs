// A database as PHP Retwis writes it, step by step.
export class Php {
	constructor(redis) {
		this.redis = redis;
	}

	async register(name, secret = `secret0of0${name.replace(/\W/g, '')}`) {
		const id = await this.redis('INCR', 'next_user_id');

		await this.redis('HSET', 'users', name, id);
		await this.redis('HSET', `user:${id}`, 'username', name,
			'password', 'clear text', 'auth', secret);
		await this.redis('HSET', 'auths', secret, id);
		await this.redis('ZADD', 'users_by_time', 1400000000 + id,
			name);
		return id;
	}

	async follow(who, whom) {
		await this.redis('ZADD', `following:${who}`, 1400000000, whom);
		await this.redis('ZADD', `followers:${whom}`, 1400000000, who);
	}

	async post(author, body) {
		const id = await this.redis('INCR', 'next_post_id');
		const fans = await this.redis('ZRANGE', `followers:${author}`,
			0, -1);

		await this.redis('HSET', `post:${id}`, 'user_id', author,
			'time', 1400000000 + id, 'body', body);
		for (const fan of [...fans, author])
			await this.redis('LPUSH', `posts:${fan}`, id);
		await this.redis('LPUSH', 'timeline', id);
		await this.redis('LTRIM', 'timeline', 0, 1000);
		return id;
	}
}

// Three members; the other two follow Anna, who has the posts 1, 4, 7 ...
export async function smallSite(redis, rounds = 4) {
	const php = new Php(redis);

	await redis('FLUSHALL');
	const [anna, ben, carl] = [await php.register('Anna Smith'),
		await php.register('ben'), await php.register('CARL')];

	await php.follow(ben, anna);
	await php.follow(carl, anna);
	await php.follow(anna, ben);
	for (let i = 0; i < rounds; i++)
		for (const author of [anna, ben, carl])
			await php.post(author, `${i} by ${author}`);
	return { php, anna, ben, carl };
}

async function tell(redis, kind, post, by) {
	const author = await redis('HGET', `post:${post}`, 'user_id');

	if (Number(author) !== by)
		await redis('ZADD', `notices:${author}`, 1500000000000000,
			`${kind} ${post} ${by}`);
}

// What the pages write for a like and for a repost.
export async function like(redis, who, post) {
	await redis('ZADD', `likes:${post}`, 1500000000, who);
	await redis('ZADD', `liked:${who}`, 1500000000, post);
	await redis('HSET', `post:${post}`, 'likes',
		await redis('ZCARD', `likes:${post}`));
	await tell(redis, 'like', post, who);
}

export async function repost(redis, who, post) {
	const id = await redis('INCR', 'next_post_id');

	await redis('ZADD', `reposted:${who}`, id, post);
	await redis('HSET', `post:${id}`, 'user_id', who, 'time', 1500000000,
		'body', 'a repost', 'username',
		await redis('HGET', `user:${who}`, 'username'),
		'repost_of', post, 'repost_name', 'somebody');
	await redis('ZADD', `reposts:${post}`, 1500000000, id);
	for (const list of [`own:${who}`, `posts:${who}`, 'timeline'])
		await redis('LPUSH', list, id);
	await redis('HSET', `post:${post}`, 'reposts',
		await redis('ZCARD', `reposts:${post}`));
	await tell(redis, 'repost', post, who);
	return id;
}

// All members like and repost their own posts and those of the others: the
// reposts 13 and 16 are by Anna, and 14 and 15 are reposts of her posts.
export async function likeAndRepost(redis, { anna, ben, carl }) {
	for (const [who, post] of [[anna, 1], [anna, 2], [ben, 1], [carl, 1],
		[carl, 2], [ben, 3], [carl, 4]])
		await like(redis, who, post);
	for (const [who, post] of [[anna, 2], [ben, 1], [carl, 4], [anna, 7],
		[carl, 2], [ben, 4]])
		await repost(redis, who, post);
}

// Ids that are in a list twice, or not in order.
export function disorder(list) {
	return list.filter((id, i) => i > 0 &&
		Number(list[i - 1]) <= Number(id));
}

// Which posts a member wrote, newest first, found by reading every post.
export async function writtenBy(redis, author) {
	const last = Number(await redis('GET', 'next_post_id'));
	const ids = Array.from({ length: last }, (_, i) => last - i);
	const authors = await Promise.all(ids.map((id) =>
		redis('HGET', `post:${id}`, 'user_id')));

	return ids.filter((_, i) => Number(authors[i]) === author).map(String);
}

// Some posts are already in own: lists, others belong between them.
export async function halfAdopted(redis) {
	const site = await smallSite(redis, 2);

	for (const id of [1, 4])
		await redis('LPUSH', 'own:1', id);
	await site.php.post(site.anna, 'missing');
	await redis('LPUSH', 'own:1', await site.php.post(site.anna, 'known'));
	return site;
}
