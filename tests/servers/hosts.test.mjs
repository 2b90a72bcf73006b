// Follows docs/many-hosts.md literally: three web hosts behind a balancer, and
// one for the data, each with its own network.
import assert from 'node:assert/strict';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync,
	writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import { albumOf } from '../lib/album.mjs';
import { openStream } from '../lib/stream.mjs';
import { build, root, temporaryFolder } from '../lib/stack.mjs';
import { request } from '../lib/http.mjs';
import { forThisNginx } from '../lib/nginx.mjs';
import { isDatabase, processesIn, until } from '../lib/processes.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { bodies, messages } from '../lib/page.mjs';
import { Network, noNetworks } from './network.mjs';
import { RedisFiles } from './redis_files.mjs';
import { emptyForm } from './site.mjs';

const skip = noNetworks();
const folder = temporaryFolder();
const page = readFileSync(`${root}/docs/many-hosts.md`, 'utf8');
// The folder that they share, where the page says which one that is.
const pictures = { RETWIS_PICTURES: `${folder}/pictures` };
const webAddresses = ['10.0.0.11', '10.0.0.12', '10.0.0.13'];

after(() => rmSync(folder, { recursive: true, force: true }));

// The indented parts of a section, a string for each block.
function blocks(heading) {
	const [, section] = page.split(`\n## ${heading}\n`);

	return section.split('\n## ')[0].match(/(\n( {4}.*)?)+(?=\n)/g)
		.map((block) => block.replace(/^ {4}/gm, '').trim()).filter(Boolean);
}

function settings(text) {
	return Object.fromEntries(text.split('\n').map((line) =>
		line.match(/^(\w+)=(.*)$/).slice(1)));
}

const network = new Network(folder);
const site = {};

// ---- setting it up ----------------------------------------------------------

async function startData() {
	const [redis, copy, passwords, environment] = blocks('The data host');
	const env = settings(environment);
	const files = new RedisFiles(folder);
	const { conf } = files;

	site.data = await network.add('10.0.0.20');
	appendFileSync(conf, redis);
	files.obey(copy);
	files.obey(passwords);
	await site.data.startAnd('Ready to accept', '', {}, 'redis-server', conf);
	site.password = passwords.match(/>(\S+)/)[1];
	site.data.start('', { ...env, ...pictures }, `${build}/retwis-worker`);
}

// Settings that only a test needs.
const generous = { RETWIS_LIMIT_SIGN_IN_ADDRESS: '3/600',
	RETWIS_LOGIN_RATE: '1', RETWIS_LOGIN_BURST: '12', RETWIS_LAST_SEEN: 'off' };

async function startWeb(address) {
	const machine = await network.add(address);
	const var_ = temporaryFolder();
	const { child, output } = await machine.startAnd('Retwis is at ', var_,
		{ ...settings(blocks('A web host')[0]), ...generous, ...pictures,
			VAR: var_,
			LISTEN: address, PORT: '80', BUILD: build },
		`${root}/conf/stack`);

	assert.doesNotMatch(output, /retwis-admin: the/);
	return { machine, address, var: var_, child };
}

function writeBalancer() {
	const certificate = ['-keyout', `${folder}/privkey.pem`, '-out',
		`${folder}/fullchain.pem`];
	const ran = spawnSync('openssl', ['req', '-x509', '-newkey', 'ec',
		'-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj',
		'/CN=example.org', ...certificate]);

	assert.equal(ran.status, 0, `${ran.stderr}`);
	const temporary = ['client_body', 'fastcgi', 'proxy', 'scgi', 'uwsgi']
		.map((what) => `${what}_temp_path ${folder}/tmp/${what};`).join('\n');
	const [, conf] = blocks('The balancer');

	mkdirSync(`${folder}/tmp`);
	writeFileSync(`${folder}/balancer.conf`, `daemon off;
pid ${folder}/balancer.pid;
events {}
http {
${temporary}
${forThisNginx(conf).replace(/\/etc\/letsencrypt\/live\/example\.org/g, folder)}
}
`);
}

async function startBalancer() {
	writeBalancer();
	site.hub.start('', {}, '/usr/sbin/nginx', '-q', '-e', 'stderr', '-c',
		`${folder}/balancer.conf`);
	await until('the balancer has its ports', () => {
		try {
			return readFileSync(`${folder}/balancer.pid`, 'utf8');
		} catch {
			return false;
		}
	});
}

// As two visitors see the site, and as one who bypasses the balancer.
async function openDoors() {
	const clients = await network.add('10.0.0.50', '10.0.0.51', '10.0.0.52');
	const door = (from, to, ...more) => network.door(clients, from, to, ...more);

	site.one = await door('10.0.0.50', '10.0.0.1', 443, 'tls');
	site.two = await door('10.0.0.51', '10.0.0.1', 443, 'tls');
	site.past = await Promise.all(webAddresses.map((address) =>
		door('10.0.0.52', address, 80)));
}

if (!skip) {
	chmodSync(folder, 0o755);
	site.hub = await network.begin('10.0.0.1');
	await startData();
	site.web = await Promise.all(webAddresses.map(startWeb));
	await startBalancer();
	await openDoors();
}

function redis(...words) {
	const ran = spawnSync('redis-cli', ['-s', `${folder}/redis.sock`, '-a',
		site.password, '--no-auth-warning', ...words], { encoding: 'utf8' });

	assert.equal(ran.status, 0, ran.stderr);
	return ran.stdout.trim();
}

function delivered() {
	return until('all is delivered', () => redis('ZCARD', 'outbox') === '0' &&
		redis('LLEN', '{fanout}:jobs') === '0');
}

// A picture that a worker looks at in half a minute is looked at now.
function makeDue() {
	for (const entry of redis('ZRANGE', '{pictures}:due', '0', '-1').split('\n')
		.filter(Boolean))
		redis('ZADD', '{pictures}:due', 'XX', '1', entry);
}

// The same person, whose requests now go to another host.
function at(visitor, { url }) {
	return Object.assign(new Visitor(url), { cookies: visitor.cookies });
}

// ---- how it behaves ---------------------------------------------------------

test('web hosts have neither Redis nor workers', { skip }, async () => {
	for (const web of site.web)
		assert.deepEqual(processesIn(web.var).concat(
			processesIn(`${web.var}/redis`)).filter((one) =>
			isDatabase(one) || /retwis-worker/.test(one.program)), []);
	await until('the worker is there', () =>
		redis('ZCARD', '{fanout}:workers') === '1');
});

test('a visit goes from host to host', { skip }, async () => {
	const anna = await member(site.one.url, 'anna');

	// The balancer decides what counts as https.
	assert.ok(anna.cookies.has('__Host-auth'));
	for (let i = 0; i < 6; i++)
		assert.equal((await anna.write(`post ${i}`)).status, 303);
	await delivered();
	for (let i = 0; i < 6; i++)
		assert.equal(bodies((await anna.get('/')).text).length, 6);
	for (const { var: folderOf } of site.web)
		assert.ok(processesIn(folderOf).some(({ program }) =>
			program.endsWith('/pages/post')), 'each has had a post');
});

test('a sign-in at one host is valid at all of them', { skip }, async () => {
	const ben = await member(site.past[0].url, 'ben');

	for (const host of site.past) {
		const there = at(ben, host);

		assert.equal((await there.write('from here')).status, 303);
	}
	await delivered();
	assert.equal(bodies((await at(ben, site.past[2]).get('/')).text).length, 3);
	assert.equal((await at(ben, site.past[1]).logout()).status, 303);
	assert.match((await at(ben, site.past[2]).get('/')).text,
		/action="\/login"/);
});

test('a post at one host reaches an open page at another', { skip },
	async (t) => {
		const cleo = await member(site.past[2].url, 'cleo');
		const dan = await member(site.past[0].url, 'dan');

		await cleo.follow('dan');
		await cleo.get('/');
		const direct = openStream({ path: site.past[2].path },
			'/live?at=home&since=0', cleo.cookies.get('auth'));
		const finn = await member(site.two.url, 'finn');

		await finn.follow('dan');
		await finn.get('/');
		const balanced = openStream({ path: site.two.path },
			'/live?at=home&since=0', '', { Cookie: finn.cookieHeader() });

		t.after(() => [direct, balanced].forEach((stream) => stream.close()));
		await direct.tells(0, 0);
		await balanced.tells(0, 0);
		await dan.write('news');
		await direct.tells(1, 0);
		await balanced.tells(1, 0);
	});

test('a picture is at all hosts, and then at none', { skip }, async () => {
	const album = albumOf({ var: folder,
		redis: (...words) => redis(...words.map(String)) });
	const hanna = await member(site.past[0].url, 'hanna');
	const owner = redis('HGET', 'users', 'hanna');

	await hanna.write('Look');
	await delivered();
	const id = redis('LINDEX', `own:${owner}`, '0');
	const { token, paths, bytes } = await album.add(owner);
	const path = paths['-400.webp'];
	const statuses = () => Promise.all([...site.past, site.one].map(
		async ({ url }) => (await request(url, path)).status));

	await album.give(id, token);
	assert.deepEqual(await statuses(), [200, 200, 200, 200]);
	assert.deepEqual((await request(site.past[2].url, path)).bytes,
		bytes['-400.webp']);
	assert.equal((await at(hanna, site.past[1]).submit('/delete', { id }))
		.status, 303);
	assert.deepEqual(await statuses(), [404, 404, 404, 404]);
	await until('the worker of another host deletes it', () => {
		makeDue();
		return !existsSync(album.fileOf(token, '-400.webp'));
	}, 20);
	assert.equal(redis('EXISTS', `picture:${token}`), '0');
});

function guess({ url }, headers) {
	const body = 'username=nobody&password=wrong';

	return request(url, '/login', { method: 'POST', body, headers: {
		'content-type': 'application/x-www-form-urlencoded',
		'content-length': body.length, ...headers } });
}

test('wrong passwords are counted together, and by visitor', { skip },
	async () => {
		const forged = { 'x-forwarded-for': '192.0.2.7' };

		// One request at each host, from an address that no web host
		// trusts.
		for (const host of site.past)
			assert.equal((await guess(host, forged)).status, 401);
		const last = await guess(site.past[0], forged);

		assert.equal(last.status, 429);
		assert.match(messages(last.text)['login-form-bad'], /Try again/);
		assert.equal(redis('GET', 'limit:sign-in-address:10.0.0.52'), '4');
		// The balancer reports the visitor's address, whatever the
		// visitor claims.
		for (const door of [site.one, site.one, site.one])
			assert.equal((await guess(door, forged)).status, 401);
		assert.equal((await guess(site.one, forged)).status, 429);
		assert.equal((await guess(site.two)).status, 401);
		assert.equal(redis('GET', 'limit:sign-in-address:10.0.0.50'), '4');
		assert.equal(redis('EXISTS', 'limit:sign-in-address:192.0.2.7',
			'limit:sign-in-address:10.0.0.1'), '0');
	});

// nginx's own count of password hashes, at each of three hosts.
test('a visitor who asks too often slows no others', { skip }, async () => {
	const all = await Promise.all(Array.from({ length: 60 }, () =>
		emptyForm(site.one.url, '/login')));
	const refused = all.filter(({ status }) => status === 429);

	assert.ok(refused.length >= 20, `${refused.length} refused`);
	assert.match(refused[0].text, /One moment, please/);
	assert.equal((await emptyForm(site.two.url, '/login')).status, 422);
});

test('nobody but the balancer\'s own host asks for /health', { skip },
	async () => {
		assert.equal((await request(site.one.url, '/health')).status, 403);
		assert.equal((await request(site.past[0].url, '/health',
			{ headers: { 'x-forwarded-for': '127.0.0.1' } })).status, 403);
	});

test('a host that dies is not missed', { skip }, async () => {
	const gus = await member(site.two.url, 'gus');
	const [, second] = site.web;

	assert.equal((await gus.write('before')).status, 303);
	second.child.ref();
	second.child.stdin.end();
	await new Promise((done) => second.child.once('exit', done));
	for (let i = 0; i < 9; i++) {
		assert.equal((await gus.get('/')).status, 200);
		assert.equal((await request(site.one.url, '/static/style.css')).status,
			200);
	}
	assert.equal((await gus.write('after')).status, 303);
	await delivered();
	assert.deepEqual(bodies((await gus.get('/')).text), ['after', 'before']);
});

test('the users of redis.acl may do all that was done here', { skip }, () => {
	assert.match(redis('CLIENT', 'LIST'), / user=retwis /);
	assert.equal(redis('ACL', 'LOG'), '');
});
