// A visit of two members, as everybody makes it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startStack } from '../lib/stack.mjs';
import { bodies } from '../lib/page.mjs';
import { member } from '../lib/visitor.mjs';

const stack = await startStack();

test('two members register, write, follow and read', async () => {
	const anna = await member(stack.url, 'anna');
	const ben = await member(stack.url, 'ben');

	assert.equal((await anna.write('Hello,\r\nworld')).status, 303);
	assert.equal((await ben.follow('anna')).status, 303);
	assert.equal((await anna.write('again')).status, 303);
	const home = await ben.get('/');

	assert.deepEqual(bodies(home.text), ['again']);
});
