// Likes, reposts and deletions that meet, or are interrupted, between any two
// commands: the result is always consistent.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cgi, variables } from '../lib/program.mjs';
import { startStack } from '../lib/stack.mjs';
import { member } from '../lib/visitor.mjs';
import { faults } from '../lib/faults.mjs';
import { settled } from '../lib/redis.mjs';
import { cut, openProxy, openRedis, putAside } from '../lib/wire.mjs';

const stack = await startStack();
const redis = openRedis(stack.socket);
const anna = await member(stack.url, 'anna');
const ben = await member(stack.url, 'ben');
const cleo = await member(stack.url, 'cleo');

await cleo.follow('ben');
for (const visitor of [anna, ben, cleo])
	await visitor.csrf();
const members = await redis('KEYS', '*');

// As a page does it: [visitor, page, fields].
async function send([visitor, page, fields]) {
	return visitor.postRaw(`/${page}`,
		{ csrf: await visitor.csrf(), ...fields });
}

// The same as plain CGI, which uses Redis at that address.
async function sendBy(address, [visitor, page, fields]) {
	const body = new URLSearchParams(
		{ csrf: await visitor.csrf(), ...fields }).toString();

	return cgi(page, { ...variables('POST', `/${page}`, body),
		HTTP_COOKIE: visitor.cookieHeader(), RETWIS_REDIS: address,
		RETWIS_REDIS_TIMEOUT: '2500' }, body);
}

// Three members, and nothing written yet.
async function restore() {
	const all = await redis('KEYS', '*');

	await redis('DEL', 'none', ...all.filter((key) => !members.includes(key)));
}

// `action` is held after each of its commands in turn, while meanwhile() is
// called. The initial state is made once, and restored each time.
async function atEachMoment({ before = [], action, meanwhile, check }) {
	const path = `${stack.var}/moments.sock`;

	await restore();
	await anna.post('/post', { status: 'One. #tag' });
	for (const step of before)
		await send(step);
	await settled(redis);
	const bringBack = await putAside(redis);

	for (let after = 0; ; after++) {
		await bringBack();
		const proxy = await openProxy(path, stack.socket, after,
			() => meanwhile(after));
		const answer = await sendBy(proxy.address, action);

		await proxy.close();
		if (!proxy.reached)
			return after;
		await check(answer, after);
	}
}

const like = (who) => [who, 'act', { like: 1, back: '/' }];
const unlike = (who) => [who, 'act', { unlike: 1, back: '/' }];
const repost = (who) => [who, 'act', { repost: 1, back: '/' }];
const unrepost = (who) => [who, 'act', { unrepost: 1, back: '/' }];
const reply = (who) => [who, 'post',
	{ status: 'Two.', reply_to: 1, nonce: 'n' }];
const remove = [anna, 'delete', { id: 1 }];

const name = ([{ name: who }, page, fields]) =>
	`${who}: ${page === 'act' ? Object.keys(fields)[0] : page}`;

// [the initial state, what is held, what happens in between]
const meetings = [
	[[], like(ben), like(cleo)],
	[[], like(ben), remove],
	[[like(ben)], unlike(ben), like(cleo)],
	[[like(ben), like(cleo)], unlike(ben), unlike(cleo)],
	[[like(ben)], unlike(ben), remove],
	[[], repost(ben), repost(ben)],
	[[], repost(ben), repost(cleo)],
	[[], repost(ben), unrepost(ben)],
	[[], repost(ben), remove],
	[[repost(ben)], unrepost(ben), unrepost(ben)],
	[[repost(ben)], unrepost(ben), repost(cleo)],
	[[repost(ben), repost(cleo)], unrepost(ben), unrepost(cleo)],
	[[repost(ben)], unrepost(ben), remove],
	[[], reply(ben), remove],
	[[], remove, like(ben)],
	[[], remove, repost(ben)],
	[[], remove, reply(ben)],
	[[like(ben), repost(ben), reply(ben)], remove, unlike(ben)],
	[[like(ben), repost(ben), reply(ben)], remove, unrepost(ben)],
	[[like(ben), repost(ben), reply(ben)], remove, remove],
];

describe('two at once', () => {
	for (const [before, action, other] of meetings)
		test(`${before.map(name)} | ${name(action)} | ${name(other)}`,
			async () => {
				const check = async (answer, after) => {
					await settled(redis);
					// A deleted post can be neither deleted
					// nor replied to.
					assert.ok([303, 404, 422].includes(
						answer.status), answer.errors);
					assert.deepEqual(await faults(redis), [], `${after}`);
				};

				assert.ok(await atEachMoment({ before, action,
					meanwhile: () => send(other), check }) > 5);
			});
});

// [the initial state, what is interrupted, what is pressed again]
const pressedAgain = [
	[[], like(ben)],
	[[like(ben), like(cleo)], unlike(ben)],
	[[], repost(ben)],
	[[repost(ben), repost(cleo)], unrepost(ben)],
	[[like(ben), repost(ben), repost(anna), reply(ben)], remove],
	[[], reply(ben)],
];

describe('cut off, and done again', () => {
	for (const [before, action] of pressedAgain)
		test(`${before.map(name)} | ${name(action)}`, async () => {
			const check = async (answer, after) => {
				await send(action);
				await settled(redis);
				assert.deepEqual(await faults(redis), [], `${after}`);
			};

			assert.ok(await atEachMoment({ before, action,
				meanwhile: cut, check }) > 5);
		});

	// After that the other button is shown.
	test('an interrupted repost is taken back', async () => {
		const check = async (answer, after) => {
			await send(unrepost(ben));
			await settled(redis);
			assert.deepEqual(await faults(redis), [], `${after}`);
		};

		await atEachMoment({ action: repost(ben), meanwhile: cut, check });
	});
});
