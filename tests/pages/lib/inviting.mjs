// A site that members join by links, and a member who makes them.
import assert from 'node:assert/strict';
import { adminOf } from '../../admin/lib/admin.mjs';
import { startStack } from '../../lib/stack.mjs';
import { Visitor, password } from '../../lib/visitor.mjs';

// {stack, signIn(name), anna, links(visitor), linkFor(uses, days)}
export async function startInviting() {
	const stack = await startStack({ env: { RETWIS_SIGNUP: 'invited' } });
	const admin = adminOf(stack);

	async function signIn(name) {
		const visitor = new Visitor(stack.url);

		await admin(['add', name], { input: `${password}\n` });
		assert.equal((await visitor.login(name)).status, 303);
		return visitor;
	}

	const anna = await signIn('anna');

	// The paths of a member's valid links, newest first.
	async function links(visitor) {
		const { text } = await visitor.get('/invitations');

		return [...text.matchAll(
			/value="(?:http:\/\/[^/"]*)(\/join\/[0-9a-f]{33,})"/g)]
			.map(([, path]) => path);
	}

	// The newest of those that expire last.
	async function linkFor(uses = 1, days = 30) {
		const before = await links(anna);
		const answer = await anna.submit('/invitations', { uses, days });

		assert.equal(answer.status, 303);
		assert.equal(answer.location, '/invitations');
		return (await links(anna)).find((path) => !before.includes(path));
	}

	return { stack, admin, signIn, anna, links, linkFor };
}
