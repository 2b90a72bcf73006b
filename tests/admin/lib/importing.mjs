// An import from a database on another Redis, and checks of its result.
import assert from 'node:assert/strict';
import { bodies } from '../../lib/page.mjs';
import { borrowStack, startRedis } from '../../lib/stack.mjs';
import { Visitor } from '../../lib/visitor.mjs';
import { openRedis } from '../../lib/wire.mjs';
import { adminOf } from './admin.mjs';

const DB = 5;

// The socket of the source, which is no cluster node: a cluster has only one
// database.
export function startSource() {
	return startRedis('--cluster-enabled', 'no');
}

export async function openImport() {
	const stack = await borrowStack();
	const socket = await startSource();
	const redis = openRedis(stack.socket);
	const old = openRedis(socket);
	const admin = adminOf(stack);
	const source = `unix:${socket}?db=${DB}`;

	await old('SELECT', DB);

	async function fill(...editions) {
		await redis('FLUSHALL');
		await old('FLUSHALL');
		for (const edition of editions)
			await edition(old);
	}

	// The whole contents of the source, byte for byte.
	async function sourceBytes() {
		const keys = (await old('KEYS', '*')).sort();

		return Promise.all(keys.map(async (key) =>
			[key, await old('DUMP', key)]));
	}

	// Its whole output, after checking that nothing is wrong here, or has
	// changed in the source.
	async function bring(...words) {
		const before = await sourceBytes();
		const ran = await admin(['import', ...words, source]);

		assert.equal(ran.errors, '');
		assert.equal(ran.status, 0);
		assert.deepEqual(await sourceBytes(), before);
		const check = await admin(['check']);

		assert.match(check.output, /\nBroken: 0, left over: 0\n/);
		return ran.output;
	}

	async function signIn(name, secret = `pass of ${name}`) {
		const visitor = new Visitor(stack.url);

		assert.equal((await visitor.login(name, secret)).status, 303, name);
		return visitor;
	}

	const bodiesAt = async (visitor, path) =>
		bodies((await visitor.get(path)).text);

	async function refused(words, sentence) {
		const ran = await admin(['import', ...words]);

		assert.equal(ran.status, 1);
		assert.match(ran.errors, sentence);
		assert.equal(ran.output, '');
	}

	return { stack, redis, old, admin, source, fill, bring, signIn, bodiesAt,
		refused };
}
