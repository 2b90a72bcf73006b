// "A domain and a certificate" of docs/hosting.md, command by command, on a
// machine of its own: an authority checks the domain, a certificate is used and
// renewed, and the web server shows the new one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { forThisNginx } from '../lib/nginx.mjs';
import { until } from '../lib/processes.mjs';
import { root } from '../lib/stack.mjs';
import { startAuthority, trusting } from './lib/authority.mjs';
import { boot } from './lib/container.mjs';

const domain = 'example.org';
const live = `/etc/letsencrypt/live/${domain}`;
const hosting = readFileSync(`${root}/docs/hosting.md`, 'utf8');

// The indented blocks of that part of the section.
function blocks(heading) {
	const [, section] = hosting.split('\n## A domain and a certificate\n');
	const [, part] = section.split('\n## ')[0].split(`\n### ${heading}\n`);

	return part.split('\n### ')[0].match(/(\n {4}.*|\n(?=\n {4}))+/g)
		.map((block) => block.replace(/^ {4}/gm, '').trim());
}

const install = 'BUILD=/srv/build LIB=/usr/lib SBIN=/usr/sbin ' +
	'SHARE=/usr/share/retwis MAN=/usr/share/man DESTDIR= ' +
	'CONF=/etc/retwis /srv/retwis/conf/install install';
const site = await boot().catch((error) => error);
const skip = site instanceof Error && `no container boots here: ${site.message}`;

before(async () => {
	if (skip)
		return;
	await site.sh(install);
	await site.sh('systemd-sysusers && systemd-tmpfiles --create; ' +
		'systemctl daemon-reload; systemctl enable --now retwis.target');
	await startAuthority(site, domain);
});
after(() => skip || site.end());

// There is no network, and what is to be installed is here.
const follow = (commands) => site.sh(trusting(
	commands.replaceAll('apt-get install', 'dpkg-query -W')));

// The commands that use a certificate: [check and reload, look, try a renewal].
// A reload takes a moment, and the second fails until it is done.
async function followUse(commands) {
	const lines = commands.split('\n');
	const look = lines.findIndex((line) => line.startsWith('curl'));
	const said = await follow(lines.slice(0, look).join('\n'));

	await until('the site is there', async () =>
		(await site.run(trusting(lines[look]))).status === 0);
	return said + await follow(lines.slice(look).join('\n'));
}

function edit(file, changes) {
	let text = site.read(file);

	for (const [from, to] of changes) {
		assert.ok(text.includes(from), `${file} has no ${from}`);
		text = text.replaceAll(from, to);
	}
	site.write(file, text);
}

const ask = (url, words = '') => site.sh(trusting(`curl -si ${words} ${url}`));
const statusOf = (answer) => Number(answer.match(/^HTTP\/\S+ (\d+)/)[1]);
const serial = 'openssl x509 -noout -serial';
const served = () => site.sh(`openssl s_client -connect ${domain}:443 ` +
	`-servername ${domain} </dev/null 2>&1 | ${serial}`);
const stored = () => site.sh(`${serial} -in ${live}/cert.pem`);

// After the commands of the text.
async function assertSecure() {
	const page = await ask(`https://${domain}/`);
	const plain = await ask(`'http://${domain}/tag/caf%C3%A9?x=1&y=%20'`);

	assert.match(page, /^HTTP\/\S+ 200/);
	assert.match(page, /Set-Cookie: __Host-|A small place to talk/i);
	assert.equal(statusOf(plain), 301);
	assert.match(plain,
		/^location: https:\/\/example\.org\/tag\/caf%C3%A9\?x=1&y=%20\r$/mi);
	return { page, plain };
}

// /health, by both ways, for a watchdog and for somebody else.
async function assertHealth(status) {
	for (const url of [`http://${domain}/health`, `https://${domain}/health`])
		assert.deepEqual([url, statusOf(await ask(url)),
			statusOf(await ask(url, '--interface 127.0.0.2'))],
		[url, status, 403]);
}

async function assertWatched() {
	await assertHealth(200);
	await site.sh('systemctl stop retwis-redis');
	await assertHealth(503);
	await site.sh('systemctl stop "retwis-page@health.*"');
	assert.equal(statusOf(await ask(`http://${domain}/health`)), 503);
	await site.sh('systemctl start retwis.target');
	await until('it is back', async () =>
		statusOf(await ask(`http://${domain}/health`)) === 200);
}

// What certbot's timer does when a certificate is a month from its end.
async function assertRenews(server) {
	const before = await served();

	assert.match(before, /^serial=[0-9A-F]+$/);
	assert.equal(await stored(), before);
	await follow('certbot renew --force-renewal');
	const renewed = await stored();

	assert.notEqual(renewed, before);
	await until(`${server} shows the new one`, async () =>
		await served() === renewed);
	assert.match(await site.sh('systemctl cat certbot.timer'), /OnCalendar/);
}

test('nginx has a certificate, and the next one', { skip }, async (t) => {
	const file = '/etc/retwis/nginx/site.conf';
	const [name, get, certificate, redirect, use] = blocks('nginx');

	await site.sh(`ln -s ${file} /etc/nginx/sites-enabled/retwis.conf; ` +
		'rm /etc/nginx/sites-enabled/default; systemctl start nginx');
	edit(file, [['server_name _;', name]]);
	const before = site.read(file);

	await t.test('the authority finds the site', async () => {
		assert.match(await follow(get), /Successfully received certificate/);
		assert.equal(site.read(file), before);
	});
	await t.test('the site uses the certificate', async () => {
		edit(file, [['listen 80;\n\tlisten [::]:80;', forThisNginx(certificate)]]);
		site.write(file, `${site.read(file)}\n${redirect}\n`);
		const said = await followUse(use);

		assert.doesNotMatch(said, /\[(warn|emerg)\]/);
		assert.match(said, /simulated renewals succeeded/);
		const { page, plain } = await assertSecure();

		assert.match(page, /^HTTP\/2 /);
		assert.match(plain, /^server: nginx\r$/mi);
	});
	await t.test('/health is answered on both', assertWatched);
	await t.test('a renewed one is shown', () => assertRenews('nginx'));
	await site.sh('systemctl stop nginx');
});

test('Apache has a certificate, and the next one', { skip }, async (t) => {
	const file = '/etc/retwis/apache/site.conf';
	const [redirect, get, use] = blocks('Apache');
	const modules = hosting.match(/ {4}a2enmod headers.*\n {4}a2dismod qos\n/)[0];

	await site.sh(`rm -rf ${live} /etc/letsencrypt/renewal /etc/letsencrypt/archive; ` +
		`${modules} systemctl start apache2`);
	site.write('/etc/apache2/sites-available/retwis_redirect.conf', redirect);
	await t.test('the authority finds the site', async () =>
		assert.match(await follow(get), /Successfully received certificate/));
	await t.test('the site uses the certificate', async () => {
		edit(file, [['<VirtualHost *:80>', '<VirtualHost *:443>'],
			['ServerName localhost', `ServerName ${domain}`],
			['#SSL', 'SSL']]);
		assert.match(await followUse(use), /simulated renewals succeeded/);
		await assertSecure();
	});
	await t.test('/health is answered on both', assertWatched);
	await t.test('a renewed one is shown', () => assertRenews('Apache'));
});
