// Stacks that test files share. Starting one costs as much as fifty tests, so
// when a file has ended, the next one that wants the same settings gets its
// stack, emptied.
import { appendFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from './http.mjs';
import { restartPages } from './processes.mjs';
import { indexed } from './redis.mjs';
import { startStack } from './stack.mjs';

const PATIENCE_MS = 20000;

const free = new Map(); // stacks by their settings

// Makes it as it was when it was new. Unfinished work of the last file is done
// first, or it would be written after everything is deleted; and programs that
// know the old database have to connect again.
async function empty({ url, redis, var: folder, files }) {
	await indexed(redis);
	for (const file of readdirSync(folder))
		if (!files.includes(file))
			rmSync(`${folder}/${file}`, { recursive: true });
	await redis('CONFIG', 'SET', 'maxmemory', 0);
	await redis('CONFIG', 'SET', 'maxclients', 1000);
	// Otherwise a page that starts later would write it, while a test looks
	// for writes.
	const seal = await redis('GET', 'seal');

	for (const entry of await redis('ACL', 'LOG'))
		if (entry.reason !== 'auth')
			appendFileSync(process.env.DENIED,
				`of the pool: ${JSON.stringify(entry)}\n`);
	await redis('ACL', 'LOG', 'RESET');
	await restartPages(folder);
	await redis('FLUSHALL');
	if (seal)
		await redis('SET', 'seal', seal);
	await redis('SCRIPT', 'FLUSH');
	await redis('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
	const { status } = await request(url, '/');

	if (status !== 200 || await redis('DBSIZE') > 2)
		throw new Error('it is not as it was');
}

// A stack that cannot be used any more is stopped.
async function takeBack(stack, settings) {
	try {
		await Promise.race([empty(stack), sleep(PATIENCE_MS).then(() => {
			throw new Error('it takes too long');
		})]);
		free.get(settings).push(stack);
	} catch {
		await stack.stop();
	}
}

async function start(settings) {
	const stack = await startStack({ env: JSON.parse(settings) });

	return { ...stack, files: readdirSync(stack.var) };
}

async function lend(link, settings) {
	if (!free.has(settings))
		free.set(settings, []);
	const stack = free.get(settings).pop() ?? await start(settings);

	link.once('close', () => takeBack(stack, settings));
	link.write(JSON.stringify({ port: stack.port, folder: stack.var,
		database: stack.database && { ...stack.database,
			child: undefined } }));
}

// At that socket, a client that sends settings gets a stack, which is reserved
// for it until the connection ends.
export function openPool(path) {
	createServer((link) => {
		link.on('error', () => {});
		link.once('data', (settings) => lend(link, String(settings)));
	}).listen(path).unref();
}
