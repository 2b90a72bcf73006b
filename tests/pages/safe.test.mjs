// RETWIS_SAFE=replica: a form is answered once a replica has what it wrote. If
// none has it in time, the text comes back, and sending it again makes no
// second post.
//
// Only with one Redis: it gets a replica by REPLICAOF.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lean, programs, startRedis, startStack, temporaryFolder }
	from '../lib/stack.mjs';
import { fastcgi, run, startPage, variables } from '../lib/program.mjs';
import { Visitor, member, password } from '../lib/visitor.mjs';
import { bodies, formValue, heading } from '../lib/page.mjs';
import { bindPort } from '../lib/redis.mjs';
import { until } from '../lib/processes.mjs';
import { startReplica } from '../faults/lib/sentinels.mjs';

const stack = await startStack({ env: { ...lean, RETWIS_SAFE: 'replica',
	RETWIS_REDIS_TIMEOUT: '600' } });
const port = await bindPort(stack.redis);
const replica = await startReplica({ port, ask: stack.redis });
const anna = await member(stack.url, 'anna');

async function whileItStands(action) {
	replica.signal('SIGSTOP');
	try {
		return await action();
	} finally {
		replica.signal('SIGCONT');
	}
}

async function timed(action) {
	const begun = Date.now();

	await action();
	return Date.now() - begun;
}

test('with a replica everything works, and it has the post', async () => {
	assert.equal((await anna.write('on both')).status, 303);
	assert.ok(Object.values(await replica.ask('HGETALL', 'post:1'))
		.includes('on both'));
});

test('without one the text comes back, and makes one post', async () => {
	const home = await anna.get('/');
	const nonce = formValue(home.text, 'nonce');
	const again = await whileItStands(async () => {
		const answer = await anna.submit('/post', { status: 'unsure', nonce });

		assert.equal(answer.status, 503);
		assert.equal(answer.headers['retry-after'], '2');
		assert.equal(answer.headers.location, undefined);
		assert.equal(heading(answer.text), 'Not safely saved yet');
		assert.match(answer.text, /saved, but so far on only one of our servers/);
		assert.match(answer.text, />\n?unsure<\/textarea>/);
		assert.equal(formValue(answer.text, 'nonce'), nonce);
		// It fails a second time, too, although nothing is written
		// then.
		assert.equal((await anna.submit('/post', { status: 'unsure', nonce }))
			.status, 503);
		return answer;
	});

	assert.equal((await anna.submit('/post', { status: 'unsure',
		nonce: formValue(again.text, 'nonce') })).status, 303);
	assert.deepEqual(bodies((await anna.get('/@anna')).text),
		['unsure', 'on both']);
});

// A shared link would be blocked by WAIT.
test('those who only read do not wait', async () => {
	await anna.get('/');
	const usual = Math.max(...await Promise.all([1, 2, 3].map(() =>
		timed(() => anna.get('/')))));

	await whileItStands(async () => {
		let isOver = false;
		let reads = 0;
		const written = anna.submit('/post', { status: 'slow', nonce: 'slow' })
			.finally(() => { isOver = true; });

		while (!isOver) {
			assert.equal((await anna.get('/')).status, 200);
			reads += !isOver;
		}
		assert.equal((await written).status, 503);
		assert.ok(reads > 3, `${reads} reads, of ${usual} ms`);
	});
});

test('other forms say so on a page of their own', () =>
	whileItStands(async () => {
		const liked = await anna.submit('/act', { like: 1, back: '/' });

		assert.equal(liked.status, 503);
		assert.equal(heading(liked.text), 'Not safely saved yet.');
		// What it has begun is not undone.
		const carl = new Visitor(stack.url);

		assert.equal((await carl.submit('/register', { username: 'carl',
			password, password2: password })).status, 503);
		assert.ok(carl.cookies.has('auth'));
		assert.equal((await carl.get('/@carl')).status, 200);
	}));

test('a mistake in a form need not be on a replica', () =>
	whileItStands(async () => {
		const status = 'x'.repeat(300);

		assert.equal((await anna.submit('/post', { status, nonce: 'n' }))
			.status, 422);
	}));

test('when it is back, everything works', () =>
	until('a like is safe', async () =>
		(await anna.submit('/act', { like: 1, back: '/' })).status === 303));

// ---- no replica at all -----------------------------------------------------

const alone = { RETWIS_SAFE: 'replica', RETWIS_REDIS_TIMEOUT: '600',
	RETWIS_REDIS: `unix:${await startRedis()}` };
const apart = { ...alone, RETWIS_REDIS: stack.address,
	RETWIS_BUS: alone.RETWIS_REDIS };
const complaint = (which) => 'retwis: Redis: RETWIS_SAFE is replica, but the ' +
	`${which} has no replica that answers: every form is refused\n`;

test('--check says what has no replica, and that is no failure', async () => {
	for (const [env, errors] of [
		[{ ...apart, RETWIS_BUS: stack.address }, ''],
		[alone, complaint('data')], [apart, complaint('bus')],
		[{ ...alone, RETWIS_SAFE: 'master' }, '']]) {
		const ran = await run(`${programs}/home`, ['--check'], env);

		assert.deepEqual([ran.status, ran.errors], [0, errors]);
	}
});

test('a program logs it once', async () => {
	const page = await startPage('register', temporaryFolder(), alone);

	for (const username of ['dora', 'emil']) {
		const body = new URLSearchParams({ username, password,
			password2: password }).toString();

		assert.equal((await fastcgi(page.socket, variables('POST',
			'/register', body, { HTTP_HOST: 'localhost' }), body)).status,
		503);
	}
	page.stop();
	await page.ended;
	// Without the lines that only a busy machine adds.
	assert.equal(page.out.errors.replace(/^.* took .*\n/gm, ''),
		'retwis: "dora" registered from unknown\n' + complaint('data') +
		'retwis: "emil" registered from unknown\n');
});
