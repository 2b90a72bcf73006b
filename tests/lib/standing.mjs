// Members of a stack by their names, and their standing, stored as the site
// stores it.
import { member } from './visitor.mjs';

// The command that adds a member to the list of those with that standing.
const lists = {
	host: ['SADD', 'hosts'],
	moderator: ['ZADD', 'moderators', 0],
	waiting: ['ZADD', 'waiting', 1],
	stopped: ['ZADD', 'suspended', 1],
};

// Of a stack, or anything with its url and redis():
//   idOf(name)            null if there is nobody of that name
//   stand(name, word)     gives a standing to a member who had none; their id
//   memberAs(name, word)  a new member who has it, signed in
export function membersOf({ url, redis }) {
	const idOf = (name) => redis('HGET', 'users', name);

	async function stand(name, word) {
		const id = await idOf(name);

		await redis('HSET', `user:${id}`, 'standing', word);
		await redis(...lists[word], id);
		return id;
	}

	async function memberAs(name, word) {
		const visitor = await member(url, name);

		await stand(name, word);
		return visitor;
	}
	return { idOf, stand, memberAs };
}
