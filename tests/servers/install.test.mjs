// make install, into a folder: what systemd is told to start is there, a
// program is replaced as a whole file, which systemctl reload then starts, and
// make uninstall leaves the host's files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync,
	symlinkSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { build, programs, root, temporaryFolder } from '../lib/stack.mjs';

const folder = temporaryFolder();
const lib = `${folder}/usr/lib/retwis`;
// Where Debian 12's debhelper looks for them.
const unitFolder = '/lib/systemd/system';
const units = folder + unitFolder;

after(() => rmSync(folder, { recursive: true, force: true }));

function install(word = 'install') {
	const ran = spawnSync(`${root}/conf/install`, [word], {
		encoding: 'utf8', env: { ...process.env, DESTDIR: folder,
			BUILD: build, LIB: '/usr/lib', SBIN: '/usr/sbin',
			SHARE: '/usr/share/retwis', MAN: '/usr/share/man',
			CONF: '/etc/retwis', UNITS: unitFolder } });

	assert.equal(ran.stderr, '');
	assert.equal(ran.status, 0);
}

function unit(name) {
	return readFileSync(`${units}/${name}`, 'utf8');
}

test('all that the target wants is there, and starts what is there', () => {
	install();
	const wanted = (unit('retwis.target') + unit('retwis.target.d/pages.conf'))
		.match(/retwis-\S+/g);
	const pages = readdirSync(programs).filter((p) => p[0] !== '.');

	assert.deepEqual(wanted.filter((name) => name.includes('@')).sort(),
		pages.map((page) => `retwis-page@${page}.socket`).sort());
	// A package contains nothing of the host's: neither a key, which a unit makes
	// where it is installed, nor what retwis-first-files makes.
	assert.ok(!existsSync(`${folder}/etc/retwis`));
	assert.match(unit('retwis-page@.service'), /Wants=retwis-key\.service\n/);
	for (const name of wanted) {
		const file = name.replace(/@.*\./, '@.');

		assert.ok(existsSync(`${units}/${file}`), file);
		const own = unit(file).match(/\/usr\/lib\/retwis\/\S+/g) ?? [];

		for (const path of own)
			assert.ok(existsSync(folder + path.replace('%i', 'home')),
				path);
	}
	assert.match(unit('retwis-worker.service'), /--check\n/);
	assert.match(unit('retwis-page@.service'), /--check\n/);
});

test('a program that is installed again is replaced whole', () => {
	const home = `${lib}/pages/home`;
	const before = statSync(home).ino;

	install();
	assert.notEqual(statSync(home).ino, before);
	for (const path of [lib, `${lib}/pages`])
		assert.deepEqual(readdirSync(path).filter((f) => f[0] === '.'), []);
});

// So it is in memory once, whichever page runs. Eight of them need a library that the
// others do not.
test('most pages are one file', () => {
	const files = readdirSync(`${lib}/pages`).map((page) =>
		statSync(`${lib}/pages/${page}`));
	const apart = files.filter(({ nlink }) => nlink === 1);
	const [first, ...others] = files.filter(({ nlink }) => nlink > 1);

	assert.ok(files.length >= 20);
	assert.equal(apart.length, 8);
	assert.equal(first.nlink, files.length - apart.length);
	assert.ok(others.every(({ ino }) => ino === first.ino));
});

test('the manuals are in their sections, and say of which version they are', () => {
	const version = readFileSync(`${root}/VERSION`, 'utf8').trimEnd();
	const manuals = readdirSync(`${root}/man`);
	const man = (section) => `${folder}/usr/share/man/man${section}`;

	assert.ok(manuals.includes('retwis-admin.8'));
	assert.deepEqual([5, 8].flatMap((n) =>
		existsSync(man(n)) ? readdirSync(man(n)) : []).sort(), manuals.sort());
	for (const name of manuals)
		assert.match(readFileSync(`${man(name.at(-1))}/${name}`, 'utf8'),
			new RegExp(`^\\.Os Retwis ${version}$`, 'm'), name);
});

test('shells find what completes the commands of retwis-admin', () => {
	for (const path of ['bash-completion/completions/retwis-admin',
		'zsh/vendor-completions/_retwis-admin'])
		assert.equal(readFileSync(`${folder}/usr/share/${path}`, 'utf8'),
			readFileSync(`${root}/conf/completion/${path.split('/').pop()}`,
				'utf8'));
});

function filesBelow(path) {
	return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
		entry.isDirectory() ? filesBelow(`${path}/${entry.name}`)
			: [`${path}/${entry.name}`.slice(folder.length)]);
}

test('uninstalling leaves only what is the host\'s', () => {
	const wants = `${folder}/etc/systemd/system/multi-user.target.wants`;

	mkdirSync(wants, { recursive: true });
	symlinkSync(`${units}/retwis.target`, `${wants}/retwis.target`);
	symlinkSync('/dev/null', `${wants}/other.target`);
	install('uninstall');
	const left = filesBelow(folder);

	assert.deepEqual(left,
		['/etc/systemd/system/multi-user.target.wants/other.target']);
	install('uninstall');
});
