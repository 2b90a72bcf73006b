// The script of imports, alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startScripts } from '../lib/script.mjs';

const { redis, script, numbers } = await startScripts();

const keys = script('older/keys.lua');

test('keys: every key of all pages', async () => {
	const all = numbers(2500, 1).map((n) => `uid:${n}`);
	const found = [];
	let cursor = '0';

	await Promise.all(all.map((key) => redis('SET', key, 1)));
	do {
		const [next, ...page] = await keys([], cursor);

		assert.ok(page.length < 2500);
		cursor = next;
		found.push(...page);
	} while (cursor !== '0');
	assert.deepEqual([...new Set(found)].sort(), all.sort());
});
