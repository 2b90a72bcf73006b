// An authenticator app: codes that depend on the time (RFC 6238), and what a
// member does with them.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { password } from './visitor.mjs';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function decode(secret) {
	const bits = [...secret.replace(/ /g, '')].map((letter) =>
		alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');

	return Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
}

// The code of the current step, or of one so many steps later.
export function codeOf(secret, later = 0) {
	const counter = Buffer.alloc(8);

	counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000) + later));
	const sum = createHmac('sha1', decode(secret)).update(counter).digest();
	const at = sum.at(-1) & 15;

	return String((sum.readUInt32BE(at) & 0x7fffffff) % 1000000)
		.padStart(6, '0');
}

export function secretOn(page) {
	return page.match(/<code class="secret">([A-Z2-7 ]+)<\/code>/)[1];
}

export function spareOn(page) {
	return [...page.matchAll(/<li><code>(\d{5}-\d{5})<\/code>/g)]
		.map(([, code]) => code);
}

// Switches two-step sign-in on for a member who is signed in, with the code of
// the step before, so that the current one is still good. If a step has begun
// since, that one is too old, and another is sent. Returns the secret and the
// spare codes.
export async function switchOn(visitor) {
	const shown = await visitor.submit('/account/code', { password });

	assert.equal(shown.status, 200, shown.text);
	const secret = secretOn(shown.text);
	const send = () => visitor.submit('/account/code',
		{ code: codeOf(secret, -1) });
	let answer = await send();

	if (answer.status === 422)
		answer = await send();
	assert.equal(answer.status, 200, answer.text);
	return { secret, spare: spareOn(answer.text) };
}
