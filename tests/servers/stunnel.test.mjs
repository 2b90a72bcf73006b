// Follows "Redis on another machine" of docs/hosting.md literally, except for
// folders, a port and systemd: a site behind stunnel, and a wrong certificate.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync,
	writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { freePort, root, runKept, startStack, temporaryFolder, unref,
	waitForOutput } from '../lib/stack.mjs';
import { cgi, variables } from '../lib/program.mjs';
import { bodies } from '../lib/page.mjs';
import { Visitor } from '../lib/visitor.mjs';

const folder = temporaryFolder();
const stack = await startStack();
const { uid, gid } = statSync(stack.socket);
const port = await freePort();
const hosting = readFileSync(`${root}/docs/hosting.md`, 'utf8');
const [openssl] = hosting.match(/^ {4}openssl req (.*\\\n)*.*own\.pem$/m);

after(() => rmSync(folder, { recursive: true, force: true }));

chmodSync(folder, 0o755);

// As chgrp does there, for the user of the programs.
function give(...paths) {
	for (const path of paths)
		chownSync(path, uid, gid);
}

function prepareMachine(name) {
	const place = `${folder}/${name}/stunnel`;

	mkdirSync(place, { recursive: true });
	execFileSync('sh', ['-ec', openssl], { cwd: place, stdio: 'ignore' });
	give(`${folder}/${name}`, place, `${place}/own.key`);
}

function trust(name, other) {
	copyFileSync(`${folder}/${other}/stunnel/own.pem`,
		`${folder}/${name}/stunnel/peers.pem`);
}

// With the certificate of that machine, as if it had been stolen.
function configure(name, file, sockets, accept) {
	const text = execFileSync(`${root}/conf/render`, [`conf/stunnel/${file}`],
		{ cwd: root, encoding: 'utf8', env: { ...process.env,
			CONF: `${folder}/${name}`, SOCKETS: sockets } });
	const path = `${folder}/${name}/${file}`;

	writeFileSync(path, text.replace('accept = 6380', `accept = ${accept}`)
		.replace('redis.example.org:6380', `127.0.0.1:${accept}`));
	return path;
}

// As unit.conf says.
async function startStunnel(path) {
	const unit = readFileSync(`${root}/conf/stunnel/unit.conf`, 'utf8');
	const [, mask] = unit.match(/^UMask=(\d+)$/m);
	const user = process.getuid() === 0 ? ['setpriv', '--reuid', `${uid}`,
		'--regid', `${gid}`, '--clear-groups'] : [];
	const child = runKept('', {}, 'sh', '-c', `umask ${mask}; exec "$@"`, 'sh',
		...user, '/usr/bin/stunnel4', path);
	const log = { text: '' };

	child.stderr.on('data', (chunk) => { log.text += chunk; });
	await waitForOutput(child, 'Configuration successful');
	unref(child);
	return log;
}

async function startClient(name, accept = port) {
	return startStunnel(configure(name, 'client.conf', `${folder}/${name}`,
		accept));
}

const addressOf = (name) => `unix:retwis@${folder}/${name}/tls.sock`;

const ask = (name) => cgi('timeline', { RETWIS_REDIS: addressOf(name),
	HTTP_HOST: 'localhost', ...variables('GET', '/timeline') });

for (const name of ['redis', 'web', 'stranger', 'deceived'])
	prepareMachine(name);
trust('redis', 'web');
trust('web', 'redis');
trust('stranger', 'redis');
const server = await startStunnel(configure('redis', 'server.conf', stack.var,
	port));

await startClient('web');

test('a site finds its Redis through stunnel', async () => {
	const web = await startStack({ env: { RETWIS_REDIS: addressOf('web'),
		RETWIS_WORKERS: '0' } });
	const kim = new Visitor(web.url);

	assert.equal((await kim.submit('/register', { username: 'kim',
		password: 'a quiet morning', password2: 'a quiet morning' })).status,
	303);
	assert.equal((await kim.submit('/post', { status: 'From afar' })).status,
		303);
	assert.deepEqual(bodies((await kim.get('/timeline')).text), ['From afar']);
	assert.equal(await stack.redis('LLEN', 'timeline'), 1);
	assert.match(await stack.redis('CLIENT', 'LIST'), / user=retwis /);
	await web.stop();
});

test('nobody whose certificate Redis does not know reaches it', async () => {
	await startClient('stranger');
	const { status } = await ask('stranger');

	assert.equal(status, 503);
	assert.match(server.text, /certificate .*not found|verify failed|rejected/i);
	assert.equal((await ask('web')).status, 200);
});

test('a web host connects to nobody whose certificate it does not know', async () => {
	const other = await freePort();

	trust('deceived', 'redis');
	trust('stranger', 'deceived');
	await startStunnel(configure('stranger', 'server.conf', stack.var, other));
	const client = await startClient('deceived', other);

	assert.equal((await ask('deceived')).status, 503);
	assert.match(client.text, /certificate .*not found|verify failed|rejected/i);
});

test('nothing but TLS is accepted there', async () => {
	const link = connect(port, '127.0.0.1');
	let heard = '';

	link.on('error', () => {});
	link.on('data', (chunk) => { heard += chunk.toString('latin1'); });
	link.write('PING\r\n');
	await new Promise((done) => link.once('close', done));
	assert.doesNotMatch(heard, /PONG/);
	for (const version of ['-tls1_1', '-tls1_2'])
		assert.notEqual(spawnSync('openssl', ['s_client', version, '-connect',
			`127.0.0.1:${port}`], { input: '' }).status, 0);
});
