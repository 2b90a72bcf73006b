// Fifty-one members who write and follow, all through the pages themselves.
import { member } from '../lib/visitor.mjs';

export const FOLLOWERS = 50;

// From 20 to 280 letters: what people write, with a line break here and there.
function text(n) {
	const words = 'the kettle sings & the evening is “long”\nwe stay, ';

	return `${n} ${words.repeat(6)}`.slice(0, 20 + n * 37 % 260).trim();
}

async function must(answer) {
	const { status, text: page } = await answer;

	if (status !== 303)
		throw new Error(`${status} instead of 303: ${page}`);
}

async function session(visitor) {
	return { cookie: visitor.cookieHeader(), csrf: await visitor.csrf() };
}

/*
 * A writer with fifty followers and 25 posts, and a post of each follower. The
 * first follower is the visitor, whose home shows what the writer writes.
 */
export async function fill(url) {
	const writer = await member(url, 'writer');
	let first;

	for (let n = 0; n < FOLLOWERS; n++) {
		const who = await member(url, `follower_${n}`);

		first ??= who;
		await must(who.follow(writer.name));
		await must(who.write(text(n)));
		if (n % 2)
			await must(writer.write(text(n + FOLLOWERS)));
	}
	return { writer: await session(writer), visitor: await session(first) };
}
