// A stack behind https, as a host puts a certificate in front of it.
import { execFileSync } from 'node:child_process';
import { X509Certificate, createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';

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

function pass(port, incoming, answer) {
	const { method, url: path, headers } = incoming;
	const onward = request({ host: '127.0.0.1', port, method, path, headers,
		agent: false }, (message) => {
		answer.writeHead(message.statusCode, message.headers);
		message.pipe(answer);
	});

	// A body that is too long is answered before its end.
	onward.on('error', () => answer.destroy());
	incoming.pipe(onward);
}

// {url, flag, close()}: where it is, and what makes a browser trust it.
export async function behindHttps({ port }) {
	const pem = newCertificate();
	const [certificate] = pem.match(/-----BEGIN CERT.*?END CERT\w+-----/s);
	const server = createServer({ key: pem, cert: certificate },
		(incoming, answer) => pass(port, incoming, answer));

	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `https://127.0.0.1:${server.address().port}`,
		flag: trust(certificate),
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}
