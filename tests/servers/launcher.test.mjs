// conf/stack, as `make run` starts it: data are kept, nothing is left behind,
// programs that die are restarted, and one that cannot work says so in one
// line.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync, readdirSync, renameSync,
	rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { after, test } from 'node:test';
import { build, cleanEnvironment, freePort, lean, programs, root, runKept,
	startStack, temporaryFolder, unref, waitForOutput } from '../lib/stack.mjs';
import { request } from '../lib/http.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { bodies } from '../lib/page.mjs';
import { isDatabase, pagesIn, processesIn, until, wakePages }
	from '../lib/processes.mjs';

const pages = readdirSync(programs).filter((name) => !name.startsWith('.'));
const folders = [];
const left = [];

function newFolder() {
	folders.push(temporaryFolder());
	return folders[folders.length - 1];
}

after(() => {
	for (const child of left)
		child.kill('SIGTERM');
	for (const folder of folders)
		rmSync(folder, { recursive: true, force: true });
});

// As a terminal would start it, so that it can be sent signals itself.
async function launch(env, command = [`${root}/conf/stack`]) {
	const port = await freePort();
	const child = spawn(command[0], command.slice(1), {
		env: cleanEnvironment({ PORT: port, BUILD: build, ...env }) });

	left.push(child);
	const ended = new Promise((done) => child.once('exit', done));
	const output = await waitForOutput(child, 'Retwis is at ');

	return { child, port, ended, output, url: `http://127.0.0.1:${port}` };
}

// Every process whose working directory is the folder or below it, or that was
// started from there.
function running(folder) {
	const listed = spawnSync('pgrep', ['-f', folder]).stdout.toString();

	return [...processesIn(folder), ...processesIn(`${folder}/redis`)]
		.map((p) => p.pid).concat(listed.split('\n').filter(Boolean));
}

// How it refuses to start: status 1 and one line.
function refusal(env, command = [`${root}/conf/stack`]) {
	const ran = spawnSync(command[0], command.slice(1), {
		env: cleanEnvironment({ VAR: newFolder(), PORT: 1, BUILD: build,
			...env }), encoding: 'utf8', timeout: 40000 });

	assert.equal(ran.stdout, '');
	assert.match(ran.stderr, /^retwis: .*\n$/);
	assert.equal(ran.status, 1);
	return ran.stderr;
}

async function staysThere(url) {
	const visitor = new Visitor(url);

	assert.equal((await visitor.login('anna')).status, 303);
	assert.deepEqual(bodies((await visitor.get('/')).text),
		['still here']);
}

// The first one that ends counts: the others are not waited for.
async function kill({ child }, folder) {
	child.kill('SIGKILL');
	await until('all have ended', () => running(folder).length === 0);
}

async function signal({ child, ended }, folder, name) {
	child.kill(name);
	assert.equal(await ended, 0);
	assert.deepEqual(running(folder), []);
}

test('it ends whole, and the data stay', async (t) => {
	const folder = newFolder();
	let site = await launch({ VAR: folder });

	assert.equal(site.output.split('\n')[0], `Retwis is at ${site.url}/ ` +
		`(Ctrl-C stops it, logs are in ${folder}/log)`);
	await (await member(site.url, 'anna')).write('still here');
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'])
		await t.test(name, async () => {
			await wakePages(folder, pages);
			assert.ok(running(folder).length > 20);
			await (name === 'SIGKILL' ? kill : signal)(site, folder,
				name);
			site = await launch({ VAR: folder });
			await staysThere(site.url);
		});
	await signal(site, folder, 'SIGTERM');
});

// One that waits for its picture is no page, and is started for each connection.
// What fcgiwrap leaves when all is killed is another matter.
test('retwis-picture ends with it, behind each web server', async (t) => {
	for (const server of ['nginx', 'nginx-fcgiwrap', 'apache', 'apache-cgi'])
		for (const end of server === 'nginx' ? [signal, kill] : [signal])
			await t.test(`${server}, ${end.name}`, async () => {
				const folder = newFolder();
				const site = await launch({ VAR: folder, SERVER: server });
				const held = [1, 2].map(() =>
					connect(`${folder}/retwis-picture.sock`).on('error', () => {}));

				await until('both are there', () => processesIn(folder)
					.filter(({ program }) =>
						program.endsWith('/retwis-picture')).length === 2);
				await end(site, folder, 'SIGTERM');
				held.forEach((socket) => socket.destroy());
			});
});

test('it makes its own key, for itself alone, and does not change it', async () => {
	const folder = newFolder();
	const own = { VAR: folder, RETWIS_KEY_FILE: '' };
	const first = await launch(own);
	const key = readFileSync(`${folder}/key`, 'utf8');

	assert.match(key, /^[0-9a-f]{64}\n$/);
	assert.equal(statSync(`${folder}/key`).mode & 0o777, 0o400);
	await signal(first, folder, 'SIGTERM');
	const second = await launch(own);

	assert.equal(readFileSync(`${folder}/key`, 'utf8'), key);
	await signal(second, folder, 'SIGTERM');
});

test('copies run side by side, on 127.0.0.1 unless told otherwise', async () => {
	const usual = await startStack({ env: { RETWIS_PROCESSES: '2' } });
	const other = await startStack({ env: { ...lean,
		LISTEN: '127.0.0.2', RETWIS_WORKERS: '0' } });
	const there = `http://127.0.0.2:${other.port}`;

	await member(usual.url, 'anna');
	assert.equal((await request(usual.url, '/@anna')).status, 200);
	assert.equal((await request(there, '/@anna')).status, 404);
	await assert.rejects(request(`http://127.0.0.2:${usual.port}`, '/'),
		/ECONNREFUSED/);
	await assert.rejects(request(other.url, '/'), /ECONNREFUSED/);
	assert.equal(workersIn(other.var).length, 0);
	for (const { var: folder } of [usual, other])
		await wakePages(folder, pages);
	assert.equal(pagesIn(other.var).length, pages.length);
	// Two of each, and one that supervises them.
	await until('there are two', () =>
		pagesIn(usual.var).length === 3 * pages.length);
	assert.match(refusal({ VAR: usual.var, PORT: await freePort() }),
		/already running/);
	assert.equal((await request(usual.url, '/')).status, 200);
	await Promise.all([usual.stop(), other.stop()]);
});

// A Redis elsewhere, with a password, and without the socket of a stack.
async function startRedis(port, more = []) {
	const folder = newFolder();
	const child = runKept('', {}, 'redis-server', '--port', port, '--dir', folder,
		'--save', '', '--requirepass', 'secret word', ...more);

	unref(child);
	await until('it answers', () => redisCall(port, 'PING'));
	return child;
}

function redisCall(port, ...words) {
	const ran = spawnSync('redis-cli', ['-p', port, '-a', 'secret word',
		'--no-auth-warning', ...words], { encoding: 'utf8' });

	return ran.status === 0 && ran.stdout.trim();
}

function serverIn(folder) {
	return processesIn(`${folder}/redis`).length;
}

test('with a Redis elsewhere it starts none, and no worker if so told',
	async () => {
		const port = await freePort();
		const there = { RETWIS_REDIS: `tcp://default:secret word@127.0.0.1:${port}` };
		const redis = await startRedis(port);
		const [whole, web] = [newFolder(), newFolder()];
		const both = [await launch({ ...there, VAR: whole }),
			await launch({ ...there, VAR: web, RETWIS_WORKERS: '0' })];

		for (const folder of [whole, web])
			assert.equal(serverIn(folder), 0);
		assert.equal(workersIn(whole).length, 1);
		assert.equal(workersIn(web).length, 0);
		await member(both[0].url, 'anna');
		assert.equal((await request(both[1].url, '/@anna')).status, 200);
		for (const site of both)
			assert.doesNotMatch(site.output, /secret/);
		await signal(both[0], whole, 'SIGTERM');
		await signal(both[1], web, 'SIGTERM');
		assert.equal(redisCall(port, 'HGET', 'users', 'anna'), '1');
		redis.stdin.end();
	});

test('a bus elsewhere leaves the data here', async () => {
	const port = await freePort();
	const redis = await startRedis(port);
	const folder = newFolder();
	const site = await launch({ VAR: folder,
		RETWIS_BUS: `tcp://default:secret word@127.0.0.1:${port}` });

	assert.equal(serverIn(folder), 1);
	await (await member(site.url, 'anna')).write('over there');
	await until('a worker has been at that bus', () =>
		redisCall(port, 'EXISTS', '{fanout}:workers') === '1');
	assert.equal(redisCall(port, 'EXISTS', 'users'), '0');
	await signal(site, folder, 'SIGTERM');
	redis.stdin.end();
});

// A node of a cluster answers, but not for slots that no node has yet.
test('it is up once the database answers', async () => {
	const port = await freePort();
	const redis = await startRedis(port, ['--cluster-enabled', 'yes',
		'--cluster-port', await freePort()]);
	const folder = newFolder();
	let isUp = false;
	const site = launch({ VAR: folder, RETWIS_WORKERS: '0',
		RETWIS_REDIS: `cluster://default:secret word@127.0.0.1:${port}` });

	site.then(() => { isUp = true; }, () => {});
	await until('its web server answers', () =>
		existsSync(`${folder}/web.pid`));
	// There is no worker, so the launcher does the check.
	await until('it has asked again and again', () => Number(redisCall(port,
		'INFO', 'commandstats').match(/cluster\|slots:calls=(\d+)/)?.[1]) > 20);
	assert.equal(isUp, false);
	redisCall(port, 'CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
	const up = await site;

	await member(up.url, 'anna');
	assert.equal((await request(up.url, '/@anna')).status, 200);
	await signal(up, folder, 'SIGTERM');
	redis.stdin.end();
});

test('a Redis elsewhere that does not answer is reported in one line', async () => {
	const folder = newFolder();

	assert.match(refusal({ VAR: folder, RETWIS_REDIS: 'unix:/nowhere.sock',
		PORT: await freePort() }),
	/^retwis: RETWIS_REDIS: Redis does not answer\n$/);
	assert.deepEqual(running(folder), []);
	assert.match(refusal({ RETWIS_REDIS: 'here' }),
		/RETWIS_REDIS must be unix:PATH/);
});

async function answers({ url }) {
	const answer = await request(url, '/@anna').catch(() => undefined);

	return answer?.status === 200;
}

test('a program that is killed comes back, again and again', async () => {
	const stack = await startStack();

	await member(stack.url, 'anna');
	for (let i = 0; i < 3; i++) {
		await wakePages(stack.var, pages);
		assert.equal(pagesIn(stack.var).length, pages.length);
		for (const { pid } of pagesIn(stack.var))
			process.kill(pid, 'SIGKILL');
		// No request is refused: the socket was open all the time.
		assert.ok(await answers(stack));
	}
	for (const [name, is] of Object.entries({ isDatabase,
		isServer: ({ program }) => program.endsWith('/nginx') })) {
		const { pid } = processesIn(stack.var).concat(
			processesIn(`${stack.var}/redis`)).find(is);

		process.kill(pid, 'SIGKILL');
		await until(`it is back: ${name}`, () => answers(stack));
	}
	await stack.stop();
});

// Except for the one that only supervises several others.
function workersIn(folder) {
	const all = processesIn(folder).filter((p) =>
		p.program.endsWith('/retwis-worker'));

	return all.filter(({ pid }) => all.every((p) => p.parent !== pid));
}

test('as many workers run as are wanted, and come back', async () => {
	const stack = await startStack({ env: { RETWIS_WORKERS: '2' } });
	const two = () => workersIn(stack.var).length === 2;
	const anna = await member(stack.url, 'anna');
	const ben = await member(stack.url, 'ben');

	await ben.follow('anna');
	await ben.get('/');
	await until('there are two', two);
	for (const signal of ['SIGTERM', 'SIGKILL']) {
		const old = workersIn(stack.var).map(({ pid }) => pid);

		old.forEach((pid) => process.kill(pid, signal));
		await until('there are two others', () => two() &&
			workersIn(stack.var).every(({ pid }) => !old.includes(pid)));
		await anna.write(signal);
		await until('Ben has it', async () =>
			bodies((await ben.get('/')).text)[0] === signal);
	}
	await stack.stop();
});

test('a port in use is reported in one line, and nothing is left running', async () => {
	const folder = newFolder();
	const port = await freePort();
	const other = createServer();

	await new Promise((done) => other.listen(port, '127.0.0.1', done));
	const text = refusal({ VAR: folder, PORT: port });

	other.close();
	assert.match(text, new RegExp(`port ${port} is taken`));
	assert.deepEqual(running(folder), []);
});

test('a missing permission is reported in one line', () => {
	const folder = newFolder();

	writeFileSync(`${folder}/file`, '');
	chmodSync(folder, 0o555);
	// The stack's user gets the one message, root the other.
	assert.match(refusal({ VAR: folder }),
		/cannot write to|must belong to/);
	assert.match(refusal({ VAR: `${folder}/file/x` }), /cannot create/);
	chmodSync(folder, 0o755);
});

test('a full disk is reported in one line', () => {
	assert.match(refusal({}, ['sh', '-c', 'trap "" XFSZ; ulimit -f 100; ' +
		`exec ${root}/conf/stack`]), /disk full/);
});

test('settings that make no sense are reported in one line', () => {
	assert.match(refusal({ SERVER: 'lighttpd' }), /SERVER must be nginx/);
	assert.match(refusal({ BUILD: '/nowhere' }), /run make first/);
	assert.match(refusal({ VAR: `/tmp/${'x'.repeat(100)}` }), /too long/);
	assert.match(refusal({ LISTEN: '$(id)' }), /letters, digits/);
	assert.match(refusal({ RETWIS_SIGNUP: 'maybe' }), /RETWIS_SIGNUP/);
	assert.match(refusal({ RETWIS_CACHE: 'maybe' }), /RETWIS_CACHE/);
	assert.match(refusal({ RETWIS_SERVER: '/opt/redis-server' }),
		/there is no program \/opt\/redis-server/);
	for (const many of ['some', '-1', '01'])
		assert.match(refusal({ RETWIS_WORKERS: many }), /RETWIS_WORKERS/);
	for (const many of ['some', '-1', '0', '01'])
		assert.match(refusal({ RETWIS_PROCESSES: many }),
			/RETWIS_PROCESSES/);
});

// A new folder with the whole project except its programs.
function newCopy() {
	const copy = newFolder();

	for (const part of ['conf', 'static'])
		cpSync(`${root}/${part}`, `${copy}/${part}`, { recursive: true });
	return copy;
}

// Such as /root. The programs may read less there than access() says.
test('it runs from a folder that only root may enter',
	{ skip: process.getuid() !== 0 && 'only root has one' }, async () => {
		const copy = newCopy();

		chmodSync(copy, 0o700);
		const { child, ended, url } = await launch({ VAR: newFolder() },
			[`${copy}/conf/stack`]);

		assert.equal((await request(url, '/login')).status, 200);
		child.kill('SIGTERM');
		await ended;
	});

function newBuild(copy) {
	for (const part of ['pages', 'conf', 'templates', 'retwis-worker', 'retwis-live',
		'retwis-picture', 'retwis-admin'])
		cpSync(`${build}/${part}`, `${copy}/build/${part}`,
			{ recursive: true });
	chmodSync(copy, 0o755);
}

// It is still in its session, but gets no signal that is sent to its group.
test('a program that has left its group ends, too', async () => {
	const copy = newCopy();
	const folder = newFolder();
	const worker = `${copy}/build/retwis-worker`;

	newBuild(copy);
	renameSync(worker, `${worker}.real`);
	writeFileSync(worker, '#!/bin/sh\n[ "$1" = --check ] || ' +
		"perl -e 'setpgrp(0, 0); $0 = shift; sleep 600' $VAR/stray &\n" +
		'exec "$0.real" "$@"\n', { mode: 0o755 });
	const site = await launch({ VAR: folder, BUILD: `${copy}/build` });
	const strays = () => spawnSync('pgrep', ['-f', `^${folder}/stray`])
		.stdout.toString();

	await until('it is there', strays);
	await signal(site, folder, 'SIGTERM');
	assert.equal(strays(), '');
});

test('a broken template is reported, and nothing starts', () => {
	const copy = newCopy();
	const folder = newFolder();

	newBuild(copy);
	writeFileSync(`${copy}/build/templates/en/post.tpl`, 'no pragma\n');
	const ran = spawnSync(`${copy}/conf/stack`, { encoding: 'utf8',
		env: cleanEnvironment({ VAR: folder, PORT: 1,
			RETWIS_KEY_FILE: `${folder}/key` }) });

	assert.equal(ran.status, 1);
	assert.match(ran.stderr,
		/^retwis: .*post\.tpl: the first line must be.*\n$/);
	assert.deepEqual(running(folder), []);
});
