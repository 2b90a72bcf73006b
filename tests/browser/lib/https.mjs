// A stack by https as well: another nginx with the stack's own configuration,
// in which the lines about a certificate count that a host finds there.
import { execFileSync } from 'node:child_process';
import { X509Certificate, createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { until } from '../../lib/processes.mjs';
import { freePort, root, runKept, unref } from '../../lib/stack.mjs';

function newCertificate() {
	return execFileSync('openssl', ['req', '-x509', '-newkey', 'ec',
		'-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days',
		'2', '-subj', '/CN=127.0.0.1', '-addext',
		'subjectAltName=IP:127.0.0.1', '-keyout', '-', '-out', '-'],
	{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

// What the browser is told to trust, so that all is as with a real one.
function trust(certificate) {
	const key = new X509Certificate(certificate).publicKey
		.export({ type: 'spki', format: 'der' });

	return '--ignore-certificate-errors-spki-list=' +
		createHash('sha256').update(key).digest('base64');
}

// Writes one of the stack's files again, under another name. Each of the
// changes must be one, or what the tests see would not be what a host gets.
function rewrite(from, to, changes) {
	let text = readFileSync(from, 'utf8');

	for (const [pattern, replacement] of changes) {
		const changed = text.replace(pattern, replacement);

		if (changed === text)
			throw new Error(`${from} has no ${pattern}`);
		text = changed;
	}
	writeFileSync(to, text);
}

function writeConfiguration(stack, port, pem) {
	const folder = `${stack.var}/conf/nginx`;

	writeFileSync(`${folder}/https.pem`, pem);
	rewrite(`${folder}/main.conf`, `${folder}/https.conf`, [
		['web.pid', 'https.pid'],
		['nginx/retwis.conf', 'nginx/https-site.conf']]);
	rewrite(`${folder}/retwis.conf`, `${folder}/https-site.conf`, [
		[/\tlisten .*\n/, ''],
		['#listen 443 ', `listen 127.0.0.1:${port} `],
		[/#(ssl_certificate(_key)? ).*;/g, `$1"${folder}/https.pem";`]]);
	return `${folder}/https.conf`;
}

// Undefined if it has ended, as when somebody else has taken the port.
async function startNginx(stack, conf) {
	const user = process.getuid() === 0 ? [`${root}/conf/unroot`] : [];
	const nginx = runKept('', { VAR: stack.var }, ...user,
		'/usr/sbin/nginx', '-q', '-e', 'stderr', '-c', conf);
	let hasEnded = false;

	nginx.once('exit', () => { hasEnded = true; });
	unref(nginx);
	await until('nginx has the port', () =>
		hasEnded || existsSync(`${stack.var}/https.pid`));
	return hasEnded ? undefined : nginx;
}

// {url, flag, close()}: where it is, and what makes a browser trust it.
export async function behindHttps(stack) {
	const pem = newCertificate();
	const [certificate] = pem.match(/-----BEGIN CERT.*?END CERT\w+-----/s);
	let port, nginx;

	for (let attempt = 1; !nginx && attempt <= 3; attempt++) {
		port = await freePort();
		nginx = await startNginx(stack,
			writeConfiguration(stack, port, pem));
	}
	if (!nginx)
		throw new Error('nginx gets no port');
	return {
		url: `https://127.0.0.1:${port}`,
		flag: trust(certificate),
		close: () => nginx.stdin.end(),
	};
}
