// node front.mjs PID SOCKET NODE...: looks like one Redis to the tests, and sends
// each command to the node that has its keys; what is about all keys goes to all
// nodes. A node is the path of a socket. It ends with the process PID. Programs
// never come here: they have to find their nodes by themselves.
import { renameSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { encode, Stream } from './resp.mjs';
import { slotOf } from './slot.mjs';

const LOOK_MS = 100;

const [pid, socket, ...paths] = process.argv.slice(2);

function number(n) {
	return Buffer.from(`:${n}\r\n`);
}

// ---- a node ----------------------------------------------------------------

// One connection for each version of the protocol, opened by its first command
// and again after it has ended. Replies are bytes.
class Node {
	constructor(path) {
		this.path = path;
		this.links = new Map();
	}

	open(protocol) {
		const link = connect(this.path);
		const stream = new Stream();
		const waiting = [];
		const end = () => {
			this.links.delete(protocol);
			for (const { fail } of waiting.splice(0))
				fail(new Error('Redis hung up'));
		};

		link.on('data', (chunk) => {
			stream.add(chunk);
			for (let one; (one = stream.take());)
				waiting.shift().done(one);
		});
		link.on('error', end).on('close', end);
		const ask = (bytes) => new Promise((done, fail) => {
			waiting.push({ done, fail });
			link.write(bytes);
		});

		if (protocol !== '2')
			ask(encode(['HELLO', protocol])).catch(() => {});
		this.links.set(protocol, ask);
		return ask;
	}

	// {value, raw}
	ask(protocol, bytes) {
		return (this.links.get(protocol) ?? this.open(protocol))(bytes);
	}
}

const nodes = paths.map((path) => new Node(path));

function nodeOf(key) {
	return nodes[Math.floor(slotOf(key) * nodes.length / 16384)];
}

// ---- commands --------------------------------------------------------------

async function toAll(protocol, raw) {
	const replies = await Promise.all(nodes.map((node) =>
		node.ask(protocol, raw)));

	return replies.find(({ value }) => value instanceof Error)?.raw ??
		join(replies);
}

// Numbers are added, and lists joined.
function join(replies) {
	if (replies.length > 1 && typeof replies[0].value === 'number')
		return number(replies.reduce((n, { value }) => n + value, 0));
	if (replies.length > 1 && Array.isArray(replies[0].value))
		return Buffer.from(encode(replies.flatMap(({ value }) => value)),
			'latin1');
	return replies[0].raw;
}

// Each key by itself, since two may be of two slots.
async function forEachKey(protocol, [command, ...keys]) {
	let n = 0;

	for (const key of keys) {
		const { value, raw } = await nodeOf(key).ask(protocol,
			encode([command, key]));

		if (value instanceof Error)
			return raw;
		n += value;
	}
	return number(n);
}

// The bytes of a bulk reply.
function bytesOf(raw) {
	return raw.subarray(raw.indexOf('\n') + 1, -2);
}

// To another key, which may be of another slot.
async function copy(protocol, [command, from, to]) {
	const say = (...words) => nodeOf(words[1]).ask(protocol,
		Buffer.from(encode(words), 'latin1'));
	const [dump, left] = [await say('DUMP', from), await say('PTTL', from)];

	if (dump.value === null)
		return Buffer.from(command === 'COPY' ? ':0\r\n'
			: '-ERR no such key\r\n');
	await say('RESTORE', to, Math.max(left.value, 0), bytesOf(dump.raw),
		'REPLACE');
	if (command !== 'COPY')
		await say('DEL', from);
	return Buffer.from(command === 'COPY' ? ':1\r\n' : '+OK\r\n');
}

const ofAll = new Set(['ACL', 'BGREWRITEAOF', 'BGSAVE', 'CLIENT', 'CONFIG',
	'DBSIZE', 'FLUSHALL', 'FLUSHDB', 'KEYS', 'SAVE', 'SCRIPT']);
const ofEachKey = new Set(['DEL', 'EXISTS', 'TOUCH', 'UNLINK']);
const ofTwo = new Set(['COPY', 'RENAME']);
const ofNone = new Set(['ECHO', 'HELLO', 'INFO', 'PING', 'SELECT', 'TIME']);
const ofSecond = new Set(['MEMORY', 'OBJECT', 'DEBUG']);

// A function that is called when all before it are answered, or the node that
// the command may go to at once.
function placeOf(words, raw) {
	const command = words[0].toUpperCase();
	const isSame = (keys) => keys.every((key) =>
		slotOf(key) === slotOf(keys[0]));

	if (ofAll.has(command) && nodes.length > 1)
		return (protocol) => toAll(protocol, raw);
	if (ofEachKey.has(command) && !isSame(words.slice(1)))
		return (protocol) => forEachKey(protocol, words);
	if (ofTwo.has(command) && !isSame(words.slice(1, 3)))
		return (protocol) => copy(protocol, [command,
			...words.slice(1)]);
	if (ofNone.has(command) || words.length < 2)
		return nodes[0];
	if (/^EVAL/.test(command))
		return words[2] === '0' ? nodes[0] : nodeOf(words[3]);
	return nodeOf(ofSecond.has(command) ? words[2] ?? '' : words[1]);
}

// ---- a client --------------------------------------------------------------

// What subscribes is a pipe from then on.
function pipe(client, raw) {
	for (const { path } of nodes) {
		const link = connect(path);
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

function serve(client) {
	const stream = new Stream();
	let protocol = '2';
	let last = Promise.resolve();
	const hangUp = () => client.destroy();

	// Commands of one node need not wait for one another, but their replies
	// do.
	function answer({ value: words, raw }) {
		const place = placeOf(words, raw);

		if (words[0].toUpperCase() === 'HELLO')
			protocol = words[1] ?? protocol;
		const mine = protocol;
		const before = last;
		const reply = place instanceof Node
			? place.ask(mine, raw).then((one) => one.raw)
			: before.then(() => place(mine));

		reply.catch(hangUp);
		last = before.then(() => reply).then((bytes) =>
			client.write(bytes));
		last.catch(hangUp);
	}

	const read = (chunk) => {
		stream.add(chunk);
		for (let one; (one = stream.take());) {
			if (lasting.has(one.value[0].toUpperCase())) {
				client.off('data', read);
				pipe(client, one.raw);
				return;
			}
			answer(one);
		}
	};

	client.on('data', read).on('error', hangUp);
}

process.chdir('/');
// Once it has its name, it answers.
createServer(serve).listen(`${socket}.early`, () =>
	renameSync(`${socket}.early`, socket));
setInterval(() => {
	try {
		process.kill(Number(pid), 0);
	} catch {
		process.exit();
	}
}, LOOK_MS);
