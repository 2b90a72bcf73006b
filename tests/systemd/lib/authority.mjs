// An authority in a container, as Let's Encrypt is for the world: pebble, which
// checks that a name leads to whoever asks, and the commands that trust it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

const folder = '/root/pebble';
const trusted = `${folder}/trusted.pem`;

// Its own certificate, for the connection of certbot to it.
function selfSigned() {
	const made = mkdtempSync(`${tmpdir()}/retwis-`);

	try {
		execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt',
			'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj',
			'/CN=localhost', '-addext', 'subjectAltName=DNS:localhost',
			'-keyout', `${made}/key.pem`, '-out', `${made}/cert.pem`],
		{ stdio: 'ignore' });
		return ['key.pem', 'cert.pem'].map((name) =>
			[`${folder}/${name}`, readFileSync(`${made}/${name}`, 'utf8')]);
	} finally {
		rmSync(made, { recursive: true });
	}
}

const configuration = JSON.stringify({ pebble: {
	listenAddress: '127.0.0.1:14000', managementListenAddress: '127.0.0.1:15000',
	certificate: `${folder}/cert.pem`, privateKey: `${folder}/key.pem`,
	httpPort: 80, tlsPort: 443, ocspResponderURL: '',
	externalAccountBindingRequired: false } });

// What a host answers when certbot asks, and which authority it asks. Its second of
// waiting for nginx is too short while other tests run.
const answers = `server = https://localhost:14000/dir
email = kim@example.org
agree-tos = true
non-interactive = true
no-random-sleep-on-renew = true
nginx-sleep-seconds = 10
`;

export async function startAuthority(site, domain) {
	for (const [file, text] of [...selfSigned(),
		[`${folder}/config.json`, configuration],
		['/etc/letsencrypt/cli.ini', answers]])
		site.write(file, text);
	// Neither pauses nor errors on purpose, and no answer from memory.
	await site.sh(`echo 127.0.0.1 localhost ${domain} >/etc/hosts; ` +
		'systemd-run -q --unit=names pebble-challtestsrv -defaultIPv6 "" ' +
		'-defaultIPv4 127.0.0.1 -dns01 127.0.0.1:8053 -http01 "" -https01 "" ' +
		'-tlsalpn01 "" -management 127.0.0.1:8055; ' +
		'systemd-run -q --unit=authority -E PEBBLE_VA_NOSLEEP=1 ' +
		'-E PEBBLE_WFE_NONCEREJECT=0 -E PEBBLE_AUTHZREUSE=0 pebble -config ' +
		`${folder}/config.json -dnsserver 127.0.0.1:8053; ` +
		`for i in $(seq 100); do curl -sf --cacert ${folder}/cert.pem ` +
		`https://localhost:15000/roots/0 >${folder}/root.pem && break; ` +
		`sleep 0.1; done; cat ${folder}/cert.pem ${folder}/root.pem >${trusted}`);
}

// The same commands, by a root who trusts this authority.
export const trusting = (commands) => `export REQUESTS_CA_BUNDLE=${trusted} ` +
	`CURL_CA_BUNDLE=${trusted}; ${commands}`;
