// A page is held between the check of its session and its write, while the
// password changes: it finishes, and its browser is signed out.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { adminOf } from '../admin/lib/admin.mjs';
import { CutProxy } from '../lib/cutproxy.mjs';
import { Connection, endPages, startPage, variables } from '../lib/program.mjs';
import { until } from '../lib/processes.mjs';
import { delivered, startStack, temporaryFolder } from '../lib/stack.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { bodies, heading } from '../lib/page.mjs';

const stack = await startStack();
const { url, redis } = stack;
const folder = temporaryFolder();
const proxy = await new CutProxy(stack.socket).open(`${folder}/proxy.sock`);
const fresh = 'another horse battery';

after(() => {
	endPages();
	rmSync(folder, { recursive: true, force: true });
});

const forms = {
	post: { status: 'Written at last.', nonce: 'n' },
	bio: { bio: 'Written at last.' },
	feed: { feed: 'new' },
};

// {answer, phone}: the final answer of the page, and who requested it.
async function hold(page, name) {
	const desk = await member(url, name);
	const phone = new Visitor(url);

	await phone.login(name);
	const form = String(new URLSearchParams(
		{ csrf: await phone.csrf(), ...forms[page] }));
	const { socket } = await startPage(page, folder, {
		RETWIS_REDIS: proxy.address, RETWIS_BUS: `unix:${stack.socket}`,
		RETWIS_REDIS_TIMEOUT: '2500' });
	const connection = new Connection(socket);
	let asked;

	proxy.hold();
	try {
		asked = connection.ask(variables('POST', `/${page}`, form,
			{ HTTP_COOKIE: phone.cookieHeader() }), form);
		await until('the session is checked', () => proxy.isAsked);
		const { status } = await desk.submit('/account/password',
			{ old: password, password: fresh, password2: fresh });

		assert.equal(status, 303);
	} finally {
		proxy.heal();
	}
	return { answer: await asked, phone, desk };
}

async function isSignedIn(visitor) {
	return heading((await visitor.get('/')).text) === 'Home';
}

for (const page of Object.keys(forms))
	test(`the page ${page}`, async () => {
		const name = `of_${page}`;
		const { answer, phone, desk } = await hold(page, name);
		const id = await redis('HGET', 'users', name);

		await delivered(url);
		assert.equal(await isSignedIn(phone), false);
		assert.equal(await isSignedIn(desk), true);
		assert.equal((await new Visitor(url).login(name)).status, 401);
		assert.equal((await new Visitor(url).login(name, fresh)).status, 303);
		if (page === 'post')
			assert.deepEqual(bodies((await desk.get('/')).text),
				answer.status === 303 ? [forms.post.status] : []);
		// The address of a private feed would outlive the session.
		if (page === 'feed')
			assert.equal(await redis('HEXISTS', `user:${id}`, 'feed'), 0);
		else
			assert.equal(answer.status, 303);
		assert.equal((await adminOf(stack)(['check'])).status, 0);
	});
