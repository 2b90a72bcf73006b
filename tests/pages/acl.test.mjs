// The users of conf/redis.acl, and what happens when Redis forbids a command.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { adminOf } from '../admin/lib/admin.mjs';
import { noUsers } from '../lib/database.mjs';
import { request } from '../lib/http.mjs';
import { until, wake } from '../lib/processes.mjs';
import { cgi, variables } from '../lib/program.mjs';
import { cleanEnvironment, root, startStack } from '../lib/stack.mjs';

const stack = await startStack();
const { redis, url } = stack;

after(() => redis('ACL', 'LOG', 'RESET'));

// The words of a user's line, with `dangerous` replaced by that.
function ruleOf(user, dangerous = '+@dangerous') {
	const text = execFileSync(`${root}/conf/render`, ['conf/redis.acl'],
		{ cwd: root, env: cleanEnvironment({ DANGEROUS: dangerous }) });
	const [, rest] = String(text).match(new RegExp(`^user ${user} (.*)$`, 'm'));

	return rest.split(/\s+/);
}

const lines = (log) => readFileSync(`${stack.var}/log/${log}.log`, 'utf8')
	.split('\n').filter((line) => line.includes('Redis does not allow'));

const may = async (user, ...words) =>
	await redis('ACL', 'DRYRUN', user, ...words) === 'OK';

const never = [['FLUSHALL'], ['FLUSHDB'], ['CONFIG', 'GET', 'dir'],
	['CONFIG', 'SET', 'dir', '/'], ['KEYS', '*'], ['DEBUG', 'SLEEP', 0],
	['MODULE', 'LOAD', '/x.so'], ['SHUTDOWN'], ['REPLICAOF', 'host', 1],
	['SAVE'], ['ACL', 'SETUSER', 'x'], ['MIGRATE', 'host', 1, 'users', 0, 1],
	['SWAPDB', 0, 1], ['CLUSTER', 'RESET'], ['RESTORE', 'users', 0, 'x'],
	['CLIENT', 'KILL', 'TYPE', 'normal'], ['FAILOVER']];

// For programs, not for a host.
const notOurs = [['MONITOR'], ['SELECT', 1], ['SCRIPT', 'FLUSH'], ['SYNC'],
	['FUNCTION', 'FLUSH'], ['SORT', 'users'], ['RENAME', 'users', 'names'],
	['SLOWLOG', 'GET'], ['CLIENT', 'LIST'], ['PSUBSCRIBE', '*'], ['MULTI'],
	['DUMP', 'users'], ['COPY', 'users', 'names'], ['ACL', 'LOG']];

test('no user may do harm that Redis could do beyond our keys', async () => {
	await redis('ACL', 'SETUSER', 'installed', 'reset',
		...ruleOf('default', '-@dangerous'));
	for (const user of ['retwis', 'retwis-admin', 'installed'])
		for (const words of never)
			assert.equal(await may(user, ...words), false,
				`${user}: ${words}`);
	for (const user of ['retwis', 'retwis-admin'])
		for (const words of notOurs)
			assert.equal(await may(user, ...words), false,
				`${user}: ${words}`);
	assert.ok(await may('installed', 'SYNC') &&
		await may('installed', 'BGREWRITEAOF') &&
		await may('installed', 'SLOWLOG', 'RESET') &&
		await may('installed', 'DEL', 'seal') &&
		await may('installed', 'SRANDMEMBER', 'hosts'));
	await redis('ACL', 'DELUSER', 'installed');
});

test('programs may use all keys, and our channels', async () => {
	for (const user of ['retwis', 'retwis-admin']) {
		assert.ok(await may(user, 'SET', 'x', 1));
		for (const channel of ['control', 'control:x', 'live:7', 'live:many'])
			assert.ok(await may(user, 'SUBSCRIBE', channel), channel);
		assert.equal(await may(user, 'PUBLISH', 'x', 'y'), false);
	}
});

test('whatever pages may do, retwis-admin may', () => {
	const rights = (user) => ruleOf(user).filter((word) => word[0] === '+');

	assert.deepEqual(rights('retwis').filter((word) =>
		!rights('retwis-admin').includes(word)), []);
	assert.deepEqual(rights('retwis-admin').filter((word) =>
		!rights('retwis').includes(word)),
	['+pttl', '+smembers', '+scan']);
});

// With these rules changed for a while.
async function without(rules, action, user = 'retwis') {
	await redis('ACL', 'SETUSER', user, ...rules);
	try {
		await action();
	} finally {
		await redis('ACL', 'SETUSER', user, 'reset', ...ruleOf(user));
	}
}

test('a page says 503, and its log, once, which command and whose', { skip: noUsers }, async () => {
	assert.equal((await request(url, '/timeline')).status, 200);
	const before = lines('pages').length;

	await without(['-lrange'], async () => {
		for (let i = 0; i < 10; i++) {
			const { status, headers } = await request(url, '/timeline');

			assert.equal(status, 503);
			assert.ok(Number(headers['retry-after']) > 0);
		}
	});
	assert.equal((await request(url, '/timeline')).status, 200);
	assert.match(lines('pages').slice(before).join('\n'),
		/^retwis: Redis does not allow LRANGE timeline for the user "retwis": NOPERM [^\n]* 'lrange' command \(logged once a minute; see redis\.acl\)$/);
});

// A separate program for each, which has not logged anything yet.
const ask = (page, path, address) => cgi(page, { RETWIS_REDIS: address,
	HTTP_HOST: 'localhost', ...variables('GET', path) });

test('it names what a key was for, and no member', { skip: noUsers }, async () => {
	await without(['resetkeys', '~layout', '~seal', '~timeline', '~users', '~site',
		'~global:*', '~post:*', '~user:uid', '~rewrite', '~{*}:*'],
	async () => {
		await redis('SET', 'user:7', 'x');
		const { status, errors } = await ask('profile', '/@kim',
			stack.address);

		assert.equal(status, 503);
		assert.match(errors, /^retwis: Redis does not allow HGET names for the user "retwis": NOPERM [^\n]* keys?\b/m);
		assert.equal(errors.match(/does not allow/g).length, 1);
	});
	await redis('DEL', 'user:7');
});

test('by the user of the default, pages work as they did before', async () => {
	const { status, errors } = await ask('timeline', '/timeline',
		`unix:${stack.socket}`);

	assert.equal(status, 200);
	assert.equal(errors, '');
});

test('a user whom Redis does not know, and one with a password', async () => {
	const as = (login) => ask('timeline', '/timeline',
		`unix:${login}@${stack.socket}`);
	const wrong = await as('nobody');

	assert.equal(wrong.status, 503);
	assert.match(wrong.errors, /Redis at \S+: WRONGPASS /);
	await redis('ACL', 'SETUSER', 'guarded', ...ruleOf('retwis'), 'resetpass',
		'>se:c@ret');
	assert.equal((await as('guarded:se:c@ret')).status, 200);
	assert.equal((await as('guarded:secret')).status, 503);
	await redis('ACL', 'DELUSER', 'guarded');
});

test('retwis-admin with the address of the pages is a user of its own', { skip: noUsers }, async () => {
	const admin = adminOf(stack);

	assert.equal((await admin(['check'])).status, 0);
	await without(['-scan'], async () => {
		const { status, errors } = await admin(['check']);

		assert.equal(status, 1);
		assert.match(errors, /^retwis: Redis does not allow EVAL [^\n]* for the user "retwis-admin": ERR (The user executing the|ACL failure in) script[^\n]*$/m);
		assert.match(errors, /^retwis-admin: Redis does not allow its user to do this/m);
	}, 'retwis-admin');
});

test('a gateway that may not subscribe says so, and continues later', async () => {
	await wake(`${stack.var}/live.sock`);
	// The worker behaves in the same way.
	const listens = () => until('both listen', async () =>
		(await redis('PUBSUB', 'NUMSUB', 'control')).includes(2));

	await listens();
	await without(['resetchannels'], () => until('both have said so', () =>
		['live', 'worker'].every((log) => lines(log).some((line) =>
			/does not allow SUBSCRIBE .* "retwis": NOPERM .*channels?\b/
				.test(line)))));
	await listens();
});
