// A stream whose query is held back while the password changes.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { adminOf } from '../admin/lib/admin.mjs';
import { CutProxy } from '../lib/cutproxy.mjs';
import { endPages, startPage } from '../lib/program.mjs';
import { until } from '../lib/processes.mjs';
import { borrowStack, build, temporaryFolder } from '../lib/stack.mjs';
import { openStream } from '../lib/stream.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';

const stack = await borrowStack();
const { url, redis } = stack;
const folder = temporaryFolder();
const proxy = await new CutProxy(stack.socket).open(`${folder}/proxy.sock`);
const gateway = await startPage(`${build}/retwis-live`, folder, {
	RETWIS_REDIS: proxy.address, RETWIS_BUS: `unix:${stack.socket}`,
	RETWIS_REDIS_TIMEOUT: '2500' });
const fresh = 'another horse battery';

after(() => {
	endPages();
	rmSync(folder, { recursive: true, force: true });
	return stack.stop();
});

function watch(visitor) {
	return openStream({ path: gateway.socket }, '/live',
		visitor.cookies.get('auth'));
}

// {desk, phone}: where that member is signed in.
async function twice(name) {
	const desk = await member(url, name);
	const phone = new Visitor(url);

	await phone.login(name);
	return { desk, phone };
}

const changes = {
	'by the member': ({ desk }) => desk.submit('/account/password',
		{ old: password, password: fresh, password2: fresh }),
	'by a link': async (_, name) => {
		const { output } = await adminOf(stack)(['reset', name]);

		return new Visitor(url).postRaw(output.match(/^\/reset\/\w+$/m)[0],
			{ password: fresh, password2: fresh });
	},
};

// Redis has answered with the earlier state, and the answer arrives after the
// change.
async function change(who, name, how, ask) {
	proxy.hold();
	try {
		await ask();
		await until('a look is under way', () => proxy.isAsked);
		assert.equal((await changes[how](who, name)).status, 303);
	} finally {
		proxy.heal();
	}
}

async function checkEnd(stream) {
	await stream.ends();
	assert.deepEqual(stream.blocks.at(-1),
		{ event: 'end', data: 'signed out' });
}

for (const [i, how] of Object.keys(changes).entries()) {
	test(`one that has just come, ${how}`, async () => {
		const name = `anna${i}`, who = await twice(name);
		let stream;

		await change(who, name, how, () => { stream = watch(who.phone); });
		await checkEnd(stream);
	});

	test(`one that is told something, ${how}`, async () => {
		const name = `ben${i}`, who = await twice(name);
		const id = await redis('HGET', 'users', name);
		const stream = watch(who.phone), other = watch(who.desk);

		// The notification is about the phone.
		await stream.tells(0, 1);
		await other.tells(0, 1);
		await change(who, name, how, () =>
			redis('PUBLISH', `live:${id}`, ''));
		await checkEnd(stream);
		await checkEnd(other);
		if (how !== 'by the member')
			return;
		const again = watch(who.desk);

		await again.tells(0, 1);
		again.close();
	});
}
