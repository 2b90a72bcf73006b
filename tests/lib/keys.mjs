// The table of Redis keys, src/schema/keys, as make-keys prints it: [{key,
// constant, type, of, ends, export}].
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const schema = fileURLToPath(new URL('../../src/schema', import.meta.url));

// The output of make-keys, for a different table if one is given.
export function makeKeys(what, ...table) {
	return execFileSync(`${schema}/make-keys`, [what, ...table],
		{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

// The channels are in the table, too, but they are not keys.
export const keysAndChannels = JSON.parse(makeKeys('json'));
export const keys = keysAndChannels.filter(({ type }) => type !== 'channel');

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// "followers:ID" -> /^followers:\S+$/
export function patternOf(key) {
	return new RegExp(`^${escape(key).replace(/[A-Z]+(:[A-Z]+)*/g, '\\S+')}$`);
}

// The keys of a member or a post that are made from its id alone:
// "followers:7".
export function keysOf(owner, id) {
	return keys.filter(({ of, key }) => of === owner && /^[^{]*:ID$/.test(key))
		.map((row) => ({ ...row, key: row.key.replace('ID', id) }));
}
