// node front.mjs PID SOCKET KIND PLACE...: looks like one Redis to the tests,
// and sends each command to the server that has its keys; commands about all
// keys go to all servers. A place is host:port, or the path of a socket. It
// ends with the process PID. KIND is
//
//   slots             a node of a cluster that has all slots
//   cluster           the masters of a cluster, in the order of their slots
//   nutcracker:FILE   the servers of a Twemproxy whose process id is in FILE, and
//                     the one that is the bus
//
// Programs find their servers by themselves. But a test's proxy may connect a
// program to this socket: then a client's commands are executed in order, as by
// one Redis.
import { readFileSync, renameSync } from 'node:fs';
import { createServer } from 'node:net';
import { encode, Stream } from './resp.mjs';
import { connectTo, Links } from './links.mjs';
import { runApart } from './scratch.mjs';
import { serverOf, slotOf } from './slot.mjs';

const LOOK_MS = 100;

const [pid, socket, kindAndFile, ...places] = process.argv.slice(2);
const [kind, pidFile] = kindAndFile.split(':');
const servers = kind === 'nutcracker' ? places.slice(0, -1) : places;
const bus = places.at(kind === 'nutcracker' ? -1 : 0);

const bytesOf = (words) => Buffer.from(encode(words), 'latin1');

function number(n) {
	return Buffer.from(`:${n}\r\n`);
}

// As in docs/data.md: the queues of jobs, except imports, and scheduled posts.
const onBus = /^\{((?!imports)[^}]*\}:(jobs|taken:|workers|dead)|later\})/;

function placeOfKey(key) {
	if (kind !== 'nutcracker')
		return servers.findLast((_, n) => slotOf(key) >=
			Math.floor(n * 16384 / servers.length));
	return onBus.test(key) ? bus : servers[serverOf(key, servers.length)];
}

// ---- all servers -----------------------------------------------------------

const summed = /^((?:rdb_changes_since_last_save|expired_keys):|(?:errorstat_\w+:count|cmdstat_[^:]+:calls)=)(\d+)/gm;

// The first server's answer, with the counts of all servers added up.
function joinInfo(texts) {
	const sums = new Map();

	for (const text of texts)
		for (const [, field, n] of text.matchAll(summed))
			sums.set(field, (sums.get(field) ?? 0) + Number(n));
	const text = texts[0].replace(summed, (_, field) => {
		const n = sums.get(field);

		sums.delete(field);
		return field + n;
	});

	return text + [...sums].map(([field, n]) => `${field}${n}\r\n`).join('');
}

// Numbers are added, lists and texts are joined.
function join(command, replies) {
	const [{ value, raw }] = replies;
	const bulk = (text) => bytesOf([text]).subarray('*1\r\n'.length);

	if (typeof value === 'number')
		return number(replies.reduce((n, one) => n + one.value, 0));
	if (command === 'INFO')
		return bulk(joinInfo(replies.map((one) => one.value)));
	if (command === 'CLIENT' && raw[0] !== 0x2b)
		return bulk(replies.map((one) => one.value).join(''));
	if (!Array.isArray(value) || command === 'CONFIG')
		return raw;
	return Buffer.concat([Buffer.from(`*${replies.reduce((n, one) =>
		n + one.value.length, 0)}\r\n`), ...replies.map((one) =>
		one.raw.subarray(one.raw.indexOf('\n') + 1))]);
}

async function askAll(links, words, raw) {
	const replies = await Promise.all(places.map((place) =>
		links.ask(place, raw)));
	const bad = replies.find(({ value }) => value instanceof Error);

	if (/^CLIENT,KILL,TYPE,(normal|pubsub)/i.test(words) && pidFile)
		await restartProxy();
	return bad?.raw ?? join(words[0].toUpperCase(), replies);
}

function proxyId() {
	try {
		return Number(readFileSync(pidFile, 'utf8'));
	} catch {
		return 0;
	}
}

// Its settings are next to the file with its process id.
function proxyAnswers() {
	const [, place] = readFileSync(pidFile.replace(/pid$/, 'yml'), 'utf8')
		.match(/listen: (\S+)/);

	return new Promise((done) => {
		const link = connectTo(place);

		link.on('error', () => done(false));
		link.on('connect', () => done(true) || link.destroy());
	});
}

// All who are connected through it have to connect again.
async function restartProxy() {
	const old = proxyId();

	if (old)
		process.kill(old, 'SIGKILL');
	while (proxyId() === old || !await proxyAnswers())
		await new Promise((done) => setTimeout(done, 5));
}

// ---- commands --------------------------------------------------------------

// Each key by itself, since two keys may be in two slots.
async function askEachKey(links, [command, ...keys]) {
	let n = 0;

	for (const key of keys) {
		const { value, raw } = await links.ask(placeOfKey(key),
			bytesOf([command, key]));

		if (value instanceof Error)
			return raw;
		n += value;
	}
	return number(n);
}

// To another key, which may be in another slot.
async function copy(links, [command, from, to]) {
	const isCopy = /copy/i.test(command);
	const say = (...words) => links.ask(placeOfKey(words[1]), bytesOf(words));
	const [dump, left] = [await say('DUMP', from), await say('PTTL', from)];

	if (dump.value === null)
		return Buffer.from(isCopy ? ':0\r\n' : '-ERR no such key\r\n');
	await say('RESTORE', to, Math.max(left.value, 0),
		dump.raw.subarray(dump.raw.indexOf('\n') + 1, -2), 'REPLACE');
	if (!isCopy)
		await say('DEL', from);
	return Buffer.from(isCopy ? ':1\r\n' : '+OK\r\n');
}

const unasked = new Links(() => {});

// The name of a channel, and how many are subscribed to it.
async function countListeners(words) {
	const replies = await Promise.all(places.map((place) => unasked.ask(place,
		bytesOf(['PUBSUB', 'NUMSUB', words.at(-1)]))));

	return replies.reduce((n, { value }) => n + value[1], 0);
}

// PUBLISH returns how many have received the message, but a node counts only
// its own subscribers.
async function publish(links, words, raw) {
	const { raw: reply, value } = await links.ask(bus, raw);

	return value instanceof Error ? reply
		: number(await countListeners(words.slice(0, 2)));
}

async function introduce(links, words) {
	const [command, ...rest] = words;
	const isAuth = /auth/i.test(command);
	const at = words.findIndex((word, i) => i > 1 && /^auth$/i.test(word));
	const { value, raw } = await links.introduce(bus, isAuth
		? { login: rest.length > 1 ? rest : ['default', ...rest] }
		: { protocol: rest[0], ...at > 0 && {
			login: words.slice(at + 1, at + 3) } });

	return isAuth && !(value instanceof Error) ? Buffer.from('+OK\r\n') : raw;
}

const ofAll = new Set(['ACL', 'BGREWRITEAOF', 'BGSAVE', 'CLIENT', 'CONFIG',
	'DBSIZE', 'FLUSHALL', 'FLUSHDB', 'INFO', 'KEYS', 'SAVE', 'SCRIPT',
	'SLOWLOG']);
const ofEachKey = new Set(['DEL', 'EXISTS', 'TOUCH', 'UNLINK']);
const ofTwo = new Set(['COPY', 'RENAME']);
const ofNone = new Set(['ECHO', 'PING', 'SELECT', 'TIME']);
const ofSecond = new Set(['MEMORY', 'OBJECT', 'DEBUG']);

// Returns a function that answers, or the server to which the command may be
// sent at once.
function placeOf(words, raw) {
	const command = words[0].toUpperCase();
	const isSame = (keys) => keys.every((key) =>
		placeOfKey(key) === placeOfKey(keys[0]) && (kind === 'nutcracker' ||
			slotOf(key) === slotOf(keys[0])));

	if (command === 'HELLO' && words.length > 1 || command === 'AUTH')
		return (links) => introduce(links, words);
	if (places.length > 1 && /^EVAL/.test(command) && words[2] === '0')
		return (links) => runApart({ socket: `${socket}.scratch`, places,
			placeOfKey, ask: (place, of) => links.ask(place,
				bytesOf(of)) }, raw);
	if (ofAll.has(command))
		return places.length > 1
			? (links) => askAll(links, words, raw) : bus;
	if (command === 'PUBLISH')
		return (links) => publish(links, words, raw);
	if (/^PUBSUB,NUMSUB,/i.test(words))
		return async () => Buffer.concat([bytesOf([words[2], 0])
			.subarray(0, -'$1\r\n0\r\n'.length),
		number(await countListeners(words))]);
	if (ofEachKey.has(command) && !isSame(words.slice(1)))
		return (links) => askEachKey(links, words);
	if (ofTwo.has(command) && !isSame(words.slice(1, 3)))
		return (links) => copy(links, words);
	if (ofNone.has(command) || words.length < 2)
		return bus;
	if (/^EVAL/.test(command))
		return words[2] === '0' ? bus : placeOfKey(words[3]);
	return placeOfKey(ofSecond.has(command) ? words[2] ?? '' : words[1]);
}

// ---- a client --------------------------------------------------------------

// From then on a client that subscribes is connected directly to a server. One
// node passes a message on to all, but notifications about keys come only from
// the server that has them.
function pipe(client, words, raw) {
	const isOfOne = /^P?SUBSCRIBE$/i.test(words[0]) &&
		!words[1].startsWith('__key');

	for (const place of isOfOne ? [bus] : places) {
		const link = connectTo(place);
		const end = () => {
			link.destroy();
			client.destroy();
		};

		link.on('data', (chunk) => client.write(chunk));
		link.on('error', end).on('close', end);
		client.on('data', (chunk) => link.write(chunk));
		client.on('close', end);
		link.write(raw);
	}
}

const lasting = new Set(['MONITOR', 'PSUBSCRIBE', 'SUBSCRIBE']);

// Replies come back in the order of the commands. A command does not wait for
// earlier ones on the same server.
function serve(client) {
	const stream = new Stream();
	const hangUp = () => client.destroy();
	const links = new Links(hangUp);
	let at, sent = Promise.resolve(), answered = Promise.resolve();

	function ask({ value: words, raw }) {
		const place = placeOf(words, raw);
		const isAt = typeof place === 'string';
		const begun = (isAt && place === at ? sent : answered).then(() =>
			({ reply: isAt ? links.ask(place, raw)
				.then((one) => one.raw) : place(links) }));

		// Nor does it begin if an earlier one has failed.
		begun.then(({ reply }) => reply).catch(hangUp);
		answered = Promise.all([begun.then(({ reply }) => reply), answered])
			.then(([bytes]) => { client.write(bytes); });
		answered.catch(hangUp);
		at = place;
		sent = begun;
	}

	const read = (chunk) => {
		stream.add(chunk);
		for (let one; (one = stream.take());) {
			if (lasting.has(one.value[0].toUpperCase())) {
				client.off('data', read);
				answered.then(() => pipe(client, one.value, one.raw));
				return;
			}
			ask(one);
		}
	};

	client.on('data', read).on('error', hangUp);
	client.on('close', () => answered.finally(() => links.end())
		.catch(() => {}));
}

process.chdir('/');
// As soon as the socket has its name, it is answering.
createServer(serve).listen(`${socket}.early`, () =>
	renameSync(`${socket}.early`, socket));
setInterval(() => {
	try {
		process.kill(Number(pid), 0);
	} catch {
		process.exit();
	}
}, LOOK_MS);
