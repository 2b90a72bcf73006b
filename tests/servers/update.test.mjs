// A site that was installed before there was a site.conf: its host has edited
// retwis.conf, as hosting.md said at that time, and linked it. An update
// changes nothing for it, not even with the new ways.conf. Then, with the
// commands of today's text, site.conf replaces it while nginx runs.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync,
	rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as secureRequest } from 'node:https';
import { dirname } from 'node:path';
import { after, test } from 'node:test';
import { request } from '../lib/http.mjs';
import { checkNginx, forThisNginx, startNginx } from '../lib/nginx.mjs';
import { until } from '../lib/processes.mjs';
import { build, cleanEnvironment, freePort, lean, root, runKept, startStack,
	temporaryFolder } from '../lib/stack.mjs';

// The last commit before site.conf, with what `make install` takes from the
// source.
const before = '43e8a039';
const parts = ['conf', 'docs/hosting.md', 'man', 'static', 'templates'];

const archive = spawnSync('git', ['archive', before, ...parts],
	{ cwd: root, maxBuffer: 1 << 28 });
const skip = archive.status === 0 ? false :
	`there is no ${before} in this clone, or no git`;

const folder = temporaryFolder();
const older = `${folder}/older`;
const conf = `${folder}/etc/retwis`;
const share = `${folder}/usr/share/retwis`;

after(() => rmSync(folder, { recursive: true, force: true }));

function filesBelow(path) {
	return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
		entry.isDirectory() ? filesBelow(`${path}/${entry.name}`)
			: [`${path}/${entry.name}`]);
}

function edit(file, changes) {
	let text = readFileSync(file, 'utf8');

	for (const [from, to] of changes) {
		const changed = text.replace(from, to);

		assert.notEqual(changed, text, `${file} has no ${from}`);
		text = changed;
	}
	writeFileSync(file, text);
}

// With the script of that source; then everything is put where this stack has
// it.
function install(source, stack) {
	const { status, stdout, stderr } = spawnSync(`${source}/conf/install`,
		['install'], { encoding: 'utf8', env: cleanEnvironment({
			DESTDIR: '', BUILD: build, LIB: `${folder}/usr/lib`,
			SBIN: `${folder}/usr/sbin`, MAN: `${folder}/usr/share/man/man8`,
			SHARE: share, CONF: conf,
			SYSTEMD_UNIT_PATH: `${folder}/usr/lib/systemd/system` }) });

	assert.equal(status, 0, stderr);
	for (const file of [...filesBelow(conf), ...filesBelow(share)]
		.filter((name) => /\.conf(\.new)?$/.test(name))) {
		const text = readFileSync(file, 'utf8');
		const here = text.replaceAll('/run/retwis', stack.var)
			.replaceAll('/run/nginx-retwis', `${folder}/cache`);

		if (here !== text)
			writeFileSync(file, here);
	}
	return stdout;
}

// The indented blocks of a section, without their indentation.
function blocks(text, heading) {
	const [, rest] = text.split(`\n${heading}\n`);

	return rest.split(/\n##/)[0].match(/(\n {4}.*|\n(?=\n {4}))+/g)
		.map((block) => block.replace(/^ {4}/gm, '').trim());
}

function makeCertificate() {
	execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt',
		'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj',
		'/CN=example.org', '-keyout', `${folder}/key.pem`, '-out',
		`${folder}/cert.pem`], { stdio: 'ignore' });
	chmodSync(`${folder}/key.pem`, 0o644);
}

// What the text tells a host to write into that file: the name, the certificate
// in place of these lines, and the server that redirects.
function setUp(file, text, listen, [https, http]) {
	const [name, certificate, ...rest] = blocks(text, '### nginx')
		.filter((block) => !/^(apt-get|nginx -t)/.test(block));
	const redirect = rest.find((block) => block.startsWith('server {'));
	const here = (block) => forThisNginx(block)
		.replace(/.*\[::\].*\n/g, '')
		.replace('listen 443', `listen 127.0.0.1:${https}`)
		.replace('listen 80', `listen 127.0.0.1:${http}`)
		.replace(/\/etc\/letsencrypt\S*\/fullchain.pem/,
			`${folder}/cert.pem`)
		.replace(/\/etc\/letsencrypt\S*\/privkey.pem/,
			`${folder}/key.pem`)
		.replace('/usr/share/retwis', share);

	edit(file, [['server_name _;', name], [listen, here(certificate)]]);
	writeFileSync(file, `${readFileSync(file, 'utf8')}${here(redirect)}\n`);
}

const enabled = (kind) => `${folder}/${kind}-enabled/retwis.conf`;

function link(kind, file) {
	mkdirSync(dirname(enabled(kind)), { recursive: true });
	rmSync(enabled(kind), { force: true });
	symlinkSync(`${conf}/${kind}/${file}`, enabled(kind));
}

// The status and the text of a page at the site's own name.
function get(port, path) {
	return new Promise((done, fail) => {
		secureRequest({ port, path, host: '127.0.0.1', agent: false,
			rejectUnauthorized: false, headers: { host: 'example.org' } },
		async (answer) => {
			let text = '';

			for await (const chunk of answer)
				text += chunk;
			done({ status: answer.statusCode, text });
		}).on('error', fail).end();
	});
}

const pages = { '/': 200, '/login?x=1': 200, '/timeline': 200, '/about': 404,
	'/@nobody': 404, '/static/style.css': 200 };

async function assertHolds(port) {
	for (const [path, status] of Object.entries(pages))
		assert.equal((await get(port, path)).status, status, path);
	assert.match((await get(port, '/')).text, /A small place to talk/);
}

async function assertRedirects(port) {
	const { status, headers } = await request(`http://127.0.0.1:${port}`,
		'/timeline', { headers: { host: 'example.org' } });

	assert.equal(status, 301);
	assert.equal(headers.location, 'https://example.org/timeline');
}

// A watchdog need not know https. Redis is away for it as it is for nobody else.
async function assertHealth(stack, port) {
	const health = (headers) => request(`http://127.0.0.1:${port}`, '/health',
		{ headers: { host: 'example.org', ...headers } });

	assert.deepEqual([(await health()).status, (await health()).text],
		[200, 'ok\n']);
	assert.doesNotMatch((await request(`http://127.0.0.1:${port}`, '/'))
		.headers.server, /\d/);
}

// ---- nginx -----------------------------------------------------------------

// A frame that includes what is linked, as /etc/nginx/nginx.conf does.
function frameNginx(stack) {
	const frame = `${stack.var}/conf/nginx/updated.conf`;

	writeFileSync(frame, readFileSync(`${stack.var}/conf/nginx/main.conf`, 'utf8')
		.replace('web.pid', 'updated.pid')
		.replace('worker_processes auto', 'worker_processes 1')
		.replace(/include ".*site\.conf"/, `include "${enabled('nginx')}"`));
	return frame;
}

// nginx has one worker (above), and begins to listen before it starts it.
// During a reload it has the new one before the old one has ended.
async function worker(stack, isNext) {
	const nginx = readFileSync(`${stack.var}/updated.pid`, 'utf8').trim();
	let workers;

	await until('nginx has one worker', () => {
		workers = spawnSync('pgrep', ['-P', nginx, '-f', '^nginx: worker'],
			{ encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
		return workers.length === 1 && isNext(workers[0]);
	});
	return { nginx, pid: workers[0] };
}

// nginx reloads its configuration: its worker is a new one.
async function reload(stack, frame) {
	const { nginx, pid } = await worker(stack, () => true);

	assert.equal(checkNginx(stack, frame), '');
	process.kill(nginx, 'SIGHUP');
	await worker(stack, (next) => next !== pid);
}

// ---- Apache ----------------------------------------------------------------

function frameApache(stack, port) {
	const frame = `${folder}/apache2.conf`;
	const text = execFileSync(`${root}/conf/render`, ['conf/apache/main.conf'],
		{ cwd: root, encoding: 'utf8', env: { ...process.env, VAR: stack.var,
			CONF: conf, LISTEN: '127.0.0.1', PORT: port } });

	writeFileSync(frame, text.replace('web.pid', 'apache.pid')
		.replace('/dev/stderr', `${stack.var}/log/apache.log`)
		.replace(/^Include .*/m, 'LoadModule ssl_module ' +
			'/usr/lib/apache2/modules/mod_ssl.so\n' +
			`Include "${enabled('apache')}"`));
	return frame;
}

// The changes that docs/hosting.md tells a host to make there.
function setUpApache(file, port) {
	edit(file, [['<VirtualHost *:80>', `<VirtualHost 127.0.0.1:${port}>`],
		['ServerName localhost', 'ServerName example.org'],
		['#SSLEngine', 'SSLEngine'],
		[/#(SSLCertificateFile) .*/, `$1 ${folder}/cert.pem`],
		[/#(SSLCertificateKeyFile) .*/, `$1 ${folder}/key.pem`]]);
}

// Started, requested, and stopped again.
async function assertApacheHolds(stack, frame, port) {
	const user = process.getuid() === 0 ? [`${root}/conf/drop-root`] : [];
	const [program, ...words] = [...user, '/usr/sbin/apache2', '-f', frame];
	const env = { ...process.env, VAR: stack.var };
	const { stderr } = spawnSync(program, [...words, '-t'],
		{ encoding: 'utf8', env });

	assert.equal(stderr, 'Syntax OK\n');
	const apache = runKept('', env, program, ...words, '-D', 'FOREGROUND');

	await until('Apache has the port', () =>
		existsSync(`${stack.var}/apache.pid`));
	await assertHolds(port);
	apache.stdin.end();
	await once(apache, 'exit');
}

// ---- the test --------------------------------------------------------------

function prepare() {
	mkdirSync(older);
	mkdirSync(`${folder}/cache`);
	chmodSync(folder, 0o755);
	chmodSync(`${folder}/cache`, 0o777);
	execFileSync('tar', ['-xC', older], { input: archive.stdout });
	makeCertificate();
}

const hosting = (source) => readFileSync(`${source}/docs/hosting.md`, 'utf8');

test('an edited retwis.conf keeps working, and site.conf replaces it', { skip },
	async (t) => {
		const stack = await startStack({ env: lean });
		const ports = await Promise.all([1, 2, 3, 4, 5].map(freePort));
		const [https, http, nextHttps, nextHttp, apache] = ports;
		const mine = ['nginx', 'apache'].map((kind) =>
			`${conf}/${kind}/retwis.conf`);
		const edited = () => mine.map((file) => readFileSync(file, 'utf8'));

		t.after(() => stack.stop());
		prepare();
		const frame = frameNginx(stack);
		const apacheFrame = frameApache(stack, apache);

		install(older, stack);
		setUp(mine[0], hosting(older), 'listen 80;', [https, http]);
		edit(mine[0], [['limit_conn retwis_connections 100;',
			'limit_conn retwis_connections 90;']]);
		setUpApache(mine[1], apache);
		link('nginx', 'retwis.conf');
		link('apache', 'retwis.conf');
		const before = edited();
		const nginx = await startNginx(stack, 'updated', frame);

		assert.ok(nginx);
		t.after(() => nginx.stdin.end());
		await assertHolds(https);
		await assertRedirects(http);
		await assertApacheHolds(stack, apacheFrame, apache);

		await t.test('after an update', async () => {
			const said = install(root, stack);

			for (const kind of ['nginx', 'apache'])
				assert.match(said, new RegExp(
					`${kind}/retwis\\.conf keeps working`));
			assert.doesNotMatch(said, /retwis\.conf\.new/);
			assert.deepEqual(edited(), before);
			await reload(stack, frame);
			await assertHolds(https);
			await assertRedirects(http);
			await assertApacheHolds(stack, apacheFrame, apache);
		});

		await t.test('with the new ways.conf, which is one include', async () => {
			const ways = `${conf}/nginx/ways.conf`;

			copyFileSync(`${share}/nginx/ways.conf`, ways);
			assert.equal(readFileSync(ways, 'utf8')
				.match(/^[^#\n].*$/gm).length, 1);
			await reload(stack, frame);
			await assertHolds(https);
		});

		// Different ports, so that the old one cannot be what answers.
		// After a further update everything is as before.
		await t.test('and by site.conf', async () => {
			setUp(`${conf}/nginx/site.conf`, hosting(root),
				'listen 80;\n\tlisten [::]:80;', [nextHttps, nextHttp]);
			setUpApache(`${conf}/apache/site.conf`, apache);
			link('nginx', 'site.conf');
			link('apache', 'site.conf');
			for (let i = 0; i < 2; i++) {
				await reload(stack, frame);
				await assertHolds(nextHttps);
				await assertRedirects(nextHttp);
				await assertHealth(stack, nextHttp);
				await assert.rejects(get(https, '/'));
				await assertApacheHolds(stack, apacheFrame, apache);
				install(root, stack);
			}
		});
	});
