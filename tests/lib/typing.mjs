// Somebody in the middle of filling in a form, and what may happen meanwhile.
import { formFields, unescapeHtml } from './page.mjs';
import { until } from './processes.mjs';
import { Visitor } from './visitor.mjs';

// The message above a form that comes back.
export function note(page) {
	const found = page.text.match(/<p class="hello"[^>]*>(.*?)<\/p>/s);

	return found && unescapeHtml(found[1]);
}

// Tries again as often as the answer asks for it. After an outage a page
// program asks for it for a moment.
export async function persist(action) {
	let answer;

	await until('Redis is back', async () => {
		answer = await action();
		return answer.status !== 503;
	});
	return answer;
}

// {visitor, fields}: that member with the form of a page, whose session has
// since been ended elsewhere.
export async function typing(url, name, path = '/', action = '/post') {
	const [visitor, other] = [new Visitor(url), new Visitor(url)];

	await persist(() => visitor.login(name));
	const { text } = await persist(() => visitor.get(path));

	await persist(() => other.login(name));
	await persist(() => other.logoutEverywhere());
	return { visitor, fields: formFields(text, action) };
}

// Sends the sign-in form of a page, with these fields.
export function signIn(visitor, page, typed) {
	return visitor.postRaw('/login',
		{ ...formFields(page.text, '/login'), ...typed });
}

// The newest post as it is in Redis.
export async function newestPost(redis) {
	const [id] = await redis('LRANGE', 'timeline', 0, 0);

	return redis('HGETALL', `post:${id}`);
}
