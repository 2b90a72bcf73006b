// A test's script that names no key may use any of them, and if there are
// several servers, none has all keys. So a separate server gets a copy of all
// keys and runs the script, and what has changed there is copied back.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { encode } from './resp.mjs';
import { Links } from './links.mjs';
import { wake } from './processes.mjs';

const LOOK_MS = 5;

let begun;

const bytesOf = (words) => Buffer.from(encode(words), 'latin1');

// The contents of a bulk reply.
const bulkOf = ({ raw }) => raw.subarray(raw.indexOf('\n') + 1, -2);

// Returns ask(...words) of the server, which lives as long as this process.
async function begin(socket) {
	const links = new Links(() => {});

	spawn('setpriv', ['--pdeathsig', 'KILL', 'redis-server', '--port', '0',
		'--unixsocket', socket, '--save', '', '--appendonly', 'no',
		'--enable-debug-command', 'yes'], { stdio: 'ignore' });
	while (!await wake(socket).then(() => true, () => false))
		await sleep(LOOK_MS);
	return (words) => links.ask(socket, Buffer.isBuffer(words) ? words
		: bytesOf(words));
}

// A digest of each key, by which changes are found.
async function digests(ask) {
	const keys = (await ask(['KEYS', '*'])).value;
	const { value } = keys.length ? await ask(['DEBUG', 'DIGEST-VALUE', ...keys])
		: { value: [] };

	return new Map(keys.map((key, i) => [key, value[i]]));
}

// Copies a key, if it exists.
async function carry(key, from, to) {
	const [dump, left] = await Promise.all([from(['DUMP', key]),
		from(['PTTL', key])]);

	if (dump.value !== null)
		await to(['RESTORE', key, Math.max(left.value, 0), bulkOf(dump),
			'REPLACE']);
}

// {socket: where to put that server's socket, places, ask(place, words),
// placeOfKey}. Returns the reply.
export async function runApart({ socket, places, ask, placeOfKey }, raw) {
	const apart = await (begun ??= begin(socket));
	const at = new Map();

	await apart(['FLUSHALL']);
	await Promise.all(places.map(async (place) => {
		const from = (words) => ask(place, words);

		for (const key of (await from(['KEYS', '*'])).value)
			at.set(key, from);
		await Promise.all([...at].filter(([, of]) => of === from)
			.map(([key]) => carry(key, from, apart)));
	}));
	const before = await digests(apart);
	const reply = await apart(raw);
	const after = await digests(apart);

	await Promise.all([...new Set([...before.keys(), ...after.keys()])]
		.filter((key) => before.get(key) !== after.get(key))
		.map((key) => {
			const to = at.get(key) ??
				((words) => ask(placeOfKey(key), words));

			return after.has(key) ? carry(key, apart, to)
				: to(['DEL', key]);
		}));
	return reply.raw;
}
