// node fetch.mjs REGISTRY: does what `npm ci` does with this folder's lock
// file, for a machine without npm, which is 350 packages in Debian. Each
// package must have the digest in the lock file, or nothing is installed.
// Nothing else that npm does is needed: none of the packages runs a program
// when it is installed.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';

const NEW = 'node_modules/.new';

const [registry] = process.argv.slice(2);
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

// [{path, url, file, integrity}] of all packages except this folder itself.
const wanted = Object.entries(packages).filter(([path]) => path).map(
	([path, { name = path.replace(/.*node_modules\//, ''), version,
		integrity }], i) => ({ path, integrity, file: `${NEW}/${i}.tgz`,
		url: `${registry}${name}/-/${name.split('/').pop()}-` +
			`${version}.tgz` }));

function fetchAll() {
	const config = wanted.map(({ url, file }) =>
		`url = "${url}"\noutput = "${file}"\n`).join('');

	const { status, stderr } = spawnSync('curl', ['-fsSL',
		'--no-progress-meter', '--retry', '2', '--connect-timeout', '10',
		'--parallel', '--fail-early', '--config', '-'], { input: config });

	if (status === 0)
		return;
	console.error(String(stderr).split('\n')[0]);
	process.exit(1);
}

function check({ file, url, integrity }) {
	const digest = createHash('sha512').update(readFileSync(file))
		.digest('base64');

	if (integrity !== `sha512-${digest}`)
		throw new Error(`${url} is not what the lock file says`);
}

function unpack({ file, path }) {
	const folder = `${NEW}/${path}`;

	mkdirSync(folder, { recursive: true });
	execFileSync('tar', ['-xzf', file, '-C', folder, '--strip-components=1',
		'--no-same-owner']);
}

rmSync('node_modules', { recursive: true, force: true });
mkdirSync(NEW, { recursive: true });
fetchAll();
wanted.forEach(check);
wanted.forEach(unpack);
cpSync('package-lock.json', `${NEW}/node_modules/.package-lock.json`);
renameSync(`${NEW}/node_modules`, 'whole');
rmSync('node_modules', { recursive: true });
renameSync('whole', 'node_modules');
