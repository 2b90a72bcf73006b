// Which files `make install` makes in /etc/retwis, which it replaces, and what
// it says: for a first installation, an update of an older one, edited or not,
// and beside another one.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync,
	readlinkSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { after, beforeEach, test } from 'node:test';
import { build as wholeBuild, freePort, cleanEnvironment, root, runKept, temporaryFolder,
	waitForOutput } from '../lib/stack.mjs';

// The last commit whose `make install` wrote whole files, and FILE.new.
const before = 'efa85505';
const archive = spawnSync('git', ['archive', before, 'conf', 'man', 'static', 'VERSION'],
	{ cwd: root, maxBuffer: 1 << 28 });
const skip = archive.status === 0 ? false :
	`there is no ${before} in this clone, or no git`;

const folder = temporaryFolder();
const older = `${folder}/older`;
const place = `${folder}/place`;
const conf = `${place}/etc/retwis`;
const share = `${place}/usr/share/retwis`;
const read = (name) => readFileSync(`${conf}/${name}`, 'utf8');
const settings = (text) => text.match(/^[^#\n].*$/gm) ?? [];

// What is installed, with one page and one language, so that it does not take long.
const build = `${folder}/build`;

mkdirSync(`${build}/pages`, { recursive: true });
mkdirSync(`${build}/templates/en/errors`, { recursive: true });
for (const name of ['retwis-pages', 'retwis-worker', 'retwis-live', 'retwis-picture',
	'retwis-admin', 'pages/home', 'templates/en/home.tpl', 'templates/en/errors/503.html'])
	writeFileSync(`${build}/${name}`, '');
symlinkSync(`${wholeBuild}/conf`, `${build}/conf`);

after(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => rmSync(place, { recursive: true, force: true }));

if (!skip) {
	mkdirSync(older);
	spawnSync('tar', ['-xC', older], { input: archive.stdout });
}

// conf/install of that source, for a prefix of this place, like one on the
// machine itself: {status, said, complained}.
function tryInstall(source, prefix = '/usr', env = {}) {
	const path = `${place}${prefix}`;
	const { status, stdout, stderr } = spawnSync(`${source}/conf/install`,
		['install'], { encoding: 'utf8', env: cleanEnvironment({
			DESTDIR: '', BUILD: build, LIB: `${path}/lib`,
			SBIN: `${path}/sbin`, MAN: `${path}/share/man`,
			SHARE: `${path}/share/retwis`, CONF: conf,
			SYSTEMD_UNIT_PATH: ['/usr/local', '/usr'].map((one) =>
				`${place}${one}/lib/systemd/system`).join(':'),
			DPKG_ADMINDIR: `${place}/dpkg`, ...env }) });

	return { status, said: stdout, complained: stderr };
}

function install(...words) {
	const { status, said, complained } = tryInstall(...words);

	assert.equal(complained, '');
	assert.equal(status, 0);
	return said;
}

// What the last version with whole files would have written to /etc/retwis with
// one of the usual prefixes. The digests of these are known, and this place has
// another name: so it is what runs in an image (DESTDIR) that updates them.
function installOlder(prefix) {
	const ran = spawnSync(`${older}/conf/install`, ['install'],
		{ encoding: 'utf8', env: cleanEnvironment({ DESTDIR: place, BUILD: build,
			LIB: `${prefix}/lib`, SBIN: `${prefix}/sbin`,
			MAN: `${prefix}/share/man`, SHARE: `${prefix}/share/retwis`,
			CONF: '/etc/retwis' }) });

	assert.equal(ran.status, 0, ran.stderr);
}

function update(prefix) {
	const ran = spawnSync(`${root}/conf/install`, ['install'],
		{ encoding: 'utf8', env: cleanEnvironment({ DESTDIR: place, BUILD: build,
			LIB: `${prefix}/lib`, SBIN: `${prefix}/sbin`,
			MAN: `${prefix}/share/man`, SHARE: `${prefix}/share/retwis`,
			CONF: '/etc/retwis' }) });

	assert.equal(ran.status, 0, ran.stderr);
	return firstFiles(prefix);
}

// As the postinst of a package: returns what it prints.
function firstFiles(prefix) {
	const ran = spawnSync(`${place}${prefix}/lib/retwis/retwis-first-files`, [],
		{ encoding: 'utf8', env: cleanEnvironment({ DESTDIR: place }) });

	assert.equal(ran.stderr, '');
	assert.equal(ran.status, 0);
	return ran.stdout;
}

function filesBelow(path) {
	return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
		entry.isDirectory() ? filesBelow(`${path}/${entry.name}`)
			: [`${path}/${entry.name}`.slice(conf.length + 1)]).sort();
}

const all = ['.made', 'apache/machine.conf', 'apache/proxies.conf', 'apache/site.conf',
	'nginx/machine.conf', 'nginx/proxies.conf', 'nginx/site.conf', 'redis.conf',
	'retwis.env'];

// ---- a first installation --------------------------------------------------

test('the host has short files, and what is next is printed once', () => {
	const first = install(root);

	assert.match(first, /^Next, with nginx/);
	assert.deepEqual(filesBelow(conf), [...all, 'key'].sort());
	assert.deepEqual(settings(read('retwis.env')), []);
	assert.deepEqual(settings(read('redis.conf')),
		['redis.conf', 'redis.acl'].map((name) => `include ${share}/${name}`));
	assert.equal(statSync(`${conf}/retwis.env`).mode & 0o777, 0o600);
	assert.equal(install(root), '');
	assert.equal(install(root), '');
	assert.deepEqual(filesBelow(conf), [...all, 'key'].sort());
});

test('ours has where everything is, and the rest as comments', () => {
	const ours = (name) => settings(readFileSync(`${share}/${name}`, 'utf8'));

	install(root);
	assert.deepEqual(ours('retwis.env'), [
		'RETWIS_REDIS=unix:retwis@/run/retwis/redis.sock',
		`RETWIS_TEMPLATES=${share}/templates`, `RETWIS_KEY_FILE=${conf}/key`]);
	assert.deepEqual(ours('pictures.env'),
		['RETWIS_PICTURES=/var/lib/retwis-pictures']);
	const rights = readFileSync(`${share}/redis.acl`, 'utf8');

	assert.match(rights, /^user retwis on .*\+zmscore/m);
	assert.match(rights, /^user default .* -@dangerous /m);
});

test('an edited file is kept, silently, and one that is not gets what is new', () => {
	install(root);
	const name = 'server_name example.org; # mine';

	writeFileSync(`${conf}/nginx/site.conf`, name);
	appendFileSync(`${conf}/redis.conf`, 'maxmemory 1gb\n');
	appendFileSync(`${conf}/retwis.env`, "RETWIS_NAME='Tea Club'\n");
	assert.equal(install(root, '/usr',
		{ RETWIS_TRUSTED_PROXIES: '192.0.2.1' }), '');
	assert.equal(read('nginx/site.conf'), name);
	assert.match(read('redis.conf'), /maxmemory 1gb\n$/);
	assert.match(read('retwis.env'), /'Tea Club'\n$/);
	assert.match(read('nginx/proxies.conf'), /^set_real_ip_from 192\.0\.2\.1;$/m);
	assert.match(read('apache/site.conf'), /192\.0\.2\.1/);
	assert.equal(install(root), '');
	assert.match(read('nginx/proxies.conf'), /^set_real_ip_from 192\.0\.2\.1;$/m);
	assert.ok(!filesBelow(conf).some((file) => /\.new$/.test(file)));
});

// The package may be built on another machine than this.
test('nginx keeps as many connections as fit the cores of this machine', () => {
	const cores = `${folder}/cores`;

	mkdirSync(cores);
	for (const [n, kept] of [[2, 60], [16, 30], [600, 1]]) {
		writeFileSync(`${cores}/nproc`, `#!/bin/sh\necho ${n}\n`, { mode: 0o755 });
		install(root, '/usr', { PATH: `${cores}:${process.env.PATH}` });
		assert.equal(settings(read('nginx/machine.conf')).join(),
			`keepalive ${kept};`);
	}
	assert.match(readFileSync(`${share}/nginx/upstreams.conf`, 'utf8'),
		new RegExp(`include "${conf}/nginx/machine.conf";`));
});

// ---- an older one ----------------------------------------------------------

for (const prefix of ['/usr', '/usr/local'])
	test(`older files that nobody has edited give way to the short ones: ${prefix}`,
		{ skip }, () => {
			installOlder(prefix);
			writeFileSync(`${conf}/nginx/site.conf.new`,
				read('nginx/site.conf'));
			assert.ok(settings(read('retwis.env')).length > 10);
			assert.equal(update(prefix), '');
			assert.deepEqual(filesBelow(conf), all);
			assert.deepEqual(settings(read('retwis.env')), []);
			assert.deepEqual(settings(read('redis.conf')), [
				`include ${prefix}/share/retwis/redis.conf`,
				`include ${prefix}/share/retwis/redis.acl`]);
			assert.equal(firstFiles(prefix), '');
		});

// A domain, a certificate, a name, a limit: without a question, and without a
// second file.
test('an edited older installation goes on as it is', { skip }, () => {
	installOlder('/usr');
	const edited = ['nginx/site.conf', 'redis.conf', 'retwis.env'];

	for (const name of edited)
		appendFileSync(`${conf}/${name}`, '# mine\n');
	const mine = edited.map(read);

	assert.equal(update('/usr'), '');
	assert.deepEqual(edited.map(read), mine);
	assert.ok(lstatSync(`${conf}/redis.acl`).isSymbolicLink());
	assert.equal(readlinkSync(`${conf}/redis.acl`), '/usr/share/retwis/redis.acl');
	assert.deepEqual(filesBelow(conf), [...all, 'redis.acl'].sort());
	assert.equal(firstFiles('/usr'), '');
	assert.deepEqual(edited.map(read), mine);
});

test('users that the host has edited are those that Redis reads', { skip }, () => {
	installOlder('/usr');
	appendFileSync(`${conf}/redis.acl`, 'user kim on nopass +get ~*\n');
	assert.match(update('/usr'),
		/^\/etc\/retwis\/redis\.acl is yours: compare it with \/usr\/share/);
	assert.deepEqual(settings(read('redis.conf')), [
		'include /usr/share/retwis/redis.conf', 'include /etc/retwis/redis.acl']);
	assert.match(read('redis.acl'), /user kim/);
});

// From before there were users: with the address of today's settings Redis
// would refuse everybody.
test('where Redis has no users the older settings are kept', { skip }, () => {
	installOlder('/usr');
	const plain = read('redis.conf').replace(/^include.*/m, '# mine');
	const env = read('retwis.env');

	writeFileSync(`${conf}/redis.conf`, plain);
	update('/usr');
	assert.equal(read('redis.conf'), plain);
	assert.equal(read('retwis.env'), env);
});

// It knows nothing of a second file of settings.
test('what plain CGI reads is kept', { skip }, () => {
	for (const [file, line] of [
		['etc/apache2/envvars', 'set -a; . /etc/retwis/retwis.env; set +a'],
		['etc/systemd/system/fcgiwrap.service.d/retwis.conf',
			'[Service]\nEnvironmentFile=/etc/retwis/retwis.env']]) {
		rmSync(place, { recursive: true, force: true });
		installOlder('/usr');
		mkdirSync(`${place}/${file}`.replace(/[^/]*$/, ''), { recursive: true });
		writeFileSync(`${place}/${file}`, `${line}\n`);
		const env = read('retwis.env');

		update('/usr');
		assert.equal(read('retwis.env'), env, file);
	}
});

// Redis with the files of each kind, and a user of its own in them.
test('Redis starts with all of them', { skip }, async () => {
	const port = await freePort();
	const kinds = [() => {}, () => appendFileSync(`${conf}/redis.conf`, '# mine\n'),
		() => appendFileSync(`${conf}/redis.acl`, '# mine\n')];

	for (const edit of kinds) {
		rmSync(place, { recursive: true, force: true });
		installOlder('/usr');
		edit();
		update('/usr');
		for (const file of [`${conf}/redis.conf`, `${share}/redis.conf`])
			writeFileSync(file, readFileSync(file, 'utf8')
				.replace(/^(unixsocket|dir) .*/gm, '')
				.replace(/^include /gm, `include ${place}`));
		// A link leads to where this place has it.
		if (lstatSync(`${conf}/redis.acl`, { throwIfNoEntry: false })
			?.isSymbolicLink()) {
			rmSync(`${conf}/redis.acl`);
			writeFileSync(`${conf}/redis.acl`,
				readFileSync(`${share}/redis.acl`));
		}
		const child = runKept(temporaryFolder(), {}, 'redis-server',
			`${conf}/redis.conf`, '--port', `${port}`, '--bind', '127.0.0.1',
			'--dir', temporaryFolder());

		await waitForOutput(child, 'Ready to accept');
		const { stdout } = spawnSync('redis-cli', ['-p', `${port}`, 'ACL', 'LIST'],
			{ encoding: 'utf8' });

		assert.match(stdout, /^user retwis on /m);
		assert.match(stdout, /^user retwis-admin on /m);
		child.stdin.end();
		await new Promise((done) => child.once('exit', done));
	}
});

// ---- two of them -----------------------------------------------------------

test('a second one under another prefix is refused', () => {
	install(root);
	const { status, said, complained } = tryInstall(root, '/usr/local');

	assert.equal(status, 1);
	assert.equal(said, '');
	assert.match(complained, new RegExp('^retwis: there is a Retwis in ' +
		`${place}/usr already, [^]*make prefix=${place}/usr uninstall\n` +
		'Nothing was installed.\n$'));
	assert.ok(!existsSync(`${place}/usr/local`));
	assert.equal(install(root), '');
});

test('and one over a Debian package', () => {
	mkdirSync(`${place}/dpkg/info`, { recursive: true });
	writeFileSync(`${place}/dpkg/info/retwis.list`,
		'/.\n/usr/lib/systemd/system/retwis.target\n');
	const { status, complained } = tryInstall(root);

	assert.equal(status, 1);
	assert.match(complained, /^retwis: Retwis is here as a Debian package/);
	assert.ok(!existsSync(share));
	// Removed, but not purged.
	writeFileSync(`${place}/dpkg/info/retwis.list`, '/.\n/etc/retwis\n');
	install(root);
});
