// The backup of each night (conf/backup): whole or not there, some are kept, and
// restored on a new machine, with the commands in docs/hosting.md.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync,
	statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { sendFiles } from '../lib/multipart.mjs';
import { bodies, heading } from '../lib/page.mjs';
import { noise, png } from '../lib/pictures.mjs';
import { databasesIn, until } from '../lib/processes.mjs';
import { freePort, root, runKept, startRedis, startStack, temporaryFolder,
	unref, waitForOutput } from '../lib/stack.mjs';
import { redisCli } from '../lib/redis.mjs';
import { codeOf, switchOn } from '../lib/totp.mjs';
import { Visitor, member } from '../lib/visitor.mjs';
import { blocks, picturesOn, sh } from './by_hand.mjs';

const [restore, copyBack] = blocks('Restore a backup');
const folder = temporaryFolder();
const nights = temporaryFolder();
// Each machine makes its own key.
const keyOf = (where) => ({ RETWIS_KEY_FILE: `${where}/key` });
const stack = await startStack({ var: folder, env: keyOf(folder) });
const anna = await member(stack.url, 'anna');

// Otherwise Redis waits for five seconds, in case somebody else wants a copy, too.
await stack.redis('CONFIG', 'SET', 'repl-diskless-sync-delay', 0);
const name = /^20\d\d-\d\d-\d\dT\d{6}Z$/;

after(async () => {
	await stack.stop();
	for (const one of [folder, nights])
		rmSync(one, { recursive: true });
});

const settings = { RETWIS_REDIS: `unix:retwis@${folder}/redis.sock`,
	RETWIS_PICTURES: `${folder}/pictures` };

function environment(env) {
	return { PATH: process.env.PATH, ...process.env.RETWIS_SERVER &&
		{ RETWIS_SERVER: process.env.RETWIS_SERVER }, ...settings, ...env };
}

function back(env = {}, where = nights, number = '3', before = '') {
	return spawnSync('sh', ['-c', `${before} exec "$0" "$@"`,
		`${root}/conf/backup`, where, number],
	{ env: environment(env), encoding: 'utf8' });
}

// Two within a second would have the same name.
let last = '';

async function make(env, where = nights) {
	await until('it is another second', () =>
		new Date().toISOString().slice(0, 19) !== last);
	const ran = back(env, where);

	last = new Date().toISOString().slice(0, 19);
	assert.equal(ran.stderr, '');
	assert.equal(ran.status, 0);
	return ran.stdout.match(/^retwis: a backup was made: (.*)\n$/)[1];
}

function list(where = nights) {
	return readdirSync(where).sort();
}

function filesBelow(path) {
	return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
		entry.isDirectory() ? filesBelow(`${path}/${entry.name}`)
			: [`${path}/${entry.name}`]);
}

const post = (status) => sendFiles(anna, '/post', { status },
	[['pictures', png(40, 30)]]);

test('it has everything, for nobody else to read', async () => {
	assert.equal((await post('the first')).status, 303);
	const made = await make();
	const files = filesBelow(made);

	assert.deepEqual(list(made), ['pictures', 'redis.rdb']);
	assert.match(made.slice(nights.length + 1), name);
	assert.ok(files.some((file) => file.endsWith('-400.webp')));
	assert.ok(existsSync(`${made}/pictures/mark`));
	for (const file of files)
		assert.equal(statSync(file).mode & 0o7777, 0o600, file);
	assert.equal(statSync(made).mode & 0o7777, 0o700);
});

test('a picture is there once, however many nights have it', async () => {
	const before = list().at(-1);

	assert.equal((await post('the second')).status, 303);
	const made = await make();
	const pictures = filesBelow(`${made}/pictures`).filter((file) =>
		file.endsWith('-400.webp'));
	const [first] = filesBelow(`${nights}/${before}`).filter((file) =>
		file.endsWith('-400.webp'));
	const again = first.replace(before, list().at(-1));

	assert.equal(pictures.length, 2);
	assert.equal(statSync(again).ino, statSync(first).ino);
	assert.ok(pictures.every((file) => file === again ||
		statSync(file).nlink === 1));
});

test('a new machine is the same site', async () => {
	const ben = await member(stack.url, 'ben');
	const { secret } = await switchOn(ben);

	await ben.write('before the move');
	const made = await make();
	const there = temporaryFolder();
	const fresh = await startStack({ var: there, env: keyOf(there) });

	await member(fresh.url, 'stranger');
	await fresh.stop();
	execFileSync('cp', ['-p', `${folder}/key`, `${there}/key`]);
	sh(restore, there, made);
	sh(copyBack, there, made);
	const again = await startStack({ var: there, env: keyOf(there) });
	const visitor = new Visitor(again.url);

	assert.equal((await visitor.login('ben')).location, '/login');
	assert.equal((await visitor.postRaw('/login', { code: codeOf(secret) }))
		.status, 303);
	assert.equal(heading((await visitor.get('/')).text), 'Home');
	assert.deepEqual(bodies((await visitor.get('/@ben')).text),
		['before the move']);
	assert.deepEqual(await picturesOn(visitor, '/@anna'), [200, 200]);
	assert.equal((await visitor.get('/@stranger')).status, 404);
	// It takes in another one.
	const ann = new Visitor(again.url);

	await ann.login('anna');
	assert.equal((await sendFiles(ann, '/post', { status: 'there' },
		[['pictures', noise(30, 30)]])).status, 303);
	assert.deepEqual(await picturesOn(visitor, '/@anna'), [200, 200, 200]);
	await again.stop();
	rmSync(there, { recursive: true });
});

test('so many are kept, and nothing else is touched', async () => {
	for (const day of ['01', '02', '03', '04', '05']) {
		mkdirSync(`${nights}/2020-01-${day}T030000Z`);
		utimesSync(`${nights}/2020-01-${day}T030000Z`, 1, 1);
	}
	mkdirSync(`${nights}/.new/pictures`, { recursive: true });
	mkdirSync(`${nights}/.old`);
	writeFileSync(`${nights}/mine`, '');
	const made = await make();
	const left = list();

	assert.equal(left.length, 4);
	assert.equal(left.at(-1), 'mine');
	assert.equal(`${nights}/${left.at(-2)}`, made);
	assert.ok(left.slice(0, 3).every((one) => name.test(one) && one > '2021'));
	rmSync(`${nights}/mine`);
	// Its clock was wrong.
	mkdirSync(`${nights}/2098-01-01T030000Z`);
	mkdirSync(`${nights}/2099-01-01T030000Z`);
	const later = await make();

	assert.deepEqual(list().slice(1),
		['2098-01-01T030000Z', '2099-01-01T030000Z']);
	assert.equal(`${nights}/${list()[0]}`, later);
	rmSync(`${nights}/2098-01-01T030000Z`, { recursive: true });
	rmSync(`${nights}/2099-01-01T030000Z`, { recursive: true });
});

// What it says; it leaves all as it was.
function fails(why, env, before, where) {
	const all = list(where);
	const { status, stdout, stderr } = back(env, where, '1', before);

	assert.match(stderr, why);
	assert.equal(stdout, '');
	assert.equal(status, 1);
	assert.deepEqual(list(where), all);
	assert.ok(where || all.length > 0);
}

test('one that fails says why, and takes no older one away', async (t) => {
	const redisAway = { RETWIS_REDIS: `unix:${folder}/away.sock` };

	await t.test('without Redis', () => fails(
		/^retwis: no backup: Redis does not answer: Could not connect/, redisAway));
	await t.test('with a disk that takes no more of the database', () => fails(
		/^retwis: no backup: /m, { RETWIS_PICTURES: 'off' },
		'trap "" XFSZ; ulimit -f 1;'));
	await t.test('or of a picture', () => {
		const other = { RETWIS_PICTURES: `${folder}/other` };

		mkdirSync(other.RETWIS_PICTURES);
		writeFileSync(`${folder}/other/mark`, 'new here');
		fails(/^retwis: no backup: the pictures could not be copied$/m,
			other, 'ulimit -f 0;');
	});
	await t.test('without the disk of the pictures', () => {
		const away = { RETWIS_PICTURES: `${folder}/elsewhere` };

		mkdirSync(away.RETWIS_PICTURES);
		fails(/the pictures are away: \S+elsewhere has no file "mark"/, away);
	});
	await t.test('without its own folder', () => fails(
		/there is no folder \S+ in which \S+ may write$/m, {},
		`set -- ${nights}/away 1;`));
	await t.test('while another one is being made', () => fails(
		/another one is being made in /, {},
		`exec 8<"${nights}"; flock 8;`));
	await t.test('without a client', () => fails(/there is no client of x-server here$/m,
		{ RETWIS_SERVER: 'x-server' }));
});

// All commands but those of Redis, of which there is one, under another name.
test('the database may be Valkey, which nobody has named', async () => {
	const bin = temporaryFolder();
	const isIts = /^(redis|valkey)-/;
	const client = execFileSync('sh', ['-c', 'command -v redis-cli'],
		{ encoding: 'utf8' }).trim();

	for (const name of readdirSync('/usr/bin'))
		if (!isIts.test(name))
			symlinkSync(`/usr/bin/${name}`, `${bin}/${name}`);
	fails(/there is no client of Redis or Valkey here$/m,
		{ PATH: bin, RETWIS_SERVER: '' });
	symlinkSync(client, `${bin}/valkey-cli`);
	const made = await make({ PATH: bin, RETWIS_SERVER: '' });

	assert.ok(readFileSync(`${made}/redis.rdb`, 'latin1').includes('anna'));
	rmSync(bin, { recursive: true });
});

// A small disk, in a space of its own. Root stays the same one: others may not connect.
const space = process.getuid() === 0 ? '-m' : '-Urm';
const canMount = spawnSync('unshare', [space, 'mount', '-t', 'tmpfs', 'none',
	'/mnt']).status === 0;

test('a tenth of the disk stays free', { skip: !canMount &&
	'no file system can be mounted here' }, () => {
	const said = spawnSync('unshare', [space, 'sh', '-c', 'mount -t tmpfs -o ' +
		'size=12m none /mnt && head -c 11000000 /dev/zero >/mnt/other && ' +
		'"$0" /mnt 1; echo "status $?"; ls -A /mnt', `${root}/conf/backup`],
	{ env: environment(), encoding: 'utf8' });

	assert.match(said.stderr, new RegExp('^retwis: no backup: it may need \\d+ ' +
		'MB in /mnt, but there are only 0, since a tenth of the disk stays free$',
	'm'));
	assert.equal(said.stdout, 'status 1\nother\n');
});

// Redis does not answer, and systemd stops all that runs there.
test('one that is interrupted leaves nothing', async () => {
	const all = list();
	const [{ pid }] = databasesIn(`${folder}/redis`);

	process.kill(pid, 'SIGSTOP');
	const child = spawn(`${root}/conf/backup`, [nights, '1'],
		{ env: environment(), detached: true, stdio: 'ignore' });
	const ended = new Promise((done) => child.once('exit', done));

	await until('it waits for Redis', () => existsSync(`${nights}/.new`) &&
		spawnSync('pgrep', ['-g', child.pid, '-f', '^\\S+-cli ']).status === 0);
	process.kill(-child.pid, 'SIGTERM');
	assert.equal(await ended, 143);
	process.kill(pid, 'SIGCONT');
	assert.deepEqual(list(), all);
	assert.ok(!all.includes('.new'));
});

test('a second server and passwords', async () => {
	const where = temporaryFolder();
	const port = await freePort();
	const child = runKept('', {}, 'redis-server', '--port', port, '--bind',
		'127.0.0.1', '--save', '', '--dir', where, '--requirepass', 'p@ss/word',
		'--repl-diskless-sync-delay', '0');

	await waitForOutput(child, 'eady to accept connections');
	unref(child);
	const bus = await startRedis('--repl-diskless-sync-delay', '0');

	await redisCli(bus)('SET', 'of-the-bus', 'scheduled');
	for (const RETWIS_BUS of [`unix:retwis@${bus}`,
		`tcp://retwis:p@ss/word@127.0.0.1:${port}`,
		`tcp://retwis:p@ss/word@localhost:${port}`]) {
		const made = await make({ RETWIS_BUS, RETWIS_PICTURES: 'off' }, where);

		assert.deepEqual(list(made), ['bus.rdb', 'redis.rdb']);
		assert.equal(readFileSync(`${made}/bus.rdb`, 'latin1')
			.includes('of-the-bus'), RETWIS_BUS.startsWith('unix'));
		assert.ok(readFileSync(`${made}/redis.rdb`, 'latin1')
			.includes('anna'));
	}
	const wrong = back({ RETWIS_BUS: `tcp://retwis:guess@127.0.0.1:${port}` },
		where);

	assert.equal(wrong.status, 1);
	assert.doesNotMatch(wrong.stderr, /guess/);
	rmSync(where, { recursive: true });
});

test('a Redis elsewhere is not copied here', () => {
	const all = list();

	for (const RETWIS_REDIS of ['tcp://10.0.0.20:6379', 'tcp://a:b@x.y:6379',
		'unix:retwis@/run/retwis/tls.sock', 'sentinel://127.0.0.1:1/site',
		'cluster://127.0.0.1:7000']) {
		const { status, stdout, stderr } = back({ RETWIS_REDIS });

		assert.equal(stdout,
			'retwis: Redis is on another machine, and so is its backup\n');
		assert.equal(stderr, '');
		assert.equal(status, 0);
	}
	assert.deepEqual(list(), all);
});

test('wrong words', () => {
	for (const number of ['0', 'x', ''])
		assert.equal(back({}, nights, number).status, 2);
});
