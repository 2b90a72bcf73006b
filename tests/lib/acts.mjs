// Likes and reposts, by their buttons.
import { delivered } from './stack.mjs';
import assert from 'node:assert/strict';
import { acts, formFields } from './page.mjs';

// Writes a post: its id.
export async function write(visitor, status, fields = {}) {
	const answer = await visitor.post('/post', { status, ...fields });

	assert.equal(answer.status, 303, answer.text);
	const { text } = await visitor.get('/timeline');

	// An announcement would be above it.
	return Math.max(...acts(text).map(({ id }) => id));
}

// The result of acts() for one post on a page.
export async function postOn(visitor, path, id) {
	const { text } = await visitor.get(path);

	return acts(text).find((post) => post.id === id);
}

// The button of that post ("like" or "repost"), with the form around it.
export async function press(visitor, path, form, id) {
	const { text } = await visitor.get(path);
	const button = acts(text).find((post) => post.id === id)[form];

	assert.ok(button.field, `no button to ${form} ${id} on ${path}`);
	const answer = await visitor.postRaw('/act',
		{ ...formFields(text, '/act'), [button.field]: button.value });

	// A repost reaches followers through a worker.
	await delivered(visitor.url);
	return answer;
}

// liked: by the visitor; likes: how many. The same for reposted and reposts.
export async function state(visitor, path, id) {
	const { like, repost } = await postOn(visitor, path, id);

	return [like.done, like.count, repost.done, repost.count];
}
