/*
 * What a page asks of Redis, and its whole answer. The page program runs once,
 * as plain CGI, with a proxy for its Redis, since nothing that a program says
 * of itself should count here:
 *
 * - a round trip begins where bytes go to Redis and either none went before or
 *   an answer has come since;
 * - commands are those that Redis itself has counted meanwhile, with those
 *   inside scripts, while nobody else uses it.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { cleanEnvironment, programs, root } from '../lib/stack.mjs';

async function startProxy(path, target) {
	const proxy = { trips: 0 };
	const server = createServer(page => {
		const back = connect(target);
		let asking = false;

		page.on('data', bytes => {
			proxy.trips += asking ? 0 : 1;
			asking = true;
			back.write(bytes);
		}).on('end', () => back.end());
		back.on('data', bytes => {
			asking = false;
			page.write(bytes);
		}).on('end', () => page.end());
	}).listen(path);

	await once(server, 'listening');
	proxy.stop = () => server.close();
	return proxy;
}

async function runPage(program, env, form) {
	const child = spawn(program,
		{ env, stdio: ['pipe', 'pipe', 'inherit'] });
	const parts = [];

	child.stdout.on('data', part => parts.push(part));
	child.stdin.end(form);
	const [status] = await once(child, 'close');

	if (status !== 0)
		throw new Error(`${program} fails`);
	return Buffer.concat(parts);
}

// How many since the last reset, without what the counting itself takes.
function countCommands(socket) {
	const lines = execFileSync('redis-cli',
		['-s', socket, 'INFO', 'commandstats']).toString();
	let count = 0;

	for (const [, name, calls] of
		lines.matchAll(/^cmdstat_([^:]*):calls=(\d+)/gm))
		if (!/^(config|info|hello|command)/.test(name))
			count += Number(calls);
	return count;
}

function cgi(page, session, form) {
	return cleanEnvironment({
		GATEWAY_INTERFACE: 'CGI/1.1',
		RETWIS_TEMPLATES: `${root}/templates`,
		REQUEST_METHOD: form ? 'POST' : 'GET',
		REQUEST_URI: page.path,
		HTTP_COOKIE: session.cookie,
		CONTENT_LENGTH: String(form.length),
		CONTENT_TYPE: 'application/x-www-form-urlencoded',
	});
}

export async function countTrips(stack, page, session) {
	const form = page.isPost ? 'status=Counted&nonce=counted&csrf=' +
		session.csrf : '';
	const path = `${stack.socket}.proxy`;
	const proxy = await startProxy(path, stack.socket);

	await stack.redis('CONFIG', 'RESETSTAT');
	const answer = await runPage(`${programs}/${page.program}`, {
		...cgi(page, session, form), RETWIS_REDIS: `unix:${path}`,
	}, form);

	proxy.stop();
	rmSync(path, { force: true });
	return { trips: proxy.trips, commands: countCommands(stack.socket),
		answer };
}
