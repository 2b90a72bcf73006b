// Fifty-one members who write and follow, all through the pages themselves.
import http from 'node:http';

const agent = new http.Agent({ keepAlive: true });

export const FOLLOWERS = 50;
const WRITER = 'writer';

export function ask(stack, path, cookie, form) {
	const body = form && new URLSearchParams(form).toString();
	const headers = { cookie: cookie ?? '' };

	if (body)
		headers['content-type'] = 'application/x-www-form-urlencoded';
	return new Promise((resolve, reject) => {
		http.request(stack.url + path, {
			agent, headers, method: body ? 'POST' : 'GET',
		}, answer => {
			let text = '';

			answer.setEncoding('utf8');
			answer.on('data', part => { text += part; });
			answer.on('end', () => resolve({
				status: answer.statusCode, headers: answer.headers, text,
			}));
		}).on('error', reject).end(body);
	});
}

// The value of a hidden field.
function hidden(page, name) {
	const found = page.text.match(new RegExp(`name="${name}" value="([^"]*)"`));

	if (!found)
		throw new Error(`a page without the field ${name}`);
	return found[1];
}

async function must(answer, status) {
	const { status: got, text } = await answer;

	if (got !== status)
		throw new Error(`${got} instead of ${status}: ${text}`);
}

async function register(stack, name) {
	const password = 'the kettle sings';
	const answer = await ask(stack, '/register', '',
		{ username: name, password, password2: password });
	const cookie = answer.headers['set-cookie']?.[0].split(';')[0];

	if (answer.status !== 303 || !cookie)
		throw new Error(`${name} cannot register: ${answer.status}`);
	const csrf = hidden(await ask(stack, '/', cookie), 'csrf');

	return { name, cookie, csrf };
}

// From 20 to 280 letters: what people write, with a line break here and there.
function text(n) {
	const words = 'the kettle sings & the evening is long “so”\nwe stay';

	return `${n} ${words.repeat(6)}`.slice(0, 20 + n * 37 % 260).trim();
}

async function write(stack, who, n) {
	const { cookie, csrf } = who;
	const nonce = hidden(await ask(stack, '/', cookie), 'nonce');

	await must(ask(stack, '/post', cookie, { csrf, nonce, status: text(n) }),
		303);
}

/*
 * A writer with fifty followers and 25 posts, and a post of each follower. The
 * first follower is the visitor, whose home shows what the writer writes.
 */
export async function settle(stack) {
	const writer = await register(stack, WRITER);
	let visitor, uid;

	for (let n = 0; n < FOLLOWERS; n++) {
		const who = await register(stack, `follower_${n}`);

		visitor ??= who;
		uid ??= hidden(await ask(stack, `/@${WRITER}`, who.cookie), 'uid');
		await must(ask(stack, '/follow', who.cookie,
			{ csrf: who.csrf, uid, f: '1' }), 303);
		await write(stack, who, n);
		if (n % 2)
			await write(stack, writer, n + FOLLOWERS);
	}
	return { writer, visitor };
}
