// A member's download behind one of the web servers of conf/: complete, and
// when it is interrupted.
import assert from 'node:assert/strict';
import { request as open } from 'node:http';
import { isStuck } from '../lib/program.mjs';
import { processesIn, until } from '../lib/processes.mjs';
import { isWhole, unzip } from '../lib/unzip.mjs';
import { member } from '../lib/visitor.mjs';
import { form } from './site.mjs';

const POSTS = 60000;

// Texts that cannot be compressed well.
const write = `for i = ARGV[2], ARGV[3] do
	redis.call('HSET', 'post:' .. i, 'user_id', ARGV[1], 'time', i, 'body',
		i .. redis.sha1hex(i) .. redis.sha1hex(-i), 'username', 'zora')
	redis.call('LPUSH', 'own:' .. ARGV[1], i) end`;

// Sends a request, and reads nothing before take() is called: what arrived, and
// whether it was cut off.
async function ask({ url }, zora) {
	const body = `csrf=${await zora.csrf()}`;
	const { hostname, port } = new URL(url);
	const out = open({ hostname, port, path: '/account/export', agent: false,
		method: 'POST', headers: { cookie: zora.cookieHeader(),
			'content-type': form, 'content-length': body.length } });
	const answer = await new Promise((done, fail) => {
		out.once('error', fail).once('response', done).end(body);
	});

	return { status: answer.statusCode, take: async () => {
		const chunks = [];

		try {
			for await (const chunk of answer)
				chunks.push(chunk);
		} catch {
			return { isCut: true, bytes: Buffer.concat(chunks) };
		}
		return { isCut: false, bytes: Buffer.concat(chunks) };
	} };
}

const redisOf = async (redis) =>
	Number((await redis('INFO', 'server')).match(/process_id:(\d+)/)[1]);

export function testCopy(test, stack, server) {
	const isPlain = /cgi/.test(server);

	test('a member takes everything along', async () => {
		const zora = await member(stack.url, 'zora');
		const id = await stack.redis('HGET', 'users', 'zora');

		await stack.redis('EVAL', write, 0, id, 1e6, 1e6 + POSTS - 1);
		const whole = await ask(stack, zora);
		const { isCut, bytes } = await whole.take();

		assert.deepEqual([whole.status, isCut], [200, false]);
		assert.equal(JSON.parse(unzip(bytes)['posts.json']).length, POSTS);

		// It now has to wait for us, and the data no longer answer.
		const broken = await ask(stack, zora);

		if (!isPlain)
			await until('it is stuck', () => processesIn(stack.var).some(
				(p) => p.program.endsWith('/pages/export') &&
					isStuck(p.pid)));
		const pid = await redisOf(stack.redis);

		process.kill(pid, 'SIGSTOP');
		const part = await broken.take();

		process.kill(pid, 'SIGCONT');
		assert.equal(broken.status, 200);
		assert.ok(part.bytes.length > 1000);
		assert.equal(isWhole(part.bytes), false);
		// A plain CGI program has no way to report it.
		assert.equal(part.isCut, !isPlain);
	});
}
