// The script of imports, alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startScripts } from '../lib/script.mjs';

const { redis, script, numbers } = await startScripts();

const page = script('admin/older/scan_page.lua');

// Everything that it finds, beginning with the cursor 0, in pages of less than
// that.
async function scanned(keys, most) {
	const found = [];
	let cursor = '0';

	do {
		const [next, ...entries] = await page(keys, cursor);

		assert.ok(entries.length < most);
		cursor = next;
		found.push(...entries);
	} while (cursor !== '0');
	return [...new Set(found)].sort();
}

test('scan_page: every key of all pages', async () => {
	const all = numbers(2500, 1).map((n) => `uid:${n}`);

	await Promise.all(all.map((key) => redis('SET', key, 1)));
	assert.deepEqual(await scanned([], 2500), all.sort());
});

test('scan_page: every entry of a set, and of none', async () => {
	const all = numbers(2500, 1).map((n) => `fan ${n}`);

	await redis('SADD', 'set', ...all);
	assert.deepEqual(await scanned(['set'], 2500), all.sort());
	assert.deepEqual(await scanned(['none'], 1), []);
});
