// A person with a browser: cookies are stored, and forms are read from the
// page.
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from './http.mjs';
import { followButtons, formValue } from './page.mjs';
import { delivered } from './stack.mjs';

const formType = 'application/x-www-form-urlencoded';

export const password = 'correct horse battery';

// On a busy machine there may be no time to hash another password: then the form
// is sent again when the page says so, as anybody would.
async function untilThereIsTime(send) {
	let answer = await send();

	while (answer.status === 429 && answer.headers['retry-after'] < 60 &&
			/Too many people are signing in right now/.test(answer.text)) {
		await sleep(answer.headers['retry-after'] * 1000);
		answer = await send();
	}
	return answer;
}

export class Visitor {
	constructor(url) {
		this.url = url;
		this.cookies = new Map();
	}

	cookieHeader() {
		return [...this.cookies].map(([k, v]) => `${k}=${v}`).join('; ');
	}

	keepCookies(lines = []) {
		for (const line of lines) {
			const [, name, value, age] = line.match(
				/^([^=]+)=([^;]*).*?(?:Max-Age=(\d+))?/);

			if (value === '' || age === '0')
				this.cookies.delete(name);
			else
				this.cookies.set(name, value);
		}
	}

	async send(method, path, headers = {}, body = undefined) {
		const cookie = this.cookies.size ? { cookie: this.cookieHeader() }
			: {};
		const answer = await request(this.url, path,
			{ method, body, headers: { ...cookie, ...headers } });

		this.keepCookies(answer.headers['set-cookie']);
		return answer;
	}

	// A browser keeps the part after a # to itself.
	get(path, headers) {
		return this.send('GET', path.replace(/#.*/, ''), headers);
	}

	// The address to which this one has moved for good; else the status.
	async moved(path) {
		const { status, location } = await this.get(path);

		return status === 301 ? location : status;
	}

	// The fields as an object, or a body that is already encoded.
	postOnce(path, fields, headers = {}) {
		const body = fields.constructor === Object
			? new URLSearchParams(fields).toString() : fields;

		return this.send('POST', path, { 'content-type': formType,
			'content-length': Buffer.byteLength(body), ...headers },
		body);
	}

	postRaw(path, fields, headers) {
		return untilThereIsTime(() => this.postOnce(path, fields, headers));
	}

	async csrf() {
		const secret = this.cookies.get('__Host-auth') ??
			this.cookies.get('auth');

		if (secret && this.csrfFor !== secret) {
			const page = await this.get('/logout');

			this.csrfFor = secret;
			this.csrfValue = formValue(page.text, 'csrf');
		}
		return secret ? this.csrfValue : undefined;
	}

	// Like the form on our own page: with csrf when signed in.
	submit(path, fields = {}, headers = {}) {
		return untilThereIsTime(async () => {
			const csrf = await this.csrf();

			return this.postOnce(path, csrf ? { csrf, ...fields } : fields,
				headers);
		});
	}

	// The same, but a post has been delivered when this returns.
	async post(path, fields = {}, headers = {}) {
		const answer = await this.submit(path, fields, headers);

		if (/^\/(post|act)$/.test(path) && answer.status === 303)
			await delivered(this.url);
		return answer;
	}

	register(name, secret = password) {
		return this.post('/register',
			{ username: name, password: secret, password2: secret });
	}

	login(name, secret = password) {
		return this.post('/login', { username: name, password: secret });
	}

	logout() {
		return this.post('/logout');
	}

	logoutEverywhere() {
		return this.post('/logout', { everywhere: 1 });
	}

	async write(text) {
		const home = await this.get('/');

		return this.post('/post', { status: text,
			nonce: formValue(home.text, 'nonce') ?? '' });
	}

	// Makes a private feed: returns its path, which is shown only then.
	makeFeed() {
		return this.makeAddress('feed');
	}

	// The same for the private calendar.
	makeCalendar() {
		return this.makeAddress('calendar');
	}

	async makeAddress(what) {
		const { text } = await this.post('/feed', { [what]: 'new' });

		return text.match(new RegExp(
			`address"[^>]* value="[^"]*(/${what}/[^"]*)"`))[1];
	}

	// Presses the button on that member's profile, if there is one.
	async press(name, button) {
		const page = await this.get(`/@${encodeURIComponent(name)}`);
		const [{ value } = {}] = followButtons(page.text);

		return this.post('/follow', { [button]: value });
	}

	follow(name) {
		return this.press(name, 'follow');
	}

	unfollow(name) {
		return this.press(name, 'unfollow');
	}
}

// As if over HTTPS: the stack trusts 127.0.0.1 as a proxy.
export class SecureVisitor extends Visitor {
	send(method, path, headers, body) {
		return super.send(method, path,
			{ 'x-forwarded-proto': 'https', ...headers }, body);
	}
}

// A new member, signed in. Fails at once if that does not work.
export async function member(url, name) {
	const visitor = new Visitor(url);
	const answer = await visitor.register(name);

	if (answer.status !== 303)
		throw new Error(`${name}: ${answer.status} ${answer.text}`);
	visitor.name = name;
	return visitor;
}
