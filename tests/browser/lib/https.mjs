// A stack that is also served over HTTPS, with the configuration lines that are
// there for a host.
import { execFileSync } from 'node:child_process';
import { X509Certificate, createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { anotherNginx } from '../../lib/nginx.mjs';

function newCertificate() {
	return execFileSync('openssl', ['req', '-x509', '-newkey', 'ec',
		'-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days',
		'2', '-subj', '/CN=127.0.0.1', '-addext',
		'subjectAltName=IP:127.0.0.1', '-keyout', '-', '-out', '-'],
	{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

// The browser is told to trust this key, so that everything else is as with a
// real certificate.
function trust(certificate) {
	const key = new X509Certificate(certificate).publicKey
		.export({ type: 'spki', format: 'der' });

	return '--ignore-certificate-errors-spki-list=' +
		createHash('sha256').update(key).digest('base64');
}

// {url, flag, close()}: its address, and the flag that makes a browser trust
// it.
export async function behindHttps(stack) {
	const pem = newCertificate();
	const [certificate] = pem.match(/-----BEGIN CERT.*?END CERT\w+-----/s);
	const file = `${stack.var}/https.pem`;

	writeFileSync(file, pem);
	const { port, close } = await anotherNginx(stack, 'https', (free) => [
		[/\tlisten .*\n/, ''],
		['#listen 443 ', `listen 127.0.0.1:${free} `],
		['#http2 ', 'http2 '],
		[/#(ssl_certificate(_key)? ).*;/g, `$1"${file}";`]]);

	return { url: `https://127.0.0.1:${port}`, flag: trust(certificate),
		close };
}
