// The settings that hosts have made on the site.
import assert from 'node:assert/strict';

// All of them, without the marks of the last change.
export async function settingsIn(redis) {
	const { acted, ...all } = await redis('HGETALL', 'site');

	assert.ok(!acted || /^(\d{16} )*$/.test(acted));
	return all;
}
