// Members who write, on an empty site.
import assert from 'node:assert/strict';
import { member } from '../../lib/visitor.mjs';

// newMember() is a member who does not exist yet; writer(n) has written "post
// 1" to "post n".
export function writersOf(url) {
	let members = 0;
	const newMember = () => member(url, `reader${++members}`);

	async function writer(n) {
		const visitor = await newMember();

		for (let i = 1; i <= n; i++)
			await visitor.post('/post', { status: `post ${i}` });
		return visitor;
	}

	return { newMember, writer };
}

// "post 25" down to "post 16"
export function numbered(from, to) {
	const n = from - to + 1;

	return Array.from({ length: n }, (_, i) => `post ${from - i}`);
}

// A function that writes a post, and returns its id.
export function writeIn(redis) {
	return async (visitor, status, fields = {}) => {
		const answer = await visitor.post('/post', { status, ...fields });

		assert.equal(answer.status, 303, answer.text);
		return (await redis('LRANGE', 'timeline', 0, 0))[0];
	};
}
